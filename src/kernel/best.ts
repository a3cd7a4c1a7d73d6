/**
 * The first few of many in an order, without sorting all of them.
 *
 * Numbers only: code that meets one kind of value stays compiled, and a graph has a million edges.
 */
import { firstPlace } from './binary-search.js';

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
