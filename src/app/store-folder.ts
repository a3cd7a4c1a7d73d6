/**
 * Whether there is a store in a folder: commands that only read or change one never make one, so a
 * misspelt folder is told instead of answered from an empty store.
 */
import { statSync } from 'node:fs';
import { TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { makePrivate } from '../store/folders.js';
import { holdsStore } from '../store/log/store-traces.js';

export { holdsStore as hasStore } from '../store/log/store-traces.js';

/** @throws TagwireError STORE_READ_ONLY where there is a reason to take no records. */
export function demandWritable(reason: string | null): void {
  if (reason !== null) throw new TagwireError('STORE_READ_ONLY', reason);
}

/** @throws TagwireError INPUT_INVALID where there is no store, SYSTEM_REFUSED where no folder can be. */
export function requireStore(folder: string): void {
  if (holdsStore(folder)) return;
  const status = statSync(folder, { throwIfNoEntry: false });
  const why =
    status === undefined
      ? 'there is no such folder'
      : status.isDirectory()
        ? 'the folder holds none'
        : 'this is a file';
  throw new TagwireError(
    'INPUT_INVALID',
    `there is no store in ${folder} (${why}); name the folder of one with --data`,
  );
}

/** A data folder is its owner's alone, also one that an older version has left open. */
export function makeOwn(folder: string, logger: Logger): void {
  const { closed, failed } = makePrivate(folder);
  if (closed > 0) logger.warn({ folder, closed }, 'files and folders were open to other users');
  if (failed > 0) logger.warn({ folder, failed }, 'files and folders stay open to other users');
}
