/**
 * Takes expired bodies out of the store, and texts that updates replaced, a bounded number at a time.
 *
 * Invariant: a body goes only when the newest record of its item is covered: what follows from it is
 * then in both snapshots and in history of every index. An article that was late, whose body expires
 * soon after it came, is no exception.
 */
import type { Database, KeyRange } from '../database.js';
import type { Operation } from '../writes.js';
import {
  bodyKey,
  earlierTextKey,
  itemKeyOfBody,
  SWEPT_KEY,
  sequenceOf,
  sequenceValue,
} from './keys.js';

/** Bodies looked at in one turn: a request that waits for it waits some milliseconds. */
const TURN_BODIES_MAX = 2000;

export interface SweepOrder {
  /** Bodies that expired by then go. */
  atMs: number;
  /** Of items whose newest record is no newer than this. */
  coveredSequence: number;
}

/** What one turn has done. */
export interface SweepTurn {
  /** Where the next turn begins; null when there is nothing left. */
  from: Buffer | null;
  /** The newest record whose body went; 0 when none did. */
  sweptSequence: number;
}

/** The keys of every body that expired by an instant. */
export function expiredRange(atMs: number): KeyRange {
  return { gte: bodyKey(0, 'category', 0), lt: bodyKey(atMs + 1, 'category', 0) };
}

/** Deletes texts that updates replaced and that expired by an instant: nothing follows from them. */
export async function sweepEarlier(database: Database, atMs: number): Promise<void> {
  const keys: Buffer[] = [];
  const range = { gte: earlierTextKey(0, 0), lt: earlierTextKey(atMs + 1, 0) };
  for await (const key of database.keys({ ...range, limit: TURN_BODIES_MAX })) keys.push(key);
  if (keys.length > 0) await database.write(keys.map((key) => ({ type: 'del', key })));
}

/**
 * Deletes bodies from a key on, with a note of what a replay does not find any more.
 * @param swept what the note says so far.
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
