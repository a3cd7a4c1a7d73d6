/**
 * Folds categories, media, news and masks into the catalog's segments.
 *
 * Invariants: `apply` only notes what changes; `takeDelta` turns the notes into runs and says what
 * readers must let go of. A run that readers may still hold is not reused before they have
 * acknowledged the delta that drops it. Runs of a segment grow geometrically, so an article is
 * copied O(log n) times however it arrives; `tidy` makes one run of each quiet segment.
 */
import { Arena, ExtentAllocator } from '../../kernel/arena.js';
import { assert } from '../../kernel/assert.js';
import { taipeiDayStartMs } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import type {
  CategoryRecord,
  Entry,
  MaskRecord,
  MediaRecord,
  NewsRecord,
  RecordKind,
} from '../../model/records.js';
import {
  CATALOG_VERSION,
  type CatalogDelta,
  type CatalogOptions,
  type CatalogTables,
  FLAG,
  type FlagChange,
  type MediaEntry,
  Run,
} from './codec.js';
import { rowOf, TagKeys, withMedia } from './item.js';
import { buildRun, mergeRuns, type Row } from './runs.js';

/** Media numbers are columns of 16 bits. */
const MEDIA_MAX = 65_536;
/** A run joins its elder as soon as the elder is at most this many times as long. */
const GROWTH = 2;

interface Segment {
  startMs: number;
  /** Older and longer runs first. */
  runs: Run[];
  /** Articles that came since the last delta, by id. */
  pending: Map<number, Row>;
  /** True when rows of its runs are dead. */
  hasDead: boolean;
  /** The last log entry that changed the segment; part of its chunk's name. */
  changedAt: number;
}

const NOTHING: readonly [] = [];
const FOLDED: ReadonlySet<RecordKind> = new Set([
  'category',
  'media',
  'news',
  'hide',
  'show',
  'erase',
]);

export class CatalogWriter {
  readonly version = CATALOG_VERSION;
  readonly withBodies = false;
  readonly kinds = FOLDED;
  readonly #arena: Arena;
  readonly #allocator: ExtentAllocator;
  readonly #tagKeys = new TagKeys();
  readonly #categories = new Map<string, CategoryRecord>();
  readonly #media: MediaEntry[] = [];
  readonly #mediaNumbers = new Map<string, number>();
  readonly #segments = new Map<number, Segment>();
  readonly #published = new Set<number>();
  readonly #touched = new Set<Segment>();
  #flagChanges: FlagChange[] = [];
  #letGo: { deltaNumber: number; at: number }[] = [];
  #tablesChangedAt = 0;
  #tablesChanged = false;
  #sequence = 0;
  #deltaNumber = 0;

  constructor({ memory, scratchBytes }: CatalogOptions) {
    this.#arena = new Arena(memory);
    this.#allocator = new ExtentAllocator(this.#arena, scratchBytes);
  }

  get untidy(): boolean {
    for (const segment of this.#segments.values()) if (isUntidy(segment)) return true;
    return false;
  }

  apply({ sequence, record }: Entry): void {
    this.#sequence = sequence;
    switch (record.kind) {
      case 'category':
        this.#categories.set(record.key, record);
        this.#changeTables();
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
    }
  }

  takeDelta(): { value: CatalogDelta; transfer: readonly [] } | null {
    for (const segment of this.#touched) this.#settlePending(segment);
    const isEmpty =
      this.#touched.size === 0 && this.#flagChanges.length === 0 && !this.#tablesChanged;
    if (isEmpty) return null;
    this.#deltaNumber += 1;
    const delta: CatalogDelta = {
      sequence: this.#sequence,
      tables: this.#tablesChanged ? this.#tables() : null,
      segments: [...this.#touched].map(({ startMs, runs }) => ({
        startMs,
        runs: runs.map(({ at }) => at),
      })),
      flags: this.#flagChanges,
      usedBytes: this.#allocator.usedBytes,
      heldBytes: this.#allocator.heldBytes,
    };
    for (const { runs } of this.#touched) for (const { at } of runs) this.#published.add(at);
    this.#touched.clear();
    this.#flagChanges = [];
    this.#tablesChanged = false;
    return { value: delta, transfer: NOTHING };
  }

  acknowledge(deltaNumber: number): void {
    if (this.#letGo.length === 0) return;
    this.#letGo = this.#letGo.filter((entry) => {
      if (entry.deltaNumber > deltaNumber) return true;
      this.#allocator.release(entry.at);
      return false;
    });
  }

  tidy(): void {
    let newest: Segment | null = null;
    for (const segment of this.#segments.values()) {
      const isNewer = newest === null || segment.startMs > newest.startMs;
      if (isNewer && isUntidy(segment)) newest = segment;
    }
    if (newest !== null) this.#settleWhole(newest);
  }

  ask(question: unknown): never {
    throw new Error(`the catalog answers from its readers, not ${JSON.stringify(question)}`);
  }

  plan(): { chunks: string[]; cold: string[] } {
    const chunks = [`tables-${this.#tablesChangedAt}`];
    for (const segment of this.#sortedSegments()) {
      if (isUntidy(segment)) this.#settleWhole(segment);
      if (segment.runs.length > 0) chunks.push(`day-${segment.startMs}-${segment.changedAt}`);
    }
    return { chunks, cold: [] };
  }

  chunk(name: string): Uint8Array {
    const [kind, startMs] = name.split('-');
    if (kind === 'tables') return Uint8Array.from(encode(this.#tables()));
    const run = this.#segments.get(Number(startMs))?.runs[0];
    assert(run !== undefined, `chunk ${name} is part of the plan`);
    return this.#arena.bytes().slice(run.at, run.at + run.byteLength);
  }

  restore(name: string, bytes: Uint8Array): void {
    const [kind, startText, changedAt] = name.split('-');
    if (kind === 'tables') {
      this.#restoreTables(decode(bytes) as CatalogTables);
      this.#tablesChangedAt = Number(startText);
      return;
    }
    const at = this.#allocator.allocate(bytes.length);
    this.#arena.bytes(at + bytes.length).set(bytes, at);
    const run = Run.attach(this.#arena, at);
    assert(run.byteLength === bytes.length, `chunk ${name} is as long as its header says`);
    const segment = this.#segmentAt(run.startMs);
    segment.runs.push(run);
    segment.changedAt = Number(changedAt);
  }

  restored(sequence: number): void {
    this.#sequence = sequence;
    for (const segment of this.#segments.values()) this.#touched.add(segment);
    this.#tablesChanged = true;
  }

  #putMedia(record: MediaRecord): void {
    const number = this.#mediaNumbers.get(record.media);
    if (number === undefined) {
      assert(this.#media.length < MEDIA_MAX, 'a media number fits its column');
      this.#mediaNumbers.set(record.media, this.#media.length);
      this.#media.push({ record, hidden: false });
    } else {
      const known = this.#media[number]!;
      const before = known.record;
      known.record = record;
      if (before.title !== record.title || before.camp !== record.camp) this.#rerender(number);
    }
    this.#changeTables();
  }

  #putNews(record: NewsRecord): void {
    const number = this.#mediaNumbers.get(record.media);
    assert(number !== undefined, `media ${record.media} comes before its articles`);
    const row = rowOf(record, this.#media[number]!.record, number, this.#tagKeys);
    if (record.previousSortMs !== null) {
      row.flags |= this.#take(record.previousSortMs, record.id) & FLAG.hidden;
    }
    const segment = this.#segmentAt(taipeiDayStartMs(record.sortMs));
    segment.pending.set(row.id, row);
    this.#touch(segment);
  }

  /** Takes a row out, wherever it is; returns the flags that it had. */
  #take(timeMs: number, id: number): number {
    const segment = this.#segments.get(taipeiDayStartMs(timeMs));
    if (segment === undefined) return 0;
    const waiting = segment.pending.get(id);
    if (waiting !== undefined) {
      segment.pending.delete(id);
      this.#touch(segment);
      return waiting.flags;
    }
    const found = findRow(segment, timeMs, id);
    if (found === null) return 0;
    const flags = found.run.flags[found.row]!;
    this.#kill(segment, found.run, found.row);
    return flags;
  }

  #mask(mask: MaskRecord): void {
    if (mask.target === 'media') this.#maskMedia(mask);
    else if (mask.target === 'news' && mask.id !== null && mask.sortMs !== null) {
      this.#maskNews(mask.kind, mask.id, mask.sortMs);
    }
  }

  #maskNews(kind: MaskRecord['kind'], id: number, sortMs: number): void {
    if (kind === 'erase') {
      this.#take(sortMs, id);
      return;
    }
    const segment = this.#segments.get(taipeiDayStartMs(sortMs));
    if (segment === undefined) return;
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
    if (found === null) return;
    this.#setFlags(segment, found.run, found.row, apply(found.run.flags[found.row]!));
  }

  #maskMedia({ kind, key }: MaskRecord): void {
    const number = this.#mediaNumbers.get(key);
    const entry = number === undefined ? undefined : this.#media[number];
    if (number === undefined || entry === undefined) return;
    entry.hidden = kind !== 'show';
    if (kind === 'erase') this.#dropRowsOf(number);
    this.#changeTables();
  }

  /** Takes every row of a media out and rewrites its segments, so that nothing of it stays. */
  #dropRowsOf(media: number): void {
    for (const segment of this.#segments.values()) {
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
      if (isHit) this.#touch(segment);
      if (segment.hasDead) this.#settleWhole(segment);
    }
  }

  /** Writes the items of a media again, which now has another title or camp. */
  #rerender(media: number): void {
    const { record } = this.#media[media]!;
    for (const segment of this.#segments.values()) {
      for (const row of segment.pending.values()) {
        if (row.media !== media) continue;
        row.item = withMedia(row.item, record);
        this.#touch(segment);
      }
      for (const run of segment.runs) {
        for (let at = 0; at < run.count; at++) {
          const isMine = run.media[at] === media && (run.flags[at]! & FLAG.dead) === 0;
          if (!isMine) continue;
          const row = rowAt(run, at);
          row.item = withMedia(row.item, record);
          this.#kill(segment, run, at);
          segment.pending.set(row.id, row);
        }
      }
    }
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

  #settlePending(segment: Segment): void {
    if (segment.pending.size === 0) return;
    const { runs, startMs } = segment;
    const fresh = buildRun(this.#arena, this.#allocator, startMs, [...segment.pending.values()]);
    segment.pending.clear();
    const joined = [fresh];
    let rows = fresh.count;
    while (runs.length > 0 && runs.at(-1)!.count <= GROWTH * rows) {
      const elder = runs.pop()!;
      rows += elder.count;
      joined.push(elder);
    }
    this.#replace(segment, joined);
  }

  #settleWhole(segment: Segment): void {
    this.#settlePending(segment);
    this.#touched.add(segment);
    if (isUntidy(segment)) this.#replace(segment, segment.runs.splice(0));
  }

  /** Puts the merge of `joined`, which are no longer in the segment, at its end. */
  #replace(segment: Segment, joined: Run[]): void {
    if (joined.length === 1 && !hasDead(joined)) {
      segment.runs.push(joined[0]!);
      return;
    }
    const merged = mergeRuns(this.#arena, this.#allocator, segment.startMs, joined);
    if (merged !== null) segment.runs.push(merged);
    for (const { at } of joined) this.#drop(at);
    segment.hasDead &&= hasDead(segment.runs);
    this.#flagChanges = this.#flagChanges.filter(({ at }) => joined.every((run) => run.at !== at));
  }

  /** Frees a run now when no reader knows it, else when they have let go of it. */
  #drop(at: number): void {
    if (this.#published.delete(at)) this.#letGo.push({ deltaNumber: this.#deltaNumber + 1, at });
    else this.#allocator.release(at);
  }

  #touch(segment: Segment): void {
    segment.changedAt = this.#sequence;
    this.#touched.add(segment);
  }

  #segmentAt(startMs: number): Segment {
    let segment = this.#segments.get(startMs);
    if (segment === undefined) {
      segment = {
        startMs,
        runs: [],
        pending: new Map(),
        hasDead: false,
        changedAt: this.#sequence,
      };
      this.#segments.set(startMs, segment);
    }
    return segment;
  }

  #sortedSegments(): Segment[] {
    return [...this.#segments.values()].sort((a, b) => a.startMs - b.startMs);
  }

  #changeTables(): void {
    this.#tablesChanged = true;
    this.#tablesChangedAt = this.#sequence;
  }

  #tables(): CatalogTables {
    return { categories: [...this.#categories.values()], media: this.#media };
  }

  #restoreTables({ categories, media }: CatalogTables): void {
    for (const category of categories) this.#categories.set(category.key, category);
    for (const entry of media) {
      this.#mediaNumbers.set(entry.record.media, this.#media.length);
      this.#media.push(entry);
    }
  }
}

function findRow(segment: Segment, timeMs: number, id: number): { run: Run; row: number } | null {
  for (const run of segment.runs) {
    const row = run.rowOf(timeMs, id);
    if (row >= 0 && (run.flags[row]! & FLAG.dead) === 0) return { run, row };
  }
  return null;
}

function isUntidy({ runs, hasDead }: Segment): boolean {
  return runs.length > 1 || hasDead;
}

function hasDead(runs: readonly Run[]): boolean {
  return runs.some(({ flags }) => flags.some((bits) => (bits & FLAG.dead) !== 0));
}

/** A row taken back out of a run. */
function rowAt(run: Run, at: number): Row {
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
