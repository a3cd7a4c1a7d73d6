/**
 * Folders of a store: a check that they can be written to, made before any write; durable names of
 * files that were created, renamed or deleted; and permissions for the owner alone.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { closeToOthers, RIGHTS_OF_OTHERS } from '../kernel/private-files.js';

/** Windows cannot sync folders, and need not. */
const IS_NEEDED = process.platform !== 'win32';

export async function syncFolder(path: string): Promise<void> {
  if (!IS_NEEDED) return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** The same, synchronously. */
export function syncFolderNow(path: string): void {
  if (!IS_NEEDED) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * Replaces or creates a file; returns when it is on disk. Until then, and after a failure, the file
 * is unchanged. @throws the error of the file system.
 */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.next`;
  try {
    const file = await open(draft, 'w', 0o600);
    await file
      .writeFile(bytes)
      .then(() => file.sync())
      .finally(() => file.close());
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** The same, synchronously. */
export function replaceFileNow(path: string, bytes: Uint8Array): void {
  const draft = `${path}.next`;
  try {
    writeFileSync(draft, bytes, { mode: 0o600, flush: true });
    renameSync(draft, path);
    syncFolderNow(dirname(path));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Makes a folder and its missing parents, for their owner alone.
 * @throws TagwireError STORE_WRITE_FAILED.
 */
export function makeFolder(path: string): void {
  const status = statusOf(path);
  if (status?.isDirectory()) return;
  if (status !== undefined) {
    const message = `${path}: a file stands where a folder is expected; name another place`;
    throw new TagwireError('STORE_WRITE_FAILED', message);
  }
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
    syncFolderNow(dirname(path));
  } catch (cause) {
    // Another process has made the folder.
    if ((cause as { code?: unknown }).code === 'EEXIST') return;
    const reason = reasonOf(cause) ?? messageOf(cause);
    throw new TagwireError('STORE_WRITE_FAILED', `${path} cannot be made: ${reason}`, { cause });
  }
}

/** Undefined when the path does not exist, also below a file. */
function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** With less free disk space the disk is full: opening a log may repeat the newest writes. */
export const FREE_BYTES_MIN = 64 * 1024 * 1024;
/** System error codes for an impossible write, and their meaning in words. */
const REASONS: { readonly [code: string]: string } = {
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of disk space is used up',
};

/** Why a write was impossible; null for other errors. */
export function reasonOf(error: unknown): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? (REASONS[code] ?? null) : null;
}

/** Free bytes on the disk of a folder, for this user. */
function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** True when so many bytes can be written with `FREE_BYTES_MIN` left. */
export function hasFreeSpace(folder: string, byteLength: number): boolean {
  return freeBytesOf(folder) - byteLength >= FREE_BYTES_MIN;
}

/** @throws TagwireError STORE_WRITE_FAILED with the reason, where writing is impossible. */
export function requireWritable(folder: string): void {
  const probe = join(folder, `probe.${process.pid}`);
  let reason: string | null = null;
  try {
    const file = openSync(probe, 'w', 0o600);
    try {
      writeSync(file, 'probe');
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(probe, { force: true });
    }
    const freeBytes = freeBytesOf(folder);
    if (freeBytes < FREE_BYTES_MIN) {
      reason = `only ${megabytes(freeBytes)} MB free, and ${megabytes(FREE_BYTES_MIN)} are needed; free some space`;
    }
  } catch (error) {
    reason = reasonOf(error) ?? messageOf(error);
  }
  if (reason === null) return;
  throw new TagwireError('STORE_WRITE_FAILED', `${folder}: ${reason}`);
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1e6);
}

/** Files and folders that a store creates, without suffixes. */
const OURS = new Set([
  ...['anchor', 'lock', 'log', 'snapshots', 'history', 'accounts', 'crawler', 'rejects'],
  ...['sockets', 'clock', 'quarantine', 'repairing'],
]);
/** Suffixes as in `log.aside`, `snapshots.damaged`, `rejects.ndjson`, `clock.new`, `lock.4711.draft`. */
const isOurs = (name: string): boolean => OURS.has(name.split('.', 1)[0]!);

/** Number of files whose permissions were narrowed, and of failures. */
interface Mended {
  closed: number;
  failed: number;
}

/**
 * Keeps a data folder private: no other user can read log, bodies, digests of keys, cursors'
 * secret.
 *
 * Invariant: all new files are readable by the owner alone, whatever the process's mask was. Not
 * here: files that people create themselves (sources.toml), whose modes stay.
 *
 * Makes a missing data folder, and removes the permissions of others from all files of the store.
 * @throws TagwireError STORE_WRITE_FAILED when the folder cannot be made.
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
