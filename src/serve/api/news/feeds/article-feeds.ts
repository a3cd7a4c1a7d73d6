/**
 * `/feeds/articles.xml` and `.json` of the news service, with the parameters of `/api/v1/articles`.
 */

import { Turns } from '../../../../kernel/turns.js';
import { tooManyWait } from '../../../http/errors.js';
import type { Route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { FEED_LIMIT, feedRoutes } from '../../article-feeds.js';
import { REVALIDATE } from '../../caching.js';
import { FilterQuery, filterOf, matcherOf } from '../articles/article-filter.js';
import { FoldQuery } from '../articles/article-fold.js';
import type { Article } from '../articles/article-lookup.js';
import { scannedPage } from '../articles/article-scan.js';
import { WindowQuery, windowOf } from '../articles/articles.js';
import { newestArticles } from '../articles/catalog-list.js';
import { listEndMs } from '../articles/list-end.js';
import type { NewsSources } from '../sources.js';

const DECLARED = {
  summary: 'Articles of a search as a feed',
  tag: 'feeds',
  query: {
    ...FilterQuery,
    ...WindowQuery,
    ...FoldQuery,
    limit: Type.Integer({ minimum: 1, maximum: 200, default: FEED_LIMIT }),
  },
  errors: { 400: 'As `/api/v1/articles`' },
};

/** Folded feeds that are made at the same time, and those that wait. */
const FOLDING_MAX = 1;
const WAITING_MAX = 32;

export function articleFeedRoutes(sources: NewsSources): Route[] {
  const turns = new Turns(FOLDING_MAX, WAITING_MAX, tooManyWait);
  const host = { ...sources, cacheControl: REVALIDATE };
  return feedRoutes(host, 'articles', DECLARED, async ({ query }) => {
    const nowMs = listEndMs(sources);
    const filter = filterOf(sources, query, windowOf(query, nowMs), nowMs);
    const list = { filter, matches: matcherOf(query), isFolded: true };
    const articles =
      query.fold === undefined
        ? await newestArticles(sources, filter, query.limit)
        : (await turns.take(() => scannedPage(sources, list, null, query.limit))).articles;
    const entries = articles.map((article) => ({
      ...article,
      summary: summaryOf(article),
      author: article.mediaTitle,
    }));
    return { title: 'Tagwire: articles', entries };
  });
}

/** The summary, and where else nearly the same stands. */
function summaryOf({ description, similar, mediaTitle }: Article): string | null {
  if (similar === undefined) return description;
  const names = new Set(similar.named.map((one) => one.mediaTitle));
  names.delete(mediaTitle);
  const also =
    similar.outlets === 0
      ? `+${similar.articles} similar`
      : `+${similar.outlets}: ${[...names].join(', ')}`;
  return description === null ? also : `${description}\n\n${also}`;
}
