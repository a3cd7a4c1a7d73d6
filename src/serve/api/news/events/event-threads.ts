/**
 * `/api/v1/events/threads`: the stories of one local day, now or as of one of its hours.
 *
 * The text that is constant until the next run is written once; articles are inserted, and the
 * answer is cached until one of them changes. Threads of a past hour are computed again from the
 * snapshots up to that hour, as the writer did then: ranks, trails and headlines from these hours,
 * tags and scores of a thread from all of its hours so far, coverage from the articles of the 24
 * hours up to the end of the hour's last run. Articles that are hidden now are not counted.
 */

import { setImmediate as frontsTurn } from 'node:timers/promises';
import { ByteCache } from '../../../../kernel/byte-cache.js';
import {
  DAY_MS,
  HOUR_MS,
  isoOf,
  localDateOf,
  localDayStartMs,
  parseDate,
} from '../../../../kernel/clock.js';
import { getOrInsert } from '../../../../kernel/collections.js';
import { ZONE } from '../../../../kernel/current-place.js';
import {
  type Baseline,
  type CoverageNumbers,
  campCoverageOf,
  coverageOf,
} from '../../../../news/events/answers/coverage.js';
import {
  type Day,
  type DayThread,
  type DayThreads,
  decodeDayThreads,
  decodeSnapshot,
  type HistoryArticle,
  type Snapshot,
} from '../../../../news/events/chunks.js';
import { DAY_THREADS_MAX } from '../../../../news/events/codec.js';
import { threadsOfDay } from '../../../../news/events/state/run.js';
import {
  appear,
  majorTagsOf,
  maxTagOf,
  newThread,
  type ThreadRecord,
  tagsByKey,
} from '../../../../news/events/state/thread.js';
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

/** Hours back from which tags of a thread are read: a bound of the time of an answer. */
const HOURS_READ_MAX = 31 * 24;

/** The threads of a day with their records, highest score first. */
interface ToldThreads {
  baseline: Baseline;
  threads: { record: ThreadRecord; thread: DayThread }[];
}

/**
 * The threads of the local day that begins at `dayMs`, as of the hour `hourMs`. A day that had
 * ended by then has its final threads.
 */
async function threadsBy(
  sources: NewsSources,
  decoded: DecodedHours,
  dayMs: number,
  hourMs: number,
): Promise<ToldThreads> {
  const isOver = hourMs >= dayMs + DAY_MS;
  const { baseline, threads } = isOver
    ? decodeDayThreads((await dayOf(sources, dayMs)).threads)
    : await threadsUpTo(sources, decoded, dayMs, hourMs);
  const records = await recordsBy(sources, decoded, new Set(threads.map(({ id }) => id)), hourMs);
  const told = threads
    .flatMap((thread) => {
      const record = records.get(thread.id);
      return record === undefined ? [] : [{ thread, record }];
    })
    .sort((a, b) => b.record.maxScore - a.record.maxScore || a.thread.id - b.thread.id);
  return { baseline, threads: told.slice(0, DAY_THREADS_MAX) };
}

/** The threads of a day up to an hour, as the writer computed them then. */
async function threadsUpTo(
  sources: NewsSources,
  decoded: DecodedHours,
  dayMs: number,
  hourMs: number,
): Promise<DayThreads> {
  const { events } = sources;
  const hours = events.hoursOf(dayMs).filter((one) => one <= hourMs);
  const day = await decoded.of(hours);
  const last = day.at(-1)!;
  const fromMs = last.builtMs - DAY_MS;
  const earlier = events.hoursOf(dayMs - DAY_MS).filter((one) => one + HOUR_MS > fromMs);
  const coverage = coverageBy(sources, [...(await decoded.of(earlier)), ...day], last);
  const threads = threadsOfDay(day);
  return {
    baseline: last.baseline,
    threads: threads.map((thread) => ({ ...thread, coverage: coverage(thread.id) })),
  };
}

/**
 * Records of threads as of an hour: the stored ones of ended threads, the others computed from the
 * snapshots of their hours.
 */
async function recordsBy(
  sources: NewsSources,
  decoded: DecodedHours,
  ids: ReadonlySet<number>,
  hourMs: number,
): Promise<Map<number, ThreadRecord>> {
  const fromMs = hourMs - HOURS_READ_MAX * HOUR_MS;
  const hours = new Set<number>();
  const open = new Set<number>();
  const records = new Map<number, ThreadRecord>();
  const tags = new Map<number, ReturnType<typeof tagsByKey>>();
  for (const record of await threadsOf(sources, [...ids])) {
    const { id, hoursMs } = record;
    if (hoursMs.at(-1)! <= hourMs) {
      records.set(id, record);
      continue;
    }
    open.add(id);
    for (const one of hoursMs) if (one <= hourMs && one >= fromMs) hours.add(one);
  }
  for (const snapshot of await decoded.of([...hours].sort((a, b) => a - b))) {
    for (const event of snapshot.events) {
      if (!open.has(event.thread)) continue;
      const record = getOrInsert(records, event.thread, () => newThread(event.thread));
      const byKey = getOrInsert(tags, event.thread, () => tagsByKey(record));
      appear(record, snapshot.hourMs, event.score, event.tags, byKey);
    }
  }
  return records;
}

/** Three days of busy hours: answers about adjacent hours need nearly the same snapshots. */
const DECODED_BYTES_MAX = 12 * 1024 * 1024;
/** Size of a decoded snapshot in memory, as a multiple of its bytes. */
const DECODED_GROWTH = 6;

/** Cache of decoded snapshots; the main thread does other work between two of them. */
class DecodedHours {
  readonly #sources: NewsSources;
  readonly #snapshots = new ByteCache<{ snapshot: Snapshot; bytes: number }>(
    DECODED_BYTES_MAX,
    ({ bytes }) => DECODED_GROWTH * bytes,
  );

  constructor(sources: NewsSources) {
    this.#sources = sources;
  }

  /** The snapshots of hours that have one, in their order. */
  async of(hoursMs: readonly number[]): Promise<Snapshot[]> {
    const snapshots: Snapshot[] = [];
    let hours: Day['hours'] = new Map();
    let openMs = Number.NaN;
    for (const hourMs of hoursMs) {
      const dayMs = localDayStartMs(hourMs);
      if (dayMs !== openMs) ({ hours } = await dayOf(this.#sources, dayMs));
      openMs = dayMs;
      const { bytes, builtMs } = hours.get(hourMs)!;
      const name = `${hourMs} ${builtMs}`;
      let snapshot = this.#snapshots.get(name)?.snapshot;
      if (snapshot === undefined) {
        snapshot = decodeSnapshot(bytes);
        this.#snapshots.set(name, { snapshot, bytes: bytes.length });
        await frontsTurn();
      }
      snapshots.push(snapshot);
    }
    return snapshots;
  }
}

/** Coverage of threads by their articles of the day up to a snapshot. */
function coverageBy(
  { media, catalog, clock }: NewsSources,
  snapshots: readonly Snapshot[],
  { builtMs }: Snapshot,
): (thread: number) => CoverageNumbers {
  const fromMs = builtMs - DAY_MS;
  const nowMs = clock.nowMs();
  const members = new Map<number, Set<number>>();
  for (const { events } of snapshots) {
    for (const { thread, articles, news } of events) {
      const mine = members.get(thread) ?? new Set<number>();
      members.set(thread, mine);
      for (const id of articles) mine.add(id);
      for (const { id } of news) mine.add(id);
    }
  }
  return (thread) => {
    const counts = new Map<string, number>();
    for (const id of members.get(thread) ?? []) {
      const seen = media.sightOf(id, nowMs);
      if (seen === null || seen.sortMs < fromMs || seen.sortMs >= builtMs) continue;
      counts.set(seen.media, (counts.get(seen.media) ?? 0) + 1);
    }
    return coverageOf(
      [...counts].map(([code, articles]) => {
        const camp = catalog.directory.mediaOf(code)?.camp ?? 'other';
        return { media: code, camp, articles };
      }),
    );
  };
}

/** Days whose frames are cached: readers page through a few days. */
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

/** An answer without its articles: texts, and the lists of articles between them. */
interface Frame {
  /** One more than `lists`. */
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

/** Cached frames of days, valid until the next run. */
class Frames {
  readonly #sources: NewsSources;
  readonly #decoded: DecodedHours;
  readonly #frames = new Map<string, Frame>();
  #generation = '';

  constructor(sources: NewsSources) {
    this.#sources = sources;
    this.#decoded = new DecodedHours(sources);
  }

  /** The frame of a day, now or as of an hour. */
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

/** @param lastMs the last shown hour. */
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

/** Threads of a day as of its last run. */
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
