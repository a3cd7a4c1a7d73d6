/**
 * Articles as the clusterer sees them: which tags each carries, what its title says, whose it is.
 *
 *   article   0            1     2 …       candidates are numbered by their place in the list, the
 *   starts    0 ─────────► 3 ──► 5 ──►     most bursting first; other tags come after the last of
 *   tags      [3, 17, 812] [3, 250] …      them, in any numbers
 *   ends           ▲ 2         ▲ 4         where an article's candidates end
 *
 * Articles without any candidate are only counted.
 */
import { WORD_NUMBERS } from './title-words.js';

export interface Corpus {
  /** Candidate tags. */
  candidates: number;
  /** Articles that carry a candidate. */
  length: number;
  /** Outlet of each. */
  outlets: Uint16Array;
  starts: Uint32Array;
  ends: Uint32Array;
  tags: Uint32Array;
  /** Tags are below this. */
  tagSpan: number;
  /** Words of the titles of each, by place. */
  words: readonly Uint16Array[];
  /** How rare each word that occurs is: ln(articles ÷ those with it). */
  wordWeights: Float64Array;
  /** How much each article counts in links, at most 1. */
  weights: Float64Array;
  /** Sum of the weights of all articles, those without a candidate too. */
  weightSum: number;
}

/** How many articles and tags a builder has room for. */
interface Room {
  articles: number;
  tags: number;
}

/** Collects articles one by one. */
export class CorpusBuilder {
  readonly #candidates: number;
  readonly #floodFactor: number;
  readonly #outlets: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #tags: Uint32Array;
  readonly #words: Uint16Array[] = [];
  /** How often each word occurs, by its number, and those that do. Most runs of a quiet time have none. */
  #wordCounts = new Uint32Array(0);
  readonly #distinctWords: number[] = [];
  readonly #volumes = new Map<number, number>();
  #length = 0;
  #tagEnd = 0;
  #tagSpan = 0;

  /** @param floodFactor an outlet's articles count together as those of so many median outlets. */
  constructor(candidates: number, floodFactor: number, room: Room) {
    this.#candidates = candidates;
    this.#floodFactor = floodFactor;
    this.#outlets = new Uint16Array(room.articles);
    this.#starts = new Uint32Array(room.articles + 1);
    this.#ends = new Uint32Array(room.articles);
    this.#tags = new Uint32Array(room.tags);
  }

  /**
   * Adds an article with its distinct tags; true when it carries a candidate.
   * @param wordsOf words of its title, asked for when it is needed.
   */
  add(outlet: number, tags: ArrayLike<number>, wordsOf: () => Uint16Array): boolean {
    this.#volumes.set(outlet, (this.#volumes.get(outlet) ?? 0) + 1);
    const start = this.#tagEnd;
    for (let at = 0; at < tags.length; at++) this.#insert(start, start + at, tags[at]!);
    const end = start + tags.length;
    let carried = start;
    while (carried < end && this.#tags[carried]! < this.#candidates) carried += 1;
    if (carried === start) return false;
    const article = this.#length++;
    this.#tagEnd = end;
    this.#tagSpan = Math.max(this.#tagSpan, this.#tags[end - 1]! + 1);
    this.#outlets[article] = outlet;
    this.#ends[article] = carried;
    this.#starts[article + 1] = end;
    const words = wordsOf();
    this.#count(words);
    this.#words.push(words);
    return true;
  }

  build(): Corpus {
    const volumes = [...this.#volumes.values()].sort((a, b) => a - b);
    const cap = (volumes[volumes.length >> 1] ?? 1) * this.#floodFactor;
    const length = this.#length;
    const outlets = this.#outlets.subarray(0, length);
    return {
      candidates: this.#candidates,
      length,
      outlets,
      starts: this.#starts.subarray(0, length + 1),
      ends: this.#ends.subarray(0, length),
      tags: this.#tags.subarray(0, this.#tagEnd),
      tagSpan: this.#tagSpan,
      words: this.#words,
      wordWeights: this.#wordWeights(),
      weights: Float64Array.from(outlets, (outlet) =>
        Math.min(1, cap / this.#volumes.get(outlet)!),
      ),
      weightSum: volumes.reduce((sum, volume) => sum + Math.min(volume, cap), 0),
    };
  }

  #count(words: Uint16Array): void {
    if (this.#wordCounts.length === 0) this.#wordCounts = new Uint32Array(WORD_NUMBERS);
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!;
      if (this.#wordCounts[word] === 0) this.#distinctWords.push(word);
      this.#wordCounts[word]! += 1;
    }
  }

  /** Of the words that occur; there are many more. */
  #wordWeights(): Float64Array {
    const weights = new Float64Array(this.#wordCounts.length);
    for (const word of this.#distinctWords) {
      weights[word] = Math.log(this.#length / this.#wordCounts[word]!);
    }
    return weights;
  }

  /** Puts a tag where it belongs among those from `start` until before `end`. */
  #insert(start: number, end: number, tag: number): void {
    let at = end;
    for (; at > start && this.#tags[at - 1]! > tag; at--) this.#tags[at] = this.#tags[at - 1]!;
    this.#tags[at] = tag;
  }
}

/** The candidates that an article carries, ascending. */
export function carriedBy({ starts, ends, tags }: Corpus, article: number): Uint32Array {
  return tags.subarray(starts[article], ends[article]);
}

/** All tags that an article carries, candidates first. */
export function tagsOf({ starts, tags }: Corpus, article: number): Uint32Array {
  return tags.subarray(starts[article], starts[article + 1]);
}
