/**
 * The form in which topics are searched: folded letters (text/tag.ts), with every run of white space as
 * one space, as UTF-16 units, with a mark where a word continues.
 *
 *   units   台 灣 u s b 3 的 …     │ zeros, so that a look ahead ends by itself
 *   joins   0  0  0 1 1 1 0 …      1: a letter or digit follows a letter or digit of its kind
 *
 * Invariants: `load` gives exactly the result of `slowForm`: by a table when every character of the text
 * has a form by itself (30 times faster), otherwise by normalising the whole text. No unit is 0. The
 * arrays are scratch memory, valid until the next `load`.
 */
import { formOfHan, HAN_FROM, HAN_TO } from '../../../../kernel/text/letter-variants.js';
import { foldLetters } from '../../../../kernel/text/tag.js';
import { wellFormed } from '../../../../kernel/text/text.js';

/** Zeros behind the text: no term is longer than this. */
export const LOOK_AHEAD_UNITS = 256;

const SPACE = 0x20;
/** The table's mark of a unit that has no form by itself. */
const SPECIAL = 0xffff;
/** Hangul syllables, which are always their own form. */
const HANGUL_FROM = 0xac00;
const HANGUL_TO = 0xd7a3;
const SURROGATES_FROM = 0xd800;
const SURROGATES_TO = 0xdfff;
const VARIATION_SELECTORS_FROM = 0xfe00;
const VARIATION_SELECTORS_TO = 0xfe0f;

const BREAKS_AND_TABS = /[\t\n\v\f\r\x85]/g;
const CONTROLS = /[\0-\x1f\x7f-\x9f\ufeff]/g;

/** Code points that may join with a neighbour or be reordered: marks, conjoining jamo, sigmas (final or not). */
const JOINS_NEIGHBOURS = /\p{M}|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u03a3\u03c2\u03c3]/u;

/** Letters of scripts with blanks between words, and digits. */
const WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
/** Accents that are separate from their letter. */
const ACCENTS_FROM = 0x300;
const ACCENTS_TO = 0x36f;

/** The form by its definition; slow, and the reference for `MatchText.load`. */
export function slowForm(text: string): string {
  const plain = wellFormed(text).replace(BREAKS_AND_TABS, ' ').replace(CONTROLS, '');
  return foldLetters(plain.normalize('NFKC')).replace(/\s+/g, ' ');
}

interface Tables {
  /** The form of a unit, or SPECIAL. */
  folds: Uint16Array;
  /** Forms of more than one unit, or of none. */
  expansions: ReadonlyMap<number, string>;
  /** 1 for units of words. */
  words: Uint8Array;
}

let shared: Tables | null = null;

/** The tables of all instances, made at the first call in 20 ms. */
function sharedTables(): Tables {
  shared ??= makeTables();
  return shared;
}

function makeTables(): Tables {
  const folds = new Uint16Array(65_536).map((_, unit) => unit);
  const expansions = new Map<number, string>();
  const words = new Uint8Array(65_536);
  for (let unit = 0; unit < folds.length; unit++) {
    if (unit >= HAN_FROM && unit <= HAN_TO) {
      folds[unit] = formOfHan(unit);
      continue;
    }
    if (unit >= HANGUL_FROM && unit <= HANGUL_TO) continue;
    if (unit >= VARIATION_SELECTORS_FROM && unit <= VARIATION_SELECTORS_TO) continue;
    folds[unit] = SPECIAL;
    if (unit >= SURROGATES_FROM && unit <= SURROGATES_TO) continue;
    const letter = String.fromCharCode(unit);
    const isAccent = unit >= ACCENTS_FROM && unit <= ACCENTS_TO;
    words[unit] = isAccent || WORD.test(letter) ? 1 : 0;
    const form = slowForm(letter);
    if (JOINS_NEIGHBOURS.test(letter) || JOINS_NEIGHBOURS.test(form)) continue;
    if (form.length === 1) folds[unit] = form.charCodeAt(0);
    else expansions.set(unit, form);
  }
  return { folds, expansions, words };
}

/** True for surrogate pairs that every step of the form leaves unchanged: emoji and rare Han. */
function isInertPair(high: number, low: number): boolean {
  // Negated, because `low` is NaN behind the end of a text.
  if (!(low >= 0xdc00 && low <= SURROGATES_TO)) return false;
  if (high === 0xd83c) return low >= 0xdf00;
  if (high === 0xd83d) return true;
  if (high === 0xd83e) return low < 0xdf00;
  return high >= 0xd840 && high <= 0xd87d;
}

/** A text in the form for matching; one instance is reused for many texts. */
export class MatchText {
  units = new Uint16Array(4096 + LOOK_AHEAD_UNITS);
  joins = new Uint8Array(4096 + LOOK_AHEAD_UNITS);
  length = 0;
  readonly #tables = sharedTables();

  load(text: string): this {
    this.#reserve(text.length);
    if (this.#loadByTable(text)) return this.#end(this.length);
    const form = slowForm(text);
    const units = Uint16Array.from({ length: form.length }, (_, at) => form.charCodeAt(at));
    return this.loadUnits(units, 0, units.length);
  }

  /** Loads a text that is already in this form: units `from` to `to`, exclusive. */
  loadUnits(units: Uint16Array, from: number, to: number): this {
    const length = to - from;
    this.#reserve(length);
    const { words } = this.#tables;
    let wasWord = 0;
    for (let at = 0; at < length; at++) {
      const unit = units[from + at]!;
      const isWord = words[unit]!;
      this.units[at] = unit;
      this.joins[at] = wasWord & isWord;
      wasWord = isWord;
    }
    return this.#end(length);
  }

  /** A copy of the form that was loaded last. */
  copy(): Uint16Array {
    return this.units.slice(0, this.length);
  }

  /** Writes zeros behind the text. */
  #end(length: number): this {
    this.length = length;
    this.units.fill(0, length, length + LOOK_AHEAD_UNITS);
    this.joins.fill(0, length, length + LOOK_AHEAD_UNITS);
    return this;
  }

  #reserve(length: number): void {
    const wanted = length + LOOK_AHEAD_UNITS;
    if (this.units.length >= wanted) return;
    const grown = Math.max(wanted, 2 * this.units.length);
    this.units = new Uint16Array(grown);
    this.joins = new Uint8Array(grown);
  }

  /** False when a character of the text needs `slowForm`. */
  #loadByTable(text: string): boolean {
    const { folds, expansions, words } = this.#tables;
    const { units, joins } = this;
    const unitsMax = units.length - LOOK_AHEAD_UNITS;
    let length = 0;
    let wasWord = 0;
    let previous = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= HAN_FROM && code <= HAN_TO) {
        units[length] = folds[code]!;
        joins[length++] = 0;
        wasWord = 0;
        previous = code;
        continue;
      }
      const unit = folds[code]!;
      if (unit === SPECIAL) {
        if (isInertPair(code, text.charCodeAt(at + 1))) {
          units[length] = code;
          joins[length++] = 0;
          previous = text.charCodeAt(++at);
          units[length] = previous;
          joins[length++] = 0;
          wasWord = 0;
          continue;
        }
        const expansion = expansions.get(code);
        // The rest of the text must fit behind an expansion.
        if (expansion === undefined || length + expansion.length + text.length - at > unitsMax) {
          return false;
        }
        for (let index = 0; index < expansion.length; index++) {
          previous = expansion.charCodeAt(index);
          const isWord = words[previous]!;
          units[length] = previous;
          joins[length++] = wasWord & isWord;
          wasWord = isWord;
        }
        continue;
      }
      if (unit === SPACE && previous === SPACE) continue;
      const isWord = words[unit]!;
      units[length] = unit;
      joins[length++] = wasWord & isWord;
      wasWord = isWord;
      previous = unit;
    }
    this.length = length;
    return true;
  }
}
