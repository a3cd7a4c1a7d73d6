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
import { indexRoute } from './index.js';
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

/** Every route of the news service. `served` gives them as they are served in the end. */
export function newsRoutes(sources: NewsSources, served: () => readonly Route[]): Route[] {
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
    indexRoute(sources, routes, served),
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
