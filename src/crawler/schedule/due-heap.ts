/**
 * Who is due next: a binary heap of times in two columns.
 *
 * Invariants: the first pair has the smallest time; equal times leave in no particular order. An
 * item may be in the heap more than once; the caller of `pop` decides whether it still counts.
 */

export class DueHeap<T> {
  readonly #times: number[] = [];
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** Time of the first item; infinity when the heap is empty. */
  get firstMs(): number {
    return this.#times[0] ?? Number.POSITIVE_INFINITY;
  }

  push(atMs: number, item: T): void {
    let at = this.#times.length;
    this.#times.push(atMs);
    this.#items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#times[parent]! <= atMs) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, atMs, item);
  }

  /** Takes the first item off; undefined when the heap is empty. */
  pop(): T | undefined {
    const first = this.#items[0];
    const lastMs = this.#times.pop();
    const last = this.#items.pop();
    if (this.#items.length > 0) this.#sink(lastMs!, last!);
    return first;
  }

  /** Takes the first item off if its time has come. */
  popDue(nowMs: number): T | undefined {
    return this.firstMs <= nowMs ? this.pop() : undefined;
  }

  #sink(atMs: number, item: T): void {
    const { length } = this.#items;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) break;
      if (child + 1 < length && this.#times[child + 1]! < this.#times[child]!) child += 1;
      if (this.#times[child]! >= atMs) break;
      this.#move(child, at);
      at = child;
    }
    this.#set(at, atMs, item);
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from]!;
    this.#items[to] = this.#items[from]!;
  }

  #set(at: number, atMs: number, item: T): void {
    this.#times[at] = atMs;
    this.#items[at] = item;
  }
}
