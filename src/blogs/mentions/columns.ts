/**
 * Growing columns, and short lists of numbers that lie in one of them.
 *
 * Invariant: a column only grows, by doubling, so a row is copied O(1) times on average. A list's
 * room is a power of two that follows from its length alone; freed rooms are used again.
 */
import { assert } from '../../kernel/assert.js';

export type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** Rows that a column begins with. */
const ROWS_MIN = 64;
/** Ends a chain of rows or rooms. */
export const NONE = -1;

/** The column itself, or a longer copy where it is too short for `length` rows. */
export function grown<C extends Column>(column: C, length: number, fill = 0): C {
  if (length <= column.length) return column;
  const rows = Math.max(ROWS_MIN, 2 ** Math.ceil(Math.log2(length)));
  const Kind = column.constructor as new (rows: number) => C;
  const wide = new Kind(rows);
  wide.set(column as never);
  if (fill !== 0) wide.fill(fill, column.length);
  return wide;
}

/** Bytes that columns take. */
export function bytesOf(...columns: readonly Column[]): number {
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Rooms for short lists of 32-bit numbers, by powers of two. */
export class ListPool {
  /** The lists; replaced when it grows, so nobody keeps it. */
  items = new Int32Array(1024);
  #used = 0;
  /** First free room of each size; a free room holds the place of the next. */
  readonly #free = new Int32Array(32).fill(NONE);

  get byteLength(): number {
    return this.items.byteLength;
  }

  /** A room for `length` numbers, at least one. */
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
    this.items = grown(this.items, this.#used);
    return at;
  }

  /** Gives back the room of a list of `length` numbers. */
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

/** The power of two of a list's room. */
function sizeOf(length: number): number {
  return length <= 1 ? 0 : 32 - Math.clz32(length - 1);
}
