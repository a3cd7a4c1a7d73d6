/**
 * The events of an hour as bytes.
 *
 * Outlets stand once in a table of the snapshot, by code and camp as of then; events point into it.
 * Numbers are stored as they were computed, articles as id and sort time.
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
} from './coverage.js';

/** Hours of a rank trail. Decision 40. */
export const TRAIL_HOURS = 24;

/** Articles of an event that history keeps: 600 bytes; the largest stories have a few hundred. */
const ARTICLES_STORED_MAX = 400;

/** An article as histories hold it. */
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
  /** The most bursting first. */
  tags: TagBurst[];
  /** How many of the first tags are main tags. */
  majors: number;
  news: HistoryArticle[];
  thread: number;
  /** Rank in the snapshot before; null when newly ranked. */
  prevRank: number | null;
  /** Hours in which the thread appeared up to this one. */
  hours: number;
  firstHourMs: number;
  /** Ranks of the last 24 hours, oldest first; 0 where off the ranking. */
  trail: number[];
  coverage: CoverageNumbers;
  /** Ids of its articles, ascending; of very many the newest. Empty in the format before. */
  articles: number[];
}

export interface Snapshot {
  hourMs: number;
  builtMs: number;
  baseline: Baseline;
  /** By rank. */
  events: SnapshotEvent[];
}

/** Outlets by number, given at first use. */
export class OutletTable {
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
  /** The first id, then how much larger each further one is. */
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

export function packPlaces(places: readonly HistoryArticle[]): number[] {
  return places.flatMap(({ id, sortMs }) => [id, sortMs]);
}

export function unpackPlaces(packed: readonly number[]): HistoryArticle[] {
  return Array.from({ length: packed.length / 2 }, (_, at) => ({
    id: packed[2 * at]!,
    sortMs: packed[2 * at + 1]!,
  }));
}

export function packBaseline({ outlets, articles }: Baseline): number[] {
  return [...CAMPS.map((camp) => outlets[camp]!), ...CAMPS.map((camp) => articles[camp]!)];
}

export function unpackBaseline(packed: readonly number[]): Baseline {
  const from = (start: number): ByCamp =>
    Object.fromEntries(CAMPS.map((camp, at) => [camp, packed[start + at]!]));
  return { outlets: from(0), articles: from(CAMPS.length) };
}

export function unpackOutlets(table: readonly [string, number][]): CoveredOutlet[] {
  return table.map(([media, camp]) => ({ media, camp: CAMPS[camp]! }));
}

function unpackTags(packed: readonly (string | number)[]): TagBurst[] {
  return Array.from({ length: packed.length / 2 }, (_, at) => ({
    tag: String(packed[2 * at]),
    burst: Number(packed[2 * at + 1]),
  }));
}
