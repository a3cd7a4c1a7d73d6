/**
 * Words of texts without blanks between words, learned from the titles of all outlets.
 *
 * A row of two to eight letters is a word if it is
 *  - seen in several titles of several outlets,
 *  - held together: its parts are adjacent far more often than by chance,
 *  - free on both sides: different letters, or borders, are before and after it,
 *  - whole: it is mostly not within one longer row.
 * A text is cut so that the sum of its words' values is highest; the rest is no word.
 *
 * Runs are of Han letters, of katakana, or of hangul. Hiragana and all else are borders; hangul
 * words begin where a run begins, because particles follow them. A short part of a run of katakana
 * is a syllable of a longer word.
 */

import { mixedHash, UNIT_BASIS, withUnit } from '../../../kernel/hash.js';
import {
  HAN_BEHIND,
  HAN_NO_FIRST,
  HAN_NO_LAST,
  HAN_VERBS,
} from '../../../kernel/text/small-words.js';
import { type GramTable, WITHIN_MAX } from './gram-table.js';
import { MARK, type WordMarks } from './tokens.js';
import { TEXT_UNITS_MAX, type WordText } from './word-text.js';

export interface WideWord {
  readonly from: number;
  readonly to: number;
  /** Titles with the word. */
  readonly count: number;
  /** Part of these titles in which it opens a run. */
  readonly opening: number;
}

/** No word of this or more letters begins here. */
const END = -1;
/** Letters of a word. */
const WORD_MIN = 2;
const WORD_MAX = 8;
/** Counted lengths of rows at a place: up to a letter more than a word. */
const LENGTHS = WORD_MAX + 2;
const UNKNOWN = -1;
/** Longer rows are counted only where their first letters were seen before. */
const SHORT = 3;
const COUNT_MIN = 3;
const FREE_MIN = 2;
/** A row of so many letters with parts that are so much commoner is a sentence, not a word. */
const SENTENCE_MIN = 5;
const PARTS_TIMES = 2.5;
/** A row with a verb before or a suffix after a part that is so much commoner is no word. */
const VERB_TIMES = 1.5;
/** A row whose tail is so much commoner (市|長選舉) is no word, if the row opens few runs. */
const TAIL = { times: 2, opening: 0.1 } as const;
/** Letters of a word that is a part of a run of katakana. */
const KATAKANA_PART_MIN = 4;
/** Ratio of a row's count to that by chance of its two parts, as a logarithm. */
const HELD_MIN = 2.5;
/** With few titles, this part of the highest possible ratio suffices. */
const HELD_PART = 0.6;

/** Properties of a unit, as bits. */
const SCRIPT = 3;
const OTHER = 0;
const HAN = 1;
const KATAKANA = 2;
const HANGUL = 3;
const NO_FIRST = 4;
const NO_LAST = 8;
const VERB = 16;
const NUMERAL = 32;
/** Units that follow numerals: 四項, 第三劑. */
const MEASURE = 64;
const BEHIND = 128;
const kinds = kindsOfUnits();

export class WideWords {
  readonly #table: GramTable;
  readonly #marks: WordMarks;
  /** Required outlets of a word. */
  outletsMin = 2;
  /** By place: value of the best cut from there on, and the end of its word; 0 without one. */
  readonly #best = new Float64Array(TEXT_UNITS_MAX + 1);
  readonly #ends = new Uint16Array(TEXT_UNITS_MAX);
  /** By place and letters: count of a row of the current run. */
  readonly #counts = new Int32Array(LENGTHS * (TEXT_UNITS_MAX + 1));
  /** By place: number of the run whose counts are stored there. */
  readonly #runs = new Int32Array(TEXT_UNITS_MAX + 1);
  #run = 0;
  #text!: WordText;
  /** The current run. */
  #from = 0;
  #to = 0;

  /** @param marks of folded words that are no tags. */
  constructor(table: GramTable, marks: WordMarks) {
    this.#table = table;
    this.#marks = marks;
  }

  /** Counts the rows of a title. @param outlet a number of it. */
  learn(title: WordText, outlet: number): void {
    const table = this.#table;
    const { units, length } = title;
    for (let from = 0; from < length; ) {
      const script = scriptOf(units[from]!);
      const to = endOfRun(title, from, script);
      if (script !== OTHER) {
        for (let at = from; at < to; at++) table.countLetter(units[at]!);
        const last = script === HANGUL ? from : to - WORD_MIN;
        for (let at = from; at <= last; at++) this.#learnFrom(title, from, at, to, outlet);
      }
      from = to;
    }
  }

  #learnFrom({ units }: WordText, from: number, at: number, to: number, outlet: number): void {
    const table = this.#table;
    const before = at === from ? borderOf(outlet, at) : units[at - 1]!;
    const limit = Math.min(to, at + WORD_MAX + 1);
    let hash = withUnit(UNIT_BASIS, units[at]!);
    for (let end = at + WORD_MIN; end <= limit; end++) {
      hash = withUnit(hash, units[end - 1]!);
      const behind = end === to ? borderOf(outlet, end) : units[end]!;
      const row = mixedHash(hash);
      const known = table.count(row, outlet, before, behind, at === from);
      if (known === 0 && end - at >= SHORT && table.countBefore(row) === 0) return;
    }
  }

  /** The words of a text, in order. @param isAgain only repeated words, at their first place. */
  find(text: WordText, isAgain = false): WideWord[] {
    this.#text = text;
    const found: WideWord[] = [];
    for (let from = 0; from < text.length; ) {
      const script = scriptOf(text.units[from]!);
      const to = endOfRun(text, from, script);
      if (script !== OTHER && to - from >= WORD_MIN) {
        this.#from = from;
        this.#to = to;
        if (this.#cut(script === HANGUL, isAgain)) this.#collect(found);
      }
      from = to;
    }
    return found;
  }

  /** The best cut of a run, from its end backwards. Returns whether there is any word. */
  #cut(isHangul: boolean, isAgain: boolean): boolean {
    const best = this.#best;
    const ends = this.#ends;
    const text = this.#text;
    const [from, to] = [this.#from, this.#to];
    this.#run = (this.#run + 1) | 0;
    best[to] = 0;
    for (let at = to - 1; at >= from; at--) {
      best[at] = best[at + 1]!;
      ends[at] = 0;
      if (isHangul && at > from) continue;
      const limit = Math.min(to, at + (isAgain ? text.againAt(at) : WORD_MAX));
      let hash = withUnit(UNIT_BASIS, text.units[at]!);
      for (let end = at + WORD_MIN; end <= limit; end++) {
        hash = withUnit(hash, text.units[end - 1]!);
        const worth = this.#worthAt(at, end, hash);
        if (worth === END) break;
        if (worth + best[end]! <= best[at]!) continue;
        best[at] = worth + best[end]!;
        ends[at] = end;
      }
    }
    return best[from]! > 0;
  }

  #collect(found: WideWord[]): void {
    for (let at = this.#from; at < this.#to; ) {
      const end = this.#ends[at]!;
      if (end > 0) {
        const count = this.#table.look(this.#hashOf(at, end));
        found.push({ from: at, to: end, count, opening: this.#table.openings / count });
      }
      at = end > 0 ? end : at + 1;
    }
  }

  /** The value of a row as a word; 0 for none, `END` if no longer row can be a word. */
  #worthAt(at: number, end: number, hash: number): number {
    const table = this.#table;
    const row = mixedHash(hash);
    const count = table.look(row);
    this.#counts[this.#placeOf(at, end)] = count;
    if (count < COUNT_MIN) return END;
    const opening = table.openings / count;
    if (table.outlets < this.outletsMin || table.before < FREE_MIN || table.behind < FREE_MIN) {
      return 0;
    }
    const { units } = this.#text;
    const isPart = end - at < this.#to - this.#from;
    if (isPart && end - at < KATAKANA_PART_MIN && scriptOf(units[at]!) === KATAKANA) return 0;
    // Within a longer row of this text.
    const longerMax = WITHIN_MAX * count;
    if (end < this.#to && !isParticle(units[end]!)) {
      if (this.#countOf(at, end + 1) > longerMax) return 0;
    }
    if (at > this.#from && this.#countOf(at - 1, end) > longerMax) return 0;
    const held = this.#heldOf(at, end, count);
    const least = Math.min(HELD_MIN, HELD_PART * Math.log(table.letters / count));
    if (held < least || this.#isPiece(at, end, row, count, opening)) return 0;
    return held * (end - at - 1);
  }

  /** Whether a row is a phrase with a word, or a word without meaning of its own. */
  #isPiece(at: number, end: number, row: number, count: number, opening: number): boolean {
    const { units } = this.#text;
    const first = kinds[units[at]!]!;
    if ((first & NO_FIRST) !== 0 || (kinds[units[end - 1]!]! & NO_LAST) !== 0) return true;
    if (this.#isNoise(row) || this.#isCounted(at)) return true;
    const least = PARTS_TIMES * count;
    if (end - at > WORD_MIN) {
      const tail = this.#countOf(at + 1, end);
      if ((first & VERB) !== 0 && tail >= VERB_TIMES * count) return true;
      if (opening < TAIL.opening && tail >= TAIL.times * count) return true;
      if (opening === 0) return true;
      if ((kinds[units[end - 1]!]! & BEHIND) !== 0) {
        if (this.#countOf(at, end - 1) >= VERB_TIMES * count) return true;
      }
    }
    const isLong = end - at >= SENTENCE_MIN;
    for (let joint = at + WORD_MIN; joint <= end - WORD_MIN; joint++) {
      if (this.#isNoise(this.#hashOf(at, joint))) return true;
      if (!isLong || this.#countOf(at, joint) < least) continue;
      if (this.#countOf(joint, end) >= least) return true;
    }
    return false;
  }

  /** Whether a row begins with a counted thing: 四|項公投, 4|個不同意, 四項公投. */
  #isCounted(at: number): boolean {
    const { units } = this.#text;
    if ((kinds[units[at]!]! & NUMERAL) !== 0) return (kinds[units[at + 1]!]! & MEASURE) !== 0;
    if (at === 0 || (kinds[units[at]!]! & MEASURE) === 0) return false;
    return (kinds[units[at - 1]!]! & NUMERAL) !== 0;
  }

  #isNoise(row: number): boolean {
    return (this.#marks.of(row) & MARK.noise) !== 0;
  }

  /** How much more often its parts are adjacent than by chance, for the weakest joint. */
  #heldOf(at: number, end: number, count: number): number {
    let most = 0;
    for (let joint = at + 1; joint < end; joint++) {
      const one = Math.max(count, this.#countOf(at, joint));
      const other = Math.max(count, this.#countOf(joint, end));
      most = Math.max(most, one * other);
    }
    return Math.log((count * this.#table.letters) / most);
  }

  /** Count of a row of the current run. */
  #countOf(at: number, end: number): number {
    if (end - at === 1) return this.#table.letterCount(this.#text.units[at]!);
    const place = this.#placeOf(at, end);
    const known = this.#counts[place]!;
    if (known !== UNKNOWN) return known;
    const count = this.#table.look(this.#hashOf(at, end));
    this.#counts[place] = count;
    return count;
  }

  /** The index of a row's count. */
  #placeOf(at: number, end: number): number {
    if (this.#runs[at] !== this.#run) {
      this.#runs[at] = this.#run;
      this.#counts.fill(UNKNOWN, LENGTHS * at, LENGTHS * (at + 1));
    }
    return LENGTHS * at + end - at;
  }

  #hashOf(at: number, end: number): number {
    const { units } = this.#text;
    let hash = UNIT_BASIS;
    for (let place = at; place < end; place++) hash = withUnit(hash, units[place]!);
    return mixedHash(hash);
  }
}

function endOfRun({ units, length }: WordText, from: number, script: number): number {
  let to = from + 1;
  while (to < length && scriptOf(units[to]!) === script) to += 1;
  return to;
}

function scriptOf(unit: number): number {
  return kinds[unit]! & SCRIPT;
}

/** Whether a letter of hangul mostly follows a word. */
function isParticle(unit: number): boolean {
  return scriptOf(unit) === HANGUL && (kinds[unit]! & (NO_LAST | BEHIND)) !== 0;
}

/** A border is a different neighbour each time, as far as a few bits allow. */
function borderOf(outlet: number, at: number): number {
  return outlet + 3 * at;
}

function kindsOfUnits(): Uint8Array {
  const kinds = new Uint8Array(65_536);
  const put = (from: number, to: number, script: number): void => {
    kinds.fill(script, from, to + 1);
  };
  put(0x3005, 0x3005, HAN);
  put(0x30a1, 0x30ff, KATAKANA);
  put(0x30fb, 0x30fb, OTHER);
  put(0x3400, 0x9fff, HAN);
  put(0x4dc0, 0x4dff, OTHER);
  put(0xac00, 0xd7a3, HANGUL);
  const mark = (letters: string, kind: number): void => {
    for (const letter of letters) kinds[letter.charCodeAt(0)]! |= kind;
  };
  mark(HAN_NO_FIRST, NO_FIRST);
  mark(HAN_NO_LAST, NO_LAST);
  mark(HAN_VERBS, VERB);
  mark(HAN_BEHIND, BEHIND);
  // Particles that end no noun, and particles that end few.
  mark('는를', NO_LAST);
  mark('을에', BEHIND);
  mark('0123456789一二兩三四五六七八九十百千萬億幾數半每多第', NUMERAL);
  mark(
    '個名位件項條次場天年月日歲萬億元座架輛艘所間隻劑例人大度張席屆成分秒小週周點票起倍層棟份篇句種類批組輪波架顆台',
    MEASURE,
  );
  return kinds;
}
