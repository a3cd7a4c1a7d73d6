/**
 * What the lists and maps of the language do not bring.
 *
 * Places in sorted lists, the first few of many, a heap, and the value of a map that is made where there is
 * none. Columns that are searched for each row or each posting have loops of their own (src/engine/search,
 * src/engine/runs): the engine compiles them for one kind of array.
 */

/**
 * The first place between `from` and `to` of something that no longer comes before what is looked
 * for; `to` when all of it does. Whatever follows something that does not come before does not either.
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
 * The first few of many in an order, without sorting all of them.
 *
 * Numbers only: code that meets one kind of value stays compiled, and a graph has a million edges.
 */
export class Best {
  readonly #max: number;
  readonly #compare: (a: number, b: number) => number;
  readonly #sorted: number[] = [];

  /** `compare` is negative where `a` comes first; of two that it calls equal the one offered before does. */
  constructor(max: number, compare: (a: number, b: number) => number) {
    this.#max = max;
    this.#compare = compare;
  }

  /** The last item that is still kept, once there is no room for more; null before. */
  get bar(): number | null {
    return this.#sorted.length < this.#max ? null : this.#sorted.at(-1)!;
  }

  /** Takes an item; false when it comes after all that are kept, and there is no room. */
  offer(item: number): boolean {
    const { bar } = this;
    if (bar !== null && this.#compare(item, bar) >= 0) return false;
    const sorted = this.#sorted;
    const place = firstPlace(0, sorted.length, (nth) => this.#compare(sorted[nth]!, item) <= 0);
    sorted.splice(place, 0, item);
    if (sorted.length > this.#max) sorted.pop();
    return true;
  }

  /** What is kept, in order. */
  sorted(): number[] {
    return [...this.#sorted];
  }
}

/** The places below `count` of the first `most` in an order, in that order. */
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
 * A binary heap: what comes before everything else in it leaves first.
 *
 * Of items none of which comes before the other, any may leave first.
 */
export class Heap<T> {
  readonly #items: T[] = [];
  /** Keys of the items, in their order: they lie together, and items far apart. */
  readonly #keys: number[] = [];
  readonly #comesBefore: (one: T, other: T) => boolean;
  readonly #keyOf: (item: T) => number;

  /**
   * @param comesBefore is asked of items of equal keys.
   * @param keyOf stays the same while the item is in the heap; the lower comes first.
   */
  constructor(comesBefore: (one: T, other: T) => boolean, keyOf: (item: T) => number = () => 0) {
    this.#comesBefore = comesBefore;
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#items.length;
  }

  /** What leaves next; undefined when the heap is empty. */
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

  /** An item comes before the one at a place. */
  #isFirst(key: number, item: T, place: number): boolean {
    const other = this.#keys[place]!;
    return key === other ? this.#comesBefore(item, this.#items[place]!) : key < other;
  }
}

/**
 * The value that a map has for a key; where it has none, what `make` gives is set and returned.
 */
export function getOrInsert<K, V>(map: Map<K, V>, key: K, make: () => NoInfer<V>): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/**
 * Who is due next.
 *
 * Invariants: the first pair has the smallest time; equal times leave in no particular order. An
 * item may be in the heap more than once; the caller of `pop` decides whether it still counts.
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
