/**
 * Deletion of texts from the log: by erasure, which is final while the log stays provable, and
 * after expiry or replacement, a bounded number at a time.
 *
 * Invariants: a purged frame keeps its place, its hashes and its link in the chain. The identity
 * stays, marked as erased, so that the item cannot come back. A repeated purge has no effect. An
 * expired body is deleted only when the newest record of its item is covered: both snapshots and
 * the history of every index have folded it. This includes late articles, whose bodies expire soon
 * after their arrival.
 */

import { getOrInsert } from '../../kernel/collections.js';
import type { MaskDraft } from '../../kernel/model/drafts.js';
import type { EarliestTimes, LogRecord } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import type { KeyRange, Operation } from '../level.js';
import { type Batch, bodyKeyOf, earlierTextKeyOf } from './batch.js';
import { entriesBack } from './entries.js';
import { decodeFrame, encodeFrame, purgedFrame } from './frame.js';
import {
  bodyKey,
  ERASURE_KEY,
  earlierTextKey,
  encodeIdentity,
  entryKey,
  identityKey,
  itemKey,
  itemKeyOfBody,
  SWEPT_KEY,
  sequenceOf,
  sequenceValue,
} from './keys.js';
import type { AdmissionView, AdmittedItem } from './known-items.js';

/** More keys than this are merged as one range, because merging each alone would cost more. */
const RANGES_MAX = 64;

/**
 * Removes from the files the values that a purge has replaced.
 *
 * LevelDB keeps an old value until its table is merged with a newer one. Both may be in one table
 * by now, which is never merged: so the same writes are made again, and merged again.
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
 * Adds the removal of the target and all its items to the batch.
 * @returns the earliest times in the removed records; null without any.
 */
export async function purge(
  { batch, database }: AdmissionView,
  draft: MaskDraft,
  target: AdmittedItem,
): Promise<EarliestTimes[] | null> {
  const { target: kind, key } = draft;
  const purged = { batch, database, earliest: new Earliest() };
  // The erasure's own entry is next. After a crash from here on, snapshots must be renewed.
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

/** Purges all records of an item, and its body. */
async function purgeItem(
  { database, batch, earliest }: { database: Database; batch: Batch; earliest: Earliest },
  kind: 'news' | 'post' | 'blog' | 'media',
  identity: string,
  id: number,
  newest: number,
): Promise<void> {
  for await (const { sequence, frame } of entriesBack(database, newest)) {
    if (frame.purged) continue;
    const record = decodeRecord(frame.payload);
    earliest.note(record);
    const bodyAt = bodyKeyOf(record);
    if (bodyAt !== null) batch.delete(bodyAt);
    const earlierAt = earlierTextKeyOf(record, sequence);
    if (earlierAt !== null) batch.delete(earlierAt);
    batch.rewrite(entryKey(sequence), encodeFrame(purgedFrame(frame)));
  }
  const value = encodeIdentity({ id, sequence: newest, erased: true });
  batch.put(identityKey(kind, identity), value);
}

/** Collects the earliest times of media from records of articles. */
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

/** The media of an article, the blog of a post; null for other records. */
export function ownerOf(record: LogRecord): string | null {
  if (record.kind === 'news') return record.media;
  return record.kind === 'post' ? record.blog : null;
}

/** Bodies checked in one turn, so that waiting requests are delayed by milliseconds only. */
const TURN_BODIES_MAX = 2000;

export interface SweepOrder {
  /** Time by which the bodies to delete have expired. */
  atMs: number;
  /** The newest entry that may be the newest record of an item whose body is deleted. */
  coveredSequence: number;
}

/** The result of one turn. */
interface SweepTurn {
  /** The start of the next turn; null at the end. */
  from: Buffer | null;
  /** The newest record whose body was deleted; 0 for none. */
  sweptSequence: number;
}

/** The keys of all bodies that expired by a time. */
export function expiredRange(atMs: number): KeyRange {
  return { gte: bodyKey(0, 'category', 0), lt: bodyKey(atMs + 1, 'category', 0) };
}

/** Deletes replaced texts that expired by a time; no index depends on them. */
export async function sweepEarlier(database: Database, atMs: number): Promise<void> {
  const keys: Buffer[] = [];
  const range = { gte: earlierTextKey(0, 0), lt: earlierTextKey(atMs + 1, 0) };
  for await (const key of database.keys({ ...range, limit: TURN_BODIES_MAX })) keys.push(key);
  if (keys.length > 0) await database.write(keys.map((key) => ({ type: 'del', key })));
}

/**
 * Deletes bodies from a key on, with a note that a replay will lack them.
 * @param swept the value of the note so far.
 * @throws TagwireError STORE_WRITE_FAILED.
 */
export async function sweepTurn(
  database: Database,
  { atMs, coveredSequence }: SweepOrder,
  from: Buffer | null,
  swept: number,
): Promise<SweepTurn> {
  const { gte, lt } = expiredRange(atMs);
  const keys: Buffer[] = [];
  for await (const key of database.keys({ gte: from ?? gte, lt, limit: TURN_BODIES_MAX })) {
    keys.push(key);
  }
  const pointers = await database.getMany(keys.map(itemKeyOfBody));
  const writes: Operation[] = [];
  let sweptSequence = swept;
  for (const [at, key] of keys.entries()) {
    const pointer = pointers[at];
    const sequence = pointer === undefined ? 0 : sequenceOf(pointer);
    if (sequence > coveredSequence) continue;
    sweptSequence = Math.max(sweptSequence, sequence);
    writes.push({ type: 'del', key });
  }
  if (writes.length > 0) {
    writes.push({ type: 'put', key: SWEPT_KEY, value: sequenceValue(sweptSequence) });
    await database.write(writes);
  }
  const isLast = keys.length < TURN_BODIES_MAX;
  return { from: isLast ? null : Buffer.concat([keys.at(-1)!, Buffer.alloc(1)]), sweptSequence };
}
