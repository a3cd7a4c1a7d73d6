/**
 * Catalog queries that reach days on disk. Answers are the same as from memory, but take longer.
 *
 * Days are read one by one, newest first, with a pause after each day. Which articles may be shown
 * is decided in one step after the last read, so an article that was hidden meanwhile is left out.
 * Not here: where chunks come from (the caller gives `chunk`), how rows match
 * (engine/runs/walks.ts).
 */

import { newestOf } from '../../../engine/runs/reading-order.js';
import { Run } from '../../../engine/runs/run.js';
import { type Position, RunScan } from '../../../engine/runs/walks.js';
import { localDayStartMs } from '../../../kernel/clock.js';
import { TagwireError } from '../../../kernel/errors.js';
import { CATALOG_RUNS, type ColdDay, coldChunksOf, refreshFlags } from '../codec.js';
import type { CatalogReader } from '../reader.js';
import type { Facets } from './directory.js';
import type { ArticleFilter } from './filter.js';

/** Reads a chunk of the catalog by name; null when it is missing or damaged. */
export type ReadChunk = (name: string) => Promise<Uint8Array | null>;

/** Pause after a day was read: about as long as the scan of its rows. */
const PAUSE_MS = 1;

/** Days whose runs `find` has attached at the same time. */
const DAYS_OPEN_MAX = 8;

/** How often a page is made, when articles on it were hidden or erased meanwhile. */
const ATTEMPTS_MAX = 5;

export interface HistoryPage {
  /** JSON of each article. */
  items: Uint8Array[];
  /** The position of the last article when more articles match; null otherwise. */
  next: Position | null;
}

/** A matching row, in memory or on disk. */
interface Hit {
  timeMs: number;
  id: number;
  media: number;
  /** The byte range of the item in the `items` chunk of a day; null for a row in memory. */
  cold: { day: ColdDay; start: number; end: number } | null;
}

/** A scan over a run of a day; `cold` is null for a run in memory. */
interface DayScan {
  scan: RunScan;
  cold: ColdDay | null;
}

export class CatalogHistory {
  readonly #reader: CatalogReader;
  readonly #chunk: ReadChunk;

  constructor(reader: CatalogReader, chunk: ReadChunk) {
    this.#reader = reader;
    this.#chunk = chunk;
  }

  /**
   * The newest matching articles after a position.
   * @throws TagwireError STORE_DAMAGED when a chunk cannot be read.
   */
  async page(filter: ArticleFilter, after: Position | null, limit: number): Promise<HistoryPage> {
    for (let attempt = 1; ; attempt++) {
      const hits = await this.#hits(filter, after, limit + 1);
      const shown = hits.slice(0, limit);
      const last = shown.at(-1);
      const items = (await this.#itemsOf(shown, filter.nowMs)).filter((item) => item !== null);
      if (items.length < shown.length && attempt < ATTEMPTS_MAX) continue;
      const hasMore = hits.length > limit && last !== undefined;
      return { items, next: hasMore ? { timeMs: last.timeMs, id: last.id } : null };
    }
  }

  /** Counts of all matching articles. @throws as `page` does. */
  async facets(filter: ArticleFilter): Promise<Facets> {
    const { directory } = this.#reader;
    const counts = new Uint32Array(directory.size);
    for (const startMs of this.#reader.daysOf(filter, null)) {
      for (const { scan } of await this.#scansOf(startMs, filter, null)) {
        for (; scan.row < scan.end; scan.advance()) counts[scan.run.owners[scan.row]!]! += 1;
      }
    }
    return directory.facetsOf(counts);
  }

  /** Counts of all matching articles by steps of time from `startMs` on. @throws as `page` does. */
  async histogram(
    filter: ArticleFilter,
    startMs: number,
    stepMs: number,
    counts: Uint32Array,
  ): Promise<void> {
    for (const dayMs of this.#reader.daysOf(filter, null)) {
      for (const { scan } of await this.#scansOf(dayMs, filter, null)) {
        for (; scan.row < scan.end; scan.advance()) {
          counts[Math.floor((scan.run.timeMsAt(scan.row) - startMs) / stepMs)]! += 1;
        }
      }
    }
  }

  /**
   * Articles by id and sort time, each as JSON; null for an article that may not be shown.
   * @throws as `page` does.
   */
  async find(
    refs: readonly { id: number; sortMs: number }[],
    nowMs: number,
  ): Promise<(Uint8Array | null)[]> {
    const hits: Hit[] = [];
    // A day on disk is attached once for all its articles.
    const runs = new Map<ColdDay, Run>();
    for (const { id, sortMs } of refs) {
      const cold = this.#reader.coldDay(localDayStartMs(sortMs));
      const isOnDisk = cold !== null && !this.#reader.isInMemory(id, sortMs, nowMs);
      if (isOnDisk && !runs.has(cold)) {
        if (runs.size >= DAYS_OPEN_MAX) runs.clear();
        runs.set(cold, rowsNow(await this.#read(coldChunksOf(cold).rows), cold));
      }
      const found = isOnDisk ? hitIn(runs.get(cold)!, cold, id, sortMs) : null;
      hits.push(found ?? { timeMs: sortMs, id, media: 0, cold: null });
    }
    return this.#itemsOf(hits, nowMs);
  }

  async #hits(filter: ArticleFilter, after: Position | null, limit: number): Promise<Hit[]> {
    const hits: Hit[] = [];
    for (const startMs of this.#reader.daysOf(filter, after)) {
      const open = await this.#scansOf(startMs, filter, after);
      const scans = open.map(({ scan }) => scan);
      for (let scan = newestOf(scans); scan !== null; scan = newestOf(scans)) {
        hits.push(hitAt(scan.run, scan.row, open[scans.indexOf(scan)]!.cold));
        if (hits.length === limit) return hits;
        scan.advance();
      }
    }
    return hits;
  }

  /** Scans over the runs of a day, in memory and on disk, valid until the next `await`. */
  async #scansOf(
    startMs: number,
    filter: ArticleFilter,
    after: Position | null,
  ): Promise<DayScan[]> {
    const before = this.#reader.coldDay(startMs);
    const rows = before === null ? null : await this.#read(coldChunksOf(before).rows);
    if (rows !== null) await pauseForOthers();
    const cold = this.#reader.coldDay(startMs);
    // While the day was read, it returned to memory or was written again.
    if (cold?.version !== before?.version) return this.#scansOf(startMs, filter, after);
    const narrowed = this.#reader.narrowed(filter);
    const scans: DayScan[] = this.#reader.runsAt(startMs).map((run) => ({
      scan: new RunScan(run, narrowed, after),
      cold: null,
    }));
    if (rows !== null && cold !== null) {
      scans.push({ scan: new RunScan(rowsNow(rows, cold), narrowed, after), cold });
    }
    return scans;
  }

  /** The items of hits; null for an article that may not be shown after the last chunk was read. */
  async #itemsOf(hits: readonly Hit[], nowMs: number): Promise<(Uint8Array | null)[]> {
    const items = new Map<string, Uint8Array>();
    for (const { cold } of hits) {
      const name = cold === null ? null : coldChunksOf(cold.day).items;
      if (name !== null && !items.has(name)) items.set(name, await this.#read(name));
    }
    return hits.map((hit) => {
      if (hit.cold === null) return this.#reader.find(hit.id, hit.timeMs, nowMs);
      if (!this.#isShownOnDisk(hit, hit.cold.day)) return null;
      const { day, start, end } = hit.cold;
      return items.get(coldChunksOf(day).items)!.subarray(start, end);
    });
  }

  #isShownOnDisk({ id, timeMs, media }: Hit, { version }: ColdDay): boolean {
    const now = this.#reader.coldDay(localDayStartMs(timeMs));
    if (now === null || now.version !== version || now.purged.includes(media)) return false;
    return this.#reader.isShown(id, timeMs, timeMs) && this.#reader.isVisible(media);
  }

  async #read(name: string): Promise<Uint8Array> {
    const bytes = await this.#chunk(name);
    if (bytes !== null) return bytes;
    throw new TagwireError('STORE_DAMAGED', `chunk ${name} of the catalog cannot be read`);
  }
}

/** Without pauses, a query over a month of days would block the main thread for other requests. */
function pauseForOthers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/** The run of a cold day with its current flags, in an array of its own. */
function rowsNow(rows: Uint8Array, day: ColdDay): Run {
  const run = Run.attachRows(CATALOG_RUNS, rows);
  run.flags = run.flags.slice();
  refreshFlags(run, day);
  return run;
}

function hitIn(run: Run, day: ColdDay, id: number, sortMs: number): Hit | null {
  const row = run.rowOf(sortMs, id);
  return row < 0 ? null : hitAt(run, row, day);
}

function hitAt(run: Run, row: number, day: ColdDay | null): Hit {
  const place = { start: run.itemStart(row), end: run.itemEnds[row]! - 1 };
  return {
    timeMs: run.timeMsAt(row),
    id: run.ids[row]!,
    media: run.owners[row]!,
    cold: day === null ? null : { day, ...place },
  };
}
