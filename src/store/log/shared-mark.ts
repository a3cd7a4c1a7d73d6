/**
 * The note in a store that its log is one that several nodes share.
 *
 * Invariant: such a store takes no records of its own: nothing that the other nodes have not got would
 * fit what they append.
 */
import { TagwireError } from '../../kernel/errors.js';
import type { Database } from '../database.js';
import { SHARED_KEY } from './keys.js';

/**
 * @param name of the shared log that the store is opened for; null where it is to be alone.
 * @throws TagwireError CONFIG_INVALID where the store belongs to another one.
 */
export async function checkSharedMark(
  database: Database,
  name: string | null,
  folder: string,
): Promise<void> {
  const noted = (await database.get(SHARED_KEY))?.toString() ?? null;
  if (noted === name) return;
  if (noted === null) {
    if (!database.failed) {
      await database.write([{ type: 'put', key: SHARED_KEY, value: Buffer.from(name!) }]);
    }
    return;
  }
  const wanted = name === null ? 'no log is named' : `the log named is "${name}"`;
  throw new TagwireError(
    'CONFIG_INVALID',
    `${folder} is a node's store of the shared log "${noted}", and ${wanted}: start it with --log jetstream://…/${noted}; ` +
      'for a store of its own, back it up and restore the backup into another folder',
  );
}
