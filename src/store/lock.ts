/**
 * One process, one opening of a data folder.
 *
 * LevelDB has a lock of its own, but a second opening within the same process would free it. This
 * file comes first: `lock` holds the owner's process id and the time that process started, and is
 * made by linking, which either succeeds whole or fails. A lock whose process is gone is stale
 * and is taken over.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { TagwireError } from '../kernel/errors.js';

/** Tries against other processes that take over the same stale lock at the same time. */
const ATTEMPTS_MAX = 5;

/** Gives the folder back. */
export type Release = () => void;

/**
 * Takes the folder for this opening.
 * @throws TagwireError STORE_LOCKED while another one holds it.
 */
export function lockFolder(folder: string): Release {
  const path = join(folder, 'lock');
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (tryLink(path, mine)) return () => rmSync(path, { force: true });
    const held = read(path);
    if (held === null) continue;
    if (isAlive(held)) {
      throw new TagwireError(
        'STORE_LOCKED',
        `${folder} is in use by process ${held.split(' ')[0]}; stop it, or give another --data folder`,
      );
    }
    dropStale(path, held);
  }
  throw new TagwireError('STORE_LOCKED', `${folder}: several processes are taking it at once`);
}

function tryLink(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}.${threadId}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Moves the lock away first: if it is no longer the stale one, it goes back. */
function dropStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}.${threadId}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (read(aside) !== stale) {
    try {
      linkSync(aside, path);
    } catch {
      // Somebody else holds it by now, which is as good.
    }
  }
  rmSync(aside, { force: true });
}

function isAlive(content: string): boolean {
  const [pidText = '', start = ''] = content.split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = startOf(pid);
  return now === null || start === '' || now === start;
}

/** Start time of a process in clock ticks since boot, where the system tells (Linux). */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
