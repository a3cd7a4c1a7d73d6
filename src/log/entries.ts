/**
 * Reads entries back from the log's database, and verifies them on the way.
 *
 * Invariant: nothing is handed out that does not match its checksum and its place in the chain.
 * Not here: writing, and where the head is (ingest-log.ts).
 */
import { TagwireError } from '../kernel/errors.js';
import { hash64 } from '../kernel/hash.js';
import { type Block, type PackedEntry, packBlock } from '../model/block.js';
import type { BodyUse } from '../model/body-use.js';
import type { LogRecord } from '../model/records.js';
import { decodeRecord, encodeRecord } from '../model/wire.js';
import type { Database } from '../store/database.js';
import { bodyKeyOf } from './batch.js';
import {
  CHAIN_START,
  damageOf,
  decodeFrame,
  type Frame,
  isSound,
  soundPayloadOf,
} from './frame.js';
import { entryKey, itemKey } from './keys.js';
import { Rewinds } from './rewinds.js';

/** An article or post with the body that the store still has. */
export interface StoredItem {
  record: LogRecord;
  body: string | null;
}

const NOTHING: PackedEntry = {
  payload: encodeRecord({ kind: 'skip', actor: '*', sequence: 0 }),
  body: null,
};
const EMPTY = Buffer.alloc(0);

/** What a reader hears when an entry is not what was acknowledged. */
export function missing(sequence: number): TagwireError {
  return new TagwireError('STORE_DAMAGED', `entry ${sequence} of the log is missing or unreadable`);
}

/**
 * The frame of an entry that was acknowledged.
 * @throws TagwireError STORE_DAMAGED when what the store has is not it.
 */
export function soundFrame(value: Buffer | undefined, sequence: number): Frame {
  const frame = decodeFrame(value);
  if (frame === null || !isSound(frame)) throw missing(sequence);
  return frame;
}

/**
 * The payload of an entry that was acknowledged, without the rest of its frame; null where it was purged.
 * @throws TagwireError STORE_DAMAGED when what the store has is not it.
 */
export function soundPayload(value: Buffer, sequence: number): Buffer | null {
  // What is no sound payload is purged, or not what was acknowledged.
  const payload = soundPayloadOf(value);
  if (payload === null) soundFrame(value, sequence);
  return payload;
}

/**
 * The entries from one to another, both included. Ticks that are void are left out, but for an index
 * that needs bodies.
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
  for await (const [key, value] of database.entries(range)) {
    const frame = decodeFrame(value);
    if (frame === null || key.readUIntBE(1, 6) !== sequence) throw missing(sequence);
    const damage = damageOf(frame, sequence, chain);
    if (damage !== null) throw new TagwireError('STORE_DAMAGED', damage);
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

/** The newest record of an article or post, with its body; null when there is none. */
export async function readItem(
  database: Database,
  kind: 'news' | 'post',
  id: number,
): Promise<StoredItem | null> {
  const pointer = await database.get(itemKey(kind, id));
  if (pointer === undefined) return null;
  const sequence = pointer.readUIntBE(0, 6);
  const frame = soundFrame(await database.get(entryKey(sequence)), sequence);
  if (frame.purged) return null;
  const [body] = await bodiesOf(database, [frame]);
  return { record: decodeRecord(frame.payload), body: body?.toString() ?? null };
}

/**
 * The newest records of several articles or posts, packed one after the other in the order of
 * `ids`. What there is not, or was erased, stands as a `skip`. Bodies stay on disk: with
 * `tellBodies`, which more than doubles the work, an empty one says that there is one.
 */
export async function readItems(
  database: Database,
  kind: 'news' | 'post',
  ids: readonly number[],
  tellBodies: boolean,
): Promise<Block> {
  const pointers = await database.getMany(ids.map((id) => itemKey(kind, id)));
  const sequences = pointers.map((pointer) => pointer?.readUIntBE(0, 6) ?? 0);
  const known = sequences.filter((sequence) => sequence > 0);
  const values = await database.getMany(known.map(entryKey));
  const frames = values.map((value, at) => soundFrame(value, known[at]!));
  const bodies = tellBodies ? await bodiesOf(database, frames) : [];
  let at = 0;
  const entries = sequences.map((sequence) => {
    if (sequence === 0) return NOTHING;
    const hasBody = bodies[at] !== undefined;
    return packFrame(frames[at++]!, hasBody ? EMPTY : undefined);
  });
  return packBlock(1, entries);
}

/** Bodies that are still kept. An older entry of an item does not get the newer one's. */
async function bodiesOf(database: Database, frames: Frame[]): Promise<(Buffer | undefined)[]> {
  const keys = frames.map((frame) =>
    frame.purged || frame.bodyHash === 0n ? null : bodyKeyOf(decodeRecord(frame.payload)),
  );
  const found = await database.getMany(keys.filter((key) => key !== null));
  let at = 0;
  return keys.map((key, index) => {
    const body = key === null ? undefined : found[at++];
    return body !== undefined && hash64(body) === frames[index]!.bodyHash ? body : undefined;
  });
}

function packFrame(frame: Frame, body: Buffer | undefined): PackedEntry {
  if (!frame.purged) return { payload: frame.payload, body: body ?? null };
  // What was erased folds to nothing, but keeps its place.
  return NOTHING;
}
