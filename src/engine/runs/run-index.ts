/**
 * The search index of a run: bigrams of its text, and its keys.
 *
 * A run is indexed in sections, each an extent of the arena: `key index | bigram index`, the second at a
 * multiple of four. A section has at most 65,536 rows and a bounded amount of text, so making a section
 * takes bounded memory; a segment has one section unless it is very busy.
 *
 * Invariants: an index is made from a run that does not change and is dropped with it; answers are exact.
 * An index is no part of the run's bytes or of a snapshot: making it again takes 1.5 µs a row.
 */

import { firstPlace } from '../../kernel/collections.js';
import type { Arena } from '../columns/arena.js';
import { type BigramBuffers, BigramIndexBuilder } from '../search/bigram-builder.js';
import { BigramIndex, type TextColumn } from '../search/bigram-index.js';
import { type KeyColumn, KeyIndex, KeyIndexBuilder } from '../search/key-index.js';
import { NO_ROW, ROWS_MAX, type RowWalk } from '../search/posting-lists.js';
import type { SharedExtents } from './extents.js';

/** Making a section takes eight bytes of memory for each unit of text. */
const SECTION_UNITS_MAX = 4 * 1024 * 1024;
/** Keys of a section are sorted at one stretch, of some 20 ms at most. */
const SECTION_KEYS_MAX = 512 * 1024;
const BIGRAMS_ALIGN = 4;

/** The indexed columns of a run. */
interface RunColumns {
  readonly count: number;
  readonly text: Uint16Array;
  readonly textEnds: Uint32Array;
  readonly keys: Float64Array;
  readonly keyEnds: Uint32Array;
}

interface Section {
  firstRow: number;
  bigrams: BigramIndex;
  keys: KeyIndex;
}

export class RunIndex {
  /** Offsets of the sections' extents; they identify the index. */
  readonly offsets: readonly number[];
  readonly #sections: Section[];
  readonly #text: TextColumn;

  constructor(arena: Arena, offsets: readonly number[], run: RunColumns) {
    this.offsets = offsets;
    this.#text = { text: run.text, ends: run.textEnds };
    // Every extent was written before its offset was sent, so the memory is long enough.
    const { buffer } = arena.memory;
    let firstRow = 0;
    this.#sections = offsets.map((at) => {
      const keys = new KeyIndex(buffer, at);
      const bigrams = new BigramIndex(buffer, at + bigramsAt(keys.byteLength));
      const section = { firstRow, bigrams, keys };
      firstRow += bigrams.rows;
      return section;
    });
  }

  /** Rows whose text contains a needle; null when there are certainly none. */
  rowsWithText(needle: Uint16Array): RowWalk | null {
    const [only, ...others] = this.#sections;
    if (others.length === 0) return only!.bigrams.walk(needle, this.#text, 0);
    return joined(
      this.#sections.map(({ firstRow, bigrams }) => ({
        firstRow,
        walk: bigrams.walk(needle, this.#text, firstRow),
      })),
    );
  }

  /** Rows that have a key; null when there are none. */
  rowsWithKey(key: number): RowWalk | null {
    const [only, ...others] = this.#sections;
    if (others.length === 0) return only!.keys.walk(key);
    return joined(this.#sections.map(({ firstRow, keys }) => ({ firstRow, walk: keys.walk(key) })));
  }
}

interface PlacedWalk {
  firstRow: number;
  walk: RowWalk | null;
}

function joined(walks: PlacedWalk[]): RowWalk | null {
  return walks.some(({ walk }) => walk !== null) ? new JoinedWalk(walks) : null;
}

/** Walks of sections, one after the other. */
class JoinedWalk implements RowWalk {
  readonly #walks: PlacedWalk[];
  #at = 0;

  constructor(walks: PlacedWalk[]) {
    this.#walks = walks;
  }

  next(from: number): number {
    for (; this.#at < this.#walks.length; this.#at++) {
      const { firstRow, walk } = this.#walks[this.#at]!;
      const row = walk?.next(Math.max(0, from - firstRow)) ?? NO_ROW;
      if (row < NO_ROW) return firstRow + row;
    }
    return NO_ROW;
  }
}

/** Makes the index of a run in pieces of bounded work. */
export class RunIndexBuilder {
  readonly #extents: SharedExtents;
  readonly #run: RunColumns;
  readonly #buffers: BigramBuffers;
  readonly offsets: number[] = [];
  #firstRow = 0;
  #endRow = 0;
  #bigrams: BigramIndexBuilder | null = null;

  /** `buffers` are in use until the index is done. */
  constructor(extents: SharedExtents, run: RunColumns, buffers: BigramBuffers) {
    this.#extents = extents;
    this.#run = run;
    this.#buffers = buffers;
  }

  /** Does about as much work as reading `units` units of text; true when the index is done. */
  advance(units: number): boolean {
    if (this.#bigrams === null) {
      const { text, textEnds: ends } = this.#run;
      this.#endRow = sectionEnd(this.#run, this.#firstRow);
      const column = { text, ends };
      this.#bigrams = new BigramIndexBuilder(column, this.#firstRow, this.#endRow, this.#buffers);
    }
    if (this.#bigrams.advance(units)) {
      this.#write(this.#bigrams);
      this.#bigrams = null;
      this.#firstRow = this.#endRow;
    }
    return this.#firstRow === this.#run.count;
  }

  #write(bigrams: BigramIndexBuilder): void {
    // For a run whose format has no keys this is an index of no keys.
    const { keys: values, keyEnds: ends } = this.#run;
    const column: KeyColumn = { keys: values, ends };
    const keys = new KeyIndexBuilder(column, this.#firstRow, this.#endRow);
    const bigramsFrom = bigramsAt(keys.byteLength);
    const at = this.#extents.allocate(bigramsFrom + bigrams.byteLength);
    const { buffer } = this.#extents.arena.memory;
    keys.writeTo(buffer, at);
    bigrams.writeTo(buffer, at + bigramsFrom);
    this.offsets.push(at);
  }
}

function bigramsAt(keyBytes: number): number {
  return Math.ceil(keyBytes / BIGRAMS_ALIGN) * BIGRAMS_ALIGN;
}

/** The end of the section that begins with a row; a section has at least one row. */
function sectionEnd({ count, textEnds, keys, keyEnds }: RunColumns, firstRow: number): number {
  const textStart = firstRow === 0 ? 0 : textEnds[firstRow - 1]!;
  const keyStart = firstRow === 0 ? 0 : keyEnds[firstRow - 1]!;
  const isFull = (row: number): boolean =>
    textEnds[row]! - textStart > SECTION_UNITS_MAX ||
    (keys.length > 0 && keyEnds[row]! - keyStart > SECTION_KEYS_MAX);
  const most = Math.min(count, firstRow + ROWS_MAX);
  return firstPlace(firstRow + 1, most, (row) => !isFull(row));
}
