/**
 * Articles of a thread, in memory or on disk: all with a main tag, and those of its events.
 */

import { DAY_MS, HOUR_MS, isoOf } from '../../../../kernel/clock.js';
import { searchForm, tagKey } from '../../../../kernel/text/tag.js';
import type { Snapshot } from '../../../../news/events/chunks.js';
import { majorTagsOf, type ThreadRecord } from '../../../../news/events/state/thread.js';
import type { Route } from '../../../http/route.js';
import { cachedRoute } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { type Article, newestFirst } from '../articles/article-lookup.js';
import { listEndMs, newestArticles, taggedFilter } from '../articles/catalog-list.js';
import { ArticleItem } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { snapshotsOf, threadOf } from './event-history.js';
import { THREAD_ERRORS, ThreadIdParameter } from './event-json.js';

/** Of a longer story, only the end is read: the widest window of the search. */
export const STORY_MS_MAX = 31 * DAY_MS;
/** A snapshot covers 24 hours, its own hour included. */
const LEAD_MS = 23 * HOUR_MS;
/** Articles of one tag, newest first: some megabytes at most. */
const TAG_ARTICLES_MAX = 3000;
/** Hours that are read for a thread's articles: 31 days at intervals of less than a day. */
const HOURS_READ_MAX = 72;

export interface ThreadArticle {
  article: Article;
  publishedMs: number;
  /** Main tags of the thread that the article carries. */
  hits: number;
}

/** From the day before the thread's start to the end of its last hour, or to `nowMs`. */
export function storyPeriod({ hoursMs }: ThreadRecord, nowMs: number) {
  const toMs = Math.min(hoursMs.at(-1)! + HOUR_MS, Math.max(nowMs, hoursMs[0]!));
  return { fromMs: Math.max(hoursMs[0]! - LEAD_MS, toMs - STORY_MS_MAX), toMs };
}

/** Articles published from `fromMs` until before `untilMs`, newest first. */
export async function articlesOfTags(
  sources: NewsSources,
  majors: readonly string[],
  fromMs: number,
  untilMs: number,
): Promise<ThreadArticle[]> {
  const keys = new Set(majors.map(tagKey));
  const found = new Map<number, ThreadArticle>();
  for (const major of majors) {
    const filter = taggedFilter(major, fromMs, untilMs, sources.clock.nowMs());
    for (const article of await newestArticles(sources, filter, TAG_ARTICLES_MAX)) {
      if (found.has(article.id)) continue;
      const hits = new Set(article.tags.map(tagKey).filter((key) => keys.has(key))).size;
      const publishedMs = Date.parse(article.publishedAt);
      found.set(article.id, { article, publishedMs, hits });
    }
  }
  return [...found.values()].sort(threadArticlesNewestFirst);
}

/** Hours whose snapshots contain all articles of a thread: an event has articles of a whole day. */
export function hoursToRead({ hoursMs }: ThreadRecord, fromMs: number): number[] {
  const within = hoursMs.filter((hourMs) => hourMs >= fromMs).reverse();
  const step = Math.ceil(within.length / HOURS_READ_MAX);
  return within.filter((_, at) => at % step === 0).reverse();
}

/**
 * Ids of the articles of a thread's events, newest first. Old formats contain only the headlines.
 * @param snapshots of its hours.
 */
export function membersIn(snapshots: readonly Snapshot[], thread: number): Set<number> {
  const mine = snapshots.flatMap(({ events }) => events.filter((one) => one.thread === thread));
  const ids = mine.flatMap(({ articles, news }) => [...articles, ...news.map(({ id }) => id)]);
  return new Set([...new Set(ids)].sort((a, b) => b - a).slice(0, TAG_ARTICLES_MAX));
}

/** Articles by id, without those that are not shown now. */
export async function shownArticles(
  sources: NewsSources,
  ids: Iterable<number>,
): Promise<Article[]> {
  const places = await sources.lookup.find([], [...ids]);
  const known = places.flatMap((place) =>
    place === null || place.sortMs === null ? [] : [{ id: place.id, sortMs: place.sortMs }],
  );
  return (await sources.articles(known)).filter((article) => article !== null);
}

/**
 * Adds a thread's articles without a main tag: where the thread's name is a phrase, no article has
 * the tag. A phrase counts as a hit where the title contains it.
 */
export async function withMembers(
  sources: NewsSources,
  tagged: readonly ThreadArticle[],
  members: ReadonlySet<number>,
  majors: readonly string[],
): Promise<ThreadArticle[]> {
  const known = new Set(tagged.map(({ article }) => article.id));
  const carried = new Set(tagged.flatMap(({ article }) => article.tags.map(tagKey)));
  const phrases = majors.filter((major) => !carried.has(tagKey(major))).map(searchForm);
  const others = await shownArticles(
    sources,
    [...members].filter((id) => !known.has(id)),
  );
  const added = others.map((article): ThreadArticle => {
    return { article, publishedMs: Date.parse(article.publishedAt), hits: 0 };
  });
  return [...tagged, ...added]
    .map((one) => {
      const title = searchForm(one.article.title);
      return { ...one, hits: one.hits + phrases.filter((phrase) => title.includes(phrase)).length };
    })
    .sort(threadArticlesNewestFirst);
}

function threadArticlesNewestFirst(a: ThreadArticle, b: ThreadArticle): number {
  return b.publishedMs - a.publishedMs || b.article.id - a.article.id;
}

const Query = {
  limit: Type.within(1, 200, 50),
  cursor: Type.cursorWith('all other parameters but `limit`'),
};

const Response = Type.named('EventThreadArticles', {
  threadId: Type.Integer(),
  majorTags: Type.arrayOf(Type.String(), 'Its main tags', 6),
  total: Type.integer(
    'Articles of the event that are shown now; of a very large one the newest 3,000',
  ),
  count: Type.integer('Articles on this page'),
  nextCursor: Type.textOrNull('Null on the last page'),
  articles: Type.arrayOf(ArticleItem, 'Newest first'),
});
export type ThreadListAnswer = Type.Static<typeof Response>;

/**
 * `/api/v1/events/threads/{id}/articles`: the articles of a story's events, as a list with a
 * cursor.
 *
 * The same articles are marked `ofEvent` in the coverage, and named hour by hour in `articleIds` of
 * `/explain/event/{id}`; here only those that are shown now.
 */
export function threadListRoute(sources: NewsSources): Route {
  const { events, catalog, cursors } = sources;
  const scopeOf = (id: number) => `thread articles ${id}`;
  return cachedRoute(sources, {
    path: '/api/v1/events/threads/{id}/articles',
    summary: 'Articles of a thread',
    description:
      'Every article of the events of this thread, newest first; of a story longer than 31 days those of the last 31.',
    tag: 'events',
    params: ThreadIdParameter,
    query: Query,
    needs: ['events'],
    response: Response,
    errors: { ...THREAD_ERRORS, 400: `${THREAD_ERRORS[400]}, or a malformed cursor` },
    ask: ({ params: { id }, query: { limit, cursor } }) => {
      const [timeMs, lastId] = cursor === undefined ? [] : cursors.opened(cursor, 2, scopeOf(id));
      return { id, limit, before: timeMs === undefined ? null : { timeMs, id: lastId! } };
    },
    now: () => listEndMs(sources),
    state: () => [events.generation, catalog.generation],
    answer: async ({ id, limit, before }): Promise<ThreadListAnswer> => {
      const thread = await threadOf(sources, id);
      const all = await articlesOfThread(sources, thread);
      const end = before && { publishedAt: isoOf(before.timeMs), id: before.id };
      const rest = end === null ? all : all.filter((one) => newestFirst(end, one) < 0);
      const articles = rest.slice(0, limit);
      const last = rest.length > limit ? articles.at(-1)! : null;
      const next = last && [Date.parse(last.publishedAt), last.id];
      return {
        threadId: id,
        majorTags: majorTagsOf(thread),
        total: all.length,
        count: articles.length,
        nextCursor: next && cursors.seal(next, scopeOf(id)),
        articles,
      };
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
