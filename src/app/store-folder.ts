/**
 * Whether there is a store in a folder: commands that only read or change one never make one, so a
 * misspelt folder is told instead of answered from an empty store.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TagwireError } from '../kernel/errors.js';

/** What a store has from its first second on; a damaged one may lack either. */
const MARKS = ['log', 'anchor'];

/** Whether a folder holds a store, whole or damaged. */
export function hasStore(folder: string): boolean {
  return MARKS.some((name) => existsSync(join(folder, name)));
}

/** @throws TagwireError INPUT_INVALID where there is no store, SYSTEM_REFUSED where no folder can be. */
export function requireStore(folder: string): void {
  if (hasStore(folder)) return;
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
