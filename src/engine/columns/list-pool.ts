/**
 * Short lists of numbers in one column.
 *
 * Invariant: the size of a list's slot is a power of two that follows from its length; freed slots are
 * reused.
 */
import { assert } from '../../kernel/errors.js';
import { withCapacity } from './columns.js';

/** End of a chain of rows or slots, and the absence of an edge. */
export const NONE = -1;

/** Slots for short lists of 32-bit numbers, by powers of two. */
export class ListPool {
  /** The lists; growing replaces this array, so callers read it anew each time. */
  items = new Int32Array(1024);
  #used = 0;
  /** First free slot of each size; a free slot holds the place of the next one. */
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

  release(at: number, length: number): void {
    const size = sizeOf(length);
    this.items[at] = this.#free[size]!;
    this.#free[size] = at;
  }

  /** Inserts `value` at `index` of a list; returns the new place of the list. */
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

  /** Removes the number at `index`; returns the new place of the list, `NONE` when it is empty. */
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

/** The exponent of the size of a list's slot. */
function sizeOf(length: number): number {
  return length <= 1 ? 0 : 32 - Math.clz32(length - 1);
}

const LENGTH_MIN = 16;

/** A growing list of 32-bit numbers without order: 4 bytes each. */
export class IntList {
  #values = new Uint32Array(LENGTH_MIN);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get byteLength(): number {
    return this.#values.byteLength;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const values = new Uint32Array(2 * this.#length);
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[this.#length++] = value;
  }

  /** Removes a value of the list; the last value takes its place. */
  remove(value: number): void {
    const index = this.#values.lastIndexOf(value, this.#length - 1);
    this.#length -= 1;
    this.#values[index] = this.#values[this.#length]!;
  }

  sorted(): Uint32Array {
    return this.#values.slice(0, this.#length).sort();
  }
}
