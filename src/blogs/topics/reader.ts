/**
 * The main thread's side of topics: figures, and a number that changes with every mask.
 *
 * The actor answers about topics, because their counts are joined from millions of rows.
 */
import type { IndexReader } from '../../engine/index/reader.js';
import type { TopicsDelta, TopicsOptions } from './codec.js';
import { TEXT_LIMITS, type TextLimits } from './state/matching/texts.js';
import { ACTIVE_LIMITS, type ActiveLimits } from './state/vocabulary/active-set.js';
import { type NoiseRules, noiseRulesOf } from './state/vocabulary/noise.js';

export class TopicsReader implements IndexReader<TopicsDelta, TopicsOptions> {
  readonly #rules: NoiseRules;
  readonly #limits: ActiveLimits;
  readonly #texts: TextLimits;
  #figures: { readonly [name: string]: number } = {};
  #masks = 0;
  #generation = 0;

  /** `rules` is the content of `data/topic-noise.json`. @throws when it is not valid. */
  constructor(rules: unknown, limits = ACTIVE_LIMITS, texts = TEXT_LIMITS) {
    this.#rules = noiseRulesOf(rules);
    this.#limits = limits;
    this.#texts = texts;
  }

  get figures(): { readonly [name: string]: number } {
    return this.#figures;
  }

  /** Changes whenever a post or a topic may have been hidden, shown or withdrawn. */
  get masks(): number {
    return this.#masks;
  }

  /** Changes whenever answers may have changed. */
  get generation(): number {
    return this.#generation;
  }

  writerOptions(): TopicsOptions {
    return { rules: this.#rules, limits: this.#limits, texts: this.#texts };
  }

  apply({ figures, masks }: TopicsDelta): void {
    this.#figures = figures;
    this.#masks = masks;
    this.#generation += 1;
  }
}
