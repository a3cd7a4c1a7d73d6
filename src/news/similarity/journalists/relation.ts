/**
 * How the times of two articles compare, for readers who want to know who was first.
 */
import { localDayStartMs, MINUTE_MS } from '../../../kernel/clock.js';
import { ARTICLE } from '../index/articles.js';
import type { SimilarityState } from '../state.js';
import type { PairRelation } from './codec.js';

/** When an article was published, as far as that is known. */
export interface PublishedAt {
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
