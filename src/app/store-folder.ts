/**
 * Whether there is a store in a folder: commands that only read or change one never make one, so a
 * misspelt folder is told instead of answered from an empty store.
 */
import { statSync } from 'node:fs';
import { TagwireError } from '../kernel/errors.js';
import { holdsStore } from '../log/store-parts.js';

export { holdsStore as hasStore } from '../log/store-parts.js';
export { closeToOthers } from '../store/private-folder.js';

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
