/**
 * One process, one opening of a data folder.
 *
 * LevelDB has a lock of its own, but a second opening within the same process would free it. So
 * this file is asked first: `lock` holds the owner's process id, its start time, the identity of
 * the folder, and whether the process is a server. It is made by linking, which is atomic. In a
 * copy of the folder the identity differs, and the lock is invalid.
 *
 * A lock whose process has died is stale. No process removes it, because another process may have
 * replaced it meanwhile; instead it gets one heir, again by linking, and the heir's process
 * replaces it:
 *
 *   lock (dead) ◄── lock.after.<dead> (dead heir) ◄── lock.after.<dead heir> (ours: the folder too)
 *
 * Invariant: the owner is the end of that chain, so exactly one of several processes wins.
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
const MODE = 0o600;
/** Attempts against processes that take over the same stale lock at the same time. */
const ATTEMPTS_MAX = 5;
/** Two seconds, for locks that others hold for milliseconds. */
const TRIES_MAX = 100;
const TRY_PAUSE_MS = 20;
/** Heirs that died before they had replaced the lock. */
const CHAIN_MAX = 100;
/** Fields of /proc/<pid>/stat, counted from the state, which follows the name. */
const STATE_FIELD = 0;
const THREADS_FIELD = 17;
const START_FIELD = 19;

/** Unlocks the folder. */
export type Release = () => void;

/** The last word of a server's lock: a process that reads it may wait for the server's socket. */
const SERVER = 'server';
let isServer = false;

/** Marks all later locks of this process as those of a server. */
export function lockAsServer(): void {
  isServer = true;
}

/** Removes the server mark from this process's lock. A file can be truncated even on a full disk. */
export function lockWithoutSocket(folder: string): void {
  const path = join(folder, LOCK);
  const content = read(path) ?? '';
  const isMine = content.startsWith(`${process.pid} `) && content.endsWith(` ${SERVER}`);
  if (isMine) truncateSync(path, content.length - SERVER.length - 1);
}

/** Process id of the server that holds a folder, even while it starts; null when there is none. */
export function servingProcessOf(folder: string): number | null {
  const { holder } = findEnd(join(folder, LOCK));
  const [pid, , , what] = holder?.split(' ') ?? [];
  return what === SERVER ? Number(pid) : null;
}

/** The end of the chain of locks. */
interface End {
  path: string;
  /** Content of a lock whose process lives; null at the end of a stale chain. */
  holder: string | null;
  /** Stale locks on the way. */
  stale: string[];
}

/**
 * Locks the folder.
 * @throws TagwireError STORE_LOCKED while another process holds it, STORE_WRITE_FAILED otherwise.
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

/** The same; returns the reason where no lock can be written. @throws TagwireError STORE_LOCKED. */
export function lockIfPossible(folder: string): Release | string {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (!(error instanceof TagwireError) || error.code !== 'STORE_WRITE_FAILED') throw error;
    return error.message;
  }
}

/** The same with retries, for a folder that others hold for milliseconds. */
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

/** Whether a file is a lock, or a leftover of a process that was killed while it took a lock. */
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
    // The lock may have been replaced since: then this heir belongs to a lock that is gone.
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

/** Writes the owner's lock before it removes the chain that proved the ownership. */
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

/** A second call must not release the lock of the next holder. */
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

/** Whether the process named by a lock lives and holds this folder, not the original of a copy. */
function holds(content: string, folder: string): boolean {
  const [pid = '', started = '', identity] = content.split(' ');
  if (identity !== undefined && identity !== identityOf(folder)) return false;
  return isAlive(pid, started);
}

/** Stays the same when a folder is moved, and differs for a copy. */
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
  // A zombie process holds no lock once its last thread has ended.
  if (fields[STATE_FIELD] === 'Z' && Number(fields[THREADS_FIELD]) <= 1) return false;
  return start === '' || fields[START_FIELD] === start;
}

/** The system's facts about a process (Linux), among them its start in ticks since boot. */
function fieldsOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
