/**
 * Names in texts of alphabetic scripts, learned from the titles of all outlets.
 *
 * A name is one to four consecutive words, each with a capital although the titles of others do not
 * write it small; between them may be small words that join (Game of Thrones). In a headline that
 * writes every word with a capital, only the spelling in other titles counts.
 * A name is valid when two titles had it and, with several outlets, two outlets; or at once when it
 * has two words in a sentence with small words.
 */
import { hashOfUnits } from '../../../kernel/hash.js';
import { type GramTable, WITHIN_MAX } from './gram-table.js';
import { MARK, TOKEN, Tokens, type WordMarks } from './tokens.js';
import type { WordText } from './word-text.js';

/** A name in a text. */
export interface FoundName {
  readonly shown: string;
  /** Titles with the name before this one. */
  readonly count: number;
}

const WORDS_MAX = 4;
const COUNT_MIN = 2;
/** Part of the sightings of a word with a capital, in texts where capitals are significant. */
const CAPITAL_MIN = 0.6;
/** Part of the sightings of a single word without a name right before it. */
const OPENING_MIN = 0.4;
/** The same for a word that is alone in the current text. */
const ALONE_MIN = 0.15;
/** A row with general words is no name if its first or last part is so much commoner. */
const PARTS_TIMES = 2.5;
/** The same for a part of a row without general words. */
const LOOSE_TIMES = 4;
/** Bounds for two words that are one name, although titles write one of them small. */
const FIXED = { count: 3, part: 0.4 } as const;
/** Bounds for a term of two words without capitals. */
const TERM = { count: 4, outlets: 3, free: 3, units: 3, held: 4 } as const;
/** Marks the sightings of a word without a capital. */
const SMALL = 0x5bd1e995;

export class Names {
  readonly #table: GramTable;
  readonly #tokens: Tokens;
  /** Titles of this span and of the one before. */
  #titles = 0;
  #titlesBefore = 0;
  /** Required outlets of a name. */
  outletsMin = 2;

  /** @param marks of small words that join, and of words that alone are no names. */
  constructor(table: GramTable, marks: WordMarks) {
    this.#table = table;
    this.#tokens = new Tokens(marks);
  }

  get titles(): number {
    return this.#titles + this.#titlesBefore;
  }

  /** Begins a new span of entries. */
  turn(): void {
    this.#titlesBefore = this.#titles;
    this.#titles = 0;
  }

  /** Counts the names of a title. @param outlet a number of it. @param max units that are read. */
  learn(title: WordText, outlet: number, max?: number): void {
    const tokens = this.#tokens;
    if (!tokens.read(title, max)) return;
    this.#titles += 1;
    const table = this.#table;
    const { hashes } = tokens;
    for (let at = 0; at < tokens.length; at++) {
      let hash = hashes[at]!;
      const isCapital = tokens.isCapital(at);
      if (!tokens.opens(at) && !(tokens.isTitleCase && isCapital)) {
        table.count(isCapital ? ~hash : hash ^ SMALL, outlet, 0, 0, false);
      }
      const before = (at > 0 ? hashes[at - 1]! : outlet) >>> 4;
      const isFree = !this.#isBehindName(at);
      const limit = Math.min(tokens.length, at + WORDS_MAX);
      for (let to = at; to < limit; to++) {
        if (to > at) {
          if (!tokens.isJoined(to)) break;
          hash = joined(hash, hashes[to]!);
        }
        const behind = (to + 1 < tokens.length ? hashes[to + 1]! : outlet) >>> 4;
        table.count(hash, outlet, before, behind, isFree);
      }
    }
  }

  /** Whether a name may be right before a word. */
  #isBehindName(at: number): boolean {
    const tokens = this.#tokens;
    if (at === 0 || !tokens.isJoined(at)) return false;
    if (!tokens.isSmall(at - 1)) return tokens.isCapital(at - 1);
    // "of" alone joins a title to its owner.
    const isOf = (tokens.marks[at - 1]! & MARK.of) !== 0;
    return isOf && at > 1 && tokens.isJoined(at - 1) && tokens.isCapital(at - 2);
  }

  /** The names of a text. @param max units that are read. */
  find(text: WordText, max?: number): FoundName[] {
    const tokens = this.#tokens;
    const found: FoundName[] = [];
    if (!tokens.read(text, max)) return found;
    for (let at = 0; at < tokens.length; ) {
      const to = this.#endOfName(at);
      if (to > at) this.#cut(at, to, found);
      at = Math.max(to, at + 1);
    }
    return found;
  }

  /** The end of a row of words that may be a name. */
  #endOfName(at: number): number {
    const tokens = this.#tokens;
    let end = at;
    for (let to = at; to < tokens.length; to++) {
      if (to > at && !tokens.isJoined(to)) break;
      if (this.#isNameWord(to) || this.#isOfFixed(to)) end = to + 1;
      else if (to === at || (tokens.marks[to]! & MARK.inner) === 0) break;
    }
    return end;
  }

  /** Whether a word has a capital because it is a name. */
  #isNameWord(at: number): boolean {
    const tokens = this.#tokens;
    if (!tokens.isCapital(at)) return false;
    if (tokens.isSmall(at)) {
      return !tokens.isTitleCase && tokens.units(at) > 1 && tokens.isLoud(at);
    }
    const hash = tokens.hashes[at]!;
    const small = this.#table.look(hash ^ SMALL);
    const large = this.#table.look(~hash);
    const isTelling = !tokens.opens(at) && !tokens.isTitleCase;
    if (small + large === 0) return isTelling;
    const own = isTelling ? 1 : 0;
    return large + own >= CAPITAL_MIN * (large + own + small);
  }

  /** Whether a word and its neighbour, both with a capital, mostly appear together. */
  #isOfFixed(at: number): boolean {
    if (!this.#isLarge(at)) return false;
    return this.#isFixed(at, at + 1) || this.#isFixed(at - 1, at);
  }

  #isLarge(at: number): boolean {
    const tokens = this.#tokens;
    return at >= 0 && at < tokens.length && tokens.isCapital(at) && !tokens.isSmall(at);
  }

  #isFixed(at: number, end: number): boolean {
    const tokens = this.#tokens;
    const { hashes } = tokens;
    if (at < 0 || end >= tokens.length || !tokens.isJoined(end)) return false;
    if (tokens.isSmall(end) && end + 1 < tokens.length && tokens.isJoined(end + 1)) {
      if (this.#isLarge(at)) {
        const row = joined(joined(hashes[at]!, hashes[end]!), hashes[end + 1]!);
        return this.#isLarge(end + 1) && this.#isCommon(row, at, end + 1);
      }
    }
    if (tokens.isSmall(at) && at > 0 && tokens.isJoined(at) && this.#isLarge(at - 1)) {
      const row = joined(joined(hashes[at - 1]!, hashes[at]!), hashes[end]!);
      return this.#isLarge(end) && this.#isCommon(row, at - 1, end);
    }
    const isPair = this.#isLarge(at) && this.#isLarge(end);
    return isPair && this.#isCommon(joined(hashes[at]!, hashes[end]!), at, end);
  }

  #isCommon(row: number, one: number, other: number): boolean {
    const table = this.#table;
    const { hashes } = this.#tokens;
    const count = table.look(row);
    if (count < FIXED.count || table.outlets < this.outletsMin) return false;
    const least = Math.min(table.look(hashes[one]!), table.look(hashes[other]!));
    return count >= FIXED.part * least;
  }

  /** The longest known names of a row, from its beginning. */
  #cut(from: number, end: number, found: FoundName[]): void {
    for (let at = from; at < end; ) {
      let next = at + 1;
      for (let to = Math.min(end, at + WORDS_MAX); to > at; to--) {
        const name = this.#nameOf(at, to, from, end);
        if (name === null) continue;
        found.push(name);
        next = to;
        break;
      }
      at = next;
    }
  }

  /** The name that words of a row form. @param from, end the row. */
  #nameOf(at: number, to: number, from: number, end: number): FoundName | null {
    const tokens = this.#tokens;
    const table = this.#table;
    const words = to - at;
    const isJoin = (edge: number): boolean => tokens.isSmall(edge) && this.#isGeneral(edge);
    if (isJoin(at) || isJoin(to - 1)) return null;
    let hash = 0;
    let general = 0;
    let flags = 0;
    for (let word = at; word < to; word++) {
      hash = word === at ? tokens.hashes[word]! : joined(hash, tokens.hashes[word]!);
      if (this.#isGeneral(word)) general += 1;
      flags |= tokens.flags[word]!;
    }
    if (general === words || (flags & TOKEN.spelled) === 0) return null;
    if (words === 1 && (tokens.marks[at]! & MARK.people) !== 0) return null;
    const count = table.look(hash);
    const isWhole = at === from && to === end;
    if (count < COUNT_MIN || table.outlets < this.outletsMin) {
      const isTold = isWhole && words > 1 && !tokens.isTitleCase && !tokens.opens(at);
      return isTold ? { shown: tokens.shown(at, to), count } : null;
    }
    const { openings } = table;
    if (words === 1 && openings < (isWhole ? ALONE_MIN : OPENING_MIN) * count) return null;
    if (words > 1 && this.#isLoose(at, to, count, general > 0)) return null;
    if (to < end && table.look(joined(hash, tokens.hashes[to]!)) > WITHIN_MAX * count) return null;
    if (tokens.isJoined(at) && this.#isLarge(at - 1)) {
      if (this.#rowOf(at - 1, to) > WITHIN_MAX * count) return null;
    }
    return { shown: tokens.shown(at, to), count };
  }

  /** Terms of two words that appear together in the titles of several outlets. */
  terms(text: WordText): FoundName[] {
    const tokens = this.#tokens;
    const table = this.#table;
    const found: FoundName[] = [];
    if (!tokens.read(text)) return found;
    for (let at = 0; at + 1 < tokens.length; at++) {
      if (!tokens.isJoined(at + 1) || !this.#isOfTerm(at) || !this.#isOfTerm(at + 1)) continue;
      if (tokens.isNoise(at) && tokens.isNoise(at + 1)) continue;
      const [one, other] = [tokens.hashes[at]!, tokens.hashes[at + 1]!];
      const count = table.look(joined(one, other));
      if (count < TERM.count || table.outlets < TERM.outlets) continue;
      if (table.before < TERM.free || table.behind < TERM.free) continue;
      const apart = table.look(one) * table.look(other);
      if (Math.log((count * this.titles) / apart) < TERM.held) continue;
      found.push({ shown: tokens.shown(at, at + 2).toLowerCase(), count });
      at += 1;
    }
    return found;
  }

  #isGeneral(at: number): boolean {
    const tokens = this.#tokens;
    if (tokens.isNoise(at)) return true;
    // US is no pronoun.
    return tokens.isSmall(at) && !(tokens.units(at) > 1 && tokens.isLoud(at));
  }

  #isOfTerm(at: number): boolean {
    const tokens = this.#tokens;
    const isSpelled = (tokens.flags[at]! & TOKEN.spelled) !== 0;
    return tokens.units(at) >= TERM.units && isSpelled && !tokens.isSmall(at);
  }

  /**
   * Whether a row is a sentence about a part of it: Mt. Gox CEO, Miley Cyrus Fan. Then the part is
   * so much commoner, and the rest of the row appears elsewhere, too.
   */
  #isLoose(at: number, to: number, count: number, isGeneral: boolean): boolean {
    const { hashes } = this.#tokens;
    const table = this.#table;
    const [first, last] = [table.look(hashes[at]!), table.look(hashes[to - 1]!)];
    const isFixed = count >= FIXED.part * Math.min(first, last);
    if (isGeneral) return Math.max(first, last) >= PARTS_TIMES * count;
    if (isFixed) return false;
    return Math.max(this.#rowOf(at, to - 1), this.#rowOf(at + 1, to)) >= LOOSE_TIMES * count;
  }

  /** Count of consecutive words. */
  #rowOf(at: number, to: number): number {
    const { hashes } = this.#tokens;
    let hash = hashes[at]!;
    for (let word = at + 1; word < to; word++) hash = joined(hash, hashes[word]!);
    return this.#table.look(hash);
  }
}

/** The hash under which consecutive folded words are counted. */
export function hashOfWords(words: string): number {
  return words
    .split(' ')
    .map((word) => hashOfUnits(word))
    .reduce(joined);
}

function joined(one: number, other: number): number {
  const hash = Math.imul(one ^ (other >>> 7) ^ (other << 9), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
