/**
 * The words of a text of an alphabetic script, in order: places, spelling, and separators.
 *
 * ```
 *  Why Mt. Gox's "Big Bang" failed        words: Why | Mt. | Gox | Big | Bang | failed
 *                                         joined to the one before: Gox, Bang (nothing but a blank between)
 *                                         opens a sentence: Why, Big
 * ```
 *
 * Invariant: at most `TOKENS_MAX` words are read.
 */

import { hashOfUnits, mixedHash, UNIT_BASIS, withUnit } from '../../../kernel/hash.js';
import { formOfUnit, TRAIT, traitsOf } from '../../../kernel/text/unit-forms.js';
import { TEXT_UNITS_MAX, type WordText } from './word-text.js';

const TOKENS_MAX = 256;

/** The spelling of a word, as bits. */
export const TOKEN = {
  /** It begins with a capital, or has one after small letters (iPhone). */
  capital: 1,
  /** It is the first word of a sentence, where a capital is usual. */
  opens: 2,
  /** Only a blank separates it from the word before. */
  joined: 4,
  /** It has no small letter. */
  loud: 8,
  /** It has two adjacent letters. */
  spelled: 16,
} as const;

const PART = TRAIT.letter | TRAIT.number;
const CASED = TRAIT.capital | TRAIT.small;
const NONE = 0;
/** Words of so many letters show whether a text writes every word with a capital. */
const TELLING_UNITS = 4;

const APOSTROPHE = 0x27;
const TYPOGRAPHIC_APOSTROPHE = 0x2019;
const POINT = 0x2e;
const SMALL_S = 0x73;
const STOPS = new Set(Array.from('.!?:;,', (stop) => stop.charCodeAt(0)));
const COMMA = 0x2c;

export class Tokens {
  length = 0;
  /** The text writes nearly every word with a capital. */
  isTitleCase = false;
  readonly from = new Uint16Array(TOKENS_MAX);
  readonly to = new Uint16Array(TOKENS_MAX);
  /** Mixed hash of the folded word. */
  readonly hashes = new Int32Array(TOKENS_MAX);
  readonly flags = new Uint8Array(TOKENS_MAX);
  /** Marks from `WordMarks`. */
  readonly marks = new Uint8Array(TOKENS_MAX);
  readonly #known: WordMarks;
  #raw = new Uint16Array(0);
  #isWide = false;
  #opens = false;
  #isJoined = false;

  constructor(marks: WordMarks) {
    this.#known = marks;
  }

  /** @param max units of the text that are read. Returns whether there are words. */
  read(text: WordText, max = TEXT_UNITS_MAX): boolean {
    this.length = 0;
    // A text without both capitals and small letters does not distinguish names.
    if ((text.traits & CASED) === 0) return false;
    const raw = text.raw;
    const length = Math.min(max, text.rawLength);
    this.#raw = raw;
    this.#isWide = false;
    if ((text.traits & TRAIT.wide) !== 0) {
      for (let at = 0; at < length && !this.#isWide; at++) {
        this.#isWide = (traitsOf(raw[at]!) & TRAIT.wide) !== 0;
      }
    }
    this.#opens = !this.#isWide;
    this.#isJoined = false;
    for (let at = 0; at < length && this.length < TOKENS_MAX; ) at = this.#piece(at, length);
    this.#judgeCase();
    return this.length > 0;
  }

  /** Whether only a blank separates a word from the one before. */
  isJoined(at: number): boolean {
    return (this.flags[at]! & TOKEN.joined) !== 0;
  }

  isCapital(at: number): boolean {
    return (this.flags[at]! & TOKEN.capital) !== 0;
  }

  isLoud(at: number): boolean {
    return (this.flags[at]! & TOKEN.loud) !== 0;
  }

  opens(at: number): boolean {
    return (this.flags[at]! & TOKEN.opens) !== 0;
  }

  isSmall(at: number): boolean {
    return (this.marks[at]! & MARK.small) !== 0;
  }

  isNoise(at: number): boolean {
    return (this.marks[at]! & MARK.noise) !== 0;
  }

  units(at: number): number {
    return this.to[at]! - this.from[at]!;
  }

  /** The words from `at` to before `end`, with blanks between them. */
  shown(at: number, end: number): string {
    let text = '';
    for (let word = at; word < end; word++) {
      if (word > at) text += ' ';
      const to = this.to[word]!;
      for (let unit = this.from[word]!; unit < to; unit++) {
        text += String.fromCharCode(this.#raw[unit]!);
      }
    }
    return text;
  }

  /** Reads the next part: blanks, a bracket, wide letters, or a possible word. */
  #piece(at: number, length: number): number {
    const traits = traitsOf(this.#raw[at]!);
    if ((traits & TRAIT.space) !== 0) return at + 1;
    let to = at + 1;
    if ((traits & (TRAIT.wide | TRAIT.bracket)) !== 0) {
      this.#breakOff(this.#raw[at]!);
      return to;
    }
    const ends = TRAIT.wide | TRAIT.bracket | TRAIT.space;
    while (to < length && (traitsOf(this.#raw[to]!) & ends) === 0) to += 1;
    this.#word(at, to);
    return to;
  }

  #breakOff(sign: number): void {
    this.#isJoined = false;
    if (!this.#isWide && !isApostrophe(sign)) this.#opens = true;
  }

  #word(start: number, end: number): void {
    const raw = this.#raw;
    let from = start;
    let to = end;
    while (from < to && (traitsOf(raw[from]!) & PART) === 0) from += 1;
    if (from === to) {
      this.#breakOff(end - start === 1 ? raw[start]! : NONE);
      return;
    }
    while ((traitsOf(raw[to - 1]!) & PART) === 0) to -= 1;
    if (from > start) this.#isJoined = false;
    const isAbbreviation = this.#isAbbreviation(start, end);
    if (isAbbreviation) to = end;
    const isPossessive = !isAbbreviation && this.#isPossessive(start, end);
    if (!isAbbreviation) to = this.#withoutS(from, to);
    this.#put(from, to);
    const last = raw[end - 1]!;
    const stops = STOPS.has(last);
    this.#opens = !this.#isWide && stops && last !== COMMA && !isAbbreviation;
    this.#isJoined = isAbbreviation || (!stops && !isPossessive);
  }

  #put(from: number, to: number): void {
    const place = this.length;
    let hash = UNIT_BASIS;
    for (let at = from; at < to; at++) hash = withUnit(hash, formOfUnit(this.#raw[at]!));
    hash = mixedHash(hash);
    this.from[place] = from;
    this.to[place] = to;
    this.hashes[place] = hash;
    this.marks[place] = this.#known.of(hash);
    this.flags[place] =
      this.#writingOf(from, to) |
      (this.#opens ? TOKEN.opens : 0) |
      (this.#isJoined ? TOKEN.joined : 0);
    this.length = place + 1;
  }

  /** The spelling of a word's letters. */
  #writingOf(from: number, to: number): number {
    let writing: number = TOKEN.loud;
    let isBefore = false;
    /** True in the first letters of the word, after digits at most. */
    let isFirst = true;
    for (let at = from; at < to; at++) {
      const traits = traitsOf(this.#raw[at]!);
      const isLetter = (traits & TRAIT.letter) !== 0;
      const isCapital = (traits & TRAIT.capital) !== 0;
      if (isCapital && (at === from || (isFirst && isBefore))) writing |= TOKEN.capital;
      if (isLetter && isBefore) writing |= TOKEN.spelled;
      if (isLetter && !isCapital) writing &= ~TOKEN.loud;
      if (!isLetter && (isBefore || (traits & TRAIT.number) === 0)) isFirst = false;
      isBefore = isLetter;
    }
    return writing;
  }

  /** As in Mt., J., U.S. */
  #isAbbreviation(from: number, to: number): boolean {
    const raw = this.#raw;
    const units = to - from;
    if (units < 2 || raw[to - 1]! !== POINT) return false;
    if ((traitsOf(raw[from]!) & TRAIT.capital) === 0) return false;
    if (units === 2) return true;
    if (units === 3) return (traitsOf(raw[from + 1]!) & TRAIT.letter) !== 0;
    for (let at = from; at < to; at += 2) {
      if ((traitsOf(raw[at]!) & TRAIT.capital) === 0) return false;
      if (raw[at + 1]! !== POINT) return false;
    }
    return true;
  }

  #isPossessive(from: number, to: number): boolean {
    return isApostrophe(this.#raw[to - 1]!) || this.#withoutS(from, to) < to;
  }

  /** The end of a word without 's. */
  #withoutS(from: number, to: number): number {
    const raw = this.#raw;
    if (to - from < 3 || formOfUnit(raw[to - 1]!) !== SMALL_S) return to;
    return isApostrophe(raw[to - 2]!) ? to - 2 : to;
  }

  #judgeCase(): void {
    let long = 0;
    let capitals = 0;
    for (let at = 0; at < this.length; at++) {
      if (this.opens(at) || this.units(at) < TELLING_UNITS) continue;
      long += 1;
      if (this.isCapital(at)) capitals += 1;
    }
    this.isTitleCase = !this.#isWide && 2 * capitals > long;
  }
}

function isApostrophe(unit: number): boolean {
  return unit === APOSTROPHE || unit === TYPOGRAPHIC_APOSTROPHE;
}

/** Properties of a word, as bits. */
export const MARK = {
  /** It begins and ends no name. */
  small: 1,
  /** It may be within a name. */
  inner: 2,
  /** Alone it is no name. */
  noise: 4,
  /** The word "of". */
  of: 8,
  /** A people: alone no name, but part of many (American Airlines). */
  people: 16,
} as const;

/** A hash table of short word lists, from the hash of a row of units to the marks of a word. */
export class WordMarks {
  /** Hash and marks of a word; marks are never 0. */
  #slots = new Int32Array(2 * 1024);
  #used = 0;

  /** Adds marks to folded words. */
  add(words: Iterable<string>, mark: number): void {
    for (const word of words) this.#put(hashOfUnits(word), mark);
  }

  /** The marks of a row of units with this mixed hash. */
  of(hash: number): number {
    return this.#slots[this.#slotOf(hash) + 1]!;
  }

  #put(hash: number, mark: number): void {
    if (4 * this.#used > this.#slots.length) this.#grow();
    const at = this.#slotOf(hash);
    if (this.#slots[at + 1] === 0) this.#used += 1;
    this.#slots[at] = hash;
    this.#slots[at + 1]! |= mark;
  }

  #slotOf(hash: number): number {
    const slots = this.#slots;
    const last = slots.length - 2;
    let at = (hash << 1) & last;
    while (slots[at + 1] !== 0 && slots[at] !== hash) at = (at + 2) & last;
    return at;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    this.#used = 0;
    for (let at = 0; at < before.length; at += 2) {
      if (before[at + 1] !== 0) this.#put(before[at]!, before[at + 1]!);
    }
  }
}
