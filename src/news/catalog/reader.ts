/**
 * Answers catalog queries on the front's thread, from the arena that the writer fills.
 *
 * Invariants: `apply` is the only thing that changes what is read here; a query sees one state
 * from its first row to its last. Pages are slices of the arena: nothing is serialised per
 * request. Not here: what a request may ask (api/), how the arena is filled (writer.ts).
 */
import { Arena, createArenaMemory } from '../../columns/arena.js';
import { FramedPage, type Slice } from '../../columns/framed-page.js';
import type { IndexReader } from '../../index/reader.js';
import { DAY_MS, localDayStartMs } from '../../kernel/clock.js';
import { newestOf } from '../../runs/reading-order.js';
import { Run } from '../../runs/run.js';
import { RunIndex } from '../../runs/run-index.js';
import { type Position, type RowFilter, RunScan } from '../../runs/scan.js';
import {
  CATALOG_RUNS,
  type CatalogDelta,
  type CatalogOptions,
  type ColdDay,
  FLAG,
  type SegmentState,
  UNSEEN,
} from './codec.js';
import { CatalogDirectory, type Facets } from './directory.js';
import { type ArticleFilter, contentOf, type Needle, needleOf } from './filter.js';

export type { Position } from '../../runs/scan.js';
export type { ArticleFilter } from './filter.js';

/** Room in which a page is put together: larger ones are made on the heap. */
const SCRATCH_BYTES = 1024 * 1024;

/** Deltas of one sequence number that `generation` tells apart; a fraction of 16 bits is exact. */
const DELTAS_TOLD_APART = 65_536;

export interface ArticlePage {
  slices: Slice[];
  count: number;
  /** The last article of the page when more follow. */
  next: Position | null;
}

/** A local day: its runs in memory, and the note of its run on disk, if there is one. */
export interface CatalogDay {
  startMs: number;
  runs: readonly Run[];
  cold: ColdDay | null;
}

/** Where an article lies. */
interface RowPlace {
  run: Run;
  row: number;
}

/** The newest article as of an instant from `fromMs` until before `untilMs`. */
interface Newest {
  timeMs: number | null;
  fromMs: number;
  untilMs: number;
}

export class CatalogReader implements IndexReader<CatalogDelta, CatalogOptions> {
  #arena = new Arena(createArenaMemory(SCRATCH_BYTES));
  #nextArena: Arena | null = null;
  /** Newest first. */
  #segments: CatalogDay[] = [];
  #byStart = new Map<number, CatalogDay>();
  /** Of the news service, for the addresses of icons. */
  publicUrl = '';
  #directory = new CatalogDirectory({ categories: [], media: [] }, '');
  #sequence = 0;
  #deltas = 0;
  #figures = { usedBytes: 0, heldBytes: 0 };
  /** What `newestMs` found, and from when until when that holds. */
  #newest: Newest & { generation: number } = {
    generation: -1,
    timeMs: null,
    fromMs: 0,
    untilMs: 0,
  };

  /** The last log entry that is folded in: equal ones mean equal answers, in any process. */
  get sequence(): number {
    return this.#sequence;
  }

  /**
   * Names the state and where it lies: it changes whenever an answer may, and whenever slices of
   * the arena may lose their meaning. Its whole part is the sequence number; its fraction counts
   * deltas, because compaction and a new writer move articles without a new entry.
   */
  get generation(): number {
    return this.#sequence + (this.#deltas % DELTAS_TOLD_APART) / DELTAS_TOLD_APART;
  }

  get directory(): CatalogDirectory {
    return this.#directory;
  }

  get figures() {
    const runs = this.#segments.flatMap((segment) => segment.runs);
    return {
      articles: runs.reduce((sum, { count }) => sum + count, 0),
      articlesIndexed: runs.reduce((sum, run) => sum + (run.index === null ? 0 : run.count), 0),
      articlesOnDisk: this.#segments.reduce((sum, { cold }) => sum + (cold?.count ?? 0), 0),
      segments: this.#segments.length,
      runs: runs.length,
      ...this.#figures,
    };
  }

  /** Options for a new writer: it gets an arena of its own, which its first delta brings into use. */
  writerOptions(): CatalogOptions {
    const memory = createArenaMemory(SCRATCH_BYTES);
    this.#nextArena = new Arena(memory);
    return { memory, scratchBytes: SCRATCH_BYTES };
  }

  /** Takes a delta. `fresh`: it is the first of a new writer and holds the whole state. */
  apply(delta: CatalogDelta, fresh: boolean): void {
    if (fresh && this.#nextArena !== null) {
      this.#arena = this.#nextArena;
      this.#nextArena = null;
      this.#segments = [];
      this.#byStart = new Map();
    }
    if (delta.tables !== null) this.#directory = new CatalogDirectory(delta.tables, this.publicUrl);
    for (const state of delta.segments) this.#putDay(state);
    for (const { startMs, at, row, flags } of delta.flags) {
      const run = this.day(startMs)?.runs.find((candidate) => candidate.at === at);
      if (run !== undefined) run.flags[row] = flags;
    }
    this.#sequence = delta.sequence;
    this.#deltas += 1;
    this.#figures = { usedBytes: delta.usedBytes, heldBytes: delta.heldBytes };
  }

  /** The newest matching articles after a position. */
  page(filter: ArticleFilter, after: Position | null, limit: number): ArticlePage {
    const page: ArticlePage = { slices: [], count: 0, next: null };
    let last: Position | null = null;
    let open: Slice | null = null;
    this.#walk(filter, after, (run, row) => {
      if (page.count === limit) {
        page.next = last;
        return false;
      }
      const start = run.itemStart(row);
      const at = run.itemsAt + start;
      const byteLength = run.itemEnds[row]! - start;
      if (open !== null && open.at + open.byteLength === at) {
        open.byteLength += byteLength;
      } else {
        open = { at, byteLength };
        page.slices.push(open);
      }
      page.count += 1;
      // Only the last row of a page is looked at again.
      if (page.count === limit) last = { timeMs: run.timeMsAt(row), id: run.ids[row]! };
      return true;
    });
    return page;
  }

  /** True when an article may be shown: it is here, not masked, and its time has come. */
  isShown(id: number, sortMs: number, nowMs: number): boolean {
    const found = this.#rowOf(id, sortMs);
    return found === null ? this.#isShownOnDisk(id, sortMs) : this.#isRowShown(found, nowMs);
  }

  /** Whether an article is in memory and may be shown. */
  holds(id: number, sortMs: number, nowMs: number): boolean {
    return this.#shownRow(id, sortMs, nowMs) !== null;
  }

  /** The JSON of an article as lists show it, if it is in memory and may be shown; else null. */
  find(id: number, sortMs: number, nowMs: number): Uint8Array | null {
    return this.findAll([{ id, sortMs }], nowMs)[0]!;
  }

  /** The same of many, as parts of one buffer: one for each of thousands takes longer than the rest. */
  findAll(refs: readonly { id: number; sortMs: number }[], nowMs: number): (Uint8Array | null)[] {
    const rows = refs.map(({ id, sortMs }) => this.#shownRow(id, sortMs, nowMs));
    let byteLength = 0;
    for (const found of rows) if (found !== null) byteLength += itemBytesOf(found);
    const joined = Buffer.allocUnsafe(byteLength);
    let at = 0;
    return rows.map((found) => {
      if (found === null) return null;
      const { run, row } = found;
      const from = at;
      joined.set(run.itemAt(row), from);
      at += itemBytesOf(found);
      return joined.subarray(from, at);
    });
  }

  /**
   * The sort time of the newest article of the same local day that is not after `nowMs`; null when
   * there is none in memory. The answer is kept until the state changes or the next article is due.
   */
  newestMs(nowMs: number): number | null {
    const { generation } = this;
    const known = this.#newest;
    const isKnown =
      known.generation === generation && nowMs >= known.fromMs && nowMs < known.untilMs;
    if (!isKnown) this.#newest = { generation, ...this.#newestOf(nowMs) };
    return this.#newest.timeMs;
  }

  /**
   * Articles in memory that waited for a time which has come: after one instant, up to another. In
   * the order of their times.
   */
  arrived(afterMs: number, untilMs: number): Position[] {
    const found: Position[] = [];
    for (const { startMs, runs } of this.#segments) {
      if (startMs > untilMs || startMs + DAY_MS <= afterMs) continue;
      for (const run of runs) {
        const end = run.lowerBound(afterMs, Number.POSITIVE_INFINITY);
        for (let row = run.lowerBound(untilMs, Number.POSITIVE_INFINITY); row < end; row++) {
          if ((run.flags[row]! & (FLAG.waits | FLAG.dead)) === FLAG.waits) {
            found.push({ timeMs: run.timeMsAt(row), id: run.ids[row]! });
          }
        }
      }
    }
    return found.sort((a, b) => a.timeMs - b.timeMs || a.id - b.id);
  }

  /** True when articles of this media number may be shown. */
  isVisible(media: number): boolean {
    return this.#directory.visible?.[media] !== 0;
  }

  day(startMs: number): CatalogDay | null {
    return this.#byStart.get(startMs) ?? null;
  }

  /** Starts of the days that a query looks at, newest first. */
  daysOf({ sinceMs, untilMs }: ArticleFilter, after: Position | null): number[] {
    const newestMs = Math.min(untilMs - 1, after?.timeMs ?? Number.POSITIVE_INFINITY);
    const lastDayMs = localDayStartMs(sinceMs);
    const days: number[] = [];
    for (const { startMs } of this.#segments) {
      if (startMs < lastDayMs) break;
      if (startMs <= newestMs) days.push(startMs);
    }
    return days;
  }

  /** True when a query looks at days that lie on disk: then history.ts is to answer it. */
  reachesDisk(filter: ArticleFilter, after: Position | null): boolean {
    return this.daysOf(filter, after).some((startMs) => this.day(startMs)!.cold !== null);
  }

  /** The filter with the media that may be shown now. */
  narrowed({ sinceMs, untilMs, nowMs, media }: ArticleFilter): RowFilter {
    const { visible } = this.#directory;
    const owners = visible === null ? media : intersect(media, visible);
    return { sinceMs, untilMs, nowMs, owners };
  }

  /** Counts over everything that matches. */
  facets(filter: ArticleFilter): Facets {
    const counts = new Uint32Array(this.#directory.size);
    this.#walk(filter, null, (run, row) => {
      counts[run.owners[row]!]! += 1;
      return true;
    });
    return this.#directory.facetsOf(counts);
  }

  /** Counts of what matches and lies in memory, by steps of time from `startMs` on. */
  histogram(filter: ArticleFilter, startMs: number, stepMs: number, counts: Uint32Array): void {
    this.#walk(filter, null, (run, row) => {
      counts[Math.floor((run.timeMsAt(row) - startMs) / stepMs)]! += 1;
      return true;
    });
  }

  /** Ids of the articles in memory that match; null when there are more than `max`. */
  idsOf(filter: ArticleFilter, max: number): Set<number> | null {
    const ids = new Set<number>();
    this.#walk(filter, null, (run, row) => ids.add(run.ids[row]!).size <= max);
    return ids.size > max ? null : ids;
  }

  /** Reads a text as a search needle; null when nothing of it is left in search form. */
  needleOf(text: string): Needle | null {
    return needleOf(text);
  }

  /** Frames slices as a JSON body: `before`, the items, `after`. Good for this generation. */
  frame(before: Uint8Array, slices: readonly Slice[], after: Uint8Array): FramedPage {
    return new FramedPage(this.#arena, SCRATCH_BYTES, before, slices, after);
  }

  #newestOf(nowMs: number): Newest {
    const startMs = localDayStartMs(nowMs);
    let timeMs: number | null = null;
    let untilMs = startMs + DAY_MS;
    for (const run of this.day(startMs)?.runs ?? []) {
      let row = run.lowerBound(nowMs, Number.POSITIVE_INFINITY);
      if (row > 0) untilMs = Math.min(untilMs, run.timeMsAt(row - 1));
      while (row < run.count && (run.flags[row]! & UNSEEN) !== 0) row += 1;
      if (row < run.count) timeMs = Math.max(timeMs ?? run.timeMsAt(row), run.timeMsAt(row));
    }
    return { timeMs, fromMs: timeMs ?? startMs, untilMs };
  }

  #shownRow(id: number, sortMs: number, nowMs: number): RowPlace | null {
    const found = this.#rowOf(id, sortMs);
    return found !== null && this.#isRowShown(found, nowMs) ? found : null;
  }

  #isRowShown({ run, row }: RowPlace, nowMs: number): boolean {
    const flags = run.flags[row]!;
    if ((flags & FLAG.hidden) !== 0 || !this.isVisible(run.owners[row]!)) return false;
    return (flags & FLAG.waits) === 0 || run.timeMsAt(row) <= nowMs;
  }

  /** Where an article lies in memory; null when it does not. */
  #rowOf(id: number, sortMs: number): RowPlace | null {
    for (const run of this.day(localDayStartMs(sortMs))?.runs ?? []) {
      const row = run.rowOf(sortMs, id);
      if (row >= 0) return { run, row };
    }
    return null;
  }

  /** Articles of cold days are taken to exist: the caller has their record. */
  #isShownOnDisk(id: number, sortMs: number): boolean {
    const cold = this.day(localDayStartMs(sortMs))?.cold ?? null;
    return cold !== null && !cold.hidden.includes(id) && !cold.dead.includes(id);
  }

  #putDay({ startMs, runs: offsets, indexes, cold }: SegmentState): void {
    let at = this.#segments.findIndex((segment) => segment.startMs <= startMs);
    if (at < 0) at = this.#segments.length;
    const known = this.#segments[at]?.startMs === startMs ? this.#segments[at]! : null;
    if (offsets.length === 0 && cold === null) {
      if (known !== null) this.#segments.splice(at, 1);
      this.#byStart.delete(startMs);
      return;
    }
    const runs = offsets.map(
      (offset) => known?.runs.find((run) => run.at === offset) ?? attach(this.#arena, offset),
    );
    runs.forEach((run, place) => {
      const sections = indexes[place]!;
      if (sections.length > 0) run.index ??= new RunIndex(this.#arena, sections, run);
    });
    const day: CatalogDay = { startMs, runs, cold };
    this.#segments.splice(at, known === null ? 0 : 1, day);
    this.#byStart.set(startMs, day);
  }

  /** Visits matching rows in memory, in reading order, until `visit` says stop. */
  #walk(
    filter: ArticleFilter,
    after: Position | null,
    visit: (run: Run, row: number) => boolean,
  ): void {
    const narrowed = this.narrowed(filter);
    const newestMs = Math.min(filter.untilMs - 1, after?.timeMs ?? Number.POSITIVE_INFINITY);
    const lastDayMs = localDayStartMs(filter.sinceMs);
    for (const { startMs, runs } of this.#segments) {
      if (startMs > newestMs) continue;
      if (startMs < lastDayMs) return;
      const scans = runs.map((run) => new RunScan(run, narrowed, after, contentOf(run, filter)));
      for (let scan = newestOf(scans); scan !== null; scan = newestOf(scans)) {
        if (!visit(scan.run, scan.row)) return;
        scan.advance();
      }
    }
  }
}

/** A reader's view of a run, with flags of its own. */
function attach(arena: Arena, at: number): Run {
  const run = Run.attach(CATALOG_RUNS, arena, at);
  run.flags = run.flags.slice();
  return run;
}

/** Bytes of an item without its comma. */
function itemBytesOf({ run, row }: RowPlace): number {
  return run.itemEnds[row]! - run.itemStart(row) - 1;
}

function intersect(mask: Uint8Array | null, visible: Uint8Array): Uint8Array {
  return mask === null ? visible : mask.map((bit, at) => bit & (visible[at] ?? 0));
}
