/**
 * The similar reports of one article, the most similar first.
 */
import type { MatchesAnswer, MatchesQuestion } from '../codec.js';
import { ARTICLE } from '../index/articles.js';
import type { SimilarityState } from '../state.js';
import { articleAnswersOf, pairAnswerOf } from './evidence.js';

export function matchesOf(
  state: SimilarityState,
  { articleId, threshold, untilMs }: MatchesQuestion,
  generation: number,
): MatchesAnswer {
  const { articles, pairs } = state;
  const flags = articles.flagsOf(articleId);
  if (!state.isShown(articleId)) {
    const empty = { letters: null, pairs: [], articles: [] };
    return { generation, isShown: false, isIndexed: false, isLimited: false, ...empty };
  }
  const found = !state.isIndexed(articleId)
    ? []
    : pairs.of(articleId).filter((pair) => {
        const other = pairs.otherOf(pair, articleId);
        const isShown = state.isIndexed(other) && articles.sortMsOf(other) < untilMs;
        return isShown && pairs.scoreOf(pair) >= threshold;
      });
  found.sort(
    (a, b) =>
      pairs.scoreOf(b) - pairs.scoreOf(a) ||
      pairs.otherOf(a, articleId) - pairs.otherOf(b, articleId),
  );
  const others = found.map((pair) => pairs.otherOf(pair, articleId));
  return {
    generation,
    isShown: true,
    // A text that was too short was looked at as well.
    isIndexed: (flags & ARTICLE.fetched) !== 0,
    isLimited: (flags & ARTICLE.limited) !== 0,
    letters: (flags & ARTICLE.compared) === 0 ? null : articles.lettersOf(articleId),
    pairs: found.map((pair) => pairAnswerOf(state, pair)),
    articles: articleAnswersOf(state, [articleId, ...others]),
  };
}
