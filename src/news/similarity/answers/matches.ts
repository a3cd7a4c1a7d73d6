/** The near copies of one article, and of a text that is no article; most similar first. */

import { NEWS } from '../../../kernel/limits.js';
import type {
  MatchesAnswer,
  MatchesQuestion,
  TextAnswer,
  TextMatch,
  TextQuestion,
} from '../codec.js';
import { ARTICLE } from '../state/articles.js';
import type { SimilarityState } from '../state/state.js';
import type { SimilarityWindow } from '../state/window.js';
import { articleAnswersOf, pairAnswerOf } from './evidence.js';
import { shownScore } from './graph.js';

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
    // A text that was too short counts as indexed too.
    isIndexed: (flags & ARTICLE.fetched) !== 0,
    isLimited: (flags & ARTICLE.limited) !== 0,
    letters: (flags & ARTICLE.compared) === 0 ? null : articles.lettersOf(articleId),
    pairs: found.map((pair) => pairAnswerOf(state, pair)),
    articles: articleAnswersOf(state, [articleId, ...others]),
  };
}

/** Maximum of near copies in an answer: one text is in fewer outlets. */
const MATCHES_MAX = 100;

/**
 * Near copies of a text that is no article, in the window of unexpired bodies; most similar first.
 *
 * Invariant: the text is only held in scratch memory, which the next text overwrites.
 */
export function textMatchesOf(
  state: SimilarityState,
  window: SimilarityWindow,
  { text, threshold, untilMs }: TextQuestion,
  generation: number,
): TextAnswer {
  window.read(text);
  const { letters } = window;
  if (letters < NEWS.bodyComparableMin) {
    return { generation, letters, isLimited: false, matches: [], articles: [] };
  }
  const found: (TextMatch & { exact: number })[] = [];
  window.probe(
    (row) => {
      const id = window.idOf(row);
      return state.isIndexed(id) && state.articles.sortMsOf(id) < untilMs;
    },
    ({ otherRow, size, otherSize, shared, identical, passages }) => {
      const exact = (2 * shared) / (size + otherSize);
      if (exact < threshold) return;
      found.push({
        articleId: window.idOf(otherRow),
        exact,
        score: shownScore(exact),
        containment: shownScore(shared / Math.min(size, otherSize)),
        sharedShingles: shared,
        identical,
        passages,
      });
    },
  );
  found.sort((a, b) => b.exact - a.exact || a.articleId - b.articleId);
  const matches = found.slice(0, MATCHES_MAX).map(({ exact: _, ...match }) => match);
  return {
    generation,
    letters,
    isLimited: window.isLimited || found.length > MATCHES_MAX,
    matches,
    articles: articleAnswersOf(
      state,
      matches.map(({ articleId }) => articleId),
    ),
  };
}
