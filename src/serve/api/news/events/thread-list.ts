/**
 * `/api/v1/events/threads/{id}/articles`: the articles that a story's events were made of, as a list with
 * a cursor.
 *
 * The same articles that coverage marks `ofEvent`, and that `articleIds` of `/explain/event/{id}` names
 * hour by hour; only those that are shown now.
 */

import { isoOf } from '../../../../kernel/clock.js';
import { majorTagsOf, type ThreadRecord } from '../../../../news/events/thread.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { RouteReplies } from '../../replies/route-replies.js';
import { cursorWith, integer, named, nullable, text } from '../../schema.js';
import { type Article, newestFirst } from '../articles/article-lookup.js';
import { listEndMs } from '../articles/list-end.js';
import { ArticleItem } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { snapshotsOf, threadOf } from './event-history.js';
import { THREAD_ERRORS, ThreadIdParameter } from './event-schemas.js';
import { hoursToRead, membersIn, shownArticles, storyPeriod } from './thread-articles.js';

const Query = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: cursorWith('all other parameters but `limit`'),
};

const Response = named('EventThreadArticles', {
  threadId: Type.Integer(),
  majorTags: Type.Array(Type.String(), { maxItems: 6, description: 'Its main tags' }),
  total: integer('Articles of the event that are shown now; of a very large one the newest 3,000'),
  count: integer('Articles on this page'),
  nextCursor: nullable(text('Null on the last page')),
  articles: Type.Array(ArticleItem, { description: 'Newest first' }),
});

/** The answer, for those who show it. */
export type ThreadListAnswer = Type.Static<typeof Response>;

/** The route of a thread's articles. */
export function threadListRoute(sources: NewsSources): Route {
  const { events, catalog, cursors } = sources;
  const path = '/api/v1/events/threads/{id}/articles';
  const replies = new RouteReplies(sources.cachePart(path));
  return route({
    path,
    summary: 'Articles of a thread',
    description:
      'Every article of the events of this thread, newest first; of a story longer than 31 days those of the last 31.',
    tag: 'events',
    params: ThreadIdParameter,
    query: Query,
    response: Response,
    errors: { ...THREAD_ERRORS, 400: `${THREAD_ERRORS[400]}, or a malformed cursor` },
    handle: ({ params: { id }, query: { limit, cursor } }) => {
      const scope = `thread articles ${id}`;
      const [timeMs, lastId] = cursor === undefined ? [] : cursors.opened(cursor, 2, scope);
      const state = `${events.generation} ${catalog.generation} ${listEndMs(sources)}`;
      return replies.articles(state, `${id} ${limit} ${cursor}`, async () => {
        const thread = await threadOf(sources, id);
        const all = await articlesOfThread(sources, thread);
        const before = timeMs === undefined ? null : { publishedAt: isoOf(timeMs), id: lastId! };
        const rest = before === null ? all : all.filter((one) => newestFirst(before, one) < 0);
        const articles = rest.slice(0, limit);
        const last = rest.length > limit ? articles.at(-1)! : null;
        return {
          threadId: id,
          majorTags: majorTagsOf(thread),
          total: all.length,
          count: articles.length,
          nextCursor:
            last === null ? null : cursors.seal([Date.parse(last.publishedAt), last.id], scope),
          articles,
        } satisfies ThreadListAnswer;
      });
    },
  });
}

/** The articles of a thread's events that are shown now, newest first. @throws HttpError 503. */
export async function articlesOfThread(
  sources: NewsSources,
  thread: ThreadRecord,
): Promise<Article[]> {
  const { fromMs } = storyPeriod(thread, listEndMs(sources));
  const snapshots = await snapshotsOf(sources, hoursToRead(thread, fromMs));
  const articles = await shownArticles(sources, membersIn(snapshots, thread.id));
  return articles.sort(newestFirst);
}
