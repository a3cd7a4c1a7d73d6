/**
 * The state of the similarity index as the main thread knows it. The actor answers all questions.
 */
import type { IndexReader } from '../../engine/index/reader.js';
import type { SimilarityDelta, SimilarityFigures, SimilarityOptions } from './codec.js';

const NO_FIGURES: SimilarityFigures = {
  articles: 0,
  pairs: 0,
  limitedArticles: 0,
  citingArticles: 0,
  windowBodies: 0,
  windowTextBytes: 0,
  windowIndexBytes: 0,
  columnBytes: 0,
};

export class SimilarityReader implements IndexReader<SimilarityDelta, SimilarityOptions> {
  readonly #options: SimilarityOptions;
  #generation = 0;
  #figures = NO_FIGURES;

  /** `rules` are the parsed rule files of citations and bylines. */
  constructor(rules: SimilarityOptions['rules']) {
    this.#options = { rules };
  }

  /** The last log entry that changed an answer: answers of another generation are out of date. */
  get generation(): number {
    return this.#generation;
  }

  get figures(): { readonly [name: string]: number } {
    return { ...this.#figures };
  }

  writerOptions(): SimilarityOptions {
    return this.#options;
  }

  apply({ generation, figures }: SimilarityDelta): void {
    this.#generation = generation;
    this.#figures = figures;
  }
}
