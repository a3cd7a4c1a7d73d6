/**
 * Large buffers that are used again.
 *
 * The engine counts them with the heap, and frees one that has lived through two small collections
 * only with a full one. Threads that take some new megabytes for each request collected their whole
 * heap several times a second in a flood, with a hundred megabytes that no code used. Shown by `bench
 * ingest` (records per second, memory), Node.js 20.
 */

/** Larger ones are rare, and not worth pooling. */
const BYTES_MAX = 4 * 1024 * 1024;
/** Spare length, so that one of about the size of the last is not another one. */
const SLACK = 1.25;

export class SpareBytes {
  readonly #countMax: number;
  readonly #spare: Buffer[] = [];

  /** Pools at most `countMax` buffers. */
  constructor(countMax: number) {
    this.#countMax = countMax;
  }

  /** A buffer of at least `length` bytes, whatever is in them. */
  take(length: number): Buffer {
    const at = this.#spare.findIndex((buffer) => buffer.length >= length);
    if (at >= 0) return this.#spare.splice(at, 1)[0]!;
    return Buffer.allocUnsafeSlow(Math.ceil(length * SLACK));
  }

  /** Takes a buffer back that has no other user. The newest are pooled. */
  give(buffer: Buffer): void {
    if (buffer.length > BYTES_MAX) return;
    this.#spare.unshift(buffer);
    if (this.#spare.length > this.#countMax) this.#spare.pop();
  }
}
