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
 * Likeness is the cosine of terms, each with (1 + ln count) · weight.
 * Invariant: what is found depends on which articles are in the index and on the order in which they
 * came, not on articles that have left it.
 */
import { WINDOW_MS } from '../burst/formulas.js';
import { countOf, HASH_BITS, hashOf } from './text-terms.js';

/** Postings looked at for an article: a tenth of a millisecond. */
const VISITS_MAX = 4000;
/** Articles compared exactly, those first that share the most. */
const COMPARED_MAX = 24;
/** Neighbours of an article; a story's articles hang together by fewer. */
const NEIGHBOURS_MAX = 8;
/** Of less likeness nothing is one story. */
const LIKENESS_MIN = 0.03;
const COUNTS = 32;
/** Of what is repeated n times, the n-th time says less. */
const COUNT_WEIGHTS = Float64Array.from({ length: COUNTS }, (_, n) =>
  n === 0 ? 0 : 1 + Math.log(n),
);
const NONE = -1;
const CAPACITY_MIN = 1024;
/** A power of two, four times the terms of an article. */
const PLACES = 512;

/** A neighbour and how alike it is, from 0 to 1. */
export interface Neighbour {
  id: number;
  likeness: number;
}

/** How much a term counts in the text of an article. */
export function termWeight(term: number, weightOf: (hash: number) => number): number {
  return weightOf(hashOf(term)) * COUNT_WEIGHTS[countOf(term)]!;
}

/** The terms of the text that is asked about, in a table that fits a processor's first cache. */
class AskedTerms {
  readonly #hashes = new Int32Array(PLACES);
  readonly #weights = new Float32Array(PLACES);
  #square = 0;

  set(terms: Uint32Array, weightOf: (hash: number) => number): void {
    this.#hashes.fill(NONE);
    this.#weights.fill(0);
    this.#square = 0;
    for (const term of terms) {
      const place = this.#placeOf(hashOf(term));
      const weight = termWeight(term, weightOf);
      this.#hashes[place] = hashOf(term);
      this.#weights[place] = weight;
      this.#square += weight * weight;
    }
  }

  /** The cosine with another text. */
  likenessOf(terms: Uint32Array, weightOf: (hash: number) => number): number {
    let [product, square] = [0, 0];
    for (let at = 0; at < terms.length; at++) {
      const weight = termWeight(terms[at]!, weightOf);
      product += weight * this.#weights[this.#placeOf(hashOf(terms[at]!))]!;
      square += weight * weight;
    }
    return product / Math.sqrt(square * this.#square);
  }

  /** The place of a term, or a free one, whose weight is 0. */
  #placeOf(hash: number): number {
    let place = hash & (PLACES - 1);
    while (this.#hashes[place] !== hash && this.#hashes[place] !== NONE) {
      place = (place + 1) & (PLACES - 1);
    }
    return place;
  }
}

export class Neighbours {
  readonly #heads = new Int32Array(1 << HASH_BITS).fill(NONE);
  readonly #ids: number[] = [];
  /** By slot; null where the article has left. */
  readonly #terms: (Uint32Array | null)[] = [];
  readonly #slotOf = new Map<number, number>();
  #previous = new Int32Array(CAPACITY_MIN);
  #slots = new Uint32Array(CAPACITY_MIN);
  #length = 0;
  #livePositions = 0;
  #shared = new Float32Array(CAPACITY_MIN);
  /** By slot: 1 while the article is here. */
  #isHere = new Uint8Array(CAPACITY_MIN);
  readonly #times: number[] = [];
  readonly #asked = new AskedTerms();
  #missed = 0;

  /** Postings of terms that were not looked at, since the start. */
  get missed(): number {
    return this.#missed;
  }

  /** Adds an article; it replaces one of the same id. @param terms stay as they are. */
  put(id: number, sortMs: number, terms: Uint32Array): void {
    this.remove(id);
    const slot = this.#ids.push(id) - 1;
    this.#terms.push(terms);
    this.#times.push(sortMs);
    this.#slotOf.set(id, slot);
    this.#reserve(terms.length);
    this.#isHere[slot] = 1;
    for (let at = 0; at < terms.length; at++) {
      const hash = hashOf(terms[at]!);
      const position = this.#length++;
      this.#previous[position] = this.#heads[hash]!;
      this.#slots[position] = slot;
      this.#heads[hash] = position;
    }
    this.#livePositions += terms.length;
  }

  remove(id: number): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    this.#livePositions -= this.#terms[slot]!.length;
    this.#terms[slot] = null;
    this.#isHere[slot] = 0;
    this.#slotOf.delete(id);
    if (this.#length > CAPACITY_MIN && this.#livePositions < this.#length / 2) this.#compact();
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
      const likeness = this.#asked.likenessOf(this.#terms[slot]!, weightOf);
      if (likeness >= LIKENESS_MIN) found.push({ id: this.#ids[slot]!, likeness });
    }
    return found.sort((a, b) => b.likeness - a.likeness || a.id - b.id).slice(0, NEIGHBOURS_MAX);
  }

  /** How alike a text is to each of these articles, as far as they are here. */
  likenesses(
    terms: Uint32Array,
    ids: readonly number[],
    weightOf: (hash: number) => number,
  ): Neighbour[] {
    this.#asked.set(terms, weightOf);
    return ids.flatMap((id) => {
      const slot = this.#slotOf.get(id);
      if (slot === undefined) return [];
      return [{ id, likeness: this.#asked.likenessOf(this.#terms[slot]!, weightOf) }];
    });
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
        if (this.#isHere[slot] === 0) continue;
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
      const isHere = new Uint8Array(2 * this.#ids.length);
      isHere.set(this.#isHere);
      this.#isHere = isHere;
    }
  }

  /** Lays the articles out anew, in the order in which they came. */
  #compact(): void {
    const kept = [...this.#slotOf].map(
      ([id, slot]) => [id, this.#times[slot]!, this.#terms[slot]!] as const,
    );
    this.#heads.fill(NONE);
    this.#slotOf.clear();
    this.#ids.length = 0;
    this.#terms.length = 0;
    this.#times.length = 0;
    this.#length = 0;
    this.#livePositions = 0;
    for (const one of kept) this.put(...one);
  }
}
