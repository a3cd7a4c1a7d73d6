/**
 * The writer's side of the posts: segments of runs, and what changed in them since the last delta.
 *
 * Invariants: a change is only noted; `settle` turns the notes into runs. Runs of a segment grow
 * geometrically, so a post is copied O(log n) times however it arrives; `compact` merges what has
 * become many small runs or holds many dead rows, and indexes titles. In a snapshot a segment is
 * one run, in which nothing is left of what is dead.
 */
import { assert } from '../../kernel/assert.js';
import type { SharedExtents } from '../../runs/extents.js';
import {
  DIRECTORY_CHUNKS,
  type DirectoryDelta,
  FLAG,
  type FlagChange,
  Run,
  segmentStartMs,
} from './codec.js';
import { type Row, RunMaker, rowAt } from './runs.js';
import {
  findRow,
  type Held,
  heldOf,
  isCrowded,
  isIndebted,
  isSplit,
  newSegment,
  type Segment,
} from './segment.js';
import { TitleIndexer } from './title-indexer.js';

/** A run joins its elder as soon as the elder is at most this many times as long. */
const GROWTH = 2;

export class Segments {
  readonly #extents: SharedExtents;
  readonly #maker: RunMaker;
  readonly #indexer: TitleIndexer;
  readonly #segments = new Map<number, Segment>();
  readonly #touched = new Set<Segment>();
  readonly #scattered = new Set<Segment>();
  #flagChanges: FlagChange[] = [];

  constructor(extents: SharedExtents) {
    this.#extents = extents;
    this.#maker = new RunMaker(extents);
    this.#indexer = new TitleIndexer(extents);
  }

  get isTouched(): boolean {
    return this.#touched.size > 0;
  }

  get canCompact(): boolean {
    return this.#scattered.size > 0;
  }

  /** Adds a post; the one before it, if any, has been taken out. */
  put(row: Row, sequence: number): void {
    const segment = this.#segmentAt(segmentStartMs(row.timeMs), sequence);
    segment.pending.set(row.id, row);
    this.#touch(segment, sequence);
  }

  /** Takes a post out, wherever it is, and gives it back; null when it is not here. */
  take(timeMs: number, id: number, sequence: number): Row | null {
    const segment = this.#segments.get(segmentStartMs(timeMs));
    if (segment === undefined) return null;
    const waiting = segment.pending.get(id);
    if (waiting !== undefined) {
      segment.pending.delete(id);
      this.#touch(segment, sequence);
      return waiting;
    }
    const found = findRow(segment, timeMs, id);
    if (found === null) return null;
    const { held, row } = found;
    const taken = rowAt(held.run, row);
    this.#setFlags(segment, held.run, row, held.run.flags[row]! | FLAG.dead, sequence);
    held.dead += 1;
    return taken;
  }

  /** The item of a post; null where there is none. */
  itemOf(timeMs: number, id: number): Uint8Array | null {
    const segment = this.#segments.get(segmentStartMs(timeMs));
    const found = segment === undefined ? null : findRow(segment, timeMs, id);
    return found === null ? null : rowAt(found.held.run, found.row).item;
  }

  /** Masks a post, or undoes it. */
  hide(timeMs: number, id: number, hidden: boolean, sequence: number): void {
    const segment = this.#segments.get(segmentStartMs(timeMs));
    if (segment === undefined) return;
    const flags = hidden ? FLAG.hidden : 0;
    const waiting = segment.pending.get(id);
    if (waiting !== undefined) {
      waiting.flags = flags;
      this.#touch(segment, sequence);
      return;
    }
    const found = findRow(segment, timeMs, id);
    if (found !== null) this.#setFlags(segment, found.held.run, found.row, flags, sequence);
  }

  /** Turns every note into runs and tells what readers are to know. */
  settle(): Pick<DirectoryDelta, 'segments' | 'flags'> {
    const segments = [...this.#touched].map((segment) => {
      this.#settlePending(segment);
      this.#judge(segment);
      for (const { run, titles } of segment.runs) {
        this.#extents.publish(run.at, ...titles);
      }
      const runs = segment.runs.map(({ run: { at }, titles }) => ({ at, titles: [...titles] }));
      return { startMs: segment.startMs, runs };
    });
    const flags = this.#flagChanges;
    this.#touched.clear();
    this.#flagChanges = [];
    return { segments, flags };
  }

  /** Merges or indexes a piece of the newest scattered segment. */
  compact(): void {
    let newest: Segment | null = null;
    for (const segment of this.#scattered) {
      if (newest === null || segment.startMs > newest.startMs) newest = segment;
    }
    if (newest === null) return;
    if (isIndebted(newest)) this.#join(newest, 0);
    else if (isCrowded(newest)) this.#join(newest, 1);
    else this.#index(newest);
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
    const run = this.#segments.get(startMs)?.runs[0]?.run;
    assert(run !== undefined, `segment ${startMs} is part of the plan`);
    return this.#extents.arena.bytes().subarray(run.at, run.at + run.byteLength);
  }

  /** Takes a chunk back. @throws when it makes no sense. */
  restore(bytes: Uint8Array, changedAt: number): void {
    const run = Run.attach(this.#extents.arena, this.#extents.place([bytes]));
    assert(run.byteLength === bytes.length, 'a run is as long as its header says');
    this.#segmentAt(run.startMs, changedAt).runs.push(heldOf(run));
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
    const fresh = this.#maker.build(startMs, [...pending.values()]);
    pending.clear();
    runs.push(heldOf(fresh));
    let from = runs.length - 1;
    let rows = fresh.count;
    while (from > 0 && runs[from - 1]!.run.count <= GROWTH * rows) {
      from -= 1;
      rows += runs[from]!.run.count;
    }
    if (from < runs.length - 1) this.#join(segment, from);
  }

  /** Makes one run of all from a place on. */
  #join(segment: Segment, from: number): void {
    const joined = segment.runs.splice(from);
    const merged = this.#maker.merge(
      segment.startMs,
      joined.map(({ run }) => run),
    );
    if (merged !== null) segment.runs.push(heldOf(merged));
    for (const { run, titles } of joined) {
      this.#extents.drop(run.at, ...titles);
    }
    const isGone = (at: number): boolean => joined.some(({ run }) => run.at === at);
    this.#flagChanges = this.#flagChanges.filter(({ at }) => !isGone(at));
    this.#touched.add(segment);
  }

  #index(segment: Segment): void {
    const held = this.#unindexed(segment);
    if (held !== null && this.#indexer.advance(held)) this.#touched.add(segment);
  }

  #unindexed({ runs }: Segment): Held | null {
    return runs.find((held) => this.#indexer.wants(held)) ?? null;
  }

  /** Notes whether idle work would do the segment good. */
  #judge(segment: Segment): void {
    const isScattered =
      isIndebted(segment) || isCrowded(segment) || this.#unindexed(segment) !== null;
    if (isScattered) this.#scattered.add(segment);
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
