/**
 * Bytes that are written from front to back, and read back in the same order.
 *
 *   number := 7 bits of it, lowest first, the eighth bit set while more follow   (LEB128)
 */
import { assert } from '../../kernel/errors.js';

const EXPECTED_BYTES = 4096;
const MORE = 0x80;
const SEVEN_BITS = 0x7f;
const EIGHT = 8;
/** A UTF-16 unit takes at most three bytes of UTF-8. */
const UTF8_UNIT_BYTES_MAX = 3;

export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  /** @param expectedBytes what is likely to be written. */
  constructor(expectedBytes = EXPECTED_BYTES) {
    this.#bytes = Buffer.alloc(expectedBytes);
  }

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** An integer from 0 to 2⁵³ − 1. */
  number(value: number): void {
    let rest = value;
    while (rest > SEVEN_BITS) {
      this.byte((rest % MORE) | MORE);
      rest = Math.floor(rest / MORE);
    }
    this.byte(rest);
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A text in UTF-8; returns its bytes. */
  text(text: string): number {
    this.#reserve(UTF8_UNIT_BYTES_MAX * text.length);
    const length = this.#bytes.write(text, this.#length);
    this.#length += length;
    return length;
  }

  /** Zeros up to the next multiple of eight, where columns of any type may begin. */
  align(): void {
    while (this.#length % EIGHT !== 0) this.byte(0);
  }

  /** The bytes written; good until more are. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** The bytes written, in shared memory of their own. */
  shared(): Uint8Array {
    const target = new Uint8Array(new SharedArrayBuffer(this.#length));
    target.set(this.#bytes.subarray(0, this.#length));
    return target;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const longer = Buffer.alloc(Math.max(2 * this.#bytes.length, this.#length + more));
    longer.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = longer;
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    assert(this.at < this.#bytes.length, 'bytes are read within their bounds');
    return this.#bytes[this.at++]!;
  }

  number(): number {
    const first = this.byte();
    // Most numbers are small.
    if (first < MORE) return first;
    let value = first & SEVEN_BITS;
    for (let scale = MORE; ; scale *= MORE) {
      const next = this.byte();
      value += (next & SEVEN_BITS) * scale;
      if (next < MORE) return value;
    }
  }
}
