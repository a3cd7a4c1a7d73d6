/**
 * Keeps the first few of many numbered items in an order, in a heap whose root is the last of them.
 *
 * Numbers only: code that meets one kind of value stays compiled, and a graph has a million edges.
 */
export class Best {
  readonly #max: number;
  readonly #compare: (a: number, b: number) => number;
  readonly #heap: number[] = [];

  /** `compare` is negative where `a` comes first, and zero for no two items. */
  constructor(max: number, compare: (a: number, b: number) => number) {
    this.#max = max;
    this.#compare = compare;
  }

  /** The last item that is still kept, once there is no room for more; null before. */
  get bar(): number | null {
    return this.#heap.length < this.#max ? null : this.#heap[0]!;
  }

  /** Takes an item; false when it comes after all that are kept, and there is no room. */
  offer(item: number): boolean {
    const heap = this.#heap;
    if (heap.length < this.#max) {
      heap.push(item);
      this.#rise(heap.length - 1);
      return true;
    }
    if (this.#compare(item, heap[0]!) >= 0) return false;
    heap[0] = item;
    this.#sink();
    return true;
  }

  /** What is kept, in order. */
  sorted(): number[] {
    return [...this.#heap].sort(this.#compare);
  }

  #rise(from: number): void {
    const heap = this.#heap;
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (this.#compare(heap[at]!, heap[parent]!) <= 0) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      let last = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && this.#compare(heap[child]!, heap[last]!) > 0) last = child;
      }
      if (last === at) return;
      this.#swap(at, last);
      at = last;
    }
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    const item = heap[a]!;
    heap[a] = heap[b]!;
    heap[b] = item;
  }
}
