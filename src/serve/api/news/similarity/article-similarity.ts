/**
 * `/api/v1/articles/{id}/similarity`: similar reports of one article.
 */

import { isoOf } from '../../../../kernel/clock.js';
import { NEWS } from '../../../../kernel/limits.js';
import type { NewsRecord } from '../../../../kernel/model/records.js';
import type { MatchesQuestion } from '../../../../news/similarity/codec.js';
import { notFound } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import { articlesJson } from '../../caching.js';
import * as Type from '../../schema.js';
import { ArticleRef } from '../articles/article-lookup.js';
import { ArticleParameter } from '../known-names.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import {
  articleRefs,
  Containment,
  kindOf,
  PairKind,
  Passage,
  Score,
  Threshold,
  WINDOW_DAYS,
} from './similarity-pairs.js';

const Response = Type.named('ArticleSimilarity', {
  articleId: Type.Integer(),
  threshold: Type.Number(),
  indexedAt: Type.nullable(DateTime, 'When its text was compared; null while it was not'),
  chars: Type.integerOrNull(
    'Characters of the normalised text; null when it is too short to be compared',
  ),
  limited: Type.flag(
    'True when the text has more near copies than one text is compared with: only the nearest are listed',
  ),
  windowDays: Type.integer('Days before and after that are compared'),
  matches: Type.listed('Higher similarity first', {
    article: ArticleRef,
    score: Score,
    containment: Containment,
    kind: PairKind,
    evidence: Passage,
  }),
});
export type ArticleSimilarityAnswer = Type.Static<typeof Response>;

export function articleSimilarityRoute(sources: NewsSources): Route {
  const { clock } = sources;
  return route({
    path: '/api/v1/articles/{id}/similarity',
    summary: 'Similar reports of an article',
    description: 'Pairs stay when the texts have expired.',
    tag: 'similarity',
    params: ArticleParameter,
    query: { threshold: Threshold },
    needs: ['similarity'],
    onCopy: 'passed on',
    response: Response,
    errors: { 400: 'A parameter is malformed or out of range', 404: 'There is no such article' },
    handle: async ({ params: { id }, query: { threshold } }) => {
      const [stored] = await sources.articlesById([id], false);
      const record = stored?.record ?? null;
      const nowMs = clock.nowMs();
      const question: MatchesQuestion = {
        type: 'matches',
        articleId: id,
        threshold,
        untilMs: nowMs + NEWS.futureSlackMs,
      };
      const answer = await sources.ask('similarity', question);
      if (record === null || !answer.isShown || isWaiting(record, nowMs)) {
        throw notFound(`there is no article ${id}`);
      }
      const refs = await articleRefs(sources, answer.articles);
      return articlesJson({
        articleId: id,
        threshold,
        indexedAt: answer.isIndexed ? isoOf(record.fetchedMs ?? record.observedMs) : null,
        chars: answer.letters,
        limited: answer.isLimited,
        windowDays: WINDOW_DAYS,
        matches: answer.pairs.flatMap((pair) => {
          const article = refs.get(pair.a === id ? pair.b : pair.a);
          if (article === undefined) return [];
          const { score, containment, evidence } = pair;
          return [{ article, score, containment, kind: kindOf(pair), evidence }];
        }),
      });
    },
  });
}

/** Decision 27b: dated well ahead when it came, and not yet of its time. */
function isWaiting({ sortMs, observedMs }: NewsRecord, nowMs: number): boolean {
  return sortMs > observedMs + NEWS.futureSlackMs && sortMs > nowMs;
}
