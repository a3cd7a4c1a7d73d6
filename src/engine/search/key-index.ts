/**
 * Finds the rows that have a key, where each row has a few and keys are numbers.
 *
 *   index := rows u32 | keys u32 | keys f64, ascending | lists, one for each key (posting-lists.ts)
 *
 * Invariants: answers are exact; the bytes never change. Keys are whole numbers whose low bits are well
 * distributed (hashes), which only affects the time of making an index.
 */
import { assert } from '../../kernel/errors.js';
import {
  ENTRY_BYTES_MAX,
  type ListCursor,
  PostingLists,
  PostingListsWriter,
  ROWS_MAX,
} from './posting-lists.js';

const HEADER_BYTES = 8;
const ALIGN_BYTES = 8;

/** Keys of rows: those of row `i` reach from the end of the row before it to `ends[i]`. */
export interface KeyColumn {
  keys: Float64Array;
  ends: Uint32Array;
}

export class KeyIndex {
  readonly byteLength: number;
  readonly #keys: Float64Array;
  readonly #lists: PostingLists;

  /** The index at an offset, which is a multiple of eight. */
  constructor(buffer: ArrayBufferLike, at: number) {
    const [rows, keys] = new Uint32Array(buffer, at, 2) as unknown as [number, number];
    this.#keys = new Float64Array(buffer, at + HEADER_BYTES, keys);
    const listsAt = HEADER_BYTES + this.#keys.byteLength;
    this.#lists = new PostingLists(buffer, at + listsAt, rows, keys);
    this.byteLength = listsAt + this.#lists.byteLength;
  }

  /** Walks the rows that have a key; null when there are none. */
  walk(key: number): ListCursor | null {
    const at = placeOf(this.#keys, key);
    return this.#keys[at] === key ? this.#lists.cursor(at) : null;
  }
}

/** Makes an index of rows `firstRow` to `endRow`, exclusive; at most `ROWS_MAX` of them. */
export class KeyIndexBuilder {
  readonly #rows: number;
  readonly #keys: Float64Array;
  readonly #writer: PostingListsWriter;

  constructor({ keys, ends }: KeyColumn, firstRow: number, endRow: number) {
    this.#rows = endRow - firstRow;
    assert(this.#rows > 0 && this.#rows <= ROWS_MAX, 'an index has 1 to 65,536 rows');
    const start = firstRow === 0 ? 0 : ends[firstRow - 1]!;
    const own = keys.subarray(start, ends[endRow - 1]!);
    const { ordinals, distinct } = numbered(own);
    this.#keys = distinct;
    this.#writer = new PostingListsWriter(this.#rows, new Uint8Array(ENTRY_BYTES_MAX * own.length));
    const { entries, listEnds } = gathered(ordinals, distinct.length, (row) => {
      return ends[firstRow + row]! - start;
    });
    let from = 0;
    for (const to of listEnds) {
      this.#writer.add(entries, from, to);
      from = to;
    }
  }

  get byteLength(): number {
    return HEADER_BYTES + this.#keys.byteLength + this.#writer.byteLength;
  }

  /** Writes the index at an offset that is a multiple of eight. */
  writeTo(buffer: ArrayBufferLike, at: number): void {
    assert(at % ALIGN_BYTES === 0, 'keys are aligned');
    new Uint32Array(buffer, at, 2).set([this.#rows, this.#keys.length]);
    new Float64Array(buffer, at + HEADER_BYTES, this.#keys.length).set(this.#keys);
    this.#writer.writeTo(buffer, at + HEADER_BYTES + this.#keys.byteLength);
  }
}

/** The distinct keys in ascending order, and for each key its place among them. */
function numbered(keys: Float64Array): { ordinals: Uint32Array; distinct: Float64Array } {
  let slots = 16;
  while (slots < 2 * keys.length) slots *= 2;
  // Open addressing; a slot holds the ordinal of its key plus one.
  const table = new Uint32Array(slots);
  const ordinals = new Uint32Array(keys.length);
  const found = new Float64Array(keys.length);
  let count = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    let slot = (key >>> 0) & (slots - 1);
    while (table[slot] !== 0 && found[table[slot]! - 1] !== key) slot = (slot + 1) & (slots - 1);
    if (table[slot] === 0) {
      found[count++] = key;
      table[slot] = count;
    }
    ordinals[at] = table[slot]! - 1;
  }
  const distinct = found.slice(0, count).sort();
  const places = found.subarray(0, count).map((key) => placeOf(distinct, key));
  return { ordinals: ordinals.map((ordinal) => places[ordinal]!), distinct };
}

/** The rows of each ordinal, ascending, by a counting sort. */
function gathered(
  ordinals: Uint32Array,
  count: number,
  endOfRow: (row: number) => number,
): { entries: Uint32Array; listEnds: Uint32Array } {
  const places = new Uint32Array(count);
  for (let at = 0; at < ordinals.length; at++) places[ordinals[at]!]! += 1;
  let place = 0;
  places.forEach((own, ordinal) => {
    places[ordinal] = place;
    place += own;
  });
  const entries = new Uint32Array(ordinals.length);
  let row = 0;
  for (let at = 0; at < ordinals.length; at++) {
    while (endOfRow(row) <= at) row += 1;
    entries[places[ordinals[at]!]!++] = row;
  }
  return { entries, listEnds: places };
}

/** The place of the first key that is not smaller. */
function placeOf(keys: Float64Array, key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
