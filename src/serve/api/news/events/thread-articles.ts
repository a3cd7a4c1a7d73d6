/**
 * Articles of a thread, wherever they lie: every one that bears a main tag, and those that its events
 * were made of.
 */
import { DAY_MS, HOUR_MS } from '../../../../kernel/clock.js';
import { searchForm, tagKey } from '../../../../kernel/text/tag.js';
import type { Snapshot } from '../../../../news/events/snapshot.js';
import type { ThreadRecord } from '../../../../news/events/thread.js';
import type { Article } from '../articles/article-lookup.js';
import { newestArticles, taggedFilter } from '../articles/catalog-list.js';
import type { NewsSources } from '../sources.js';

/** A story that runs longer is read from its end: the widest window of the search. */
export const STORY_MS_MAX = 31 * DAY_MS;
/** A snapshot looks back on 24 hours, the last of which is its own. */
const LEAD_MS = 23 * HOUR_MS;
/** Articles of one tag, the newest: an answer of some megabytes at most. */
const TAG_ARTICLES_MAX = 3000;
/** Hours that are read to know a thread's articles: 31 days at less than a day's distance. */
const HOURS_READ_MAX = 72;

export interface ThreadArticle {
  article: Article;
  publishedMs: number;
  /** Main tags that it carries. */
  hits: number;
}

/** From the day before a thread began to the end of its last hour, or to `nowMs`. */
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
  return [...found.values()].sort(newestFirst);
}

/** The hours that tell which articles a thread had: an event is made of those of the day before it. */
export function hoursToRead({ hoursMs }: ThreadRecord, fromMs: number): number[] {
  const within = hoursMs.filter((hourMs) => hourMs >= fromMs).reverse();
  const step = Math.ceil(within.length / HOURS_READ_MAX);
  return within.filter((_, at) => at % step === 0).reverse();
}

/**
 * Ids of the articles that a thread's events were made of, the newest. Old formats know those alone that
 * stood for it. @param snapshots of its hours.
 */
export function membersIn(snapshots: readonly Snapshot[], thread: number): Set<number> {
  const mine = snapshots.flatMap(({ events }) => events.filter((one) => one.thread === thread));
  const ids = mine.flatMap(({ articles, news }) => [...articles, ...news.map(({ id }) => id)]);
  return new Set([...new Set(ids)].sort((a, b) => b - a).slice(0, TAG_ARTICLES_MAX));
}

/** Articles by id as far as they are shown now. */
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
 * Adds the articles of a thread that bear no main tag: where its name is a phrase, none does. A phrase
 * counts as a hit where it stands in the title.
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
    .sort(newestFirst);
}

function newestFirst(a: ThreadArticle, b: ThreadArticle): number {
  return b.publishedMs - a.publishedMs || b.article.id - a.article.id;
}
