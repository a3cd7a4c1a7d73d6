/**
 * The data of each term beside its text, in columns by its number, and their bytes in snapshots.
 *
 * Invariants: columns have space for a term after `reserve`. Code that changes a stored value touches the
 * term's range, except for digests, which are written with other changes.
 * Not here: the texts (term-table.ts), the use of the values for the set (vocabulary.ts).
 */
import { bytesOfColumns, growColumns, withCapacity } from '../../../../engine/columns/columns.js';
import { packRows, Ranges, Unpacker } from '../../chunks.js';
import { EXCLUSION_REASONS, type ExclusionReason, type Noise } from './noise.js';
import type { TermCounts } from './pool.js';
import { ID_PREFIX, idOfKey, type TermTable } from './term-table.js';

/** The columns that are stored, in the order of a chunk. */
const STORED = ['since', 'counts', 'lastSeconds', 'shown', 'digests'] as const;

export class TermColumns {
  readonly #terms: TermTable;
  readonly #noise: Noise;
  readonly ranges = new Ranges();
  /** The number of the set in which a term became active, 0 for inactive terms. */
  since = new Uint32Array(256);
  /** Articles counted for the set, the time of the newest, and the displayed spelling + 1. */
  counts = new Uint32Array(256);
  lastSeconds = new Uint32Array(256);
  shown = new Uint32Array(256);
  /** Position in EXCLUSION_REASONS + 2; 1 for no reason; 0 before it is computed. */
  #reasons = new Uint8Array(256);
  /** The first 32 bits of each id. */
  digests = new Uint32Array(256);

  constructor(terms: TermTable, noise: Noise) {
    this.#terms = terms;
    this.#noise = noise;
  }

  get byteLength(): number {
    return bytesOfColumns(this, STORED);
  }

  reserve(term: number): void {
    if (term < this.since.length) return;
    growColumns(this, STORED, term + 1);
    this.#reasons = withCapacity(this.#reasons, term + 1);
  }

  /** Stores the counts of a set. */
  take({ counts, lastSeconds, shown }: TermCounts): void {
    this.counts.fill(0);
    this.lastSeconds.fill(0);
    this.counts.set(counts);
    this.lastSeconds.set(lastSeconds);
    // A term that left the pool keeps its displayed spelling.
    for (let term = 0; term < counts.length; term++) {
      if (counts[term]! > 0) this.shown[term] = shown[term]!;
    }
  }

  /** Clears the data of a term whose number may be reused. */
  forget(term: number, sequence: number): void {
    this.shown[term] = 0;
    this.#reasons[term] = 0;
    this.digests[term] = 0;
    this.counts[term] = 0;
    this.lastSeconds[term] = 0;
    this.ranges.touch(term, sequence);
  }

  /** The reason why a term names no topic, computed at the first call; null when it may name one. */
  noiseOf(term: number): ExclusionReason | null {
    this.reserve(term);
    let code = this.#reasons[term]!;
    if (code === 0) {
      const reason = this.#noise.reasonOf(this.#terms.textOf(term));
      code = reason === null ? 1 : EXCLUSION_REASONS.indexOf(reason) + 2;
      this.#reasons[term] = code;
    }
    return code === 1 ? null : EXCLUSION_REASONS[code - 2]!;
  }

  /** The term of an id in canonical form; -1 when there is none. */
  find(id: string): number {
    const digest = digestOfId(id);
    const { length } = this.#terms;
    if (length > 0) this.reserve(length - 1);
    for (let term = 0; term < length; term++) {
      const isIt = this.#terms.has(term) && this.#digestOf(term) === digest;
      if (isIt && idOfKey(this.#terms.textOf(term)) === id) return term;
    }
    return -1;
  }

  chunk(name: string): Uint8Array {
    const { from, to } = this.ranges.bounds(name, this.#terms.length);
    this.reserve(to - 1);
    for (let term = from; term < to; term++) this.#digestOf(term);
    return packRows(this, STORED, from, to);
  }

  restore(name: string, bytes: Uint8Array): void {
    const chunk = new Unpacker(bytes);
    const { from } = this.ranges.bounds(name, Number.POSITIVE_INFINITY);
    const { length } = chunk.take('since', Uint32Array);
    if (length > 0) this.reserve(from + length - 1);
    chunk.takeRows(this, STORED, from);
    this.ranges.restored(name);
  }

  /** The first 32 bits of a term's id, computed at the first call. */
  #digestOf(term: number): number {
    if (this.digests[term] === 0 && this.#terms.has(term)) {
      this.digests[term] = digestOfId(idOfKey(this.#terms.textOf(term)));
    }
    return this.digests[term]!;
  }
}

function digestOfId(id: string): number {
  return Number.parseInt(id.slice(ID_PREFIX.length, ID_PREFIX.length + 8), 16);
}
