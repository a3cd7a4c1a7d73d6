/**
 * Who is due next.
 *
 * Invariants: the first pair has the smallest time; equal times leave in no particular order. An
 * item may be in the heap more than once; the caller of `pop` decides whether it still counts.
 */
import { Heap } from '../../kernel/collections.js';

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
