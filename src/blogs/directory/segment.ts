/**
 * Seven days of posts as the writer keeps them.
 *
 * Not here: where runs lie and who holds them (segments.ts).
 */
import type { Row } from '../../runs/row-buffer.js';
import type { Run } from '../../runs/run.js';

/** Dead rows, and rows outside the longest run, that are worth a merge: one in so many. */
const DEBT_SHARE = 8;
/** A page is merged from the runs of a segment: more than a few cost it. */
const RUNS_MAX = 4;

export interface Segment {
  startMs: number;
  /** Older and longer runs first. */
  runs: Run[];
  /** Posts that came since the last delta, by id. */
  pending: Map<number, Row>;
  /** The last log entry that changed the segment; part of its chunk's name. */
  changedAt: number;
}

export function newSegment(startMs: number, changedAt: number): Segment {
  return { startMs, runs: [], pending: new Map(), changedAt };
}

/** A living row of a post in the runs; null when there is none. */
export function findRow(
  { runs }: Segment,
  timeMs: number,
  id: number,
): { run: Run; row: number } | null {
  for (const run of runs) {
    const row = run.rowOf(timeMs, id);
    if (row >= 0) return { run, row };
  }
  return null;
}

/** True when the segment is not one run of living rows. */
export function isSplit({ runs, pending }: Segment): boolean {
  return runs.length > 1 || pending.size > 0 || runs.some(({ dead }) => dead > 0);
}

/** True when so much is dead or apart that merging the whole segment pays. */
export function isIndebted({ runs }: Segment): boolean {
  const [head, ...tail] = runs;
  if (head === undefined) return false;
  const apart = tail.reduce((sum, { count }) => sum + count, 0);
  const dead = runs.reduce((sum, run) => sum + run.dead, 0);
  return (apart + dead) * DEBT_SHARE > head.count + apart;
}

/** True when the runs beside the longest are too many. */
export function isCrowded({ runs }: Segment): boolean {
  return runs.length > RUNS_MAX;
}
