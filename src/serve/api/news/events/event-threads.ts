/**
 * `/api/v1/events/threads`: the stories of one local day.
 *
 * What does not change until the next run is written once; articles are joined in between, and the
 * whole is cached until one of them changes.
 */

import { isoOf, localDateOf, localDayStartMs, parseDate } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import { campCoverageOf } from '../../../../news/events/coverage.js';
import { type DayThread, decodeDayThreads } from '../../../../news/events/day.js';
import type { HistoryArticle } from '../../../../news/events/snapshot.js';
import { majorTagsOf, maxTagOf, type ThreadRecord } from '../../../../news/events/thread.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { date, instant, integer, named, nullable, text } from '../../schema.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { dayFields, dayOf, hourBy, spanOf, threadsOf, trailOf } from './event-history.js';
import { NewsJoin } from './event-news.js';
import { eventReplies } from './event-replies.js';
import {
  CampCoverage,
  DayHours,
  DayStats,
  EventsBaseline,
  NewsItem,
  RankTrail,
} from './event-schemas.js';

/** Days whose frames are cached: people page through a few. */
const FRAMES_MAX = 8;

const Thread = named('DayThread', {
  id: Type.Integer(),
  firstTime: DateTime,
  lastTime: DateTime,
  hours: integer('Hours in the event ranking'),
  majorTags: Type.Array(Type.String(), { maxItems: 6 }),
  maxTag: nullable(text('Tag with the highest burst')),
  maxScore: Type.Number(),
  bestRank: nullable(integer('Best rank of the day')),
  rankTrail: RankTrail,
  trailEnd: nullable(instant('Last hour on the ranking that day')),
  coverage: CampCoverage,
  news: Type.Array(NewsItem, { maxItems: 6, description: 'From the hour of the best rank' }),
});

const Response = named('DayThreads', {
  day: Type.String({ format: 'date' }),
  days: Type.Array(Type.String({ format: 'date' }), { description: 'All dates with data' }),
  dayHours: DayHours,
  dayStats: DayStats,
  baseline: EventsBaseline,
  threads: Type.Array(Thread, { maxItems: 300, description: 'By highest score' }),
});

/** An answer without its articles: text, and where lists of articles belong in it. */
interface Frame {
  /** One more than there are lists. */
  texts: string[];
  lists: (readonly HistoryArticle[])[];
}

/** The route of the threads of a day. */
export function eventThreadsRoute(sources: NewsSources): Route {
  const path = '/api/v1/events/threads';
  const replies = eventReplies(sources, path);
  const frames = new Frames(sources);
  const join = new NewsJoin(sources);
  return route({
    path,
    summary: 'Threads of a day',
    description: `Every story that was on the ranking in one ${ZONE} day. Coverage and baseline are those of the 24 hours up to the end of that day, or up to now.`,
    tag: 'events',
    query: {
      day: Type.Optional(date(`${ZONE} date; today by default`)),
    },
    response: Response,
    errors: { 400: 'The date is malformed' },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query: { day }, raw }) => {
      const dayMs = day === undefined ? localDayStartMs(sources.clock.nowMs()) : parseDate(day)!;
      return replies.reply(raw.query, String(dayMs), async () => {
        const { texts, lists } = await frames.of(dayMs);
        const news = await join.listsOf(lists);
        return Buffer.from(texts.map((text, at) => text + (news[at] ?? '')).join(''));
      });
    },
  });
}

/** Frames of days, for as long as no run changes them. */
class Frames {
  readonly #sources: NewsSources;
  readonly #frames = new Map<number, Frame>();
  #generation = '';

  constructor(sources: NewsSources) {
    this.#sources = sources;
  }

  async of(dayMs: number): Promise<Frame> {
    const lastMs = await hourBy(this.#sources, Number.POSITIVE_INFINITY);
    const generation = `${this.#sources.events.generation} ${lastMs}`;
    if (generation !== this.#generation || this.#frames.size >= FRAMES_MAX) this.#frames.clear();
    this.#generation = generation;
    const known = this.#frames.get(dayMs);
    if (known !== undefined) return known;
    const frame = await frameOf(this.#sources, dayMs, lastMs ?? Number.NEGATIVE_INFINITY);
    if (this.#generation === generation) this.#frames.set(dayMs, frame);
    return frame;
  }
}

/** @param lastMs the last hour that is shown. */
async function frameOf(sources: NewsSources, dayMs: number, lastMs: number): Promise<Frame> {
  const { events } = sources;
  const hasData = events.hoursOf(dayMs).some((hourMs) => hourMs <= lastMs);
  const day = hasData ? await dayOf(sources, dayMs) : null;
  const { baseline, threads } = decodeDayThreads(day?.threads ?? new Uint8Array(0));
  const records = await threadsOf(
    sources,
    threads.map(({ id }) => id),
  );
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  records.sort((a, b) => b.maxScore - a.maxScore || a.id - b.id);
  const head = {
    day: localDateOf(dayMs),
    days: events.days.filter((startMs) => startMs <= lastMs).map(localDateOf),
    ...dayFields(day, lastMs),
    baseline,
  };
  const texts = [`${JSON.stringify(head).slice(0, -1)},"threads":[`];
  for (const record of records) {
    const coverage = campCoverageOf(byId.get(record.id)!.coverage, baseline);
    const fields = JSON.stringify({ ...threadFields(record, byId.get(record.id)!), coverage });
    texts[texts.length - 1] += `${fields.slice(0, -1)},"news":`;
    texts.push('},');
  }
  const last = texts.length - 1;
  texts[last] = `${texts[last]!.replace(/,$/, '')}]}`;
  return { texts, lists: records.map(({ id }) => byId.get(id)!.news) };
}

function threadFields(record: ThreadRecord, { bestRank, trail, trailEndMs }: DayThread): object {
  return {
    id: record.id,
    ...spanOf(record),
    majorTags: majorTagsOf(record),
    maxTag: maxTagOf(record),
    maxScore: record.maxScore,
    bestRank,
    rankTrail: trailOf(trail),
    trailEnd: isoOf(trailEndMs),
  };
}
