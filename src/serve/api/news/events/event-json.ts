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
    const { catalog, clock } = this.#sources;
    const places = lists.flat();
    const items = catalog
      .findAll(places, clock.nowMs())
      .map((source, at) => (source === null ? null : this.#jsonOf(places[at]!.id, source)));
    const missing = [...places.keys()].filter((at) => items[at] === null);
    if (missing.length > 0) {
      const found = await this.#sources.articles(missing.map((at) => places[at]!));
      found.forEach((article, one) => {
        if (article !== null) items[missing[one]!] = newsJson(article);
      });
    }
    let end = 0;
    return lists.map(({ length }) => {
      const mine = items.slice(end, end + length).filter((item) => item !== null);
      end += length;
      return `[${mine.join(',')}]`;
    });
  }

  /** What is shown of an article in memory. */
  #jsonOf(id: number, source: Uint8Array): string {
    const known = this.#cache.get(id);
    if (known !== undefined && Buffer.compare(known.source, source) === 0) return known.json;
    const json = newsJson(JSON.parse(Buffer.from(source).toString()) as Article);
    if (this.#cache.size >= CACHED_MAX) this.#cache.clear();
    // A copy: the bytes are a part of those of all articles that were looked for.
    this.#cache.set(id, { source: Uint8Array.from(source), json });
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
