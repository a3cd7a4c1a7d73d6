/**
 * Answers catalog queries on the front's thread, from the arena that the writer fills.
 *
 * Invariants: `apply` is the only thing that changes what is read here; a query sees one state
 * from its first row to its last. Pages are slices of the arena: nothing is serialised per
 * request. Not here: what a request may ask (api/), how the arena is filled (writer.ts).
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

/** Deltas of one sequence number that `generation` tells apart; a fraction of 16 bits is exact. */
const DELTAS_TOLD_APART = 65_536;

export type ArticlePage = RunPage;

/** The newest article as of an instant from `fromMs` until before `untilMs`. */
interface Newest {
  timeMs: number | null;
  fromMs: number;
  untilMs: number;
}

export class CatalogReader implements IndexReader<CatalogDelta, CatalogOptions> {
  readonly #runs = new RunReader(CATALOG_RUNS);
  /** Days on disk, by their start. */
  #cold = new Map<number, ColdDay>();
  /** Of the news service, for the addresses of icons. */
  publicUrl = '';
  #directory = new CatalogDirectory({ categories: [], media: [] }, '');
  #sequence = 0;
  #deltas = 0;
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

  /** Takes a delta. `fresh`: it is the first of a new writer and holds the whole state. */
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

  /** True when an article may be shown: it is here, not masked, and its time has come. */
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
   * there is none in memory. The answer is cached until the state changes or the next article is due.
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

  /** The runs of a day in memory. */
  runsAt(startMs: number): readonly Run[] {
    return this.#runs.runsAt(startMs);
  }

  /** The note of a day on disk; null when it is in memory, or there is none. */
  coldDay(startMs: number): ColdDay | null {
    return this.#cold.get(startMs) ?? null;
  }

  /** Starts of the days that a query looks at, newest first. */
  daysOf(filter: ArticleFilter, after: Position | null): number[] {
    return this.#days().filter(isAskedFor(filter, after));
  }

  /** True when a query looks at days that lie on disk: then history.ts is to answer it. */
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

  /** Counts over everything that matches. */
  facets(filter: ArticleFilter): Facets {
    const counts = new Uint32Array(this.#directory.size);
    this.#runs.walk(this.narrowed(filter), null, (run, row) => {
      counts[run.owners[row]!]! += 1;
      return true;
    });
    return this.#directory.facetsOf(counts);
  }

  /** Counts of what matches and lies in memory, by steps of time from `startMs` on. */
  histogram(filter: ArticleFilter, startMs: number, stepMs: number, counts: Uint32Array): void {
    this.#runs.walk(this.narrowed(filter), null, (run, row) => {
      counts[Math.floor((run.timeMsAt(row) - startMs) / stepMs)]! += 1;
      return true;
    });
  }

  /** Ids of the articles in memory that match; null when there are more than `max`. */
  idsOf(filter: ArticleFilter, max: number): Set<number> | null {
    const ids = new Set<number>();
    this.#runs.walk(this.narrowed(filter), null, (run, row) => ids.add(run.ids[row]!).size <= max);
    return ids.size > max ? null : ids;
  }

  /** Where the articles in memory are that match, newest first; at most `max`. */
  placesOf(filter: ArticleFilter, max: number): Position[] {
    return this.#runs.places(this.narrowed(filter), max);
  }

  /** Reads a text as a search needle; null when nothing of it is left in search form. */
  needleOf(text: string): Needle | null {
    return needleOf(text);
  }

  /** Frames slices as a JSON body: `before`, the items, `after`. Good for this generation. */
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

  /** Articles of cold days are taken to exist: the caller has their record. */
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

/** Tells of a day's start whether a query looks at the day. */
function isAskedFor(
  { sinceMs, untilMs }: ArticleFilter,
  after: Position | null,
): (startMs: number) => boolean {
  const newestMs = Math.min(untilMs - 1, after?.timeMs ?? Number.POSITIVE_INFINITY);
  const lastDayMs = localDayStartMs(sinceMs);
  return (startMs) => startMs >= lastDayMs && startMs <= newestMs;
}

/** Bytes of an item without its comma. */
function itemBytesOf({ run, row }: RowPlace): number {
  return run.itemEnds[row]! - run.itemStart(row) - 1;
}

function intersect(mask: Uint8Array | null, visible: Uint8Array): Uint8Array {
  return mask === null ? visible : mask.map((bit, at) => bit & (visible[at] ?? 0));
}
