/**
 * Whether a folder can be written to, before anything is: what fails in the middle is worse.
 */
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, TagwireError } from '../kernel/errors.js';

/** Less free disk than this is full: opening a log may write as much again as was written last. */
export const FREE_BYTES_MIN = 64 * 1024 * 1024;
/** What a system says where nothing can be written, and what that means to somebody who reads it. */
const REASONS: { readonly [code: string]: string } = {
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of disk space is used up',
};

/** Why nothing could be written; null for errors that say something else. */
export function reasonOf(error: unknown): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? (REASONS[code] ?? null) : null;
}

/** Bytes that are free on the disk of a folder, for this user. */
function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** True when so many bytes can be written and enough is left. */
export function hasFreeSpace(folder: string, byteLength: number): boolean {
  return freeBytesOf(folder) - byteLength >= FREE_BYTES_MIN;
}

/** @throws TagwireError STORE_WRITE_FAILED with the reason, where nothing can be written. */
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
