/**
 * Writes bytes in sequence and reads them in the same order; and writes sections, which are
 * deflated when that is worth while.
 *
 *   number := 7 bits of it, lowest first, the eighth bit set while more follow   (LEB128)
 *
 * Each section is inflated on demand and alone: one list of a day needs only its own sections. The
 * level is fixed, so equal bytes give equal sections with equal versions of zlib.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { assert } from '../../../kernel/errors.js';

const EXPECTED_BYTES = 4096;
const MORE = 0x80;
const SEVEN_BITS = 0x7f;
const EIGHT = 8;
/** A UTF-16 unit takes at most three bytes of UTF-8. */
const UTF8_UNIT_BYTES_MAX = 3;

export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  /** @param expectedBytes initial capacity. */
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

  /** A text in UTF-8; returns the number of its bytes. */
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

  /** The written bytes; valid until the next write. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** The written bytes, in new shared memory. */
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

const LEVEL = 6;
/** Setting up an inflater takes longer than inflating this much, and leaves as much garbage. */
const SMALL_BYTES = 4096;
/** zlib's least output buffer; zlib allocates another when one is full. */
const CHUNK_BYTES_MIN = 64;
/** Numbers of a section in `sizes`: bytes of its content, and stored bytes. */
const PLACE_NUMBERS = 2;

export class SectionWriter {
  readonly #isPacked: boolean;
  readonly #sections: Uint8Array[] = [];
  /** Content and stored bytes of every section. */
  readonly sizes: number[] = [];

  /** @param isPacked whether sections are deflated at all. */
  constructor(isPacked: boolean) {
    this.#isPacked = isPacked;
  }

  /** Adds a section with a copy of these bytes, deflated when that makes it shorter. */
  add(content: Uint8Array): void {
    this.#add(content, this.#isPacked);
  }

  /** As `add`, for one of many sections that a list needs: small ones are not deflated. */
  addOneOfMany(content: Uint8Array): void {
    this.#add(content, this.#isPacked && content.length > SMALL_BYTES);
  }

  #add(content: Uint8Array, isPacked: boolean): void {
    const packed = isPacked ? deflateRawSync(content, { level: LEVEL }) : content;
    const stored = packed.length < content.length ? packed : content.slice();
    this.#sections.push(stored);
    this.sizes.push(content.length, stored.length);
  }

  get sections(): readonly Uint8Array[] {
    return this.#sections;
  }
}

export class SectionReader {
  readonly #bytes: Uint8Array;
  readonly #sizes: readonly number[];
  readonly #starts: number[] = [];

  /** @param at start of the first section. @throws when there are fewer bytes than sections. */
  constructor(bytes: Uint8Array, at: number, sizes: readonly number[]) {
    this.#bytes = bytes;
    this.#sizes = sizes;
    let end = at;
    for (let size = 0; size < sizes.length; size += PLACE_NUMBERS) {
      this.#starts.push(end);
      end += sizes[size + 1]!;
    }
    assert(end <= bytes.length, 'the sections of a ranking block end within it');
  }

  /** The content of a section; callers must not change it. */
  section(number: number): Uint8Array {
    const start = this.#starts[number]!;
    const length = this.#sizes[PLACE_NUMBERS * number]!;
    const stored = this.#sizes[PLACE_NUMBERS * number + 1]!;
    const bytes = this.#bytes.subarray(start, start + stored);
    if (stored === length) return bytes;
    const content = inflateRawSync(bytes, { chunkSize: Math.max(CHUNK_BYTES_MIN, length + 1) });
    assert(content.length === length, 'a section of a ranking block is as long as its header says');
    return content;
  }
}
