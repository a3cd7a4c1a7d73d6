/**
 * `/api/v1/articles/{id}/revisions`: what was changed of one article after publication.
 */
import { NEWS } from '../../../../kernel/limits.js';
import { type Route, route } from '../../../http/route.js';
import { articlesJson } from '../../caching.js';
import * as Type from '../../schema.js';
import { shownArticle } from '../articles/catalog-list.js';
import type { NewsSources } from '../sources.js';
import { REVISION_RULES, RevisedArticle, Revision, toldOf } from './revision-schemas.js';

const Response = Type.named('ArticleRevisions', {
  article: RevisedArticle,
  count: Type.integer('Changes that are told'),
  revisions: Type.arrayOf(Revision, 'Newest first'),
  texts: Type.listed('Texts that were replaced, until seven days after publication', {
    id: Type.integer('Number of the change that replaced it'),
    text: Type.text('The whole text before'),
  }),
});
export type ArticleRevisionsAnswer = Type.Static<typeof Response>;

export function articleRevisionsRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/articles/{id}/revisions',
    summary: 'What was changed of one article after publication',
    description: REVISION_RULES,
    tag: 'articles',
    params: { id: Type.Integer({ minimum: 1, description: 'Article id' }) },
    needs: ['media'],
    onCopy: 'passed on',
    response: Response,
    errors: { 400: 'The id is not a positive integer', 404: 'There is no such article' },
    handle: async ({ params: { id } }) => {
      const item = await sources.article(id, true);
      const article = await shownArticle(sources, id);
      const nowMs = sources.clock.nowMs();
      const revisions = sources.media.revisionsOf(id, nowMs);
      const isKept = nowMs < Date.parse(article.publishedAt) + NEWS.bodyRetentionMs;
      const told = new Set(revisions.map(({ sequence }) => sequence));
      const texts = isKept ? [...(item?.earlier ?? [])].filter(([change]) => told.has(change)) : [];
      return articlesJson({
        article: Type.fieldsOf(RevisedArticle, article),
        count: revisions.length,
        revisions: revisions.map(toldOf),
        texts: texts.map(([change, words]) => ({ id: change, text: words })),
      });
    },
  });
}
