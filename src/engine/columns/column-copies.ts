/**
 * Columns of numbers as bytes of a chunk, and back.
 */
import { assert } from '../../kernel/errors.js';

/** The bytes of a column, not copied. */
export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A column of bytes that may lie anywhere. @throws when they are no whole number of values. */
export function columnOf<T>(
  type: { readonly BYTES_PER_ELEMENT: number; new (buffer: ArrayBuffer): T },
  bytes: Uint8Array,
): T {
  assert(bytes.length % type.BYTES_PER_ELEMENT === 0, 'a column holds whole values');
  return new type(Uint8Array.from(bytes).buffer);
}

/** A copy of bytes that starts where any column may start. */
export function copyOf(bytes: Uint8Array, byteLength: number): ArrayBuffer {
  assert(bytes.byteLength === byteLength, 'a column has a value for each post');
  const copy = new Uint8Array(byteLength);
  copy.set(bytes);
  return copy.buffer as ArrayBuffer;
}
