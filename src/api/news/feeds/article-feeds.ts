/**
 * `/feeds/articles.xml` and `.json` of the news service, with the parameters of `/api/v1/articles`.
 */

import type { Route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { FEED_LIMIT, feedRoutes } from '../../article-feeds.js';
import { REVALIDATE } from '../../caching.js';
import { FilterQuery, filterOf, WindowQuery, windowOf } from '../articles/articles.js';
import { newestArticles } from '../articles/catalog-list.js';
import { listEndMs } from '../articles/list-end.js';
import type { NewsSources } from '../sources.js';

const DECLARED = {
  summary: 'Articles of a search as a feed',
  tag: 'feeds',
  query: {
    ...FilterQuery,
    ...WindowQuery,
    limit: Type.Integer({ minimum: 1, maximum: 200, default: FEED_LIMIT }),
  },
  errors: { 400: 'As `/api/v1/articles`' },
};

export function articleFeedRoutes(sources: NewsSources): Route[] {
  const host = { ...sources, cacheControl: REVALIDATE };
  return feedRoutes(host, 'articles', DECLARED, async ({ query }) => {
    const nowMs = listEndMs(sources);
    const filter = filterOf(sources, query, windowOf(query, nowMs), nowMs);
    const articles = await newestArticles(sources, filter, query.limit);
    const entries = articles.map((article) => ({
      ...article,
      summary: article.description,
      author: article.mediaTitle,
    }));
    return { title: 'Tagwire: articles', entries };
  });
}
