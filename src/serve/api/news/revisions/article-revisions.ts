/**
 * `/api/v1/articles/{id}/revisions`: what was changed of one article after publication.
 */
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { articlesJson } from '../../caching.js';
import { integer, named } from '../../schema.js';
import { shownArticle } from '../articles/shown-article.js';
import type { NewsSources } from '../sources.js';
import { REVISION_RULES, RevisedArticle, Revision, toldOf } from './revision-schemas.js';
import { revisedArticle } from './revisions.js';

const Response = named('ArticleRevisions', {
  article: RevisedArticle,
  count: integer('Changes that are told'),
  revisions: Type.Array(Revision, { description: 'Newest first' }),
});

/** The answer, for those who show it. */
export type ArticleRevisionsAnswer = Type.Static<typeof Response>;

/** The route of an article's revisions. */
export function articleRevisionsRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/articles/{id}/revisions',
    summary: 'What was changed of one article after publication',
    description: REVISION_RULES,
    tag: 'articles',
    params: { id: Type.Integer({ minimum: 1, description: 'Article id' }) },
    response: Response,
    errors: { 400: 'The id is not a positive integer', 404: 'There is no such article' },
    handle: async ({ params: { id } }) => {
      const article = await shownArticle(sources, id);
      const revisions = sources.media.revisionsOf(id, sources.clock.nowMs());
      return articlesJson({
        article: revisedArticle(article),
        count: revisions.length,
        revisions: revisions.map(toldOf),
      });
    },
  });
}
