/**
 * Makes search indices for runs, in bounded pieces of work, newest days first.
 *
 * A run without an index is searched by reading it, which is fast for a short run. So short runs get no
 * index, and a run that may soon be merged gets one only when it is so long that reading it takes
 * noticeable time.
 *
 * Invariants: at most one index is being made; when its run is dropped, the work ends and its memory is
 * freed. Answers never depend on which runs have an index.
 */
import { pause } from '../../kernel/runtime/pause.js';
import { BigramBuffers } from '../search/bigram-builder.js';
import type { SharedExtents } from './extents.js';
import type { Run } from './run.js';
import type { Row } from './run-builder.js';
import { RunIndex, RunIndexBuilder } from './run-index.js';

/** Units of text that are read in some 30 µs: the newest articles of a day may have as many. */
const BUSY_UNITS_MIN = 65_536;
/** A day of one run is likely to stay so; with less text the directory would be larger than the run. */
const QUIET_UNITS_MIN = 16_384;

/** Work for each new unit of text: about one index of it, however often its run is merged. */
const WORK_SHARE = 4;
/** Work of one call in an idle moment: a few milliseconds. */
const IDLE_UNITS = 1024 * 1024;
/** Work between two pauses: some 0.3 ms. */
const UNITS_PER_PAUSE = 16_384;

/** A day with its runs, the older and longer ones first. */
interface Day {
  readonly startMs: number;
  readonly runs: readonly Run[];
}

export class RunIndexer<D extends Day> {
  readonly #extents: SharedExtents;
  /** Reused for the next index while there is work. */
  #buffers = new BigramBuffers();
  #work: { run: Run; builder: RunIndexBuilder } | null = null;

  constructor(extents: SharedExtents) {
    this.#extents = extents;
  }

  /** True while a run lacks the index that it should have. */
  hasWork(days: readonly D[]): boolean {
    return newestWithWork(days) !== null;
  }

  /** Does work in proportion to the new units of text. Returns as `idle`. */
  keepUp(days: readonly D[], newUnits: number): D | null {
    return newUnits === 0 ? null : this.#advance(days, WORK_SHARE * newUnits);
  }

  /** Does a piece of work. Returns the day of a run whose index was completed by it, or null. */
  idle(days: readonly D[]): D | null {
    return this.#advance(days, IDLE_UNITS);
  }

  #advance(days: readonly D[], units: number): D | null {
    const day = this.#dayAtHand(days) ?? newestWithWork(days);
    if (day === null) {
      this.#buffers = new BigramBuffers();
      return null;
    }
    this.#work ??= this.#begin(nextOf(day)!);
    const { run, builder } = this.#work;
    let isDone = false;
    for (let left = units; left > 0 && !isDone; left -= UNITS_PER_PAUSE) {
      pause();
      isDone = builder.advance(Math.min(left, UNITS_PER_PAUSE));
    }
    if (!isDone) return null;
    run.index = new RunIndex(this.#extents.arena, builder.offsets, run);
    this.#work = null;
    if (!this.hasWork(days)) this.#buffers = new BigramBuffers();
    return day;
  }

  /** Ends the work on the index of a run, if there is any. */
  forget(run: Run): void {
    if (this.#work?.run !== run) return;
    this.#extents.drop(...this.#work.builder.offsets);
    this.#work = null;
  }

  /** The day of the run whose index is being made. */
  #dayAtHand(days: readonly D[]): D | null {
    const run = this.#work?.run;
    return run === undefined ? null : (days.find(({ runs }) => runs.includes(run)) ?? null);
  }

  #begin(run: Run): { run: Run; builder: RunIndexBuilder } {
    return { run, builder: new RunIndexBuilder(this.#extents, run, this.#buffers) };
  }
}

/** Whether a run is so long that it gets an index even if it may be merged soon. */
function isIndexed(run: Run): boolean {
  return run.text.length >= BUSY_UNITS_MIN;
}

/** The longest run of a day that should have an index and has none; null when there is none. */
function nextOf({ runs }: Day): Run | null {
  const unitsMin = runs.length === 1 ? QUIET_UNITS_MIN : BUSY_UNITS_MIN;
  return runs.find((run) => run.index === null && run.text.length >= unitsMin) ?? null;
}

/** The newest day with a run that should have an index and has none; null when there is none. */
function newestWithWork<D extends Day>(days: readonly D[]): D | null {
  let newest: D | null = null;
  for (const day of days) {
    const isNewer = newest === null || day.startMs > newest.startMs;
    if (isNewer && nextOf(day) !== null) newest = day;
  }
  return newest;
}

/** A new run is merged with the run before it when that is at most this many times as long. */
const GROWTH = 2;
/** Newer runs are not merged with a long run while they have fewer rows than this share (1/8) of it. */
const APART_SHARE = 8;
/** A segment that changed within this many entries is likely to change again. */
const GROWING_ENTRIES = 256;

/**
 * A segment in the writer, and the choice of runs to merge.
 *
 * Not here: the memory of runs and its release (run-writer.ts).
 */
export interface Segment {
  readonly startMs: number;
  /** Older and longer runs first. */
  readonly runs: Run[];
  /** New rows since the last delta, by id. */
  readonly pending: Map<number, Row>;
  /** The last log entry that changed the segment; part of its chunk's name. */
  changedAt: number;
}

/** True when the segment is not yet the single run of a snapshot. */
export function isScattered({ runs }: Segment): boolean {
  return runs.length > 1 || hasDead(runs);
}

export function hasDead(runs: readonly Run[]): boolean {
  return runs.some(({ dead }) => dead > 0);
}

/** Removes the youngest runs, as many as a new run of `newRows` rows is to be merged with. */
export function takeElders({ runs }: Segment, newRows: number): Run[] {
  const elders: Run[] = [];
  let rows = newRows;
  while (runs.length > 0 && runs.at(-1)!.count <= GROWTH * rows) {
    const elder = runs.pop()!;
    rows += elder.count;
    elders.push(elder);
  }
  return elders;
}

/** Idle work: the runs of a segment from `from` on, which are to be merged. */
interface Compaction {
  segment: Segment;
  from: number;
}

/** The next idle work, newest segments first; null when there is none. */
export function compactionOf(segments: readonly Segment[], sequence: number): Compaction | null {
  let task: Compaction | null = null;
  for (const segment of segments) {
    const isNewer: boolean = task === null || segment.startMs > task.segment.startMs;
    const from: number = isNewer && isScattered(segment) ? compactFrom(segment, sequence) : -1;
    if (from >= 0) task = { segment, from };
  }
  return task;
}

/**
 * The first run that is to be merged with all younger ones; -1 when there is none. In a growing segment a
 * long run is not merged while the newer runs are short: otherwise every new row would cause the segment
 * to be written and indexed again.
 */
function compactFrom({ runs, changedAt }: Segment, sequence: number): number {
  if (runs.length === 1 || sequence - changedAt >= GROWING_ENTRIES) return 0;
  let younger = runs.reduce((sum, { count }) => sum + count, 0);
  return runs.slice(0, -1).findIndex((run) => {
    younger -= run.count;
    return !isIndexed(run) || younger * APART_SHARE >= run.count;
  });
}
