/**
 * Words of texts that are written without blanks between them, learned from the titles of all outlets.
 *
 * A row of two to eight letters is a word where it is
 *  - met in several titles of several outlets,
 *  - held together: its parts stand beside each other far more often than by chance,
 *  - free on both sides: different letters, or borders, stand before and behind it,
 *  - whole: it mostly does not stand within one longer row.
 * A text is cut so that the words in it say most; what lies between is no word.
 *
 * Runs are of Han letters, of katakana, or of hangul. Hiragana and all else are borders; hangul words
 * begin where a run begins, because particles are written behind them.
 */
import { type GramTable, WITHIN_MAX } from './gram-table.js';

/** A word in a text. */
export interface WideWord {
  readonly from: number;
  readonly to: number;
  /** Titles that hold it. */
  readonly count: number;
  /** Part of these titles in which it opens a run. */
  readonly opening: number;
}

/** Letters of a text that is looked through for what it says again. */
const MARKS = 1024;
const PAIRS = 8192;
/** No word of so many letters begins here. */
const END = -1;
/** Letters of a word. */
const WORD_MIN = 2;
const WORD_MAX = 8;
/** Rows of so many letters are counted where their first letters were met before. */
const SHORT = 3;
const COUNT_MIN = 3;
const FREE_MIN = 2;
/** Rows of so many letters, of parts that are so much commoner, are sentences rather than words. */
const SENTENCE_MIN = 5;
const PARTS_TIMES = 2.5;
/** Letters with which no word begins or ends. */
const NO_FIRST = new Set('的了嗎呢吧啊她他你您們這那哪誰很也就把讓不每各該');
const NO_LAST = new Set('的了嗎呢吧啊們');
/** What stands before a word as often as in it: 選桃園, 打疫苗. */
const VERBS = new Set(
  '選挺打批嗆酸籲為要還將正都被因若如是有在從向對到於與和及或並且才只已曾再又最更太請盼望想做說看問談稱指',
);
/** How many times as often as by chance its two parts stand together, as a logarithm. */
const HELD_MIN = 2.5;
/** Of few titles, a part of the most that there can be. */
const HELD_PART = 0.6;

enum Script {
  other = 0,
  han = 1,
  katakana = 2,
  hangul = 3,
}

export class WideWords {
  readonly #table: GramTable;
  readonly #noise: ReadonlySet<string>;
  /** Outlets that must have a word. */
  outletsMin = 2;
  /** Places of a text whose pair of letters stands elsewhere in it, too; what lies behind has none. */
  readonly #marks = new Uint8Array(MARKS);
  readonly #pairs = new Uint8Array(PAIRS);
  /** By place: what the best cut from there on is worth, and where its word ends; 0 without one. */
  readonly #best = new Float64Array(MARKS + 1);
  readonly #ends = new Uint16Array(MARKS);

  /** @param noise folded words that are no tags. */
  constructor(table: GramTable, noise: ReadonlySet<string>) {
    this.#table = table;
    this.#noise = noise;
  }

  /** Counts what a folded title holds. @param outlet a number of it. */
  learn(title: string, outlet: number): void {
    const table = this.#table;
    for (let from = 0; from < title.length; ) {
      const script = scriptOf(title.charCodeAt(from));
      const to = endOfRun(title, from, script);
      if (script !== Script.other) {
        for (let at = from; at < to; at++) table.countLetter(title.charCodeAt(at));
        if (script === Script.hangul) this.#learnFrom(title, from, from, to, outlet);
        else for (let at = from; at + 1 < to; at++) this.#learnFrom(title, from, at, to, outlet);
      }
      from = to;
    }
  }

  #learnFrom(title: string, from: number, at: number, to: number, outlet: number): void {
    const table = this.#table;
    const before = at === from ? borderOf(outlet, at) : title.charCodeAt(at - 1);
    let hash = firstHash(title.charCodeAt(at));
    let known = COUNT_MIN;
    for (let end = at + 2; end <= to && end <= at + WORD_MAX + 1; end++) {
      hash = nextHash(hash, title.charCodeAt(end - 1));
      if (end - at > SHORT && known < 1) return;
      const behind = end === to ? borderOf(outlet, end) : title.charCodeAt(end);
      known = table.count(mixed(hash), outlet, before, behind, at === from);
    }
  }

  /** The words that a folded text may say again. */
  findRepeated(text: string): WideWord[] {
    this.#markRepeated(text);
    return this.find(text, true);
  }

  /**
   * Marks the places of pairs of letters that stand in a text more than once, as far as a small table
   * tells: to look every pair up costs most.
   */
  #markRepeated(text: string): void {
    const marks = this.#marks;
    const pairs = this.#pairs;
    pairs.fill(0);
    for (let at = 0; at + 1 < text.length; at++) {
      const place = placeOfPair(text, at);
      pairs[place] = pairs[place] === 0 ? 1 : 2;
    }
    for (let at = 0; at < text.length && at < marks.length; at++) {
      marks[at] = pairs[placeOfPair(text, at)] === 2 ? 1 : 0;
    }
  }

  /** The words of a folded text, in order. @param isMarked only those that begin at marked places. */
  find(text: string, isMarked = false): WideWord[] {
    const found: WideWord[] = [];
    const length = Math.min(text.length, MARKS);
    for (let from = 0; from < length; ) {
      const script = scriptOf(text.charCodeAt(from));
      const to = Math.min(length, endOfRun(text, from, script));
      if (script !== Script.other && to - from >= WORD_MIN) {
        this.#cut(text, from, to, script === Script.hangul, isMarked, found);
      }
      from = to;
    }
    return found;
  }

  /** The best cut of a run, from its end backwards. */
  #cut(
    text: string,
    from: number,
    to: number,
    isHangul: boolean,
    isMarked: boolean,
    found: WideWord[],
  ): void {
    const best = this.#best;
    const ends = this.#ends;
    best[to] = 0;
    for (let at = to - 1; at >= from; at--) {
      best[at] = best[at + 1]!;
      ends[at] = 0;
      if ((isHangul && at > from) || (isMarked && this.#marks[at] === 0)) continue;
      const limit = Math.min(to, at + WORD_MAX);
      let hash = firstHash(text.charCodeAt(at));
      for (let end = at + 2; end <= limit; end++) {
        hash = nextHash(hash, text.charCodeAt(end - 1));
        const worth = this.#worthAt(text, from, at, end, to, hash);
        if (worth === END) break;
        if (worth + best[end]! <= best[at]!) continue;
        best[at] = worth + best[end]!;
        ends[at] = end;
      }
    }
    for (let at = from; at < to; ) {
      const end = ends[at]!;
      if (end > 0) {
        const { count, openings } = this.#table.look(hashOf(text, at, end));
        found.push({ from: at, to: end, count, opening: openings / count });
      }
      at = end > 0 ? end : at + 1;
    }
  }

  /** What a row says as a word; 0 where it is none, `END` where no longer one can be. */
  #worthAt(text: string, from: number, at: number, end: number, to: number, hash: number): number {
    const table = this.#table;
    const { count, outlets, before, behind } = table.look(mixed(hash));
    if (count < COUNT_MIN) return END;
    if (outlets < this.outletsMin || before < FREE_MIN || behind < FREE_MIN) return 0;
    // Within a longer row that this text has.
    if (end < to) {
      const longer = table.countOf(mixed(nextHash(hash, text.charCodeAt(end))));
      if (longer > WITHIN_MAX * count) return 0;
    }
    if (at > from) {
      const longer = table.countOf(hashOf(text, at - 1, end));
      if (longer > WITHIN_MAX * count) return 0;
    }
    const held = this.#heldOf(text, at, end, count);
    const least = Math.min(HELD_MIN, HELD_PART * Math.log(table.letters / count));
    if (held < least || this.#isPiece(text, at, end, count)) return 0;
    return held * (end - at - 1);
  }

  /** A wording of which a word is only a part, or a word that names nothing. */
  #isPiece(text: string, at: number, end: number, count: number): boolean {
    const row = text.slice(at, end);
    if (this.#noise.has(row) || NO_FIRST.has(row[0]!) || NO_LAST.has(row.at(-1)!)) return true;
    const rest = end - at - 1;
    if (rest >= WORD_MIN && VERBS.has(row[0]!)) {
      if (this.#countOf(text, at + 1, end) >= PARTS_TIMES * count) return true;
    }
    for (let joint = WORD_MIN; joint <= row.length - WORD_MIN; joint++) {
      if (this.#noise.has(row.slice(0, joint))) return true;
      if (row.length < SENTENCE_MIN) continue;
      const least = PARTS_TIMES * count;
      const isLoose =
        this.#countOf(text, at, at + joint) >= least &&
        this.#countOf(text, at + joint, end) >= least;
      if (isLoose) return true;
    }
    return false;
  }

  /** How much more often its parts stand together than by chance: of the weakest joint. */
  #heldOf(text: string, at: number, end: number, count: number): number {
    const table = this.#table;
    const all = table.letters;
    let held = Number.POSITIVE_INFINITY;
    for (let joint = at + 1; joint < end; joint++) {
      const one = this.#countOf(text, at, joint);
      const other = this.#countOf(text, joint, end);
      held = Math.min(
        held,
        Math.log((count * all) / (Math.max(count, one) * Math.max(count, other))),
      );
    }
    return held;
  }

  #countOf(text: string, at: number, end: number): number {
    if (end - at === 1) return this.#table.letterCount(text.charCodeAt(at));
    return this.#table.countOf(hashOf(text, at, end));
  }
}

function scriptOf(unit: number): Script {
  if (unit < 0x30a1) return unit === 0x3005 ? Script.han : Script.other;
  if (unit <= 0x30ff) return unit === 0x30fb ? Script.other : Script.katakana;
  if (unit < 0x3400) return Script.other;
  if (unit <= 0x9fff) return unit >= 0x4dc0 && unit < 0x4e00 ? Script.other : Script.han;
  return unit >= 0xac00 && unit <= 0xd7a3 ? Script.hangul : Script.other;
}

function endOfRun(text: string, from: number, script: Script): number {
  let to = from + 1;
  while (to < text.length && scriptOf(text.charCodeAt(to)) === script) to += 1;
  return to;
}

/** A border is another neighbour each time, as far as a few bits can tell. */
function borderOf(outlet: number, at: number): number {
  return outlet + 3 * at;
}

function placeOfPair(text: string, at: number): number {
  return Math.imul(text.charCodeAt(at) * 31 + text.charCodeAt(at + 1), 0x9e3779b1) >>> 19;
}

function firstHash(unit: number): number {
  return Math.imul(unit + 0x9e37, 0x85ebca6b);
}

function nextHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193) + 0x7f4a7c15;
}

function mixed(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  return h >>> 0;
}

function hashOf(text: string, at: number, end: number): number {
  let hash = firstHash(text.charCodeAt(at));
  for (let place = at + 1; place < end; place++) hash = nextHash(hash, text.charCodeAt(place));
  return mixed(hash);
}
