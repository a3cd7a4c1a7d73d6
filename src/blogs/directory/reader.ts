/**
 * Answers questions about blogs and their posts on the front's thread, from the arena that the
 * writer fills.
 *
 * Invariants: `apply` is the only thing that changes what is read here; a query sees one state
 * from its first row to its last; what is masked, unverified or erased is never in an answer. Pages
 * are slices of the arena: nothing is serialised per request.
 * Not here: what a request may ask (api/), how the arena is filled (writer.ts).
 */
import { Arena, createArenaMemory } from '../../columns/arena.js';
import { FramedPage, type Slice } from '../../columns/framed-page.js';
import type { IndexReader } from '../../index/reader.js';
import { newestOf } from '../../runs/reading-order.js';
import { Run } from '../../runs/run.js';
import { RunIndex } from '../../runs/run-index.js';
import { type Position, RunScan } from '../../runs/scan.js';
import { searchForm } from '../../text/tag.js';
import {
  Block,
  blockOf,
  type DirectoryDelta,
  type DirectoryOptions,
  POST_RUNS,
  type RunPlace,
  segmentStartMs,
} from './codec.js';
import { contentOf, type PostFilter, PostNeedle } from './filter.js';
import { type BlogName, BlogNames } from './names.js';

export type { Position } from '../../runs/scan.js';
export type { PostFilter } from './filter.js';
export type { BlogName } from './names.js';

/** Room in which a page is put together: larger ones are made on the heap. */
const SCRATCH_BYTES = 1024 * 1024;

/** Items of a page, and where it ended when more follow. */
export interface DirectoryPage<Place> {
  slices: Slice[];
  count: number;
  /** The last item of the page when more follow. */
  next: Place | null;
}

/** A blog's own page: its item without the comma, and its feeds as JSON. */
export interface BlogDetail {
  item: Slice;
  feeds: Uint8Array;
}

interface Segment {
  startMs: number;
  runs: Run[];
}

export class DirectoryReader implements IndexReader<DirectoryDelta, DirectoryOptions> {
  /** Address of the blog service as callers know it, without a final slash; part of items. */
  publicUrl = '';
  #arena = new Arena(createArenaMemory(SCRATCH_BYTES));
  #nextArena: Arena | null = null;
  /** Newest first. */
  #segments: Segment[] = [];
  /** By number; blocks without a listed blog are absent. */
  #blocks: (Block | undefined)[] = [];
  #names = new BlogNames();
  #deltas = 0;
  #sequence = 0;
  #memory = { usedBytes: 0, heldBytes: 0 };

  /**
   * Names the state and where it lies: it changes whenever an answer may, and whenever slices of
   * the arena may lose their meaning.
   */
  get generation(): number {
    return this.#deltas;
  }

  /** The last log entry that is folded in. */
  get sequence(): number {
    return this.#sequence;
  }

  get figures(): { readonly [name: string]: number } {
    const runs = this.#segments.flatMap((segment) => segment.runs);
    return {
      blogs: this.#names.size,
      posts: runs.reduce((sum, { count }) => sum + count, 0),
      segments: this.#segments.length,
      runs: runs.length,
      ...this.#memory,
    };
  }

  /** Options for a new writer: it gets an arena of its own, which its first delta brings into use. */
  writerOptions(): DirectoryOptions {
    const memory = createArenaMemory(SCRATCH_BYTES);
    this.#nextArena = new Arena(memory);
    return { memory, scratchBytes: SCRATCH_BYTES, publicUrl: this.publicUrl };
  }

  /** Takes a delta. `fresh`: it is the first of a new writer and holds the whole state. */
  apply(delta: DirectoryDelta, fresh: boolean): void {
    if (fresh && this.#nextArena !== null) {
      this.#arena = this.#nextArena;
      this.#nextArena = null;
    }
    if (fresh) {
      this.#segments = [];
      this.#blocks = [];
      this.#names = new BlogNames();
    }
    if (delta.names !== null) this.#names.apply(delta.names);
    for (const { block, at } of delta.blocks) {
      this.#blocks[block] = at === null ? undefined : Block.attach(this.#arena, at);
    }
    for (const { startMs, runs } of delta.segments) this.#putSegment(startMs, runs);
    for (const { startMs, at, row, flags } of delta.flags) {
      const run = this.#segmentOf(startMs)?.runs.find((candidate) => candidate.at === at);
      if (run !== undefined) run.flags[row] = flags;
    }
    this.#deltas += 1;
    this.#sequence = delta.sequence;
    this.#memory = { usedBytes: delta.usedBytes, heldBytes: delta.heldBytes };
  }

  /** The listed blog of a slug. */
  bySlug(slug: string): BlogName | null {
    return this.#names.bySlug(slug);
  }

  /** The listed blog of an id. */
  byId(id: number): BlogName | null {
    return this.#names.byId(id);
  }

  /** Reads a text as a search needle; null when nothing of it is left in search form. */
  needleOf(text: string): PostNeedle | null {
    const form = searchForm(text);
    if (form === '') return null;
    return new PostNeedle(form, this.#names.holding(form));
  }

  /** The newest matching posts after a position. */
  posts(filter: PostFilter, after: Position | null, limit: number): DirectoryPage<Position> {
    const page: DirectoryPage<Position> = { slices: [], count: 0, next: null };
    let last: Position | null = null;
    this.#walk(filter, after, (run, row) => {
      if (page.count === limit) {
        page.next = last;
        return false;
      }
      const start = run.itemStart(row);
      addSlice(page, run.itemsAt + start, run.itemEnds[row]! - start);
      // Only the last row of a page is looked at again.
      if (page.count === limit) last = { timeMs: run.timeMsAt(row), id: run.ids[row]! };
      return true;
    });
    return page;
  }

  /** Listed blogs by ascending id; `q` is a text that their names hold. */
  blogs(q: string | null, afterId: number, limit: number): DirectoryPage<number> {
    const page: DirectoryPage<number> = { slices: [], count: 0, next: null };
    const wanted = q === null ? null : new Set(this.#names.holding(searchForm(q)));
    let last = afterId;
    for (let number = blockOf(afterId + 1); number < this.#blocks.length; number++) {
      const block = this.#blocks[number];
      for (let place = 0; block !== undefined && place < block.count; place++) {
        const id = block.ids[place]!;
        if (id <= afterId || (wanted !== null && !wanted.has(id))) continue;
        if (page.count === limit) {
          page.next = last;
          return page;
        }
        addSlice(page, block.itemAt(place), block.itemBytes(place));
        last = id;
      }
    }
    return page;
  }

  /** What a listed blog's own page shows; null when there is none of this slug. */
  blog(slug: string): BlogDetail | null {
    const known = this.#names.bySlug(slug);
    const block = known === null ? undefined : this.#blocks[blockOf(known.id)];
    if (known === null || block === undefined) return null;
    const place = block.ids.indexOf(known.id);
    const item = { at: block.itemAt(place), byteLength: block.itemBytes(place) - 1 };
    return { item, feeds: block.feedsOf(place) };
  }

  /** The item of a listed blog as the API shows it; null when there is none of this slug. */
  blogItem(slug: string): object | null {
    const detail = this.blog(slug);
    if (detail === null) return null;
    const { at, byteLength } = detail.item;
    const bytes = this.#arena.bytes().slice(at, at + byteLength);
    return JSON.parse(Buffer.from(bytes).toString()) as object;
  }

  /** The item of a post as the API shows it; null when there is none, or it may not be shown. */
  find(id: number, sortMs: number): unknown {
    const bytes = this.itemOf(id, sortMs);
    return bytes === null ? null : JSON.parse(Buffer.from(bytes).toString());
  }

  /** The time of the newest post before an instant; null when there is none. */
  newestBefore(untilMs: number): number | null {
    let newestMs: number | null = null;
    const filter = { sinceMs: Number.NEGATIVE_INFINITY, untilMs, blog: null, needle: null };
    this.#walk(filter, null, (run, row) => {
      newestMs = run.timeMsAt(row);
      return false;
    });
    return newestMs;
  }

  /** Posts whose time is after one instant, up to another, in the order of their times. */
  arrived(afterMs: number, untilMs: number): Position[] {
    const found: Position[] = [];
    const filter = { sinceMs: afterMs + 1, untilMs: untilMs + 1, blog: null, needle: null };
    this.#walk(filter, null, (run, row) => {
      found.push({ timeMs: run.timeMsAt(row), id: run.ids[row]! });
      return true;
    });
    return found.reverse();
  }

  /** The JSON of a post as the API shows it; null when there is none, or it may not be shown. */
  itemOf(id: number, sortMs: number): Uint8Array | null {
    for (const run of this.#segmentOf(segmentStartMs(sortMs))?.runs ?? []) {
      const row = run.rowOf(sortMs, id);
      if (row < 0) continue;
      const isShown = run.flags[row] === 0 && this.#names.shown[run.owners[row]!] === 1;
      return isShown ? Buffer.from(run.itemAt(row)) : null;
    }
    return null;
  }

  /** Frames slices as a JSON body: `before`, the items, `after`. Good for this generation. */
  frame(before: Uint8Array, slices: readonly Slice[], after: Uint8Array): FramedPage {
    return new FramedPage(this.#arena, SCRATCH_BYTES, before, slices, after);
  }

  #putSegment(startMs: number, places: readonly RunPlace[]): void {
    const place = this.#placeOf(startMs);
    const known = this.#segments[place]?.startMs === startMs ? this.#segments[place]! : null;
    if (places.length === 0) {
      if (known !== null) this.#segments.splice(place, 1);
      return;
    }
    const runs = places.map(({ at, index }) => {
      const run = known?.runs.find((one) => one.at === at) ?? attach(this.#arena, at);
      if (index.length > 0) run.index ??= new RunIndex(this.#arena, index, run);
      return run;
    });
    if (known !== null) known.runs = runs;
    else this.#segments.splice(place, 0, { startMs, runs });
  }

  #segmentOf(startMs: number): Segment | undefined {
    const segment = this.#segments[this.#placeOf(startMs)];
    return segment?.startMs === startMs ? segment : undefined;
  }

  /** Place of the first segment that does not start after `startMs`. */
  #placeOf(startMs: number): number {
    let low = 0;
    let high = this.#segments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#segments[middle]!.startMs > startMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Visits matching rows in reading order until `visit` says stop. */
  #walk(
    filter: PostFilter,
    after: Position | null,
    visit: (run: Run, row: number) => boolean,
  ): void {
    const newestMs = Math.min(filter.untilMs - 1, after?.timeMs ?? Number.POSITIVE_INFINITY);
    const lastStartMs = segmentStartMs(filter.sinceMs);
    const { sinceMs, untilMs } = filter;
    const shown = { sinceMs, untilMs, nowMs: 0, owners: this.#names.shown };
    for (let at = this.#placeOf(newestMs); at < this.#segments.length; at++) {
      const { startMs, runs } = this.#segments[at]!;
      if (startMs < lastStartMs) return;
      const scans = runs.map((run) => new RunScan(run, shown, after, contentOf(run, filter)));
      for (let scan = newestOf(scans); scan !== null; scan = newestOf(scans)) {
        if (!visit(scan.run, scan.row)) return;
        scan.advance();
      }
    }
  }
}

/** Adds an item to a page: to its last slice where it follows that one in memory. */
function addSlice(page: DirectoryPage<unknown>, at: number, byteLength: number): void {
  const open = page.slices.at(-1);
  if (open !== undefined && open.at + open.byteLength === at) open.byteLength += byteLength;
  else page.slices.push({ at, byteLength });
  page.count += 1;
}

/** A reader's view of a run, with flags of its own. */
function attach(arena: Arena, at: number): Run {
  const run = Run.attach(POST_RUNS, arena, at);
  run.flags = run.flags.slice();
  return run;
}
