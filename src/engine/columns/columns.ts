/**
 * Columns of numbers: growing ones, ones in a WebAssembly memory, and columns as the bytes of a chunk.
 *
 * Invariant: growing multiplies, so a value is copied O(1) times on average: by two, and by less where
 * doubling would reserve megabytes that stay unused.
 */

import { assert } from '../../kernel/errors.js';

export type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

const LENGTH_MIN = 256;
const LARGE_LENGTH = 2 ** 20;
const LARGE_GROWTH = 1.25;

/** The column, or a longer copy of it with space for `length` values; new values are `fill`. */
export function withCapacity<T extends Column>(column: T, length: number, fill = 0): T {
  if (length <= column.length) return column;
  const Type = column.constructor as new (size: number) => T;
  const growth = column.length < LARGE_LENGTH ? 2 : LARGE_GROWTH;
  const longer = new Type(Math.max(length, Math.ceil(growth * column.length), LENGTH_MIN));
  longer.set(column);
  if (fill !== 0) longer.fill(fill, column.length);
  return longer;
}

/** An object with columns of these names, whose values at one place form a row. */
type Rows<Name extends string> = { [N in Name]: Column };

/** Makes space for `length` values in each of the named columns. */
export function growColumns<N extends string>(
  rows: Rows<N>,
  names: readonly N[],
  length: number,
): void {
  for (const name of names) rows[name] = withCapacity(rows[name], length);
}

export function bytesOfColumns<N extends string>(rows: Rows<N>, names: readonly N[]): number {
  return names.reduce((sum, name) => sum + rows[name].byteLength, 0);
}

/** A copy of a column with `length` values, at least as many as it has. */
export function resized<T extends Column>(column: T, length: number): T {
  const copy = new (column.constructor as new (size: number) => T)(length);
  copy.set(column);
  return copy;
}

/** Total bytes of columns and of structures made of columns. */
export function bytesOf(...parts: readonly { readonly byteLength: number }[]): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

export const WASM_PAGE_BYTES = 65_536;

/** Columns in a memory begin at multiples of a vector. */
const VECTOR_BYTES = 16;

/** The constructor of a kind of column. */
interface ColumnType<T> {
  new (buffer: ArrayBuffer, at: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/** Grows a memory to at least `bytes`, which replaces its buffer. */
export function growTo(memory: WebAssembly.Memory<ArrayBuffer>, bytes: number): void {
  const pages = Math.ceil(bytes / WASM_PAGE_BYTES);
  memory.grow(Math.max(0, pages - memory.buffer.byteLength / WASM_PAGE_BYTES));
}

/** Columns of the wanted lengths, one after the other from the start of a memory, which grows as needed. */
export function columnsIn<T extends unknown[]>(
  memory: WebAssembly.Memory<ArrayBuffer>,
  ...wanted: { [K in keyof T]: readonly [type: ColumnType<T[K]>, length: number] }
): T {
  let end = 0;
  const starts = wanted.map(([type, length]) => {
    const start = end;
    end += Math.ceil((length * type.BYTES_PER_ELEMENT) / VECTOR_BYTES) * VECTOR_BYTES;
    return start;
  });
  growTo(memory, end);
  return wanted.map(([type, length], at) => new type(memory.buffer, starts[at]!, length)) as T;
}

/** The bytes of a column without copying: little-endian, as in chunks. */
export function columnBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The values of some rows, as the bytes of a column of the same type. */
export function rowBytes<T extends Column>(column: T, rows: ArrayLike<number>): Uint8Array {
  const Type = column.constructor as new (size: number) => T;
  const values = new Type(rows.length);
  for (let at = 0; at < rows.length; at++) values[at] = column[rows[at]!]!;
  return columnBytes(values);
}

/**
 * A column from bytes of a chunk at any alignment.
 * @param length required number of values; any number by default.
 * @throws when the bytes are no whole number of values, or another number.
 */
export function columnOf<T extends Column>(
  type: { readonly BYTES_PER_ELEMENT: number; new (buffer: ArrayBuffer): T },
  bytes: Uint8Array,
  length = bytes.length / type.BYTES_PER_ELEMENT,
): T {
  assert(bytes.length === length * type.BYTES_PER_ELEMENT, 'a column has a value for each row');
  assert(Number.isInteger(length), 'a column holds whole values');
  return new type(new Uint8Array(bytes).buffer);
}
