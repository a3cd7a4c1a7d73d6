/**
 * The writer's side of runs: segments, and their changes since the last delta.
 *
 * Invariants: a change is only noted; `settle` turns the notes into runs. Runs of a segment grow
 * geometrically, so a row is copied O(log n) times however it arrives; `compact` merges each quiet
 * segment into one run and indexes long runs. In a snapshot a segment is one run without dead rows.
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
  /** Texts and items of the new rows since the last delta. */
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

  /** All segments by time, including those without runs. */
  get segments(): readonly Segment[] {
    return [...this.#segments.values()].sort((a, b) => a.startMs - b.startMs);
  }

  /** Rows in runs of a segment, including dead ones. */
  rowsAt(startMs: number): number {
    const { runs } = this.#segments.get(startMs) ?? { runs: [] };
    return runs.reduce((sum, { count }) => sum + count, 0);
  }

  get canCompact(): boolean {
    const segments = [...this.#segments.values()];
    return compactionOf(segments, this.sequence) !== null || this.#indexer.hasWork(segments);
  }

  /** Adds a row; the caller has removed its former version, if there was one. */
  put(row: Row): void {
    const segment = this.#segmentAt(this.#format.segmentStartMs(row.timeMs));
    segment.pending.set(row.id, row);
    this.#touch(segment);
  }

  /** Removes a row and returns it; null when there is none. */
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

  /** The item of a row in a run, without its comma; null when there is none. */
  itemOf(timeMs: number, id: number): Uint8Array | null {
    const segment = this.#segmentOf(timeMs);
    const found = findRow(segment?.runs ?? [], timeMs, id);
    return found === null ? null : found.run.itemAt(found.row);
  }

  /** Hides or shows a row; false when there is none. */
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

  /** Rewrites the items of an owner, in all segments or in one. `rewrite` writes into `buffer`. */
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

  /** Removes every row of an owner and rewrites its segments, so that no content of it remains. */
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

  /** Notes that content of a segment that is stored elsewhere has changed, so its chunk gets a new name. */
  touch(startMs: number): void {
    this.#touch(this.#segmentAt(startMs));
  }

  /** Makes runs of all noted changes, and returns the delta for readers. */
  settle(): RunDelta {
    let newUnits = 0;
    for (const segment of this.#touched) newUnits += this.#settlePending(segment);
    // Every segment with waiting rows has been touched, so no row needs the buffer any more.
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

  /** Merges each segment into the single run of a snapshot; returns all segments by time. */
  settleAll(): readonly Segment[] {
    const { segments } = this;
    for (const segment of segments) {
      if (segment.pending.size > 0 || isScattered(segment)) this.#settleWhole(segment);
    }
    return segments;
  }

  /** Bytes of the single run of a segment after `settleAll`, not copied. */
  bytesOf(startMs: number, part: 'all' | 'rows' | 'items' = 'all'): Uint8Array {
    const run = this.#segments.get(startMs)?.runs[0];
    assert(run !== undefined, `segment ${startMs} is part of the plan`);
    const end = part === 'rows' ? run.itemsAt : run.at + run.byteLength;
    return this.#extents.arena.bytes().subarray(part === 'items' ? run.itemsAt : run.at, end);
  }

  /** Restores a segment from its bytes. @throws when they are no run. */
  restore(bytes: Uint8Array, changedAt: number): void {
    const run = this.#builder.place([bytes]);
    const segment = this.#segmentAt(run.startMs);
    segment.runs.push(run);
    segment.changedAt = changedAt;
  }

  /** Notes a segment whose run is not in memory. */
  restoreChange(startMs: number, changedAt: number): void {
    this.#segmentAt(startMs).changedAt = changedAt;
  }

  /** Makes the next delta name every segment. */
  restored(): void {
    for (const segment of this.#segments.values()) this.#touched.add(segment);
  }

  /** Drops the runs of a segment from memory and from the readers. */
  release(startMs: number): void {
    const segment = this.#segmentAt(startMs);
    for (const run of segment.runs.splice(0)) this.#drop(run);
    this.#touched.add(segment);
  }

  /** Restores a released run; `refresh` updates its flags. */
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

  /** Makes a run of the waiting rows; returns the units of text in it. */
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

  /** Adds the merge of `joined`, runs that the segment no longer contains, at its end. */
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
