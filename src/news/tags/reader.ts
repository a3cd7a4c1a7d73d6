/**
 * Finds rankings and hour columns on the main thread, in memory or by the name of their chunk.
 *
 * Invariants: only a ranking tick changes the state, and `generation` names it. Ranking blocks are
 * shared with the writer and read in place; a list is decoded on demand. Not here: reading chunks
 * from disk (handlers do), JSON (api/).
 */
import type { IndexReader } from '../../engine/index/reader.js';
import { DAY_MS, HOUR_MS, utcDayOf } from '../../kernel/clock.js';
import { getOrInsert, lastAtOrBefore } from '../../kernel/collections.js';
import { RankingBlockView } from './answers/ranking-block-view.js';
import { RankingList } from './answers/ranking-list.js';
import {
  columnChunk,
  type DayHours,
  dayBlockChunk,
  hourBit,
  IN_MEMORY_MS,
  type RankingBasis,
  type TagsDelta,
  type TickDelta,
} from './codec.js';
import { HourColumn } from './state/hour-columns.js';

export type { RankingBlockView } from './answers/ranking-block-view.js';
export type { RankingEntry, RankingList, RankingOrder } from './answers/ranking-list.js';
export type { HourColumn } from './state/hour-columns.js';

/** A snapshot in memory, or the name of the cold chunk that contains it. */
export type SnapshotPlace =
  | { hourMs: number; block: RankingBlockView; chunk: null }
  | { hourMs: number; block: null; chunk: string };

export class TagsReader implements IndexReader<TagsDelta, null> {
  /** Ranking blocks of final hours whose day is not merged. */
  readonly #hours = new Map<string, Map<number, RankingBlockView>>();
  readonly #days = new Map<string, Map<number, RankingBlockView>>();
  /** By category: the block of the hour that is not over. */
  readonly #current = new Map<string, RankingBlockView>();
  readonly #calendar = new Map<string, Map<number, number>>();
  /** Days of the calendar, ascending. */
  readonly #calendarDays = new Map<string, number[]>();
  readonly #columns = new Map<number, HourColumn>();
  readonly #coldHourDays = new Set<number>();
  #bases = new Map<string, RankingBasis>();
  #media: readonly string[] = [];
  #tickMs: number | null = null;
  #ticks = 0;
  #entry = 0;
  #written = { articles: 0, tags: 0, heldBytes: 0 };

  /** Changes whenever an answer from this reader may change. */
  get generation(): number {
    return this.#ticks;
  }

  /** The log entry as of which the index answers questions, or an earlier one. */
  get entry(): number {
    return this.#entry;
  }

  get tickMs(): number | null {
    return this.#tickMs;
  }

  get media(): readonly string[] {
    return this.#media;
  }

  get figures() {
    const views = [...this.#days.values(), ...this.#hours.values()].flatMap((by) => [
      ...by.values(),
    ]);
    return {
      ...this.#written,
      // These two names are names of metrics.
      sheets: views.length,
      sheetBytes: views.reduce((sum, { byteLength }) => sum + byteLength, 0),
      hourColumns: this.#columns.size,
    };
  }

  writerOptions(): null {
    return null;
  }

  apply({ sequence, tick }: TagsDelta, fresh: boolean): void {
    this.#entry = sequence;
    if (tick !== null) this.#applyTick(tick, fresh);
  }

  #applyTick(delta: TickDelta, fresh: boolean): void {
    if (fresh) this.#clear();
    this.#ticks += 1;
    this.#tickMs = delta.tickMs;
    this.#media = delta.media;
    this.#bases = new Map(delta.bases);
    this.#written = delta.figures;
    this.#current.clear();
    for (const bytes of delta.current) {
      const view = new RankingBlockView(bytes);
      this.#current.set(view.category, view);
    }
    for (const bytes of delta.finals) {
      const view = new RankingBlockView(bytes);
      within(this.#hours, view.category).set(view.hours[0]!, view);
    }
    for (const bytes of delta.days) this.#putDay(new RankingBlockView(bytes));
    for (const { hourMs, bytes } of delta.hours) {
      if (bytes === null) this.#columns.delete(hourMs);
      else this.#columns.set(hourMs, new HourColumn(bytes));
    }
    for (const dayMs of delta.coldHourDays) this.#coldHourDays.add(dayMs);
    for (const day of delta.calendar) this.#mark(day);
    this.#forgetOld();
  }

  /** The basis of a category as of the last tick; null when it has none. */
  basisOf(category: string): RankingBasis | null {
    return this.#bases.get(category) ?? null;
  }

  /** The newest snapshot of a category whose hour starts at or before `atMs`, or null. */
  newest(category: string, atMs: number): SnapshotPlace | null {
    const current = this.#current.get(category);
    if (current !== undefined && current.hours[0]! <= atMs) {
      return { hourMs: current.hours[0]!, block: current, chunk: null };
    }
    const days = this.#calendarDays.get(category) ?? [];
    for (let at = lastAtOrBefore(days, atMs); at >= 0; at--) {
      const dayMs = days[at]!;
      const bits = this.#calendar.get(category)!.get(dayMs)!;
      const lastMs = Math.min(Math.floor(atMs / HOUR_MS) * HOUR_MS, dayMs + DAY_MS - HOUR_MS);
      for (let hourMs = lastMs; hourMs >= dayMs; hourMs -= HOUR_MS) {
        if ((bits & hourBit(hourMs)) !== 0) return this.#placeOf(category, hourMs);
      }
    }
    return null;
  }

  /**
   * The newest snapshot that was computed by `nowMs` and whose hour starts at or before `atMs`.
   * With a clock that is behind the store, no ranking from the future is shown.
   */
  computedBy(category: string, nowMs: number, atMs = nowMs): SnapshotPlace | null {
    const place = this.newest(category, Math.min(atMs, nowMs));
    if (place === null || place.hourMs + HOUR_MS <= nowMs) return place;
    const computedMs = place.block?.computedMsOf(place.hourMs) ?? place.hourMs + HOUR_MS;
    return computedMs <= nowMs ? place : this.newest(category, place.hourMs - 1);
  }

  /** The snapshot of an hour; null when there is none. */
  at(category: string, hourMs: number): SnapshotPlace | null {
    const place = this.newest(category, hourMs);
    return place?.hourMs === hourMs ? place : null;
  }

  /** The column of an hour in memory; null when the hour has no known article. */
  column(hourMs: number): HourColumn | null {
    return this.#columns.get(hourMs) ?? null;
  }

  /** The cold chunk with an hour's column; null when the column is in memory or missing. */
  columnChunk(hourMs: number): string | null {
    const dayMs = utcDayOf(hourMs);
    return this.#coldHourDays.has(dayMs) ? columnChunk(dayMs) : null;
  }

  /** Decodes the list of an hour; related tags only if `withRelated`. */
  list(block: RankingBlockView, hourMs: number, withRelated = true): RankingList {
    const columns = block.list(hourMs, withRelated);
    if (columns === null) throw new Error(`the block has no list of ${hourMs}`);
    return new RankingList(block, columns);
  }

  #placeOf(category: string, hourMs: number): SnapshotPlace {
    const block =
      this.#hours.get(category)?.get(hourMs) ?? this.#days.get(category)?.get(utcDayOf(hourMs));
    if (block !== undefined) return { hourMs, block, chunk: null };
    return { hourMs, block: null, chunk: dayBlockChunk(category, utcDayOf(hourMs)) };
  }

  #putDay(view: RankingBlockView): void {
    const hours = within(this.#hours, view.category);
    for (const hourMs of view.hours) hours.delete(hourMs);
    within(this.#days, view.category).set(utcDayOf(view.hours[0]!), view);
  }

  #mark([category, dayMs, hours]: DayHours): void {
    const bits = within(this.#calendar, category);
    const known = bits.get(dayMs);
    bits.set(dayMs, (known ?? 0) | hours);
    if (known !== undefined) return;
    const days = this.#calendarDays.get(category) ?? [];
    days.splice(lastAtOrBefore(days, dayMs) + 1, 0, dayMs);
    this.#calendarDays.set(category, days);
  }

  #forgetOld(): void {
    if (this.#tickMs === null) return;
    const inMemoryFromMs = this.#tickMs - IN_MEMORY_MS;
    for (const days of this.#days.values()) {
      for (const dayMs of days.keys()) if (dayMs + DAY_MS <= inMemoryFromMs) days.delete(dayMs);
    }
  }

  #clear(): void {
    for (const map of [this.#hours, this.#days, this.#current, this.#calendar]) map.clear();
    for (const map of [this.#calendarDays, this.#columns, this.#coldHourDays]) map.clear();
  }
}

function within<V>(outer: Map<string, Map<number, V>>, key: string): Map<number, V> {
  return getOrInsert(outer, key, () => new Map());
}
