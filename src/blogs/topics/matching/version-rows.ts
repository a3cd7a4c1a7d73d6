/**
 * The rows that count by the version of the post: what evidence.ts holds by term, the other way.
 *
 *   version ─► block ─► block …;  block := place of the next u32 | rows u32 | row u32 each
 *   row     := term << 2 | in title 1 | in body 2;  all ones for one that was dropped
 *
 * It is what makes a count of millions of rows cheap to keep: when a post enters or leaves a window,
 * its few terms are counted up or down (tallies.ts). It is made from the evidence at a restart.
 */
import { withCapacity } from '../../../engine/columns/columns.js';
import { ROW_BITS, VERSION_SHIFT } from './evidence.js';

const HEAD_CELLS = 2;
const DROPPED = 0xffff_ffff;

export class VersionRows {
  #heads = new Uint32Array(256);
  /** Rows that count. */
  counts = new Uint32Array(256);
  /** Blocks; place 0 is none. */
  #cells = new Uint32Array(4096);
  #cellsEnd = 1;

  get byteLength(): number {
    return this.#heads.byteLength + this.counts.byteLength + this.#cells.byteLength;
  }

  /** Reserves memory for versions below `length`. */
  reserve(length: number): void {
    this.#heads = withCapacity(this.#heads, length);
    this.counts = withCapacity(this.counts, length);
  }

  /** Adds the rows of `terms`, each with its bits. */
  add(version: number, terms: ArrayLike<number>, bits: ArrayLike<number>): void {
    const block = this.#begin(version, terms.length);
    for (let at = 0; at < terms.length; at++) {
      this.#cells[block + HEAD_CELLS + at] = ((terms[at]! << VERSION_SHIFT) | bits[at]!) >>> 0;
    }
    this.counts[version]! += terms.length;
  }

  /** Rows of a version that are still to come: an empty block of that capacity for `put`. */
  prepare(version: number, rows: number): void {
    const block = this.#begin(version, rows);
    this.#cells.fill(DROPPED, block + HEAD_CELLS, block + HEAD_CELLS + rows);
  }

  /** Fills a place of the block that was prepared. */
  put(version: number, term: number, bits: number): void {
    const at = this.#heads[version]! + HEAD_CELLS + this.counts[version]!;
    this.#cells[at] = ((term << VERSION_SHIFT) | bits) >>> 0;
    this.counts[version]! += 1;
  }

  /** Drops the row of a term. */
  drop(version: number, term: number): void {
    const cells = this.#cells;
    for (let block = this.#heads[version]!; block !== 0; block = cells[block]!) {
      const end = block + HEAD_CELLS + cells[block + 1]!;
      for (let at = block + HEAD_CELLS; at < end; at++) {
        if (cells[at]! >>> VERSION_SHIFT !== term || cells[at] === DROPPED) continue;
        cells[at] = DROPPED;
        this.counts[version]! -= 1;
        return;
      }
    }
  }

  /** Calls back for each row of a version. */
  each(version: number, visit: (term: number, bits: number) => void): void {
    const cells = this.#cells;
    for (let block = this.#heads[version] ?? 0; block !== 0; block = cells[block]!) {
      const end = block + HEAD_CELLS + cells[block + 1]!;
      for (let at = block + HEAD_CELLS; at < end; at++) {
        const row = cells[at]!;
        if (row !== DROPPED) visit(row >>> VERSION_SHIFT, row & ROW_BITS);
      }
    }
  }

  #begin(version: number, rows: number): number {
    const block = this.#cellsEnd;
    this.#cellsEnd += HEAD_CELLS + rows;
    this.#cells = withCapacity(this.#cells, this.#cellsEnd);
    this.#cells[block] = this.#heads[version]!;
    this.#cells[block + 1] = rows;
    this.#heads[version] = block;
    return block;
  }
}
