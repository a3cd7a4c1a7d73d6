/**
 * Compares bodies letter by letter: distinct shingles, those that two bodies share, and the longest
 * passage that stands in both.
 *
 *   table:  slot → a letter at which a shingle first begins, + 1      (open addressing)
 *   firsts: letter → the letter at which the shingle that begins there begins first
 *   next:   letter → another letter at which the same shingle begins, + 1
 *   bits:   low bits of a hash → whether any shingle has them
 *   places: letter of the other body → where its shingle begins first in this one, or -1
 *
 * What two bodies share lies in passages: where a shingle is shared, one look at the next letter
 * mostly tells that the next is shared as well, and which one it is.
 *
 * Invariants: every number is exact; hashes only lead to the letters that are compared. A body is
 * laid out once and compared with many.
 */
import { type CommonRun, CommonRuns } from './common-run.js';
import type { NormalForm } from './normal-form.js';
import { SHINGLE_LETTERS, type Sketch } from './sketch.js';

/**
 * Steps that are taken per letter to follow repeated shingles: ordinary bodies need about one. Texts
 * that repeat themselves without end are left to `CommonRuns`, whose time has a bound.
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
  /** By letter: the number of the comparison that met the shingle which begins there. */
  #met = new Int32Array(8192);
  #comparison = 0;
  #mask = 0;
  /** A bit for each value that the low bits of a shingle's hash take: most foreign ones end here. */
  #bits = new Int32Array(256);
  #bitMask = 0;
  /** Of the body that was compared last. */
  #places = new Int32Array(8192);
  #shared = 0;
  readonly #runs = new CommonRuns();
  /** The body repeats itself: `#runs` has read it. */
  #isRepetitive = false;
  /** Shingles of the other body that this one has not: slot → the letter at which one begins, + 1. */
  #foreign = new Int32Array(1024);
  /** Distinct shingles. */
  distinct = 0;

  /** Lays a body out; form and sketch must stay as they are while it is compared. */
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

  /**
   * Distinct shingles that the other body shares; -1 as soon as they cannot come to `least` any
   * more.
   */
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
    // Shingles that may still be found wanting.
    let spare = count - least;
    // The letter of this body that follows on the one where the shingle before was found.
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

  /** Distinct shingles of the body that `sharedWith` was asked about last, without giving up. */
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
   * The longest passage of at least a shingle that stands in both bodies; of equally long ones the
   * one that comes first in the later body, which is this one if `isLater`. The other body is the
   * one that `sharedWith` was asked about last, without giving up.
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
   * The longest passages of some letters that stand in both bodies, at most `most`, in the order of
   * this one and without overlaps in the other: from its first letter on, the longest that begins at
   * each. The other body is the one that `sharedWith` was asked about last, without giving up.
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

  /** Follows every common shingle that no common one stands before; null when there are too many. */
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
        // Within a passage that was followed from its start already.
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

/** Where a table has the shingle of some letters, or would have it: the first slot that is empty. */
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
