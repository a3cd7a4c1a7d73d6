/**
 * Erasure: content leaves the log for good, while the log stays provable.
 *
 * Invariants: a purged frame keeps its place, its hashes and its link in the chain. The identity
 * stays, marked, so that the item cannot come back. Purging twice does nothing.
 */
import { getOrInsert } from '../../kernel/collections.js';
import type { MaskDraft } from '../../kernel/model/drafts.js';
import type { EarliestTimes, LogRecord } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import type { Database, KeyRange, Operation } from '../database.js';
import { type Batch, bodyKeyOf, earlierTextKeyOf } from './batch.js';
import { decodeFrame, encodeFrame, purgedFrame } from './frame.js';
import {
  ERASURE_KEY,
  encodeIdentity,
  entryKey,
  identityKey,
  itemKey,
  sequenceValue,
} from './keys.js';
import type { AdmissionView, AdmittedItem } from './known-items.js';

/** More keys than this are merged as one range: merging each alone would cost more. */
const RANGES_MAX = 64;

/**
 * Removes from the files what the writes of a purge have replaced.
 *
 * LevelDB keeps an old value until its table is merged with a newer one. Old and new may lie in
 * one table by now, which nothing merges: so the same writes once more, and merge again.
 */
export async function wipe(database: Database, rewritten: Operation[]): Promise<void> {
  if (rewritten.length === 0) return;
  const ranges = rangesOf(rewritten.map(({ key }) => key));
  for (const range of ranges) await database.compact(range);
  await database.write(rewritten);
  for (const range of ranges) await database.compact(range);
}

function rangesOf(keys: Buffer[]): KeyRange[] {
  const sorted = keys.sort(Buffer.compare);
  const after = (key: Buffer): Buffer => Buffer.concat([key, Buffer.alloc(1)]);
  if (sorted.length > RANGES_MAX) return [{ gte: sorted[0]!, lt: after(sorted.at(-1)!) }];
  return sorted.map((key) => ({ gte: key, lt: after(key) }));
}

/**
 * Adds to the batch what removes the target, and everything that belongs to it.
 * @returns the earliest times that rest on what goes; null where there are none.
 */
export async function purge(
  { batch, database }: AdmissionView,
  draft: MaskDraft,
  target: AdmittedItem,
): Promise<EarliestTimes[] | null> {
  const { target: kind, key } = draft;
  const purged = { batch, database, earliest: new Earliest() };
  // The erasure's own entry comes next. A crash from here on must not leave snapshots as they are.
  batch.put(ERASURE_KEY, sequenceValue(batch.head.sequence + 1));
  await purgeItem(purged, kind, key, target.id, target.sequence);
  if (kind !== 'media' && kind !== 'blog') return purged.earliest.times;
  const belongings = kind === 'media' ? 'news' : 'post';
  const range = { gte: itemKey(belongings, 0), lt: itemKey(belongings, 2 ** 48 - 1) };
  for await (const [pointerKey, pointer] of database.entries(range)) {
    const sequence = pointer.readUIntBE(0, 6);
    const frame = decodeFrame(await database.get(entryKey(sequence)));
    const record = frame === null || frame.purged ? null : decodeRecord(frame.payload);
    if (record === null || ownerOf(record) !== key || !('url' in record)) continue;
    const id = pointerKey.readUIntBE(2, 6);
    await purgeItem(purged, belongings, record.url, id, sequence);
  }
  return purged.earliest.times;
}

/** Purges every record that an item ever had, and its body. */
async function purgeItem(
  { database, batch, earliest }: { database: Database; batch: Batch; earliest: Earliest },
  kind: 'news' | 'post' | 'blog' | 'media',
  identity: string,
  id: number,
  newest: number,
): Promise<void> {
  for (let sequence = newest; sequence > 0; ) {
    const frame = decodeFrame(await database.get(entryKey(sequence)));
    if (frame === null) break;
    if (!frame.purged) {
      const record = decodeRecord(frame.payload);
      earliest.note(record);
      const bodyAt = bodyKeyOf(record);
      if (bodyAt !== null) batch.delete(bodyAt);
      const earlierAt = earlierTextKeyOf(record, sequence);
      if (earlierAt !== null) batch.delete(earlierAt);
      batch.rewrite(entryKey(sequence), encodeFrame(purgedFrame(frame)));
    }
    sequence = frame.previous;
  }
  const value = encodeIdentity({ id, sequence: newest, erased: true });
  batch.put(identityKey(kind, identity), value);
}

/** Collects the earliest times of media that the records of articles tell. */
class Earliest {
  readonly #byMedia = new Map<string, EarliestTimes>();

  note(record: LogRecord): void {
    if (record.kind !== 'news') return;
    this.#put(record.media, 'acquiredMs', record.observedMs);
    for (const { media, discoveredMs } of record.discoveries) {
      this.#put(media, 'foundMs', discoveredMs);
    }
  }

  /** Sorted by code; null when there are none. */
  get times(): EarliestTimes[] | null {
    const times = [...this.#byMedia.values()].sort((a, b) => (a.media < b.media ? -1 : 1));
    return times.length === 0 ? null : times;
  }

  #put(media: string, field: 'acquiredMs' | 'foundMs', atMs: number): void {
    const unknown = { media, acquiredMs: null, foundMs: null };
    const times = getOrInsert<string, EarliestTimes>(this.#byMedia, media, () => unknown);
    times[field] = Math.min(times[field] ?? atMs, atMs);
  }
}

/** The media of an article, the blog of a post; null for anything else. */
export function ownerOf(record: LogRecord): string | null {
  if (record.kind === 'news') return record.media;
  return record.kind === 'post' ? record.blog : null;
}
