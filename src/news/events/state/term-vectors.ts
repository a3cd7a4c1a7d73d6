/**
 * Articles, and groups of them, as sparse vectors of terms whose products are sums of cosines.
 *
 * Terms of one window get numbers from 0. A term that one article alone holds can add to no product: it
 * counts for the article's length and is left out.
 *
 *   article: terms and weights, as lists        group: the same, with an index: term ─► place in the lists
 *
 * A product goes through the shorter lists and looks up in the longer; two articles are compared by way of a
 * table of all terms. So what a large group costs follows from what is compared with it or joins it.
 * The index is not a NumberMap, whose keys have 53 bits: with one, texts with leads took half as long again.
 */
import { COUNT_WEIGHTS, COUNTS } from './neighbours.js';
import { countOf, HASH_BITS, hashOf } from './text-terms.js';

const NONE = -1;
const CAPACITY_MIN = 256;
const PRIME = 0x9e3779b1;
const SHIFT = 8;

export class TermVector {
  /** Terms, each once, and the weight of each, above 0; the first `size` are in use. */
  terms: Int32Array;
  weights: Float32Array;
  size: number;
  /** Places in the lists by term: open addressing, at most half taken. Null for an article. */
  #places: Int32Array | null = null;

  constructor(terms: Int32Array, weights: Float32Array) {
    this.terms = terms;
    this.weights = weights;
    this.size = terms.length;
  }

  get isIndexed(): boolean {
    return this.#places !== null;
  }

  /** Makes the index, with room to grow. */
  index(): void {
    this.#reserve(Math.max(CAPACITY_MIN, 2 * this.size));
  }

  /** The vector of both together, which is this one from now on. */
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

  /** The sum of products with a shorter one. It must be indexed. */
  times({ terms, weights, size }: TermVector): number {
    const places = this.#places!;
    let sum = 0;
    for (let at = 0; at < size; at++) {
      const place = places[this.#slotOf(terms[at]!)]!;
      if (place !== NONE) sum += weights[at]! * this.weights[place]!;
    }
    return sum;
  }

  /** Where the place of a term stands, or would stand. */
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
 * Numbers of terms by hash, from 1; all are 0 where they are not in use. Four megabytes are not made for each
 * run; a second one is made where two runs take turns.
 */
const SPARE: Int32Array[] = [];
/** A pause after so many articles or terms: about a millisecond. */
const PAUSE_EVERY = 100;
const TERMS_PAUSE_EVERY = 10_000;
const LEFT_OUT = -1;

interface Weighted {
  terms: Uint32Array;
  /** The length of its vector. */
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
   * Makes the vectors of groups of articles; it pauses after each millisecond or so.
   * @param groups places of items; every place stands in one. @param weightOf by hash of a term.
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

  /** The vector of a group: the sum of its articles', without the terms that are left out. */
  of(group: number): TermVector {
    return this.#vectors[group]!;
  }

  /** The sum of the cosines of all pairs, one article of each side, by the weights of both. */
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

  /** The table holds one article at a time: products of one often follow each other. */
  #spreadOut(article: TermVector): void {
    if (this.#spread === article) return;
    const table = this.#table;
    const before = this.#spread;
    if (before !== null) for (let at = 0; at < before.size; at++) table[before.terms[at]!] = 0;
    for (let at = 0; at < article.size; at++) table[article.terms[at]!] = article.weights[at]!;
    this.#spread = article;
  }
}

/** The terms of all items by numbers that lie close together: to look up hashes alone takes most of the time. */
interface NumberedTerms {
  /** The terms of one item after another, as number · 32 + count, and where each item's begin. */
  all: Int32Array;
  starts: Int32Array;
  /** By number: the weight of the term, and its number among those of several items, else `LEFT_OUT`. */
  weights: Float64Array;
  sharedNumbers: Int32Array;
  /** How many terms several items hold. */
  shared: number;
  /** The terms of one item with their weights, made anew for each. */
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
