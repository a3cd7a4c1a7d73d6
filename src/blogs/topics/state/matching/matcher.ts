/**
 * Finds every one of a million terms that occurs in a text, including terms within other terms.
 *
 *   text ─► two units ─► filter: is there such a term? does one go on? ─► three units ─► …
 *                           │ yes
 *                           ▼
 *                        slots: is it really that term? ─► hit
 *
 *   slot (16 bytes, open addressing) := fingerprint 7 bits | long 1 bit | id 24 bits
 *                                     | last text that it was found in u32
 *                                     | first two units u16 × 2
 *                                     | third and fourth unit u16 × 2, or place in `rest` u32
 *   rest  := the units from the third on of terms longer than four, each term ended by a 0
 *   filter := two bits for each prefix of a term, hashed: a term ends here, a term goes on here
 *
 * Positions are processed a thousand at a time and in step: first the prefixes of two units of all
 * positions, then those of three units of the remaining positions. The loops have no branch that depends
 * on data, so the processor has many memory accesses under way. (Position by position: 8 million units a
 * second where terms are densest; in step: 10; with term texts apart from the slots: 5.) A term of up to
 * four units costs one access beyond the filter.
 *
 * Invariants: results are exact: the filter has only false positives, and a hit is compared unit by unit.
 * A term that begins or ends with a letter or digit of a script with blanks between words is found only
 * where its word begins or ends. Terms are distinct, of 2 to `TERM_UNITS_MAX` units, none 0.
 */
import { bytesOf, withCapacity } from '../../../../engine/columns/columns.js';
import { assert } from '../../../../kernel/errors.js';
import { LOOK_AHEAD_UNITS, type MatchText } from './match-text.js';

/** The longest term, in units: reading one unit beyond it stays within the zeros behind a text. */
export const TERM_UNITS_MAX = LOOK_AHEAD_UNITS - 1;
/** Ids are 24 bits of a slot, where 0 marks a free slot. */
export const TERM_IDS_MAX = 2 ** 24 - 1;

/** Terms up to this length are stored in their slot. */
const INLINE_UNITS = 4;
const PREFIX_UNITS = 2;
/** 32-bit words of a slot, and their positions. */
const SLOT_WORDS = 4;
const STAMP = 1;
const START = 2;
const PLACE = 3;
/** A higher load makes longer chains: at 0.6 a tenth slower, and a fifth less memory. */
const LOAD_MAX = 0.5;
/** Filter bits for each term: a vocabulary of phrases sets 18% of them; 4 MB for a million terms. */
const FILTER_BITS_PER_TERM = 32;
const FILTER_BITS_MIN = 2 ** 12;
const TERM_ENDS = 2;
const TERM_GOES_ON = 1;
/** Positions processed in step: their state stays in the first-level cache. */
const CHUNK = 1024;

/** Odd constants of Murmur3's and xxHash's mixing, which distribute well under multiplication. */
const MIX_STEP = 0x9e37_79b1 | 0;
const MIX_LAST = 0x85eb_ca6b | 0;

const HITS_MIN = 256;
const STAMPS_MAX = 0xffff_ffff;

/** The numbers that determine the size of a matcher. */
export interface MatcherSize {
  terms: number;
  /** Sum of `restUnitsOf` over the terms. */
  restUnits: number;
}

/** Units of a term of this length in `rest`. */
export function restUnitsOf(length: number): number {
  return length <= INLINE_UNITS ? 0 : length - PREFIX_UNITS + 1;
}

/** Bytes of all memory of a matcher of this size. */
export function matcherBytes({ terms, restUnits }: MatcherSize): number {
  return (
    4 * SLOT_WORDS * slotsFor(terms) +
    filterBitsFor(terms) / 8 +
    2 * (1 + restUnits) +
    4 * (5 * CHUNK + HITS_MIN)
  );
}

function slotsFor(terms: number): number {
  return Math.max(8, Math.ceil(terms / LOAD_MAX));
}

function filterBitsFor(terms: number): number {
  return Math.max(FILTER_BITS_MIN, 2 ** Math.ceil(Math.log2(terms * FILTER_BITS_PER_TERM + 1)));
}

export class Matcher {
  readonly #size: MatcherSize;
  readonly #seed: number;
  readonly #slots: Uint32Array;
  readonly #slotCount: number;
  readonly #slotScale: number;
  readonly #rest: Uint16Array;
  #restEnd = 1;
  readonly #filter: Uint8Array;
  readonly #filterShift: number;
  #terms = 0;
  #stamp = 0;
  /** Positions that may begin a longer term, and the hashes of their prefixes. */
  readonly #alive = new Int32Array(CHUNK);
  readonly #hashes = new Int32Array(CHUNK);
  /** Positions where a term may end, the hashes of these terms, and the heads of their slots. */
  readonly #candidates = new Int32Array(CHUNK);
  readonly #keys = new Int32Array(CHUNK);
  readonly #heads = new Int32Array(CHUNK);
  #candidateCount = 0;
  #hits = new Uint32Array(HITS_MIN);
  #hitCount = 0;

  /**
   * An empty matcher with capacity for terms of this total size. `seed` should depend on the terms, so
   * that an attacker cannot choose terms that share one slot.
   */
  constructor(size: MatcherSize, seed = 0) {
    this.#size = size;
    this.#seed = seed | 0;
    this.#slotCount = slotsFor(size.terms);
    this.#slotScale = this.#slotCount / 2 ** 32;
    this.#slots = new Uint32Array(SLOT_WORDS * this.#slotCount);
    this.#rest = new Uint16Array(1 + size.restUnits);
    const filterBits = filterBitsFor(size.terms);
    this.#filter = new Uint8Array(filterBits / 8);
    this.#filterShift = 32 - Math.log2(filterBits / 2);
  }

  get terms(): number {
    return this.#terms;
  }

  get byteLength(): number {
    const scratch = [this.#candidates, this.#keys, this.#heads, this.#hits];
    return bytesOf(this.#slots, this.#rest, this.#filter, this.#alive, this.#hashes, ...scratch);
  }

  /** Adds a term, `units` from `from` to `to`, exclusive; `match` reports it by `id`. */
  add(id: number, units: Uint16Array, from: number, to: number): void {
    const length = to - from;
    assert(length >= PREFIX_UNITS && length <= TERM_UNITS_MAX, 'a term has a length that is found');
    assert(id >= 0 && id < TERM_IDS_MAX, 'the id of a term fits its slot');
    assert(this.#terms < this.#size.terms, 'a matcher has the capacity for its terms');
    const key = this.#mark(units, from, to);
    const slots = this.#slots;
    let slot = ((key >>> 0) * this.#slotScale) | 0;
    while (slots[SLOT_WORDS * slot] !== 0) {
      slot += 1;
      if (slot === this.#slotCount) slot = 0;
    }
    const at = SLOT_WORDS * slot;
    slots[at] = (tagOf(key, length) << 24) | (id + 1);
    slots[at + START] = pairAt(units, from);
    slots[at + PLACE] =
      length <= INLINE_UNITS ? endOf(units, from, length) : this.#putRest(units, from, to);
    this.#terms += 1;
  }

  /**
   * Ids of the terms that occur in a text, each once. The result is scratch memory, valid until the next
   * call.
   */
  match(text: MatchText): Uint32Array {
    this.#stamp = this.#stamp === STAMPS_MAX ? this.#restartStamps() : this.#stamp + 1;
    this.#hitCount = 0;
    const last = text.length - 1;
    for (let from = 0; from < last; from += CHUNK) {
      let alive = this.#firstStep(text, from, Math.min(from + CHUNK, last));
      this.#confirm(text.units, PREFIX_UNITS);
      for (let length = PREFIX_UNITS + 1; alive > 0; length++) {
        alive = this.#nextStep(text, alive, length);
        this.#confirm(text.units, length);
      }
    }
    return this.#hits.subarray(0, this.#hitCount);
  }

  /** Stores the units of a long term from the third on in `rest`; returns their place. */
  #putRest(units: Uint16Array, from: number, to: number): number {
    const place = this.#restEnd;
    assert(place + restUnitsOf(to - from) <= this.#rest.length, 'the rest of a term fits');
    for (let unit = from + PREFIX_UNITS; unit < to; unit++) {
      this.#rest[this.#restEnd++] = units[unit]!;
    }
    this.#restEnd += 1;
    return place;
  }

  /** Sets the filter bits of a term's prefixes; returns the hash of the whole term. */
  #mark(units: Uint16Array, from: number, to: number): number {
    let hash = this.#firstHash(units[from]!, units[from + 1]!);
    for (let at = from + PREFIX_UNITS; ; at++) {
      const key = Math.imul(hash, MIX_LAST);
      const cell = key >>> this.#filterShift;
      const bits = at === to ? TERM_ENDS : TERM_GOES_ON;
      this.#filter[cell >>> 2]! |= bits << ((cell & 3) << 1);
      if (at === to) return key;
      hash = Math.imul(hash ^ units[at]!, MIX_STEP);
      hash ^= hash >>> 15;
    }
  }

  #firstHash(first: number, second: number): number {
    const hash = Math.imul(((first << 16) | second) ^ this.#seed, MIX_STEP);
    return hash ^ (hash >>> 15);
  }

  /** Checks the prefixes of two units at positions `from` to `to`, exclusive. */
  #firstStep({ units, joins }: MatchText, from: number, to: number): number {
    const filter = this.#filter;
    const shift = this.#filterShift;
    const seed = this.#seed;
    const alive = this.#alive;
    const hashes = this.#hashes;
    const candidates = this.#candidates;
    const keys = this.#keys;
    let aliveCount = 0;
    let candidateCount = 0;
    let first = units[from]!;
    for (let at = from; at < to; at++) {
      const second = units[at + 1]!;
      let hash = Math.imul(((first << 16) | second) ^ seed, MIX_STEP);
      hash ^= hash >>> 15;
      first = second;
      const key = Math.imul(hash, MIX_LAST);
      const cell = key >>> shift;
      const starts = joins[at]! ^ 1;
      const bits = filter[cell >>> 2]! >>> ((cell & 3) << 1);
      alive[aliveCount] = at;
      hashes[aliveCount] = hash;
      aliveCount += bits & starts;
      candidates[candidateCount] = at;
      keys[candidateCount] = key;
      candidateCount += (bits >>> 1) & starts & (joins[at + PREFIX_UNITS]! ^ 1);
    }
    this.#candidateCount = candidateCount;
    return aliveCount;
  }

  /** Checks prefixes of `length` units at the remaining positions; returns how many remain. */
  #nextStep({ units, joins }: MatchText, aliveBefore: number, length: number): number {
    const filter = this.#filter;
    const shift = this.#filterShift;
    const alive = this.#alive;
    const hashes = this.#hashes;
    const candidates = this.#candidates;
    const keys = this.#keys;
    let aliveCount = 0;
    let candidateCount = 0;
    for (let index = 0; index < aliveBefore; index++) {
      const at = alive[index]!;
      let hash = Math.imul(hashes[index]! ^ units[at + length - 1]!, MIX_STEP);
      hash ^= hash >>> 15;
      const key = Math.imul(hash, MIX_LAST);
      const cell = key >>> shift;
      const bits = filter[cell >>> 2]! >>> ((cell & 3) << 1);
      alive[aliveCount] = at;
      hashes[aliveCount] = hash;
      aliveCount += bits & 1;
      candidates[candidateCount] = at;
      keys[candidateCount] = key;
      candidateCount += (bits >>> 1) & (joins[at + length]! ^ 1);
    }
    this.#candidateCount = candidateCount;
    // The filter may falsely say that a term goes on; no term is longer than the longest one.
    return length < TERM_UNITS_MAX ? aliveCount : 0;
  }

  /** Looks up the candidates of `length` units in the slots and reports the terms found. */
  #confirm(units: Uint16Array, length: number): void {
    const slots = this.#slots;
    const slotCount = this.#slotCount;
    const scale = this.#slotScale;
    const stamp = this.#stamp;
    const candidates = this.#candidates;
    const keys = this.#keys;
    const heads = this.#heads;
    const count = this.#candidateCount;
    // A separate loop, so that the memory accesses to the slots overlap.
    for (let index = 0; index < count; index++) {
      heads[index] = slots[SLOT_WORDS * (((keys[index]! >>> 0) * scale) | 0)]!;
    }
    for (let index = 0; index < count; index++) {
      const key = keys[index]!;
      const at = candidates[index]!;
      const tag = tagOf(key, length);
      let slot = ((key >>> 0) * scale) | 0;
      let head = heads[index]!;
      while (head !== 0) {
        // A term that was already found in this text is skipped without a comparison: the candidate is
        // either this term, or stored in a later slot.
        const word = SLOT_WORDS * slot;
        if (head >>> 24 === tag && slots[word + STAMP] !== stamp) {
          const isTerm =
            slots[word + START] === pairAt(units, at) &&
            (length <= INLINE_UNITS
              ? slots[word + PLACE] === endOf(units, at, length)
              : this.#isRestAt(slots[word + PLACE]!, units, at, length));
          if (isTerm) {
            slots[word + STAMP] = stamp;
            this.#report((head & TERM_IDS_MAX) - 1);
            break;
          }
        }
        slot += 1;
        if (slot === slotCount) slot = 0;
        head = slots[SLOT_WORDS * slot]!;
      }
    }
  }

  #isRestAt(place: number, units: Uint16Array, at: number, length: number): boolean {
    const rest = this.#rest;
    let own = place;
    for (let unit = at + PREFIX_UNITS; unit < at + length; unit++) {
      if (rest[own++] !== units[unit]) return false;
    }
    return rest[own] === 0;
  }

  #report(id: number): void {
    this.#hits = withCapacity(this.#hits, this.#hitCount + 1);
    this.#hits[this.#hitCount++] = id;
  }

  #restartStamps(): number {
    for (let slot = 0; slot < this.#slotCount; slot++) this.#slots[SLOT_WORDS * slot + STAMP] = 0;
    return 1;
  }
}

/** Two units as a slot stores them. */
function pairAt(units: Uint16Array, at: number): number {
  return (units[at]! | (units[at + 1]! << 16)) >>> 0;
}

/** The third and fourth unit of a term as a slot stores them, 0 where missing. */
function endOf(units: Uint16Array, at: number, length: number): number {
  if (length === PREFIX_UNITS) return 0;
  return length === INLINE_UNITS ? pairAt(units, at + PREFIX_UNITS) : units[at + PREFIX_UNITS]!;
}

/** The upper byte of a slot: bits of the hash that did not choose the slot, and whether the term is long. */
function tagOf(key: number, length: number): number {
  return ((key & 0x7f) << 1) | (length > INLINE_UNITS ? 1 : 0);
}
