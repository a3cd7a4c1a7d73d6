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

import { mixedHash, UNIT_BASIS, UNIT_PRIME, withUnit } from '../../kernel/hash.js';
import { searchForm, tagKey } from '../../kernel/text/tag.js';

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
