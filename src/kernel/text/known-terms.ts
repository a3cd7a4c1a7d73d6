/**
 * Finds known terms in a text: at each place the longest one, with its value.
 *
 *   first two units ─► the lengths of terms that begin so, a bit for each ─► hash of each length ─► term
 *
 * The text says how letters are folded and where words end; the caller says which terms there are.
 * Invariants: a place at which no term begins costs one look-up; any other place costs no more units than
 * the longest term has. Terms have at least two units.
 * Not here: every term of a text, also within longer ones (blogs/topics/state/matching/matcher.ts).
 */
import { randomInt } from 'node:crypto';
import { hashOfUnits, mixedHash, pairHash, withUnit } from '../hash.js';
import { codePointLength, isBorder } from './text.js';

/** A text that is searched for terms. */
export interface TermText {
  /** Units of the text. */
  readonly length: number;
  /** The folded unit at a place. */
  unitAt(at: number): number;
  /** Whether a term may begin or end at a place, `length` included. */
  isBorder(at: number): boolean;
}

interface Term<T> {
  readonly key: string;
  value: T;
  /** Another term of the same hash. */
  next: Term<T> | null;
}

export type FoundTerm<T> = Readonly<Pick<Term<T>, 'key' | 'value'>>;

/** Hashes are small integers of V8: larger numbers would be objects. */
const HASH_MASK = 0x3fff_ffff;
/** Differs from process to process, so that nobody can publish thousands of tags that share a hash. */
const BASIS = randomInt(2 ** 32) | 0;
/** Size of the table of first pairs, by hash: pairs that share an entry cost an additional look-up. */
const PAIRS = 65_536;
/** The last bit stands for this length and all greater ones. */
const LENGTH_BIT_MAX = 31;
const UNITS_MIN = 2;

export class KnownTerms<T> {
  readonly #isFound: (value: T) => boolean;
  readonly #terms = new Map<number, Term<T>>();
  readonly #lengths = new Uint32Array(PAIRS);
  #size = 0;
  #longest = 0;

  /** @param isFound whether a term with this value is reported; by default all are. */
  constructor(isFound: (value: T) => boolean = () => true) {
    this.#isFound = isFound;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): T | undefined {
    return this.#find(key)?.value;
  }

  /** @param key folded, at least two units. */
  set(key: string, value: T): void {
    const known = this.#find(key);
    if (known !== null) {
      known.value = value;
      return;
    }
    const hash = hashOf(key);
    this.#terms.set(hash, { key, value, next: this.#terms.get(hash) ?? null });
    this.#size += 1;
    this.#longest = Math.max(this.#longest, key.length);
    this.#lengths[pairOf(key.charCodeAt(0), key.charCodeAt(1))]! |= bitOf(key.length);
  }

  /** False for an unknown term. */
  delete(key: string): boolean {
    const term = this.#find(key);
    if (term === null) return false;
    const hash = hashOf(key);
    const first = this.#terms.get(hash)!;
    if (first !== term) {
      let before = first;
      while (before.next !== term) before = before.next!;
      before.next = term.next;
    } else if (term.next === null) this.#terms.delete(hash);
    else this.#terms.set(hash, term.next);
    this.#size -= 1;
    // Other terms may share a bit, so bits are cleared when no term is left.
    if (this.#size === 0) this.#lengths.fill(0);
    return true;
  }

  /** The longest term that begins at a place and reaches from border to border; null when there is none. */
  longestAt(text: TermText, at: number): FoundTerm<T> | null {
    if (at + UNITS_MIN > text.length) return null;
    const mask = this.#lengths[pairOf(text.unitAt(at), text.unitAt(at + 1))]!;
    if (mask === 0 || !text.isBorder(at)) return null;
    const high = LENGTH_BIT_MAX - Math.clz32(mask);
    const longest = Math.min(high === LENGTH_BIT_MAX ? this.#longest : high, text.length - at);
    let found: Term<T> | null = null;
    let hash = BASIS;
    for (let length = 1; length <= longest; length++) {
      hash = withUnit(hash, text.unitAt(at + length - 1));
      if ((mask & bitOf(length)) === 0 || !text.isBorder(at + length)) continue;
      const term = this.#at(text, at, length, mixedHash(hash) & HASH_MASK);
      if (term !== null && this.#isFound(term.value)) found = term;
    }
    return found;
  }

  #find(key: string): Term<T> | null {
    let term = this.#terms.get(hashOf(key)) ?? null;
    while (term !== null && term.key !== key) term = term.next;
    return term;
  }

  #at(text: TermText, at: number, length: number, hash: number): Term<T> | null {
    for (let term = this.#terms.get(hash) ?? null; term !== null; term = term.next) {
      if (term.key.length !== length) continue;
      let same = 0;
      while (same < length && term.key.charCodeAt(same) === text.unitAt(at + same)) same += 1;
      if (same === length) return term;
    }
    return null;
  }
}

function hashOf(key: string): number {
  return hashOfUnits(key, BASIS) & HASH_MASK;
}

function pairOf(first: number, second: number): number {
  return pairHash(first, second) >>> 16;
}

function bitOf(length: number): number {
  return 1 << Math.min(length, LENGTH_BIT_MAX);
}

/** Whether a tag may be searched in titles and names: single characters are parts of too many words. */
export function isTerm(tag: string): boolean {
  return codePointLength(tag) >= UNITS_MIN;
}

/** A title or name with folded letters, in which Latin letters and digits form whole words. */
class FoldedText implements TermText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get length(): number {
    return this.#text.length;
  }

  unitAt(at: number): number {
    return this.#text.charCodeAt(at);
  }

  isBorder(at: number): boolean {
    return isBorder(this.#text, at);
  }
}

/**
 * The terms in a title or name with folded letters, in its order. A term within another found term is
 * less specific and is skipped (新北 in 新北市).
 */
export function* termsIn<T>(terms: KnownTerms<T>, folded: string): Generator<FoundTerm<T>> {
  const text = new FoldedText(folded);
  let covered = 0;
  for (let at = 0; at < text.length; at++) {
    const found = terms.longestAt(text, at);
    if (found === null || at + found.key.length <= covered) continue;
    covered = at + found.key.length;
    yield found;
  }
}
