/**
 * `/api/v1/tags/{tag}/articles`: the newest articles that carry a tag.
 */

import { HOUR_MS } from '../../../../kernel/clock.js';
import type { Route } from '../../../http/route.js';
import { quantised } from '../../caching.js';
import { cachedRoute } from '../../replies/cached-route.js';
import * as Type from '../../schema.js';
import { listEndMs, newestArticles, taggedFilter } from '../articles/catalog-list.js';
import { normalTagOf, TagParameter } from '../known-names.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';

const Row = Type.Object({
  id: Type.Integer(),
  media: Type.text('Media code'),
  title: Type.String(),
  url: Type.text('Address of the original'),
  image: Type.nullable(Type.String()),
  publishedAt: DateTime,
  tags: Type.Array(Type.String()),
  mediaTitle: Type.String(),
});

const Response = Type.named('TagArticles', {
  tag: Type.text('Normal form of the tag'),
  hours: Type.Integer(),
  articles: Type.arrayOf(Row, 'Newest first'),
});
export type TagArticlesAnswer = Type.Static<typeof Response>;

export function tagArticlesRoute(sources: NewsSources): Route {
  return cachedRoute(sources, {
    path: '/api/v1/tags/{tag}/articles',
    summary: 'Newest articles of a tag',
    description: 'A tag that no article carries has an empty list.',
    tag: 'tags',
    params: TagParameter,
    query: { hours: Type.within(1, 336, 48, 'Hours back'), limit: Type.within(1, 200, 60) },
    response: Response,
    errors: { 400: 'The tag is not 1 to 40 characters long, or a parameter is out of range' },
    ask: ({ params, query }) => ({ ...query, tag: normalTagOf(params.tag) }),
    now: () => listEndMs(sources),
    state: () => [sources.catalog.generation],
    answer: async ({ tag, hours, limit }, untilMs) => {
      const sinceMs = quantised(untilMs) - hours * HOUR_MS;
      const filter = taggedFilter(tag, sinceMs, untilMs, untilMs);
      const articles = await newestArticles(sources, filter, limit);
      return { tag, hours, articles: articles.map((article) => Type.fieldsOf(Row, article)) };
    },
  });
}
