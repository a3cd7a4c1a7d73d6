/**
 * Reads tables, and checks the checksum of every block.
 *
 *   data block │ … │ filter block │ meta-index │ index │ footer
 *   block:  bytes (packed or not) │ packed with Snappy? u8 │ masked CRC-32C of both u32
 *   bytes:  entry │ … │ place of an entry u32, every 16 entries │ how many of those u32
 *   entry:  bytes shared with the key before │ bytes not shared │ length of the value │ both
 *   key:    the caller's key │ kind u8: 0 a deletion, 1 a value │ when it was written, 7 bytes
 *   index:  last key of a data block → its handle; meta-index: "filter.…" → handle of the filter
 *   footer: handle of the meta-index │ handle of the index │ zeros │ magic number, 48 bytes
 *   handle: where a block begins │ its length without the 5 bytes after it
 *
 * LevelDB does not compare the checksums, and its API does not pass on the option for that. It uses
 * the keys, lengths and places of a damaged block as they are; an impossible place does not raise
 * an error but ends the process. With a damaged filter LevelDB does not find keys that exist.
 *
 * Sources: LevelDB 1.20, table/format.cc, table/table_builder.cc, table/block_builder.cc,
 * table/block.cc, db/dbformat.cc.
 * Not here: which tables are valid (manifest.ts), what keys and values mean.
 */

import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { snappyUncompressor } from 'hysnappy';
import { firstPlace } from '../../kernel/collections.js';
import { messageOf, type TagwireError } from '../../kernel/errors.js';
import { Cursor, damaged, FileDamage, hasChecksum } from './bytes.js';
import type { TableFile } from './manifest.js';

const FOOTER_BYTES = 48;
const MAGIC = 0xdb47_7524_8b80_fb57n;
/**
 * Bytes of one read, unless one block is longer. Checksums of so many bytes take a third of a
 * millisecond; other tasks run between two reads.
 */
const WINDOW_BYTES = 1024 * 1024;
/** After each block: kind of compression, and checksum. */
const TRAILER_BYTES = 5;
const PACKING = { none: 0, snappy: 1 } as const;
/** Bytes that LevelDB appends to a key. */
export const MARK_BYTES = 8;
/** A compressed byte yields at most 64: Snappy's copy of 64 bytes takes three. */
const PACKED_MAX = 64;

const uncompress = snappyUncompressor();

/** The place of a block, without its trailer. */
interface Handle {
  at: number;
  byteLength: number;
}

/** A data block in the index. */
interface DataBlock extends Handle {
  /** No key of the block is greater. */
  last: Buffer;
}

/** An entry as stored by LevelDB. */
interface Stored {
  key: Buffer;
  value: Buffer;
}

/** Checks tables one after the other. Its buffer grows to the longest block. */
export class TableCheck {
  #window = Buffer.allocUnsafeSlow(WINDOW_BYTES);

  /**
   * Checks a whole table.
   * @throws TagwireError STORE_DAMAGED with the file and the first byte of the block.
   */
  async run(path: string, entry: TableFile): Promise<void> {
    let file: FileHandle;
    try {
      file = await open(path);
    } catch (cause) {
      throw damaged(path, 0, `it cannot be opened: ${messageOf(cause)}`, cause);
    }
    try {
      await this.#check(new TableReader(path, entry, file.fd), file);
    } finally {
      await file.close();
    }
  }

  async #check(table: TableReader, file: FileHandle): Promise<void> {
    table.checkFilters();
    table.checkEnds();
    const handles = table.blocks;
    for (let from = 0, to = 0; from < handles.length; from = to) {
      const start = handles[from]!.at;
      let end = start;
      // Blocks are contiguous.
      while (to < handles.length && handles[to]!.at === end) {
        const next = end + handles[to]!.byteLength + TRAILER_BYTES;
        if (to > from && next - start > WINDOW_BYTES) break;
        end = next;
        to += 1;
      }
      if (end - start > this.#window.length) this.#window = Buffer.allocUnsafeSlow(end - start);
      const bytes = this.#window.subarray(0, end - start);
      await fill(file, bytes, start, table.path);
      for (let number = from; number < to; number++) {
        const { at, byteLength } = handles[number]!;
        const block = bytes.subarray(at - start, at - start + byteLength + TRAILER_BYTES);
        if (!matches(block)) throw table.mismatch(at);
      }
    }
  }
}

/** Fills a buffer from a file without blocking the thread. */
async function fill(file: FileHandle, into: Buffer, at: number, path: string): Promise<void> {
  for (let filled = 0; filled < into.length; ) {
    const { bytesRead } = await file
      .read(into, filled, into.length - filled, at + filled)
      .catch((cause) => {
        throw damaged(path, at + filled, `it cannot be read: ${messageOf(cause)}`, cause);
      });
    if (bytesRead === 0) throw damaged(path, at + filled, 'it ends here');
    filled += bytesRead;
  }
}

/** Compares a block, trailer included, with its checksum. */
function matches(block: Buffer): boolean {
  const crcAt = block.length - 4;
  return hasChecksum(block.subarray(0, crcAt), block.readUInt32LE(crcAt));
}

/**
 * Reads one table from its file, without LevelDB, and reports damage with its place.
 *
 * Invariant: all returned entries match the checksum of their block. Without an open file in the
 * constructor, the file is opened for each block, so that a reader need not be closed.
 */
export class TableReader {
  readonly path: string;
  /** In key order. */
  readonly blocks: readonly DataBlock[];
  readonly #entry: TableFile;
  readonly #file: number | null;
  readonly #metaIndex: Handle;

  /** Reads the index. @throws TagwireError STORE_DAMAGED. */
  constructor(path: string, entry: TableFile, file: number | null = null) {
    this.path = path;
    this.#entry = entry;
    this.#file = file;
    const at = entry.byteLength - FOOTER_BYTES;
    if (at < 0) throw damaged(path, 0, 'it is too short for a table');
    const footer = this.#read(at, FOOTER_BYTES);
    if (footer.readBigUInt64LE(FOOTER_BYTES - 8) !== MAGIC) {
      throw damaged(path, at, 'no table ends like this');
    }
    const cursor = new Cursor(footer, path, at);
    this.#metaIndex = this.#handle(cursor);
    this.blocks = this.#index(this.#handle(cursor));
  }

  /** Number of the first block that may hold a key from `key` on. */
  blockFor(key: Buffer): number {
    const { blocks } = this;
    return firstPlace(0, blocks.length, (at) => {
      const { last } = blocks[at]!;
      return Buffer.compare(last.subarray(0, -MARK_BYTES), key) < 0;
    });
  }

  /** The entries of a block, in order. @throws TagwireError STORE_DAMAGED. */
  *entries(handle: Handle): Generator<Stored> {
    const block = this.#block(handle);
    const bytes = unpack(block, this.path, handle.at);
    const countAt = bytes.length - 4;
    const restarts = countAt < 0 ? Infinity : bytes.readUInt32LE(countAt);
    const end = countAt - 4 * restarts;
    if (end < 0) throw damaged(this.path, handle.at, 'a block without an end');
    const cursor = new Cursor(bytes.subarray(0, end), this.path, handle.at);
    let key = Buffer.alloc(0);
    while (!cursor.isAtEnd) {
      const sharedBytes = cursor.varint();
      const restBytes = cursor.varint();
      const valueBytes = cursor.varint();
      const rest = cursor.take(restBytes);
      if (sharedBytes > key.length) {
        throw damaged(this.path, handle.at, 'a key has no beginning');
      }
      key = Buffer.concat([key.subarray(0, sharedBytes), rest]);
      yield { key, value: cursor.take(valueBytes) };
    }
  }

  /** @throws TagwireError STORE_DAMAGED when a filter block does not match its checksum. */
  checkFilters(): void {
    for (const handle of this.#index(this.#metaIndex)) this.#block(handle);
  }

  /** A sound table of another number, or of another folder, has other first and last keys. */
  checkEnds(): void {
    const [first, last] = [this.blocks[0], this.blocks.at(-1)];
    if (first === undefined || last === undefined) return;
    const { smallest, largest } = this.#entry;
    const [begin] = this.entries(first);
    const end = [...this.entries(last)].at(-1);
    if (begin?.key.equals(smallest) === true && end?.key.equals(largest) === true) return;
    throw damaged(this.path, first.at, 'it is not the table that belongs here');
  }

  mismatch(at: number): TagwireError {
    return damaged(this.path, at, 'the checksum of a block does not match');
  }

  /** The blocks that an index names. */
  #index(handle: Handle): DataBlock[] {
    return [...this.entries(handle)].map(({ key, value }) => ({
      last: key,
      ...this.#handle(new Cursor(value, this.path, handle.at)),
    }));
  }

  #handle(cursor: Cursor): Handle {
    const handle = { at: cursor.varint(), byteLength: cursor.varint() };
    if (handle.at + handle.byteLength + TRAILER_BYTES > this.#entry.byteLength - FOOTER_BYTES) {
      throw cursor.damage('a block lies beyond the end');
    }
    return handle;
  }

  /** A block with its trailer. @throws TagwireError STORE_DAMAGED when the checksum differs. */
  #block({ at, byteLength }: Handle): Buffer {
    const block = this.#read(at, byteLength + TRAILER_BYTES);
    if (!matches(block)) throw this.mismatch(at);
    return block;
  }

  #read(at: number, byteLength: number): Buffer {
    const { path } = this;
    const bytes = Buffer.allocUnsafeSlow(byteLength);
    const file = this.#file ?? openAt(path);
    try {
      for (let filled = 0; filled < byteLength; ) {
        const length = readSync(file, bytes, filled, byteLength - filled, at + filled);
        if (length === 0) throw damaged(path, at + filled, 'it ends here');
        filled += length;
      }
    } catch (cause) {
      if (cause instanceof FileDamage) throw cause;
      throw damaged(path, at, `it cannot be read: ${messageOf(cause)}`, cause);
    } finally {
      if (this.#file === null) closeSync(file);
    }
    return bytes;
  }
}

function openAt(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw damaged(path, 0, `it cannot be opened: ${messageOf(cause)}`, cause);
  }
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
