/**
 * Reads entries back from the log's database, with verification.
 *
 * Invariant: returned entries match their checksums, and the chain where it is known.
 * Not here: writing, and the head (head.ts).
 */
import { TagwireError } from '../../kernel/errors.js';
import { hash64 } from '../../kernel/hash.js';
import { type Block, type PackedEntry, packBlock } from '../../kernel/model/block.js';
import type { BodyUse, LogRecord } from '../../kernel/model/records.js';
import { decodeItemHead, decodeRecord, encodeRecord } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import { bodyKeyOf, earlierTextKeyOf } from './batch.js';
import {
  CHAIN_START,
  damageOf,
  decodeFrame,
  type Frame,
  isSound,
  soundPayloadOf,
} from './frame.js';
import { decodeIdentity, entryKey, identityKey, itemKey, sequenceOf } from './keys.js';
import { Rewinds } from './rewinds.js';

/** An article or post with its body, if that is still stored. */
export interface StoredItem {
  record: LogRecord;
  body: string | null;
  /** Stored texts that its updates replaced, by entry. */
  earlier: ReadonlyMap<number, string>;
}

/** Records of an item that are searched for replaced texts. */
const EARLIER_MAX = 50;

const NOTHING: PackedEntry = {
  payload: encodeRecord({ kind: 'skip', actor: '*', sequence: 0 }),
  body: null,
};
const EMPTY = Buffer.alloc(0);

/** The error for an entry that differs from the acknowledged one. */
export function missing(sequence: number): TagwireError {
  return new TagwireError('STORE_DAMAGED', `entry ${sequence} of the log is missing or unreadable`);
}

/**
 * The frame of an acknowledged entry.
 * @throws TagwireError STORE_DAMAGED when it is missing or unsound.
 */
export function soundFrame(value: Buffer | undefined, sequence: number): Frame {
  const frame = decodeFrame(value);
  if (frame === null || !isSound(frame)) throw missing(sequence);
  return frame;
}

/**
 * The payload of an acknowledged entry; null for a purged one.
 * @throws TagwireError STORE_DAMAGED when it is missing or unsound.
 */
export function soundPayload(value: Buffer, sequence: number): Buffer | null {
  // Without a sound payload the entry is purged or damaged.
  const payload = soundPayloadOf(value);
  if (payload === null) soundFrame(value, sequence);
  return payload;
}

/**
 * The frame of the next entry in the chain.
 * @throws TagwireError STORE_DAMAGED at a gap, a wrong checksum or a broken link.
 */
export function nextFrame(
  [key, value]: readonly [Buffer, Buffer],
  sequence: number,
  before: bigint,
): Frame {
  const frame = decodeFrame(value);
  if (frame === null || key.readUIntBE(1, 6) !== sequence) throw missing(sequence);
  const damage = damageOf(frame, sequence, before);
  if (damage !== null) throw new TagwireError('STORE_DAMAGED', damage);
  return frame;
}

/**
 * Looks up the non-null members of a list in one call.
 * @returns results at the places of the list; undefined for null.
 */
export async function atPlaces<K, V>(
  list: readonly (K | null)[],
  lookUp: (there: K[]) => Promise<readonly V[]>,
): Promise<(V | undefined)[]> {
  const found = (await lookUp(list.filter((one) => one !== null) as K[])).values();
  return list.map((one) => (one === null ? undefined : found.next().value));
}

/** The frames of acknowledged entries, read together. @throws TagwireError as `soundFrame`. */
export async function framesAt(database: Database, sequences: readonly number[]): Promise<Frame[]> {
  const values = await database.getMany(sequences.map(entryKey));
  return sequences.map((sequence, at) => soundFrame(values[at], sequence));
}

/** The readable entries of an item, from the newest back to the first. */
export async function* entriesBack(
  database: Database,
  newest: number,
): AsyncGenerator<{ sequence: number; frame: Frame; bytes: Buffer }> {
  for (let sequence = newest; sequence > 0; ) {
    const bytes = await database.get(entryKey(sequence));
    const frame = decodeFrame(bytes);
    if (frame === null) return;
    yield { sequence, frame, bytes: bytes! };
    sequence = frame.previous;
  }
}

/**
 * The entries of a range, both ends included, without void ticks unless an index needs bodies.
 * @throws TagwireError STORE_DAMAGED at the first gap, wrong checksum or broken link.
 */
export async function readEntries(
  database: Database,
  fromSequence: number,
  untilSequence: number,
  use: BodyUse,
  rewinds = new Rewinds(),
): Promise<Block> {
  let chain = await chainAt(database, fromSequence - 1);
  let sequence = fromSequence;
  const frames: Frame[] = [];
  const range = { gte: entryKey(fromSequence), lt: entryKey(untilSequence + 1) };
  for await (const entry of database.entries(range)) {
    const frame = nextFrame(entry, sequence, chain);
    chain = frame.chain;
    sequence += 1;
    frames.push(frame);
  }
  if (sequence !== untilSequence + 1) throw missing(sequence);
  const bodies = use !== 'none' ? await bodiesOf(database, frames) : null;
  return packBlock(
    fromSequence,
    frames.map((frame, at) => {
      const isVoid = use !== 'needed' && rewinds.isVoid(fromSequence + at, frame.payload);
      return isVoid ? NOTHING : packFrame(frame, bodies?.[at]);
    }),
  );
}

/** Chain hash at an entry. @throws TagwireError STORE_DAMAGED when there is no such entry. */
export async function chainAt(database: Database, sequence: number): Promise<bigint> {
  if (sequence === 0) return CHAIN_START;
  const frame = decodeFrame(await database.get(entryKey(sequence)));
  if (frame === null) throw missing(sequence);
  return frame.chain;
}

/**
 * The newest record of an article or post, with its body; null when there is none.
 * @param withEarlier whether to read replaced texts, too.
 */
export async function readItem(
  database: Database,
  kind: 'news' | 'post',
  id: number,
  withEarlier: boolean,
): Promise<StoredItem | null> {
  const pointer = await database.get(itemKey(kind, id));
  if (pointer === undefined) return null;
  const sequence = pointer.readUIntBE(0, 6);
  const frame = soundFrame(await database.get(entryKey(sequence)), sequence);
  if (frame.purged) return null;
  const [body] = await bodiesOf(database, [frame]);
  const earlier = withEarlier ? await earlierTexts(database, sequence) : new Map();
  return { record: decodeRecord(frame.payload), body: body?.toString() ?? null, earlier };
}

/** The stored texts that updates of an item replaced, newest first. */
async function earlierTexts(database: Database, newest: number): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  let read = 0;
  for await (const { sequence, frame } of entriesBack(database, newest)) {
    if (frame.purged || read++ === EARLIER_MAX) break;
    const key = earlierTextKeyOf(decodeRecord(frame.payload), sequence);
    const text = key === null ? undefined : await database.get(key);
    if (text !== undefined) texts.set(sequence, text.toString());
  }
  return texts;
}

/**
 * The newest records of several articles or posts, packed in the order of `ids`. A missing or
 * erased item becomes a `skip`. Bodies are not read: with `tellBodies`, which more than doubles the
 * time, an empty body says that there is one.
 */
export async function readItems(
  database: Database,
  kind: 'news' | 'post',
  ids: readonly number[],
  tellBodies: boolean,
): Promise<Block> {
  const pointers = await database.getMany(ids.map((id) => itemKey(kind, id)));
  const sequences = pointers.map((pointer) => (pointer === undefined ? null : sequenceOf(pointer)));
  const found = await atPlaces(sequences, (there) => framesAt(database, there));
  const frames = found.map((frame) => frame ?? null);
  const bodies = tellBodies ? await atPlaces(frames, (there) => bodiesOf(database, there)) : [];
  const entries = frames.map((frame, at) =>
    frame === null ? NOTHING : packFrame(frame, bodies[at] && EMPTY),
  );
  return packBlock(1, entries);
}

/** Bodies that are still stored. An older entry of an item does not get the body of a newer one. */
async function bodiesOf(database: Database, frames: Frame[]): Promise<(Buffer | undefined)[]> {
  const keys = frames.map((frame) =>
    frame.purged || frame.bodyHash === 0n ? null : bodyKeyOf(decodeRecord(frame.payload)),
  );
  const found = await atPlaces(keys, (there) => database.getMany(there));
  return found.map((body, at) =>
    body && hash64(body) === frames[at]!.bodyHash ? body : undefined,
  );
}

function packFrame(frame: Frame, body: Buffer | undefined): PackedEntry {
  if (!frame.purged) return { payload: frame.payload, body: body ?? null };
  // An erased entry folds to nothing, but keeps its place.
  return NOTHING;
}

/** A known item. */
export interface FoundItem {
  id: number;
  /** Null for an erased item. */
  sortMs: number | null;
  /** The entry of its newest record. */
  sequence: number;
}

/** Items by canonical address, then by id, in the given order; null for unknown ones. */
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
  const sequences = places.map((place) => place?.sequence ?? null);
  const frames = await atPlaces(sequences, (there) => framesAt(database, there));
  return places.map((place, at) => {
    const frame = frames[at];
    if (place === null || frame === undefined) return null;
    const { id, sequence } = place;
    if (frame.purged) return { id, sortMs: null, sequence };
    return { id, sortMs: decodeItemHead(frame.payload, kind).sortMs, sequence };
  });
}
