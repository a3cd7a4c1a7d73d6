/**
 * How many articles of a window, and of the baseline before it, have each term: counts that are kept
 * and moved on, because between two questions few articles enter or leave a window.
 *
 * Invariant: after `sync`, each count is that of the rows that count in versions with that state.
 */
import { bytesOfColumns, growColumns, withCapacity } from '../../../engine/columns/columns.js';
import { IN_TITLE } from './evidence.js';
import type { VersionRows } from './version-rows.js';

/** Where a version stands. */
export const ELSEWHERE = 0;
export const IN_WINDOW = 1;
export const IN_PAST = 2;

const BY_TERM = ['titles', 'bodies', 'pastPosts', 'pastTitles'] as const;

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
