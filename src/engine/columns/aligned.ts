/**
 * Columns that begin at a line of the processor's cache.
 *
 * The allocator of typed arrays begins large ones 16 bytes behind a page, so that every second entry
 * of 32 bytes lies in two lines, and the second one is waited for. Memories of WebAssembly begin at
 * pages.
 */

/** Bytes of a page of WebAssembly. */
export const WASM_PAGE_BYTES = 65_536;

/** Columns in a memory begin at multiples of a vector. */
const VECTOR_BYTES = 16;

/** A kind of column. */
interface ColumnType<T> {
  new (buffer: ArrayBuffer, at: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/** Makes a memory at least so long; a longer one has another buffer. */
export function growTo(memory: WebAssembly.Memory<ArrayBuffer>, bytes: number): void {
  const pages = Math.ceil(bytes / WASM_PAGE_BYTES);
  memory.grow(Math.max(0, pages - memory.buffer.byteLength / WASM_PAGE_BYTES));
}

/** Columns of so many values, one after the other from the beginning of a memory that grows for them. */
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

/** Zeros. Costs up to 64 KB more than asked for, and address space: for few and large columns. */
export function alignedInt32(length: number): Int32Array<ArrayBuffer> {
  const pages = Math.ceil((4 * length) / WASM_PAGE_BYTES);
  const { buffer } = new WebAssembly.Memory<ArrayBuffer>({ initial: pages, maximum: pages });
  return new Int32Array(buffer, 0, length);
}
