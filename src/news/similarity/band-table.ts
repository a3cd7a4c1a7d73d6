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
 * Invariants: what was added under a key and not removed is found under it. The number of buckets
 * is fixed; a table that is too small is replaced by a larger one (window.ts).
 */
import { assert } from '../../kernel/assert.js';
import { BANDS } from './sketch.js';

/** Rows that entries can name. */
export const ROWS_MAX = 2 ** 20 - 1;

const WORDS_SHIFT = 3;
const WORDS = 1 << WORDS_SHIFT;
const SLOTS = WORDS - 1;
const ROW_BITS = 20;
/** Entries of a bucket, on average, in a full table: 3% of the buckets then overflow. */
const FILL = 4.2;
/** Buckets for overflows at first, as a share of the others. */
const SPARE = 1 / 16;

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
  }

  /** Rows in it. */
  get rows(): number {
    return this.#rows;
  }

  get byteLength(): number {
    return this.#words.byteLength;
  }

  /**
   * Writes the rows that are found under the keys into `found`, from `foundCount` on, each once
   * (`seen[row]` becomes `stamp`); returns how many stand there then.
   */
  find(
    keys: Int32Array,
    seen: Int32Array,
    stamp: number,
    found: Int32Array,
    foundCount: number,
  ): number {
    this.#touch(keys, 0);
    const words = this.#words;
    const ends = this.#ends;
    const scale = this.#scale;
    let count = foundCount;
    for (let band = 0; band < BANDS; band++) {
      const key = keys[band]!;
      const tag = key << 20;
      const first = ((key >>> 0) * scale) << 3;
      for (let at = first; ; ) {
        let slot = at;
        for (; slot < at + 7; slot++) {
          const entry = words[slot]!;
          if (entry === 0) break;
          if ((entry ^ tag) >>> 20 !== 0) continue;
          const row = (entry & 0xfffff) - 1;
          if (seen[row] === stamp) continue;
          seen[row] = stamp;
          found[count++] = row;
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
    this.#touch(keys, keysAt);
    const scale = this.#scale;
    for (let band = 0; band < BANDS; band++) {
      const key = keys[keysAt + band]!;
      this.#put(((key >>> 0) * scale) << WORDS_SHIFT, (key << ROW_BITS) | (row + 1));
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

  /** Takes a row out that was added under the keys. */
  remove(keys: Int32Array, keysAt: number, row: number): void {
    this.#touch(keys, keysAt);
    const scale = this.#scale;
    for (let band = 0; band < BANDS; band++) {
      const key = keys[keysAt + band]!;
      this.#take(((key >>> 0) * scale) << WORDS_SHIFT, (key << ROW_BITS) | (row + 1));
    }
    this.#rows -= 1;
  }

  /** Asks for all lines before the first is needed, so that their ways from memory overlap. */
  #touch(keys: Int32Array, keysAt: number): void {
    const words = this.#words;
    const scale = this.#scale;
    let touched = 0;
    for (let band = 0; band < BANDS; band++)
      touched ^= words[((keys[keysAt + band]! >>> 0) * scale) << 3]!;
    this.#sink[0] = touched;
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

  /** Brings the bucket after an empty one back into it. */
  #pullForward(at: number): void {
    const words = this.#words;
    const next = words[at + SLOTS]!;
    words.copyWithin(at, next << WORDS_SHIFT, (next << WORDS_SHIFT) + WORDS);
    this.#free.push(next);
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

  /** Takes an entry out; the last one of the first bucket takes its place. */
  #take(first: number, entry: number): void {
    const words = this.#words;
    if (words[first] === 0 && words[first + SLOTS] !== 0) this.#pullForward(first);
    let last = first;
    while (last < first + SLOTS - 1 && words[last + 1] !== 0) last += 1;
    for (let at = first; ; ) {
      for (let slot = at; slot < at + SLOTS; slot++) {
        if (words[slot] !== entry) continue;
        words[slot] = words[last]!;
        words[last] = 0;
        return;
      }
      const next = words[at + SLOTS]!;
      assert(next !== 0, 'a row is removed under the keys that it was added under');
      at = next << WORDS_SHIFT;
    }
  }
}
