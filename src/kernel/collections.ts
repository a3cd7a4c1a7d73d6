/**
 * Searches in sorted lists, the first few of many numbers, heaps, and `getOrInsert` for maps.
 *
 * Columns that are searched for each row or each posting have loops of their own (src/engine/search,
 * src/engine/runs): V8 compiles them for one kind of array.
 */

/**
 * Binary search: the first place between `from` and `to` for which `comesBefore` is false; `to` when it
 * is true for all. The places for which it is true must stand before all others.
 */
export function firstPlace(from: number, to: number, comesBefore: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the last value at or before `value` in an ascending list, or -1. */
export function lastAtOrBefore(values: readonly number[], value: number): number {
  return firstPlace(0, values.length, (at) => values[at]! <= value) - 1;
}

/**
 * Selects the first few of many numbers in an order, without sorting all of them.
 *
 * Numbers only: V8 keeps the code compiled for one kind of value, and a graph has a million edges.
 */
export class Best {
  readonly #max: number;
  readonly #compare: (a: number, b: number) => number;
  readonly #sorted: number[] = [];

  /**
   * `compare` is negative where `a` comes first; of two equal numbers the one offered earlier comes first.
   */
  constructor(max: number, compare: (a: number, b: number) => number) {
    this.#max = max;
    this.#compare = compare;
  }

  /** The last selected item when `max` items are selected; null before. */
  get bar(): number | null {
    return this.#sorted.length < this.#max ? null : this.#sorted.at(-1)!;
  }

  /** Selects an item; false when `max` items are selected and `item` comes after all of them. */
  offer(item: number): boolean {
    const { bar } = this;
    if (bar !== null && this.#compare(item, bar) >= 0) return false;
    const sorted = this.#sorted;
    const place = firstPlace(0, sorted.length, (nth) => this.#compare(sorted[nth]!, item) <= 0);
    sorted.splice(place, 0, item);
    if (sorted.length > this.#max) sorted.pop();
    return true;
  }

  /** The selected items, in order. */
  sorted(): number[] {
    return [...this.#sorted];
  }
}

/** The first `most` of the places below `count`, in an order. */
export function firstOf(
  count: number,
  most: number,
  order: (at: number, otherAt: number) => number,
): number[] {
  const best = new Best(most, order);
  for (let at = 0; at < count; at++) best.offer(at);
  return best.sorted();
}

/**
 * A binary heap: the item that comes before all others leaves first.
 *
 * When of two items neither comes before the other, either may leave first.
 */
export class Heap<T> {
  readonly #items: T[] = [];
  /** Keys of the items, in the same order. They lie together in memory; the items do not. */
  readonly #keys: number[] = [];
  readonly #comesBefore: (one: T, other: T) => boolean;
  readonly #keyOf: (item: T) => number;

  /**
   * @param comesBefore is called only for items of equal keys.
   * @param keyOf must not change while the item is in the heap; the lower key comes first.
   */
  constructor(comesBefore: (one: T, other: T) => boolean, keyOf: (item: T) => number = () => 0) {
    this.#comesBefore = comesBefore;
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The item that leaves next; undefined when the heap is empty. */
  get first(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const [items, keys] = [this.#items, this.#keys];
    const key = this.#keyOf(item);
    let at = items.push(item) - 1;
    keys.push(key);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isFirst(key, item, above)) break;
      items[at] = items[above]!;
      keys[at] = keys[above]!;
      at = above;
    }
    items[at] = item;
    keys[at] = key;
  }

  /** Takes the first item off; undefined when the heap is empty. */
  pop(): T | undefined {
    const [items, keys] = [this.#items, this.#keys];
    const first = items[0];
    const last = items.pop();
    const lastKey = keys.pop();
    if (last === undefined || lastKey === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      const right = below + 1;
      if (right < items.length && this.#isFirst(keys[right]!, items[right]!, below)) below = right;
      if (this.#isFirst(lastKey, last, below)) break;
      items[at] = items[below]!;
      keys[at] = keys[below]!;
      at = below;
    }
    items[at] = last;
    keys[at] = lastKey;
    return first;
  }

  /** Whether an item comes before the item at `place`. */
  #isFirst(key: number, item: T, place: number): boolean {
    const other = this.#keys[place]!;
    return key === other ? this.#comesBefore(item, this.#items[place]!) : key < other;
  }
}

/** The value of a key; a missing value is made, set and returned. */
export function getOrInsert<K, V>(map: Map<K, V>, key: K, make: () => NoInfer<V>): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * A heap of items by the time at which they are due.
 *
 * Invariants: the first pair has the smallest time; equal times leave in no particular order. An item may
 * be in the heap more than once; the caller of `pop` decides whether an item is still valid.
 */
export class DueHeap<T> {
  readonly #heap = new Heap<{ atMs: number; item: T }>(
    () => false,
    ({ atMs }) => atMs,
  );

  get size(): number {
    return this.#heap.size;
  }

  /** Time of the first item; infinity when the heap is empty. */
  get firstMs(): number {
    return this.#heap.first?.atMs ?? Number.POSITIVE_INFINITY;
  }

  push(atMs: number, item: T): void {
    this.#heap.push({ atMs, item });
  }

  /** Takes the first item off; undefined when the heap is empty. */
  pop(): T | undefined {
    return this.#heap.pop()?.item;
  }

  /** Takes the first item off if its time has come. */
  popDue(nowMs: number): T | undefined {
    return this.firstMs <= nowMs ? this.pop() : undefined;
  }
}
