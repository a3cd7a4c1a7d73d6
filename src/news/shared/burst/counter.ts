/**
 * Counts tags over sliding windows of articles: the core of the ranking and of the events.
 *
 *      kept ◄──────────────────────────────────────────────────────────────── at
 *                                    ├───── 48 h ago ─────┤├── 24 h ago ──┤
 *                                                              … ├──── now ────┤
 *
 * Give every record of its kinds to `apply`; articles, tags, masks and media take effect at once.
 * `moveTo` slides the windows; a list shows all articles that are known when it is made. Six
 * windows of 24 hours (now, and 3 to 48 hours ago) are held as counts by tag and media, so a move
 * costs as much as the articles that enter and leave, and so does a late, hidden or corrected
 * article.
 *
 * Invariants: no clock, no randomness; equal records and moves give equal lists, even when the
 * state was encoded and restored in between. An article counts when it is visible and its date is
 * known (decision 27b). It is in a window from its sort time on, ends excluded.
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

/** After a longer move, all windows are counted again instead. */
const SLIDE_MS_MAX = 4 * DAY_MS;

/** Kinds of records that `apply` needs. */
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
  /** Articles are removed this long after their day; at least 7 days. */
  retentionMs: number;
  /** Called with the sort time of each article that starts or stops to count. */
  onCounted?(timeMs: number): void;
  /** Called for each article that is added or removed, whether it counts or not. */
  onRow?(id: number, timeMs: number, comes: boolean): void;
}

/** State of a counter beside its articles; a plain value. */
export interface CounterState {
  atMs: number | null;
  media: MediaState;
  /** Ids of hidden articles, ascending. */
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
  /** Kernels are made at first use. */
  #related: RelatedKernel | null = null;
  #kernel: TallyKernel | null = null;
  /** The kernel holds the current pairs. */
  #isFlat = false;
  /** Made at first use, and again after a record. */
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

  /** The end of the window of now; null before the first move. */
  get atMs(): number | null {
    return this.#atMs;
  }

  /** Bytes of columns, without texts of tags. */
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

  /** Slides the windows to end at `atMs`, and removes old articles. Never moves back. */
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

  /** The ranking of a category as of `atMs`, valid until the next call; null without media. */
  list(category: string, basis = this.media.basisOf(category)): RankedList | null {
    return finished(this.listInSteps(category, basis));
  }

  /** As `list`, with pauses, during which `apply` and `moveTo` must not be called. */
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

  get outletNames(): OutletNames {
    this.#names ??= new OutletNames(this.media);
    return this.#names;
  }

  /** Tags that name an outlet of the basis and are mostly on its own articles. */
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

  /** Active tags by code points. Valid until the next call. */
  orderedTags(): Int32Array {
    return this.#order.tags();
  }

  /** Position of active tags in the order of code points, by tag number; 0 for other tags. */
  textRanks(): Uint32Array {
    const ranks = new Uint32Array(this.tags.length);
    this.#order.tags().forEach((tag, rank) => {
      ranks[tag] = rank;
    });
    return ranks;
  }

  /**
   * Visits the media of a basis with a tag in the window of now, in the order of their codes.
   * @param placeOf position in the basis by media number, -1 for other media.
   */
  eachMedia(tag: number, placeOf: Int32Array, visit: (place: number, count: number) => void): void {
    this.#pairs.eachMedia(tag, 0, (media, count) => {
      const place = placeOf[media] ?? -1;
      if (count > 0 && place >= 0) visit(place, count);
    });
  }

  /**
   * The tags of counted articles with `fromMs` <= time < `untilMs`. Valid until the next call.
   * @param tag only articles with this tag.
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

  /** True when neither the article nor its media is masked. */
  isVisible(row: number): boolean {
    return !this.#hidden.has(this.rows.ids[row]!) && !this.media.isHidden(this.rows.media[row]!);
  }

  /** True for a visible article whose date is known. */
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

  /** Adds the articles of an encoded day; `recount` must follow the last day. */
  restoreDay(bytes: Uint8Array): void {
    restoreDay(bytes, this.rows, this.tags);
  }

  /** Restores the state; articles and `recount` must follow. */
  restore({ atMs, media, hidden }: CounterState): void {
    this.#atMs = atMs;
    if (atMs !== null) this.#retainedFromMs = this.#retainedFromOf(atMs);
    this.media.restore(media);
    this.#names = null;
    for (const id of hidden) this.#hidden.add(id);
  }

  /** Counts all windows again from the articles. */
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
    // Pairs are removed before the tag's number can be used again.
    this.#pairs.settle();
    for (const spelling of this.rows.spellingsOf(row)) this.tags.release(spelling);
    this.rows.remove(row);
  }

  #mask({ kind, target, key, id, earliest }: MaskRecord): void {
    // A later fold of the log never sees erased articles, so the mask tells their earliest times.
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

  /** Adds a visible row to the counts, or subtracts it. */
  #include(row: number, sign: 1 | -1): void {
    if (!this.isVisible(row)) return;
    this.#onCounted(this.rows.times[row]!);
    if (this.#atMs !== null) this.#counts.count(row, sign, this.#atMs);
  }

  /** Articles are removed by whole UTC days. */
  #retainedFromOf(atMs: number): number {
    return utcDayOf(atMs - this.#retentionMs);
  }
}
