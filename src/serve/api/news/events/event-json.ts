/**
 * Events as answers have them: their JSON, the articles that are joined to it, and replies that are given again.
 */
import { isoOf, utcHourOf } from '../../../../kernel/clock.js';
import type { CampCoverage } from '../../../../news/events/coverage.js';
import type { HistoryArticle, SnapshotEvent } from '../../../../news/events/snapshot.js';
import { minuteBehind } from '../../caching.js';
import { QueryReplies } from '../../replies/replies.js';
import type { Article } from '../articles/article-lookup.js';
import type { NewsSources } from '../sources.js';
import { isStale, trailOf } from './event-history.js';

/** What an event says of itself beside its news. */
export function eventFields(
  { tags, majors, thread, prevRank, hours, firstHourMs, trail }: SnapshotEvent,
  rank: number,
  score: number,
  coverage: CampCoverage,
) {
  return {
    rank,
    score,
    major: tags.slice(0, majors).map(({ tag }) => tag),
    tags,
    relatedEventPk: String(thread),
    threadId: thread,
    prevRank,
    hours,
    rankTrail: trailOf(trail),
    firstTime: isoOf(firstHourMs),
    coverage,
  };
}

/** @param news a JSON array. */
export function eventJson(fields: object, news: string): string {
  return `${JSON.stringify(fields).slice(0, -1)},"news":${news}}`;
}

/** @param events each as JSON. */
export function eventsJson(head: object, events: readonly string[]): Buffer {
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"events":[${events.join(',')}]}`);
}

/** Articles remembered: those of a day's list of threads, several times over. */
const CACHED_MAX = 10_000;

interface CachedItem {
  source: Uint8Array;
  json: string;
}

/**
 * Joins articles to the places that events keep of them: titles as they are now, nothing of what is
 * hidden.
 *
 * An article's few fields are taken out of its JSON once and cached as long as that JSON stays the
 * same; looking whether it does costs a microsecond, reading it again ten.
 */
export class NewsJoin {
  readonly #sources: NewsSources;
  readonly #cache = new Map<number, CachedItem>();

  constructor(sources: NewsSources) {
    this.#sources = sources;
  }

  /** JSON arrays of the articles of each list that may be shown, in their order. */
  async listsOf(lists: readonly (readonly HistoryArticle[])[]): Promise<string[]> {
    const missing = lists.flat().filter((place) => this.#inMemory(place) === null);
    const found = missing.length === 0 ? [] : await this.#sources.articles(missing);
    const fetched = new Map<number, string>();
    found.forEach((article) => {
      if (article !== null) fetched.set(article.id, newsJson(article));
    });
    return lists.map((places) => {
      const items = places.map((place) => this.#inMemory(place) ?? fetched.get(place.id) ?? null);
      return `[${items.filter((item) => item !== null).join(',')}]`;
    });
  }

  /** The JSON of an article in the hot window; null when it is elsewhere or may not be shown. */
  #inMemory({ id, sortMs }: HistoryArticle): string | null {
    const { catalog, clock } = this.#sources;
    const source = catalog.find(id, sortMs, clock.nowMs());
    if (source === null) return null;
    const known = this.#cache.get(id);
    if (known !== undefined && Buffer.compare(known.source, source) === 0) return known.json;
    const json = newsJson(JSON.parse(Buffer.from(source).toString()) as Article);
    if (this.#cache.size >= CACHED_MAX) this.#cache.clear();
    this.#cache.set(id, { source, json });
    return json;
  }
}

function newsJson({ id, media, title, url, image, camp }: Article): string {
  return JSON.stringify({ id, media, title, url, image, camp });
}

/** Those of the route of a path. */
export function eventReplies(
  { events, catalog, clock, cachePart }: NewsSources,
  path: string,
): QueryReplies {
  return new QueryReplies({
    part: cachePart(path),
    clock,
    refreshMs: null,
    state: [
      () => events.generation,
      () => catalog.generation,
      () => utcHourOf(clock.nowMs()),
      () => isStale(events, clock.nowMs()),
      () => minuteBehind(clock.nowMs(), events.tickMs),
    ],
  });
}
