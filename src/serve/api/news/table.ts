/**
 * The routes of the news service.
 */
import { columns, DUMP_KINDS } from '../../dumps/dump-kinds.js';
import { docsRoutes } from '../../http/docs.js';
import type { Route } from '../../http/route.js';
import { changesRoute } from '../changes.js';
import { csvRoute } from '../csv-lists.js';
import { dumpRoutes } from '../dumps.js';
import { lookupRoute } from '../lookup.js';
import { articleHistogramRoute } from './articles/article-histogram.js';
import { articleSearchRoute } from './articles/article-search.js';
import { articlesRoute } from './articles/articles.js';
import { contentRoute } from './articles/content.js';
import { diffRoute } from './diff/diff.js';
import { newsDumps } from './dumps.js';
import { eventThreadRoute } from './events/event-thread.js';
import { eventThreadsRoute } from './events/event-threads.js';
import { eventsRoute } from './events/events.js';
import { threadListRoute } from './events/thread-articles.js';
import { threadPropagationRoute, threadSeriesRoute } from './events/thread-course.js';
import { threadCoverageRoute } from './events/thread-coverage.js';
import { explainEventRoute, explainRankingRoute } from './explain/explain.js';
import { articleFeedRoutes, revisionFeedRoutes, storyFeedRoutes, tagFeedRoutes } from './feeds.js';
import { indexRoute } from './index.js';
import { mediaContentRoute } from './media/media-content.js';
import { categoriesRoute, mediaRoute, trafficRoute } from './media/media-lists.js';
import { keywordsRoute, mediaPageRoute, mediaRulesRoute } from './media/media-page.js';
import { mediaStatsRoute } from './media/media-stats.js';
import { articleMentionsRoute, threadBlogsRoute } from './mentions.js';
import { topicsRoute } from './portals/topics.js';
import { rankingRoute } from './rankings/ranking.js';
import { articleRevisionsRoute, revisionsRoute } from './revisions/revisions.js';
import { ArticleItem } from './schemas.js';
import { setRoutes } from './sets/sets.js';
import { articleSimilarityRoute, evidenceRoute } from './similarity/evidence.js';
import { journalistRoute, journalistsRoute } from './similarity/journalists.js';
import { matchRoute } from './similarity/match.js';
import { similarityDailyRoute, similarityRoute } from './similarity/similarity.js';
import { sitemapRoute } from './sitemap.js';
import type { NewsSources } from './sources.js';
import { NEWS_CHANGES, newsStreamRoute } from './stream.js';
import { tagArticlesRoute, tagSeriesRoute, tagStatsRoute, tagStatusRoute } from './tags/tags.js';

export const NEWS_INTRO =
  'Search and read the news that this server collects. Free to read, no key needed. Titles, images and texts belong to their publishers: link to the ' +
  'original, and name this service as the source of the data.';

/** Names as in entries of the ranking; media, history and other structures are JSON in a cell. */
const RANKING_COLUMNS = columns(`rank:count position:count tag:text score:number count:count
  normalized:number burst:number rank24h:count new:flag media:text history:text related:text
  trend:text`);

/** Every route of the news service. `served` returns the routes in their final form. */
export function newsRoutes(sources: NewsSources, served: () => readonly Route[]): Route[] {
  const ranking = rankingRoute(sources);
  const events = eventsRoute(sources);
  const articles = articlesRoute(sources);
  const search = articleSearchRoute(sources);
  const threadList = threadListRoute(sources);
  const asCsv = (list: Route): Route =>
    csvRoute(sources.publicUrl, list, 'articles', DUMP_KINDS.news.articles!.columns);
  const [dumps, ...dumpFiles] = dumpRoutes(sources, newsDumps(sources));
  const routes = [
    categoriesRoute(sources),
    ranking,
    csvRoute(sources.publicUrl, ranking, 'entries', RANKING_COLUMNS),
    similarityRoute(sources),
    evidenceRoute(sources),
    similarityDailyRoute(sources),
    articleSimilarityRoute(sources),
    matchRoute(sources),
    journalistsRoute(sources),
    journalistRoute(sources),
    articles,
    asCsv(articles),
    contentRoute(sources),
    articleRevisionsRoute(sources),
    articleMentionsRoute(sources),
    revisionsRoute(sources),
    tagArticlesRoute(sources),
    tagSeriesRoute(sources),
    tagStatusRoute(sources),
    tagStatsRoute(sources),
    events,
    eventThreadsRoute(sources),
    eventThreadRoute(sources),
    threadSeriesRoute(sources),
    threadCoverageRoute(sources),
    threadList,
    asCsv(threadList),
    threadPropagationRoute(sources),
    diffRoute(sources),
    threadBlogsRoute(sources),
    topicsRoute(sources),
    mediaRoute(sources),
    ...setRoutes(sources),
    mediaPageRoute(sources),
    mediaContentRoute(sources),
    keywordsRoute(sources),
    trafficRoute(sources),
    mediaStatsRoute(sources),
    explainRankingRoute(sources),
    explainEventRoute(sources),
    search,
    asCsv(search),
    articleHistogramRoute(sources),
    lookupRoute(sources.lookup, ArticleItem),
    changesRoute(sources, NEWS_CHANGES),
    newsStreamRoute(sources, ranking, events),
    dumps,
    ...dumpFiles,
  ];
  return [
    indexRoute(sources, routes, served),
    ...routes,
    mediaRulesRoute(sources),
    ...storyFeedRoutes(sources),
    ...articleFeedRoutes(sources),
    ...revisionFeedRoutes(sources),
    ...tagFeedRoutes(sources, ranking),
    sitemapRoute(sources),
    ...docsRoutes({
      title: 'Tagwire news service',
      intro: NEWS_INTRO,
      openApiPath: '/api/v1/openapi.json',
      publicUrl: sources.publicUrl,
    }),
  ];
}
