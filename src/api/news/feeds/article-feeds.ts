/**
 * `/feeds/articles.xml` and `.json` of the news service, with the parameters of `/api/v1/articles`.
 */
import Type from 'typebox';
import { type Route, route, targetOf } from '../../../http/route.js';
import { PLACE } from '../../../kernel/current-place.js';
import { FEED_LIMIT, FEED_TYPES_OF, type FeedForm, feedOf } from '../../article-feeds.js';
import { FilterQuery, filterOf, WindowQuery, windowOf } from '../articles/articles.js';
import { newestArticles } from '../articles/catalog-list.js';
import { listEndMs } from '../articles/list-end.js';
import type { NewsSources } from '../sources.js';

const Query = {
  ...FilterQuery,
  ...WindowQuery,
  limit: Type.Integer({ minimum: 1, maximum: 200, default: FEED_LIMIT }),
};

export function articleFeedRoutes(sources: NewsSources): Route[] {
  return (['xml', 'json'] as const).map((form) => articleFeedRoute(sources, form));
}

function articleFeedRoute(sources: NewsSources, form: FeedForm): Route {
  const { publicUrl, hubLinks, version } = sources;
  return route({
    path: `/feeds/articles.${form}`,
    summary: 'Articles of a search as a feed',
    tag: 'feeds',
    query: Query,
    response: Type.String(),
    errors: { 400: 'As `/api/v1/articles`' },
    produces: FEED_TYPES_OF[form],
    documented: false,
    handle: async ({ query, raw }) => {
      const nowMs = listEndMs(sources);
      const filter = filterOf(sources, query, windowOf(query, nowMs), nowMs);
      const articles = await newestArticles(sources, filter, query.limit);
      const path = targetOf(raw);
      const channel = {
        title: 'Tagwire: articles',
        publicUrl,
        path,
        version,
        language: PLACE.language,
        link: hubLinks.of(path),
      };
      return feedOf(
        form,
        channel,
        articles.map(({ title, url, publishedAt, description, image, mediaTitle, tags }) => ({
          ...{ title, url, publishedAt, image, tags },
          summary: description,
          author: mediaTitle,
        })),
      );
    },
  });
}
