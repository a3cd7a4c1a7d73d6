/**
 * Events as JSON: schemas, writers, the join of articles, and cached replies.
 */

import { isoOf, utcHourOf } from '../../../../kernel/clock.js';
import { FIRST_POLE, SECOND_POLE, ZONE } from '../../../../kernel/current-place.js';
import { CAMPS } from '../../../../kernel/model/records.js';
import type { CampCoverage as CampNumbers } from '../../../../news/events/answers/coverage.js';
import type { HistoryArticle, SnapshotEvent } from '../../../../news/events/chunks.js';
import { minuteBehind, QueryReplies } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import type { Article } from '../articles/article-lookup.js';
import { ArticleItem } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { isStale, mainTagsOf, trailOf } from './event-history.js';

const ByCamp = Type.Object(Object.fromEntries(CAMPS.map((camp) => [camp, Type.Integer()])), {
  $id: 'ByCamp',
  description: 'A number for each camp',
});

export const NewsItem = Type.named('NewsItem', 'An article that represents a story', {
  id: Type.nullable(Type.Integer()),
  ...Type.some(ArticleItem, 'media', 'title', 'url', 'image', 'camp'),
});

const Side = Type.Enum([FIRST_POLE, SECOND_POLE]);

export const CampCoverage = Type.named(
  'CampCoverage',
  'Who wrote of the event; `camps` counts outlets',
  {
    outlets: Type.Array(
      Type.named('CoverageOutlet', {
        media: Type.String(),
        camp: Type.oneOf(CAMPS, 'Camp of the outlet, or the one that was asked for'),
      }),
      { description: 'From the most articles to the fewest' },
    ),
    articles: Type.integer('Articles of the event'),
    camps: ByCamp,
    share: Type.nullable(
      Type.described(
        `Percentages of ${FIRST_POLE} and ${SECOND_POLE} outlets alone; null where there are none`,
        { [FIRST_POLE]: Type.Integer(), [SECOND_POLE]: Type.Integer() },
      ),
      'Percentages of outlets of the two poles, without the others; null when neither wrote of it',
    ),
    lean: Type.decimalOrNull(
      `Binary logarithm of the ${FIRST_POLE}-to-${SECOND_POLE} ratio of outlets against that of the baseline: 0 is as usual, above 0 leans ${FIRST_POLE}`,
    ),
    tilt: Type.nullable({
      ...Side,
      description: 'The camp that clearly favours the story: |lean| of at least 0.8, five outlets',
    }),
    blindspot: Type.Array(Side, {
      description: 'Camps that hardly see the story: at most one outlet, the other at least four',
    }),
  },
);

export const EventsBaseline = Type.named(
  'EventsBaseline',
  'Ranking news media that published in the window, and their articles',
  {
    outlets: ByCamp,
    articles: ByCamp,
  },
);

export const DayStats = Type.Array(
  Type.named('EventsHour', {
    hour: Type.DateTime,
    top: Type.decimal('Burst of the first event; 0 without events'),
    count: Type.integer('Events of that hour'),
  }),
  { description: 'The same hours with what they held' },
);

export const DayHours = Type.arrayOf(
  Type.DateTime,
  `Hours with a snapshot in the same ${ZONE} day`,
);

export const RankTrail = Type.Array(Type.nullable(Type.Integer()), {
  minItems: 24,
  maxItems: 24,
  description: 'Ranks of 24 hours, oldest first; null off the ranking',
});

export const ThreadIdParameter = {
  id: Type.howMany('Thread, see `threadId` of `/api/v1/events`'),
};

export const THREAD_ERRORS = { 400: 'The id is malformed', 404: 'There is no such thread' };

export function eventFields(
  { thread, tags, majors, prevRank, hours, firstHourMs, trail }: SnapshotEvent,
  rank: number,
  score: number,
  coverage: CampNumbers,
) {
  return {
    rank,
    score,
    major: mainTagsOf({ tags, majors }),
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

/** @param events JSON of each event. */
export function eventsJson(head: object, events: readonly string[]): Buffer {
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"events":[${events.join(',')}]}`);
}

/** Cached articles: several times those of a day's list of threads. */
const CACHED_MAX = 10_000;

interface CachedItem {
  source: Uint8Array;
  json: string;
}

/**
 * Joins the articles that events refer to: current titles, without hidden articles.
 *
 * The few fields of an article are parsed once from its JSON and cached while the JSON stays the
 * same; this check costs a microsecond, parsing ten.
 */
export class NewsJoin {
  readonly #sources: NewsSources;
  readonly #cache = new Map<number, CachedItem>();

  constructor(sources: NewsSources) {
    this.#sources = sources;
  }

  /** A JSON array for each list, of the articles that may be shown, in their order. */
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

  /** JSON of the shown fields of an article in memory. */
  #jsonOf(id: number, source: Uint8Array): string {
    const known = this.#cache.get(id);
    if (known !== undefined && Buffer.compare(known.source, source) === 0) return known.json;
    const json = newsJson(JSON.parse(Buffer.from(source).toString()) as Article);
    if (this.#cache.size >= CACHED_MAX) this.#cache.clear();
    // Copied, because the bytes are a part of a buffer with all articles of the look-up.
    this.#cache.set(id, { source: Uint8Array.from(source), json });
    return json;
  }
}

function newsJson(article: Article): string {
  return JSON.stringify(Type.fieldsOf(NewsItem, article));
}

/** Cached replies of a path, valid until an event or article changes. */
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
