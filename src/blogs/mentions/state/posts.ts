/**
 * The posts, one row each: columns of numbers, found by id and by hour, and their texts by day.
 *
 *   hour ─► row ⇄ row ⇄ row          each hour is a chain through its posts, in no order
 *   day  ─► pages: text | text | …   the texts (links.ts) of its posts that have body links
 *
 * Invariants: a post keeps its row while it is in memory. The time of a post is `sortMs`: its
 * publication, or the time of first sight where that is unknown. A day is a local day; `changedAt` is the
 * last log entry that changed stored data of the day.
 * Not here: the meaning of links (links.ts), which windows count a post (windows.ts).
 */
import { bytesOfColumns, growColumns } from '../../../engine/columns/columns.js';
import { NONE } from '../../../engine/columns/list-pool.js';
import { TimeChains } from '../../../engine/columns/time-chains.js';
import { DAY_MS, HOUR_MS, localDayStartMs } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import type { PostRecord } from '../../../kernel/model/records.js';

/** Ids in one page of the table that finds rows. */
const PAGE_IDS = 4096;
/** A day's texts are compacted when more than this, and more than half of them, are dead. */
const COMPACT_BYTES_MIN = 16_384;
/** Texts are stored in pages, because a growing buffer would be copied again and again on a busy day. */
const PAGE_BYTES = 65_536;
/** The first page of a day grows by doubling: a quiet day has few posts. */
const FIRST_PAGE_BYTES = 512;

interface Day {
  /** A text is in one page; a text that is longer than a page has its own page. */
  pages: Buffer[];
  capacityBytes: number;
  /** Bytes used of the last page, and of all. */
  lastBytes: number;
  usedBytes: number;
  /** Bytes among the used ones that belong to no post. */
  deadBytes: number;
  posts: number;
  changedAt: number;
  /** The last entry that changed the resolved links of its posts. */
  resolvedAt: number;
}

const NO_BYTES = Buffer.alloc(0);
const EMPTY_TEXTS = { capacityBytes: 0, lastBytes: 0, usedBytes: 0, deadBytes: 0 } as const;

const BY_ROW = [
  ...(['ids', 'times', 'observed', 'blogs', 'flags', 'sidebar', 'blogroll', 'comment'] as const),
  ...(['textBytes', 'textPlaces'] as const),
];

export class Posts {
  /** Rows in use and free rows. */
  rows = 0;
  count = 0;
  ids = new Float64Array(64);
  times = new Float64Array(64);
  observed = new Float64Array(64);
  blogs = new Int32Array(64);
  flags = new Uint8Array(64);
  sidebar = new Uint16Array(64);
  blogroll = new Uint16Array(64);
  comment = new Uint16Array(64);
  textBytes = new Uint32Array(64);
  /** Page number and offset of each text, as one number. */
  textPlaces = new Uint32Array(64);
  readonly #free: number[] = [];
  readonly #pages = new Map<number, Int32Array>();
  readonly #hours = new TimeChains(HOUR_MS);
  readonly #days = new Map<number, Day>();
  #dayBytes = 0;

  get byteLength(): number {
    const pages = this.#dayBytes + this.#pages.size * PAGE_IDS * 4;
    return bytesOfColumns(this, BY_ROW) + this.#hours.byteLength + pages;
  }

  /** The row of a post, or `NONE`. */
  rowOf(id: number): number {
    return this.#pages.get(Math.floor(id / PAGE_IDS))?.[id % PAGE_IDS] ?? NONE;
  }

  /** Adds a post that is not in memory; it is not hidden. */
  add(id: number, facts: PostFacts, text: Buffer, sequence: number): number {
    const row = this.#newRow();
    this.ids[row] = id;
    this.#setRow(id, row);
    this.count += 1;
    this.#fill(row, facts, text, sequence);
    return row;
  }

  /** Replaces the facts and the text of a post; it is not hidden afterwards. */
  replace(row: number, facts: PostFacts, text: Buffer, sequence: number): void {
    this.#clear(row, sequence);
    this.#fill(row, facts, text, sequence);
  }

  /** Whether a post has exactly these facts and this text. */
  isSame(row: number, facts: PostFacts, text: Buffer): boolean {
    const isSame =
      this.times[row] === facts.timeMs &&
      this.observed[row] === facts.observedMs &&
      this.blogs[row] === facts.blog &&
      (this.flags[row]! & STORED) === facts.flags &&
      this.sidebar[row] === facts.sidebar &&
      this.blogroll[row] === facts.blogroll &&
      this.comment[row] === facts.comment &&
      this.textBytes[row] === text.length;
    if (!isSame) return false;
    const at = this.textAt(row);
    return text.equals(this.bytesOf(row).subarray(at, at + text.length));
  }

  remove(row: number, sequence: number): void {
    this.#clear(row, sequence);
    this.#setRow(this.ids[row]!, NONE);
    this.flags[row] = 0;
    this.count -= 1;
    this.#free.push(row);
  }

  setHidden(row: number, isHidden: boolean): void {
    if (isHidden) this.flags[row]! |= POST.hidden;
    else this.flags[row]! &= ~POST.hidden;
  }

  /** The page with the text of a post, which begins at `textAt`; empty when it has none. */
  bytesOf(row: number): Buffer {
    if (this.textBytes[row] === 0) return NO_BYTES;
    const { pages } = this.#days.get(localDayStartMs(this.times[row]!))!;
    return pages[Math.floor(this.textPlaces[row]! / PAGE_BYTES)]!;
  }

  textAt(row: number): number {
    return this.textPlaces[row]! % PAGE_BYTES;
  }

  /** A copy of the text of a post that stays valid after a change. */
  copyText(row: number): Buffer {
    const at = this.textAt(row);
    return Buffer.from(this.bytesOf(row).subarray(at, at + this.textBytes[row]!));
  }

  /** Posts whose time is from `fromMs` until before `untilMs`. */
  forEachWithin(fromMs: number, untilMs: number, visit: (row: number) => void): void {
    this.#hours.forEachWithin(this.times, fromMs, untilMs, visit);
  }

  /** Days with posts, oldest first, with the last entries that changed each. */
  days(): { startMs: number; changedAt: number; resolvedAt: number }[] {
    const days = [...this.#days].filter(([, { posts }]) => posts > 0);
    return days
      .map(([startMs, { changedAt, resolvedAt }]) => ({ startMs, changedAt, resolvedAt }))
      .sort((a, b) => a.startMs - b.startMs);
  }

  /** The rows of a day, by id. */
  rowsOfDay(startMs: number): number[] {
    const rows: number[] = [];
    this.forEachWithin(startMs, startMs + DAY_MS, (row) => rows.push(row));
    return rows.sort((a, b) => this.ids[a]! - this.ids[b]!);
  }

  /** Sets the last change of a day that was restored from a snapshot. */
  setChangedAt(startMs: number, sequence: number): void {
    const day = this.#days.get(startMs);
    if (day !== undefined) day.changedAt = sequence;
  }

  /** Notes that the resolved links of a post have changed. */
  markResolved(row: number, sequence: number): void {
    this.#days.get(localDayStartMs(this.times[row]!))!.resolvedAt = sequence;
  }

  /** Sets the last change of the resolved links of a day that was restored from a snapshot. */
  setResolvedAt(startMs: number, sequence: number): void {
    const day = this.#days.get(startMs);
    if (day !== undefined) day.resolvedAt = sequence;
  }

  #fill(row: number, facts: PostFacts, text: Buffer, sequence: number): void {
    this.times[row] = facts.timeMs;
    this.observed[row] = facts.observedMs;
    this.blogs[row] = facts.blog;
    this.flags[row] = POST.alive | facts.flags;
    this.sidebar[row] = facts.sidebar;
    this.blogroll[row] = facts.blogroll;
    this.comment[row] = facts.comment;
    this.#hours.link(row, facts.timeMs);
    const day = this.#dayAt(localDayStartMs(facts.timeMs));
    day.posts += 1;
    day.changedAt = sequence;
    this.textBytes[row] = text.length;
    this.textPlaces[row] = text.length === 0 ? 0 : this.#append(day, text);
  }

  #clear(row: number, sequence: number): void {
    const startMs = localDayStartMs(this.times[row]!);
    const day = this.#days.get(startMs)!;
    day.posts -= 1;
    day.changedAt = sequence;
    day.deadBytes += this.textBytes[row]!;
    this.textBytes[row] = 0;
    this.#hours.unlink(row, this.times[row]!);
    if (day.posts === 0) {
      this.#dayBytes -= day.capacityBytes;
      this.#days.delete(startMs);
    } else if (day.deadBytes > COMPACT_BYTES_MIN && 2 * day.deadBytes > day.usedBytes) {
      this.#compact(startMs, day);
    }
  }

  #dayAt(startMs: number): Day {
    return getOrInsert(this.#days, startMs, () => ({
      ...EMPTY_TEXTS,
      pages: [],
      posts: 0,
      changedAt: 0,
      resolvedAt: 0,
    }));
  }

  /** Adds a text to a day; returns page number and offset as one number. */
  #append(day: Day, text: Buffer): number {
    if (day.lastBytes + text.length > (day.pages.at(-1)?.length ?? 0)) {
      this.#dayBytes -= day.capacityBytes;
      reserve(day, text.length);
      this.#dayBytes += day.capacityBytes;
    }
    const at = day.lastBytes;
    text.copy(day.pages.at(-1)!, at);
    day.lastBytes += text.length;
    day.usedBytes += text.length;
    return (day.pages.length - 1) * PAGE_BYTES + at;
  }

  /** Copies the texts of a day into new pages without gaps. */
  #compact(startMs: number, day: Day): void {
    const { pages } = day;
    this.#dayBytes -= day.capacityBytes;
    Object.assign(day, EMPTY_TEXTS, { pages: [] });
    this.forEachWithin(startMs, startMs + DAY_MS, (row) => {
      const length = this.textBytes[row]!;
      if (length === 0) return;
      const from = this.textAt(row);
      const page = pages[Math.floor(this.textPlaces[row]! / PAGE_BYTES)]!;
      this.textPlaces[row] = this.#append(day, page.subarray(from, from + length));
    });
  }

  #setRow(id: number, row: number): void {
    const number = Math.floor(id / PAGE_IDS);
    const page = getOrInsert(this.#pages, number, () => new Int32Array(PAGE_IDS).fill(NONE));
    page[id % PAGE_IDS] = row;
  }

  #newRow(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const row = this.rows;
    this.rows += 1;
    if (this.rows > this.ids.length) growColumns(this, BY_ROW, this.rows);
    return row;
  }
}

/** Gives a day a last page with space for `bytes`. */
function reserve(day: Day, bytes: number): void {
  const last = day.pages.at(-1);
  const needed = day.lastBytes + bytes;
  if (day.pages.length <= 1 && needed <= PAGE_BYTES) {
    const capacity = Math.max(FIRST_PAGE_BYTES, 2 ** Math.ceil(Math.log2(needed)));
    const wide = Buffer.allocUnsafeSlow(capacity);
    last?.copy(wide, 0, 0, day.lastBytes);
    day.pages = [wide];
    day.capacityBytes = capacity;
    return;
  }
  const capacity = Math.max(PAGE_BYTES, bytes);
  day.pages.push(Buffer.allocUnsafeSlow(capacity));
  day.capacityBytes += capacity;
  day.lastBytes = 0;
}

export const POST = {
  /** The row is in use. */
  alive: 1,
  undated: 2,
  /** The record has neither text nor links. */
  noBody: 4,
  /** The record has no text and no body link, although links around the body were read. */
  failed: 8,
  /** The post had more links than the record. */
  truncated: 16,
  hidden: 32,
} as const;

/** Bits that are stored: the others are computed. */
export const STORED = POST.undated | POST.noBody | POST.failed | POST.truncated;

/** The facts of a post beside its id and its text. */
export interface PostFacts {
  timeMs: number;
  observedMs: number;
  blog: number;
  /** Bits of `STORED`. */
  flags: number;
  sidebar: number;
  blogroll: number;
  comment: number;
}

/**
 * The facts of a record. A post was *observed* when it has a text or a body link; it *failed* when it has
 * neither, although links around the body were read; otherwise it has no body.
 */
export function factsOf(record: PostRecord, blog: number, hasBodyLinks: boolean): PostFacts {
  const around = { sidebar: 0, blogroll: 0, comment: 0 };
  for (const { location } of record.links) if (location !== 'body') around[location] += 1;
  const { sidebar, blogroll, comment } = around;
  const isObserved = record.bodyChars > 0 || hasBodyLinks;
  const missing = sidebar + blogroll + comment > 0 ? POST.failed : POST.noBody;
  const flags =
    (record.publishedMs === null ? POST.undated : 0) |
    (record.linksTruncated ? POST.truncated : 0) |
    (isObserved ? 0 : missing);
  const { sortMs: timeMs, observedMs } = record;
  return { timeMs, observedMs, blog, flags, sidebar, blogroll, comment };
}
