/**
 * Stretches of bytes one after the other, each deflated where that is worth while.
 *
 * A block is inflated when somebody reads it, and by itself: one list of a day costs its own blocks.
 * The level is fixed, so equal bytes give equal blocks on equal versions of zlib.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { assert } from '../../kernel/assert.js';

const LEVEL = 6;
/** To set up an inflater takes longer than inflating this much, and leaves as much garbage. */
const SMALL_BYTES = 4096;
/** zlib takes no smaller output buffers than this, and asks for another one when one is full. */
const CHUNK_BYTES_MIN = 64;
/** Numbers of a block's place: bytes of its content, and bytes that it takes. */
const PLACE_NUMBERS = 2;

export class BlockWriter {
  readonly #isPacked: boolean;
  readonly #blocks: Uint8Array[] = [];
  /** Content and stored bytes of every block. */
  readonly sizes: number[] = [];

  /** @param isPacked whether blocks are deflated at all. */
  constructor(isPacked: boolean) {
    this.#isPacked = isPacked;
  }

  /** Adds a block with a copy of these bytes, deflated where that makes it shorter. */
  add(content: Uint8Array): void {
    this.#add(content, this.#isPacked);
  }

  /** The same for one of many blocks that a reader needs at once: small ones are left as they are. */
  addOneOfMany(content: Uint8Array): void {
    this.#add(content, this.#isPacked && content.length > SMALL_BYTES);
  }

  #add(content: Uint8Array, isPacked: boolean): void {
    const packed = isPacked ? deflateRawSync(content, { level: LEVEL }) : content;
    const stored = packed.length < content.length ? packed : content.slice();
    this.#blocks.push(stored);
    this.sizes.push(content.length, stored.length);
  }

  get blocks(): readonly Uint8Array[] {
    return this.#blocks;
  }
}

export class BlockReader {
  readonly #bytes: Uint8Array;
  readonly #sizes: readonly number[];
  readonly #starts: number[] = [];

  /** @param at where the first block begins. @throws when there are fewer bytes than blocks. */
  constructor(bytes: Uint8Array, at: number, sizes: readonly number[]) {
    this.#bytes = bytes;
    this.#sizes = sizes;
    let end = at;
    for (let size = 0; size < sizes.length; size += PLACE_NUMBERS) {
      this.#starts.push(end);
      end += sizes[size + 1]!;
    }
    assert(end <= bytes.length, 'the blocks of a sheet end within it');
  }

  /** The content of a block, not to be changed. */
  block(number: number): Uint8Array {
    const start = this.#starts[number]!;
    const length = this.#sizes[PLACE_NUMBERS * number]!;
    const stored = this.#sizes[PLACE_NUMBERS * number + 1]!;
    const bytes = this.#bytes.subarray(start, start + stored);
    if (stored === length) return bytes;
    const content = inflateRawSync(bytes, { chunkSize: Math.max(CHUNK_BYTES_MIN, length + 1) });
    assert(content.length === length, 'a block of a sheet is as long as its header says');
    return content;
  }
}
