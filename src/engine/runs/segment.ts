/**
 * A segment as its writer keeps it, and which of its runs are to become one.
 *
 * Not here: where runs lie and who holds them (run-writer.ts).
 */
import type { Row } from './row-buffer.js';
import type { Run } from './run.js';
import { isIndexed } from './run-indexer.js';

/** A run joins its elder as soon as the elder is at most this many times as long. */
const GROWTH = 2;
/** What came since a long run was made stays apart while it is less than one in so many rows. */
const APART_SHARE = 8;
/** A segment that changed within so many entries is likely to change again. */
const GROWING_ENTRIES = 256;

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
