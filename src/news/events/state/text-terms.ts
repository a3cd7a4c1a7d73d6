/**
 * The terms of an article's text: a short list of numbers by which articles are compared.
 *
 *   term := hash (20 bits) | tag | title | count (5 bits)
 *
 * Han, kana and Hangul have no blanks between words: two neighbours form a term. Other letters and
 * digits form a term while they follow each other, without a plural's s. The title comes first and
 * counts three times, then the tags, then the lead, until the list is full: the lead of a report
 * says what it is about, and the rest is background that other stories share.
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

/** Half a kilobyte an article; more terms made no difference to stories in `bench truth`. */
const TERMS_MAX = 128;
/** Units of the lead; 300 to 600 were equally good in `bench truth`. */
const LEAD_UNITS_MAX = 600;
/** Count of a term in a title, and as a tag. */
const TITLE_TIMES = 3;
const TAG_TIMES = 2;
/** A Latin word of one letter has no meaning. */
const WORD_LETTERS_MIN = 2;
/** Words up to this length keep their s. */
const SINGULAR_LETTERS_MAX = 3;
const SMALL_S = 0x73;

/** Seed that distinguishes tags from the words that they consist of. */
const TAG_SEED = 0x7461_6773;

/** The terms of a lead, in the order of their first occurrence. */
export interface LeadTerms {
  terms: Uint32Array;
  /** Number of occurrences: all, and those of pairs of letters without blanks. */
  all: number;
  wide: number;
}

export interface TextTerms {
  terms: Uint32Array;
  /** Most terms are pairs of letters without blanks. */
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

/** The hashes of a text's terms, in order, with repetitions. */
export function hashesOf(text: string): number[] {
  const hashes: number[] = [];
  scan(searchForm(text), (hash) => hashes.push(hash));
  return hashes;
}

/**
 * The cosine of each title with the sum of all titles, from 0 to 1. Words of only one title add
 * little.
 * @param texts terms of texts; only those of titles count. @param weightOf by hash of a term.
 */
export function centralitiesOf(
  texts: readonly Uint32Array[],
  weightOf: (hash: number) => number,
): number[] {
  const places = new Map<number, number>();
  const [weights, sums]: [number[], number[]] = [[], []];
  // The places of all titles' terms in sequence, and the end and the length of each title.
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
    // Repetitions within a title do not count.
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

/** Letters of scripts without blanks between words. */
function isWideLetter(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0xd7a3);
}

/** ASCII letters and digits, and letters above them up to those of `isWideLetter`. */
function isNarrowLetter(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return unit >= 0xc0 && unit < 0x2000;
}

function spread(hash: number): number {
  return mixedHash(hash) & ((1 << HASH_BITS) - 1);
}

/** Part of the past that remains a day later. `bench truth`: with 0.8 as good, with 0 worse. */
const FADED_DAY = 0.9;
/** Articles are counted in sixteenths, so that small counts fade too. */
const PART_BITS = 4;
const PARTS = 1 << PART_BITS;
/**
 * Added to the articles of each term: otherwise a word of one article would be much rarer than a
 * word of two, and would take weight from shared words. 1 and 6 did worse in `bench truth`.
 */
const SEEN_BEFORE = 3;
/** Minimum for all articles: otherwise a word in all of few articles would have no weight. */
const ARTICLES_MIN = 50;
const LOGS = Float64Array.from({ length: 1 << 16 }, (_, count) => Math.log(count + SEEN_BEFORE));

type PackedPast = [fadedMs: number, articles: number, hashes: Uint8Array, parts: Uint8Array];

/**
 * Counts the articles with each term: known articles, and those of past days, which fade.
 *
 *   article ─► known ─► its day leaves the window ─► past: counts nine tenths as much each day
 *
 * The past distinguishes everyday words from new ones. With counts over the window alone, the words
 * of a large story would be common, and lose the weight that connects the story. Invariant: counts
 * follow from the sequence of `count`, `letGo` and `fadeTo`. An article that is erased after its
 * day stays in the counts, which reveal nothing about it.
 */
export class TermCounts {
  /** Sixteenths of articles by hash. Allocated with the first article: 4 MB. */
  #all = new Uint32Array(0);
  /** The past part of these. Allocated with the first past article: 4 MB. */
  #past = new Uint32Array(0);
  #known = 0;
  /** Sixteenths of articles. */
  #pastArticles = 0;
  #logOfArticles = logOf(ARTICLES_MIN);
  /** The day to which the past has faded. */
  #fadedMs: number | null = null;

  get known(): number {
    return this.#known;
  }

  /** Number of articles, with the rest of the past. */
  get articles(): number {
    return this.#known + this.#pastArticles / PARTS;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** Adds a known article with these terms, or subtracts it. */
  count(terms: Uint32Array, change: 1 | -1): void {
    if (this.isEmpty) this.#all = new Uint32Array(1 << HASH_BITS);
    this.#known += change;
    for (let at = 0; at < terms.length; at++) this.#all[hashOf(terms[at]!)]! += change * PARTS;
    this.#settle();
  }

  /** Moves a known article to the past. */
  letGo(terms: Uint32Array): void {
    if (this.#past.length === 0) this.#past = new Uint32Array(1 << HASH_BITS);
    this.#known -= 1;
    this.#pastArticles += PARTS;
    for (let at = 0; at < terms.length; at++) this.#past[hashOf(terms[at]!)]! += PARTS;
    this.#settle();
  }

  /** Fades the past once for each day up to `dayMs`. */
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

  /** Known articles with a term. */
  knownWith(hash: number): number {
    return this.with(hash) - (this.#past[hash] ?? 0) / PARTS;
  }

  /** Articles with a term, with the rest of the past. */
  with(hash: number): number {
    return this.isEmpty ? 0 : this.#all[hash]! / PARTS;
  }

  /**
   * The weight of a term: ln((articles + 4) ÷ (those with it + 3)), above 0. A power of 1.5 was
   * better for English texts with leads (0.02), and worse for headlines alone (0.05 to 0.1).
   */
  readonly weightOf = (hash: number): number => {
    return this.#logOfArticles - logOf(this.#all[hash]! >>> PART_BITS);
  };

  /** Bytes of the past. */
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

  /** Restores the past, before any article is counted. */
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

/** ln(articles + 3), from a table when possible. */
function logOf(articles: number): number {
  return articles < LOGS.length ? LOGS[articles]! : Math.log(articles + SEEN_BEFORE);
}
