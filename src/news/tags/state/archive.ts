/**
 * The writer's snapshots: ranking blocks of the hour under way, of final hours, and of days.
 *
 * Invariants: a final block never changes. Blocks of a day that is over are merged to one for each
 * category, at most `MERGES_MAX` at a tick, preferably at ticks without a ranking. Names of day
 * blocks are kept for ever; their bytes while readers need them or the store does not have them.
 */
import { DAY_MS, utcDayOf } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import type { Basis } from '../../shared/burst/media-table.js';
import { mergeRankingBlocks, RankingBlockView } from '../answers/ranking-block-view.js';
import { type DayHours, dayBlockChunk, hourBit, IN_MEMORY_MS, TAGS_CHUNKS } from '../codec.js';
import { toShared } from './hour-columns.js';

/** A merge of a large category's day takes about half a second; 48 ticks a day rank nothing. */
const MERGES_MAX = 1;
/** Days that have waited so long are merged at ranking ticks too. */
const PATIENCE_MS = DAY_MS / 2;

/** A snapshot that is not final yet. */
export interface OpenSnapshot {
  id: number;
  hourMs: number;
  /** The basis for the final snapshot, in case the category has lost its media by then. */
  basis: Basis;
  /** Null until it is computed as of the last tick. */
  bytes: Uint8Array | null;
}

export interface ArchiveState {
  nextId: number;
  calendar: DayHours[];
}

interface DayBlock {
  category: string;
  dayMs: number;
  bytes: Uint8Array;
  isStored: boolean;
}

/** Changes for readers. */
export interface ArchiveChanges {
  finals: Uint8Array[];
  days: Uint8Array[];
  calendar: DayHours[];
}

export class Archive {
  readonly open = new Map<string, OpenSnapshot>();
  /** Final blocks of hours whose day is not merged, by category. */
  readonly #finals = new Map<string, Map<number, Uint8Array>>();
  /** Blocks of days, by chunk name. */
  readonly #days = new Map<string, DayBlock>();
  readonly #calendar = new Map<string, Map<number, number>>();
  #nextId = 1;
  #changes: ArchiveChanges = { finals: [], days: [], calendar: [] };

  /** Bytes of blocks in memory, without those of the hour under way. */
  get byteLength(): number {
    const finals = [...this.#finals.values()].flatMap((hours) => [...hours.values()]);
    const days = [...this.#days.values()].map(({ bytes }) => bytes);
    return [...finals, ...days].reduce((sum, { length }) => sum + length, 0);
  }

  /** Names of all day blocks that were ever made, by day and category. */
  get coldNames(): string[] {
    const names: [number, string][] = [];
    for (const [category, days] of this.#calendar) {
      for (const dayMs of days.keys()) {
        if (!this.#isUnmerged(category, dayMs)) names.push([dayMs, dayBlockChunk(category, dayMs)]);
      }
    }
    return names.sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)).map(([, name]) => name);
  }

  /** The id of a category's snapshot of an hour; a new snapshot gets the next id. */
  idOf(category: string, hourMs: number): number {
    const open = this.open.get(category);
    return open?.hourMs === hourMs ? open.id : this.#nextId++;
  }

  /** Makes a category's open snapshot final, with its last bytes. */
  finish(category: string, bytes: Uint8Array): void {
    const open = this.open.get(category);
    if (open === undefined) return;
    this.open.delete(category);
    this.#hoursOf(category).set(open.hourMs, bytes);
    const dayMs = utcDayOf(open.hourMs);
    this.#mark(category, dayMs, hourBit(open.hourMs));
    this.#changes.calendar.push([category, dayMs, hourBit(open.hourMs)]);
    this.#changes.finals.push(bytes);
  }

  /**
   * Merges days that are over, oldest first, and removes old blocks.
   * @param isRanking the tick also ranks: days wait, but at most `PATIENCE_MS`.
   */
  moveTo(atMs: number, isRanking: boolean): void {
    const due: [number, string][] = [];
    for (const [category, hours] of this.#finals) {
      const dayMs = utcDayOf(Math.min(...hours.keys()));
      if (dayMs + DAY_MS + (isRanking ? PATIENCE_MS : 0) <= atMs) due.push([dayMs, category]);
    }
    due.sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1));
    for (const [dayMs, category] of due.slice(0, MERGES_MAX)) this.#mergeDay(category, dayMs);
    for (const [name, { dayMs, isStored }] of this.#days) {
      if (isStored && dayMs + DAY_MS <= atMs - IN_MEMORY_MS) this.#days.delete(name);
    }
  }

  stored(names: readonly string[]): void {
    for (const name of names) {
      const day = this.#days.get(name);
      if (day !== undefined) day.isStored = true;
    }
  }

  takeChanges(): ArchiveChanges {
    const changes = this.#changes;
    this.#changes = { finals: [], days: [], calendar: [] };
    return changes;
  }

  /** Marks the whole state as changed for readers. */
  resend(): void {
    const finals = [...this.#finals.values()].flatMap((hours) => [...hours.values()]);
    const days = [...this.#days.values()].map(({ bytes }) => bytes);
    this.#changes = { finals, days, calendar: this.#calendarList() };
  }

  get state(): ArchiveState {
    return { nextId: this.#nextId, calendar: this.#calendarList() };
  }

  /** Chunks of final hours and of days in memory. */
  chunkNames(atMs: number): string[] {
    const finals = [...this.#finals].flatMap(([category, hours]) =>
      [...hours.keys()].map((hourMs) => TAGS_CHUNKS.format('final', hourMs, category)),
    );
    const days = [...this.#days.values()]
      .filter(({ dayMs }) => dayMs + DAY_MS > atMs - IN_MEMORY_MS)
      .map(({ category, dayMs }) => TAGS_CHUNKS.format('day', dayMs, category));
    return [...finals.sort(), ...days.sort()];
  }

  finalBlock(category: string, hourMs: number): Uint8Array | undefined {
    return this.#finals.get(category)?.get(hourMs);
  }

  /** Bytes of a day's block; undefined when they are not in memory. */
  dayBlock(category: string, dayMs: number): Uint8Array | undefined {
    return this.#days.get(dayBlockChunk(category, dayMs))?.bytes;
  }

  restore({ nextId, calendar }: ArchiveState): void {
    this.#nextId = nextId;
    for (const [category, dayMs, hours] of calendar) this.#mark(category, dayMs, hours);
  }

  restoreFinal(category: string, hourMs: number, bytes: Uint8Array): void {
    this.#hoursOf(category).set(hourMs, toShared(bytes));
  }

  restoreDay(category: string, dayMs: number, bytes: Uint8Array): void {
    const name = dayBlockChunk(category, dayMs);
    this.#days.set(name, { category, dayMs, bytes: toShared(bytes), isStored: true });
  }

  #mergeDay(category: string, dayMs: number): void {
    const hours = this.#hoursOf(category);
    const mine = [...hours].filter(([hourMs]) => utcDayOf(hourMs) === dayMs);
    const bytes = mergeRankingBlocks(
      category,
      mine.map(([, block]) => new RankingBlockView(block)),
    );
    for (const [hourMs] of mine) hours.delete(hourMs);
    this.#days.set(dayBlockChunk(category, dayMs), { category, dayMs, bytes, isStored: false });
    this.#changes.days.push(bytes);
  }

  #isUnmerged(category: string, dayMs: number): boolean {
    const hours = this.#finals.get(category)?.keys() ?? [];
    return [...hours].some((hourMs) => utcDayOf(hourMs) === dayMs);
  }

  #hoursOf(category: string): Map<number, Uint8Array> {
    return getOrInsert(this.#finals, category, () => new Map());
  }

  #mark(category: string, dayMs: number, hours: number): void {
    const days = getOrInsert(this.#calendar, category, () => new Map());
    days.set(dayMs, (days.get(dayMs) ?? 0) | hours);
  }

  #calendarList(): DayHours[] {
    const list: DayHours[] = [];
    for (const [category, days] of this.#calendar) {
      for (const [dayMs, hours] of days) list.push([category, dayMs, hours]);
    }
    return list;
  }
}
