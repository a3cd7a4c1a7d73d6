/**
 * Answers catalog queries on the front's thread, from the arena that the writer fills.
 *
 * Invariants: `apply` is the only thing that changes what is read here; a query sees one state
 * from its first row to its last. Pages are slices of the arena: nothing is serialised per
 * request. Not here: what a request may ask (api/), how the arena is filled (writer.ts).
 */
import { Arena, createArenaMemory } from '../../kernel/arena.js';
import { taipeiDayStartMs } from '../../kernel/clock.js';
import { FramedPage, type Slice } from '../../kernel/framed-page.js';
import { normalTag, searchForm } from '../../model/tag.js';
import { type CatalogDelta, type CatalogOptions, columnKeyOfTag, FLAG, Run } from './codec.js';
import { CatalogDirectory, type Facets } from './directory.js';
import { type ArticleFilter, type Needle, type Position, RunScan } from './scan.js';

export type { ArticleFilter, Needle, Position } from './scan.js';

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

interface Segment {
  startMs: number;
  runs: Run[];
}

export class CatalogReader {
  #arena = new Arena(createArenaMemory(SCRATCH_BYTES));
  #nextArena: Arena | null = null;
  /** Newest first. */
  #segments: Segment[] = [];
  #directory = new CatalogDirectory({ categories: [], media: [] });
  #sequence = 0;
  #deltas = 0;
  #figures = { usedBytes: 0, heldBytes: 0 };

  /**
   * Names the state and where it lies: it changes whenever an answer may, and whenever slices of
   * the arena may lose their meaning. Its whole part is the log's sequence number, so that equal
   * ones mean equal answers in another process too; its fraction counts deltas, because tidying
   * and a new writer move articles without a new entry.
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
  apply(value: unknown, fresh: boolean): void {
    const delta = value as CatalogDelta;
    if (fresh && this.#nextArena !== null) {
      this.#arena = this.#nextArena;
      this.#nextArena = null;
      this.#segments = [];
    }
    if (delta.tables !== null) this.#directory = new CatalogDirectory(delta.tables);
    for (const { startMs, runs } of delta.segments) this.#putSegment(startMs, runs);
    for (const { startMs, at, row, flags } of delta.flags) {
      const segment = this.#segments.find((candidate) => candidate.startMs === startMs);
      const run = segment?.runs.find((candidate) => candidate.at === at);
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
    const startMs = taipeiDayStartMs(sortMs);
    const segment = this.#segments.find((candidate) => candidate.startMs === startMs);
    for (const run of segment?.runs ?? []) {
      const row = run.rowOf(sortMs, id);
      if (row < 0) continue;
      const flags = run.flags[row]!;
      if ((flags & FLAG.dead) !== 0) continue;
      if ((flags & FLAG.hidden) !== 0 || this.#directory.visible?.[run.media[row]!] === 0)
        return false;
      return (flags & FLAG.waits) === 0 || sortMs <= nowMs;
    }
    return false;
  }

  /** Counts over everything that matches. */
  facets(filter: ArticleFilter): Facets {
    const counts = new Uint32Array(this.#directory.size);
    this.#walk(filter, null, (run, row) => {
      counts[run.media[row]!]! += 1;
      return true;
    });
    return this.#directory.facetsOf(counts);
  }

  /** Reads a text as a search needle; null when nothing of it is left in search form. */
  needleOf(text: string): Needle | null {
    const form = searchForm(text);
    if (form === '') return null;
    return { bytes: Buffer.from(form, 'utf16le'), tagKey: columnKeyOfTag(normalTag(text) ?? text) };
  }

  /** Frames slices as a JSON body: `before`, the items, `after`. Good for this generation. */
  frame(before: Uint8Array, slices: readonly Slice[], after: Uint8Array): FramedPage {
    return new FramedPage(this.#arena, SCRATCH_BYTES, before, slices, after);
  }

  #putSegment(startMs: number, offsets: number[]): void {
    let at = this.#segments.findIndex((segment) => segment.startMs <= startMs);
    if (at < 0) at = this.#segments.length;
    const known = this.#segments[at]?.startMs === startMs ? this.#segments[at]! : null;
    if (offsets.length === 0) {
      if (known !== null) this.#segments.splice(at, 1);
      return;
    }
    const runs = offsets.map(
      (offset) => known?.runs.find((run) => run.at === offset) ?? attach(this.#arena, offset),
    );
    if (known !== null) known.runs = runs;
    else this.#segments.splice(at, 0, { startMs, runs });
  }

  /** Visits matching rows in reading order until `visit` says stop. */
  #walk(
    filter: ArticleFilter,
    after: Position | null,
    visit: (run: Run, row: number) => boolean,
  ): void {
    const visible = this.#directory.visible;
    const narrowed =
      visible === null ? filter : { ...filter, media: intersect(filter.media, visible) };
    const newestMs = Math.min(filter.untilMs - 1, after?.timeMs ?? Number.POSITIVE_INFINITY);
    const lastDayMs = taipeiDayStartMs(filter.sinceMs);
    for (const { startMs, runs } of this.#segments) {
      if (startMs > newestMs) continue;
      if (startMs < lastDayMs) return;
      const scans = runs.map((run) => new RunScan(run, narrowed, after));
      for (let scan = newestOf(scans); scan !== null; scan = newestOf(scans)) {
        if (!visit(scan.run, scan.row)) return;
        scan.advance();
      }
    }
  }
}

/** A reader's view of a run, with flags of its own. */
function attach(arena: Arena, at: number): Run {
  const run = Run.attach(arena, at);
  run.flags = run.flags.slice();
  return run;
}

/** The scan whose row comes first in reading order; null when all have ended. */
function newestOf(scans: readonly RunScan[]): RunScan | null {
  let best: RunScan | null = null;
  let bestTime = 0;
  let bestId = 0;
  for (const scan of scans) {
    if (scan.row >= scan.end) continue;
    const time = scan.run.times[scan.row]!;
    const id = scan.run.ids[scan.row]!;
    if (best === null || time > bestTime || (time === bestTime && id > bestId)) {
      best = scan;
      bestTime = time;
      bestId = id;
    }
  }
  return best;
}

function intersect(mask: Uint8Array | null, visible: Uint8Array): Uint8Array {
  return mask === null ? visible : mask.map((bit, at) => bit & (visible[at] ?? 0));
}
