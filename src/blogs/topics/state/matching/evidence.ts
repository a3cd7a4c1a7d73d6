/**
 * The texts that contain each term: a list of rows for each term, in the order in which they were found.
 *
 *   row  := version of the post << 2 | in title 1 | in body 2
 *   list := last block ─► the one before ─► …, up to `BLOCK_ROWS_MAX` each with twice the capacity of
 *           the one before
 *   block := place of the block before u32 | rows u32 × 3, 7, 15 … 255
 *
 * Lists are read from their end: versions count up with time, so the rows of a recent window come first.
 * Rows are only appended. When a term leaves the vocabulary, its rows become *stale*: they are the first
 * `staleOf(term)` of its list, evidence of the past, and no longer count.
 * Invariants: a version occurs at most once among the fresh rows of a term. A list takes four bytes a
 * row, and less than four more for reserved rows.
 */
import { withCapacity } from '../../../../engine/columns/columns.js';
import { assert } from '../../../../kernel/errors.js';
import { packColumns, type RangeKind, Ranges, Unpacker } from '../../chunks.js';

/** Bits of a row. */
export const IN_TITLE = 1;
export const IN_BODY = 2;
export const ROW_BITS = IN_TITLE | IN_BODY;
export const VERSION_SHIFT = 2;

const BLOCK_ROWS_FIRST = 3;
const BLOCK_ROWS_MAX = 255;
/** Rows of the blocks up to the first with the full capacity: 3 + 7 + … + 255. */
const DOUBLED_ROWS = 3 + 7 + 15 + 31 + 63 + 127 + 255;
/** The number of versions that fit into a row beside its bits. */
const VERSIONS_MAX = 2 ** (32 - VERSION_SHIFT);
/** Terms of a chunk: their rows take a few megabytes. */
const CHUNK_TERMS = 32_768;

/** The end of a list: rows before its last block, and the capacity of that block. */
interface ListEnd {
  before: number;
  capacity: number;
}

/** The end of a list of `count` rows, at least one. */
function endOf(count: number): ListEnd {
  let capacity = BLOCK_ROWS_FIRST;
  let before = 0;
  while (capacity < BLOCK_ROWS_MAX && before + capacity < count) {
    before += capacity;
    capacity = 2 * capacity + 1;
  }
  const further = Math.floor((count - 1 - before) / BLOCK_ROWS_MAX);
  return capacity < BLOCK_ROWS_MAX
    ? { before, capacity }
    : { before: before + further * capacity, capacity };
}

/** Rows before the last block of a list of `count` rows. */
export function rowsBeforeEnd(count: number): number {
  return count === 0 ? 0 : endOf(count).before;
}

/** Capacity of the block before the one that begins with row `before`. */
export function capacityBefore(before: number): number {
  return before >= DOUBLED_ROWS ? BLOCK_ROWS_MAX : 2 ** (31 - Math.clz32(before + 1)) - 1;
}

export class Evidence {
  /** Blocks; place 0 is no block. */
  cells = new Uint32Array(4096);
  #cellsEnd = 1;
  #tails = new Uint32Array(256);
  #counts = new Uint32Array(256);
  #stale = new Uint32Array(256);
  /** 1 for terms whose versions are not in ascending order. */
  #unordered = new Uint8Array(256);
  /** Version of each term's last row. */
  #newest = new Uint32Array(256);
  #rows = 0;
  /** Greater than all terms with rows. */
  #termsEnd = 0;
  readonly #kind: RangeKind;
  readonly #ranges = new Ranges(CHUNK_TERMS);

  /** `kind` is the first part of the names of its chunks. */
  constructor(kind: RangeKind) {
    this.#kind = kind;
  }

  get rows(): number {
    return this.#rows;
  }

  get byteLength(): number {
    const parts = [this.cells, this.#tails, this.#counts, this.#stale, this.#newest];
    return parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  countOf(term: number): number {
    return this.#counts[term] ?? 0;
  }

  /** The number of stale rows, the first of a term's list. */
  staleOf(term: number): number {
    return this.#stale[term] ?? 0;
  }

  /** Place of the last block of a term's rows. */
  tailOf(term: number): number {
    return this.#tails[term] ?? 0;
  }

  /** True when the versions of a term's rows are ascending. */
  isOrdered(term: number): boolean {
    return this.#unordered[term] === 0;
  }

  add(term: number, version: number, bits: number, sequence: number): void {
    assert(version < VERSIONS_MAX, 'the version of a post fits a row');
    this.#reserve(term);
    const count = this.#counts[term]!;
    const { before, capacity } = endOf(count + 1);
    if (before === count) this.#addBlock(term, capacity);
    const at = this.#tails[term]! + 1 + count - before;
    if (count > 0 && this.#newest[term]! > version) this.#unordered[term] = 1;
    this.#newest[term] = version;
    this.cells[at] = ((version << VERSION_SHIFT) | bits) >>> 0;
    this.#counts[term] = count + 1;
    this.#rows += 1;
    this.#ranges.touch(term, sequence);
  }

  retire(term: number, sequence: number): void {
    if (this.countOf(term) === this.staleOf(term)) return;
    this.#stale[term] = this.#counts[term]!;
    this.#ranges.touch(term, sequence);
  }

  /**
   * Calls `visit` for each row of a term, newest first, until it returns false. `fresh` is false for
   * stale rows.
   */
  each(term: number, visit: (version: number, bits: number, fresh: boolean) => unknown): void {
    const stale = this.staleOf(term);
    let index = this.countOf(term) - 1;
    let before = rowsBeforeEnd(index + 1);
    for (let block = this.tailOf(term); block !== 0; block = this.cells[block]!) {
      for (; index >= before; index--) {
        const row = this.cells[block + 1 + index - before]!;
        if (visit(row >>> VERSION_SHIFT, row & ROW_BITS, index >= stale) === false) return;
      }
      before -= capacityBefore(before);
    }
  }

  clear(term: number, sequence: number): void {
    if (this.countOf(term) === 0) return;
    this.#rows -= this.#counts[term]!;
    this.#counts[term] = 0;
    this.#tails[term] = 0;
    this.#stale[term] = 0;
    this.#unordered[term] = 0;
    this.#ranges.touch(term, sequence);
  }

  /** Rewrites all lists without the rows that `keep` refuses; it is called for the newest row first. */
  rebuild(keep: (term: number, version: number) => boolean, sequence: number): void {
    const old = new Evidence(this.#kind);
    old.cells = this.cells;
    old.#tails = this.#tails;
    old.#counts = this.#counts;
    old.#stale = this.#stale;
    const end = this.#termsEnd;
    this.cells = new Uint32Array(4096);
    this.#cellsEnd = 1;
    this.#tails = new Uint32Array(end);
    this.#counts = new Uint32Array(end);
    this.#stale = new Uint32Array(end);
    this.#unordered = new Uint8Array(end);
    this.#rows = 0;
    const kept: number[] = [];
    for (let term = 0; term < end; term++) {
      let stale = 0;
      kept.length = 0;
      old.each(term, (version, bits, fresh) => {
        if (!keep(term, version)) return;
        if (!fresh) stale += 1;
        kept.push(version, bits);
      });
      for (let at = kept.length - 2; at >= 0; at -= 2) {
        this.add(term, kept[at]!, kept[at + 1]!, sequence);
      }
      this.#stale[term] = stale;
    }
    this.#ranges.touchAll(sequence);
  }

  plan(): string[] {
    return this.#ranges.names(this.#kind);
  }

  chunk(name: string): Uint8Array {
    const { from, to } = this.#ranges.bounds(name, this.#termsEnd);
    const counts = this.#counts.slice(from, to);
    const rows = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
    let start = 0;
    for (let term = from; term < to; term++) {
      let at = start + this.countOf(term);
      this.each(term, (version, bits) => {
        rows[--at] = (version << VERSION_SHIFT) | bits;
      });
      // Sorted (stale rows, then fresh ones), so that bytes do not depend on when a text was matched again.
      const fresh = start + this.staleOf(term);
      rows.subarray(start, fresh).sort();
      start += this.countOf(term);
      rows.subarray(fresh, start).sort();
    }
    return packColumns({ counts, stale: this.#stale.slice(from, to), rows });
  }

  restore(name: string, bytes: Uint8Array): void {
    const chunk = new Unpacker(bytes);
    const counts = chunk.take('counts', Uint32Array);
    const stale = chunk.take('stale', Uint32Array);
    const rows = chunk.take('rows', Uint32Array);
    const { from } = this.#ranges.bounds(name, Number.POSITIVE_INFINITY);
    let at = 0;
    counts.forEach((count, place) => {
      const term = from + place;
      this.#reserve(term);
      for (let left = count; left > 0; left--, at++) {
        const row = rows[at]!;
        this.add(term, row >>> VERSION_SHIFT, row & ROW_BITS, 0);
      }
      this.#stale[term] = stale[place]!;
    });
    this.#ranges.restored(name);
  }

  #reserve(term: number): void {
    this.#termsEnd = Math.max(this.#termsEnd, term + 1);
    this.#unordered = withCapacity(this.#unordered, term + 1);
    this.#newest = withCapacity(this.#newest, term + 1);
    this.#tails = withCapacity(this.#tails, term + 1);
    this.#counts = withCapacity(this.#counts, term + 1);
    this.#stale = withCapacity(this.#stale, term + 1);
  }

  #addBlock(term: number, capacity: number): void {
    const block = this.#cellsEnd;
    this.#cellsEnd += 1 + capacity;
    this.cells = withCapacity(this.cells, this.#cellsEnd);
    this.cells[block] = this.#tails[term]!;
    this.#tails[term] = block;
  }
}
