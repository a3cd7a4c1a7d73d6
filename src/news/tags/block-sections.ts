/**
 * Stretches of bytes one after the other, each deflated where that is worth while.
 *
 * A section is inflated when somebody reads it, and by itself: one list of a day costs its own sections.
 * The level is fixed, so equal bytes give equal sections on equal versions of zlib.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { assert } from '../../kernel/errors.js';

const LEVEL = 6;
/** To set up an inflater takes longer than inflating this much, and leaves as much garbage. */
const SMALL_BYTES = 4096;
/** zlib takes no smaller output buffers than this, and asks for another one when one is full. */
const CHUNK_BYTES_MIN = 64;
/** Numbers of a section's place: bytes of its content, and bytes that it takes. */
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

  /** Adds a section with a copy of these bytes, deflated where that makes it shorter. */
  add(content: Uint8Array): void {
    this.#add(content, this.#isPacked);
  }

  /** The same for one of many sections that a reader needs at once: small ones are left as they are. */
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

  /** @param at where the first section begins. @throws when there are fewer bytes than sections. */
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

  /** The content of a section, not to be changed. */
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
