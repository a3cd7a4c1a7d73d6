/**
 * Finds the articles of the window whose texts are most like that of an arriving article.
 *
 *   term ─► slots of the articles that hold it (TermPostings) ─► article
 *
 * The rarest terms of an article lead to candidates; the best of these are compared exactly. So the
 * cost of an article depends on the number of others with its rare terms, within `VISITS_MAX`, and
 * not on the size of the window. Skipped postings are counted (`missed`).
 *
 * Likeness is the cosine of terms, each with (1 + ln count) · weight; 0 when the texts share only
 * one word. Invariant: results depend on counts of terms, on the articles in the index and on the
 * order of their arrival, not on postings of removed articles.
 */
import { WINDOW_MS } from '../../shared/burst/formulas.js';
import { countOf, HASH_BITS, hashOf, isTag, type TermCounts } from './text-terms.js';

/** Maximum of postings that are read for an article: a tenth of a millisecond. */
const VISITS_MAX = 4000;
/** Articles that are compared exactly: those that share most. */
const COMPARED_MAX = 24;
/** Maximum of neighbours of an article; fewer links already connect a story's articles. */
const NEIGHBOURS_MAX = 8;
/** Articles with less likeness are never of one story. */
const LIKENESS_MIN = 0.03;
/** Words that two texts must share: one word, or a tag, is of many stories. Short texts: one. */
const SHARED_MIN = 2;
const SHORT_TERMS_MAX = 5;
/** Counts of a term are below this. */
export const COUNTS = 32;
/** Weight of a term by its count: each repetition adds less. */
export const COUNT_WEIGHTS = Float64Array.from({ length: COUNTS }, (_, n) =>
  n === 0 ? 0 : 1 + Math.log(n),
);
const NONE = -1;
const CAPACITY_MIN = 1024;
/** Hashes are below this; hash and number of articles fit in one exact number. */
const HASHES = 1 << HASH_BITS;
/** Slots of the hash table: a power of two, four times the terms of an article. */
const PLACES = 512;

/** A neighbour with its likeness, from 0 to 1. */
export interface Neighbour {
  id: number;
  likeness: number;
}

/** The weight of a term in the text of an article. */
export function termWeight(term: number, weightOf: (hash: number) => number): number {
  return weightOf(hashOf(term)) * COUNT_WEIGHTS[countOf(term)]!;
}

/** The terms of the compared text, in a hash table that fits in the first cache of a processor. */
class AskedTerms {
  readonly #hashes = new Int32Array(PLACES);
  readonly #weights = new Float32Array(PLACES);
  #square = 0;
  #size = 0;

  set(terms: Uint32Array, weightOf: (hash: number) => number): void {
    this.#hashes.fill(NONE);
    this.#weights.fill(0);
    this.#square = 0;
    this.#size = terms.length;
    for (const term of terms) {
      const place = this.#placeOf(hashOf(term));
      const weight = termWeight(term, weightOf);
      this.#hashes[place] = hashOf(term);
      this.#weights[place] = weight;
      this.#square += weight * weight;
    }
  }

  /** The cosine with another text; 0 when the texts share too few terms. */
  likenessOf(terms: Uint32Array, weightOf: (hash: number) => number): number {
    let lacking = Math.min(terms.length, this.#size) > SHORT_TERMS_MAX ? SHARED_MIN : 1;
    const [hashes, weights] = [this.#hashes, this.#weights];
    let [product, square] = [0, 0];
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at]!;
      const hash = hashOf(term);
      const weight = weightOf(hash) * COUNT_WEIGHTS[countOf(term)]!;
      square += weight * weight;
      let place = hash & (PLACES - 1);
      while (hashes[place] !== hash && hashes[place] !== NONE) place = (place + 1) & (PLACES - 1);
      product += weight * weights[place]!;
      if (hashes[place] === hash && !isTag(term)) lacking--;
    }
    return lacking > 0 ? 0 : product / Math.sqrt(square * this.#square);
  }

  /** The slot of a term, or a free one, whose weight is 0. */
  #placeOf(hash: number): number {
    let place = hash & (PLACES - 1);
    while (this.#hashes[place] !== hash && this.#hashes[place] !== NONE) {
      place = (place + 1) & (PLACES - 1);
    }
    return place;
  }
}

export class Neighbours {
  readonly #postings = new TermPostings();
  readonly #ids: number[] = [];
  /** By slot; null when the article was removed. */
  readonly #terms: (Uint32Array | null)[] = [];
  readonly #slotOf = new Map<number, number>();
  #postingCount = 0;
  #livePostings = 0;
  #shared = new Float32Array(CAPACITY_MIN);
  /** By slot: 1 while the article is in the index. */
  #isHere = new Uint8Array(CAPACITY_MIN);
  #times = new Float64Array(CAPACITY_MIN);
  /** Slots that share a term with the compared text. */
  #touched = new Uint32Array(CAPACITY_MIN);
  readonly #asked = new AskedTerms();
  #missed = 0;

  /** Skipped postings since the start. */
  get missed(): number {
    return this.#missed;
  }

  /** Adds an article, or replaces one of the same id. @param terms must not change later. */
  put(id: number, sortMs: number, terms: Uint32Array): void {
    this.remove(id);
    const slot = this.#ids.push(id) - 1;
    this.#reserve();
    this.#terms.push(terms);
    this.#times[slot] = sortMs;
    this.#slotOf.set(id, slot);
    this.#isHere[slot] = 1;
    for (let at = 0; at < terms.length; at++) this.#postings.add(hashOf(terms[at]!), slot);
    this.#postingCount += terms.length;
    this.#livePostings += terms.length;
  }

  remove(id: number): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;
    this.#livePostings -= this.#terms[slot]!.length;
    this.#terms[slot] = null;
    this.#isHere[slot] = 0;
    this.#slotOf.delete(id);
    const isWorthIt = this.#postingCount > CAPACITY_MIN;
    if (isWorthIt && this.#livePostings < this.#postingCount / 2) this.#compact();
  }

  /**
   * The neighbours of a text among the articles less than a day apart, most alike first.
   * @param counts its known articles are those of the index.
   */
  find(terms: Uint32Array, sortMs: number, counts: TermCounts): Neighbour[] {
    const candidates = this.#candidates(terms, sortMs, counts);
    if (candidates.length === 0) return [];
    const { weightOf } = counts;
    this.#asked.set(terms, weightOf);
    const found: Neighbour[] = [];
    for (const slot of candidates) {
      const likeness = this.#asked.likenessOf(this.#terms[slot]!, weightOf);
      if (likeness >= LIKENESS_MIN) found.push({ id: this.#ids[slot]!, likeness });
    }
    return found.sort((a, b) => b.likeness - a.likeness || a.id - b.id).slice(0, NEIGHBOURS_MAX);
  }

  /** The likeness of a text to those of the given articles that are in the index. */
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
  #candidates(terms: Uint32Array, sortMs: number, counts: TermCounts): number[] {
    const [shared, touched, isHere] = [this.#shared, this.#touched, this.#isHere];
    const { numbers } = this.#postings;
    let [size, visits] = [0, 0];
    for (const hash of rarestFirst(terms, counts)) {
      const articles = counts.knownWith(hash);
      if (visits + articles > VISITS_MAX) {
        this.#missed += articles;
        continue;
      }
      visits += articles;
      const weight = counts.weightOf(hash) ** 2;
      const start = this.#postings.startOf(hash);
      const end = start === 0 ? 0 : start + numbers[start]!;
      for (let at = start + 1; at <= end; at++) {
        const slot = numbers[at]!;
        if (isHere[slot] === 0) continue;
        if (shared[slot] === 0) touched[size++] = slot;
        shared[slot]! += weight;
      }
    }
    const best = this.#best(size, sortMs);
    for (let at = 0; at < size; at++) shared[touched[at]!] = 0;
    return best;
  }

  /** Those of the first `size` touched slots that share most; among equals, the newest. */
  #best(size: number, sortMs: number): number[] {
    const [shared, touched, times] = [this.#shared, this.#touched, this.#times];
    const best: number[] = [];
    // Few of thousands exceed the least of the best so far: a full sort took a third of the time.
    let [least, leastSlot] = [0, NONE];
    for (let at = 0; at < size; at++) {
      const slot = touched[at]!;
      const sum = shared[slot]!;
      if (sum < least || (sum === least && slot < leastSlot)) continue;
      if (Math.abs(times[slot]! - sortMs) >= WINDOW_MS) continue;
      let place = best.length;
      while (place > 0 && comesFirst(sum, slot, shared[best[place - 1]!]!, best[place - 1]!))
        place--;
      best.splice(place, 0, slot);
      if (best.length <= COMPARED_MAX) continue;
      best.pop();
      leastSlot = best[COMPARED_MAX - 1]!;
      least = shared[leastSlot]!;
    }
    return best;
  }

  #reserve(): void {
    const capacity = this.#shared.length;
    if (this.#ids.length <= capacity) return;
    const [isHere, times] = [new Uint8Array(2 * capacity), new Float64Array(2 * capacity)];
    isHere.set(this.#isHere);
    times.set(this.#times);
    [this.#isHere, this.#times] = [isHere, times];
    this.#shared = new Float32Array(2 * capacity);
    this.#touched = new Uint32Array(2 * capacity);
  }

  /** Rebuilds the postings, in the order of arrival. */
  #compact(): void {
    const kept = [...this.#slotOf].map(
      ([id, slot]) => [id, this.#times[slot]!, this.#terms[slot]!] as const,
    );
    this.#postings.clear();
    this.#slotOf.clear();
    this.#ids.length = 0;
    this.#terms.length = 0;
    this.#postingCount = 0;
    this.#livePostings = 0;
    for (const one of kept) this.put(...one);
  }
}

/** True when the first slot shares more, or as much and is newer. */
function comesFirst(sum: number, slot: number, otherSum: number, otherSlot: number): boolean {
  return sum > otherSum || (sum === otherSum && slot > otherSlot);
}

/** The hashes of terms, by ascending number of articles, then by hash. */
function rarestFirst(terms: Uint32Array, counts: TermCounts): Uint32Array {
  const keys = new Float64Array(terms.length);
  for (let at = 0; at < terms.length; at++) {
    const hash = hashOf(terms[at]!);
    keys[at] = Math.floor(counts.with(hash)) * HASHES + hash;
  }
  keys.sort();
  const hashes = new Uint32Array(terms.length);
  for (let at = 0; at < hashes.length; at++) hashes[at] = keys[at]! % HASHES;
  return hashes;
}

const PLACES_MIN = 4096;
/** Sizes of blocks are powers of two; the largest can hold every slot. */
const SIZES = 32;

/**
 * The postings of each term, as a list of slots in adjacent memory, so that lists are read
 * sequentially.
 *
 *   starts[hash] ─► count │ slot │ slot │ …        2, 4, 8 … numbers; moved when full
 *
 * Lists grow by doubling; freed blocks are reused for lists of the same size. Not here: which slots
 * are still in use (Neighbours).
 */
class TermPostings {
  /** By hash; 0 when no article has the term. */
  readonly #starts = new Uint32Array(1 << HASH_BITS);
  #numbers = new Uint32Array(PLACES_MIN);
  /** Numbers in use; index 0 is reserved, so that no list starts there. */
  #length = 1;
  /** Freed blocks, by the logarithm of their size. */
  readonly #left: number[][] = Array.from({ length: SIZES }, () => []);

  /** The start of a term's list in `numbers`: its count, then its slots. 0 for none. */
  startOf(hash: number): number {
    return this.#starts[hash]!;
  }

  /** Read-only, and valid until the next `add`. */
  get numbers(): Uint32Array {
    return this.#numbers;
  }

  add(hash: number, slot: number): void {
    const start = this.#starts[hash]!;
    if (start === 0) {
      const place = this.#take(1);
      this.#numbers[place] = 1;
      this.#numbers[place + 1] = slot;
      this.#starts[hash] = place;
      return;
    }
    const size = this.#numbers[start]! + 1;
    let place = start;
    if ((size & (size - 1)) === 0) {
      const log = 31 - Math.clz32(size);
      place = this.#take(log + 1);
      this.#numbers.copyWithin(place, start, start + size);
      this.#left[log]!.push(start);
      this.#starts[hash] = place;
    }
    this.#numbers[place + size] = slot;
    this.#numbers[place] = size;
  }

  clear(): void {
    this.#starts.fill(0);
    this.#length = 1;
    for (const blocks of this.#left) blocks.length = 0;
  }

  /** A block of 2 to the power of `log` numbers. */
  #take(log: number): number {
    const block = this.#left[log]!.pop();
    if (block !== undefined) return block;
    const place = this.#length;
    this.#length += 1 << log;
    if (this.#length > this.#numbers.length) {
      const numbers = new Uint32Array(2 * this.#length);
      numbers.set(this.#numbers);
      this.#numbers = numbers;
    }
    return place;
  }
}
