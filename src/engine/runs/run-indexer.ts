/**
 * Gives runs their search index, a bounded piece of work at a time, newest days first.
 *
 * Whatever has no index is searched by reading it, which is fast while it is short. So short runs
 * get none, and a run that may be merged away soon gets one only once it is long enough that
 * reading it would be felt.
 *
 * Invariants: at most one index is being made; when its run goes, it is given up and its memory
 * returned. Answers never depend on which runs have an index.
 */
import { pause } from '../../kernel/runtime/pause.js';
import { BigramBuffers } from '../search/bigram-builder.js';
import type { SharedExtents } from './extents.js';
import type { Run } from './run.js';
import type { Row } from './run-builder.js';
import { RunIndex, RunIndexBuilder } from './run-index.js';

/** Units of text that are read in some 30 µs: what the newest articles of a day may come to. */
const BUSY_UNITS_MIN = 65_536;
/** A day that is one run is likely to stay so; below this, its directory would outweigh it. */
const QUIET_UNITS_MIN = 16_384;

/** Work for each new unit of text: about one index of it, however often its run is merged. */
const WORK_SHARE = 4;
/** Work of an idle moment: a few milliseconds. */
const IDLE_UNITS = 1024 * 1024;
/** Work between two pauses: some 0.3 ms. */
const UNITS_PER_PAUSE = 16_384;

/** A day: its runs, the older and longer ones first. */
interface Day {
  readonly startMs: number;
  readonly runs: readonly Run[];
}

export class RunIndexer<D extends Day> {
  readonly #extents: SharedExtents;
  /** Used again from one index to the next while there is work. */
  #buffers = new BigramBuffers();
  #work: { run: Run; builder: RunIndexBuilder } | null = null;

  constructor(extents: SharedExtents) {
    this.#extents = extents;
  }

  /** True while a run lacks the index that it should have. */
  hasWork(days: readonly D[]): boolean {
    return newestWithWork(days) !== null;
  }

  /** Does work in proportion to the units of text that came. Returns what `idle` does. */
  keepUp(days: readonly D[], newUnits: number): D | null {
    return newUnits === 0 ? null : this.#advance(days, WORK_SHARE * newUnits);
  }

  /** Does a piece of work. Returns the day one of whose runs now has an index, or null. */
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

  /** Gives up the index that is being made of a run. */
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

/** True when a run is so long that it has an index, or soon will, even if it may be merged away. */
function isIndexed(run: Run): boolean {
  return run.text.length >= BUSY_UNITS_MIN;
}

/** The run of a day that lacks an index, the longest first; null when none does. */
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

/** A run joins its elder as soon as the elder is at most this many times as long. */
const GROWTH = 2;
/** What came since a long run was made stays apart while it is less than one in so many rows. */
const APART_SHARE = 8;
/** A segment that changed within so many entries is likely to change again. */
const GROWING_ENTRIES = 256;

/**
 * A segment as its writer keeps it, and which of its runs are to become one.
 *
 * Not here: where runs lie and who holds them (run-writer.ts).
 */
export interface Segment {
  readonly startMs: number;
  /** Older and longer runs first. */
  readonly runs: Run[];
  /** Rows that came since the last delta, by id. */
  readonly pending: Map<number, Row>;
  /** The last log entry that changed the segment; part of its chunk's name. */
  changedAt: number;
}

/** True when the runs are not the one run that the segment is in a snapshot. */
export function isScattered({ runs }: Segment): boolean {
  return runs.length > 1 || hasDead(runs);
}

export function hasDead(runs: readonly Run[]): boolean {
  return runs.some(({ dead }) => dead > 0);
}

/** Takes out the youngest runs, as far as a new one of so many rows is to be merged with them. */
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

/** Idle work: the runs of a segment from one on, which are to become one. */
interface Compaction {
  segment: Segment;
  from: number;
}

/** What idle work does next, newest segments first; null when there is nothing to do. */
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
 * The first run that is to be merged with all younger ones; -1 when none is. In a segment that grows, a
 * long run stays apart from what came since while that is short: otherwise every row would
 * have the segment written and indexed anew.
 */
function compactFrom({ runs, changedAt }: Segment, sequence: number): number {
  if (runs.length === 1 || sequence - changedAt >= GROWING_ENTRIES) return 0;
  let younger = runs.reduce((sum, { count }) => sum + count, 0);
  return runs.slice(0, -1).findIndex((run) => {
    younger -= run.count;
    return !isIndexed(run) || younger * APART_SHARE >= run.count;
  });
}
