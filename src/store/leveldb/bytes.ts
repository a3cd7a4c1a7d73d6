/**
 * Numbers, checksums and records of logs in LevelDB's format.
 *
 * Sources: LevelDB 1.20, util/coding.cc (numbers), util/crc32c.h (masks).
 * Invariant: bytes that LevelDB would not write are refused, with the file and the place.
 * Not here: what the numbers mean (manifest.ts, table.ts).
 */

import { createRequire } from 'node:module';
import type * as Crc from '@node-rs/crc32';
import { TagwireError } from '../../kernel/errors.js';

/** Not by `import`, which first reads all names that the library exports: 50 ms of every start. */
const { crc32c } = createRequire(import.meta.url)('@node-rs/crc32') as typeof Crc;

/**
 * Added to a rotated checksum, so that a checksum over data with checksums still detects damage.
 */
const MASK_DELTA = 0xa282_ead8;
/** 7 bits in each byte: 10 bytes hold 64 bits. */
const VARINT_BYTES_MAX = 10;

/** True when `stored`, the number in the file, is the masked CRC-32C of the bytes. */
export function hasChecksum(bytes: Uint8Array, stored: number): boolean {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0 === stored;
}

/** The error for a file that differs from LevelDB's format; `at` is a byte offset from 0. */
export class FileDamage extends TagwireError {
  readonly path: string;
  readonly at: number;
  readonly what: string;

  constructor(path: string, at: number, what: string, cause?: unknown) {
    super('STORE_DAMAGED', `${path} is damaged at byte ${at}: ${what}`, { cause });
    this.path = path;
    this.at = at;
    this.what = what;
  }
}

export function damaged(path: string, at: number, what: string, cause?: unknown): FileDamage {
  return new FileDamage(path, at, what, cause);
}

/** True for the error of Node.js for a missing file. */
export function isMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ENOENT';
}

/** Reads bytes of a file from front to back. */
export class Cursor {
  readonly #bytes: Buffer;
  readonly #path: string;
  readonly #base: number;
  #at = 0;

  /** @param base offset of the bytes in the file, for error messages. */
  constructor(bytes: Buffer, path: string, base: number) {
    this.#bytes = bytes;
    this.#path = path;
    this.#base = base;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /**
   * A number of up to 64 bits. A number beyond 2⁵³ is inexact; it exceeds the size of any file.
   * @throws TagwireError STORE_DAMAGED when the number has no end.
   */
  varint(): number {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < VARINT_BYTES_MAX && this.#at < this.#bytes.length; count++) {
      const byte = this.#bytes[this.#at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
    throw this.damage('a number has no end');
  }

  /** The next bytes, not copied. @throws TagwireError STORE_DAMAGED when there are fewer. */
  take(byteLength: number): Buffer {
    const end = this.#at + byteLength;
    if (end > this.#bytes.length) throw this.damage(`${byteLength} bytes are not there`);
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** Bytes with their length before them. @throws TagwireError STORE_DAMAGED, as `take` does. */
  prefixed(): Buffer {
    return this.take(this.varint());
  }

  /** The error for a fault at the current place. */
  damage(what: string): TagwireError {
    return damaged(this.#path, this.#base + this.#at, what);
  }
}

/** Bytes of a block; the last block of a file may be shorter. */
export const LOG_BLOCK_BYTES = 32 * 1024;
const HEADER_BYTES = 7;

/** The place of a fragment in its record; 0 is space without a write. */
export const FRAGMENT = { zero: 0, full: 1, first: 2, middle: 3, last: 4 } as const;

/**
 * A fragment, or the flaw of the rest of its block. `at` counts from the block's start. A fragment
 * at the end of the file may be cut short, which alone says only that a process has ended.
 */
type Fragment =
  | { at: number; flaw: null; type: number; bytes: Buffer }
  | { at: number; flaw: string; isCutShort: boolean };

/**
 * The fragments of a block. A flaw ends them, because the start of the next fragment is unknown.
 */
export function* fragmentsOf(block: Buffer): Generator<Fragment> {
  const isLast = block.length < LOG_BLOCK_BYTES;
  let at = 0;
  while (block.length - at >= HEADER_BYTES) {
    const length = block.readUInt16LE(at + 4);
    const type = block[at + 6]!;
    const end = at + HEADER_BYTES + length;
    if (end > block.length) {
      yield { at, flaw: 'a record ends beyond its block', isCutShort: isLast };
      return;
    }
    if (type === FRAGMENT.zero && length === 0) {
      yield { at, flaw: 'nothing was written', isCutShort: true };
      return;
    }
    if (!hasChecksum(block.subarray(at + 6, end), block.readUInt32LE(at))) {
      yield { at, flaw: 'the checksum of a record does not match', isCutShort: false };
      return;
    }
    yield { at, flaw: null, type, bytes: block.subarray(at + HEADER_BYTES, end) };
    at = end;
  }
  if (isLast && at < block.length) {
    yield { at, flaw: 'a record ends in its header', isCutShort: true };
  }
}

/**
 * The records of a file, joined from fragments. An incomplete record is left out, with the rest of
 * its block. @param onFlaw may throw where flaws are not allowed.
 */
export function* recordsOf(
  file: Buffer,
  onFlaw: (at: number, what: string, isCutShort: boolean) => void,
): Generator<{ at: number; record: Buffer }> {
  let parts: Buffer[] = [];
  let start = 0;
  for (let blockAt = 0; blockAt < file.length; blockAt += LOG_BLOCK_BYTES) {
    for (const fragment of fragmentsOf(file.subarray(blockAt, blockAt + LOG_BLOCK_BYTES))) {
      const at = blockAt + fragment.at;
      if (fragment.flaw !== null) {
        // LevelDB leaves a begun record only at the end of the file.
        const mayBeCut = parts.length === 0 || blockAt + LOG_BLOCK_BYTES >= file.length;
        onFlaw(at, fragment.flaw, fragment.isCutShort && mayBeCut);
        parts = [];
        break;
      }
      const { type, bytes } = fragment;
      const isStart = type === FRAGMENT.full || type === FRAGMENT.first;
      const isKnown = type >= FRAGMENT.full && type <= FRAGMENT.last;
      if (!isKnown) onFlaw(at, `a record of type ${type}`, false);
      if (isStart === parts.length > 0) onFlaw(at, 'a record begins or ends twice', false);
      if (isStart) {
        parts = [];
        start = at;
      } else if (parts.length === 0) continue;
      parts.push(bytes);
      if (type !== FRAGMENT.full && type !== FRAGMENT.last) continue;
      yield { at: start, record: Buffer.concat(parts) };
      parts = [];
    }
  }
}
