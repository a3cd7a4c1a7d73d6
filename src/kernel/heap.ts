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
