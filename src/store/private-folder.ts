/**
 * Keeps a data folder to its owner: log, bodies, digests of keys and the secret of cursors are
 * nobody else's to read.
 *
 * Invariant: what is made from here on is readable by the owner alone, whatever the process's mask
 * was. Not here: files that people put there themselves (sources.toml), whose modes are theirs.
 */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeToOthers, RIGHTS_OF_OTHERS } from '../kernel/private-files.js';
import { makeFolder } from './folder-sync.js';

/** What a store makes in its folder: these, and with what stands behind a point for a while. */
const OURS = new Set([
  ...['anchor', 'lock', 'log', 'snapshots', 'history', 'accounts', 'crawler', 'rejects'],
  ...['sockets', 'clock', 'quarantine', 'repairing'],
]);
/** `log.aside`, `snapshots.damaged`, `rejects.ndjson`, `clock.new`, `lock.4711.draft`. */
const isOurs = (name: string): boolean => OURS.has(name.split('.', 1)[0]!);

/** What was open to others, and is no more; and what could not be closed. */
export interface Mended {
  closed: number;
  failed: number;
}

/**
 * Makes a data folder where there is none, and closes it and all that is ours in it to others.
 * @throws TagwireError STORE_WRITE_FAILED when it cannot be made.
 */
export function makePrivate(folder: string): Mended {
  const mended = { closed: 0, failed: 0 };
  if (process.platform === 'win32') {
    mkdirSync(folder, { recursive: true });
    return mended;
  }
  closeToOthers();
  makeFolder(folder);
  close(folder, mended);
  for (const name of readdirSync(folder)) {
    if (isOurs(name)) closeAll(join(folder, name), mended);
  }
  return mended;
}

function closeAll(path: string, mended: Mended): void {
  if (!existsSync(path)) return;
  close(path, mended);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) closeAll(join(path, name), mended);
}

function close(path: string, mended: Mended): void {
  const status = lstatSync(path);
  if (status.isSymbolicLink() || (status.mode & RIGHTS_OF_OTHERS) === 0) return;
  try {
    chmodSync(path, status.mode & 0o777 & ~RIGHTS_OF_OTHERS);
    mended.closed += 1;
  } catch {
    mended.failed += 1;
  }
}
