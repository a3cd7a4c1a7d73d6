/**
 * The writer's side of the posts: segments of runs, and what changed in them since the last delta.
 *
 * Invariants: a change is only noted; `settle` turns the notes into runs. Runs of a segment grow
 * geometrically, so a post is copied O(log n) times however it arrives; `compact` merges what has
 * become many small runs or holds many dead rows, and indexes titles. In a snapshot a segment is
 * one run, in which nothing is left of what is dead.
 */
import { assert } from '../../kernel/assert.js';
import type { FlagChange, RunDelta } from '../../runs/delta.js';
import type { SharedExtents } from '../../runs/extents.js';
import { type Row, RowBuffer } from '../../runs/row-buffer.js';
import type { Run } from '../../runs/run.js';
import { extentsOf, RunBuilder, rowAt } from '../../runs/run-builder.js';
import { RunIndexer } from '../../runs/run-indexer.js';
import { DIRECTORY_CHUNKS, FLAG, POST_RUNS } from './codec.js';
import { findRow, isCrowded, isIndebted, isSplit, newSegment, type Segment } from './segment.js';

/** A run joins its elder as soon as the elder is at most this many times as long. */
const GROWTH = 2;

export class Segments {
  readonly #extents: SharedExtents;
  /** Texts and items of the posts that came since the last delta. */
  readonly buffer = new RowBuffer();
  readonly #builder: RunBuilder;
  readonly #indexer: RunIndexer<Segment>;
  readonly #segments = new Map<number, Segment>();
  readonly #touched = new Set<Segment>();
  readonly #scattered = new Set<Segment>();
  #flagChanges: FlagChange[] = [];

  constructor(extents: SharedExtents) {
    this.#extents = extents;
    this.#builder = new RunBuilder(POST_RUNS, extents);
    this.#indexer = new RunIndexer(extents);
  }

  get isTouched(): boolean {
    return this.#touched.size > 0;
  }

  get canCompact(): boolean {
    return this.#scattered.size > 0 || this.#indexer.hasWork([...this.#segments.values()]);
  }

  /** Adds a post; the one before it, if any, has been taken out. */
  put(row: Row, sequence: number): void {
    const segment = this.#segmentAt(POST_RUNS.segmentStartMs(row.timeMs), sequence);
    segment.pending.set(row.id, row);
    this.#touch(segment, sequence);
  }

  /** Takes a post out, wherever it is, and gives it back; null when it is not here. */
  take(timeMs: number, id: number, sequence: number): Row | null {
    const segment = this.#segments.get(POST_RUNS.segmentStartMs(timeMs));
    if (segment === undefined) return null;
    const waiting = segment.pending.get(id);
    if (waiting !== undefined) {
      segment.pending.delete(id);
      this.#touch(segment, sequence);
      return waiting;
    }
    const found = findRow(segment, timeMs, id);
    if (found === null) return null;
    const { run, row } = found;
    const taken = rowAt(run, row, this.buffer);
    this.#setFlags(segment, run, row, run.flags[row]! | FLAG.dead, sequence);
    run.dead += 1;
    return taken;
  }

  /** The item of a post without its comma; null where there is none. */
  itemOf(timeMs: number, id: number): Uint8Array | null {
    const segment = this.#segments.get(POST_RUNS.segmentStartMs(timeMs));
    const found = segment === undefined ? null : findRow(segment, timeMs, id);
    return found === null ? null : found.run.itemAt(found.row);
  }

  /** Masks a post, or undoes it. */
  hide(timeMs: number, id: number, hidden: boolean, sequence: number): void {
    const segment = this.#segments.get(POST_RUNS.segmentStartMs(timeMs));
    if (segment === undefined) return;
    const flags = hidden ? FLAG.hidden : 0;
    const waiting = segment.pending.get(id);
    if (waiting !== undefined) {
      waiting.flags = flags;
      this.#touch(segment, sequence);
      return;
    }
    const found = findRow(segment, timeMs, id);
    if (found !== null) this.#setFlags(segment, found.run, found.row, flags, sequence);
  }

  /** Turns every note into runs and tells what readers are to know. */
  settle(): Pick<RunDelta, 'segments' | 'flags'> {
    const segments = [...this.#touched].map((segment) => {
      this.#settlePending(segment);
      this.#judge(segment);
      for (const run of segment.runs) this.#extents.publish(...extentsOf(run));
      const runs = segment.runs.map(({ at, index }) => ({ at, index: index?.offsets ?? [] }));
      return { startMs: segment.startMs, runs };
    });
    const flags = this.#flagChanges;
    this.#touched.clear();
    this.#flagChanges = [];
    // Whatever waited has been touched.
    this.buffer.clear();
    return { segments, flags };
  }

  /** Merges the newest scattered segment; where there is none, does a piece of an index. */
  compact(): void {
    let newest: Segment | null = null;
    for (const segment of this.#scattered) {
      if (newest === null || segment.startMs > newest.startMs) newest = segment;
    }
    if (newest === null) {
      const indexed = this.#indexer.idle([...this.#segments.values()]);
      if (indexed !== null) this.#touched.add(indexed);
      return;
    }
    this.#join(newest, isIndebted(newest) ? 0 : 1);
    this.#judge(newest);
  }

  /** Names of the chunks, one for each segment, which is then one run. */
  plan(): string[] {
    const sorted = [...this.#segments.values()].sort((a, b) => a.startMs - b.startMs);
    const names: string[] = [];
    for (const segment of sorted) {
      this.#settlePending(segment);
      if (isSplit(segment)) this.#join(segment, 0);
      this.#judge(segment);
      const { startMs, changedAt } = segment;
      if (segment.runs.length > 0) names.push(DIRECTORY_CHUNKS.format('posts', startMs, changedAt));
    }
    return names;
  }

  /** Bytes of the segment of a plan's chunk, in place. */
  chunk(startMs: number): Uint8Array {
    const run = this.#segments.get(startMs)?.runs[0];
    assert(run !== undefined, `segment ${startMs} is part of the plan`);
    return this.#extents.arena.bytes().subarray(run.at, run.at + run.byteLength);
  }

  /** Takes a chunk back. @throws when it makes no sense. */
  restore(bytes: Uint8Array, changedAt: number): void {
    const run = this.#builder.place([bytes]);
    this.#segmentAt(run.startMs, changedAt).runs.push(run);
  }

  /** The next delta is to name every segment. */
  touchAll(): void {
    for (const segment of this.#segments.values()) this.#touched.add(segment);
  }

  #setFlags(segment: Segment, run: Run, row: number, flags: number, sequence: number): void {
    if (run.flags[row] === flags) return;
    run.flags[row] = flags;
    this.#flagChanges.push({ startMs: segment.startMs, at: run.at, row, flags });
    this.#touch(segment, sequence);
  }

  #settlePending(segment: Segment): void {
    const { pending, runs, startMs } = segment;
    if (pending.size === 0) return;
    const fresh = this.#builder.build(startMs, [...pending.values()], this.buffer);
    pending.clear();
    runs.push(fresh);
    let from = runs.length - 1;
    let rows = fresh.count;
    while (from > 0 && runs[from - 1]!.count <= GROWTH * rows) {
      from -= 1;
      rows += runs[from]!.count;
    }
    if (from < runs.length - 1) this.#join(segment, from);
  }

  /** Makes one run of all from a place on. */
  #join(segment: Segment, from: number): void {
    const joined = segment.runs.splice(from);
    const merged = this.#builder.merge(segment.startMs, joined);
    if (merged !== null) segment.runs.push(merged);
    for (const run of joined) {
      this.#indexer.forget(run);
      this.#extents.drop(...extentsOf(run));
    }
    const isGone = (at: number): boolean => joined.some((run) => run.at === at);
    this.#flagChanges = this.#flagChanges.filter(({ at }) => !isGone(at));
    this.#touched.add(segment);
  }

  /** Notes whether idle work would do the segment good. */
  #judge(segment: Segment): void {
    if (isIndebted(segment) || isCrowded(segment)) this.#scattered.add(segment);
    else this.#scattered.delete(segment);
  }

  #touch(segment: Segment, sequence: number): void {
    segment.changedAt = sequence;
    this.#touched.add(segment);
  }

  #segmentAt(startMs: number, changedAt: number): Segment {
    let segment = this.#segments.get(startMs);
    if (segment === undefined) {
      segment = newSegment(startMs, changedAt);
      this.#segments.set(startMs, segment);
    }
    return segment;
  }
}
