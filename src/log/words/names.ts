/**
 * Names in texts of alphabetic scripts, learned from the titles of all outlets.
 *
 * A name is one to four words in a row, each with a capital although the titles of others do not write
 * it small; between them may stand small words that join (Game of Thrones). In a headline that writes
 * every word with a capital, what others write counts alone.
 * A name counts when it was met in two titles and, where there are several outlets, of two outlets; or at
 * once when it is of two words in a sentence that writes others small.
 */
import { wordsOf } from '../../kernel/words.js';
import { type GramTable, WITHIN_MAX } from './gram-table.js';

/** A name in a text. */
export interface FoundName {
  readonly shown: string;
  /** Titles that hold it before this one. */
  readonly count: number;
}

interface Token {
  readonly shown: string;
  readonly form: string;
  readonly hash: number;
  /** First of its sentence, where each word has a capital. */
  readonly opens: boolean;
  readonly isCapital: boolean;
  /** Nothing but a blank stands between it and the one before. */
  readonly isJoined: boolean;
  /** The text writes nearly every word with a capital. */
  readonly isTitleCase: boolean;
}

const WORDS_MAX = 4;
const COUNT_MIN = 2;
/** Part of the sightings of a word that have a capital, in texts where that says something. */
const CAPITAL_MIN = 0.6;
/** Part of the sightings of a single word in which no name stands right before it. */
const OPENING_MIN = 0.4;
/** The same where it stands alone in the text at hand. */
const ALONE_MIN = 0.15;
/** Small words within names. */
const INNER = new Set(
  wordsOf('of the by de del della di da do dos du des la le van von der den al el y'),
);
/** A row with general words is none where an end of it is so much commoner. */
const PARTS_TIMES = 2.5;
/** What makes two words one name, although titles write one of them small. */
const FIXED = { count: 3, part: 0.4 } as const;
/** What a term of two words that nobody writes with a capital needs. */
const TERM = { count: 4, outlets: 3, free: 3, letters: 3, held: 4 } as const;

/** Letters of scripts without blanks between words, and their marks. */
const WIDE = '\\u3000-\\u9fff\\uac00-\\ud7a3\\uff00-\\uffef';
const HAS_WIDE = new RegExp(`[${WIDE}]`);
const PIECES = new RegExp(`[^\\s“”"()[\\]{}«»…—–|/${WIDE}]+|[${WIDE}]+|[^\\s]`, 'gu');
const IS_WIDE = new RegExp(`^[${WIDE}]`);
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’.&+-]*/u;
const ENDS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const POSSESSIVE = /['’]s?$/u;
/** Mt., J., U.S. */
const ABBREVIATION = /^(?:\p{Lu}\p{L}?\.|\p{Lu}(?:\.\p{Lu})+\.)$/u;
const STOPS = /[.!?:;,]$/u;
const SENTENCE_STOPS = /[.!?:;]$/u;
const CAPITAL = /^\p{Lu}|^\p{N}*\p{L}+\p{Lu}/u;
const CASED = /\p{Lu}|\p{Ll}/u;
const HAS_LETTER = /\p{L}{2}/u;

export class Names {
  readonly #table: GramTable;
  /** Titles of this span and of the one before. */
  #titles = 0;
  #titlesBefore = 0;
  /** Outlets that must have a name. */
  outletsMin = 2;
  readonly #joins: ReadonlySet<string>;
  readonly #general: ReadonlySet<string>;

  /**
   * @param joins small words that begin and end no name. @param general words that alone name nothing.
   */
  constructor(table: GramTable, joins: ReadonlySet<string>, general: ReadonlySet<string>) {
    this.#table = table;
    this.#joins = joins;
    this.#general = general;
  }

  get titles(): number {
    return this.#titles + this.#titlesBefore;
  }

  /** A new span of entries begins. */
  turn(): void {
    this.#titlesBefore = this.#titles;
    this.#titles = 0;
  }

  /** Counts what a title holds. @param outlet a number of it. */
  learn(title: string, outlet: number): void {
    if (!CASED.test(title)) return;
    this.#titles += 1;
    const table = this.#table;
    const tokens = tokensOf(title);
    tokens.forEach((token, at) => {
      if (!token.opens && (!token.isTitleCase || !token.isCapital)) {
        table.count(token.isCapital ? ~token.hash : token.hash ^ SMALL, outlet, 0, 0, false);
      }
      let { hash } = token;
      const before = tokens[at - 1];
      const isFree = !this.#isBehindName(tokens, at);
      for (let to = at; to < tokens.length && to < at + WORDS_MAX; to++) {
        if (to > at) {
          if (!tokens[to]!.isJoined) break;
          hash = joined(hash, tokens[to]!.hash);
        }
        const behind = tokens[to + 1]?.hash ?? outlet;
        table.count(hash, outlet, (before?.hash ?? outlet) >>> 4, behind >>> 4, isFree);
      }
    });
  }

  /** Whether a name may stand right before a word. */
  #isBehindName(tokens: readonly Token[], at: number): boolean {
    const before = tokens[at - 1];
    if (before === undefined || !tokens[at]!.isJoined) return false;
    if (!this.#joins.has(before.form)) return before.isCapital;
    return before.form === 'of' && before.isJoined && tokens[at - 2]!.isCapital;
  }

  /** The names of a text. */
  find(text: string): FoundName[] {
    if (!CASED.test(text)) return [];
    const tokens = tokensOf(text);
    const found: FoundName[] = [];
    for (let at = 0; at < tokens.length; ) {
      const to = this.#endOfName(tokens, at);
      if (to > at) found.push(...this.#cut(tokens, at, to));
      at = Math.max(to, at + 1);
    }
    return found;
  }

  /** Where a row of words that may be a name ends. */
  #endOfName(tokens: readonly Token[], at: number): number {
    let end = at;
    for (let to = at; to < tokens.length; to++) {
      const token = tokens[to]!;
      if (to > at && !token.isJoined) break;
      if (this.#isNameWord(token) || this.#isOfFixed(tokens, to)) end = to + 1;
      else if (to === at || !INNER.has(token.form)) break;
    }
    return end;
  }

  /** Whether a word is written with a capital for what it is. */
  #isNameWord({ form, shown, hash, isCapital, opens, isTitleCase }: Token): boolean {
    if (!isCapital) return false;
    if (this.#joins.has(form))
      return !isTitleCase && shown.length > 1 && shown === shown.toUpperCase();
    const small = this.#table.countOf(hash ^ SMALL);
    const large = this.#table.countOf(~hash);
    if (small + large === 0) return !opens && !isTitleCase;
    const own = opens || isTitleCase ? 0 : 1;
    return large + own >= CAPITAL_MIN * (large + own + small);
  }

  /** Whether a word and its neighbour, both with a capital, mostly stand together. */
  #isOfFixed(tokens: readonly Token[], at: number): boolean {
    const { isCapital, form } = tokens[at]!;
    if (!isCapital || this.#joins.has(form)) return false;
    return this.#isFixed(tokens, at, at + 1) || this.#isFixed(tokens, at - 1, at);
  }

  #isFixed(tokens: readonly Token[], at: number, end: number): boolean {
    const [one, other] = [tokens[at], tokens[end]];
    if (one === undefined || other === undefined || !other.isJoined) return false;
    const isCapital = (token: Token): boolean => token.isCapital && !this.#joins.has(token.form);
    const after = tokens[end + 1];
    if (this.#joins.has(other.form) && after?.isJoined === true && isCapital(one)) {
      return (
        isCapital(after) &&
        this.#isCommon(joined(joined(one.hash, other.hash), after.hash), one, after)
      );
    }
    const first = tokens[at - 1];
    if (this.#joins.has(one.form) && one.isJoined && first !== undefined && isCapital(first)) {
      return (
        isCapital(other) &&
        this.#isCommon(joined(joined(first.hash, one.hash), other.hash), first, other)
      );
    }
    return (
      isCapital(one) && isCapital(other) && this.#isCommon(joined(one.hash, other.hash), one, other)
    );
  }

  #isCommon(hash: number, one: Token, other: Token): boolean {
    const { count, outlets } = this.#table.look(hash);
    if (count < FIXED.count || outlets < this.outletsMin) return false;
    const least = Math.min(this.#table.countOf(one.hash), this.#table.countOf(other.hash));
    return count >= FIXED.part * least;
  }

  /** The longest names of a row that are known, from its beginning. */
  #cut(tokens: readonly Token[], from: number, end: number): FoundName[] {
    const found: FoundName[] = [];
    for (let at = from; at < end; ) {
      let next = at + 1;
      for (let to = Math.min(end, at + WORDS_MAX); to > at; to--) {
        const name = this.#nameOf(tokens, at, to, at === from, to === end);
        if (name === null) continue;
        found.push(name);
        next = to;
        break;
      }
      at = next;
    }
    return found;
  }

  #nameOf(
    tokens: readonly Token[],
    at: number,
    to: number,
    isFirst: boolean,
    isLast: boolean,
  ): FoundName | null {
    const [first, last] = [tokens[at]!, tokens[to - 1]!];
    const isAcronym = (word: Token): boolean => !this.#isGeneral(word);
    if ([first, last].some((edge) => this.#joins.has(edge.form) && !isAcronym(edge))) return null;
    const words = tokens.slice(at, to);
    const general = words.filter((word) => this.#isGeneral(word)).length;
    if (general === words.length) return null;
    const shown = words.map((word) => word.shown).join(' ');
    if (!HAS_LETTER.test(shown)) return null;
    const hash = words.slice(1).reduce((all, word) => joined(all, word.hash), first.hash);
    const { count, outlets, openings } = this.#table.look(hash);
    const isSentence = !first.isTitleCase && !first.opens;
    const isTold = isFirst && isLast && words.length > 1 && isSentence;
    if (count < COUNT_MIN || outlets < this.outletsMin) return isTold ? { shown, count } : null;
    if (general > 0 && this.#isOfOther(first, last, count)) return null;
    const openingMin = isFirst && isLast ? ALONE_MIN : OPENING_MIN;
    if (words.length === 1 && openings < openingMin * count) return null;
    if (!isLast && this.#isWithin(joined(hash, tokens[to]!.hash), count)) return null;
    return { shown, count };
  }

  /** Terms of two words that stand together in the titles of several outlets. */
  terms(text: string): FoundName[] {
    const tokens = tokensOf(text);
    const found: FoundName[] = [];
    for (let at = 0; at + 1 < tokens.length; at++) {
      const [one, other] = [tokens[at]!, tokens[at + 1]!];
      if (!other.isJoined || !this.#isOfTerm(one) || !this.#isOfTerm(other)) continue;
      const { count, outlets, before, behind } = this.#table.look(joined(one.hash, other.hash));
      if (count < TERM.count || outlets < TERM.outlets) continue;
      if (this.#general.has(one.form) && this.#general.has(other.form)) continue;
      if (before < TERM.free || behind < TERM.free) continue;
      const apart = this.#table.countOf(one.hash) * this.#table.countOf(other.hash);
      if (Math.log((count * this.titles) / apart) < TERM.held) continue;
      found.push({ shown: `${one.form} ${other.form}`, count });
      at += 1;
    }
    return found;
  }

  #isGeneral({ form, shown }: Token): boolean {
    if (this.#general.has(form)) return true;
    // US is no pronoun.
    return this.#joins.has(form) && (shown.length < 2 || shown !== shown.toUpperCase());
  }

  #isOfTerm({ form }: Token): boolean {
    return form.length >= TERM.letters && HAS_LETTER.test(form) && !this.#joins.has(form);
  }

  /** Whether a row with general words is a sentence about one of its ends: Mt. Gox CEO. */
  #isOfOther(first: Token, last: Token, count: number): boolean {
    return [first, last].some(({ hash }) => this.#table.countOf(hash) >= PARTS_TIMES * count);
  }

  #isWithin(longer: number, count: number): boolean {
    return this.#table.countOf(longer) > WITHIN_MAX * count;
  }
}

/** Marks the sightings of a word without a capital. */
const SMALL = 0x5bd1e995;

function tokensOf(text: string): Token[] {
  const tokens: Omit<Token, 'isTitleCase'>[] = [];
  const isWide = HAS_WIDE.test(text);
  let opens = !isWide;
  let isJoined = false;
  for (const raw of text.match(PIECES) ?? []) {
    const word = !IS_WIDE.test(raw) && WORD.test(raw) ? wordOf(raw) : '';
    if (word === '') {
      isJoined = false;
      if (!isWide && raw !== "'" && raw !== '’') opens = true;
      continue;
    }
    if (/^[^\p{L}\p{N}]/u.test(raw)) isJoined = false;
    const form = word.toLowerCase();
    const isCapital = CAPITAL.test(word);
    tokens.push({ shown: word, form, hash: hashOf(form), opens, isCapital, isJoined });
    const isAbbreviation = ABBREVIATION.test(raw);
    opens = !isWide && SENTENCE_STOPS.test(raw) && !isAbbreviation;
    isJoined = isAbbreviation || (!STOPS.test(raw) && !POSSESSIVE.test(raw));
  }
  const long = tokens.filter((token) => !token.opens && token.shown.length > 3);
  const isTitleCase = !isWide && 2 * long.filter((token) => token.isCapital).length > long.length;
  return tokens.map((token) => ({ ...token, isTitleCase }));
}

function wordOf(raw: string): string {
  if (ABBREVIATION.test(raw)) return raw;
  return raw.replace(ENDS, '').replace(POSSESSIVE, '');
}

function hashOf(form: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < form.length; at++) hash = Math.imul(hash ^ form.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}

function joined(one: number, other: number): number {
  const hash = Math.imul(one ^ (other >>> 7) ^ (other << 9), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
