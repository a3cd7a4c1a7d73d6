/**
 * Which articles hold a term: for each term a list of slots in one piece of memory, so that a list is read
 * at the speed of memory and not of its latency.
 *
 *   starts[hash] ─► count │ slot │ slot │ …        2, 4, 8 … numbers; moved when full
 *
 * Lists grow by doubling; what they leave is given to the next list of that size.
 * Not here: which slots are still in use (neighbours.ts).
 */
import { HASH_BITS } from './text-terms.js';

const CAPACITY_MIN = 4096;
/** Block sizes are powers of two; the largest holds every slot that there can be. */
const SIZES = 32;

export class TermPostings {
  /** By hash; 0 where no article holds the term. */
  readonly #starts = new Uint32Array(1 << HASH_BITS);
  #numbers = new Uint32Array(CAPACITY_MIN);
  /** Numbers in use; the first is none, so that no list starts there. */
  #length = 1;
  /** Blocks that lists have left, by the logarithm of their size. */
  readonly #left: number[][] = Array.from({ length: SIZES }, () => []);

  /** The place of a term's list in `numbers`: its count, then its slots. 0 for none. */
  startOf(hash: number): number {
    return this.#starts[hash]!;
  }

  /** To be read only, until the next `add`. */
  get numbers(): Uint32Array {
    return this.#numbers;
  }

  add(hash: number, slot: number): void {
    const start = this.#starts[hash]!;
    if (start === 0) {
      const place = this.#take(1);
      this.#numbers[place] = 1;
      this.#numbers[place + 1] = slot;
      this.#starts[hash] = place;
      return;
    }
    const size = this.#numbers[start]! + 1;
    let place = start;
    if ((size & (size - 1)) === 0) {
      const log = 31 - Math.clz32(size);
      place = this.#take(log + 1);
      this.#numbers.copyWithin(place, start, start + size);
      this.#left[log]!.push(start);
      this.#starts[hash] = place;
    }
    this.#numbers[place + size] = slot;
    this.#numbers[place] = size;
  }

  clear(): void {
    this.#starts.fill(0);
    this.#length = 1;
    for (const blocks of this.#left) blocks.length = 0;
  }

  /** A block of 2 to the power of `log` numbers. */
  #take(log: number): number {
    const block = this.#left[log]!.pop();
    if (block !== undefined) return block;
    const place = this.#length;
    this.#length += 1 << log;
    if (this.#length > this.#numbers.length) {
      const numbers = new Uint32Array(2 * this.#length);
      numbers.set(this.#numbers);
      this.#numbers = numbers;
    }
    return place;
  }
}
