/**
 * Folds categories, media, news and masks into the catalog's segments.
 *
 * Invariants: `apply` only notes what changes; `takeDelta` turns the notes into runs and says what
 * readers must let go of. A run that readers may still hold is not reused before they have
 * acknowledged the delta that drops it. Runs of a segment grow geometrically, so an article is
 * copied O(log n) times however it arrives; `compact` makes one run of each quiet segment.
 * Days older than the hot window leave memory once a snapshot holds them (cold days). What happens
 * to their articles afterwards is noted, and shown by readers at once; a day with enough notes, or
 * with something that was erased, is brought back and written anew.
 */
import { copied, type Transferable } from '../../index/transferable.js';
import type { IndexWriter, SnapshotPlan } from '../../index/writer.js';
import { assert } from '../../kernel/assert.js';
import { localDayStartMs } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { Entry, MaskRecord, MediaRecord, NewsRecord } from '../../model/records.js';
import type { FlagChange } from '../../runs/delta.js';
import { SharedExtents } from '../../runs/extents.js';
import { RowBuffer } from '../../runs/row-buffer.js';
import type { Run } from '../../runs/run.js';
import { extentsOf, RunBuilder, rowAt } from '../../runs/run-builder.js';
import { RunIndexer } from '../../runs/run-indexer.js';
import {
  CATALOG_CHUNKS,
  CATALOG_KINDS,
  CATALOG_READS_FROM,
  CATALOG_RUNS,
  CATALOG_VERSION,
  type CatalogDelta,
  type CatalogOptions,
  type CatalogTables,
  coldChunksOf,
  FLAG,
  refreshFlags,
} from './codec.js';
import { type ColdNotes, maskInNote, Thawing, takeFromNote } from './cold-note.js';
import { rowOf, TagKeys, withMedia } from './item.js';
import {
  compactionOf,
  coolingNote,
  findRow,
  hasDead,
  isScattered,
  killRowsOf,
  newSegment,
  type Segment,
  stateOf,
  takeElders,
} from './segment.js';
import { Tables } from './tables.js';

export class CatalogWriter implements IndexWriter<CatalogDelta> {
  readonly version = CATALOG_VERSION;
  readonly readsFrom = CATALOG_READS_FROM;
  readonly bodies = 'none';
  readonly kinds = CATALOG_KINDS;
  /** A batch in one or two deltas: readers wait for the batch as a whole. */
  readonly sliceMs = 40;
  readonly #extents: SharedExtents;
  readonly #indexer: RunIndexer<Segment>;
  readonly #tagKeys = new TagKeys();
  readonly #buffer = new RowBuffer();
  readonly #builder: RunBuilder;
  readonly #tables = new Tables();
  readonly #segments = new Map<number, Segment>();
  readonly #touched = new Set<Segment>();
  #flagChanges: FlagChange[] = [];
  #sequence = 0;
  /** The store's time: what lies before the hot window goes cold. */
  #tickMs = Number.NEGATIVE_INFINITY;
  readonly #thawing = new Thawing();

  constructor({ memory, scratchBytes }: CatalogOptions) {
    this.#extents = new SharedExtents(memory, scratchBytes);
    this.#builder = new RunBuilder(CATALOG_RUNS, this.#extents);
    this.#indexer = new RunIndexer(this.#extents);
  }

  get canCompact(): boolean {
    const segments = [...this.#segments.values()];
    return compactionOf(segments, this.#sequence) !== null || this.#indexer.hasWork(segments);
  }

  apply({ sequence, record }: Entry): void {
    this.#sequence = sequence;
    switch (record.kind) {
      case 'category':
        this.#tables.putCategory(record, sequence);
        break;
      case 'media':
        this.#putMedia(record);
        break;
      case 'news':
        this.#putNews(record);
        break;
      case 'hide':
      case 'show':
      case 'erase':
        this.#mask(record);
        break;
      case 'tick':
        this.#tickMs = record.atMs;
        break;
    }
  }

  takeDelta(): Transferable<CatalogDelta> | null {
    let newUnits = 0;
    for (const segment of this.#touched) newUnits += this.#settlePending(segment);
    // Whatever waited has been touched.
    this.#buffer.clear();
    const indexed = this.#indexer.keepUp([...this.#segments.values()], newUnits);
    if (indexed !== null) this.#touched.add(indexed);
    const isEmpty =
      this.#touched.size === 0 && this.#flagChanges.length === 0 && !this.#tables.changed;
    if (isEmpty) return null;
    const delta: CatalogDelta = {
      sequence: this.#sequence,
      tables: this.#tables.changed ? this.#tables.content : null,
      segments: [...this.#touched].map(stateOf),
      flags: this.#flagChanges,
      cold: [...this.#touched].map(({ startMs, cold: day }) => ({ startMs, day })),
      usedBytes: this.#extents.usedBytes,
      heldBytes: this.#extents.heldBytes,
    };
    for (const { runs } of this.#touched) {
      for (const run of runs) this.#extents.publish(...extentsOf(run));
    }
    this.#extents.endDelta();
    this.#touched.clear();
    this.#flagChanges = [];
    this.#tables.changed = false;
    return copied(delta);
  }

  acknowledge(deltaNumber: number): void {
    this.#extents.acknowledge(deltaNumber);
  }

  compact(): void {
    const segments = [...this.#segments.values()];
    const task = compactionOf(segments, this.#sequence);
    const compacted = task?.segment ?? this.#indexer.idle(segments);
    if (task !== null) this.#replace(task.segment, task.segment.runs.splice(task.from));
    if (compacted !== null) this.#touched.add(compacted);
  }

  plan(): SnapshotPlan {
    const chunks = [CATALOG_CHUNKS.format('tables', this.#tables.changedAt)];
    const cold: string[] = [];
    for (const segment of this.#sortedSegments()) {
      if (isScattered(segment)) this.#settleWhole(segment);
      const note = segment.cold ?? coolingNote(segment, this.#tickMs);
      if (note !== null) cold.push(...Object.values(coldChunksOf(note)));
      const isHot = segment.cold !== null || note === null;
      if (isHot && segment.runs.length > 0) {
        chunks.push(CATALOG_CHUNKS.format('day', segment.startMs, segment.changedAt));
      }
    }
    // Days also go and come back between two entries: only the content can name this chunk.
    chunks.push(CATALOG_CHUNKS.format('cold', hexOf(hash64(encode(this.#coldNotes())))));
    return { chunks, cold };
  }

  chunk(name: string): Uint8Array {
    const { kind, key: startMs } = CATALOG_CHUNKS.parse(name);
    if (kind === 'tables') return Uint8Array.from(encode(this.#tables.content));
    if (kind === 'cold') return Uint8Array.from(encode(this.#coldNotes()));
    const run = this.#segments.get(startMs)?.runs[0];
    assert(run !== undefined, `chunk ${name} is part of the plan`);
    const end = kind === 'rows' ? run.itemsAt : run.at + run.byteLength;
    return this.#extents.arena.bytes().subarray(kind === 'items' ? run.itemsAt : run.at, end);
  }

  stored(names: readonly string[]): void {
    const stored = new Set(names);
    for (const segment of this.#segments.values()) {
      const note = segment.cold === null ? coolingNote(segment, this.#tickMs) : null;
      if (note === null || !stored.has(coldChunksOf(note).rows)) continue;
      for (const run of segment.runs.splice(0)) this.#drop(run);
      segment.cold = note;
      this.#touched.add(segment);
    }
  }

  /** The chunks of some stale days, one day after the other. */
  get wanted(): readonly string[] {
    return this.#thawing.wantedOf(this.#segments.values());
  }

  /** A day that cannot be read any more is gone; what came to it since stays. */
  lost(name: string): void {
    const segment = this.#segments.get(CATALOG_CHUNKS.parse(name).key);
    if (segment === undefined) return;
    segment.cold = null;
    this.#touched.add(segment);
  }

  restore(name: string, bytes: Uint8Array): void {
    const { kind, key, revision } = CATALOG_CHUNKS.parse(name);
    switch (kind) {
      case 'tables':
        this.#tables.restore(decode(bytes) as CatalogTables, Number(revision));
        return;
      case 'cold':
        this.#restoreCold(decode(bytes) as ColdNotes);
        return;
      case 'rows':
        this.#thawing.putRows(name, bytes);
        return;
      case 'items':
        this.#thaw(key, bytes);
        return;
      case 'day':
        this.#restoreDay(bytes, Number(revision));
    }
  }

  restored(sequence: number): void {
    this.#sequence = sequence;
    for (const segment of this.#segments.values()) this.#touched.add(segment);
    this.#tables.changed = true;
  }

  #restoreDay(bytes: Uint8Array, changedAt: number): void {
    const run = this.#builder.place([bytes]);
    const segment = this.#segmentAt(run.startMs);
    segment.runs.push(run);
    segment.changedAt = changedAt;
  }

  #putMedia(record: MediaRecord): void {
    const changed = this.#tables.putMedia(record, this.#sequence);
    if (changed !== null) this.#rerender(changed);
  }

  #putNews(record: NewsRecord): void {
    const number = this.#tables.numberOf(record.media);
    const row = rowOf(record, this.#tables.recordOf(number), number, this.#tagKeys, this.#buffer);
    if (record.previousSortMs !== null) {
      row.flags |= this.#take(record.previousSortMs, record.id) & FLAG.hidden;
    }
    const segment = this.#segmentAt(localDayStartMs(record.sortMs));
    segment.pending.set(row.id, row);
    this.#touch(segment);
  }

  /** Takes a row out, wherever it is; returns the flags that it had. */
  #take(timeMs: number, id: number): number {
    const segment = this.#segments.get(localDayStartMs(timeMs));
    if (segment === undefined) return 0;
    const waiting = segment.pending.get(id);
    if (waiting !== undefined) {
      segment.pending.delete(id);
      this.#touch(segment);
      return waiting.flags;
    }
    const found = findRow(segment, timeMs, id);
    if (found === null) return this.#takeCold(segment, id);
    const flags = found.run.flags[found.row]!;
    this.#kill(segment, found.run, found.row);
    return flags;
  }

  #takeCold(segment: Segment, id: number): number {
    const flags = segment.cold === null ? null : takeFromNote(segment.cold, id);
    if (flags !== null) this.#touch(segment);
    return flags ?? 0;
  }

  #mask(mask: MaskRecord): void {
    if (mask.target === 'media') this.#maskMedia(mask);
    else if (mask.target === 'news' && mask.id !== null && mask.sortMs !== null) {
      this.#maskNews(mask.kind, mask.id, mask.sortMs);
    }
  }

  #maskNews(kind: MaskRecord['kind'], id: number, sortMs: number): void {
    const segment = this.#segments.get(localDayStartMs(sortMs));
    if (segment === undefined) return;
    if (kind === 'erase') {
      this.#take(sortMs, id);
      if (segment.cold?.dead.includes(id)) segment.cold.holdsErased = true;
      return;
    }
    const apply = (flags: number): number =>
      kind === 'hide' ? flags | FLAG.hidden : flags & ~FLAG.hidden;
    const waiting = segment.pending.get(id);
    if (waiting !== undefined) {
      const flags = apply(waiting.flags);
      if (flags !== waiting.flags) this.#touch(segment);
      waiting.flags = flags;
      return;
    }
    const found = findRow(segment, sortMs, id);
    if (found === null) {
      const isChanged = segment.cold !== null && maskInNote(segment.cold, kind === 'hide', id);
      if (isChanged) this.#touch(segment);
      return;
    }
    this.#setFlags(segment, found.run, found.row, apply(found.run.flags[found.row]!));
  }

  #maskMedia(mask: MaskRecord): void {
    const number = this.#tables.mask(mask, this.#sequence);
    if (number !== null && mask.kind === 'erase') this.#dropRowsOf(number);
  }

  /** Takes every row of a media out and rewrites its segments, so that nothing of it stays. */
  #dropRowsOf(number: number): void {
    for (const segment of this.#segments.values()) {
      let isHit = killRowsOf(segment, number);
      if (segment.cold !== null && !segment.cold.purged.includes(number)) {
        segment.cold.purged.push(number);
        isHit = true;
      }
      if (isHit) this.#touch(segment);
      if (segment.hasDead) this.#settleWhole(segment);
    }
  }

  /** Writes the items of a media again, which now has another title or camp. */
  #rerender(media: number): void {
    const record = this.#tables.recordOf(media);
    for (const segment of this.#segments.values()) {
      if (segment.cold !== null && !segment.cold.outdated.includes(media)) {
        segment.cold.outdated.push(media);
        this.#touch(segment);
      }
      for (const row of segment.pending.values()) {
        if (row.owner !== media) continue;
        row.item = withMedia(row.item, record, this.#buffer);
        this.#touch(segment);
      }
      for (const run of segment.runs) this.#rerenderRun(segment, run, media);
    }
  }

  #rerenderRun(segment: Segment, run: Run, media: number): void {
    const record = this.#tables.recordOf(media);
    for (let at = 0; at < run.count; at++) {
      const isMine = run.owners[at] === media && !run.isDead(at);
      if (!isMine) continue;
      const row = rowAt(run, at, this.#buffer);
      row.item = withMedia(row.item, record, this.#buffer);
      this.#kill(segment, run, at);
      segment.pending.set(row.id, row);
    }
  }

  #coldNotes(): ColdNotes {
    const notes: ColdNotes['notes'] = [];
    for (const segment of this.#sortedSegments()) {
      const note = segment.cold ?? coolingNote(segment, this.#tickMs);
      if (note !== null) notes.push({ note, changedAt: segment.changedAt });
    }
    return { tickMs: this.#tickMs, notes };
  }

  #restoreCold({ tickMs, notes }: ColdNotes): void {
    this.#tickMs = tickMs;
    for (const { note, changedAt } of notes) {
      const segment = this.#segmentAt(note.startMs);
      segment.cold = note;
      segment.changedAt = changedAt;
    }
  }

  /** Brings a cold day back into memory, as it is now. */
  #thaw(startMs: number, items: Uint8Array): void {
    const segment = this.#segments.get(startMs);
    const cold = segment?.cold ?? null;
    const rows = cold === null ? null : this.#thawing.takeRows(cold);
    if (segment === undefined || cold === null || rows === null) return;
    const run = this.#builder.place([rows, items]);
    refreshFlags(run, cold);
    segment.cold = null;
    segment.runs.unshift(run);
    segment.hasDead ||= hasDead([run]);
    for (const media of cold.outdated) this.#rerenderRun(segment, run, media);
    this.#touched.add(segment);
  }

  #setFlags(segment: Segment, run: Run, row: number, flags: number): void {
    if (run.flags[row] === flags) return;
    run.flags[row] = flags;
    this.#flagChanges.push({ startMs: segment.startMs, at: run.at, row, flags });
    this.#touch(segment);
  }

  #kill(segment: Segment, run: Run, row: number): void {
    this.#setFlags(segment, run, row, run.flags[row]! | FLAG.dead);
    segment.hasDead = true;
  }

  /** Makes a run of what waits; returns the units of text in it. */
  #settlePending(segment: Segment): number {
    if (segment.pending.size === 0) return 0;
    const rows = [...segment.pending.values()];
    const fresh = this.#builder.build(segment.startMs, rows, this.#buffer);
    segment.pending.clear();
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
    segment.hasDead &&= hasDead(segment.runs);
    this.#flagChanges = this.#flagChanges.filter(({ at }) => joined.every((run) => run.at !== at));
  }

  #drop(run: Run): void {
    this.#indexer.forget(run);
    this.#extents.drop(...extentsOf(run));
  }

  #touch(segment: Segment): void {
    segment.changedAt = this.#sequence;
    this.#touched.add(segment);
  }

  #segmentAt(startMs: number): Segment {
    const known = this.#segments.get(startMs);
    if (known !== undefined) return known;
    const segment = newSegment(startMs, this.#sequence);
    this.#segments.set(startMs, segment);
    return segment;
  }

  #sortedSegments(): Segment[] {
    return [...this.#segments.values()].sort((a, b) => a.startMs - b.startMs);
  }
}
