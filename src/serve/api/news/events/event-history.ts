/**
 * Events and threads, in the reader's memory or in cold chunks.
 */
import { HOUR_MS, isoOf, localDayStartMs, parseInstant } from '../../../../kernel/clock.js';
import {
  type Day,
  decodeDay,
  decodeSnapshot,
  type Snapshot,
  type SnapshotEvent,
} from '../../../../news/events/chunks.js';
import { decodeBlock } from '../../../../news/events/codec.js';
import type { EventsReader } from '../../../../news/events/reader.js';
import { decodeThread, type ThreadRecord, threadBy } from '../../../../news/events/state/thread.js';
import { notFound, notYet, unavailable } from '../../../http/errors.js';
import type { NewsSources } from '../sources.js';

/** From the contract. */
const STALE_AFTER_MS = 3 * HOUR_MS;

const UNREADABLE = 'this history cannot be read for the moment';

/**
 * The newest hour at or before `atMs` whose snapshot was made by now; null without such an hour. A
 * clock that is behind the store sees no later snapshots of the store.
 */
export async function hourBy(sources: NewsSources, atMs: number): Promise<number | null> {
  const { events, clock } = sources;
  const nowMs = clock.nowMs();
  const hourMs = events.newest(Math.min(atMs, nowMs));
  // All stored snapshots were made by the last tick, and that of an ended hour within it.
  const isMade = hourMs === null || (events.tickMs ?? nowMs) <= nowMs || hourMs + HOUR_MS <= nowMs;
  if (isMade) return hourMs;
  const day = await dayOf(sources, localDayStartMs(hourMs));
  const { builtMs } = decodeSnapshot(day.hours.get(hourMs)!.bytes);
  return builtMs <= nowMs ? hourMs : events.newest(hourMs - 1);
}

/**
 * The hour of the snapshot for `at`.
 * @throws HttpError 404 without a snapshot so early, 503 without any snapshot.
 */
export async function hourOf(sources: NewsSources, at: string | undefined): Promise<number> {
  const { events, clock } = sources;
  if (events.days.length === 0) {
    const message =
      'there is no event snapshot yet: the first is made within seconds of the first article';
    throw notYet(message);
  }
  const atMs = at === undefined ? clock.nowMs() : parseInstant(at)!;
  const hourMs = await hourBy(sources, atMs);
  if (hourMs !== null) return hourMs;
  const sent = at === undefined ? '' : 'at: ';
  throw notFound(`${sent}there is no event snapshot at or before ${isoOf(atMs)}`);
}

/** A day with snapshots. @throws HttpError 503 when the store cannot read it. */
export async function dayOf(
  { events, cold }: Pick<NewsSources, 'events' | 'cold'>,
  dayMs: number,
): Promise<Day> {
  const { value, chunk } = events.day(dayMs);
  if (value !== null) return value;
  const bytes = await cold('events', chunk);
  if (bytes === null) throw unavailable(UNREADABLE, 1);
  return decodeDay(bytes);
}

/** Snapshots of several hours, ascending, decoded day by day with other work in between. */
export async function snapshotsOf(
  sources: NewsSources,
  hoursMs: readonly number[],
): Promise<Snapshot[]> {
  const snapshots: Snapshot[] = [];
  let day: Day | null = null;
  let dayMs = Number.NaN;
  for (const hourMs of hoursMs) {
    if (localDayStartMs(hourMs) !== dayMs) {
      dayMs = localDayStartMs(hourMs);
      day = await dayOf(sources, dayMs);
    }
    snapshots.push(decodeSnapshot(day!.hours.get(hourMs)!.bytes));
  }
  return snapshots;
}

/** A thread. @throws HttpError 404, 503. */
export async function threadOf(sources: NewsSources, id: number): Promise<ThreadRecord> {
  const [thread] = await threadsOf(sources, [id]);
  if (thread === undefined) throw notFound(`id: there is no thread ${id}`);
  return thread;
}

/** Threads by id as of now, without unknown ids; each chunk is read once. */
export async function threadsOf(
  sources: NewsSources,
  ids: readonly number[],
): Promise<ThreadRecord[]> {
  const threads = await wholeThreadsOf(sources, ids);
  const lastMs = await hourBy(sources, Number.POSITIVE_INFINITY);
  return lastMs === null ? [] : threads.flatMap((thread) => threadBy(thread, lastMs) ?? []);
}

async function wholeThreadsOf(
  { events, cold }: NewsSources,
  ids: readonly number[],
): Promise<ThreadRecord[]> {
  const blocks = new Map<string, Map<number, Uint8Array>>();
  const threads: ThreadRecord[] = [];
  for (const id of ids) {
    const found = events.thread(id);
    if (found === null) continue;
    if (found.value !== null) {
      threads.push(found.value);
      continue;
    }
    let block = blocks.get(found.chunk);
    if (block === undefined) {
      const bytes = await cold('events', found.chunk);
      if (bytes === null) throw unavailable(UNREADABLE, 1);
      block = decodeBlock(bytes);
      blocks.set(found.chunk, block);
    }
    const bytes = block.get(id);
    if (bytes !== undefined) threads.push(decodeThread(bytes));
  }
  return threads;
}

/** Hours of a day up to `lastMs`, as in answers. */
export function dayFields(day: Day | null, lastMs: number) {
  const hours = [...(day?.hours.values() ?? [])]
    .filter(({ hourMs }) => hourMs <= lastMs)
    .sort((a, b) => a.hourMs - b.hourMs);
  return {
    dayHours: hours.map(({ hourMs }) => isoOf(hourMs)),
    dayStats: hours.map(({ hourMs, top, count }) => ({ hour: isoOf(hourMs), top, count })),
  };
}

/** The main tags of an event: its first tags. */
export function mainTagsOf({ tags, majors }: Pick<SnapshotEvent, 'tags' | 'majors'>): string[] {
  return tags.slice(0, majors).map(({ tag }) => tag);
}

/** Ranks as in answers: null for an hour off the ranking. */
export function trailOf(ranks: readonly number[]): (number | null)[] {
  return ranks.map((rank) => (rank === 0 ? null : rank));
}

export function spanOf({ hoursMs }: ThreadRecord) {
  return {
    firstTime: isoOf(hoursMs[0]!),
    lastTime: isoOf(hoursMs.at(-1)!),
    hours: hoursMs.length,
  };
}

/** True when the newest snapshot is older than three hours. */
export function isStale({ tickMs }: EventsReader, nowMs: number): boolean {
  return tickMs !== null && nowMs - tickMs > STALE_AFTER_MS;
}
