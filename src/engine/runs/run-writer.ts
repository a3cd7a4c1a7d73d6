/**
 * The writer's side of runs: segments, and what changed in them since the last delta.
 *
 * Invariants: a change is only noted; `settle` turns the notes into runs. Runs of a segment grow
 * geometrically, so a row is copied O(log n) times however it arrives; `compact` makes one run of each
 * quiet segment and indexes long runs. In a snapshot a segment is one run, in which nothing is left of
 * what is dead.
 */
import { getOrInsert } from '../../kernel/collections.js';
import { assert } from '../../kernel/errors.js';
import type { SharedExtents } from './extents.js';
import { type FlagChange, findRow, type Run, type RunDelta, type RunFormat } from './run.js';
import {
  type ColumnPart,
  extentsOf,
  type Row,
  RowBuffer,
  RunBuilder,
  rowAt,
} from './run-builder.js';
import {
  compactionOf,
  hasDead,
  isScattered,
  RunIndexer,
  type Segment,
  takeElders,
} from './run-indexer.js';

export class RunWriter {
  /** The log entry that is being folded. */
  sequence = 0;
  /** Texts and items of the rows that came since the last delta. */
  readonly buffer = new RowBuffer();
  readonly #format: RunFormat;
  readonly #extents: SharedExtents;
  readonly #builder: RunBuilder;
  readonly #indexer: RunIndexer<Segment>;
  readonly #segments = new Map<number, Segment>();
  readonly #touched = new Set<Segment>();
  #flagChanges: FlagChange[] = [];

  constructor(format: RunFormat, extents: SharedExtents) {
    this.#format = format;
    this.#extents = extents;
    this.#builder = new RunBuilder(format, extents);
    this.#indexer = new RunIndexer(extents);
  }

  /** All segments by their time, also those that have no run any more. */
  get segments(): readonly Segment[] {
    return [...this.#segments.values()].sort((a, b) => a.startMs - b.startMs);
  }

  /** Rows in runs of a segment, dead ones among them. */
  rowsAt(startMs: number): number {
    const { runs } = this.#segments.get(startMs) ?? { runs: [] };
    return runs.reduce((sum, { count }) => sum + count, 0);
  }

  get canCompact(): boolean {
    const segments = [...this.#segments.values()];
    return compactionOf(segments, this.sequence) !== null || this.#indexer.hasWork(segments);
  }

  /** Adds a row; the one before it, if any, has been taken out. */
  put(row: Row): void {
    const segment = this.#segmentAt(this.#format.segmentStartMs(row.timeMs));
    segment.pending.set(row.id, row);
    this.#touch(segment);
  }

  /** Takes a row out, wherever it is, and gives it back; null when it is not here. */
  take(timeMs: number, id: number): Row | null {
    const segment = this.#segmentOf(timeMs);
    if (segment === undefined) return null;
    const waiting = segment.pending.get(id);
    if (waiting !== undefined) {
      segment.pending.delete(id);
      this.#touch(segment);
      return waiting;
    }
    const found = findRow(segment.runs, timeMs, id);
    if (found === null) return null;
    const taken = rowAt(found.run, found.row, this.buffer);
    this.#kill(segment, found.run, found.row);
    return taken;
  }

  /** The item of a row in a run, without its comma; null where there is none. */
  itemOf(timeMs: number, id: number): Uint8Array | null {
    const segment = this.#segmentOf(timeMs);
    const found = findRow(segment?.runs ?? [], timeMs, id);
    return found === null ? null : found.run.itemAt(found.row);
  }

  /** Masks a row, or undoes it; false when it is not here. */
  hide(timeMs: number, id: number, isHidden: boolean): boolean {
    const segment = this.#segmentOf(timeMs);
    if (segment === undefined) return false;
    const { hidden } = this.#format.flags;
    const changed = (flags: number): number => (isHidden ? flags | hidden : flags & ~hidden);
    const waiting = segment.pending.get(id);
    if (waiting !== undefined) {
      const flags = changed(waiting.flags);
      if (flags !== waiting.flags) this.#touch(segment);
      waiting.flags = flags;
      return true;
    }
    const found = findRow(segment.runs, timeMs, id);
    if (found === null) return false;
    this.#setFlags(segment, found.run, found.row, changed(found.run.flags[found.row]!));
    return true;
  }

  /** Writes the items of an owner anew, of all segments or of one. `rewrite` writes into `buffer`. */
  rewriteItems(
    owner: number,
    rewrite: (item: ColumnPart) => ColumnPart,
    startMs: number | null = null,
  ): void {
    for (const segment of this.#segments.values()) {
      if (startMs !== null && segment.startMs !== startMs) continue;
      for (const row of segment.pending.values()) {
        if (row.owner !== owner) continue;
        row.item = rewrite(row.item);
        this.#touch(segment);
      }
      for (const run of segment.runs) {
        for (const at of livingRowsOf(run, owner)) {
          const row = rowAt(run, at, this.buffer);
          row.item = rewrite(row.item);
          this.#kill(segment, run, at);
          segment.pending.set(row.id, row);
        }
      }
    }
  }

  /** Takes every row of an owner out and rewrites its segments, so that nothing of it stays. */
  eraseOwner(owner: number): void {
    for (const segment of this.#segments.values()) {
      for (const [id, row] of segment.pending) {
        if (row.owner !== owner) continue;
        segment.pending.delete(id);
        this.#touch(segment);
      }
      for (const run of segment.runs) {
        for (const at of livingRowsOf(run, owner)) this.#kill(segment, run, at);
      }
      if (hasDead(segment.runs)) this.#settleWhole(segment);
    }
  }

  /** Something of a segment changed that is kept elsewhere: its chunk is another one. */
  touch(startMs: number): void {
    this.#touch(this.#segmentAt(startMs));
  }

  /** Turns every note into runs and tells what readers are to know. */
  settle(): RunDelta {
    let newUnits = 0;
    for (const segment of this.#touched) newUnits += this.#settlePending(segment);
    // Whatever waited has been touched.
    this.buffer.clear();
    const indexed = this.#indexer.keepUp([...this.#segments.values()], newUnits);
    if (indexed !== null) this.#touched.add(indexed);
    const segments = [...this.#touched].map(({ startMs, runs }) => {
      for (const run of runs) this.#extents.publish(...extentsOf(run));
      return { startMs, runs: runs.map(({ at, index }) => ({ at, index: index?.offsets ?? [] })) };
    });
    const flags = this.#flagChanges;
    this.#touched.clear();
    this.#flagChanges = [];
    const { usedBytes, heldBytes } = this.#extents;
    return { segments, flags, usedBytes, heldBytes };
  }

  /** Merges runs of the newest scattered segment, or does a piece of an index. */
  compact(): void {
    const segments = [...this.#segments.values()];
    const task = compactionOf(segments, this.sequence);
    const compacted = task?.segment ?? this.#indexer.idle(segments);
    if (task !== null) this.#replace(task.segment, task.segment.runs.splice(task.from));
    if (compacted !== null) this.#touched.add(compacted);
  }

  /** Makes each segment the one run that it is in a snapshot; returns all, by their time. */
  settleAll(): readonly Segment[] {
    const { segments } = this;
    for (const segment of segments) {
      if (segment.pending.size > 0 || isScattered(segment)) this.#settleWhole(segment);
    }
    return segments;
  }

  /** Bytes of the one run of a segment after `settleAll`, in place. */
  bytesOf(startMs: number, part: 'all' | 'rows' | 'items' = 'all'): Uint8Array {
    const run = this.#segments.get(startMs)?.runs[0];
    assert(run !== undefined, `segment ${startMs} is part of the plan`);
    const end = part === 'rows' ? run.itemsAt : run.at + run.byteLength;
    return this.#extents.arena.bytes().subarray(part === 'items' ? run.itemsAt : run.at, end);
  }

  /** Takes a segment's bytes back. @throws when they make no sense. */
  restore(bytes: Uint8Array, changedAt: number): void {
    const run = this.#builder.place([bytes]);
    const segment = this.#segmentAt(run.startMs);
    segment.runs.push(run);
    segment.changedAt = changedAt;
  }

  /** Takes note of a segment whose run is not in memory. */
  restoreChange(startMs: number, changedAt: number): void {
    this.#segmentAt(startMs).changedAt = changedAt;
  }

  /** The next delta is to name every segment. */
  restored(): void {
    for (const segment of this.#segments.values()) this.#touched.add(segment);
  }

  /** Drops the runs of a segment, which are told no more. */
  release(startMs: number): void {
    const segment = this.#segmentAt(startMs);
    for (const run of segment.runs.splice(0)) this.#drop(run);
    this.#touched.add(segment);
  }

  /** Takes a run back that was released, with flags as `refresh` sets them. */
  bringBack(parts: readonly Uint8Array[], refresh: (run: Run) => void): void {
    const run = this.#builder.place(parts);
    refresh(run);
    for (let row = 0; row < run.count; row++) if (run.isDead(row)) run.dead += 1;
    const segment = this.#segmentAt(run.startMs);
    segment.runs.unshift(run);
    this.#touched.add(segment);
  }

  #setFlags(segment: Segment, run: Run, row: number, flags: number): void {
    if (run.flags[row] === flags) return;
    run.flags[row] = flags;
    this.#flagChanges.push({ startMs: segment.startMs, at: run.at, row, flags });
    this.#touch(segment);
  }

  #kill(segment: Segment, run: Run, row: number): void {
    this.#setFlags(segment, run, row, run.flags[row]! | this.#format.flags.dead);
    run.dead += 1;
  }

  /** Makes a run of what waits; returns the units of text in it. */
  #settlePending(segment: Segment): number {
    const { startMs, pending } = segment;
    if (pending.size === 0) return 0;
    const fresh = this.#builder.build(startMs, [...pending.values()], this.buffer);
    pending.clear();
    this.#replace(segment, [fresh, ...takeElders(segment, fresh.count)]);
    return fresh.text.length;
  }

  #settleWhole(segment: Segment): void {
    this.#settlePending(segment);
    this.#touched.add(segment);
    if (isScattered(segment)) this.#replace(segment, segment.runs.splice(0));
  }

  /** Puts the merge of `joined`, which are no longer in the segment, at its end. */
  #replace(segment: Segment, joined: Run[]): void {
    if (joined.length === 1 && !hasDead(joined)) {
      segment.runs.push(joined[0]!);
      return;
    }
    const merged = this.#builder.merge(segment.startMs, joined);
    if (merged !== null) segment.runs.push(merged);
    for (const run of joined) this.#drop(run);
    this.#flagChanges = this.#flagChanges.filter(({ at }) => joined.every((run) => run.at !== at));
  }

  #drop(run: Run): void {
    this.#indexer.forget(run);
    this.#extents.drop(...extentsOf(run));
  }

  #touch(segment: Segment): void {
    segment.changedAt = this.sequence;
    this.#touched.add(segment);
  }

  #segmentOf(timeMs: number): Segment | undefined {
    return this.#segments.get(this.#format.segmentStartMs(timeMs));
  }

  #segmentAt(startMs: number): Segment {
    return getOrInsert(this.#segments, startMs, () => ({
      startMs,
      runs: [],
      pending: new Map(),
      changedAt: this.sequence,
    }));
  }
}

/** The living rows of an owner. */
function livingRowsOf(run: Run, owner: number): number[] {
  const rows: number[] = [];
  if (run.byOwner.length > 0) {
    for (const row of run.rowsOfOwner(owner)) if (!run.isDead(row)) rows.push(row);
    return rows;
  }
  for (let row = 0; row < run.count; row++) {
    if (run.owners[row] === owner && !run.isDead(row)) rows.push(row);
  }
  return rows;
}
