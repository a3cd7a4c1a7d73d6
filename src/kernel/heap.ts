/**
 * A binary heap: what comes before everything else in it leaves first.
 *
 * Of items none of which comes before the other, any may leave first.
 */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #comesBefore: (one: T, other: T) => boolean;

  constructor(comesBefore: (one: T, other: T) => boolean) {
    this.#comesBefore = comesBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  /** What leaves next; undefined when the heap is empty. */
  get first(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#comesBefore(item, items[above]!)) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  /** Takes the first item off; undefined when the heap is empty. */
  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      const isRightFirst =
        below + 1 < items.length && this.#comesBefore(items[below + 1]!, items[below]!);
      if (isRightFirst) below += 1;
      if (!this.#comesBefore(items[below]!, last)) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = last;
    return first;
  }
}
