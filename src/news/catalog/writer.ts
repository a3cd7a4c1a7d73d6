/**
 * Folds categories, media, news and masks into the catalog: tables, days of articles, days on disk.
 *
 * Invariants: `apply` only notes changes; `takeDelta` turns the notes into runs (src/engine/runs).
 * Days before the hot window leave memory once a snapshot holds them (cold days). Later changes of
 * their articles are noted, and readers show these at once. A day with enough notes, or with erased
 * content, returns to memory and is written again.
 */

import { copied, type Transferable } from '../../engine/index/reader.js';
import {
  type Folding,
  foldBy,
  type IndexWriter,
  kindsOf,
  masksBy,
  type SnapshotPlan,
} from '../../engine/index/writer.js';
import { SharedExtents } from '../../engine/runs/extents.js';
import type { ColumnPart, Row, RowBuffer } from '../../engine/runs/run-builder.js';
import { RunWriter } from '../../engine/runs/run-writer.js';
import { isoOf, localDayStartMs } from '../../kernel/clock.js';
import { decode, encode, encodeOwn } from '../../kernel/codec.js';
import { getOrInsert } from '../../kernel/collections.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import { NEWS } from '../../kernel/limits.js';
import {
  type Entry,
  langOf,
  type MaskRecord,
  type MediaRecord,
  type NewsRecord,
  tagSourceOf,
} from '../../kernel/model/records.js';
import {
  CATALOG_CHUNKS,
  CATALOG_READS_FROM,
  CATALOG_RUNS,
  CATALOG_VERSION,
  type CatalogDelta,
  type CatalogOptions,
  type CatalogTables,
  coldChunksOf,
  columnKeyOfLanguage,
  columnKeyOfTag,
  FLAG,
  refreshFlags,
} from './codec.js';
import {
  ColdDays,
  type ColdNotes,
  coolingNote,
  maskInNote,
  Thawing,
  takeFromNote,
} from './state/cold-note.js';
import { Tables } from './state/tables.js';

export class CatalogWriter implements IndexWriter<CatalogDelta> {
  readonly version = CATALOG_VERSION;
  readonly readsFrom = CATALOG_READS_FROM;
  readonly bodies = 'none';
  /** Enough for a batch in one or two deltas: an acknowledgement waits for the whole batch. */
  readonly sliceMs = 40;
  readonly #extents: SharedExtents;
  readonly #runs: RunWriter;
  readonly #tagKeys = new TagKeys();
  readonly #tables = new Tables();
  /** The time of the last tick: days before the hot window that ends at it become cold. */
  #tickMs = Number.NEGATIVE_INFINITY;
  readonly #cold = new ColdDays();
  readonly #thawing = new Thawing();

  readonly #folding: Folding = {
    category: (record, { sequence }) => this.#tables.putCategory(record, sequence),
    media: (record, { sequence }) => this.#putMedia(record, sequence),
    news: (record) => this.#putNews(record),
    ...masksBy((record, { sequence }) => this.#mask(record, sequence)),
    tick: ({ atMs }) => {
      this.#tickMs = atMs;
    },
  };
  readonly kinds = kindsOf(this.#folding);

  constructor({ memory, scratchBytes }: CatalogOptions) {
    this.#extents = new SharedExtents(memory, scratchBytes);
    this.#runs = new RunWriter(CATALOG_RUNS, this.#extents);
  }

  get canCompact(): boolean {
    return this.#runs.canCompact;
  }

  apply(entry: Entry): void {
    this.#runs.sequence = entry.sequence;
    foldBy(this.#folding, entry);
  }

  takeDelta(): Transferable<CatalogDelta> | null {
    const runs = this.#runs.settle();
    const cold = this.#cold.takeChanges();
    if (runs.segments.length + cold.length === 0 && !this.#tables.changed) return null;
    const tables = this.#tables.changed ? this.#tables.content : null;
    this.#tables.changed = false;
    this.#extents.endDelta();
    return copied({ sequence: this.#runs.sequence, tables, ...runs, cold });
  }

  acknowledge(deltaNumber: number): void {
    this.#extents.acknowledge(deltaNumber);
  }

  compact(): void {
    this.#runs.compact();
  }

  plan(): SnapshotPlan {
    const chunks = [CATALOG_CHUNKS.format('tables', this.#tables.changedAt)];
    const cold: string[] = [];
    for (const segment of this.#runs.settleAll()) {
      const { startMs, runs, changedAt } = segment;
      const isCold = this.#cold.get(startMs) !== null;
      const note = this.#cold.get(startMs) ?? coolingNote(segment, this.#tickMs);
      if (note !== null) cold.push(...Object.values(coldChunksOf(note)));
      if ((isCold || note === null) && runs.length > 0) {
        chunks.push(CATALOG_CHUNKS.format('day', startMs, changedAt));
      }
    }
    // Days also leave and return between two entries, so a hash of the content names the chunk.
    chunks.push(CATALOG_CHUNKS.format('cold', hexOf(hash64(encode(this.#coldNotes())))));
    return { chunks, cold };
  }

  chunk(name: string): Uint8Array {
    const { kind, key: startMs } = CATALOG_CHUNKS.parse(name);
    if (kind === 'tables') return encodeOwn(this.#tables.content);
    if (kind === 'cold') return encodeOwn(this.#coldNotes());
    return this.#runs.bytesOf(startMs, kind === 'day' ? 'all' : kind);
  }

  stored(names: readonly string[]): void {
    const stored = new Set(names);
    for (const segment of this.#runs.segments) {
      const { startMs } = segment;
      const isCold = this.#cold.get(startMs) !== null;
      const note = isCold ? null : coolingNote(segment, this.#tickMs);
      if (note === null || !stored.has(coldChunksOf(note).rows)) continue;
      this.#runs.release(startMs);
      this.#cold.set(startMs, note);
    }
  }

  /** Chunk names of some stale days, day by day. */
  get wanted(): readonly string[] {
    return this.#thawing.wantedOf(this.#cold.notes, (startMs) => this.#runs.rowsAt(startMs));
  }

  /** A day whose chunk cannot be read is dropped; its later articles in memory stay. */
  lost(name: string): void {
    this.#cold.set(CATALOG_CHUNKS.parse(name).key, null);
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
        this.#runs.restore(bytes, Number(revision));
    }
  }

  restored(sequence: number): void {
    this.#runs.sequence = sequence;
    this.#runs.restored();
    this.#tables.changed = true;
  }

  #putMedia(record: MediaRecord, sequence: number): void {
    const changed = this.#tables.putMedia(record, sequence);
    if (changed !== null) this.#rerender(changed);
  }

  #putNews(record: NewsRecord): void {
    const number = this.#tables.numberOf(record.media);
    const media = this.#tables.recordOf(number);
    const row = rowOf(record, media, number, this.#tagKeys, this.#runs.buffer);
    if (record.previousSortMs !== null) {
      row.flags |= this.#take(record.previousSortMs, record.id) & FLAG.hidden;
    }
    this.#runs.put(row);
  }

  /** Removes a row from memory or from a cold day; returns the flags that it had. */
  #take(timeMs: number, id: number): number {
    const taken = this.#runs.take(timeMs, id);
    if (taken !== null) return taken.flags;
    const note = this.#cold.get(localDayStartMs(timeMs));
    const flags = note === null ? null : takeFromNote(note, id);
    if (note !== null && flags !== null) this.#touchCold(note.startMs);
    return flags ?? 0;
  }

  #mask(mask: MaskRecord, sequence: number): void {
    if (mask.target === 'media') this.#maskMedia(mask, sequence);
    else if (mask.target === 'news' && mask.id !== null && mask.sortMs !== null) {
      this.#maskNews(mask.kind, mask.id, mask.sortMs);
    }
  }

  #maskNews(kind: MaskRecord['kind'], id: number, sortMs: number): void {
    const note = this.#cold.get(localDayStartMs(sortMs));
    if (kind === 'erase') {
      this.#take(sortMs, id);
      if (note?.dead.includes(id)) note.holdsErased = true;
      return;
    }
    if (this.#runs.hide(sortMs, id, kind === 'hide') || note === null) return;
    if (maskInNote(note, kind === 'hide', id)) this.#touchCold(note.startMs);
  }

  #maskMedia(mask: MaskRecord, sequence: number): void {
    const number = this.#tables.mask(mask, sequence);
    if (number === null || mask.kind !== 'erase') return;
    this.#runs.eraseOwner(number);
    for (const { startMs, purged } of this.#cold.notes) {
      if (purged.includes(number)) continue;
      purged.push(number);
      this.#touchCold(startMs);
    }
  }

  /** Writes the items of a media again, after a change of its title or camp. */
  #rerender(media: number): void {
    for (const { startMs, outdated } of this.#cold.notes) {
      if (outdated.includes(media)) continue;
      outdated.push(media);
      this.#touchCold(startMs);
    }
    this.#runs.rewriteItems(media, (item) => this.#renewed(item, media));
  }

  #renewed(item: ColumnPart, media: number): ColumnPart {
    return withMedia(item, this.#tables.recordOf(media), this.#runs.buffer);
  }

  #coldNotes(): ColdNotes {
    const notes: ColdNotes['notes'] = [];
    for (const segment of this.#runs.segments) {
      const { startMs, changedAt } = segment;
      const note = this.#cold.get(startMs) ?? coolingNote(segment, this.#tickMs);
      if (note !== null) notes.push({ note, changedAt });
    }
    return { tickMs: this.#tickMs, notes };
  }

  #restoreCold({ tickMs, notes }: ColdNotes): void {
    this.#tickMs = tickMs;
    for (const { note, changedAt } of notes) {
      this.#cold.set(note.startMs, note);
      this.#runs.restoreChange(note.startMs, changedAt);
    }
  }

  /** Returns a cold day to memory, with its current flags and items. */
  #thaw(startMs: number, items: Uint8Array): void {
    const cold = this.#cold.get(startMs);
    const rows = cold === null ? null : this.#thawing.takeRows(cold);
    if (cold === null || rows === null) return;
    this.#runs.bringBack([rows, items], (run) => refreshFlags(run, cold));
    this.#cold.set(startMs, null);
    for (const media of cold.outdated) {
      this.#runs.rewriteItems(media, (item) => this.#renewed(item, media), startMs);
    }
  }

  /** Marks the note of a cold day as changed, so its next chunks get another name. */
  #touchCold(startMs: number): void {
    this.#cold.change(startMs);
    this.#runs.touch(startMs);
  }
}

/** Tags whose column key is cached: the vocabulary of a few days. */
const TAG_KEYS_MAX = 100_000;

/** Caches the column keys of tags, because the same tags recur. */
class TagKeys {
  readonly #keys = new Map<string, number>();

  keyOf(tag: string): number {
    return getOrInsert(this.#keys, tag, () => {
      if (this.#keys.size >= TAG_KEYS_MAX) this.#keys.clear();
      return columnKeyOfTag(tag);
    });
  }
}

/** The row of an article of `media`, which has the number `mediaNumber`; texts go into `buffer`. */
function rowOf(
  article: NewsRecord,
  media: MediaRecord,
  mediaNumber: number,
  tagKeys: TagKeys,
  buffer: RowBuffer,
): Row {
  const waits = article.sortMs > article.observedMs + NEWS.futureSlackMs;
  const { title, description } = article;
  return {
    id: article.id,
    timeMs: article.sortMs,
    owner: mediaNumber,
    flags: (article.datePending ? FLAG.datePending : 0) | (waits ? FLAG.waits : 0),
    text: description === null ? buffer.putFields(title) : buffer.putFields(title, description),
    keys: keysOf(article, tagKeys),
    item: buffer.putItem(itemOf(article, media)),
  };
}

/** Column keys of an article: hashes of its tags and of its language. */
function keysOf({ tags, lang }: NewsRecord, tagKeys: TagKeys): number[] {
  const keys = tags.map((tag) => tagKeys.keyOf(tag));
  if (lang !== null) keys.push(columnKeyOfLanguage(lang));
  return keys;
}

/** The JSON of an article in `/api/v1/articles`. */
function itemOf(article: NewsRecord, media: MediaRecord): object {
  return {
    id: article.id,
    media: article.media,
    mediaTitle: media.title,
    camp: media.camp,
    title: article.title,
    description: article.description,
    url: article.url,
    image: article.image,
    publishedAt: isoOf(article.sortMs),
    datePending: article.datePending,
    section: article.section,
    tags: article.tags,
    ...tagSourceOf(article),
    ...langOf(article),
  };
}

/** The item with the current title and camp of its outlet. */
function withMedia(item: ColumnPart, { title, camp }: MediaRecord, buffer: RowBuffer): ColumnPart {
  return buffer.putItem({ ...(buffer.valueAt(item) as object), mediaTitle: title, camp });
}
