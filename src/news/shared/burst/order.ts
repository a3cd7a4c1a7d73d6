/**
 * Orders of tags: by code points; and by value, then count, then code points (decision 17).
 *
 * Most tags of a day have equal values and counts, so their texts decide. `TagOrder` compares texts
 * only when a tag is added or its shown spelling changes; lists are ranked by numbers alone.
 */
import { withCapacity } from '../../../engine/columns/columns.js';
import { firstPlace } from '../../../kernel/collections.js';
import { hashOfNumber } from '../../../kernel/hash.js';

const SURROGATES_START = 0xd800;
const SURROGATES_END = 0xdfff;

/** Compares texts by code points, which differs from UTF-16 units above U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    const leftIsSurrogate = left >= SURROGATES_START && left <= SURROGATES_END;
    const rightIsSurrogate = right >= SURROGATES_START && right <= SURROGATES_END;
    if (leftIsSurrogate === rightIsSurrogate) return left - right;
    return leftIsSurrogate ? 1 : -1;
  }
  return a.length - b.length;
}

/** A set of numbered tags, ordered by their texts. */
export class TagOrder {
  readonly #textOf: (tag: number) => string;
  readonly #isIn: (tag: number) => boolean;
  #sorted: Int32Array;
  #touched = new Set<number>();

  /** @param sorted tags of the set, in order. */
  constructor(
    textOf: (tag: number) => string,
    isIn: (tag: number) => boolean,
    sorted = new Int32Array(0),
  ) {
    this.#textOf = textOf;
    this.#isIn = isIn;
    this.#sorted = sorted;
  }

  /** Notes that a tag may have been added or removed, or that its text may have changed. */
  touch(tag: number): void {
    this.#touched.add(tag);
  }

  /** The tags of the set by code points. Valid until the next call. */
  tags(): Int32Array {
    if (this.#touched.size === 0) return this.#sorted;
    const stay = this.#sorted.filter((tag) => !this.#touched.has(tag));
    const come = [...this.#touched]
      .filter(this.#isIn)
      .map((tag) => ({ tag, text: this.#textOf(tag) }))
      .sort((a, b) => compareCodePoints(a.text, b.text));
    this.#touched.clear();
    const merged = new Int32Array(stay.length + come.length);
    let from = 0;
    come.forEach(({ tag, text }, rank) => {
      const until = this.#placeOf(stay, from, text);
      merged.set(stay.subarray(from, until), from + rank);
      merged[until + rank] = tag;
      from = until;
    });
    merged.set(stay.subarray(from), from + come.length);
    this.#sorted = merged;
    return merged;
  }

  /** The number of `tags` before a text; at least `from`. */
  #placeOf(tags: Int32Array, from: number, text: string): number {
    return firstPlace(
      from,
      tags.length,
      (at) => compareCodePoints(this.#textOf(tags[at]!), text) < 0,
    );
  }
}

/**
 * Ranks items by descending value, then descending count, then position; 0 for items without a
 * count. Few items differ in value and count, so groups of equal items are sorted, not items: this
 * takes 40 ns for an item, and sorting items takes 300.
 * @param stride distance of items in both columns; the first is at `offset`.
 */
export function ranksOf(
  values: Float64Array,
  counts: Uint32Array,
  stride: number,
  offset: number,
): Uint32Array {
  const length = Math.floor(counts.length / stride);
  const groups = new PairGroups();
  const groupOf = new Uint32Array(length);
  for (let item = 0; item < length; item++) {
    const at = item * stride + offset;
    // In `groupOf`, groups are numbered from 1: 0 is for items without a count.
    if (counts[at]! > 0) groupOf[item] = groups.of(values[at]!, counts[at]!) + 1;
  }
  const sizes = new Uint32Array(groups.length + 1);
  for (let item = 0; item < length; item++) sizes[groupOf[item]!]! += 1;
  const next = new Uint32Array(groups.length + 1);
  let rank = 1;
  for (const group of orderOfGroups(groups)) {
    next[group + 1] = rank;
    rank += sizes[group + 1]!;
  }
  const ranks = new Uint32Array(length);
  for (let item = 0; item < length; item++) {
    const group = groupOf[item]!;
    if (group > 0) ranks[item] = next[group]!++;
  }
  return ranks;
}

function orderOfGroups({ length, values, counts }: PairGroups): Uint32Array {
  const order = Uint32Array.from({ length }, (_, group) => group);
  return order.sort((a, b) => values[b]! - values[a]! || counts[b]! - counts[a]!);
}

/**
 * Positions of the first items by descending value, then descending count, then ascending key; NaN
 * values come last. A heap holds `most` items, so each other item costs one comparison.
 */
export function firstOf(
  values: Float64Array,
  counts: Uint32Array,
  keys: ArrayLike<number>,
  most: number,
): Uint32Array {
  // The root of the heap is the last of its items.
  const heap = new Uint32Array(Math.min(most, values.length));
  if (heap.length === 0) return heap;
  const columns = { values, counts, keys };
  for (let place = 0; place < heap.length; place++) rise(heap, place, columns);
  for (let place = heap.length; place < values.length; place++) {
    if (isAfter(heap[0]!, place, columns)) sink(heap, heap.length, place, columns);
  }
  // Moves the root behind the rest of the heap, until the rest is empty.
  for (let rest = heap.length - 1; rest > 0; rest--) {
    const last = heap[0]!;
    sink(heap, rest, heap[rest]!, columns);
    heap[rest] = last;
  }
  return heap;
}

interface OrderColumns {
  values: Float64Array;
  counts: Uint32Array;
  keys: ArrayLike<number>;
}

function isAfter(a: number, b: number, { values, counts, keys }: OrderColumns): boolean {
  const left = values[a]!;
  const right = values[b]!;
  if (left < right) return true;
  if (left > right) return false;
  // The values are equal, or one or both are NaN.
  const isLeftLast = Number.isNaN(left);
  if (isLeftLast !== Number.isNaN(right)) return isLeftLast;
  if (counts[a] !== counts[b]) return counts[a]! < counts[b]!;
  return keys[a]! > keys[b]!;
}

/** Adds an item to a heap of `length` items. */
function rise(heap: Uint32Array, length: number, columns: OrderColumns): void {
  const item = length;
  let at = length;
  for (let up = (at - 1) >> 1; at > 0 && isAfter(item, heap[up]!, columns); up = (at - 1) >> 1) {
    heap[at] = heap[up]!;
    at = up;
  }
  heap[at] = item;
}

/** Replaces the root of a heap of `length` items. */
function sink(heap: Uint32Array, length: number, item: number, columns: OrderColumns): void {
  let at = 0;
  for (let down = 1; down < length; down = 2 * at + 1) {
    if (down + 1 < length && isAfter(heap[down + 1]!, heap[down]!, columns)) down += 1;
    if (!isAfter(heap[down]!, item, columns)) break;
    heap[at] = heap[down]!;
    at = down;
  }
  heap[at] = item;
}

const GROUPS_MIN = 1024;

/** Distinct pairs of value and count, numbered from 0: an open hash table, at most half full. */
export class PairGroups {
  values = new Float64Array(GROUPS_MIN);
  counts = new Uint32Array(GROUPS_MIN);
  length = 0;
  #table = new Int32Array(2 * GROUPS_MIN);

  /** The group of a value (not NaN) and a count. */
  of(value: number, count: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    let at = hashOfNumber(value, count) & mask;
    // Entries of the table are group numbers plus one.
    for (; table[at] !== 0; at = (at + 1) & mask) {
      const group = table[at]! - 1;
      if (this.values[group] === value && this.counts[group] === count) return group;
    }
    const group = this.length++;
    this.values = withCapacity(this.values, this.length);
    this.counts = withCapacity(this.counts, this.length);
    this.values[group] = value;
    this.counts[group] = count;
    table[at] = this.length;
    if (2 * this.length > table.length) this.#grow();
    return group;
  }

  #grow(): void {
    const table = new Int32Array(2 * this.#table.length);
    const mask = table.length - 1;
    for (let group = 0; group < this.length; group++) {
      let at = hashOfNumber(this.values[group]!, this.counts[group]!) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = group + 1;
    }
    this.#table = table;
  }
}
