/**
 * Sorts items by scores, which are doubles from 0 on: the bits of such doubles, read as integers,
 * are in the order of their values, so a radix sort by bytes needs no comparisons (0.2 ms for 5,000
 * items, where comparing takes 1.3).
 */
import { endianness } from 'node:os';
import { withCapacity } from '../../engine/columns/columns.js';

const SCORE_BYTES = 8;
const BYTE_VALUES = 256;
const LOWEST_FIRST = endianness() === 'LE';

/** Counts of the values of a byte, then where items with each of them end. */
const ends = new Uint32Array(BYTE_VALUES);

/** Two columns for items, which take turns. */
let turns = [new Uint32Array(0), new Uint32Array(0)] as const;

/**
 * Items by descending score, then as in `items`; good until the next call.
 * @param scores by item, none below 0.
 */
export function byScore(items: Uint32Array, scores: Float64Array): Uint32Array {
  const bytes = new Uint8Array(scores.buffer, scores.byteOffset, scores.byteLength);
  turns = [withCapacity(turns[0], items.length), withCapacity(turns[1], items.length)];
  let [order, next] = turns;
  order.set(items);
  for (let digit = 0; digit < SCORE_BYTES; digit++) {
    const offset = LOWEST_FIRST ? digit : SCORE_BYTES - 1 - digit;
    if (!findEnds(bytes, offset)) continue;
    // From behind, so that equals stay in their order.
    for (let at = items.length - 1; at >= 0; at--) {
      const item = order[at]!;
      const value = bytes[SCORE_BYTES * item + offset]!;
      ends[value]! -= 1;
      next[ends[value]!] = item;
    }
    [order, next] = [next, order];
  }
  return order.subarray(0, items.length);
}

/** Finds where the items of each value of a byte end, large values first; false when all have one. */
function findEnds(bytes: Uint8Array, offset: number): boolean {
  ends.fill(0);
  for (let at = offset; at < bytes.length; at += SCORE_BYTES) ends[bytes[at]!]! += 1;
  if (bytes.length === 0 || ends[bytes[offset]!] === bytes.length / SCORE_BYTES) return false;
  for (let value = BYTE_VALUES - 2; value >= 0; value--) ends[value]! += ends[value + 1]!;
  return true;
}
