/**
 * Counts the articles of one journalist: outlets, bodies, and what their pairs come to.
 */

import { localDayStartMs, MINUTE_MS } from '../../../kernel/clock.js';
import { ARTICLE } from '../index/articles.js';
import type { SimilarityState } from '../state.js';
import type { MediaCount, PairRelation, SimilarCounts } from './codec.js';

export class Tally {
  readonly name: string;
  articles = 0;
  withBody = 0;
  cited = 0;
  compared = 0;
  latestMs = Number.NEGATIVE_INFINITY;
  readonly #pairs = { pairs: 0, later: 0, earlier: 0, sameAuthor: 0, identical: 0 };
  /** Articles that have a pair. */
  readonly #similar = new Set<number>();
  /** Articles by number of the media. */
  readonly #media = new Map<number, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** Counts an article. */
  add(state: SimilarityState, id: number): void {
    const { articles } = state;
    const flags = articles.flagsOf(id);
    this.articles += 1;
    if (isComparable(state, id)) this.withBody += 1;
    if ((flags & ARTICLE.compared) !== 0) this.compared += 1;
    if (state.citedBy(id).length > 0) this.cited += 1;
    this.latestMs = Math.max(this.latestMs, articles.sortMsOf(id));
    const media = articles.mediaOf(id);
    this.#media.set(media, (this.#media.get(media) ?? 0) + 1);
  }

  /** Counts an article as one that has a pair. */
  markSimilar(id: number): void {
    this.#similar.add(id);
  }

  /**
   * Counts a pair of an own article. Who signed both ends did not follow himself: such a pair is
   * neither later nor earlier.
   */
  addPair(state: SimilarityState, pair: number, own: number, isSameAuthor: boolean): void {
    const counts = this.#pairs;
    this.markSimilar(own);
    counts.pairs += 1;
    if (state.pairs.isIdentical(pair)) counts.identical += 1;
    if (isSameAuthor) {
      counts.sameAuthor += 1;
      return;
    }
    const other = state.pairs.otherOf(pair, own);
    const { relation } = relationOf(publishedAt(state, own), publishedAt(state, other));
    if (relation === 'later') counts.later += 1;
    else if (relation === 'earlier') counts.earlier += 1;
  }

  get similar(): SimilarCounts {
    const { pairs, later, earlier, sameAuthor, identical } = this.#pairs;
    return { pairs, articles: this.#similar.size, later, earlier, sameAuthor, identical };
  }

  /** Outlets, most articles first. */
  media({ media: table }: SimilarityState): MediaCount[] {
    return [...this.#media]
      .map(([number, count]) => {
        const { media, title } = table.at(number);
        return { media, name: title, count };
      })
      .sort((a, b) => b.count - a.count || (a.media < b.media ? -1 : 1));
  }
}

/** True for a text that is long enough, whether or not its outlet takes part in the index. */
export function isComparable(state: SimilarityState, id: number): boolean {
  const flags = state.articles.flagsOf(id);
  if ((flags & ARTICLE.compared) !== 0) return true;
  return (flags & ARTICLE.usable) !== 0 && !state.isIndexed(id);
}

/** Who signed an article. */
export function names(state: SimilarityState, id: number): readonly string[] {
  return state.names.get(id) ?? NO_NAMES;
}

const NO_NAMES: readonly string[] = [];

/** When an article was published, as far as that is known. */
interface PublishedAt {
  sortMs: number;
  /** No more than the date is known. */
  isDay: boolean;
}

/**
 * Whole minutes from `own` to `other`, and what they mean for `own`. Times less than a minute apart
 * are the same, and so are an article with a bare date and one of that day (decision 27a).
 */
export function relationOf(
  own: PublishedAt,
  other: PublishedAt,
): { minutes: number; relation: PairRelation } {
  const isTied =
    (own.isDay || other.isDay) && localDayStartMs(own.sortMs) === localDayStartMs(other.sortMs);
  const minutes = isTied ? 0 : Math.trunc((other.sortMs - own.sortMs) / MINUTE_MS);
  // Not `minutes` itself: a few seconds before give a negative zero.
  if (minutes === 0) return { minutes: 0, relation: 'same' };
  return { minutes, relation: minutes > 0 ? 'earlier' : 'later' };
}

/** When an article of the index was published. */
export function publishedAt({ articles }: SimilarityState, id: number): PublishedAt {
  const isDay = (articles.flagsOf(id) & ARTICLE.dayPrecision) !== 0;
  return { sortMs: articles.sortMsOf(id), isDay };
}
