/**
 * The threads of a day as they were when one of its hours was the newest.
 *
 * Made again from the snapshots of its hours, as the writer made them then: ranks, trails and headlines of the
 * hours up to that one, tags and scores of a thread from all of its hours so far, coverage from the articles of the
 * 24 hours up to the end of the hour's last run. Articles that are hidden now are counted nowhere.
 */

import { setImmediate as frontsTurn } from 'node:timers/promises';
import { ByteCache } from '../../../../kernel/byte-cache.js';
import { DAY_MS, HOUR_MS, localDayStartMs } from '../../../../kernel/clock.js';
import { getOrInsert } from '../../../../kernel/collections.js';
import { DAY_THREADS_MAX } from '../../../../news/events/codec.js';
import { threadsOfDay } from '../../../../news/events/composing.js';
import {
  type Baseline,
  type CoverageNumbers,
  coverageOf,
} from '../../../../news/events/coverage.js';
import {
  type Day,
  type DayThread,
  type DayThreads,
  decodeDayThreads,
} from '../../../../news/events/day.js';
import { decodeSnapshot, type Snapshot } from '../../../../news/events/snapshot.js';
import { appear, newThread, type ThreadRecord, tagsByKey } from '../../../../news/events/thread.js';
import type { NewsSources } from '../sources.js';
import { dayOf, threadsOf } from './event-history.js';

/** A thread that began earlier has the tags of so many of its last hours: reading more takes too long. */
const HOURS_READ_MAX = 31 * 24;

/** The threads of a day with their records, by highest score. */
export interface ToldThreads {
  baseline: Baseline;
  threads: { record: ThreadRecord; thread: DayThread }[];
}

/**
 * The threads of the local day that begins at `dayMs`, as they were told when `hourMs` was the newest hour. A
 * day that was over by then has been counted over the whole of it.
 */
export async function threadsBy(
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

/** What the writer made of the hours of a day up to one. */
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
 * Records of threads as of an hour: those that have ended by then as they are, the others from the snapshots of
 * their hours.
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

/** Three days of busy hours: an answer about the hour beside another one looks at the same. */
const DECODED_BYTES_MAX = 12 * 1024 * 1024;
/** A snapshot takes so many times its bytes once it is decoded. */
const DECODED_GROWTH = 6;

/** Snapshots of hours, decoded; the front has its turn in between. */
export class DecodedHours {
  readonly #sources: NewsSources;
  readonly #snapshots = new ByteCache<{ snapshot: Snapshot; bytes: number }>(
    DECODED_BYTES_MAX,
    ({ bytes }) => DECODED_GROWTH * bytes,
  );

  constructor(sources: NewsSources) {
    this.#sources = sources;
  }

  /** Those of some hours that have one, in their order. */
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

/** Coverage of threads by the articles that were theirs in the day up to a snapshot. */
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
