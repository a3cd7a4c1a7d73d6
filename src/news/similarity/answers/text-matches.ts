/**
 * Near copies of a text that is no article: found in the live window, the most similar first.
 *
 * Invariant: the text leaves nothing behind but scratch memory, which the next text overwrites.
 */
import { NEWS } from '../../../kernel/limits.js';
import type { TextAnswer, TextMatch, TextQuestion } from '../codec.js';
import type { SimilarityWindow } from '../index/window.js';
import type { SimilarityState } from '../state.js';
import { articleAnswersOf } from './evidence.js';
import { shownScore } from './graph.js';

/** Near copies of one answer: more than there are outlets that print one text. */
const MATCHES_MAX = 100;

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
