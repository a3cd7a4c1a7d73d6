/**
 * `/api/v1/events/threads`: the stories of one local day.
 *
 * What does not change until the next run is written once; articles are joined in between, and the
 * whole is cached until one of them changes.
 */

import { isoOf, localDateOf, localDayStartMs, parseDate } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import { campCoverageOf } from '../../../../news/events/coverage.js';
import { type Day, type DayThread, decodeDayThreads } from '../../../../news/events/day.js';
import type { HistoryArticle } from '../../../../news/events/snapshot.js';
import { majorTagsOf, maxTagOf, type ThreadRecord } from '../../../../news/events/thread.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../schema.js';
import type { NewsSources } from '../sources.js';
import { dayFields, dayOf, hourBy, hourOf, spanOf, threadsOf, trailOf } from './event-history.js';
import {
  CampCoverage,
  DayHours,
  DayStats,
  EventsBaseline,
  eventReplies,
  NewsItem,
  NewsJoin,
  RankTrail,
} from './event-json.js';
import { DecodedHours, type ToldThreads, threadsBy } from './past-threads.js';

/** Days whose frames are cached: people page through a few. */
const FRAMES_MAX = 8;

const Thread = Type.named('DayThread', {
  id: Type.Integer(),
  firstTime: Type.DateTime,
  lastTime: Type.DateTime,
  hours: Type.integer('Hours in the event ranking'),
  majorTags: Type.Array(Type.String(), { maxItems: 6 }),
  maxTag: Type.textOrNull('Tag with the highest burst'),
  maxScore: Type.Number(),
  bestRank: Type.integerOrNull('Best rank of the day'),
  rankTrail: RankTrail,
  trailEnd: Type.instantOrNull(
    'Last hour on the ranking that day',
    'Hour of the last place of `rankTrail`; null when it was in no list',
  ),
  coverage: CampCoverage,
  news: Type.arrayOf(NewsItem, 'From the hour of the best rank', 6),
});

const Response = Type.named('DayThreads', {
  day: Type.date('The day, as it was asked for'),
  days: Type.arrayOf(Type.String({ format: 'date' }), 'All dates with data'),
  dayHours: DayHours,
  dayStats: DayStats,
  baseline: EventsBaseline,
  threads: Type.arrayOf(Thread, 'By highest score', 300),
});

/** An answer without its articles: text, and where lists of articles belong in it. */
interface Frame {
  /** One more than there are lists. */
  texts: string[];
  lists: (readonly HistoryArticle[])[];
}

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
      day: Type.optionalDate(`${ZONE} date; today by default, or that of \`at\``),
      at: Type.optionalInstant(
        'As the day stood in the newest hour that starts at or before this time',
      ),
    },
    needs: ['events', 'media'],
    response: Response,
    errors: {
      400: 'The date or `at` is malformed',
      404: 'There is no snapshot at or before that time',
    },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query: { day, at }, raw }) => {
      const hourMs = at === undefined ? null : await hourOf(sources, at);
      const todayMs = localDayStartMs(hourMs ?? sources.clock.nowMs());
      const dayMs = day === undefined ? todayMs : parseDate(day)!;
      return replies.reply(raw.query, `${dayMs} ${hourMs}`, async () => {
        const { texts, lists } = await frames.of(dayMs, hourMs);
        const news = await join.listsOf(lists);
        return Buffer.from(texts.map((text, at) => text + (news[at] ?? '')).join(''));
      });
    },
  });
}

/** Frames of days, for as long as no run changes them. */
class Frames {
  readonly #sources: NewsSources;
  readonly #decoded: DecodedHours;
  readonly #frames = new Map<string, Frame>();
  #generation = '';

  constructor(sources: NewsSources) {
    this.#sources = sources;
    this.#decoded = new DecodedHours(sources);
  }

  /** The frame of a day, now or as it stood in an hour. */
  async of(dayMs: number, hourMs: number | null): Promise<Frame> {
    const lastMs = await hourBy(this.#sources, Number.POSITIVE_INFINITY);
    const generation = `${this.#sources.events.generation} ${lastMs}`;
    if (generation !== this.#generation || this.#frames.size >= FRAMES_MAX) this.#frames.clear();
    this.#generation = generation;
    const name = `${dayMs} ${hourMs}`;
    const known = this.#frames.get(name);
    if (known !== undefined) return known;
    const untilMs = hourMs ?? lastMs ?? Number.NEGATIVE_INFINITY;
    const frame = await frameOf(this.#sources, this.#decoded, dayMs, untilMs);
    if (this.#generation === generation) this.#frames.set(name, frame);
    return frame;
  }
}

/** @param lastMs the last hour that is shown. */
async function frameOf(
  sources: NewsSources,
  decoded: DecodedHours,
  dayMs: number,
  lastMs: number,
): Promise<Frame> {
  const { events } = sources;
  const hasData = events.hoursOf(dayMs).some((hourMs) => hourMs <= lastMs);
  const day = hasData ? await dayOf(sources, dayMs) : null;
  const isPast = day !== null && events.next(lastMs) !== null;
  const { baseline, threads } = isPast
    ? await threadsBy(sources, decoded, dayMs, lastMs)
    : await told(sources, day);
  const head = {
    day: localDateOf(dayMs),
    days: events.days.filter((startMs) => startMs <= lastMs).map(localDateOf),
    ...dayFields(day, lastMs),
    baseline,
  };
  const texts = [`${JSON.stringify(head).slice(0, -1)},"threads":[`];
  for (const { record, thread } of threads) {
    const coverage = campCoverageOf(thread.coverage, baseline);
    const fields = JSON.stringify({ ...threadFields(record, thread), coverage });
    texts[texts.length - 1] += `${fields.slice(0, -1)},"news":`;
    texts.push('},');
  }
  const last = texts.length - 1;
  texts[last] = `${texts[last]!.replace(/,$/, '')}]}`;
  return { texts, lists: threads.map(({ thread }) => thread.news) };
}

/** Threads of a day as its last run left them. */
async function told(sources: NewsSources, day: Day | null): Promise<ToldThreads> {
  const { baseline, threads } = decodeDayThreads(day?.threads ?? new Uint8Array(0));
  const records = await threadsOf(
    sources,
    threads.map(({ id }) => id),
  );
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  records.sort((a, b) => b.maxScore - a.maxScore || a.id - b.id);
  return { baseline, threads: records.map((record) => ({ record, thread: byId.get(record.id)! })) };
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
