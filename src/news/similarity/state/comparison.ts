/**
 * Compares bodies letter by letter: distinct shingles, shared shingles, and the longest passage
 * that occurs in both.
 *
 *   table:  slot → a letter at which a shingle first begins, + 1      (open addressing)
 *   firsts: letter → the letter at which the shingle that begins there begins first
 *   next:   letter → another letter at which the same shingle begins, + 1
 *   bits:   low bits of a hash → whether any shingle has them
 *   places: letter of the other body → where its shingle begins first in this one, or -1
 *
 * Shared shingles are mostly in long passages: after a shared shingle, a comparison of the next
 * letter usually shows that the next shingle is shared too, and which one it is.
 *
 * Invariants: all numbers are exact; hashes only select the letters that are compared. A body is
 * laid out once and compared with many.
 */
import { type CommonRun, CommonRuns } from './common-run.js';
import type { NormalForm } from './normal-form.js';
import { SHINGLE_LETTERS, type Sketch } from './sketch.js';

/**
 * Steps per letter for following repeated shingles: ordinary bodies need about one. Texts with more
 * repetitions are left to `CommonRuns`, whose time has a bound.
 */
const STEPS_PER_LETTER = 16;

/** Numbers of comparisons fill 31 bits. */
const COMPARISONS_MAX = 2 ** 31 - 1;

export class LaidOutBody {
  #letters = new Int32Array(0);
  #length = 0;
  #hashes = new Int32Array(0);
  #table = new Int32Array(2048);
  #firsts = new Int32Array(8192);
  #next = new Int32Array(8192);
  /** By letter: number of the comparison that last met the shingle that begins there. */
  #met = new Int32Array(8192);
  #comparison = 0;
  #mask = 0;
  /** A bit for each value of the low bits of hashes: excludes most shingles that are not shared. */
  #bits = new Int32Array(256);
  #bitMask = 0;
  /** For the last compared body. */
  #places = new Int32Array(8192);
  #shared = 0;
  readonly #runs = new CommonRuns();
  /** The body is repetitive, and `#runs` has read it. */
  #isRepetitive = false;
  /** Shingles that only the other body has: slot → the letter at which one begins, + 1. */
  #foreign = new Int32Array(1024);
  /** Number of distinct shingles. */
  distinct = 0;

  /** Lays out a body; form and sketch must not change during its comparisons. */
  layOut({ letters, length }: NormalForm, { hashes, count }: Sketch): void {
    this.#letters = letters;
    this.#length = length;
    this.#hashes = hashes;
    this.#isRepetitive = false;
    this.#reserve(count);
    const table = this.#table;
    const firsts = this.#firsts;
    const next = this.#next;
    const mask = this.#mask;
    const bits = this.#bits;
    const bitMask = this.#bitMask;
    let distinct = 0;
    for (let at = 0; at < count; at++) {
      const hash = hashes[at]!;
      bits[(hash & bitMask) >>> 5]! |= 1 << hash;
      const slot = slotOf(table, mask, hashes, letters, hash, letters, at);
      const known = table[slot]!;
      if (known === 0) {
        table[slot] = at + 1;
        firsts[at] = at;
        next[at] = 0;
        distinct += 1;
      } else {
        firsts[at] = known - 1;
        next[at] = next[known - 1]!;
        next[known - 1] = at + 1;
      }
    }
    this.distinct = distinct;
  }

  /** True when the other body has the same letters. */
  equals({ letters, length }: NormalForm): boolean {
    if (length !== this.#length) return false;
    const own = this.#letters;
    for (let at = 0; at < length; at++) if (own[at] !== letters[at]) return false;
    return true;
  }

  /** Number of distinct shared shingles; -1 as soon as `least` cannot be reached. */
  sharedWith({ letters }: NormalForm, { hashes, count }: Sketch, least = 0): number {
    const own = this.#letters;
    const firsts = this.#firsts;
    const last = this.#length - SHINGLE_LETTERS;
    const places = this.#placesOf(count);
    const met = this.#met;
    if (this.#comparison === COMPARISONS_MAX) {
      this.#comparison = 0;
      met.fill(0);
    }
    const comparison = ++this.#comparison;
    let shared = 0;
    // Further shingles that may be missing.
    let spare = count - least;
    // The letter of this body after the one where the last shingle was found.
    let follower = 0;
    for (let at = 0; at < count; at++) {
      const isFollowed = follower > 0 && follower <= last && own[follower + 4] === letters[at + 4];
      const place = isFollowed ? firsts[follower]! : this.#first(hashes[at]!, letters, at);
      places[at] = place;
      follower = isFollowed ? follower + 1 : place + 1;
      if (place >= 0 && met[place] !== comparison) {
        met[place] = comparison;
        shared += 1;
      } else if (--spare < 0) return -1;
    }
    this.#shared = shared;
    return shared;
  }

  /** Distinct shingles of the other body, with which the last `sharedWith` did not return -1. */
  distinctIn({ letters }: NormalForm, { hashes, count }: Sketch): number {
    const places = this.#places;
    let foreign = 0;
    for (let at = 0; at < count; at++) foreign -= places[at]! >> 31;
    let slots = 1024;
    while (slots < 2 * foreign) slots *= 2;
    if (slots > this.#foreign.length) this.#foreign = new Int32Array(slots);
    const table = this.#foreign;
    table.fill(0, 0, slots);
    const mask = slots - 1;
    let distinct = this.#shared;
    for (let at = 0; at < count; at++) {
      if (places[at]! >= 0) continue;
      const slot = slotOf(table, mask, hashes, letters, hashes[at]!, letters, at);
      if (table[slot] !== 0) continue;
      table[slot] = at + 1;
      distinct += 1;
    }
    return distinct;
  }

  /**
   * The longest passage of at least a shingle that occurs in both bodies; among equally long ones,
   * the first in the later body, which is this one if `isLater`. The last `sharedWith` compared the
   * other body, and did not return -1.
   */
  passageWith(other: NormalForm, isLater: boolean): CommonRun {
    if (!this.#isRepetitive) {
      const run = this.#longestByShingles(other, isLater);
      if (run !== null) return run;
      this.#isRepetitive = true;
      this.#runs.read(this.#letters.subarray(0, this.#length));
    }
    return this.#runs.longest(other.letters.subarray(0, other.length), isLater);
  }

  /**
   * The longest common passages of at least `lettersMin` letters, at most `most`, in the order of
   * this body. They do not overlap in the other body: from its first letter on, the longest at each
   * letter. The last `sharedWith` compared the other body, and did not return -1.
   */
  passagesWith({ letters, length }: NormalForm, lettersMin: number, most: number): CommonRun[] {
    const own = this.#letters;
    const runs: CommonRun[] = [];
    const count = length - SHINGLE_LETTERS + 1;
    let steps = STEPS_PER_LETTER * (this.#length + length);
    for (let otherAt = 0; otherAt < count; ) {
      const best: CommonRun = { at: 0, otherAt, length: 0 };
      for (let at = this.#places[otherAt]!; at >= 0 && steps > 0; at = this.#next[at]! - 1) {
        const longest = Math.min(this.#length - at, length - otherAt);
        let run = SHINGLE_LETTERS;
        while (run < longest && own[at + run] === letters[otherAt + run]) run += 1;
        steps -= run;
        if (run > best.length) Object.assign(best, { at, length: run });
      }
      if (best.length >= lettersMin) runs.push(best);
      otherAt += best.length >= lettersMin ? best.length : 1;
    }
    runs.sort((a, b) => b.length - a.length || a.at - b.at);
    return runs.slice(0, most).sort((a, b) => a.at - b.at);
  }

  /** Follows each common shingle that begins a common run; null when there are too many steps. */
  #longestByShingles({ letters, length }: NormalForm, isLater: boolean): CommonRun | null {
    const own = this.#letters;
    const ownLength = this.#length;
    const places = this.#places;
    const next = this.#next;
    const count = length - SHINGLE_LETTERS + 1;
    const best: CommonRun = { at: 0, otherAt: 0, length: 0 };
    let steps = STEPS_PER_LETTER * (ownLength + length);
    for (let otherAt = 0; otherAt < count; otherAt++) {
      if (length - otherAt < best.length) break;
      for (let at = places[otherAt]!; at >= 0; at = next[at]! - 1) {
        if (--steps < 0) return null;
        // The position is within a passage that was followed from its start.
        if (at > 0 && otherAt > 0 && own[at - 1] === letters[otherAt - 1]) continue;
        const most = Math.min(ownLength - at, length - otherAt);
        if (most < best.length) continue;
        let run = SHINGLE_LETTERS;
        while (run < most && own[at + run] === letters[otherAt + run]) run += 1;
        steps -= run;
        const isBetter = run > best.length || (run === best.length && isLater && at < best.at);
        if (isBetter) {
          best.at = at;
          best.otherAt = otherAt;
          best.length = run;
        }
      }
    }
    return best;
  }

  /** The first letter at which a shingle of another body begins, or -1. */
  #first(hash: number, letters: Int32Array, at: number): number {
    if ((this.#bits[(hash & this.#bitMask) >>> 5]! & (1 << hash)) === 0) return -1;
    const table = this.#table;
    return table[slotOf(table, this.#mask, this.#hashes, this.#letters, hash, letters, at)]! - 1;
  }

  #placesOf(count: number): Int32Array {
    if (count > this.#places.length) this.#places = new Int32Array(count);
    return this.#places;
  }

  #reserve(count: number): void {
    let slots = 2048;
    while (slots < 2 * count) slots *= 2;
    if (slots > this.#table.length) this.#table = new Int32Array(slots);
    else this.#table.fill(0, 0, slots);
    this.#mask = slots - 1;
    const words = slots / 8;
    if (words > this.#bits.length) this.#bits = new Int32Array(words);
    else this.#bits.fill(0, 0, words);
    this.#bitMask = 32 * words - 1;
    if (count > this.#next.length) {
      this.#firsts = new Int32Array(count);
      this.#next = new Int32Array(count);
      this.#met = new Int32Array(count);
    }
  }
}

/** The slot of a shingle in a table, or the first empty slot where it would be added. */
function slotOf(
  table: Int32Array,
  mask: number,
  ownHashes: Int32Array,
  ownLetters: Int32Array,
  hash: number,
  letters: Int32Array,
  at: number,
): number {
  let slot = hash & mask;
  for (let known = table[slot]!; known !== 0; known = table[slot]!) {
    if (ownHashes[known - 1] === hash && areEqual(ownLetters, known - 1, letters, at)) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

function areEqual(a: Int32Array, atA: number, b: Int32Array, atB: number): boolean {
  return (
    a[atA] === b[atB] &&
    a[atA + 1] === b[atB + 1] &&
    a[atA + 2] === b[atB + 2] &&
    a[atA + 3] === b[atB + 3] &&
    a[atA + 4] === b[atB + 4]
  );
}
