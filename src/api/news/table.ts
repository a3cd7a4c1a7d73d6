/**
 * The routes of the news service, on one screen.
 */
import { docsRoutes } from '../../http/docs.js';
import type { Route } from '../../http/route.js';
import { articlesRoute } from './articles.js';
import { contentRoute } from './content.js';
import { type Examples, indexRoute } from './index.js';
import { categoriesRoute, mediaRoute } from './lists.js';
import type { NewsSources } from './sources.js';

export const NEWS_INTRO =
  'Search and read the news that this server collects. Free to read, no key needed. Titles, images and texts belong to their publishers: link to the ' +
  'original, and name this service as the source of the data.';

const EXAMPLES: Examples = {
  '/api/v1/articles': '/api/v1/articles?limit=10&facets=1',
  '/api/v1/articles/{id}/content': '/api/v1/articles/1/content',
};

/** Every route of the news service. */
export function newsRoutes(sources: NewsSources): Route[] {
  const routes = [
    categoriesRoute(sources),
    articlesRoute(sources),
    contentRoute(sources),
    mediaRoute(sources),
  ];
  return [
    indexRoute(sources, routes, EXAMPLES),
    ...routes,
    ...docsRoutes({
      title: 'Tagwire news service',
      intro: NEWS_INTRO,
      openApiPath: '/api/v1/openapi.json',
      publicUrl: sources.publicUrl,
    }),
  ];
}
