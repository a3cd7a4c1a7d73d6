/**
 * The rows that count by the version of the post, what evidence.ts holds by term, the other way; and how
 * many articles of a window, and of the baseline before it, have each term.
 *
 *   version ─► block ─► block …;  block := place of the next u32 | rows u32 | row u32 each
 *   row     := term << 2 | in title 1 | in body 2;  all ones for one that was dropped
 *
 * It is what makes a count of millions of rows cheap to keep: when a post enters or leaves a window, its few
 * terms are counted up or down. It is made from the evidence at a restart.
 */
import { bytesOfColumns, growColumns, withCapacity } from '../../../engine/columns/columns.js';
import { IN_TITLE, ROW_BITS, VERSION_SHIFT } from './evidence.js';

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

/** Where a version stands. */
const ELSEWHERE = 0;
export const IN_WINDOW = 1;
export const IN_PAST = 2;

const BY_TERM = ['titles', 'bodies', 'pastPosts', 'pastTitles'] as const;

/**
 * How many articles of a window, and of the baseline before it, have each term: counts that are kept
 * and moved on, because between two questions few articles enter or leave a window.
 *
 * Invariant: after `sync`, each count is that of the rows that count in versions with that state.
 */
export class VersionTally {
  readonly #rows: VersionRows;
  /** Where each version stands, as counted. */
  #states = new Uint8Array(0);
  /** By term: articles of the window with it in the title, or in the body only. */
  titles = new Uint32Array(0);
  bodies = new Uint32Array(0);
  /** By term: articles of the baseline, and those of them with it in the title. */
  pastPosts = new Uint32Array(0);
  pastTitles = new Uint32Array(0);

  constructor(rows: VersionRows) {
    this.#rows = rows;
  }

  get byteLength(): number {
    return this.#states.byteLength + bytesOfColumns(this, BY_TERM);
  }

  /** Moves the counts on: `states` says where each version stands now. */
  sync(states: Uint8Array, terms: number): void {
    growColumns(this, BY_TERM, terms);
    this.#states = withCapacity(this.#states, states.length);
    for (let version = 0; version < states.length; version++) {
      const before = this.#states[version]!;
      const after = states[version]!;
      if (before === after) continue;
      this.#states[version] = after;
      this.#rows.each(version, (term, bits) => {
        this.#count(before, term, bits, -1);
        this.#count(after, term, bits, 1);
      });
    }
  }

  /** A row comes (1) or goes (-1). */
  move(version: number, term: number, bits: number, by: 1 | -1): void {
    const state = this.#states[version] ?? ELSEWHERE;
    if (state === ELSEWHERE) return;
    growColumns(this, BY_TERM, term + 1);
    this.#count(state, term, bits, by);
  }

  #count(state: number, term: number, bits: number, by: number): void {
    if (state === IN_WINDOW) {
      if ((bits & IN_TITLE) !== 0) this.titles[term]! += by;
      else this.bodies[term]! += by;
    } else if (state === IN_PAST) {
      this.pastPosts[term]! += by;
      if ((bits & IN_TITLE) !== 0) this.pastTitles[term]! += by;
    }
  }
}
