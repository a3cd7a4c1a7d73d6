/**
 * Counts tags over sliding windows of articles: the core of the ranking and of the events.
 *
 *      kept ◄──────────────────────────────────────────────────────────────── at
 *                                    ├───── 48 h ago ─────┤├── 24 h ago ──┤
 *                                                              … ├──── now ────┤
 *
 * Feed every record of its kinds to `apply`; articles, tags, masks and media take effect at once.
 * `moveTo` slides the windows; a list is the truth of the articles known when it is asked for.
 * Six windows of 24 hours (now, and 3 to 48 hours ago) are kept as counts by tag and media, so a
 * move costs what enters and leaves, and so does a late, hidden or corrected article.
 *
 * Invariants: no clock, no randomness; equal records and moves give equal lists, whether or not the
 * state was encoded and restored in between. An article counts when it is visible and its time is
 * known (decision 27b), and belongs to a window from its sort time on, ends excluded.
 */
import { DAY_MS, utcDayOf } from '../../../kernel/clock.js';
import {
  type LogRecord,
  type MaskRecord,
  type NewsRecord,
  type RecordKind,
  tagSourceOf,
} from '../../../kernel/model/records.js';
import { finished } from '../../../kernel/runtime/pause.js';
import { ArticleRows, encodeDay, restoreDay } from './article-rows.js';
import { REACH_MS, WINDOW_MS } from './formulas.js';
import { type Basis, type MediaState, MediaTable, placesOf } from './media-table.js';
import { TagOrder } from './order.js';
import { PairCounts, SPELLING_MS, WindowCounts } from './pair-counts.js';
import { Postings } from './postings.js';
import { type RankedList, rankTags } from './ranked-list.js';
import { RelatedKernel } from './related-kernel.js';
import { distinctTags, TagTable } from './tag-table.js';
import { TallyKernel } from './tally-kernel.js';
import { everydayWords, OutletNames } from './unranked-tags.js';

/** A longer way is not slid: the windows are counted anew. */
const SLIDE_MS_MAX = 4 * DAY_MS;

/** Records that a counter wants to see. */
export const COUNTED_KINDS: ReadonlySet<RecordKind> = new Set([
  'category',
  'media',
  'news',
  'hide',
  'show',
  'erase',
  'tick',
]);

export interface CounterOptions {
  /** Articles are let go of this long after their day; at least 7 days. */
  retentionMs: number;
  /** Told of the sort time whenever an article counts that did not, or no longer counts. */
  onCounted?(timeMs: number): void;
  /** Told of every article that comes or goes, whether it counts or not. */
  onRow?(id: number, timeMs: number, comes: boolean): void;
}

/** What a counter remembers beside its articles; a plain value. */
export interface CounterState {
  atMs: number | null;
  media: MediaState;
  /** Ids of articles that are masked, ascending. */
  hidden: number[];
}

export class BurstCounter {
  readonly rows = new ArticleRows();
  readonly media = new MediaTable();
  readonly tags: TagTable;
  readonly #pairs: PairCounts;
  readonly #counts: WindowCounts;
  readonly #order: TagOrder;
  readonly #retentionMs: number;
  readonly #onCounted: (timeMs: number) => void;
  readonly #onRow: (id: number, timeMs: number, comes: boolean) => void;
  readonly #hidden = new Set<number>();
  /** Made when first asked for. */
  #related: RelatedKernel | null = null;
  #kernel: TallyKernel | null = null;
  /** The kernel holds the pairs as they are. */
  #isFlat = false;
  /** Made when first asked for, and anew after a record. */
  #names: OutletNames | null = null;
  #atMs: number | null = null;
  #retainedFromMs = Number.NEGATIVE_INFINITY;

  constructor({ retentionMs, onCounted, onRow }: CounterOptions) {
    this.#retentionMs = Math.max(retentionMs, SPELLING_MS);
    this.#onCounted = onCounted ?? (() => undefined);
    this.#onRow = onRow ?? (() => undefined);
    this.tags = new TagTable((tag) => this.#order.touch(tag));
    this.#pairs = new PairCounts(
      (media, other) => this.media.isBefore(media, other),
      (tag) => this.#order.touch(tag),
    );
    this.#counts = new WindowCounts(this.rows, this.tags, this.#pairs);
    this.#order = new TagOrder(
      (tag) => this.tags.shownOf(tag),
      (tag) => this.#pairs.isActive(tag),
    );
  }

  /** Where the windows end; null before the first move. */
  get atMs(): number | null {
    return this.#atMs;
  }

  /** Bytes of columns; texts of tags are not among them. */
  get byteLength(): number {
    const kernels = (this.#kernel?.byteLength ?? 0) + (this.#related?.byteLength ?? 0);
    return this.rows.byteLength + this.#pairs.byteLength + kernels;
  }

  apply(record: LogRecord): void {
    this.#isFlat = false;
    this.#names = null;
    switch (record.kind) {
      case 'category':
        this.media.putCategory(record);
        break;
      case 'media':
        this.media.putMedia(record);
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
        this.media.tick(record.atMs);
        break;
    }
    this.#pairs.settle();
  }

  /** Slides the windows on to end at `atMs`, and lets go of what is too old. Never goes back. */
  moveTo(atMs: number): void {
    const fromMs = this.#atMs;
    if (fromMs !== null && atMs <= fromMs) return;
    this.#isFlat = false;
    this.#atMs = atMs;
    if (fromMs === null || atMs - fromMs > SLIDE_MS_MAX) this.recount();
    else this.#counts.slide(fromMs, atMs, (row) => this.isVisible(row));
    const keptFromMs = this.#retainedFromOf(atMs);
    if (keptFromMs !== this.#retainedFromMs) {
      for (const row of this.rows.ofDaysBefore(keptFromMs)) this.#removeRow(row);
    }
    this.#retainedFromMs = keptFromMs;
    this.#pairs.settle();
  }

  /**
   * The ranking of a category as of `atMs`; null when it has no media. Its columns are good until
   * the next call.
   */
  list(category: string, basis = this.media.basisOf(category)): RankedList | null {
    return finished(this.listInSteps(category, basis));
  }

  /** The same with pauses, in which nothing may be applied or moved. */
  *listInSteps(
    category: string,
    basis = this.media.basisOf(category),
  ): Generator<void, RankedList | null> {
    if (basis === null || this.#atMs === null) return null;
    const tags = this.#order.tags();
    yield;
    this.#kernel ??= new TallyKernel();
    if (!this.#isFlat) {
      this.#kernel.reserve(tags.length, this.#pairs.size);
      yield* this.#pairs.flatten(tags, this.#kernel);
      this.#isFlat = true;
      yield;
    }
    const everyday = this.#everydayWords(tags, basis, this.#atMs);
    yield;
    const unranked = new Set([...this.#ownNames(basis), ...everyday]);
    yield;
    const { articles } = this.#counts;
    return yield* rankTags(category, basis, this.#atMs, tags, this.#kernel, articles, unranked);
  }

  /** Names of the outlets as the table has them now. */
  get outletNames(): OutletNames {
    this.#names ??= new OutletNames(this.media);
    return this.#names;
  }

  /** Tags that are the own name of an outlet of a basis, on most of its articles with them. */
  #ownNames(basis: Basis): ReadonlySet<number> {
    const places = placesOf(basis);
    return this.outletNames.ownTags(this.tags, (tag) => {
      const articles = new Map<number, number>();
      this.eachMedia(tag, places, (place, count) => articles.set(basis.media[place]!, count));
      return articles;
    });
  }

  #everydayWords(active: Int32Array, basis: Basis, atMs: number): ReadonlySet<number> {
    const { rows, tags } = this;
    const { articles } = this.#counts;
    const now = (visit: (row: number) => void): void =>
      rows.inRange(atMs - WINDOW_MS, atMs, (row) => this.isCounted(row) && visit(row));
    return everydayWords({ rows, tags, pairs: this.#pairs, articles, now }, active, basis);
  }

  /** Active tags by code points. Good until the next call. */
  orderedTags(): Int32Array {
    return this.#order.tags();
  }

  /** Order of active tags by code points, by tag number; others have 0. */
  textRanks(): Uint32Array {
    const ranks = new Uint32Array(this.tags.length);
    this.#order.tags().forEach((tag, rank) => {
      ranks[tag] = rank;
    });
    return ranks;
  }

  /**
   * Visits the media of a basis that carried a tag in the window now, in the order of their codes.
   * @param placeOf place in the basis by media number, -1 for others.
   */
  eachMedia(tag: number, placeOf: Int32Array, visit: (place: number, count: number) => void): void {
    this.#pairs.eachMedia(tag, 0, (media, count) => {
      const place = placeOf[media] ?? -1;
      if (count > 0 && place >= 0) visit(place, count);
    });
  }

  /**
   * Which counted articles from `fromMs` until before `untilMs` carry which tag.
   * The answer is good until the next call.
   * @param tag only articles that carry it.
   */
  postings(fromMs: number, untilMs: number, tag?: number): Postings {
    const members: number[] = [];
    this.rows.inRange(fromMs, untilMs, (row) => {
      if (!this.isCounted(row)) return;
      if (tag === undefined || this.#carries(row, tag)) members.push(row);
    });
    this.#related ??= new RelatedKernel();
    return new Postings(this.rows, this.tags, members, this.#related);
  }

  /** An article that nobody has masked, of a media that nobody has masked. */
  isVisible(row: number): boolean {
    return !this.#hidden.has(this.rows.ids[row]!) && !this.media.isHidden(this.rows.media[row]!);
  }

  /** A visible article whose time is known. */
  isCounted(row: number): boolean {
    return this.rows.pending[row] === 0 && this.isVisible(row);
  }

  get state(): CounterState {
    const hidden = [...this.#hidden].sort((a, b) => a - b);
    return { atMs: this.#atMs, media: this.media.state, hidden };
  }

  /** Bytes of the articles of a UTC day. */
  encodeDay(dayMs: number): Buffer {
    return encodeDay(this.rows, this.tags, dayMs);
  }

  /** Takes the articles of a day back; `recount` comes after the last. */
  restoreDay(bytes: Uint8Array): void {
    restoreDay(bytes, this.rows, this.tags);
  }

  /** Takes the state back; articles and `recount` follow. */
  restore({ atMs, media, hidden }: CounterState): void {
    this.#atMs = atMs;
    if (atMs !== null) this.#retainedFromMs = this.#retainedFromOf(atMs);
    this.media.restore(media);
    this.#names = null;
    for (const id of hidden) this.#hidden.add(id);
  }

  /** Counts all windows anew from the articles. */
  recount(): void {
    this.#isFlat = false;
    this.#counts.clear();
    if (this.#atMs === null) return;
    const atMs = this.#atMs;
    this.rows.inRange(atMs - Math.max(REACH_MS, SPELLING_MS), atMs, (row) => {
      if (this.isVisible(row)) this.#counts.count(row, 1, atMs);
    });
    this.#pairs.settle();
  }

  #putNews(record: NewsRecord): void {
    const media = this.media.numberOf(record.media);
    this.media.see(media, record.observedMs);
    this.#remove(record.id);
    if (record.sortMs < this.#retainedFromMs) return;
    const spellings = distinctTags(record.tags).map((text) => this.tags.retain(text));
    const { id, sortMs, datePending } = record;
    const isDerived = tagSourceOf(record).tagSource === 'derived';
    const row = this.rows.add(id, sortMs, media, datePending, spellings, isDerived);
    this.#onRow(id, sortMs, true);
    this.#include(row, 1);
  }

  #remove(id: number): void {
    const row = this.rows.find(id);
    if (row >= 0) this.#removeRow(row);
  }

  #removeRow(row: number): void {
    this.#include(row, -1);
    this.#onRow(this.rows.ids[row]!, this.rows.times[row]!, false);
    // Pairs go before the tag's number may be given again.
    this.#pairs.settle();
    for (const spelling of this.rows.spellingsOf(row)) this.tags.release(spelling);
    this.rows.remove(row);
  }

  #mask({ kind, target, key, id, earliest }: MaskRecord): void {
    // A fold that never saw what was erased learns here since when there were articles.
    for (const { media, acquiredMs } of earliest ?? []) {
      if (acquiredMs !== null) this.media.see(this.media.numberOf(media), acquiredMs);
    }
    if (target === 'media') this.#maskMedia(kind, this.media.numberOf(key));
    if (target !== 'news' || id === null) return;
    const row = this.rows.find(id);
    if (kind === 'erase') {
      this.#remove(id);
      this.#hidden.delete(id);
      return;
    }
    if ((kind === 'hide') === this.#hidden.has(id)) return;
    if (kind === 'show') this.#hidden.delete(id);
    if (row >= 0) this.#include(row, kind === 'hide' ? -1 : 1);
    if (kind === 'hide') this.#hidden.add(id);
  }

  #maskMedia(kind: MaskRecord['kind'], media: number): void {
    const rows = [...this.rows.all()].filter((row) => this.rows.media[row] === media);
    const isHidden = kind !== 'show';
    if (isHidden) for (const row of rows) this.#include(row, -1);
    const isChange = this.media.hide(media, isHidden);
    if (!isHidden && isChange) for (const row of rows) this.#include(row, 1);
    if (kind === 'erase') for (const row of rows) this.#removeRow(row);
  }

  #carries(row: number, tag: number): boolean {
    return this.rows.spellingsOf(row).some((spelling) => this.tags.tagOf(spelling) === tag);
  }

  /** Counts a row in or out, when it is visible at all. */
  #include(row: number, sign: 1 | -1): void {
    if (!this.isVisible(row)) return;
    this.#onCounted(this.rows.times[row]!);
    if (this.#atMs !== null) this.#counts.count(row, sign, this.#atMs);
  }

  /** Articles are let go of by whole UTC days. */
  #retainedFromOf(atMs: number): number {
    return utcDayOf(atMs - this.#retentionMs);
  }
}
