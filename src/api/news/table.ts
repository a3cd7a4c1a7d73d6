/**
 * The routes of the news service, on one screen.
 */
import { docsRoutes } from '../../http/docs.js';
import type { Route } from '../../http/route.js';
import { lookupRoute } from '../lookup.js';
import { articleFeedRoutes } from './article-feeds.js';
import { articleHistogramRoute } from './article-histogram.js';
import { articleSearchRoute } from './article-search.js';
import { articleSimilarityRoute } from './article-similarity.js';
import { articlesRoute } from './articles.js';
import { newsChangesRoute } from './changes.js';
import { contentRoute } from './content.js';
import { eventThreadRoute } from './event-thread.js';
import { eventThreadsRoute } from './event-threads.js';
import { eventsRoute } from './events.js';
import { evidenceRoute } from './evidence.js';
import { feedRoutes } from './feeds.js';
import { type Examples, indexRoute } from './index.js';
import { journalistRoute } from './journalist.js';
import { journalistsRoute } from './journalists.js';
import { keywordsRoute } from './keywords.js';
import { categoriesRoute, mediaRoute } from './lists.js';
import { mediaContentRoute } from './media-content.js';
import { mediaPageRoute } from './media-page.js';
import { mediaRulesRoute } from './media-rules.js';
import { mediaStatsRoute } from './media-stats.js';
import { rankingRoute } from './ranking.js';
import { ArticleItem } from './schemas.js';
import { similarityRoute } from './similarity.js';
import { similarityDailyRoute } from './similarity-daily.js';
import { sitemapRoute } from './sitemap.js';
import type { NewsSources } from './sources.js';
import { newsStreamRoute } from './stream.js';
import { tagArticlesRoute } from './tag-articles.js';
import { tagSeriesRoute } from './tag-series.js';
import { tagStatsRoute } from './tag-stats.js';
import { tagStatusRoute } from './tag-status.js';
import { threadCoverageRoute } from './thread-coverage.js';
import { threadPropagationRoute } from './thread-propagation.js';
import { threadSeriesRoute } from './thread-series.js';
import { topicsRoute } from './topics.js';
import { trafficRoute } from './traffic.js';

export const NEWS_INTRO =
  'Search and read the news that this server collects. Free to read, no key needed. Titles, images and texts belong to their publishers: link to the ' +
  'original, and name this service as the source of the data.';

const EXAMPLES: Examples = {
  '/api/v1/articles': '/api/v1/articles?limit=10&facets=1',
  '/api/v1/articles/search':
    '/api/v1/articles/search?query=%E5%8F%B0%E7%81%A3+OR+tag:%E6%8D%B7%E9%81%8B',
  '/api/v1/lookup': '/api/v1/lookup?id=1,2',
  '/api/v1/similarity/evidence': '/api/v1/similarity/evidence?hours=24',
  '/api/v1/articles/{id}/similarity': '/api/v1/articles/1/similarity',
  '/api/v1/journalists': '/api/v1/journalists?hours=24&limit=20',
  '/api/v1/articles/{id}/content': '/api/v1/articles/1/content',
  '/api/v1/tags/{tag}/articles': '/api/v1/tags/%E5%8F%B0%E7%81%A3/articles?hours=24',
  '/api/v1/ranking': '/api/v1/ranking?limit=10&related=1',
  '/api/v1/tags/{tag}/series': '/api/v1/tags/%E5%8F%B0%E7%81%A3/series?hours=24',
  '/api/v1/tags/{tag}/status': '/api/v1/tags/%E5%8F%B0%E7%81%A3/status',
  '/api/v1/tags/{tag}/stats': '/api/v1/tags/%E5%8F%B0%E7%81%A3/stats',
  '/api/v1/events/threads/{id}': '/api/v1/events/threads/1',
  '/api/v1/events/threads/{id}/series': '/api/v1/events/threads/1/series',
  '/api/v1/events/threads/{id}/coverage': '/api/v1/events/threads/1/coverage',
  '/api/v1/events/threads/{id}/propagation': '/api/v1/events/threads/1/propagation',
  '/api/v1/topics': '/api/v1/topics?kind=topic&per=3',
  '/api/v1/media/{media}': '/api/v1/media/{media}?hours=24',
  '/api/v1/media/{media}/keywords': '/api/v1/media/{media}/keywords?hours=24',
  '/api/v1/media/{media}/content': '/api/v1/media/{media}/content?limit=10',
};

/** Every route of the news service. */
export function newsRoutes(sources: NewsSources): Route[] {
  const ranking = rankingRoute(sources);
  const events = eventsRoute(sources);
  const routes = [
    categoriesRoute(sources),
    ranking,
    similarityRoute(sources),
    evidenceRoute(sources),
    similarityDailyRoute(sources),
    articleSimilarityRoute(sources),
    journalistsRoute(sources),
    journalistRoute(sources),
    articlesRoute(sources),
    contentRoute(sources),
    tagArticlesRoute(sources),
    tagSeriesRoute(sources),
    tagStatusRoute(sources),
    tagStatsRoute(sources),
    events,
    eventThreadsRoute(sources),
    eventThreadRoute(sources),
    threadSeriesRoute(sources),
    threadCoverageRoute(sources),
    threadPropagationRoute(sources),
    topicsRoute(sources),
    mediaRoute(sources),
    mediaPageRoute(sources),
    mediaContentRoute(sources),
    keywordsRoute(sources),
    trafficRoute(sources),
    mediaStatsRoute(sources),
    articleSearchRoute(sources),
    articleHistogramRoute(sources),
    lookupRoute(sources.lookup, ArticleItem),
    newsChangesRoute(sources),
    newsStreamRoute(sources, ranking, events),
  ];
  return [
    indexRoute(sources, routes, EXAMPLES),
    ...routes,
    mediaRulesRoute(sources),
    ...feedRoutes(sources),
    ...articleFeedRoutes(sources),
    sitemapRoute(sources),
    ...docsRoutes({
      title: 'Tagwire news service',
      intro: NEWS_INTRO,
      openApiPath: '/api/v1/openapi.json',
      publicUrl: sources.publicUrl,
    }),
  ];
}
