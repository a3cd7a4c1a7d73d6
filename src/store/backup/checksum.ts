/**
 * The checksum of a file of any length, computed while it passes by.
 *
 * xxHash64 of each megabyte, seeded with that of the one before; the last may be shorter. It finds
 * damage; it proves nothing against somebody who changes a backup on purpose.
 */
import { hash64, hexOf } from '../../kernel/hash.js';

/** Bytes hashed at once; part of the format. */
export const BLOCK_BYTES = 1024 * 1024;

export class Checksum {
  #sum = 0n;
  #bytes = 0;

  /** Takes the next block: all but the last have `BLOCK_BYTES`. */
  add(block: Uint8Array): void {
    this.#sum = hash64(block, this.#sum);
    this.#bytes += block.length;
  }

  get byteLength(): number {
    return this.#bytes;
  }

  get hex(): string {
    return hexOf(this.#sum);
  }
}

/** Blocks of bytes that are in memory. */
export function* blocksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) yield bytes.subarray(at, at + BLOCK_BYTES);
}

export function checksumOf(bytes: Uint8Array): string {
  const sum = new Checksum();
  for (const block of blocksOf(bytes)) sum.add(block);
  return sum.hex;
}
