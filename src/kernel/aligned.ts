/**
 * Columns that begin at a line of the processor's cache.
 *
 * The allocator of typed arrays begins large ones 16 bytes behind a page, so that every second entry
 * of 32 bytes lies in two lines, and the second one is waited for. Memories of WebAssembly begin at
 * pages.
 */

/** Bytes of a page of WebAssembly. */
export const WASM_PAGE_BYTES = 65_536;

/** Zeros. Costs up to 64 KB more than asked for, and address space: for few and large columns. */
export function alignedInt32(length: number): Int32Array<ArrayBuffer> {
  const pages = Math.ceil((4 * length) / WASM_PAGE_BYTES);
  const { buffer } = new WebAssembly.Memory<ArrayBuffer>({ initial: pages, maximum: pages });
  return new Int32Array(buffer, 0, length);
}
