/**
 * A local day of events as bytes: the snapshot of each hour, and the day's threads.
 *
 *   day := [hours: [hour, builtMs, top, count, snapshot][], threads]
 *
 * Parts are bytes within bytes, so that a reader of one hour decodes one hour. The same bytes are
 * what a thread restarts from and what lies on disk for ever.
 */
import { HOUR_MS } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import { type Baseline, type CoverageNumbers, emptyBaseline } from './coverage.js';
import {
  type HistoryArticle,
  OutletTable,
  packBaseline,
  packPlaces,
  type Snapshot,
  unpackBaseline,
  unpackOutlets,
  unpackPlaces,
} from './snapshot.js';

/** An hour with its snapshot, undecoded. */
export interface HourEntry {
  hourMs: number;
  builtMs: number;
  /** Burst of the top tag of the first event; 0 without events. */
  top: number;
  /** Events. */
  count: number;
  bytes: Uint8Array;
}

/** What a thread was within a day. */
export interface DayThread {
  id: number;
  bestRank: number;
  /** Last hour of the day in which it was on the ranking. */
  trailEndMs: number;
  /** Ranks of the 24 hours up to `trailEndMs`, oldest first; 0 where off the ranking. */
  trail: number[];
  /** From the hour of the best rank. */
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

/** A day in parts. */
export interface Day {
  /** By hour. */
  hours: Map<number, HourEntry>;
  /** As `encodeDayThreads` makes them. */
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
