/** Makes names in a folder durable: of files that were made, renamed or deleted. */
import { closeSync, fsyncSync, mkdirSync, openSync, type Stats, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { reasonOf } from './writable-folder.js';

/** Windows has no way to, and needs none. */
const IS_NEEDED = process.platform !== 'win32';

export async function syncFolder(path: string): Promise<void> {
  if (!IS_NEEDED) return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** The same at once. */
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
 * Puts bytes in the place of a file, or makes it; when it returns they are on disk. Until then, and where
 * it fails, the file stays as it was. @throws what the file system says.
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

/**
 * Makes a folder, and those that it lies in, where there are none, for their owner alone.
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
    // Somebody else was first.
    if ((cause as { code?: unknown }).code === 'EEXIST') return;
    const reason = reasonOf(cause) ?? messageOf(cause);
    throw new TagwireError('STORE_WRITE_FAILED', `${path} cannot be made: ${reason}`, { cause });
  }
}

/** Undefined where there is nothing, also below a file. */
function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
