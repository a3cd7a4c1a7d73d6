/**
 * The routes of the blog service.
 */
import { columns } from '../../dumps/dump-kinds.js';
import { docsRoutes } from '../../http/docs.js';
import type { Route } from '../../http/route.js';
import { changesRoute } from '../changes.js';
import { csvRoute } from '../csv-lists.js';
import { dumpRoutes } from '../dumps.js';
import { lookupRoute } from '../lookup.js';
import { articlesRoute, blogArticlesRoute, blogRoute, blogsRoute } from './directory-lists.js';
import { blogDumps } from './dumps.js';
import { explainRelationRoute, explainTopicRoute } from './explain.js';
import { blogFeedRoutes, blogListFeedRoutes } from './feeds.js';
import { readingRoute, topicNewsRoute } from './reading.js';
import { blogRelationsRoute, relationsRoute } from './relations.js';
import { Article } from './schemas.js';
import type { BlogSources } from './sources.js';
import { statusRoute } from './status.js';
import { BLOG_CHANGES, blogStreamRoute } from './stream.js';
import { topicRoute, topicsRoute } from './topics.js';

export const BLOG_INTRO =
  'Latest articles of verified blogs, the directory of these blogs, how they mention one another, and what they write about. Free to read; an API key only raises the quota. Titles, images and texts belong to their authors: link to the ' +
  'original, and name this service as the source of the statistics.';

const BLOG_COLUMNS = columns(`id:id slug:text name:text url:text sourceUrl:text category:text
  description:text iconUrl:text discoveredAt:time lastCrawlSuccessAt:time lastPublishedAt:time
  expectedIntervalHours:count`);
const TOPIC_COLUMNS = columns(`id:text label:text source:text score:number posts:count blogs:count
  titlePosts:count bodyOnlyPosts:count recentShare:number baselineShare:number lift:number
  matchingRule:text matchingReason:text url:text`);

export function blogRoutes(sources: BlogSources): Route[] {
  const blogs = blogsRoute(sources);
  const topics = topicsRoute(sources);
  const [dumps, ...dumpFiles] = dumpRoutes(sources, blogDumps(sources));
  const routes = [
    articlesRoute(sources),
    blogs,
    csvRoute(sources.publicUrl, blogs, 'items', BLOG_COLUMNS),
    blogRoute(sources),
    blogArticlesRoute(sources),
    relationsRoute(sources),
    blogRelationsRoute(sources),
    readingRoute(sources),
    topics,
    csvRoute(sources.publicUrl, topics, 'items', TOPIC_COLUMNS),
    topicRoute(sources),
    topicNewsRoute(sources),
    explainTopicRoute(sources),
    explainRelationRoute(sources),
    changesRoute(sources, BLOG_CHANGES),
    blogStreamRoute(sources),
    lookupRoute(sources.lookup, Article),
    dumps,
    ...dumpFiles,
  ];
  // By contract the blog service has no entity tags.
  const api = [statusRoute(sources, routes), ...routes].map((one) => ({
    ...one,
    revalidates: false,
  }));
  return [
    ...api,
    ...blogFeedRoutes(sources),
    ...blogListFeedRoutes(sources, { topics, blogs }),
    ...docsRoutes({
      title: 'Tagwire blog service',
      intro: BLOG_INTRO,
      openApiPath: '/api/v1/openapi.json',
      publicUrl: sources.publicUrl,
    }),
  ];
}
