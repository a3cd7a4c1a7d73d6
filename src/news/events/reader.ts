/**
 * Finds events and threads on the main thread, in memory or by the name of their chunk.
 *
 * Invariants: only `apply` changes the state, and `generation` names it. Snapshots are decoded on
 * demand. Not here: reading chunks from disk (handlers do), titles and JSON (api/).
 */
import type { IndexReader } from '../../engine/index/reader.js';
import { DAY_MS, HOUR_MS, utcHourOf } from '../../kernel/clock.js';
import { getOrInsert, lastAtOrBefore } from '../../kernel/collections.js';
import { tagKey } from '../../kernel/text/tag.js';
import { type Day, decodeDay } from './chunks.js';
import {
  blockChunk,
  blockOf,
  dayChunk,
  type EventsDelta,
  hourBit,
  TAG_THREADS_MS,
} from './codec.js';
import { decodeThread, type ThreadRecord, threadBy } from './state/thread.js';

/** A value in memory, or the name of the cold chunk that contains it. */
export type FoundIn<T> = { value: T; chunk: null } | { value: null; chunk: string };

const HOURS_OF_DAY = DAY_MS / HOUR_MS;

export class EventsReader implements IndexReader<EventsDelta, null> {
  readonly #days = new Map<number, Day>();
  readonly #threads = new Map<number, ThreadRecord>();
  readonly #blocksOnDisk = new Set<number>();
  readonly #calendar = new Map<number, number>();
  /** Days of the calendar, ascending. */
  #calendarDays: number[] = [];
  /** Threads by key of each of their tags; made on demand. */
  #byTag: Map<string, ThreadRecord[]> | null = null;
  #tickMs: number | null = null;
  #deltas = 0;
  #entry = 0;
  #written = { articles: 0, missedPostings: 0, heldBytes: 0 };

  /** Changes whenever an answer may change. */
  get generation(): number {
    return this.#deltas;
  }

  /** The log entry as of which the index answers questions, or an earlier one. */
  get entry(): number {
    return this.#entry;
  }

  get tickMs(): number | null {
    return this.#tickMs;
  }

  get figures() {
    return {
      ...this.#written,
      daysInMemory: this.#days.size,
      days: this.#calendar.size,
      threadsInMemory: this.#threads.size,
    };
  }

  writerOptions(): null {
    return null;
  }

  apply(delta: EventsDelta, fresh: boolean): void {
    this.#entry = delta.sequence;
    if (!delta.isChanged && !fresh) return;
    if (fresh) this.#clear();
    this.#deltas += 1;
    this.#tickMs = delta.tickMs;
    this.#written = delta.figures;
    for (const [dayMs, bytes] of delta.days) this.#days.set(dayMs, decodeDay(bytes));
    for (const dayMs of delta.daysOnDisk) this.#days.delete(dayMs);
    for (const [dayMs, hours] of delta.calendar) this.#mark(dayMs, hours);
    for (const [id, bytes] of delta.threads) {
      if (bytes === null) this.#threads.delete(id);
      else this.#threads.set(id, decodeThread(bytes));
    }
    for (const block of delta.blocksOnDisk) this.#blocksOnDisk.add(block);
    if (delta.blocksOnDisk.length > 0) this.#forgetBlocks();
    if (delta.threads.length > 0 || fresh) this.#byTag = null;
  }

  /** All days with snapshots, ascending. */
  get days(): readonly number[] {
    return this.#calendarDays;
  }

  /** The newest hour with a snapshot at or before `atMs`; null when there is none. */
  newest(atMs: number): number | null {
    for (let at = lastAtOrBefore(this.#calendarDays, atMs); at >= 0; at--) {
      const dayMs = this.#calendarDays[at]!;
      const hour = this.hoursOf(dayMs).findLast((hourMs) => hourMs <= atMs);
      if (hour !== undefined) return hour;
    }
    return null;
  }

  /** The first hour after `hourMs` with a snapshot; null when there is none. */
  next(hourMs: number): number | null {
    const first = lastAtOrBefore(this.#calendarDays, hourMs);
    for (const dayMs of this.#calendarDays.slice(Math.max(0, first))) {
      const hour = this.hoursOf(dayMs).find((one) => one > hourMs);
      if (hour !== undefined) return hour;
    }
    return null;
  }

  /** Hours of a local day with snapshots, ascending. */
  hoursOf(dayMs: number): number[] {
    const bits = this.#calendar.get(dayMs) ?? 0;
    return Array.from({ length: HOURS_OF_DAY }, (_, at) => dayMs + at * HOUR_MS).filter(
      (hourMs) => (bits & hourBit(dayMs, hourMs)) !== 0,
    );
  }

  /** A day that has snapshots. */
  day(dayMs: number): FoundIn<Day> {
    const day = this.#days.get(dayMs);
    return day === undefined
      ? { value: null, chunk: dayChunk(dayMs) }
      : { value: day, chunk: null };
  }

  /** A thread, or the chunk that may contain it; null when the thread does not exist. */
  thread(id: number): FoundIn<ThreadRecord> | null {
    const thread = this.#threads.get(id);
    if (thread !== undefined) return { value: thread, chunk: null };
    const block = blockOf(id);
    return this.#blocksOnDisk.has(block) ? { value: null, chunk: blockChunk(block) } : null;
  }

  /** Threads of the last 72 hours with a tag, most recent activity first. */
  threadsOf(tag: string, nowMs: number): ThreadRecord[] {
    this.#byTag ??= this.#indexTags();
    const fromMs = utcHourOf(nowMs - TAG_THREADS_MS);
    return (this.#byTag.get(tagKey(tag)) ?? [])
      .flatMap((thread) => threadBy(thread, nowMs) ?? [])
      .filter(({ hoursMs }) => hoursMs.at(-1)! >= fromMs);
  }

  /** Threads in memory, latest start first. */
  newestThreads(nowMs: number): ThreadRecord[] {
    return [...this.#threads.values()]
      .flatMap((thread) => threadBy(thread, nowMs) ?? [])
      .sort((a, b) => b.hoursMs[0]! - a.hoursMs[0]! || b.id - a.id);
  }

  #indexTags(): Map<string, ThreadRecord[]> {
    const byTag = new Map<string, ThreadRecord[]>();
    const threads = [...this.#threads.values()].sort(
      (a, b) => b.hoursMs.at(-1)! - a.hoursMs.at(-1)! || b.maxScore - a.maxScore || a.id - b.id,
    );
    for (const thread of threads) {
      for (const key of new Set(thread.tags.map(({ tag }) => tagKey(tag)))) {
        getOrInsert(byTag, key, () => []).push(thread);
      }
    }
    return byTag;
  }

  #mark(dayMs: number, hours: number): void {
    const known = this.#calendar.get(dayMs);
    this.#calendar.set(dayMs, (known ?? 0) | hours);
    if (known !== undefined) return;
    const at = lastAtOrBefore(this.#calendarDays, dayMs) + 1;
    this.#calendarDays = this.#calendarDays.toSpliced(at, 0, dayMs);
  }

  #forgetBlocks(): void {
    for (const id of this.#threads.keys()) {
      if (this.#blocksOnDisk.has(blockOf(id))) this.#threads.delete(id);
    }
    this.#byTag = null;
  }

  #clear(): void {
    for (const collection of [this.#days, this.#threads, this.#blocksOnDisk, this.#calendar]) {
      collection.clear();
    }
    this.#calendarDays = [];
    this.#byTag = null;
  }
}
