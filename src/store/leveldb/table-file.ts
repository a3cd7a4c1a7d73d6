/**
 * Reads entries of one table from its file, without LevelDB.
 *
 * Invariant: what is given out matches the checksum of its block.
 * Not here: how a table is laid out (table.ts), which of several entries of a key counts (reader.ts).
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { firstPlace } from '../../kernel/binary-search.js';
import { messageOf } from '../../kernel/errors.js';
import { BlockContent, compareKeys, TRAILER_BYTES } from './block.js';
import { Cursor, damaged } from './bytes.js';
import type { TableFile } from './manifest.js';
import { FOOTER_BYTES, matches } from './table.js';

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
