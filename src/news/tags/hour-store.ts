/**
 * The writer's hour columns: which hours have changed, their columns as of the last ranking tick,
 * and the days that have become old.
 *
 * Only hours that are over have columns. What changes in an hour after its day went to disk is not
 * followed any more: no series reaches there.
 */
import { DAY_MS, HOUR_MS, utcDayOf, utcHourOf } from '../../kernel/clock.js';
import type { BurstCounter } from '../burst/counter.js';
import { columnChunk, HOURS_IN_MEMORY_MS, type HourBytes, TAGS_CHUNKS } from './codec.js';
import { buildHour, packHours, unpackHours } from './hour-column.js';

export interface HourStoreState {
  /** Hours that have changed since they were last made, ascending. */
  dirty: number[];
  coldDays: number[];
}

export class HourStore {
  readonly #columns = new Map<number, Uint8Array>();
  readonly #dirty = new Set<number>();
  /** When a day's columns last changed, which is part of their chunk's name. */
  readonly #revisions = new Map<number, number>();
  readonly #coldDays: number[] = [];
  /** Chunks that the store does not have yet. */
  readonly #unstored = new Map<string, Buffer>();
  #changes: { hours: HourBytes[]; coldHourDays: number[] } = { hours: [], coldHourDays: [] };

  get byteLength(): number {
    return [...this.#columns.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** What counts at this time has changed. */
  touch(timeMs: number): void {
    this.#dirty.add(utcHourOf(timeMs));
  }

  /** Makes the columns of changed hours as of `atMs`, and puts old days aside. */
  moveTo(counter: BurstCounter, beforeMs: number | null, atMs: number): void {
    const inMemoryFromMs = inMemoryFromOf(atMs);
    const fromMs = beforeMs === null ? inMemoryFromMs : inMemoryFromOf(beforeMs);
    for (const hourMs of [...this.#dirty].sort((a, b) => a - b)) {
      if (hourMs + HOUR_MS > atMs) break;
      this.#dirty.delete(hourMs);
      if (hourMs >= fromMs) this.#build(counter, hourMs, atMs);
    }
    for (const dayMs of [...this.#revisions.keys()].sort((a, b) => a - b)) {
      if (dayMs < inMemoryFromMs) this.#freeze(dayMs);
    }
  }

  /** What is new since the last call. */
  takeChanges(): { hours: HourBytes[]; coldHourDays: number[] } {
    const changes = this.#changes;
    this.#changes = { hours: [], coldHourDays: [] };
    return changes;
  }

  /** Everything that readers have, as changes. */
  resend(): void {
    const hours = [...this.#columns].map(([hourMs, bytes]) => ({ hourMs, bytes }));
    this.#changes = { hours, coldHourDays: [...this.#coldDays] };
  }

  get state(): HourStoreState {
    return { dirty: [...this.#dirty].sort((a, b) => a - b), coldDays: this.#coldDays };
  }

  /** Names of the chunks of days in memory. */
  get names(): string[] {
    const days = [...this.#revisions].sort(([a], [b]) => a - b);
    return days.map(([dayMs, revision]) => TAGS_CHUNKS.format('hours', dayMs, revision));
  }

  get coldNames(): string[] {
    return this.#coldDays.map(columnChunk);
  }

  chunk(dayMs: number): Buffer {
    return packHours(dayMs, this.#columns);
  }

  coldChunk(name: string): Buffer | undefined {
    return this.#unstored.get(name);
  }

  /** The store holds these cold chunks. */
  stored(names: readonly string[]): void {
    for (const name of names) this.#unstored.delete(name);
  }

  restore({ dirty, coldDays }: HourStoreState): void {
    for (const hourMs of dirty) this.#dirty.add(hourMs);
    this.#coldDays.push(...coldDays);
  }

  restoreDay(dayMs: number, revision: number, bytes: Uint8Array): void {
    this.#revisions.set(dayMs, revision);
    for (const [hourMs, column] of unpackHours(dayMs, bytes)) this.#columns.set(hourMs, column);
  }

  #build(counter: BurstCounter, hourMs: number, atMs: number): void {
    const bytes = buildHour(counter, hourMs);
    if (bytes === null) this.#columns.delete(hourMs);
    else this.#columns.set(hourMs, bytes);
    this.#revisions.set(utcDayOf(hourMs), atMs);
    this.#changes.hours.push({ hourMs, bytes });
  }

  #freeze(dayMs: number): void {
    this.#unstored.set(columnChunk(dayMs), packHours(dayMs, this.#columns));
    this.#coldDays.push(dayMs);
    this.#changes.coldHourDays.push(dayMs);
    this.#revisions.delete(dayMs);
    for (let hourMs = dayMs; hourMs < dayMs + DAY_MS; hourMs += HOUR_MS) {
      if (this.#columns.delete(hourMs)) this.#changes.hours.push({ hourMs, bytes: null });
    }
  }
}

function inMemoryFromOf(atMs: number): number {
  return utcDayOf(atMs - HOURS_IN_MEMORY_MS);
}
