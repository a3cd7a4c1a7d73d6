/**
 * Up to which entry bodies are gone, in a store that has no note of it.
 *
 * Versions before history was kept swept bodies out and noted nothing. Without this their snapshots
 * would be taken for something that the log can replace. The newest entries are looked at first, until
 * one is found whose body has expired and is gone: a week of them. Bodies that are missing before
 * their time are damage, of which `verify` tells.
 */
import { decodeRecord } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import type { Head } from './batch.js';
import { bodyKeyOf } from './batch.js';
import { decodeFrame } from './frame.js';
import { entryKey, itemKeyOfBody, SWEPT_KEY, sequenceOf, sequenceValue } from './keys.js';

/** What the note says; where there is none it is written, if anything can be. */
export async function sweptSequenceOf(database: Database, head: Head): Promise<number> {
  const noted = await database.get(SWEPT_KEY);
  if (noted !== undefined) return sequenceOf(noted);
  const sequence = await lastSwept(database, head);
  if (!database.failed) {
    await database.write([{ type: 'put', key: SWEPT_KEY, value: sequenceValue(sequence) }]);
  }
  return sequence;
}

async function lastSwept(database: Database, { sequence, lastTickMs }: Head): Promise<number> {
  const range = { gte: entryKey(1), lt: entryKey(sequence + 1), reverse: true };
  for await (const [key, value] of database.entries(range)) {
    const frame = decodeFrame(value);
    if (frame === null || frame.purged || frame.bodyHash === 0n) continue;
    const record = decodeRecord(frame.payload);
    const bodyKey = bodyKeyOf(record);
    if (bodyKey === null || bodyKey.readUIntBE(1, 6) > (lastTickMs ?? 0)) continue;
    const at = sequenceOf(key.subarray(1));
    const pointer = await database.get(itemKeyOfBody(bodyKey));
    // The body of an older record was replaced.
    const isNewest = pointer !== undefined && sequenceOf(pointer) === at;
    if (isNewest && (await database.get(bodyKey)) === undefined) return at;
  }
  return 0;
}
