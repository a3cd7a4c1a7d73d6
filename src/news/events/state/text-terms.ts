/**
 * What an article's text says, as a short list of numbers by which articles are compared.
 *
 *   term := hash (20 bits) | tag | title | count (5 bits)
 *
 * Han, kana and Hangul have no blanks between words: two neighbours make a term. Other letters and
 * digits make one as long as they follow each other, without a plural's s. The title comes first and
 * counts three times, then the tags, then the lead, until the list is full: the lead of a report
 * says what it is about, and what follows it is background that other stories share.
 */

import { columnBytes, columnOf } from '../../../engine/columns/columns.js';
import { DAY_MS } from '../../../kernel/clock.js';
import { decode, encode } from '../../../kernel/codec.js';
import { mixedHash, UNIT_BASIS, UNIT_PRIME, withUnit } from '../../../kernel/hash.js';
import { searchForm, tagKey } from '../../../kernel/text/tag.js';

export const HASH_BITS = 20;
const COUNT_BITS = 5;
const COUNT_MASK = (1 << COUNT_BITS) - 1;
const TITLE_BIT = 1 << COUNT_BITS;
const TAG_BIT = TITLE_BIT << 1;
const HASH_SHIFT = COUNT_BITS + 2;

/** Half a kilobyte an article; more terms made stories no better in `bench truth`, nor worse. */
const TERMS_MAX = 128;
/** Of the lead; 300 to 600 did equally well in `bench truth`. */
const LEAD_UNITS_MAX = 600;
/** How often a term counts in a title and as a tag. */
const TITLE_TIMES = 3;
const TAG_TIMES = 2;
/** A Latin word of one letter says nothing. */
const WORD_LETTERS_MIN = 2;
/** Words up to this length keep their s. */
const SINGULAR_LETTERS_MAX = 3;
const SMALL_S = 0x73;

/** Tags are other terms than the words that they consist of. */
const TAG_SEED = 0x7461_6773;

/** The terms of a lead, in the order in which they first occur. */
export interface LeadTerms {
  terms: Uint32Array;
  /** Occurrences: all, and those of pairs of letters that are written without blanks. */
  all: number;
  wide: number;
}

export interface TextTerms {
  terms: Uint32Array;
  /** Most terms are pairs of letters that are written without blanks. */
  isWide: boolean;
}

export function leadTermsOf(lead: string): LeadTerms {
  const list = new TermList();
  let all = 0;
  let wide = 0;
  scan(searchForm(lead.slice(0, LEAD_UNITS_MAX)), (hash, isWide) => {
    all += 1;
    if (isWide) wide += 1;
    list.add(hash, 0, 1);
  });
  return { terms: list.build(), all, wide };
}

export function textTermsOf(title: string, lead: LeadTerms, tags: readonly string[]): TextTerms {
  const list = new TermList();
  let { wide, all } = lead;
  scan(searchForm(title), (hash, isWide) => {
    all += 1;
    if (isWide) wide += 1;
    list.add(hash, TITLE_BIT, TITLE_TIMES);
  });
  for (const tag of tags) list.add(tagHash(tag), TAG_BIT, TAG_TIMES);
  for (const term of lead.terms) list.add(hashOf(term), 0, countOf(term));
  return { terms: list.build(), isWide: 2 * wide > all };
}

export function hashOf(term: number): number {
  return term >>> HASH_SHIFT;
}

export function countOf(term: number): number {
  return term & COUNT_MASK;
}

export function isOfTitle(term: number): boolean {
  return (term & TITLE_BIT) !== 0;
}

export function isTag(term: number): boolean {
  return (term & TAG_BIT) !== 0;
}

/** The hashes of a text's terms, in order, with repeats. */
export function hashesOf(text: string): number[] {
  const hashes: number[] = [];
  scan(searchForm(text), (hash) => hashes.push(hash));
  return hashes;
}

/**
 * How much each title has of what all titles say: its cosine with the sum of all, from 0 to 1. What one outlet
 * alone finds worth telling counts little.
 * @param texts terms of texts, of which those of titles count. @param weightOf by hash of a term.
 */
export function centralitiesOf(
  texts: readonly Uint32Array[],
  weightOf: (hash: number) => number,
): number[] {
  const places = new Map<number, number>();
  const [weights, sums]: [number[], number[]] = [[], []];
  // The places of all titles' terms one after another, where each title's end, and its length.
  const [all, ends, lengths]: [number[], number[], number[]] = [[], [], []];
  for (const terms of texts) {
    const start = all.length;
    let square = 0;
    for (let at = 0; at < terms.length; at++) {
      if (!isOfTitle(terms[at]!)) continue;
      const hash = hashOf(terms[at]!);
      let place = places.get(hash);
      if (place === undefined) {
        place = weights.push(weightOf(hash)) - 1;
        sums.push(0);
        places.set(hash, place);
      }
      all.push(place);
      square += weights[place]! ** 2;
    }
    const length = Math.sqrt(square);
    for (let at = start; at < all.length; at++) sums[all[at]!]! += weights[all[at]!]! / length;
    ends.push(all.length);
    lengths.push(length);
  }
  let at = 0;
  return ends.map((end, title) => {
    let product = 0;
    for (; at < end; at++) product += weights[all[at]!]! * sums[all[at]!]!;
    return lengths[title] === 0 ? 0 : product / lengths[title]!;
  });
}

class TermList {
  readonly #counts = new Map<number, number>();

  add(hash: number, bit: number, times: number): void {
    const known = this.#counts.get(hash);
    if (known === undefined && this.#counts.size === TERMS_MAX) return;
    const count = Math.min(COUNT_MASK, ((known ?? 0) & COUNT_MASK) + times);
    // A title says a word once, however often it stands there.
    if (known !== undefined && bit !== 0 && (known & bit) !== 0) return;
    this.#counts.set(hash, ((known ?? 0) & ~COUNT_MASK) | bit | count);
  }

  build(): Uint32Array {
    const terms = new Uint32Array(this.#counts.size);
    let at = 0;
    for (const [hash, rest] of this.#counts) terms[at++] = ((hash << HASH_SHIFT) | rest) >>> 0;
    return terms;
  }
}

/** Visits the terms of a text in its search form. */
function scan(text: string, visit: (hash: number, isWide: boolean) => void): void {
  let word = 0;
  let shorter = 0;
  let letters = 0;
  let last = 0;
  let before = 0;
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 0;
    const isWide = isWideLetter(unit);
    if (isWide && before !== 0) visit(spread(Math.imul(before, UNIT_PRIME) ^ unit), true);
    before = isWide ? unit : 0;
    if (isNarrowLetter(unit)) {
      shorter = word;
      word = withUnit(letters === 0 ? UNIT_BASIS : word, unit);
      letters += 1;
      if (letters > 1 && unit === SMALL_S && last === SMALL_S) shorter = word;
      last = unit;
    } else if (letters > 0) {
      const isPlural = letters > SINGULAR_LETTERS_MAX && last === SMALL_S;
      if (letters >= WORD_LETTERS_MIN) visit(spread(isPlural ? shorter : word), false);
      letters = 0;
      last = 0;
    }
  }
}

function tagHash(tag: string): number {
  let hash = TAG_SEED;
  for (const letter of tagKey(tag)) hash = withUnit(hash, letter.codePointAt(0)!);
  return spread(hash);
}

/** Letters that are written without blanks between words. */
function isWideLetter(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0xd7a3);
}

/** ASCII letters and digits, and letters beyond them up to the ones above. */
function isNarrowLetter(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return unit >= 0xc0 && unit < 0x2000;
}

function spread(hash: number): number {
  return mixedHash(hash) & ((1 << HASH_BITS) - 1);
}

/**
 * How many articles hold each term: those that are known, and those of days that are over, which fade.
 *
 *   article ─► known ─► its day leaves the window ─► past: counts nine tenths as much each day
 *
 * The past tells which words are of every day and which are new. Counted over the window alone, the words of
 * a large story would be common ones: the story takes them the weight that holds it together.
 * Invariant: counts follow from what was counted, let go of and faded, in that order. An article that is erased
 * when its day is over stays in the counts, which tell nothing of it.
 */

/** Part of the past that is left a day later. With 0.8 stories of `bench truth` were as good, without a past worse. */
const FADED_DAY = 0.9;
/** Articles are counted in such parts, so that few of them fade as well. */
const PART_BITS = 4;
const PARTS = 1 << PART_BITS;
/**
 * Added to the articles of each term: a word that one article alone holds is not much rarer than one of
 * two, and would take the weight from those that two share. 1 and 6 did worse in `bench truth`.
 */
const SEEN_BEFORE = 3;
/** Of fewer articles in all, a word that all hold would tell nothing: as if others had been without it. */
const ARTICLES_MIN = 50;
const LOGS = Float64Array.from({ length: 1 << 16 }, (_, count) => Math.log(count + SEEN_BEFORE));

type PackedPast = [fadedMs: number, articles: number, hashes: Uint8Array, parts: Uint8Array];

export class TermCounts {
  /** Parts of articles by hash. Made with the first article: 4 MB. */
  #all = new Uint32Array(0);
  /** Those of the past among them. Made with the first of these: as much. */
  #past = new Uint32Array(0);
  #known = 0;
  /** Parts of articles. */
  #pastArticles = 0;
  #logOfArticles = logOf(ARTICLES_MIN);
  /** The day that the past has faded to. */
  #fadedMs: number | null = null;

  /** Articles that are known. */
  get known(): number {
    return this.#known;
  }

  /** Articles, with what is left of those of the past. */
  get articles(): number {
    return this.#known + this.#pastArticles / PARTS;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** An article with these terms is known from now on, or no longer. */
  count(terms: Uint32Array, change: 1 | -1): void {
    if (this.isEmpty) this.#all = new Uint32Array(1 << HASH_BITS);
    this.#known += change;
    for (let at = 0; at < terms.length; at++) this.#all[hashOf(terms[at]!)]! += change * PARTS;
    this.#settle();
  }

  /** A known article is one of the past from now on. */
  letGo(terms: Uint32Array): void {
    if (this.#past.length === 0) this.#past = new Uint32Array(1 << HASH_BITS);
    this.#known -= 1;
    this.#pastArticles += PARTS;
    for (let at = 0; at < terms.length; at++) this.#past[hashOf(terms[at]!)]! += PARTS;
    this.#settle();
  }

  /** A day begins; the past fades as many times as days went by. */
  fadeTo(dayMs: number): void {
    const days = this.#fadedMs === null ? 0 : (dayMs - this.#fadedMs) / DAY_MS;
    if (this.#fadedMs !== null && days <= 0) return;
    this.#fadedMs = dayMs;
    if (this.#pastArticles === 0) return;
    const left = FADED_DAY ** days;
    const [all, past] = [this.#all, this.#past];
    for (let hash = 0; hash < past.length; hash++) {
      const parts = past[hash]!;
      if (parts === 0) continue;
      past[hash] = Math.floor(parts * left);
      all[hash]! -= parts - past[hash]!;
    }
    this.#pastArticles = Math.floor(this.#pastArticles * left);
    this.#settle();
  }

  /** Known articles that hold a term. */
  knownWith(hash: number): number {
    return this.with(hash) - (this.#past[hash] ?? 0) / PARTS;
  }

  /** The same with what is left of the past. */
  with(hash: number): number {
    return this.isEmpty ? 0 : this.#all[hash]! / PARTS;
  }

  /**
   * How much a term tells: ln((articles + 4) ÷ (those with it + 3)), above 0. To the power of 1.5 it was
   * better for English texts with leads (0.02), and worse for headlines alone (0.05 to 0.1).
   */
  readonly weightOf = (hash: number): number => {
    return this.#logOfArticles - logOf(this.#all[hash]! >>> PART_BITS);
  };

  /** The past. */
  encode(): Buffer {
    const [hashes, parts]: [number[], number[]] = [[], []];
    const past = this.#past;
    for (let hash = 0; this.#pastArticles > 0 && hash < past.length; hash++) {
      if (past[hash] === 0) continue;
      hashes.push(hash);
      parts.push(past[hash]!);
    }
    const packed: PackedPast = [
      this.#fadedMs ?? 0,
      this.#pastArticles,
      columnBytes(Uint32Array.from(hashes)),
      columnBytes(Uint32Array.from(parts)),
    ];
    return encode(packed);
  }

  /** Takes the past back, before any article is counted. */
  restore(bytes: Uint8Array): void {
    const [fadedMs, articles, ...columns] = decode(bytes) as PackedPast;
    const [hashes, parts] = columns.map((column) => columnOf(Uint32Array, column));
    this.#fadedMs = fadedMs;
    this.#pastArticles = articles;
    if (articles === 0) return;
    this.#past = new Uint32Array(1 << HASH_BITS);
    hashes!.forEach((hash, at) => {
      this.#past[hash] = parts![at]!;
    });
    this.#all = Uint32Array.from(this.#past);
    this.#settle();
  }

  #settle(): void {
    this.#logOfArticles = logOf(Math.max(ARTICLES_MIN, Math.floor(this.articles) + 1));
  }
}

/** ln(articles + 3), from a table where it can be. */
function logOf(articles: number): number {
  return articles < LOGS.length ? LOGS[articles]! : Math.log(articles + SEEN_BEFORE);
}
