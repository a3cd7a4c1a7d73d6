/**
 * Finds rows that share a band with a sketch: a hash table of 4-byte entries in half lines of the
 * cache.
 *
 *   bucket, 8 words = 32 bytes:   entry × 7 | number of the next bucket, 0 for none
 *   entry, 32 bits:               tag 12 | row + 1 20        0 is an empty slot
 *
 * A band's key names a bucket by its high bits and a tag by its low ones. What is found only *may*
 * share the band, because tags collide. Slots fill from the left. When a bucket is full, its content
 * moves to a spare one behind it, so that entries are added and given up in the first of a chain,
 * however long that is: the bands of common phrases have chains of hundreds.
 *
 * A row that is removed is only marked as dead. Its 72 buckets lie far apart, and fetching them takes
 * as long as a look. Instead, removals sweep the buckets in the order of memory, a stretch every
 * eighth time, and take the entries of all dead rows out. The row's number is given back after a
 * whole sweep.
 *
 * Invariants: what was added under a key is found under it exactly until it is removed. A number
 * that was given back has no entries. The number of addressed buckets is fixed; a table that is too
 * small is replaced by a larger one (band-index.ts).
 */
import { BANDS } from './sketch.js';

/** Rows that entries can name. */
export const ROWS_MAX = 2 ** 20 - 1;
/** Removals that a whole sweep takes, as a share of the rows: one entry in 8 or so is dead. */
const SWEEP_SHARE = 1 / 4;
/** And at most: rows whose numbers are not given back. */
export const DEAD_MAX = 2 ** 16;
/** Removals until the next stretch is swept, which is then 18 KB. */
const REMOVALS_PER_SWEEP = 8;

/** What `seen` holds for a row that is not to be found. */
export const DEAD = 2 ** 31 - 1;

const WORDS_SHIFT = 3;
const WORDS = 1 << WORDS_SHIFT;
const SLOTS = WORDS - 1;
const ROW_BITS = 20;
const ROW_MASK = 2 ** ROW_BITS - 1;
/** Entries of a bucket, on average, in a full table: 3% of the buckets then overflow. */
const FILL = 4.2;
/** Buckets for overflows at first, as a share of the others. */
const SPARE = 1 / 16;

/** What is looked for, and what becomes of it. */
export interface BandLookup {
  keys: Int32Array;
  /** By band: 0 when it is to be looked at. */
  passed: Uint8Array;
  /**
   * By row: becomes `stamp` for a row that is found under one key, `stamp` + 1 for one that is found
   * under several. Less than `stamp` before, or `DEAD`.
   */
  seen: Int32Array;
  stamp: number;
  found: Int32Array;
}

export class BandTable {
  /** Rows that it holds well. */
  readonly capacity: number;
  readonly #buckets: number;
  /** What turns a key into a bucket. */
  readonly #scale: number;
  #words: Int32Array;
  /** The next unused bucket behind the addressed ones. Bucket 0 is addressed, so 0 can mean none. */
  #spare: number;
  /** Buckets that were spare once and are not needed now. */
  readonly #free: number[] = [];
  #rows = 0;
  /** Removed rows + 1 in the order of their removal, as many as a whole sweep takes removals. */
  readonly #dead: Int32Array;
  #deadAt = 0;
  /** The bucket that is swept next. */
  #swept = 0;
  /** By band: where its bucket begins. */
  readonly #firsts = new Int32Array(BANDS);
  /** By band: the first empty slot of its bucket at the last look, or the place after the slots. */
  readonly #ends = new Int32Array(BANDS);
  /** Where words that are read ahead go, so that the engine cannot leave the reading out. */
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

  /** Rows in it, with those that were removed and not given back. */
  get rows(): number {
    return this.#rows;
  }

  get byteLength(): number {
    return this.#words.byteLength + this.#dead.byteLength;
  }

  /**
   * Writes the rows from `fromRow` on that are found into `found`, from `foundCount` on, each once;
   * returns how many stand there then.
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

  /** Adds a row under the keys of the last look, which nothing has come after. */
  addFound(keys: Int32Array, row: number): void {
    let words = this.#words;
    const ends = this.#ends;
    for (let band = 0; band < BANDS; band++) {
      const slot = ends[band]!;
      const entry = (keys[band]! << 20) | (row + 1);
      // Two bands may have the same bucket: it may have been filled, or emptied, since.
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

  /**
   * Takes a row out, whose bit in `dead` is set until its number is given back; returns a row whose
   * number is, or -1.
   */
  remove(row: number, dead: Int32Array): number {
    const at = this.#deadAt;
    if (at % REMOVALS_PER_SWEEP === 0) this.#sweep(dead);
    const free = this.#dead[at]! - 1;
    this.#dead[at] = row + 1;
    this.#deadAt = at + 1 === this.#dead.length ? 0 : at + 1;
    if (free >= 0) this.#rows -= 1;
    return free;
  }

  /** Rows that were removed and not given back. */
  deadRows(): number[] {
    return [...this.#dead].filter((row) => row > 0).map((row) => row - 1);
  }

  /**
   * Finds the buckets of keys and asks for all of their lines before the first is needed: their ways
   * from memory overlap, as many as there are loads among the instructions that are under way.
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

  /** Empties a full bucket into a spare one that comes after it. */
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

  /** Takes dead entries out of the next stretch of buckets. */
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
        // Shifts take the low five bits of what they shift by.
        hasDead |= dead[row >>> 5]! >>> row;
      }
      if ((hasDead & 1) !== 0) this.#clean(first, dead);
    }
    this.#swept = until === this.#buckets ? 0 : until;
  }

  /** Takes dead entries out of a chain; what is left of a bucket goes into the one before if it fits. */
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

  /** Takes dead entries out of a bucket; the others move left. Returns the first empty slot. */
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
