/**
 * The writer's days: the open one, the last ones in memory, and the calendar of all days.
 *
 * Invariants: a closed day never changes; its bytes stay in memory until the store has them and
 * readers no longer need them. The calendar of hours is kept for ever. What a fold reads here does
 * not depend on what has been stored.
 */
import { DAY_MS, localDayStartMs } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import {
  type Day,
  decodeDay,
  decodeSnapshot,
  encodeDay,
  encodeSnapshot,
  entryOf,
  type HourEntry,
  type Snapshot,
} from '../chunks.js';
import { dayChunk, EVENTS_CHUNKS, type EventDayHours, hourBit, IN_MEMORY_MS } from '../codec.js';

interface ResidentDay {
  day: Day;
  /** The last run that changed the day. */
  revisionMs: number;
  isOver: boolean;
  isStored: boolean;
}

export interface DayStoreState {
  calendar: EventDayHours[];
  /** Days in memory: last run of each, and whether it is over. The name is part of the format. */
  kept: [dayMs: number, revisionMs: number, isOver: boolean][];
  /** The newest snapshot and the one of an hour before it, at any age. */
  newest: Uint8Array[];
}

/** Changes for readers. */
export interface DayChanges {
  days: [dayMs: number, bytes: Uint8Array][];
  daysOnDisk: number[];
  calendar: EventDayHours[];
}

export class DayStore {
  readonly #resident = new Map<number, ResidentDay>();
  /** The newest resident day; only this day may be open. */
  #latestMs = Number.NEGATIVE_INFINITY;
  #byteLength = 0;
  readonly #calendar = new Map<number, number>();
  readonly #changed = new Set<number>();
  #left: number[] = [];
  #atMs = Number.NEGATIVE_INFINITY;
  #marked: EventDayHours[] = [];
  /** The newest snapshot and the one of an hour before it: their days may have left memory. */
  #newest: HourEntry[] = [];
  /** Decoded snapshots of the last two days: each run needs all of them. */
  readonly #read = new Map<HourEntry, Snapshot>();

  /** Bytes of the days in memory. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** The day that is not over; null when there is none. */
  get openMs(): number | null {
    return this.#resident.get(this.#latestMs)?.isOver === false ? this.#latestMs : null;
  }

  /** Snapshots in memory from `fromMs` until before `untilMs`, oldest first. */
  snapshots(fromMs: number, untilMs: number): Snapshot[] {
    // A replay holds years of days until the store has them, so only requested days are read.
    const entries: HourEntry[] = [];
    for (let dayMs = localDayStartMs(fromMs); dayMs < untilMs; dayMs += DAY_MS) {
      const resident = this.#resident.get(dayMs);
      if (resident !== undefined) entries.push(...resident.day.hours.values());
    }
    return entries
      .filter(({ hourMs }) => hourMs >= fromMs && hourMs < untilMs)
      .sort((a, b) => a.hourMs - b.hourMs)
      .map((entry) => this.#snapshotOf(entry));
  }

  /**
   * The newest snapshot before `hourMs`, at any age; null when there is none. `hourMs` must not be
   * before the hour of the newest snapshot.
   */
  before(hourMs: number): Snapshot | null {
    const last = this.#newest.find((entry) => entry.hourMs < hourMs);
    return last === undefined ? null : this.#snapshotOf(last);
  }

  /** Adds the snapshot of an hour, or replaces the hour's snapshot. */
  put(snapshot: Snapshot): void {
    const dayMs = localDayStartMs(snapshot.hourMs);
    const entry = entryOf(snapshot, encodeSnapshot(snapshot));
    const resident = this.#resident.get(dayMs) ?? {
      day: { hours: new Map(), threads: new Uint8Array(0) },
      revisionMs: 0,
      isOver: false,
      isStored: false,
    };
    this.#put(dayMs, resident);
    const replaced = resident.day.hours.get(snapshot.hourMs);
    if (replaced !== undefined) this.#read.delete(replaced);
    this.#byteLength += entry.bytes.length - (replaced?.bytes.length ?? 0);
    resident.day.hours.set(snapshot.hourMs, entry);
    const [last, beforeLast] = this.#newest;
    this.#newest = [entry, last?.hourMs === entry.hourMs ? beforeLast : last].filter(
      (one) => one !== undefined,
    );
    resident.revisionMs = snapshot.builtMs;
    this.#changed.add(dayMs);
    const bit = hourBit(dayMs, snapshot.hourMs);
    this.#calendar.set(dayMs, (this.#calendar.get(dayMs) ?? 0) | bit);
    this.#marked.push([dayMs, bit]);
  }

  /** Sets the threads of a day that has snapshots. */
  putThreads(dayMs: number, threads: Uint8Array, isOver: boolean): void {
    const resident = this.#resident.get(dayMs)!;
    this.#byteLength += threads.length - resident.day.threads.length;
    resident.day.threads = threads;
    resident.isOver = isOver;
    this.#changed.add(dayMs);
  }

  /** Sets the time: old days leave memory. */
  moveTo(atMs: number): void {
    const isSameDay = localDayStartMs(atMs) === localDayStartMs(this.#atMs);
    this.#atMs = atMs;
    if (isSameDay) return;
    this.#letGo();
    const sinceMs = localDayStartMs(atMs) - DAY_MS;
    for (const entry of this.#read.keys()) if (entry.hourMs < sinceMs) this.#read.delete(entry);
  }

  stored(names: ReadonlySet<string>): void {
    for (const [dayMs, resident] of this.#resident)
      if (names.has(dayChunk(dayMs))) resident.isStored = true;
    this.#letGo();
  }

  takeChanges(): DayChanges {
    const days = [...this.#changed].sort((a, b) => a - b);
    const changes: DayChanges = {
      days: days.map((dayMs) => [dayMs, encodeDay(this.#resident.get(dayMs)!.day)]),
      daysOnDisk: this.#left,
      calendar: this.#marked,
    };
    this.#changed.clear();
    this.#left = [];
    this.#marked = [];
    return changes;
  }

  /** Marks the whole state as changed for readers. */
  resend(): void {
    for (const dayMs of this.#resident.keys()) this.#changed.add(dayMs);
    this.#left = [];
    this.#marked = this.#calendarList();
  }

  /** Names of the chunks of days in memory. */
  get names(): string[] {
    return this.#recent().map(([dayMs, { revisionMs, isOver }]) =>
      EVENTS_CHUNKS.format('day', dayMs, isOver ? 'over' : revisionMs),
    );
  }

  /** Names of all days that are over. */
  get coldNames(): string[] {
    const openMs = this.openMs;
    return this.#calendarList()
      .filter(([dayMs]) => dayMs !== openMs)
      .map(([dayMs]) => dayChunk(dayMs));
  }

  /** Bytes of a day in memory; undefined for other days. */
  chunk(dayMs: number): Buffer | undefined {
    const resident = this.#resident.get(dayMs);
    return resident === undefined ? undefined : encodeDay(resident.day);
  }

  get state(): DayStoreState {
    return {
      calendar: this.#calendarList(),
      kept: this.#recent().map(([dayMs, { revisionMs, isOver }]) => [dayMs, revisionMs, isOver]),
      newest: this.#newest.map(({ bytes }) => bytes),
    };
  }

  /** Restores the state; the days in memory follow. The store has all days that are over. */
  restore({ calendar, kept, newest }: DayStoreState, atMs: number): void {
    this.#atMs = atMs;
    this.#newest = newest.map((bytes) => entryOf(decodeSnapshot(bytes), bytes));
    for (const [dayMs, hours] of calendar) this.#calendar.set(dayMs, hours);
    for (const [dayMs, revisionMs, isOver] of kept) {
      const day = this.#resident.get(dayMs)?.day ?? {
        hours: new Map(),
        threads: new Uint8Array(0),
      };
      this.#put(dayMs, { day, revisionMs, isOver, isStored: isOver });
    }
  }

  restoreDay(dayMs: number, bytes: Uint8Array): void {
    const resident = this.#resident.get(dayMs) ?? { revisionMs: 0, isOver: false, isStored: false };
    const day = decodeDay(bytes);
    this.#byteLength += byteLengthOf(day);
    this.#put(dayMs, { ...resident, day });
  }

  #snapshotOf(entry: HourEntry): Snapshot {
    return getOrInsert(this.#read, entry, () => decodeSnapshot(entry.bytes));
  }

  #put(dayMs: number, resident: ResidentDay): void {
    this.#resident.set(dayMs, resident);
    this.#latestMs = Math.max(this.#latestMs, dayMs);
  }

  /** Removes old stored days from memory. */
  #letGo(): void {
    for (const [dayMs, { day, isOver, isStored }] of this.#resident) {
      if (!isOver || !isStored || this.#isRecent(dayMs)) continue;
      this.#byteLength -= byteLengthOf(day);
      this.#resident.delete(dayMs);
      this.#changed.delete(dayMs);
      this.#left.push(dayMs);
    }
  }

  #isRecent(dayMs: number): boolean {
    return dayMs + DAY_MS > this.#atMs - IN_MEMORY_MS;
  }

  /** Recent days. Older days may still wait for the store, but are no part of the state. */
  #recent(): [number, ResidentDay][] {
    return [...this.#resident].filter(([dayMs]) => this.#isRecent(dayMs)).sort(([a], [b]) => a - b);
  }

  #calendarList(): EventDayHours[] {
    return [...this.#calendar].sort(([a], [b]) => a - b);
  }
}

function byteLengthOf({ hours, threads }: Day): number {
  return [...hours.values()].reduce((sum, { bytes }) => sum + bytes.length, threads.length);
}
