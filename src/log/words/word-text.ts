/**
 * A text as words are looked for in it: folded units in memory of its own, and where each pair of units
 * stands again.
 *
 * ```
 *  units    海 港 大 橋 … 海 港        heads: by hash of a pair, its first place
 *  nexts    6  0  0  0     0  0        nexts: by place, the next place of a pair of that hash
 * ```
 *
 * Invariant: what lies behind `TEXT_UNITS_MAX` is not read.
 */
import { foldLetters } from '../../text/tag.js';
import { formOfUnit, TRAIT, traitsOf } from '../../text/unit-forms.js';

/** Longer titles do not exist; of texts the beginning is looked at. */
export const TEXT_UNITS_MAX = 1024;
const HEADS = 4096;

export class WordText {
  /** Folded units, `length` of them. */
  readonly units = new Uint16Array(TEXT_UNITS_MAX);
  length = 0;
  /** The text as it was read. */
  source = '';
  /** A unit of `source` stands in the same place of `units`. */
  #isInPlace = true;
  /** Places count from 1, so that 0 is none. */
  readonly #heads = new Uint16Array(HEADS);
  readonly #nexts = new Uint16Array(TEXT_UNITS_MAX + 1);
  readonly #isAgain = new Uint8Array(TEXT_UNITS_MAX);
  #isIndexed = false;

  read(source: string): void {
    this.source = source;
    this.#isIndexed = false;
    this.#isInPlace = true;
    if (this.#write(source)) return;
    const folded = foldLetters(source);
    this.#isInPlace = folded.length === source.length;
    this.#write(folded);
  }

  /** Returns whether every unit has a form by itself. */
  #write(text: string): boolean {
    const { units } = this;
    const length = Math.min(text.length, TEXT_UNITS_MAX);
    let traits: number = TRAIT.plain;
    for (let at = 0; at < length; at++) {
      const unit = text.charCodeAt(at);
      traits &= traitsOf(unit);
      units[at] = formOfUnit(unit);
    }
    this.length = length;
    return (traits & TRAIT.plain) !== 0;
  }

  /** Folded. */
  slice(from: number, to: number): string {
    let text = '';
    for (let at = from; at < to; at++) text += String.fromCharCode(this.units[at]!);
    return text;
  }

  /** As it was written, where folding kept letters in their places. */
  shown(from: number, to: number): string {
    return this.#isInPlace ? this.source.slice(from, to) : this.slice(from, to);
  }

  /** Whether the pair of units at a place stands elsewhere too, as far as its hash tells. */
  isAgain(at: number): boolean {
    if (!this.#isIndexed) this.#index();
    return this.#isAgain[at] === 1;
  }

  /** How often the text says a folded word, Latin ones as whole words. */
  timesOf(word: string): number {
    return this.#walk(word, null);
  }

  /** Where it says it. */
  placesOf(word: string): number[] {
    const places: number[] = [];
    this.#walk(word, places);
    return places;
  }

  #walk(word: string, places: number[] | null): number {
    if (this.length < word.length || word.length < 2) return 0;
    if (!this.#isIndexed) this.#index();
    const nexts = this.#nexts;
    let times = 0;
    let end = 0;
    let next = this.#heads[placeOf(word.charCodeAt(0), word.charCodeAt(1))]!;
    for (; next > 0; next = nexts[next]!) {
      const at = next - 1;
      if (at < end || !this.#isAt(at, word)) continue;
      places?.push(at);
      times += 1;
      end = at + word.length;
    }
    return times;
  }

  #isAt(at: number, word: string): boolean {
    const end = at + word.length;
    if (end > this.length) return false;
    for (let place = at; place < end; place++) {
      if (this.units[place] !== word.charCodeAt(place - at)) return false;
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
    const isAgain = this.#isAgain;
    isAgain[length - 1] = 0;
    for (let at = length - 2; at >= 0; at--) {
      const place = placeOf(units[at]!, units[at + 1]!);
      const next = heads[place]!;
      nexts[at + 1] = next;
      heads[place] = at + 1;
      isAgain[at] = next > 0 ? 1 : 0;
      if (next > 0) isAgain[next - 1] = 1;
    }
    this.#isIndexed = true;
  }
}

function placeOf(first: number, second: number): number {
  return Math.imul(first * 31 + second, 0x9e3779b1) >>> 20;
}

const NARROW = TRAIT.letter | TRAIT.number;

function isNarrow(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  const traits = traitsOf(unit);
  return (traits & NARROW) !== 0 && (traits & TRAIT.wide) === 0;
}
