/**
 * One Taipei day of the catalog as its writer keeps it: runs, articles not yet in a run, and, once
 * the day has left the hot window, the note of what lies on disk.
 *
 * Not here: where runs lie and who holds them (writer.ts).
 */
import { taipeiDayStartMs } from '../../kernel/clock.js';
import { NEWS } from '../../kernel/limits.js';
import { FLAG, type Run } from './codec.js';
import { type ColdNote, coldNoteOf } from './cold-note.js';
import type { Row } from './runs.js';

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
    if (row >= 0 && (run.flags[row]! & FLAG.dead) === 0) return { run, row };
  }
  return null;
}

export function isUntidy({ runs, hasDead }: Segment): boolean {
  return runs.length > 1 || hasDead;
}

export function hasDead(runs: readonly Run[]): boolean {
  return runs.some(({ flags }) => flags.some((bits) => (bits & FLAG.dead) !== 0));
}

/** A row taken back out of a run. */
export function rowAt(run: Run, at: number): Row {
  let text = '';
  for (let unit = run.textStart(at); unit < run.textEnds[at]!; unit++) {
    text += String.fromCharCode(run.text[unit]!);
  }
  return {
    id: run.ids[at]!,
    timeMs: run.timeMsAt(at),
    media: run.media[at]!,
    flags: run.flags[at]!,
    text,
    tagKeys: [...run.tagKeys.subarray(run.tagStart(at), run.tagEnds[at]!)],
    item: run.items.slice(run.itemStart(at), run.itemEnds[at]!),
  };
}

/** The note of a day that is to leave memory by `nowMs`; null when it stays. */
export function coolingNote(segment: Segment, nowMs: number): ColdNote | null {
  const { startMs, runs, pending, changedAt } = segment;
  const isOld = startMs < taipeiDayStartMs(nowMs - NEWS.hotMs);
  const isQuiet = runs.length === 1 && pending.size === 0;
  return isOld && isQuiet ? coldNoteOf(runs[0]!, changedAt) : null;
}

/** The newest segment that is untidy; null when none is. */
export function newestUntidy(segments: Iterable<Segment>): Segment | null {
  let newest: Segment | null = null;
  for (const segment of segments) {
    const isNewer = newest === null || segment.startMs > newest.startMs;
    if (isNewer && isUntidy(segment)) newest = segment;
  }
  return newest;
}

/** Takes the articles of a media out; false when there are none. */
export function killRowsOf(segment: Segment, media: number): boolean {
  let isHit = false;
  for (const [id, row] of segment.pending) {
    if (row.media === media) isHit = segment.pending.delete(id);
  }
  for (const run of segment.runs) {
    for (let row = 0; row < run.count; row++) {
      if (run.media[row] !== media || (run.flags[row]! & FLAG.dead) !== 0) continue;
      run.flags[row]! |= FLAG.dead;
      segment.hasDead = true;
      isHit = true;
    }
  }
  return isHit;
}
