/**
 * One local day of the catalog as its writer keeps it: runs, articles not yet in a run, and, once
 * the day has left the hot window, the note of what lies on disk.
 *
 * Not here: where runs lie and who holds them (writer.ts).
 */
import { localDayStartMs } from '../../kernel/clock.js';
import { NEWS } from '../../kernel/limits.js';
import type { RunDelta } from '../../runs/delta.js';
import type { Row } from '../../runs/row-buffer.js';
import type { Run } from '../../runs/run.js';
import { isIndexed } from '../../runs/run-indexer.js';
import { FLAG } from './codec.js';
import { type ColdNote, coldNoteOf } from './cold-note.js';

/** A run joins its elder as soon as the elder is at most this many times as long. */
const GROWTH = 2;
/** What came since a long run was made stays apart while it is less than one in so many rows. */
const APART_SHARE = 8;
/** A day that changed within so many entries is likely to change again. */
const GROWING_ENTRIES = 256;

export interface Segment {
  startMs: number;
  /** Older and longer runs first. */
  runs: Run[];
  /** Articles that came since the last delta, by id. */
  pending: Map<number, Row>;
  /** True when rows of its runs are dead. */
  hasDead: boolean;
  /** The last log entry that changed the segment; part of its chunks' names. */
  changedAt: number;
  cold: ColdNote | null;
}

export function newSegment(startMs: number, changedAt: number): Segment {
  return { startMs, runs: [], pending: new Map(), hasDead: false, changedAt, cold: null };
}

/** A living row of an article in the runs; null when there is none. */
export function findRow(
  segment: Segment,
  timeMs: number,
  id: number,
): { run: Run; row: number } | null {
  for (const run of segment.runs) {
    const row = run.rowOf(timeMs, id);
    if (row >= 0) return { run, row };
  }
  return null;
}

/** True when the segment is not the one run that its snapshot is. */
export function isScattered({ runs, hasDead }: Segment): boolean {
  return runs.length > 1 || hasDead;
}

export function hasDead(runs: readonly Run[]): boolean {
  return runs.some(({ flags }) => flags.some((bits) => (bits & FLAG.dead) !== 0));
}

/** The note of a day that is to leave memory by `nowMs`; null when it stays. */
export function coolingNote(segment: Segment, nowMs: number): ColdNote | null {
  const { startMs, runs, pending, changedAt } = segment;
  const isOld = startMs < localDayStartMs(nowMs - NEWS.hotMs);
  const isQuiet = runs.length === 1 && pending.size === 0;
  return isOld && isQuiet ? coldNoteOf(runs[0]!, changedAt) : null;
}

/** The segment as readers are told of it. */
export function stateOf({ startMs, runs }: Segment): RunDelta['segments'][number] {
  return { startMs, runs: runs.map(({ at, index }) => ({ at, index: index?.offsets ?? [] })) };
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
 * The first run that is to be merged with all younger ones; -1 when none is. In a day that grows, a
 * long run stays apart from what came since while that is short: otherwise every article would
 * have the day written and indexed anew.
 */
function compactFrom({ runs, changedAt }: Segment, sequence: number): number {
  if (runs.length === 1 || sequence - changedAt >= GROWING_ENTRIES) return 0;
  let younger = runs.reduce((sum, { count }) => sum + count, 0);
  return runs.slice(0, -1).findIndex((run) => {
    younger -= run.count;
    return !isIndexed(run) || younger * APART_SHARE >= run.count;
  });
}

/** Takes the articles of a media out; false when there are none. */
export function killRowsOf(segment: Segment, media: number): boolean {
  let isHit = false;
  for (const [id, row] of segment.pending) {
    if (row.owner === media) isHit = segment.pending.delete(id);
  }
  for (const run of segment.runs) {
    for (let row = 0; row < run.count; row++) {
      if (run.owners[row] !== media || run.isDead(row)) continue;
      run.flags[row]! |= FLAG.dead;
      segment.hasDead = true;
      isHit = true;
    }
  }
  return isHit;
}
