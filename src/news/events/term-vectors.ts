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
import { termWeight } from './neighbours.js';
import { HASH_BITS, hashOf } from './text-terms.js';

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

  /** The vector of both together, which is this one from now on. */
  add({ terms, weights, size }: TermVector): void {
    if (this.#places === null) this.#reserve(Math.max(CAPACITY_MIN, 2 * this.size));
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

/** By hash of a term: articles that hold it, and its number; 0 where they are not in use. */
interface Scratch {
  holders: Uint32Array;
  numbers: Int32Array;
}

/** Eight megabytes are not made for each run; a second one is made where two runs take turns. */
const SPARE: Scratch[] = [];
/** A pause after so many articles: about a millisecond. */
const PAUSE_EVERY = 100;

export class TermVectors {
  readonly #items: TermVector[];
  /** Weights by term: those of `#spread`, else 0. */
  readonly #table: Float32Array;
  #spread: TermVector | null = null;

  private constructor(items: TermVector[], known: number) {
    this.#items = items;
    this.#table = new Float32Array(known);
  }

  /**
   * Makes the vectors of articles; it pauses after each millisecond or so.
   * @param items terms of each article, and its weight, which is the vector's length. @param weightOf by hash of
   * a term.
   */
  static *of(
    items: readonly { terms: Uint32Array; weight: number }[],
    weightOf: (hash: number) => number,
  ): Generator<void, TermVectors> {
    const scratch = SPARE.pop() ?? {
      holders: new Uint32Array(1 << HASH_BITS),
      numbers: new Int32Array(1 << HASH_BITS),
    };
    const { holders, numbers } = scratch;
    let work = 0;
    for (const { terms } of items) {
      for (let at = 0; at < terms.length; at++) holders[hashOf(terms[at]!)]! += 1;
      if (++work % PAUSE_EVERY === 0) yield;
    }
    let known = 0;
    const vectors: TermVector[] = [];
    for (const { terms, weight: itemWeight } of items) {
      const [mine, weights] = [new Int32Array(terms.length), new Float32Array(terms.length)];
      let [size, square] = [0, 0];
      for (let at = 0; at < terms.length; at++) {
        const hash = hashOf(terms[at]!);
        const weight = termWeight(terms[at]!, weightOf);
        square += weight * weight;
        if (holders[hash]! < 2) continue;
        // Numbers begin at 1 here: 0 is none.
        if (numbers[hash] === 0) numbers[hash] = ++known;
        mine[size] = numbers[hash]! - 1;
        weights[size++] = weight;
      }
      const length = Math.sqrt(square) / itemWeight;
      for (let at = 0; at < size; at++) weights[at]! /= length;
      vectors.push(new TermVector(mine.slice(0, size), weights.slice(0, size)));
      if (++work % PAUSE_EVERY === 0) yield;
    }
    for (const { terms } of items) {
      for (let at = 0; at < terms.length; at++) {
        const hash = hashOf(terms[at]!);
        holders[hash] = 0;
        numbers[hash] = 0;
      }
    }
    SPARE.push(scratch);
    return new TermVectors(vectors, known);
  }

  /** The vector of an article, as long as it weighs with the terms that are left out. */
  of(item: number): TermVector {
    return this.#items[item]!;
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
