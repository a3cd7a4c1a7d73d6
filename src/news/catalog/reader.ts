/**
 * Answers catalog queries on the main thread, from the arena that the writer fills.
 *
 * Invariants: only `apply` changes the state that queries read, so a query sees one state from its
 * first row to its last. Pages are slices of the arena: nothing is serialised for a request. Not
 * here: the parameters of a request (api/), how the arena is filled (writer.ts).
 */
import type { FramedPage, Slice } from '../../engine/columns/framed-page.js';
import type { IndexReader } from '../../engine/index/reader.js';
import type { RowPlace, Run } from '../../engine/runs/run.js';
import { type RunPage, RunReader } from '../../engine/runs/run-reader.js';
import type { Position, RowFilter } from '../../engine/runs/walks.js';
import { DAY_MS, localDayStartMs } from '../../kernel/clock.js';
import { CatalogDirectory, type Facets } from './answers/directory.js';
import { type ArticleFilter, contentOf, type Needle, needleOf } from './answers/filter.js';
import {
  CATALOG_RUNS,
  type CatalogDelta,
  type CatalogOptions,
  type ColdDay,
  FLAG,
  UNSEEN,
} from './codec.js';

export type { Position } from '../../engine/runs/walks.js';
export type { ArticleFilter } from './answers/filter.js';

/** Deltas of one sequence number that `generation` distinguishes: 16 bits of fraction are exact. */
const DELTAS_TOLD_APART = 65_536;

export type ArticlePage = RunPage;

/** The newest article; the answer holds for every time from `fromMs` until before `untilMs`. */
interface Newest {
  timeMs: number | null;
  fromMs: number;
  untilMs: number;
}

export class CatalogReader implements IndexReader<CatalogDelta, CatalogOptions> {
  readonly #runs = new RunReader(CATALOG_RUNS);
  /** Days on disk, by their start. */
  #cold = new Map<number, ColdDay>();
  /** Address of the news service, for the addresses of icons. */
  publicUrl = '';
  #directory = new CatalogDirectory({ categories: [], media: [] }, '');
  #sequence = 0;
  #deltas = 0;
  /** The last answer of `newestMs`. */
  #newest: Newest & { generation: number } = {
    generation: -1,
    timeMs: null,
    fromMs: 0,
    untilMs: 0,
  };

  /** The last log entry that is folded in: equal sequences mean equal answers, in any process. */
  get sequence(): number {
    return this.#sequence;
  }

  /**
   * Changes whenever an answer may change, and whenever slices of the arena may become invalid. The
   * whole part is the sequence number. The fraction counts deltas, because compaction and a new
   * writer move articles without a new entry.
   */
  get generation(): number {
    return this.#sequence + (this.#deltas % DELTAS_TOLD_APART) / DELTAS_TOLD_APART;
  }

  get directory(): CatalogDirectory {
    return this.#directory;
  }

  get figures() {
    const { rows, rowsIndexed, ...memory } = this.#runs.figures;
    return {
      articles: rows,
      articlesIndexed: rowsIndexed,
      articlesOnDisk: [...this.#cold.values()].reduce((sum, { count }) => sum + count, 0),
      segments: this.#days().length,
      ...memory,
    };
  }

  writerOptions(): CatalogOptions {
    return this.#runs.writerOptions();
  }

  /** Takes a delta. `fresh`: the first delta of a new writer, which holds the whole state. */
  apply(delta: CatalogDelta, fresh: boolean): void {
    if (fresh) this.#cold = new Map();
    if (delta.tables !== null) this.#directory = new CatalogDirectory(delta.tables, this.publicUrl);
    this.#runs.apply(delta, fresh);
    for (const { startMs, day } of delta.cold) {
      if (day === null) this.#cold.delete(startMs);
      else this.#cold.set(startMs, day);
    }
    this.#sequence = delta.sequence;
    this.#deltas += 1;
  }

  /** The newest matching articles after a position. */
  page(filter: ArticleFilter, after: Position | null, limit: number): ArticlePage {
    return this.#runs.page(this.narrowed(filter), after, limit);
  }

  /** True when an article may be shown: it is in the catalog, not masked, and its time has come. */
  isShown(id: number, sortMs: number, nowMs: number): boolean {
    const found = this.#runs.find(sortMs, id);
    return found === null ? this.#isShownOnDisk(id, sortMs) : this.#isRowShown(found, nowMs);
  }

  /** Whether an article is in memory and may be shown. */
  isInMemory(id: number, sortMs: number, nowMs: number): boolean {
    return this.#shownRow(id, sortMs, nowMs) !== null;
  }

  /** The JSON of an article as lists show it, if it is in memory and may be shown; else null. */
  find(id: number, sortMs: number, nowMs: number): Uint8Array | null {
    return this.findAll([{ id, sortMs }], nowMs)[0]!;
  }

  /** Items of many articles in one buffer: allocations for thousands of items would be slow. */
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
   * The sort time of the newest article of the local day of `nowMs` up to `nowMs`; null when memory
   * holds none. The answer is cached until the state changes or the next article is due.
   */
  newestMs(nowMs: number): number | null {
    const { generation } = this;
    const known = this.#newest;
    const isKnown =
      known.generation === generation && nowMs >= known.fromMs && nowMs < known.untilMs;
    if (!isKnown) this.#newest = { generation, ...this.#newestOf(nowMs) };
    return this.#newest.timeMs;
  }

  /** Articles in memory with `FLAG.waits` and a time in (afterMs, untilMs], ordered by time. */
  arrived(afterMs: number, untilMs: number): Position[] {
    const found: Position[] = [];
    for (const { startMs, runs } of this.#runs.segments) {
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

  /** The runs of a day that are in memory. */
  runsAt(startMs: number): readonly Run[] {
    return this.#runs.runsAt(startMs);
  }

  /** The note of a day on disk; null for any other day. */
  coldDay(startMs: number): ColdDay | null {
    return this.#cold.get(startMs) ?? null;
  }

  /** Starts of the days that a query looks at, newest first. */
  daysOf(filter: ArticleFilter, after: Position | null): number[] {
    return this.#days().filter(isAskedFor(filter, after));
  }

  /** True when a query looks at days on disk: then history.ts answers the query. */
  reachesDisk(filter: ArticleFilter, after: Position | null): boolean {
    const isAsked = isAskedFor(filter, after);
    for (const startMs of this.#cold.keys()) if (isAsked(startMs)) return true;
    return false;
  }

  /** The filter with the media that may be shown now. */
  narrowed(filter: ArticleFilter): RowFilter {
    const { sinceMs, untilMs, nowMs, media } = filter;
    const { visible } = this.#directory;
    const owners = visible === null ? media : intersect(media, visible);
    return { sinceMs, untilMs, nowMs, owners, contentOf: (run) => contentOf(run, filter) };
  }

  /** Counts of all matching articles in memory. */
  facets(filter: ArticleFilter): Facets {
    const counts = new Uint32Array(this.#directory.size);
    this.#runs.walk(this.narrowed(filter), null, (run, row) => {
      counts[run.owners[row]!]! += 1;
      return true;
    });
    return this.#directory.facetsOf(counts);
  }

  /** Counts of matching articles in memory by steps of time from `startMs` on. */
  histogram(filter: ArticleFilter, startMs: number, stepMs: number, counts: Uint32Array): void {
    this.#runs.walk(this.narrowed(filter), null, (run, row) => {
      counts[Math.floor((run.timeMsAt(row) - startMs) / stepMs)]! += 1;
      return true;
    });
  }

  /** Ids of matching articles in memory; null when there are more than `max`. */
  idsOf(filter: ArticleFilter, max: number): Set<number> | null {
    const ids = new Set<number>();
    this.#runs.walk(this.narrowed(filter), null, (run, row) => ids.add(run.ids[row]!).size <= max);
    return ids.size > max ? null : ids;
  }

  /** Positions of matching articles in memory, newest first; at most `max`. */
  placesOf(filter: ArticleFilter, max: number): Position[] {
    return this.#runs.places(this.narrowed(filter), max);
  }

  needleOf(text: string): Needle | null {
    return needleOf(text);
  }

  /** Frames slices as a JSON body: `before`, the items, `after`. Valid for this generation. */
  frame(before: Uint8Array, slices: readonly Slice[], after: Uint8Array): FramedPage {
    return this.#runs.frame(before, slices, after);
  }

  #newestOf(nowMs: number): Newest {
    const startMs = localDayStartMs(nowMs);
    let timeMs: number | null = null;
    let untilMs = startMs + DAY_MS;
    for (const run of this.runsAt(startMs)) {
      let row = run.lowerBound(nowMs, Number.POSITIVE_INFINITY);
      if (row > 0) untilMs = Math.min(untilMs, run.timeMsAt(row - 1));
      while (row < run.count && (run.flags[row]! & UNSEEN) !== 0) row += 1;
      if (row < run.count) timeMs = Math.max(timeMs ?? run.timeMsAt(row), run.timeMsAt(row));
    }
    return { timeMs, fromMs: timeMs ?? startMs, untilMs };
  }

  #shownRow(id: number, sortMs: number, nowMs: number): RowPlace | null {
    const found = this.#runs.find(sortMs, id);
    return found !== null && this.#isRowShown(found, nowMs) ? found : null;
  }

  #isRowShown({ run, row }: RowPlace, nowMs: number): boolean {
    const flags = run.flags[row]!;
    if ((flags & FLAG.hidden) !== 0 || !this.isVisible(run.owners[row]!)) return false;
    return (flags & FLAG.waits) === 0 || run.timeMsAt(row) <= nowMs;
  }

  /** The caller has the record of the article, so an article of a cold day is taken to exist. */
  #isShownOnDisk(id: number, sortMs: number): boolean {
    const cold = this.coldDay(localDayStartMs(sortMs));
    return cold !== null && !cold.hidden.includes(id) && !cold.dead.includes(id);
  }

  /** Starts of all days, newest first. */
  #days(): number[] {
    const starts = new Set(this.#cold.keys());
    for (const { startMs } of this.#runs.segments) starts.add(startMs);
    return [...starts].sort((a, b) => b - a);
  }
}

/** A test of a day's start: whether a query looks at the day. */
function isAskedFor(
  { sinceMs, untilMs }: ArticleFilter,
  after: Position | null,
): (startMs: number) => boolean {
  const newestMs = Math.min(untilMs - 1, after?.timeMs ?? Number.POSITIVE_INFINITY);
  const lastDayMs = localDayStartMs(sinceMs);
  return (startMs) => startMs >= lastDayMs && startMs <= newestMs;
}

/** Bytes of an item without its trailing comma. */
function itemBytesOf({ run, row }: RowPlace): number {
  return run.itemEnds[row]! - run.itemStart(row) - 1;
}

function intersect(mask: Uint8Array | null, visible: Uint8Array): Uint8Array {
  return mask === null ? visible : mask.map((bit, at) => bit & (visible[at] ?? 0));
}
