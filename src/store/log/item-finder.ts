/**
 * Finds articles and posts by their addresses or ids: where they stand in time, and whether they were
 * erased. What may be shown of them the indices decide.
 */
import { decodeItemHead } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import { atPlaces, soundFrame } from './entries.js';
import { decodeIdentity, entryKey, identityKey, itemKey } from './keys.js';

/** An item that was seen once. */
export interface FoundItem {
  id: number;
  /** Null where it was erased. */
  sortMs: number | null;
  /** The entry of its newest record. */
  sequence: number;
}

/** Items by canonical address, then by id, in their order; null for what was never seen. */
export async function findItems(
  database: Database,
  kind: 'news' | 'post',
  urls: readonly string[],
  ids: readonly number[],
): Promise<(FoundItem | null)[]> {
  const identities = await database.getMany(urls.map((url) => identityKey(kind, url)));
  const pointers = await database.getMany(ids.map((id) => itemKey(kind, id)));
  const places = [
    ...identities.map((value) => (value === undefined ? null : decodeIdentity(value))),
    ...pointers.map((value, at) =>
      value === undefined ? null : { id: ids[at]!, sequence: value.readUIntBE(0, 6) },
    ),
  ];
  const values = await atPlaces(places, (known) =>
    database.getMany(known.map(({ sequence }) => entryKey(sequence))),
  );
  return places.map((place, at) => {
    if (place === null) return null;
    const { id, sequence } = place;
    const frame = soundFrame(values[at], sequence);
    if (frame.purged) return { id, sortMs: null, sequence };
    return { id, sortMs: decodeItemHead(frame.payload, kind).sortMs, sequence };
  });
}
