/**
 * Finds rows that share a band with a sketch: a hash table of 4-byte entries, whose buckets are
 * half cache lines.
 *
 *   bucket, 8 words = 32 bytes:   entry × 7 | number of the next bucket, 0 for none
 *   entry, 32 bits:               tag 12 | row + 1 20        0 is an empty slot
 *
 * The high bits of a band's key choose a bucket, the low bits are the tag. A found row only *may*
 * share the band, because tags collide. Slots fill from the left. A full bucket is copied to a
 * spare bucket behind it in the chain, so entries are added to the first bucket however long the
 * chain is: bands of common phrases have chains of hundreds.
 *
 * A removed row is only marked as dead: its 72 buckets are scattered, and reading them would take
 * as long as a search. Instead, every eighth removal sweeps a range of buckets in the order of
 * memory, and removes the entries of all dead rows there. The row's number is reused after a whole
 * sweep.
 *
 * Invariants: a row is found under each of its keys exactly until it is removed. A reused number
 * has no old entries. The number of addressed buckets is fixed; a table that is too small is
 * replaced by a larger one (band-index.ts).
 */
import { BANDS } from './sketch.js';

/** Maximum of rows that entries can name. */
export const ROWS_MAX = 2 ** 20 - 1;
/** Removals of a whole sweep, as a share of the rows: about one entry in 8 is dead. */
const SWEEP_SHARE = 1 / 4;
/** Maximum of removals in a whole sweep, and so of rows whose numbers are not free yet. */
export const DEAD_MAX = 2 ** 16;
/** Removals until the next range of buckets is swept, which has 18 KB. */
const REMOVALS_PER_SWEEP = 8;

/** Value of `seen` for a row that must not be found. */
export const DEAD = 2 ** 31 - 1;

const WORDS_SHIFT = 3;
const WORDS = 1 << WORDS_SHIFT;
const SLOTS = WORDS - 1;
const ROW_BITS = 20;
const ROW_MASK = 2 ** ROW_BITS - 1;
/** Average entries of a bucket in a full table: 3% of the buckets then overflow. */
const FILL = 4.2;
/** Spare buckets of a new table, as a share of the others. */
const SPARE = 1 / 16;

/** A search: its keys, and its results. */
export interface BandLookup {
  keys: Int32Array;
  /** By band: 0 when the band is searched. */
  passed: Uint8Array;
  /**
   * By row: set to `stamp` for a row that is found under one key, to `stamp` + 1 under several.
   * Before, values are less than `stamp`, or `DEAD`.
   */
  seen: Int32Array;
  stamp: number;
  found: Int32Array;
}

export class BandTable {
  /** Rows for which the table is made. */
  readonly capacity: number;
  readonly #buckets: number;
  /** Factor from a key to its bucket. */
  readonly #scale: number;
  #words: Int32Array;
  /** The first unused spare bucket. Spare buckets are never number 0, so 0 can mean none. */
  #spare: number;
  /** Spare buckets that were used and are empty again. */
  readonly #free: number[] = [];
  #rows = 0;
  /** Removed rows + 1 in the order of removal: a ring of one whole sweep. */
  readonly #dead: Int32Array;
  #deadAt = 0;
  /** The next bucket to sweep. */
  #swept = 0;
  /** By band: first word of its bucket. */
  readonly #firsts = new Int32Array(BANDS);
  /** By band: first empty slot of its bucket at the last search, or the word after its slots. */
  readonly #ends = new Int32Array(BANDS);
  /** Receives words that are read ahead, so that V8 cannot remove the reads. */
  readonly #sink = new Int32Array(1);

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#buckets = Math.ceil((capacity * BANDS) / FILL);
    this.#scale = this.#buckets / 2 ** 32;
    this.#spare = this.#buckets;
    this.#words = new Int32Array(WORDS * Math.ceil(this.#buckets * (1 + SPARE)));
    const sweeps = Math.max(1, Math.floor((capacity * SWEEP_SHARE) / REMOVALS_PER_SWEEP));
    this.#dead = new Int32Array(Math.min(DEAD_MAX, sweeps * REMOVALS_PER_SWEEP));
  }

  /** Rows in the table, with removed rows whose numbers are not free yet. */
  get rows(): number {
    return this.#rows;
  }

  get byteLength(): number {
    return this.#words.byteLength + this.#dead.byteLength;
  }

  /**
   * Appends distinct found rows that are at least `fromRow` to `found`, which has `foundCount`
   * rows; returns the new count.
   */
  find(look: BandLookup, foundCount: number, fromRow: number): number {
    const { keys, passed, seen, stamp, found } = look;
    this.#locate(keys, 0);
    const words = this.#words;
    const ends = this.#ends;
    const firsts = this.#firsts;
    let count = foundCount;
    for (let band = 0; band < BANDS; band++) {
      const tag = keys[band]! << 20;
      const first = firsts[band]!;
      if (passed[band] !== 0) {
        ends[band] = first + 7;
        continue;
      }
      for (let at = first; ; ) {
        let slot = at;
        for (; slot < at + 7; slot++) {
          const entry = words[slot]!;
          if (entry === 0) break;
          if ((entry ^ tag) >>> 20 !== 0) continue;
          const row = (entry & 0xfffff) - 1;
          const state = seen[row]!;
          if (state > stamp || row < fromRow) continue;
          if (state < stamp) found[count++] = row;
          seen[row] = state < stamp ? stamp : stamp + 1;
        }
        if (at === first) ends[band] = slot;
        const next = words[at + 7]!;
        if (next === 0) break;
        at = next << 3;
      }
    }
    return count;
  }

  /** Adds a row under every key. */
  add(keys: Int32Array, keysAt: number, row: number): void {
    this.#locate(keys, keysAt);
    for (let band = 0; band < BANDS; band++) {
      this.#put(this.#firsts[band]!, (keys[keysAt + band]! << ROW_BITS) | (row + 1));
    }
    this.#rows += 1;
  }

  /** Adds a row under the keys of the last search, right after it. */
  addFound(keys: Int32Array, row: number): void {
    let words = this.#words;
    const ends = this.#ends;
    for (let band = 0; band < BANDS; band++) {
      const slot = ends[band]!;
      const entry = (keys[band]! << 20) | (row + 1);
      // Two bands may have one bucket, so the slot may have been filled or emptied since.
      const isFirstEmpty = words[slot] === 0 && ((slot & 7) === 0 || words[slot - 1] !== 0);
      if (isFirstEmpty && (slot & 7) !== 7) {
        words[slot] = entry;
        continue;
      }
      this.#put((slot >>> WORDS_SHIFT) << WORDS_SHIFT, entry);
      words = this.#words;
    }
    this.#rows += 1;
  }

  /** Removes a row, whose bit in `dead` must stay set; returns a row with a free number, or -1. */
  remove(row: number, dead: Int32Array): number {
    const at = this.#deadAt;
    if (at % REMOVALS_PER_SWEEP === 0) this.#sweep(dead);
    const free = this.#dead[at]! - 1;
    this.#dead[at] = row + 1;
    this.#deadAt = at + 1 === this.#dead.length ? 0 : at + 1;
    if (free >= 0) this.#rows -= 1;
    return free;
  }

  /** Removed rows whose numbers are not free yet. */
  deadRows(): number[] {
    return [...this.#dead].filter((row) => row > 0).map((row) => row - 1);
  }

  /**
   * Computes the buckets of keys, and reads a word of each before the first is needed, so that the
   * processor loads their cache lines in parallel.
   */
  #locate(keys: Int32Array, keysAt: number): void {
    const words = this.#words;
    const firsts = this.#firsts;
    const scale = this.#scale;
    for (let band = 0; band < BANDS; band++) {
      firsts[band] = ((keys[keysAt + band]! >>> 0) * scale) << 3;
    }
    let one = 0;
    let other = 0;
    for (let band = 0; band < BANDS; band += 8) {
      one ^= words[firsts[band]!]! ^ words[firsts[band + 1]!]!;
      other ^= words[firsts[band + 2]!]! ^ words[firsts[band + 3]!]!;
      one ^= words[firsts[band + 4]!]! ^ words[firsts[band + 5]!]!;
      other ^= words[firsts[band + 6]!]! ^ words[firsts[band + 7]!]!;
    }
    this.#sink[0] = one ^ other;
  }

  /** Writes an entry into the first bucket of its chain. */
  #put(at: number, entry: number): void {
    if (this.#words[at + SLOTS - 1] !== 0) this.#pushBack(at);
    const words = this.#words;
    let slot = at;
    while (words[slot] !== 0) slot += 1;
    words[slot] = entry;
  }

  /** Moves the entries of a full bucket to a spare bucket behind it. */
  #pushBack(at: number): void {
    const next = this.#takeSpare();
    const words = this.#words;
    words.copyWithin(next << WORDS_SHIFT, at, at + WORDS);
    words.fill(0, at, at + SLOTS);
    words[at + SLOTS] = next;
  }

  #takeSpare(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (WORDS * (this.#spare + 1) > this.#words.length) {
      const spares = Math.ceil(this.#buckets * SPARE);
      const more = new Int32Array(this.#words.length + WORDS * spares);
      more.set(this.#words);
      this.#words = more;
    }
    return this.#spare++;
  }

  /** Removes dead entries from the next range of buckets. */
  #sweep(dead: Int32Array): void {
    const words = this.#words;
    const from = this.#swept;
    const stretch = Math.ceil((this.#buckets * REMOVALS_PER_SWEEP) / this.#dead.length);
    const until = Math.min(this.#buckets, from + stretch);
    for (let first = from << WORDS_SHIFT; first < until << WORDS_SHIFT; first += 8) {
      if (words[first + 7] !== 0) {
        this.#cleanChain(first, dead);
        continue;
      }
      let hasDead = 0;
      for (let slot = first; slot < first + 7; slot++) {
        const entry = words[slot]!;
        if (entry === 0) break;
        const row = (entry & 0xfffff) - 1;
        // A shift uses the low five bits of its distance.
        hasDead |= dead[row >>> 5]! >>> row;
      }
      if ((hasDead & 1) !== 0) this.#clean(first, dead);
    }
    this.#swept = until === this.#buckets ? 0 : until;
  }

  /** Removes dead entries from a chain; a bucket's rest moves to the bucket before when it fits. */
  #cleanChain(first: number, dead: Int32Array): void {
    const words = this.#words;
    let before = first;
    let end = this.#clean(first, dead);
    for (let next = words[first + SLOTS]!; next !== 0; ) {
      const at = next << WORDS_SHIFT;
      const count = this.#clean(at, dead) - at;
      const after = words[at + SLOTS]!;
      if (end + count <= before + SLOTS) {
        for (let slot = 0; slot < count; slot++) words[end++] = words[at + slot]!;
        words[before + SLOTS] = after;
        this.#free.push(next);
      } else {
        before = at;
        end = at + count;
      }
      next = after;
    }
  }

  /** Removes dead entries from a bucket; the rest moves left. Returns the first empty slot. */
  #clean(at: number, dead: Int32Array): number {
    const words = this.#words;
    let end = at;
    for (let slot = at; slot < at + SLOTS; slot++) {
      const entry = words[slot]!;
      if (entry === 0) break;
      const row = (entry & ROW_MASK) - 1;
      if (((dead[row >>> 5]! >>> row) & 1) === 0) words[end++] = entry;
    }
    for (let slot = end; slot < at + SLOTS; slot++) words[slot] = 0;
    return end;
  }
}
