/**
 * A text prepared for the search of words: folded units in memory of its own, and an index of the
 * repetitions of each pair of units.
 *
 * ```
 *  units    海 港 大 橋 … 海 港        heads: by hash of a pair, its first place
 *  nexts    6  0  0  0     0  0        nexts: by place, the next place of a pair of that hash
 * ```
 *
 * Invariant: units after `TEXT_UNITS_MAX` are not read.
 */

import { pairHash } from '../../../kernel/hash.js';
import { foldLetters } from '../../../kernel/text/tag.js';
import { TRAIT, traitsOf, unitOf } from '../../../kernel/text/unit-forms.js';

/** Longer titles do not exist; of texts only the beginning is read. */
export const TEXT_UNITS_MAX = 1024;
const HEADS = 4096;
/** Letters of a repeated row that are compared, at so many places with the same pair. */
const AGAIN_MAX = 8;
const AGAIN_PLACES = 4;

export class WordText {
  /** Original units, `rawLength` of them. */
  readonly raw = new Uint16Array(TEXT_UNITS_MAX);
  rawLength = 0;
  /** Folded units, `length` of them. */
  readonly units = new Uint16Array(TEXT_UNITS_MAX);
  length = 0;
  /** Traits of any unit. */
  traits = 0;
  /** True if folding left every unit in its place. */
  #isInPlace = true;
  /** Places count from 1, so that 0 is none. */
  readonly #heads = new Uint16Array(HEADS);
  readonly #nexts = new Uint16Array(TEXT_UNITS_MAX + 1);
  readonly #word = new Uint16Array(TEXT_UNITS_MAX);
  #isIndexed = false;

  /** @param max units that are read. */
  read(text: string, max = TEXT_UNITS_MAX): void {
    const { raw } = this;
    const length = Math.min(text.length, max);
    for (let at = 0; at < length; at++) raw[at] = text.charCodeAt(at);
    this.#fold(length);
  }

  /** Reads UTF-8. */
  readBytes(bytes: Uint8Array, max = TEXT_UNITS_MAX): void {
    const length = this.#decode(bytes, max);
    if (length < 0) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4 * max));
      this.read(text.toString(), max);
    } else this.#fold(length);
  }

  /** Decodes letters of one to three bytes; returns -1 for other letters. */
  #decode(bytes: Uint8Array, max: number): number {
    const { raw } = this;
    let length = 0;
    for (let at = 0; at < bytes.length && length < max; ) {
      const first = bytes[at]!;
      if (first < 0x80) {
        raw[length++] = first;
        at += 1;
      } else if (first >= 0xe0 && first < 0xf0) {
        raw[length++] = (first << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
        at += 3;
      } else if (first >= 0xc0 && first < 0xe0) {
        raw[length++] = ((first & 0x1f) << 6) | (bytes[at + 1]! & 0x3f);
        at += 2;
      } else return -1;
    }
    return length;
  }

  #fold(length: number): void {
    const { raw, units } = this;
    let all = 0;
    let shared: number = TRAIT.plain;
    for (let at = 0; at < length; at++) {
      const unit = unitOf(raw[at]!);
      all |= unit;
      shared &= unit;
      units[at] = unit >>> 16;
    }
    this.rawLength = length;
    this.length = length;
    this.traits = all & 0xffff;
    this.#isIndexed = false;
    this.#isInPlace = true;
    if (shared === 0) this.#foldWhole();
  }

  /** Folds the text as a whole, because the form of a unit depends on its neighbours. */
  #foldWhole(): void {
    const { units } = this;
    const folded = foldLetters(textOf(this.raw, 0, this.rawLength));
    this.#isInPlace = folded.length === this.rawLength;
    this.length = Math.min(folded.length, TEXT_UNITS_MAX);
    for (let at = 0; at < this.length; at++) {
      const unit = unitOf(folded.charCodeAt(at));
      units[at] = unit >>> 16;
      this.traits |= unit & 0xffff;
    }
  }

  unitAt(at: number): number {
    return this.units[at]!;
  }

  /** Drops units after the first `max`. */
  cut(max: number): void {
    this.length = Math.min(this.length, max);
    this.rawLength = Math.min(this.rawLength, max);
    this.#isIndexed = false;
  }

  /** Folded. */
  slice(from: number, to: number): string {
    return textOf(this.units, from, to);
  }

  /** In the original spelling, where folding kept letters in their places. */
  shown(from: number, to: number): string {
    return textOf(this.#isInPlace ? this.raw : this.units, from, to);
  }

  /**
   * Number of letters from a place on that are repeated later, and do not appear before, according
   * to a few places with the same two letters.
   */
  againAt(at: number): number {
    if (!this.#isIndexed) this.#index();
    const nexts = this.#nexts;
    let most = 0;
    let next = nexts[at + 1]!;
    for (let place = 0; next > 0 && place < AGAIN_PLACES; place++, next = nexts[next]!) {
      most = Math.max(most, this.#sharedBy(at, next - 1));
    }
    if (most < 2) return 0;
    let other = this.#heads[placeOf(this.units[at]!, this.units[at + 1]!)]! - 1;
    for (let place = 0; other < at && place < AGAIN_PLACES; place++) {
      if (this.#sharedBy(other, at) >= most) return 0;
      other = nexts[other + 1]! - 1;
    }
    return most;
  }

  /** Number of common letters at two places. @param other the later one. */
  #sharedBy(at: number, other: number): number {
    const { units } = this;
    const max = Math.min(AGAIN_MAX, this.length - other);
    let same = 0;
    while (same < max && units[at + same] === units[other + same]) same += 1;
    return same;
  }

  /** How often the text has a folded word; Latin ones as whole words. */
  timesOf(word: string): number {
    for (let at = 0; at < word.length; at++) this.#word[at] = word.charCodeAt(at);
    return this.timesOfRow(this.#word, 0, word.length);
  }

  /** The same for a part of another text. @param places if given, gets the places. */
  timesOfRow(row: Uint16Array, from: number, to: number, places?: number[]): number {
    if (this.length < to - from || to - from < 2) return 0;
    if (!this.#isIndexed) this.#index();
    const nexts = this.#nexts;
    let times = 0;
    let end = 0;
    let next = this.#heads[placeOf(row[from]!, row[from + 1]!)]!;
    for (; next > 0; next = nexts[next]!) {
      const at = next - 1;
      if (at < end || !this.#isAt(at, row, from, to)) continue;
      places?.push(at);
      times += 1;
      end = at + to - from;
    }
    return times;
  }

  #isAt(at: number, row: Uint16Array, from: number, to: number): boolean {
    const end = at + to - from;
    if (end > this.length) return false;
    for (let place = from; place < to; place++) {
      if (this.units[at + place - from] !== row[place]) return false;
    }
    return this.isBorder(at) && this.isBorder(end);
  }

  /** Whether a word may begin or end at a place: not between two letters of a script with blanks. */
  isBorder(at: number): boolean {
    if (at === 0 || at >= this.length) return true;
    return !(isNarrow(this.units[at - 1]!) && isNarrow(this.units[at]!));
  }

  #index(): void {
    const { units, length } = this;
    const heads = this.#heads.fill(0);
    const nexts = this.#nexts;
    for (let at = length - 2; at >= 0; at--) {
      const place = placeOf(units[at]!, units[at + 1]!);
      nexts[at + 1] = heads[place]!;
      heads[place] = at + 1;
    }
    this.#isIndexed = true;
  }
}

function textOf(units: Uint16Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(units[at]!);
  return text;
}

function placeOf(first: number, second: number): number {
  return pairHash(first, second) >>> 20;
}

const NARROW = TRAIT.letter | TRAIT.number;

function isNarrow(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  const traits = traitsOf(unit);
  return (traits & NARROW) !== 0 && (traits & TRAIT.wide) === 0;
}

/** A word of a text and its value among the others of the text. */
export interface RatedWord {
  readonly shown: string;
  readonly form: string;
  readonly worth: number;
  readonly inTitle: boolean;
}
