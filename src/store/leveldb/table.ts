/**
 * Whether a table holds what LevelDB wrote: every block that LevelDB could read, by its checksum.
 *
 *   data block │ … │ filter block │ meta-index │ index │ footer
 *   block:  bytes (packed or not) │ packed with Snappy? u8 │ masked CRC-32C of both u32
 *   index:  last key of a data block → its handle; meta-index: "filter.…" → handle of the filter
 *   footer: handle of the meta-index │ handle of the index │ zeros │ magic number, 48 bytes
 *   handle: where a block begins │ its length without the 5 bytes after it
 *
 * LevelDB has the checksums and does not compare them (its option is out of our reach). It takes
 * what a damaged block says for a key, a length or a place, and where that cannot be it does not
 * fail: it ends the process. A damaged filter makes it deny keys that are there.
 *
 * Sources: LevelDB 1.20, table/format.cc, table/table_builder.cc, table/block_builder.cc.
 * Not here: which tables count (manifest.ts), what keys and values mean.
 */

import { closeSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { firstPlace } from '../../kernel/collections.js';
import { messageOf, type TagwireError } from '../../kernel/errors.js';
import { BlockContent, compareKeys, TRAILER_BYTES } from './block.js';
import { Cursor, damaged, hasChecksum } from './bytes.js';
import type { TableFile } from './manifest.js';

const FOOTER_BYTES = 48;
const MAGIC = 0xdb47_7524_8b80_fb57n;
/**
 * Read at once, unless one block is longer: its checksums take a third of a millisecond, between
 * which others get their turn.
 */
const WINDOW_BYTES = 1024 * 1024;

/** Where a block lies, without its trailer. */
export interface Handle {
  at: number;
  byteLength: number;
}

/** Checks tables one after the other. Its memory grows to the longest block. */
export class TableCheck {
  #window = Buffer.allocUnsafeSlow(WINDOW_BYTES);

  /**
   * Reads a table through.
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
      await this.#check(new TableReader(file, path, entry));
    } finally {
      await file.close();
    }
  }

  async #check(table: TableReader): Promise<void> {
    const { metaIndex, index } = await table.footer();
    for (const handle of table.handlesIn(await table.content(metaIndex))) await table.block(handle);
    const handles = table.handlesIn(await table.content(index));
    await table.checkEnds(handles);
    for (let from = 0, to = 0; from < handles.length; from = to) {
      const start = handles[from]!.at;
      let end = start;
      // Blocks lie one behind the other.
      while (to < handles.length && handles[to]!.at === end) {
        const next = end + handles[to]!.byteLength + TRAILER_BYTES;
        if (to > from && next - start > WINDOW_BYTES) break;
        end = next;
        to += 1;
      }
      if (end - start > this.#window.length) this.#window = Buffer.allocUnsafeSlow(end - start);
      const bytes = await table.read(start, this.#window.subarray(0, end - start));
      for (let number = from; number < to; number++) {
        const { at, byteLength } = handles[number]!;
        const block = bytes.subarray(at - start, at - start + byteLength + TRAILER_BYTES);
        if (!matches(block)) throw table.mismatch(at);
      }
    }
  }
}

/** Compares a block, trailer included, with its checksum. */
function matches(block: Buffer): boolean {
  const crcAt = block.length - 4;
  return hasChecksum(block.subarray(0, crcAt), block.readUInt32LE(crcAt));
}

/** One table, and what is said when it is damaged. */
export class TableReader {
  readonly #file: FileHandle;
  readonly #path: string;
  readonly #entry: TableFile;

  constructor(file: FileHandle, path: string, entry: TableFile) {
    this.#file = file;
    this.#path = path;
    this.#entry = entry;
  }

  async footer(): Promise<{ metaIndex: Handle; index: Handle }> {
    const at = this.#entry.byteLength - FOOTER_BYTES;
    if (at < 0) throw damaged(this.#path, 0, 'it is too short for a table');
    const bytes = await this.read(at, Buffer.alloc(FOOTER_BYTES));
    if (bytes.readBigUInt64LE(FOOTER_BYTES - 8) !== MAGIC) {
      throw damaged(this.#path, at, 'no table ends like this');
    }
    const cursor = new Cursor(bytes, this.#path, at);
    return { metaIndex: this.#handle(cursor), index: this.#handle(cursor) };
  }

  /** What a block holds that has to be as it was. */
  async content(handle: Handle): Promise<BlockContent> {
    return new BlockContent(await this.block(handle), this.#path, handle.at);
  }

  /** Where the blocks lie that an index names. */
  handlesIn(index: BlockContent): Handle[] {
    const handles: Handle[] = [];
    for (const { value } of index.entries()) {
      handles.push(this.#handle(new Cursor(value, this.#path, index.at)));
    }
    return handles;
  }

  /** A block with its trailer. @throws TagwireError STORE_DAMAGED when it is not as it was. */
  async block({ at, byteLength }: Handle): Promise<Buffer> {
    const block = await this.read(at, Buffer.allocUnsafeSlow(byteLength + TRAILER_BYTES));
    if (!matches(block)) throw this.mismatch(at);
    return block;
  }

  /** A sound table of another number, or of another folder, has other keys at its ends. */
  async checkEnds(handles: readonly Handle[]): Promise<void> {
    const [first, last] = [handles[0], handles.at(-1)];
    if (first === undefined || last === undefined) return;
    const { smallest, largest } = this.#entry;
    const [begin] = (await this.content(first)).keys();
    const end = [...(await this.content(last)).keys()].at(-1);
    if (begin?.equals(smallest) === true && end?.equals(largest) === true) return;
    throw damaged(this.#path, first.at, 'it is not the table that belongs here');
  }

  mismatch(at: number): TagwireError {
    return damaged(this.#path, at, 'the checksum of a block does not match');
  }

  /** Fills a buffer. */
  async read(at: number, into: Buffer): Promise<Buffer> {
    let filled = 0;
    while (filled < into.length) {
      const { bytesRead } = await this.#file
        .read(into, filled, into.length - filled, at + filled)
        .catch((cause) => {
          throw damaged(this.#path, at + filled, `it cannot be read: ${messageOf(cause)}`, cause);
        });
      if (bytesRead === 0) throw damaged(this.#path, at + filled, 'it ends here');
      filled += bytesRead;
    }
    return into;
  }

  #handle(cursor: Cursor): Handle {
    const handle = { at: cursor.varint(), byteLength: cursor.varint() };
    if (handle.at + handle.byteLength + TRAILER_BYTES > this.#entry.byteLength - FOOTER_BYTES) {
      throw cursor.damage('a block lies beyond the end');
    }
    return handle;
  }
}

/** An entry as LevelDB keeps it: the key ends with its kind and when it was written. */
export interface Stored {
  key: Buffer;
  value: Buffer;
}

/** A block, unpacked. */
export interface TableBlock {
  entries: readonly Stored[];
  byteLength: number;
}

interface IndexEntry {
  /** No key of the block is behind it. */
  last: Buffer;
  at: number;
  byteLength: number;
}

/**
 * Reads entries of one table from its file, without LevelDB.
 *
 * Invariant: what is given out matches the checksum of its block.
 */
export class OpenTable {
  readonly #path: string;
  readonly #file: number;
  readonly #byteLength: number;
  readonly #index: readonly IndexEntry[];

  /** Opens a table. @throws TagwireError STORE_DAMAGED. */
  constructor(path: string, { byteLength }: TableFile) {
    this.#path = path;
    this.#byteLength = byteLength;
    try {
      this.#file = openSync(path, 'r');
    } catch (cause) {
      throw damaged(path, 0, `it cannot be opened: ${messageOf(cause)}`, cause);
    }
    try {
      this.#index = this.#readIndex();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  get blocks(): number {
    return this.#index.length;
  }

  /** Number of the first block that may hold a key at or behind another; `blocks` when none does. */
  blockFor(key: Buffer): number {
    return firstPlace(0, this.#index.length, (at) => compareKeys(this.#index[at]!.last, key) < 0);
  }

  /** @throws TagwireError STORE_DAMAGED. */
  block(number: number): TableBlock {
    const { at, byteLength } = this.#index[number]!;
    const entries = [...this.#content(at, byteLength).pairs()];
    const bytes = entries.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
    return { entries, byteLength: bytes };
  }

  #readIndex(): IndexEntry[] {
    const at = this.#byteLength - FOOTER_BYTES;
    if (at < 0) throw damaged(this.#path, 0, 'it is too short for a table');
    const cursor = new Cursor(this.#read(at, FOOTER_BYTES), this.#path, at);
    // That of the filters comes first.
    cursor.varint();
    cursor.varint();
    const content = this.#content(cursor.varint(), cursor.varint());
    return [...content.pairs()].map(({ key, value }) => {
      const handle = new Cursor(value, this.#path, content.at);
      return { last: key, at: handle.varint(), byteLength: handle.varint() };
    });
  }

  #content(at: number, byteLength: number): BlockContent {
    if (at + byteLength + TRAILER_BYTES > this.#byteLength) {
      throw damaged(this.#path, at, 'a block lies beyond the end');
    }
    const block = this.#read(at, byteLength + TRAILER_BYTES);
    if (!matches(block)) throw damaged(this.#path, at, 'the checksum of a block does not match');
    return new BlockContent(block, this.#path, at);
  }

  #read(at: number, byteLength: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(byteLength);
    for (let filled = 0; filled < byteLength; ) {
      let length: number;
      try {
        length = readSync(this.#file, bytes, filled, byteLength - filled, at + filled);
      } catch (cause) {
        throw damaged(this.#path, at, `it cannot be read: ${messageOf(cause)}`, cause);
      }
      if (length === 0) throw damaged(this.#path, at + filled, 'it ends here');
      filled += length;
    }
    return bytes;
  }
}
