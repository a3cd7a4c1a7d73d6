/**
 * How many articles of a window hold each term, and what a term tells by that.
 */
import { HASH_BITS, hashOf } from '../../src/news/events/text-terms.js';

/** As `Texts` has it: a word of one article is not much rarer than one of two. */
const SEEN_BEFORE = 3;

export class WindowTerms {
  readonly articlesWith = new Uint32Array(1 << HASH_BITS);
  #size = 0;

  count(terms: Uint32Array): void {
    this.#size += 1;
    for (const term of terms) this.articlesWith[hashOf(term)]! += 1;
  }

  readonly weightOf = (hash: number): number =>
    Math.log((this.#size + 1 + SEEN_BEFORE) / (this.articlesWith[hash]! + SEEN_BEFORE));
}
