/**
 * The reader's side of runs: takes deltas on the main thread and answers from the arena that the writer
 * fills.
 *
 * Invariants: only `apply` changes what is read here; a query sees one state from its first row to its
 * last. Pages are slices of the arena: nothing is serialised per request.
 * Not here: how the arena is filled.
 */
import { firstPlace } from '../../kernel/collections.js';
import { Arena, createArenaMemory } from '../columns/arena.js';
import { FramedPage, type Slice } from '../columns/framed-page.js';
import { newestOf } from './reading-order.js';
import {
  findRow,
  type RowPlace,
  Run,
  type RunDelta,
  type RunFormat,
  type RunOptions,
} from './run.js';
import { RunIndex } from './run-index.js';
import { type Position, type RowFilter, RunScan } from './walks.js';

/** Memory in which a page is joined; larger pages are joined on the heap. */
const SCRATCH_BYTES = 1024 * 1024;

/** Items of a page, each with its comma, and the place where it ended when more follow. */
export interface RunPage<Place = Position> {
  slices: Slice[];
  count: number;
  /** The last item of the page when more follow. */
  next: Place | null;
}

interface Segment {
  startMs: number;
  runs: readonly Run[];
}

export class RunReader {
  readonly #format: RunFormat;
  #arena = new Arena(createArenaMemory(SCRATCH_BYTES));
  #nextArena: Arena | null = null;
  /** Newest first. */
  #segments: Segment[] = [];
  #memory = { usedBytes: 0, heldBytes: 0 };

  constructor(format: RunFormat) {
    this.#format = format;
  }

  get arena(): Arena {
    return this.#arena;
  }

  /** Newest first. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  get figures() {
    const runs = this.#segments.flatMap((segment) => segment.runs);
    return {
      rows: runs.reduce((sum, { count }) => sum + count, 0),
      rowsIndexed: runs.reduce((sum, { index, count }) => sum + (index === null ? 0 : count), 0),
      runs: runs.length,
      ...this.#memory,
    };
  }

  /** Options of a new writer: an arena of its own, which the reader uses from the writer's first delta on. */
  writerOptions(): RunOptions {
    const memory = createArenaMemory(SCRATCH_BYTES);
    this.#nextArena = new Arena(memory);
    return { memory, scratchBytes: SCRATCH_BYTES };
  }

  /** Takes a delta. `fresh`: the first delta of a new writer, which holds the whole state. */
  apply({ segments, flags, usedBytes, heldBytes }: RunDelta, fresh: boolean): void {
    if (fresh) {
      this.#arena = this.#nextArena ?? this.#arena;
      this.#nextArena = null;
      this.#segments = [];
    }
    for (const segment of segments) this.#put(segment);
    for (const change of flags) {
      const run = this.runsAt(change.startMs).find(({ at }) => at === change.at);
      if (run !== undefined) run.flags[change.row] = change.flags;
    }
    this.#memory = { usedBytes, heldBytes };
  }

  /** The runs of the segment that starts at an instant. */
  runsAt(startMs: number): readonly Run[] {
    const segment = this.#segments[this.#placeOf(startMs)];
    return segment?.startMs === startMs ? segment.runs : [];
  }

  /** The live row with this time and id; null when there is none. */
  find(timeMs: number, id: number): RowPlace | null {
    return findRow(this.runsAt(this.#format.segmentStartMs(timeMs)), timeMs, id);
  }

  /** Visits matching rows in reading order until `visit` returns false. */
  walk(filter: RowFilter, after: Position | null, visit: (run: Run, row: number) => boolean): void {
    const newestMs = Math.min(filter.untilMs - 1, after?.timeMs ?? Number.POSITIVE_INFINITY);
    const lastStartMs = this.#format.segmentStartMs(filter.sinceMs);
    for (let at = this.#placeOf(newestMs); at < this.#segments.length; at++) {
      const { startMs, runs } = this.#segments[at]!;
      if (startMs < lastStartMs) return;
      const scans = runs.map((run) => new RunScan(run, filter, after));
      for (let scan = newestOf(scans); scan !== null; scan = newestOf(scans)) {
        if (!visit(scan.run, scan.row)) return;
        scan.advance();
      }
    }
  }

  /** Positions of matching rows, newest first; at most `max`. */
  places(filter: RowFilter, max: number): Position[] {
    const found: Position[] = [];
    this.walk(filter, null, (run, row) => {
      return found.push({ timeMs: run.timeMsAt(row), id: run.ids[row]! }) < max;
    });
    return found;
  }

  /** The newest matching rows after a position. */
  page(filter: RowFilter, after: Position | null, limit: number): RunPage {
    const page: RunPage = { slices: [], count: 0, next: null };
    let last: Position | null = null;
    this.walk(filter, after, (run, row) => {
      if (page.count === limit) {
        page.next = last;
        return false;
      }
      const start = run.itemStart(row);
      addSlice(page, run.itemsAt + start, run.itemEnds[row]! - start);
      // Only the position of a page's last row is needed.
      if (page.count === limit) last = { timeMs: run.timeMsAt(row), id: run.ids[row]! };
      return true;
    });
    return page;
  }

  /** Frames slices as a JSON body: `before`, the items, `after`. Valid for this state. */
  frame(before: Uint8Array, slices: readonly Slice[], after: Uint8Array): FramedPage {
    return new FramedPage(this.#arena, SCRATCH_BYTES, before, slices, after);
  }

  #put({ startMs, runs: places }: RunDelta['segments'][number]): void {
    const place = this.#placeOf(startMs);
    const known = this.runsAt(startMs);
    const runs = places.map(({ at, index }) => {
      const run = known.find((one) => one.at === at) ?? this.#attach(at);
      if (index.length > 0) run.index ??= new RunIndex(this.#arena, index, run);
      return run;
    });
    const segments = runs.length === 0 ? [] : [{ startMs, runs }];
    this.#segments.splice(place, known.length === 0 ? 0 : 1, ...segments);
  }

  /** A reader's view of a run, with a private copy of its flags. */
  #attach(at: number): Run {
    const run = Run.attach(this.#format, this.#arena, at);
    run.flags = run.flags.slice();
    return run;
  }

  /** Place of the first segment that does not start after an instant. */
  #placeOf(startMs: number): number {
    const segments = this.#segments;
    return firstPlace(0, segments.length, (at) => segments[at]!.startMs > startMs);
  }
}

/** Adds an item to a page: to its last slice if it follows that slice in memory. */
export function addSlice(page: RunPage<unknown>, at: number, byteLength: number): void {
  const open = page.slices.at(-1);
  if (open !== undefined && open.at + open.byteLength === at) open.byteLength += byteLength;
  else page.slices.push({ at, byteLength });
  page.count += 1;
}
