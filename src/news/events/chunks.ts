/**
 * The events of an hour, the hours of a day and the threads of a day as bytes.
 *
 * A snapshot has a table of its outlets, by code and camp as of then; events hold indices into it.
 * Numbers are stored as computed, articles as id and sort time.
 */
import { HOUR_MS } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import { getOrInsert } from '../../kernel/collections.js';
import { CAMPS } from '../../kernel/model/records.js';
import {
  type Baseline,
  type ByCamp,
  type CoverageNumbers,
  type CoveredOutlet,
  campNumber,
  emptyBaseline,
} from './answers/coverage.js';

/** Hours of a rank trail. Decision 40. */
export const TRAIL_HOURS = 24;

/** Stored articles of an event at most: 600 bytes; the largest stories have a few hundred. */
const ARTICLES_STORED_MAX = 400;

export interface HistoryArticle {
  id: number;
  sortMs: number;
}

export interface TagBurst {
  tag: string;
  burst: number;
}

export interface SnapshotEvent {
  score: number;
  /** By descending burst. */
  tags: TagBurst[];
  /** The first `majors` tags are main tags. */
  majors: number;
  news: HistoryArticle[];
  thread: number;
  /** Rank in the last snapshot; null when newly ranked. */
  prevRank: number | null;
  /** Number of hours of the thread up to this one. */
  hours: number;
  firstHourMs: number;
  /** Ranks of the last 24 hours, oldest first; 0 when off the ranking. */
  trail: number[];
  coverage: CoverageNumbers;
  /** Ids of its articles, ascending; of too many the newest. Empty in older formats. */
  articles: number[];
}

export interface Snapshot {
  hourMs: number;
  builtMs: number;
  baseline: Baseline;
  /** By rank. */
  events: SnapshotEvent[];
}

/** Outlets by number, given in the order of first use. */
class OutletTable {
  readonly #numbers = new Map<string, number>();
  readonly list: [media: string, camp: number][] = [];

  numberOf({ media, camp }: CoveredOutlet): number {
    const push = (): number => this.list.push([media, campNumber(camp)]) - 1;
    return getOrInsert(this.#numbers, media, push);
  }
}

type PackedEvent = [
  score: number,
  tags: (string | number)[],
  majors: number,
  news: number[],
  thread: number,
  prevRank: number,
  hours: number,
  firstHour: number,
  trail: number[],
  articles: number,
  outlets: number[],
  /** The first id, then the difference of each id to the one before. */
  members?: number[],
];

type PackedSnapshot = [
  hour: number,
  builtMs: number,
  outlets: [string, number][],
  baseline: number[],
  events: PackedEvent[],
];

export function encodeSnapshot({ hourMs, builtMs, baseline, events }: Snapshot): Buffer {
  const outlets = new OutletTable();
  const packed = events.map(
    (event): PackedEvent => [
      event.score,
      event.tags.flatMap(({ tag, burst }) => [tag, burst]),
      event.majors,
      packPlaces(event.news),
      event.thread,
      event.prevRank ?? 0,
      event.hours,
      event.firstHourMs / HOUR_MS,
      event.trail,
      event.coverage.articles,
      event.coverage.outlets.map((outlet) => outlets.numberOf(outlet)),
      stepsOf(event.articles.slice(-ARTICLES_STORED_MAX)),
    ],
  );
  const whole: PackedSnapshot = [
    hourMs / HOUR_MS,
    builtMs,
    outlets.list,
    packBaseline(baseline),
    packed,
  ];
  return encode(whole);
}

/** @throws when the bytes are no snapshot. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const [hour, builtMs, table, baseline, events] = decode(bytes) as PackedSnapshot;
  const outlets = unpackOutlets(table);
  return {
    hourMs: hour * HOUR_MS,
    builtMs,
    baseline: unpackBaseline(baseline),
    events: events.map(
      ([
        score,
        tags,
        majors,
        news,
        thread,
        prevRank,
        hours,
        firstHour,
        trail,
        articles,
        mine,
        members = [],
      ]) => ({
        score,
        tags: unpackTags(tags),
        majors,
        news: unpackPlaces(news),
        thread,
        prevRank: prevRank === 0 ? null : prevRank,
        hours,
        firstHourMs: firstHour * HOUR_MS,
        trail,
        coverage: { articles, outlets: mine.map((number) => outlets[number]!) },
        articles: sumsOf(members),
      }),
    ),
  };
}

function stepsOf(ids: readonly number[]): number[] {
  return ids.map((id, at) => id - (ids[at - 1] ?? 0));
}

function sumsOf(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

function packPlaces(places: readonly HistoryArticle[]): number[] {
  return places.flatMap(({ id, sortMs }) => [id, sortMs]);
}

function unpackPlaces(packed: readonly number[]): HistoryArticle[] {
  return Array.from({ length: packed.length / 2 }, (_, at) => ({
    id: packed[2 * at]!,
    sortMs: packed[2 * at + 1]!,
  }));
}

function packBaseline({ outlets, articles }: Baseline): number[] {
  return [...CAMPS.map((camp) => outlets[camp]!), ...CAMPS.map((camp) => articles[camp]!)];
}

function unpackBaseline(packed: readonly number[]): Baseline {
  const from = (start: number): ByCamp =>
    Object.fromEntries(CAMPS.map((camp, at) => [camp, packed[start + at]!]));
  return { outlets: from(0), articles: from(CAMPS.length) };
}

function unpackOutlets(table: readonly [string, number][]): CoveredOutlet[] {
  return table.map(([media, camp]) => ({ media, camp: CAMPS[camp]! }));
}

function unpackTags(packed: readonly (string | number)[]): TagBurst[] {
  return Array.from({ length: packed.length / 2 }, (_, at) => ({
    tag: String(packed[2 * at]),
    burst: Number(packed[2 * at + 1]),
  }));
}

/** An hour with its encoded snapshot. */
export interface HourEntry {
  hourMs: number;
  builtMs: number;
  /** Burst of the top tag of the first event; 0 without events. */
  top: number;
  /** Number of events. */
  count: number;
  bytes: Uint8Array;
}

/** A thread within one day. */
export interface DayThread {
  id: number;
  bestRank: number;
  /** Last hour of the day in which the thread was on the ranking. */
  trailEndMs: number;
  /** Ranks of the 24 hours up to `trailEndMs`, oldest first; 0 when off the ranking. */
  trail: number[];
  /** News of the hour with the best rank. */
  news: HistoryArticle[];
  coverage: CoverageNumbers;
}

export interface DayThreads {
  baseline: Baseline;
  /** Ascending by id. */
  threads: DayThread[];
}

type PackedThread = [
  id: number,
  bestRank: number,
  trailEndHour: number,
  trail: number[],
  news: number[],
  articles: number,
  outlets: number[],
];

type PackedThreads = [baseline: number[], outlets: [string, number][], threads: PackedThread[]];

type PackedDay = [
  hours: [hour: number, builtMs: number, top: number, count: number, bytes: Uint8Array][],
  threads: Uint8Array,
];

/**
 * A local day of events in parts: the snapshot of each hour, and the day's threads.
 *
 *   day := [hours: [hour, builtMs, top, count, snapshot][], threads]
 *
 * Parts are bytes within bytes, so a reader decodes only the hours that it needs. A thread restarts
 * from the same bytes that are stored on disk for ever.
 */
export interface Day {
  hours: Map<number, HourEntry>;
  /** Made by `encodeDayThreads`. */
  threads: Uint8Array;
}

export function entryOf({ hourMs, builtMs, events }: Snapshot, bytes: Uint8Array): HourEntry {
  const top = events[0]?.tags[0]?.burst ?? 0;
  return { hourMs, builtMs, top, count: events.length, bytes };
}

export function encodeDay({ hours, threads }: Day): Buffer {
  const entries = [...hours.values()].sort((a, b) => a.hourMs - b.hourMs);
  const packed: PackedDay = [
    entries.map(({ hourMs, builtMs, top, count, bytes }) => [
      hourMs / HOUR_MS,
      builtMs,
      top,
      count,
      bytes,
    ]),
    threads,
  ];
  return encode(packed);
}

/** @throws when the bytes are no day. */
export function decodeDay(bytes: Uint8Array): Day {
  const [entries, threads] = decode(bytes) as PackedDay;
  const hours = entries.map(([hour, builtMs, top, count, snapshot]): [number, HourEntry] => {
    const hourMs = hour * HOUR_MS;
    return [hourMs, { hourMs, builtMs, top, count, bytes: snapshot }];
  });
  return { hours: new Map(hours), threads };
}

export function encodeDayThreads({ baseline, threads }: DayThreads): Buffer {
  const outlets = new OutletTable();
  const packed = threads.map(
    ({ id, bestRank, trailEndMs, trail, news, coverage }): PackedThread => [
      id,
      bestRank,
      trailEndMs / HOUR_MS,
      trail,
      packPlaces(news),
      coverage.articles,
      coverage.outlets.map((outlet) => outlets.numberOf(outlet)),
    ],
  );
  const whole: PackedThreads = [packBaseline(baseline), outlets.list, packed];
  return encode(whole);
}

/** @throws when the bytes are no day's threads. */
export function decodeDayThreads(bytes: Uint8Array): DayThreads {
  if (bytes.length === 0) return { baseline: emptyBaseline(), threads: [] };
  const [baseline, table, threads] = decode(bytes) as PackedThreads;
  const outlets = unpackOutlets(table);
  return {
    baseline: unpackBaseline(baseline),
    threads: threads.map(([id, bestRank, trailEndHour, trail, news, articles, mine]) => ({
      id,
      bestRank,
      trailEndMs: trailEndHour * HOUR_MS,
      trail,
      news: unpackPlaces(news),
      coverage: { articles, outlets: mine.map((number) => outlets[number]!) },
    })),
  };
}
