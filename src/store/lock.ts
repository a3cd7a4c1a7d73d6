/**
 * One process, one opening of a data folder.
 *
 * LevelDB has a lock of its own, but a second opening within the same process would free it. This
 * file comes first: `lock` holds the owner's process id, the time that process started, which folder it
 * holds and whether it is a server, and is made by linking, which either succeeds whole or fails. In a copy of a folder
 * it names another folder than the one it lies in: then it holds nothing.
 *
 * A lock whose process is gone is stale. No process removes it, for it could be another one by then;
 * it gets one heir instead, again by linking, and the process that is that heir replaces it:
 *
 *   lock (dead) ◄── lock.after.<dead> (dead heir) ◄── lock.after.<dead heir> (ours: the folder too)
 *
 * Invariant: the owner is the end of that chain, so of any number of processes one wins.
 */
import {
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { TagwireError } from '../kernel/errors.js';
import { reasonOf } from './folders.js';

const LOCK = 'lock';
/** Readable by the owner alone. */
const MODE = 0o600;
/** Tries against other processes that take over the same stale lock at the same time. */
const ATTEMPTS_MAX = 5;
/** Where others hold a lock for milliseconds, two seconds are plenty. */
const TRIES_MAX = 100;
const TRY_PAUSE_MS = 20;
/** Heirs that died before they had replaced the lock. */
const CHAIN_MAX = 100;
/** Fields of /proc/<pid>/stat, counted from the state, which follows the name. */
const STATE_FIELD = 0;
const THREADS_FIELD = 17;
const START_FIELD = 19;

/** Gives the folder back. */
export type Release = () => void;

/** The last word of a lock that a server holds: whoever finds it may wait for the server's socket. */
const SERVER = 'server';
let isServer = false;

/** Locks that this process takes from now on say that it is a server. */
export function lockAsServer(): void {
  isServer = true;
}

/**
 * The lock of this process no longer says that it is a server: there is no socket to wait for. Where no
 * byte can be written, a file can still be made shorter.
 */
export function lockWithoutSocket(folder: string): void {
  const path = join(folder, LOCK);
  const content = read(path) ?? '';
  const isMine = content.startsWith(`${process.pid} `) && content.endsWith(` ${SERVER}`);
  if (isMine) truncateSync(path, content.length - SERVER.length - 1);
}

/** Process id of the server that holds a folder, be it that it just starts; null where none does. */
export function servingProcessOf(folder: string): number | null {
  const { holder } = findEnd(join(folder, LOCK));
  const [pid, , , what] = holder?.split(' ') ?? [];
  return what === SERVER ? Number(pid) : null;
}

/** The end of the chain of locks. */
interface End {
  path: string;
  /** Content of a lock whose process lives; null where the next one belongs. */
  holder: string | null;
  /** Stale locks on the way. */
  stale: string[];
}

/**
 * Takes the folder for this opening.
 * @throws TagwireError STORE_LOCKED while another one holds it, STORE_WRITE_FAILED where none does and
 * no lock can be written.
 */
export function lockFolder(folder: string): Release {
  try {
    return take(folder);
  } catch (cause) {
    const reason = reasonOf(cause);
    if (reason === null) throw cause;
    throw new TagwireError('STORE_WRITE_FAILED', `${folder}: ${reason}`, { cause });
  }
}

/** The same; of a folder where no lock can be written, why. @throws TagwireError STORE_LOCKED. */
export function lockIfPossible(folder: string): Release | string {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (!(error instanceof TagwireError) || error.code !== 'STORE_WRITE_FAILED') throw error;
    return error.message;
  }
}

/** The same of a folder that others hold for milliseconds: while one does, it is tried again. */
export async function lockSoon(folder: string, triesMax = TRIES_MAX): Promise<Release> {
  for (let tries = 1; ; tries++) {
    try {
      return lockFolder(folder);
    } catch (error) {
      const isHeld = error instanceof TagwireError && error.code === 'STORE_LOCKED';
      if (!isHeld || tries >= triesMax) throw error;
      await sleep(TRY_PAUSE_MS);
    }
  }
}

/** Whether a file is a lock, or what a process left that was killed while it took one. */
export function isLockFile(name: string): boolean {
  return name === LOCK || name.startsWith(`${LOCK}.`);
}

function take(folder: string): Release {
  const path = join(folder, LOCK);
  const started = fieldsOf(process.pid)?.[START_FIELD] ?? '';
  const mine = `${process.pid} ${started} ${identityOf(folder)}${isServer ? ` ${SERVER}` : ''}`;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const { path: at, holder, stale } = findEnd(path);
    if (holder !== null) {
      throw new TagwireError(
        'STORE_LOCKED',
        `${folder} is in use by process ${holder.split(' ')[0]}; stop it, or give another --data folder`,
      );
    }
    if (!tryLink(at, mine)) continue;
    // Somebody may have replaced the lock since: then this heir is one of a lock that is gone.
    const end = findEnd(path);
    if (end.holder === null || end.path !== at) {
      rmSync(at, { force: true });
      continue;
    }
    if (at !== path) replace(path, mine, [...stale.slice(1), at]);
    return releaseOnce(path);
  }
  throw new TagwireError('STORE_LOCKED', `${folder}: several processes are taking it at once`);
}

function findEnd(path: string): End {
  const stale: string[] = [];
  for (let at = path; stale.length < CHAIN_MAX; ) {
    const content = read(at);
    if (content === null || holds(content, dirname(path))) {
      return { path: at, holder: content, stale };
    }
    stale.push(at);
    at = `${path}.after.${content.replace(/[^0-9]+/g, '-')}`;
  }
  throw new TagwireError('STORE_LOCKED', `${path}: too many stale locks; delete ${path}*`);
}

/** The lock becomes the owner's before the chain that proved it goes. */
function replace(path: string, mine: string, chain: readonly string[]): void {
  const draft = draftPath(path);
  writeFileSync(draft, mine, { mode: MODE });
  renameSync(draft, path);
  for (const heir of chain) rmSync(heir, { force: true });
}

function tryLink(path: string, content: string): boolean {
  const draft = draftPath(path);
  try {
    writeFileSync(draft, content, { mode: MODE });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function draftPath(path: string): string {
  return `${path}.${process.pid}.${threadId}`;
}

/** A second call must not take the lock of the next holder. */
function releaseOnce(path: string): Release {
  let held = true;
  return () => {
    if (held) rmSync(path, { force: true });
    held = false;
  };
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Whether the process that a lock names lives and holds this folder, not one that it was copied from. */
function holds(content: string, folder: string): boolean {
  const [pid = '', started = '', identity] = content.split(' ');
  if (identity !== undefined && identity !== identityOf(folder)) return false;
  return isAlive(pid, started);
}

/** What a folder keeps when it is moved, and a copy does not have. */
function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev}:${ino}`;
}

function isAlive(pidText: string, start: string): boolean {
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const fields = fieldsOf(pid);
  if (fields === null) return true;
  // A process that ended and was not waited for holds nothing, once its last thread is gone.
  if (fields[STATE_FIELD] === 'Z' && Number(fields[THREADS_FIELD]) <= 1) return false;
  return start === '' || fields[START_FIELD] === start;
}

/** What the system tells of a process (Linux): among others its start in ticks since boot. */
function fieldsOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
