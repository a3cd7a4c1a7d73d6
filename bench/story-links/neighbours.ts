/**
 * Finds, for an article that comes, those of the window whose texts are most like its own.
 *
 *   term ─► heads[hash] ─► position ─previous─► position ─► …        newest first
 *                              └─ slot ─► article
 *
 * An article's rarest terms lead to candidates; the best of them are compared exactly. So the cost of an
 * article follows from how many others share its telling terms, within `VISITS_MAX`, and not from the
 * size of the window. What that bound leaves out is counted (`missed`).
 *
 * Likeness is the cosine of terms weighted by (1 + ln count) · weight; that of titles, of their terms
 * weighted by weight alone.
 * Articles do not leave again: a sample is read once.
 */
import { WINDOW_MS } from '../../src/news/burst/formulas.js';
import { countOf, HASH_BITS, hashOf, isOfTitle } from '../../src/news/events/text-terms.js';

/** Postings looked at for an article: a tenth of a millisecond. */
const VISITS_MAX = 4000;
/** Articles compared exactly, those first that share the most. */
const COMPARED_MAX = 24;
/** Neighbours of an article; a story's articles hang together by fewer. */
export const NEIGHBOURS_MAX = 8;
/** Of less likeness nothing is one story. */
const LIKENESS_MIN = 0.06;
const COUNTS = 32;
/** Of what is repeated n times, the n-th time says less. */
const COUNT_WEIGHTS = Float64Array.from({ length: COUNTS }, (_, n) =>
  n === 0 ? 0 : 1 + Math.log(n),
);
const NONE = -1;
const CAPACITY_MIN = 1024;
/** A power of two, four times the terms of an article. */
const PLACES = 512;

/** A neighbour and how alike it is, each from 0 to 1. */
export interface Neighbour {
  id: number;
  text: number;
  title: number;
}

/** How much a term counts in the text of an article. */
export function termWeight(term: number, weightOf: (hash: number) => number): number {
  return weightOf(hashOf(term)) * COUNT_WEIGHTS[countOf(term)]!;
}

/** The terms of the text that is asked about, in a table that fits a processor's first cache. */
class AskedTerms {
  readonly #hashes = new Int32Array(PLACES);
  readonly #texts = new Float32Array(PLACES);
  readonly #titles = new Float32Array(PLACES);
  #square = 0;
  #titleSquare = 0;
  /** Of the last comparison. */
  text = 0;
  title = 0;

  set(terms: Uint32Array, weightOf: (hash: number) => number): void {
    this.#hashes.fill(NONE);
    this.#square = 0;
    this.#titleSquare = 0;
    for (const term of terms) {
      const hash = hashOf(term);
      const place = this.#placeOf(hash);
      const weight = weightOf(hash);
      const text = weight * COUNT_WEIGHTS[countOf(term)]!;
      this.#hashes[place] = hash;
      this.#texts[place] = text;
      this.#square += text * text;
      this.#titles[place] = isOfTitle(term) ? weight : 0;
      this.#titleSquare += this.#titles[place]! ** 2;
    }
  }

  /** Sets `text` and `title` to the cosines with another text; returns itself. */
  compare(terms: Uint32Array, weightOf: (hash: number) => number): this {
    let [texts, square, titles, titleSquare] = [0, 0, 0, 0];
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at]!;
      const hash = hashOf(term);
      const place = this.#placeOf(hash);
      const weight = weightOf(hash);
      const text = weight * COUNT_WEIGHTS[countOf(term)]!;
      texts += text * this.#texts[place]!;
      square += text * text;
      if (!isOfTitle(term)) continue;
      titleSquare += weight * weight;
      titles += weight * this.#titles[place]!;
    }
    const both = titleSquare * this.#titleSquare;
    this.text = texts / Math.sqrt(square * this.#square);
    this.title = both > 0 ? titles / Math.sqrt(both) : 0;
    return this;
  }

  /** The place of a term, or a free one, whose weights are 0. */
  #placeOf(hash: number): number {
    let place = hash & (PLACES - 1);
    while (this.#hashes[place] !== hash && this.#hashes[place] !== NONE) {
      place = (place + 1) & (PLACES - 1);
    }
    if (this.#hashes[place] === NONE) this.#texts[place] = this.#titles[place] = 0;
    return place;
  }
}

export class Neighbours {
  readonly #heads = new Int32Array(1 << HASH_BITS).fill(NONE);
  readonly #ids: number[] = [];
  readonly #terms: Uint32Array[] = [];
  #previous = new Int32Array(CAPACITY_MIN);
  #slots = new Uint32Array(CAPACITY_MIN);
  #length = 0;
  #shared = new Float32Array(CAPACITY_MIN);
  readonly #times: number[] = [];
  readonly #asked = new AskedTerms();
  #missed = 0;

  /** Postings of terms that were not looked at, since the start. */
  get missed(): number {
    return this.#missed;
  }

  /** Adds an article. @param terms stay as they are. */
  put(id: number, sortMs: number, terms: Uint32Array): void {
    const slot = this.#ids.push(id) - 1;
    this.#terms.push(terms);
    this.#times.push(sortMs);
    this.#reserve(terms.length);
    for (let at = 0; at < terms.length; at++) {
      const hash = hashOf(terms[at]!);
      const position = this.#length++;
      this.#previous[position] = this.#heads[hash]!;
      this.#slots[position] = slot;
      this.#heads[hash] = position;
    }
  }

  /**
   * The neighbours of a text among the articles of the day before and after, the most alike first.
   * @param articlesWith by hash of a term. @param weightOf by hash of a term, above 0.
   */
  find(
    terms: Uint32Array,
    sortMs: number,
    articlesWith: Uint32Array,
    weightOf: (hash: number) => number,
  ): Neighbour[] {
    const candidates = this.#candidates(terms, sortMs, articlesWith, weightOf);
    if (candidates.length === 0) return [];
    this.#asked.set(terms, weightOf);
    const found: Neighbour[] = [];
    for (const slot of candidates) {
      const { text, title } = this.#asked.compare(this.#terms[slot]!, weightOf);
      if (text >= LIKENESS_MIN) found.push({ id: this.#ids[slot]!, text, title });
    }
    return found.sort((a, b) => b.text - a.text || a.id - b.id).slice(0, NEIGHBOURS_MAX);
  }

  /** Slots of the articles that share most, by their rarest terms. */
  #candidates(
    terms: Uint32Array,
    sortMs: number,
    articlesWith: Uint32Array,
    weightOf: (hash: number) => number,
  ): number[] {
    const shared = this.#shared;
    const touched: number[] = [];
    const rarest = Array.from(terms, hashOf).sort(
      (a, b) => articlesWith[a]! - articlesWith[b]! || a - b,
    );
    let visits = 0;
    for (const hash of rarest) {
      if (visits + articlesWith[hash]! > VISITS_MAX) {
        this.#missed += articlesWith[hash]!;
        continue;
      }
      visits += articlesWith[hash]!;
      const weight = weightOf(hash) ** 2;
      for (let at = this.#heads[hash]!; at !== NONE; at = this.#previous[at]!) {
        const slot = this.#slots[at]!;
        if (shared[slot] === 0) touched.push(slot);
        shared[slot]! += weight;
      }
    }
    const best = this.#best(
      touched.filter((slot) => Math.abs(this.#times[slot]! - sortMs) < WINDOW_MS),
    );
    for (const slot of touched) shared[slot] = 0;
    return best;
  }

  /** The slots that share most; of equals the newest. */
  #best(touched: number[]): number[] {
    const shared = this.#shared;
    if (touched.length > COMPARED_MAX) {
      const least = Float32Array.from(touched, (slot) => shared[slot]!)
        .sort()
        .at(-COMPARED_MAX)!;
      touched = touched.filter((slot) => shared[slot]! >= least);
    }
    return touched.sort((a, b) => shared[b]! - shared[a]! || b - a).slice(0, COMPARED_MAX);
  }

  #reserve(more: number): void {
    if (this.#length + more > this.#previous.length) {
      const capacity = Math.max(this.#length + more, 2 * this.#previous.length);
      const [previous, slots] = [new Int32Array(capacity), new Uint32Array(capacity)];
      previous.set(this.#previous);
      slots.set(this.#slots);
      [this.#previous, this.#slots] = [previous, slots];
    }
    if (this.#ids.length > this.#shared.length) {
      this.#shared = new Float32Array(2 * this.#ids.length);
    }
  }
}
