/**
 * Short lists of numbers that lie in one column.
 *
 * Invariant: a list's slot is a power of two that follows from its length alone; freed slots are
 * used again.
 */
import { assert } from '../../kernel/assert.js';
import { withCapacity } from './columns.js';

/** Ends a chain of rows or slots, and stands for no edge. */
export const NONE = -1;

/** Slots for short lists of 32-bit numbers, by powers of two. */
export class ListPool {
  /** The lists; replaced when it grows: to be read anew each time. */
  items = new Int32Array(1024);
  #used = 0;
  /** First free slot of each size; a free slot holds the place of the next. */
  readonly #free = new Int32Array(32).fill(NONE);

  get byteLength(): number {
    return this.items.byteLength;
  }

  /** A slot for `length` numbers, at least one. */
  allocate(length: number): number {
    const size = sizeOf(length);
    const freed = this.#free[size]!;
    if (freed !== NONE) {
      this.#free[size] = this.items[freed]!;
      return freed;
    }
    const at = this.#used;
    this.#used += 2 ** size;
    assert(this.#used < 2 ** 31, 'places in the pool are 32-bit numbers');
    this.items = withCapacity(this.items, this.#used);
    return at;
  }

  /** Gives back the slot of a list of `length` numbers. */
  release(at: number, length: number): void {
    const size = sizeOf(length);
    this.items[at] = this.#free[size]!;
    this.#free[size] = at;
  }

  /** Puts `value` at `index` of a list; returns where the list now lies. */
  insert(at: number, length: number, index: number, value: number): number {
    let place = at;
    if (length === 0) place = this.allocate(1);
    else if (sizeOf(length + 1) !== sizeOf(length)) {
      place = this.allocate(length + 1);
      this.items.copyWithin(place, at, at + length);
      this.release(at, length);
    }
    this.items.copyWithin(place + index + 1, place + index, place + length);
    this.items[place + index] = value;
    return place;
  }

  /** Takes out the number at `index`; returns where the list now lies, `NONE` once it is empty. */
  remove(at: number, length: number, index: number): number {
    this.items.copyWithin(at + index, at + index + 1, at + length);
    if (length > 1 && sizeOf(length - 1) === sizeOf(length)) return at;
    if (length === 1) {
      this.release(at, 1);
      return NONE;
    }
    const place = this.allocate(length - 1);
    this.items.copyWithin(place, at, at + length - 1);
    this.release(at, length);
    return place;
  }
}

/** The power of two of a list's slot. */
function sizeOf(length: number): number {
  return length <= 1 ? 0 : 32 - Math.clz32(length - 1);
}
