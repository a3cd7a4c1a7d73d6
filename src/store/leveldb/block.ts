/**
 * What a block of a table holds: entries in the order of their keys.
 *
 *   entry │ … │ place of an entry u32, every 16 entries │ how many of those u32
 *   entry: bytes shared with the key before │ bytes not shared │ length of the value │ both
 *   key:   the caller's key │ kind u8: 0 a deletion, 1 a value │ when it was written, 7 bytes
 *
 * Sources: LevelDB 1.20, table/block.cc, table/block_builder.cc, db/dbformat.cc.
 * Not here: where blocks lie, and their checksums (table.ts).
 */
import { snappyUncompressor } from 'hysnappy';
import { messageOf } from '../../kernel/errors.js';
import { Cursor, damaged } from './bytes.js';

/** After each block: how it is packed, and its checksum. */
export const TRAILER_BYTES = 5;
const PACKING = { none: 0, snappy: 1 } as const;
/** What LevelDB adds to a key. */
export const MARK_BYTES = 8;
/** A byte of packed text makes 64 at most: three bytes, one step back for 64 bytes. */
const PACKED_MAX = 64;

const uncompress = snappyUncompressor();

interface Entry {
  sharedBytes: number;
  /** The key without what it shares with the one before it. */
  rest: Buffer;
  value: Buffer;
}

/** One block, with what is said when it is damaged: its file and its place there. */
export class BlockContent {
  readonly #bytes: Buffer;
  readonly #entriesEnd: number;
  readonly #path: string;
  readonly at: number;

  /**
   * @param block with its trailer.
   * @throws TagwireError STORE_DAMAGED when it cannot be unpacked, or has no end.
   */
  constructor(block: Buffer, path: string, at: number) {
    this.#path = path;
    this.at = at;
    this.#bytes = unpack(block, path, at);
    const countAt = this.#bytes.length - 4;
    const restarts = countAt < 0 ? Infinity : this.#bytes.readUInt32LE(countAt);
    this.#entriesEnd = countAt - 4 * restarts;
    if (this.#entriesEnd < 0) throw damaged(path, at, 'a block without an end');
  }

  /** @throws TagwireError STORE_DAMAGED where something else follows than an entry. */
  *entries(): Generator<Entry> {
    const bytes = this.#bytes.subarray(0, this.#entriesEnd);
    const cursor = new Cursor(bytes, this.#path, this.at);
    while (!cursor.isAtEnd) {
      const sharedBytes = cursor.varint();
      const restBytes = cursor.varint();
      const valueBytes = cursor.varint();
      yield { sharedBytes, rest: cursor.take(restBytes), value: cursor.take(valueBytes) };
    }
  }

  /** Keys that are whole, with their values. @throws TagwireError STORE_DAMAGED, as `entries` does. */
  *pairs(): Generator<{ key: Buffer; value: Buffer }> {
    let key = Buffer.alloc(0);
    for (const { sharedBytes, rest, value } of this.entries()) {
      if (sharedBytes > key.length) throw damaged(this.#path, this.at, 'a key has no beginning');
      key = Buffer.concat([key.subarray(0, sharedBytes), rest]);
      yield { key, value };
    }
  }

  /** @throws TagwireError STORE_DAMAGED, as `entries` does. */
  *keys(): Generator<Buffer> {
    for (const { key } of this.pairs()) yield key;
  }
}

/** LevelDB's order: by the caller's key, then the newest first. */
export function compareKeys(a: Buffer, b: Buffer): number {
  const [aEnd, bEnd] = [a.length - MARK_BYTES, b.length - MARK_BYTES];
  const order = Buffer.compare(a.subarray(0, aEnd), b.subarray(0, bEnd));
  if (order !== 0) return order;
  const difference = b.readBigUInt64LE(bEnd) - a.readBigUInt64LE(aEnd);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function unpack(block: Buffer, path: string, at: number): Buffer {
  const bytes = block.subarray(0, -TRAILER_BYTES);
  const packing = block[bytes.length];
  if (packing === PACKING.none) return bytes;
  if (packing !== PACKING.snappy) throw damaged(path, at, `unknown packing ${packing}`);
  const byteLength = new Cursor(bytes, path, at).varint();
  if (byteLength > PACKED_MAX * bytes.length) throw damaged(path, at, 'a block too long');
  try {
    return Buffer.from(uncompress(bytes, byteLength).buffer);
  } catch (cause) {
    throw damaged(path, at, `a block cannot be unpacked: ${messageOf(cause)}`, cause);
  }
}
