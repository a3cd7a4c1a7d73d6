/**
 * Articles of the last month with the facts that topics need: tags, time, media and address.
 *
 * A tag is *in service* while a visible article of this window has it. The window is 31 days, the
 * longest span of one search, and the rest of a UTC day, because whole days are removed. It moves
 * with ticks.
 *
 * Invariants: rows and tags depend on the articles, not on the order of their arrival. A tag is
 * shown in the spelling that was used most in the last 7 days (decision 13), as everywhere.
 */

import { bytesOf, columnOf, withCapacity } from '../../../engine/columns/columns.js';
import { NumberMap } from '../../../engine/columns/number-map.js';
import { DAY_MS, MINUTE_MS, utcDayOf } from '../../../kernel/clock.js';
import { decode, encodeOwn } from '../../../kernel/codec.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { assert } from '../../../kernel/errors.js';
import { hash53 } from '../../../kernel/hash.js';
import type { MaskRecord, NewsRecord } from '../../../kernel/model/records.js';
import { ArticleRows, encodeDay, restoreDay, rowsOfDay } from '../../shared/burst/article-rows.js';
import { SPELLING_MS } from '../../shared/burst/pair-counts.js';
import { distinctTags, TagTable } from '../../shared/burst/tag-table.js';

/** From the contract: a search reaches back 31 days. */
const RETENTION_MS = 31 * DAY_MS;
/** Rows are read newest first in steps of this length, each sorted alone. */
const STEP_MS = 10 * MINUTE_MS;

/** Receives keys of tags that come into service, leave it, or are shown differently. */
interface TagEvents {
  came(key: string): void;
  went(key: string): void;
  changed(key: string): void;
}

export interface WindowState {
  atMs: number | null;
  /** Media codes by number. */
  codes: string[];
  hiddenMedia: string[];
  /** Ids of hidden articles, ascending. */
  hidden: number[];
  /** Days with the entry that last changed each. */
  revisions: [dayMs: number, sequence: number][];
}

interface DayChunk {
  rows: Uint8Array;
  /** Hashes of addresses, in the order of the rows' times and ids. */
  urls: Uint8Array;
}

export class ArticleWindow {
  readonly rows = new ArticleRows();
  readonly tags: TagTable;
  readonly #events: TagEvents;
  readonly #codes: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #hiddenMedia = new Set<number>();
  readonly #hidden = new Set<number>();
  readonly #revisions = new Map<number, number>();
  readonly #rowOfUrl = new NumberMap();
  #urls = new Float64Array(0);
  /** Number of visible articles by tag. */
  #visible = new Uint32Array(0);
  #atMs: number | null = null;
  #retainedFromMs = Number.NEGATIVE_INFINITY;
  #needsRecount = false;

  constructor(events: TagEvents) {
    this.#events = events;
    this.tags = new TagTable((tag) => events.changed(this.tags.keyOf(tag)));
  }

  get byteLength(): number {
    const columns = [this.#urls, this.#visible, this.#rowOfUrl, this.rows];
    return bytesOf(...columns);
  }

  /** Gives a media its number, so that erased articles do not change the order of numbers. */
  register(media: string): void {
    this.#numberOf(media);
  }

  put(record: NewsRecord, sequence: number): void {
    const { id, media, url, sortMs, datePending } = record;
    this.#remove(id, sequence);
    if (sortMs < this.#retainedFromMs) return;
    const spellings = distinctTags(record.tags).map((text) => this.tags.retain(text));
    const row = this.rows.add(id, sortMs, this.#numberOf(media), datePending, spellings, false);
    this.#setUrl(row, hash53(url));
    this.#include(row, 1);
    this.#revisions.set(utcDayOf(sortMs), sequence);
  }

  mask({ kind, target, key, id }: MaskRecord, sequence: number): void {
    if (target === 'media') this.#maskMedia(kind, this.#numberOf(key), sequence);
    if (target !== 'news' || id === null) return;
    if (kind === 'erase') {
      this.#remove(id, sequence);
      this.#hidden.delete(id);
      return;
    }
    if ((kind === 'hide') === this.#hidden.has(id)) return;
    const row = this.rows.find(id);
    if (kind === 'show') this.#hidden.delete(id);
    if (row >= 0) this.#include(row, kind === 'hide' ? -1 : 1);
    if (kind === 'hide') this.#hidden.add(id);
  }

  /** Sets the time, and removes old articles. Never goes back. True when articles were removed. */
  moveTo(atMs: number): boolean {
    const fromMs = this.#atMs;
    if (fromMs !== null && atMs <= fromMs) return false;
    this.#atMs = atMs;
    const recentFromMs = atMs - SPELLING_MS;
    this.#weigh(Math.max(fromMs ?? recentFromMs, recentFromMs), atMs, 1);
    if (fromMs !== null) {
      this.#weigh(fromMs - SPELLING_MS, Math.min(fromMs, recentFromMs), -1);
    }
    this.#retainedFromMs = utcDayOf(atMs - RETENTION_MS);
    return this.#expire();
  }

  /** The tag of a text when it is in service; -1 otherwise. */
  inService(text: string): number {
    const tag = this.tags.find(text);
    return tag >= 0 && (this.#visible[tag] ?? 0) > 0 ? tag : -1;
  }

  /** The row of a media's visible article by the hash of its address, or -1. */
  rowOf(media: string, urlHash: number): number {
    const row = this.#rowOfUrl.get(urlHash);
    return row >= 0 && this.rows.media[row] === this.#numbers.get(media) && this.isVisible(row)
      ? row
      : -1;
  }

  isVisible(row: number): boolean {
    return !this.#hidden.has(this.rows.ids[row]!) && !this.#hiddenMedia.has(this.rows.media[row]!);
  }

  /** Tags of a row, by number. */
  *tagsOf(row: number): Generator<number> {
    for (const spelling of this.rows.spellingsOf(row)) yield this.tags.tagOf(spelling);
  }

  /**
   * Visits visible articles with `fromMs` <= time < `untilMs`, newest first and by descending id,
   * until `visit` returns false.
   */
  newestFirst(fromMs: number, untilMs: number, visit: (row: number) => boolean): void {
    const { times, ids } = this.rows;
    const first = Math.floor(fromMs / STEP_MS);
    for (let step = Math.ceil(untilMs / STEP_MS) - 1; step >= first; step--) {
      const found: number[] = [];
      const stepFromMs = Math.max(fromMs, step * STEP_MS);
      const stepUntilMs = Math.min(untilMs, (step + 1) * STEP_MS);
      this.rows.inRange(stepFromMs, stepUntilMs, (row) => {
        if (this.isVisible(row)) found.push(row);
      });
      found.sort((a, b) => times[b]! - times[a]! || ids[b]! - ids[a]!);
      for (const row of found) if (!visit(row)) return;
    }
  }

  get state(): WindowState {
    const days = this.rows.days();
    return {
      atMs: this.#atMs,
      codes: this.#codes,
      hiddenMedia: [...this.#hiddenMedia].sort((a, b) => a - b).map((at) => this.#codes[at]!),
      hidden: [...this.#hidden].sort((a, b) => a - b),
      revisions: days.map((dayMs) => [dayMs, this.#revisions.get(dayMs) ?? 0]),
    };
  }

  encodeDay(dayMs: number): Uint8Array {
    const members = rowsOfDay(this.rows, dayMs);
    const urls = Float64Array.from(members, (row) => this.#urls[row]!);
    const chunk: DayChunk = {
      rows: encodeDay(this.rows, this.tags, dayMs),
      urls: new Uint8Array(urls.buffer),
    };
    return encodeOwn(chunk);
  }

  restore({ atMs, codes, hiddenMedia, hidden, revisions }: WindowState): void {
    this.#atMs = atMs;
    if (atMs !== null) this.#retainedFromMs = utcDayOf(atMs - RETENTION_MS);
    for (const code of codes) this.#numberOf(code);
    for (const code of hiddenMedia) this.#hiddenMedia.add(this.#numberOf(code));
    for (const id of hidden) this.#hidden.add(id);
    for (const [dayMs, sequence] of revisions) this.#revisions.set(dayMs, sequence);
    this.#needsRecount = true;
  }

  /** @throws when the bytes are not a day's. */
  restoreDay(dayMs: number, bytes: Uint8Array): void {
    const chunk = decode(bytes) as DayChunk;
    restoreDay(chunk.rows, this.rows, this.tags);
    const members = rowsOfDay(this.rows, dayMs);
    const urls = columnOf(Float64Array, chunk.urls);
    assert(members.length === urls.length, 'a day has an address for each article');
    for (const [at, row] of members.entries()) this.#setUrl(row, urls[at]!);
    this.#needsRecount = true;
  }

  /** Counts visible articles after all chunks are restored. */
  restored(): void {
    if (!this.#needsRecount) return;
    this.#needsRecount = false;
    for (const row of this.rows.all()) this.#include(row, 1);
  }

  #setUrl(row: number, hash: number): void {
    this.#urls = withCapacity(this.#urls, row + 1);
    this.#urls[row] = hash;
    this.#rowOfUrl.set(hash, row);
  }

  #remove(id: number, sequence: number): void {
    const row = this.rows.find(id);
    if (row < 0) return;
    this.#revisions.set(utcDayOf(this.rows.times[row]!), sequence);
    this.#removeRow(row);
  }

  #removeRow(row: number): void {
    this.#include(row, -1);
    if (this.#rowOfUrl.get(this.#urls[row]!) === row) this.#rowOfUrl.delete(this.#urls[row]!);
    for (const spelling of this.rows.spellingsOf(row)) this.tags.release(spelling);
    this.rows.remove(row);
  }

  #maskMedia(kind: MaskRecord['kind'], media: number, sequence: number): void {
    const rows = [...this.rows.all()].filter((row) => this.rows.media[row] === media);
    const isHidden = this.#hiddenMedia.has(media);
    if (kind === 'show' && isHidden) {
      this.#hiddenMedia.delete(media);
      for (const row of rows) this.#include(row, 1);
    }
    if (kind !== 'show' && !isHidden) {
      for (const row of rows) this.#include(row, -1);
      this.#hiddenMedia.add(media);
    }
    if (kind === 'erase') for (const row of rows) this.#remove(this.rows.ids[row]!, sequence);
  }

  /** Adds a visible row to the counts, or subtracts it. */
  #include(row: number, change: 1 | -1): void {
    if (!this.isVisible(row)) return;
    const isRecent = this.#isRecent(this.rows.times[row]!);
    for (const spelling of this.rows.spellingsOf(row)) {
      if (isRecent) this.tags.countRecent(spelling, change);
      this.#countVisible(this.tags.tagOf(spelling), change);
    }
  }

  #countVisible(tag: number, change: 1 | -1): void {
    this.#visible = withCapacity(this.#visible, tag + 1);
    const before = this.#visible[tag]!;
    this.#visible[tag] = before + change;
    if (before === 0) this.#events.came(this.tags.keyOf(tag));
    else if (before + change === 0) this.#events.went(this.tags.keyOf(tag));
  }

  #isRecent(timeMs: number): boolean {
    return this.#atMs !== null && timeMs < this.#atMs && timeMs >= this.#atMs - SPELLING_MS;
  }

  /** Adds spellings of a span of time to the recent ones, or subtracts them. */
  #weigh(fromMs: number, untilMs: number, change: 1 | -1): void {
    this.rows.inRange(fromMs, untilMs, (row) => {
      if (!this.isVisible(row)) return;
      for (const spelling of this.rows.spellingsOf(row)) this.tags.countRecent(spelling, change);
    });
  }

  #expire(): boolean {
    const old = this.rows.ofDaysBefore(this.#retainedFromMs);
    for (const row of old) this.#removeRow(row);
    for (const dayMs of this.#revisions.keys()) {
      if (dayMs < this.#retainedFromMs) this.#revisions.delete(dayMs);
    }
    return old.length > 0;
  }

  #numberOf(code: string): number {
    return getOrInsert(this.#numbers, code, () => this.#codes.push(code) - 1);
  }
}
