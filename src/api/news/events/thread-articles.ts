/**
 * Every article that bears a main tag of a thread, wherever it lies.
 */
import { DAY_MS, HOUR_MS } from '../../../kernel/clock.js';
import type { ThreadRecord } from '../../../news/events/thread.js';
import { tagKey } from '../../../text/tag.js';
import type { Article } from '../articles/article-lookup.js';
import { newestArticles, taggedFilter } from '../articles/catalog-list.js';
import type { NewsSources } from '../sources.js';

/** A story that runs longer is read from its end: the widest window of the search. */
export const STORY_MS_MAX = 31 * DAY_MS;
/** A snapshot looks back on 24 hours, the last of which is its own. */
const LEAD_MS = 23 * HOUR_MS;
/** Articles of one tag, the newest: an answer of some megabytes at most. */
const TAG_ARTICLES_MAX = 3000;

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
  return [...found.values()].sort(
    (a, b) => b.publishedMs - a.publishedMs || b.article.id - a.article.id,
  );
}
