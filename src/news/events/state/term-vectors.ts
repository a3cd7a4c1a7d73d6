/**
 * Articles, and groups of articles, as sparse vectors of terms whose products are sums of cosines.
 *
 * Terms of one window get numbers from 0. A term of only one article has no entry, because it adds
 * to no product; it counts for the article's length.
 *
 *   article: terms and weights, as lists        group: the same, with an index: term ─► place in the lists
 *
 * A product reads the shorter list and looks up in the longer; two articles are compared by a table
 * of all terms. So the cost of a large group depends on what is compared with it or joins it. With
 * a NumberMap as index, whose keys have 53 bits, texts with leads took half as long again.
 */
import { COUNT_WEIGHTS, COUNTS } from './neighbours.js';
import { countOf, HASH_BITS, hashOf } from './text-terms.js';

const NONE = -1;
const CAPACITY_MIN = 256;
const PRIME = 0x9e3779b1;
const SHIFT = 8;

export class TermVector {
  /** Distinct terms, and the weight of each, above 0; the first `size` are in use. */
  terms: Int32Array;
  weights: Float32Array;
  size: number;
  /** Places in the lists by term: open addressing, at most half full. Null for an article. */
  #places: Int32Array | null = null;

  constructor(terms: Int32Array, weights: Float32Array) {
    this.terms = terms;
    this.weights = weights;
    this.size = terms.length;
  }

  get isIndexed(): boolean {
    return this.#places !== null;
  }

  /** Makes the index, with capacity for growth. */
  index(): void {
    this.#reserve(Math.max(CAPACITY_MIN, 2 * this.size));
  }

  add({ terms, weights, size }: TermVector): void {
    if (this.#places === null) this.index();
    for (let at = 0; at < size; at++) {
      const term = terms[at]!;
      const slot = this.#slotOf(term);
      const place = this.#places![slot]!;
      if (place !== NONE) {
        this.weights[place]! += weights[at]!;
        continue;
      }
      this.terms[this.size] = term;
      this.weights[this.size] = weights[at]!;
      this.#places![slot] = this.size++;
      if (this.size === this.terms.length) this.#reserve(2 * this.size);
    }
  }

  /** The product with a shorter vector. This vector must be indexed. */
  times({ terms, weights, size }: TermVector): number {
    const places = this.#places!;
    let sum = 0;
    for (let at = 0; at < size; at++) {
      const place = places[this.#slotOf(terms[at]!)]!;
      if (place !== NONE) sum += weights[at]! * this.weights[place]!;
    }
    return sum;
  }

  /** The slot of a term, or the empty slot where it would be. */
  #slotOf(term: number): number {
    const places = this.#places!;
    const mask = places.length - 1;
    let slot = (Math.imul(term, PRIME) >>> SHIFT) & mask;
    for (;;) {
      const place = places[slot]!;
      if (place === NONE || this.terms[place] === term) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #reserve(capacity: number): void {
    const [terms, weights] = [new Int32Array(capacity), new Float32Array(capacity)];
    terms.set(this.terms.subarray(0, this.size));
    weights.set(this.weights.subarray(0, this.size));
    [this.terms, this.weights] = [terms, weights];
    let slots = 1;
    while (slots < 2 * capacity) slots *= 2;
    this.#places = new Int32Array(slots).fill(NONE);
    for (let place = 0; place < this.size; place++) {
      this.#places[this.#slotOf(terms[place]!)] = place;
    }
  }
}

/**
 * Tables from hash to number of a term (from 1; 0 for none), reused because 4 MB for each run are
 * slow. A second table is made when two runs interleave.
 */
const SPARE: Int32Array[] = [];
/** Articles and terms between pauses: about a millisecond. */
const PAUSE_EVERY = 100;
const TERMS_PAUSE_EVERY = 10_000;
const LEFT_OUT = -1;

interface Weighted {
  terms: Uint32Array;
  /** The length of the item's vector. */
  weight: number;
}

export class TermVectors {
  readonly #vectors: TermVector[];
  /** Weights by term: those of `#spread`, else 0. */
  readonly #table: Float32Array;
  #spread: TermVector | null = null;

  private constructor(vectors: TermVector[], known: number) {
    this.#vectors = vectors;
    this.#table = new Float32Array(known);
  }

  /**
   * Makes the vectors of groups of articles, with pauses.
   * @param groups places of items; each place is in exactly one. @param weightOf by hash of a term.
   */
  static *of(
    items: readonly Weighted[],
    groups: readonly (readonly number[])[],
    weightOf: (hash: number) => number,
  ): Generator<void, TermVectors> {
    const numbered = yield* numberedTerms(items, weightOf);
    const sums = new Float32Array(numbered.shared);
    const vectors: TermVector[] = [];
    let work = 0;
    for (const places of groups) {
      const held: number[] = [];
      for (const place of places) {
        const { size, terms, weights } = weigh(numbered, place, items[place]!.weight);
        for (let at = 0; at < size; at++) {
          const term = terms[at]!;
          if (sums[term] === 0) held.push(term);
          sums[term]! += weights[at]!;
        }
        if (++work % PAUSE_EVERY === 0) yield;
      }
      const vector = new TermVector(Int32Array.from(held), new Float32Array(held.length));
      for (let at = 0; at < held.length; at++) {
        vector.weights[at] = sums[held[at]!]!;
        sums[held[at]!] = 0;
      }
      if (places.length > 1) vector.index();
      vectors.push(vector);
    }
    return new TermVectors(vectors, numbered.shared);
  }

  /** The vector of a group: the sum of its articles' vectors, without terms of one article. */
  of(group: number): TermVector {
    return this.#vectors[group]!;
  }

  /** The weighted sum of the cosines of all pairs with one article of each side. */
  product(one: TermVector, other: TermVector): number {
    const isOneLonger = one.size >= other.size;
    const [long, short] = isOneLonger ? [one, other] : [other, one];
    if (long.isIndexed) return long.times(short);
    this.#spreadOut(long);
    const table = this.#table;
    let sum = 0;
    for (let at = 0; at < short.size; at++) sum += short.weights[at]! * table[short.terms[at]!]!;
    return sum;
  }

  /** Writes one article into the table: products with the same article often follow each other. */
  #spreadOut(article: TermVector): void {
    if (this.#spread === article) return;
    const table = this.#table;
    const before = this.#spread;
    if (before !== null) for (let at = 0; at < before.size; at++) table[before.terms[at]!] = 0;
    for (let at = 0; at < article.size; at++) table[article.terms[at]!] = article.weights[at]!;
    this.#spread = article;
  }
}

/** The terms of all items by dense numbers: look-ups of hashes would take most of the time. */
interface NumberedTerms {
  /** The terms of all items, as number · 32 + count, and the start of each item's terms. */
  all: Int32Array;
  starts: Int32Array;
  /** By number: weight of the term, and its number among terms of several items, or `LEFT_OUT`. */
  weights: Float64Array;
  sharedNumbers: Int32Array;
  /** Number of terms of several items. */
  shared: number;
  /** The terms of one item with their weights, overwritten for each item. */
  item: { size: number; terms: Int32Array; weights: Float32Array };
}

function* numberedTerms(
  items: readonly Weighted[],
  weightOf: (hash: number) => number,
): Generator<void, NumberedTerms> {
  const starts = new Int32Array(items.length + 1);
  let longest = 0;
  for (const [at, { terms }] of items.entries()) {
    starts[at + 1] = starts[at]! + terms.length;
    longest = Math.max(longest, terms.length);
  }
  const all = new Int32Array(starts[items.length]!);
  const [hashes, holders] = [new Int32Array(all.length + 1), new Int32Array(all.length + 1)];
  const numbers = SPARE.pop() ?? new Int32Array(1 << HASH_BITS);
  let [known, next] = [0, 0];
  for (const [at, { terms }] of items.entries()) {
    if (at % PAUSE_EVERY === 0) yield;
    for (let place = 0; place < terms.length; place++) {
      const hash = hashOf(terms[place]!);
      let number = numbers[hash]!;
      if (number === 0) {
        number = ++known;
        numbers[hash] = number;
        hashes[number] = hash;
      }
      holders[number]! += 1;
      all[next++] = number * COUNTS + countOf(terms[place]!);
    }
  }
  const [weights, sharedNumbers] = [new Float64Array(known + 1), new Int32Array(known + 1)];
  let shared = 0;
  for (let number = 1; number <= known; number++) {
    const hash = hashes[number]!;
    numbers[hash] = 0;
    weights[number] = weightOf(hash);
    sharedNumbers[number] = holders[number]! > 1 ? shared++ : LEFT_OUT;
    if (number % TERMS_PAUSE_EVERY === 0) yield;
  }
  SPARE.push(numbers);
  const item = { size: 0, terms: new Int32Array(longest), weights: new Float32Array(longest) };
  return { all, starts, weights, sharedNumbers, shared, item };
}

/** The terms that an article shares with others, with their weights. */
function weigh(
  { all, starts, weights, sharedNumbers, item }: NumberedTerms,
  place: number,
  itemWeight: number,
): NumberedTerms['item'] {
  item.size = 0;
  let square = 0;
  for (let at = starts[place]!; at < starts[place + 1]!; at++) {
    const number = Math.floor(all[at]! / COUNTS);
    const weight = weights[number]! * COUNT_WEIGHTS[all[at]! % COUNTS]!;
    square += weight * weight;
    const shared = sharedNumbers[number]!;
    if (shared === LEFT_OUT) continue;
    item.terms[item.size] = shared;
    item.weights[item.size++] = weight;
  }
  const length = Math.sqrt(square) / itemWeight;
  for (let at = 0; at < item.size; at++) item.weights[at]! /= length;
  return item;
}
