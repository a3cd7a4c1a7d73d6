/**
 * Counts articles by media: how many in which window, in which month, and the newest.
 *
 * Invariants: an article counts once for its publisher and once for each discovery source that
 * found it, whatever its text; hidden ones, those of a hidden publisher (for its finders) and those
 * whose time has not come count for nobody. Windows begin with their first instant and end before
 * "now". A stretch whose articles are all older than the longest window counts the same at any
 * later time, so its counts are cached until one of its rows changes.
 * Not here: where rows come from (reader.ts), what counts mean (standing.ts).
 */
import { DAY_MS, HOUR_MS, localDayStartMs, ZONE_OFFSET_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { FLAG, findingRow, findingSource, type IdStretch } from '../codec.js';

/** Pauses are looked for in this many hours: two weeks hold every kind of day at least twice. */
export const RHYTHM_HOURS = 14 * 24;

/** Flags of a row that may be counted, and how they must stand. */
const COUNTED_MASK = FLAG.present | FLAG.hidden;
const COUNTED = FLAG.present;

/** Where the windows begin, as of `nowMs`. */
export class WindowStarts {
  readonly nowMs: number;
  readonly todayMs: number;
  readonly dayMs: number;
  readonly weekMs: number;
  /** First of the hours in which pauses are looked for. */
  readonly rhythmHour: number;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
    this.todayMs = localDayStartMs(nowMs);
    this.dayMs = nowMs - DAY_MS;
    this.weekMs = nowMs - 7 * DAY_MS;
    this.rhythmHour = Math.floor(nowMs / HOUR_MS) - RHYTHM_HOURS + 1;
  }

  /** No window reaches further back. */
  get sinceMs(): number {
    return this.rhythmHour * HOUR_MS;
  }
}

/** Counts in one role, publisher or finder, as columns over media numbers. */
export class Counts {
  readonly today: Uint32Array;
  readonly last24h: Uint32Array;
  readonly last7d: Uint32Array;
  readonly tagged24h: Uint32Array;
  readonly pending: Uint32Array;
  /** The newest article; negative infinity where there is none. */
  readonly lastMs: Float64Array;
  /** Articles with a time of their own, by month. */
  readonly months = new Map<number, Uint32Array>();
  /** Articles of each hour of the rhythm, at most 255; `RHYTHM_HOURS` for each media. */
  readonly hours: Uint8Array;
  readonly #size: number;
  /** The month of the article before, which is mostly that of the next. */
  #month: Uint32Array | null = null;
  #monthFromMs = 0;
  #monthToMs = 0;

  /** Counts for `size` media; without `hours` none but those that never change with time. */
  constructor(size: number, withHours: boolean) {
    this.#size = size;
    this.today = new Uint32Array(size);
    this.last24h = new Uint32Array(size);
    this.last7d = new Uint32Array(size);
    this.tagged24h = new Uint32Array(size);
    this.pending = new Uint32Array(size);
    this.lastMs = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
    this.hours = new Uint8Array(withHours ? size * RHYTHM_HOURS : 0);
  }

  /** Counts an article of a time before "now". */
  count(media: number, timeMs: number, flags: number, windows: WindowStarts): void {
    if (timeMs > this.lastMs[media]!) this.lastMs[media] = timeMs;
    if ((flags & FLAG.pending) !== 0) this.pending[media]! += 1;
    else this.#monthAt(timeMs)[media]! += 1;
    const hour = Math.floor(timeMs / HOUR_MS) - windows.rhythmHour;
    if (hour < 0) return;
    const slot = media * RHYTHM_HOURS + hour;
    if (this.hours[slot]! < 255) this.hours[slot]! += 1;
    if (timeMs < windows.weekMs) return;
    this.last7d[media]! += 1;
    if (timeMs < windows.dayMs) return;
    this.last24h[media]! += 1;
    if ((flags & FLAG.tagged) !== 0) this.tagged24h[media]! += 1;
    if (timeMs >= windows.todayMs) this.today[media]! += 1;
  }

  /** Adds counts of articles that are older than every window. */
  addSettled(other: Counts): void {
    for (let media = 0; media < other.#size; media++) {
      this.pending[media]! += other.pending[media]!;
      if (other.lastMs[media]! > this.lastMs[media]!) this.lastMs[media] = other.lastMs[media]!;
    }
    for (const [month, counts] of other.months) {
      const mine = this.#column(month);
      counts.forEach((count, media) => {
        mine[media]! += count;
      });
    }
  }

  #monthAt(timeMs: number): Uint32Array {
    if (this.#month === null || timeMs < this.#monthFromMs || timeMs >= this.#monthToMs) {
      const month = monthOf(timeMs);
      this.#month = this.#column(month);
      this.#monthFromMs = monthStartMs(month);
      this.#monthToMs = monthStartMs(month + 1);
    }
    return this.#month;
  }

  #column(month: number): Uint32Array {
    return getOrInsert(this.months, month, () => new Uint32Array(this.#size));
  }
}

/** Counts of one media as of "now". */
export interface MediaFigures {
  today: number;
  last24h: number;
  last7d: number;
  tagged24h: number;
  pending: number;
  /** The newest article whose time has come. */
  lastMs: number | null;
  /** Articles of each of the last hours, oldest first. */
  hours: Uint8Array;
}

/** Those of a media number; nothing was counted where it is undefined. */
export function figuresIn(counts: Counts, media: number | undefined): MediaFigures {
  const at = media ?? Number.POSITIVE_INFINITY;
  const lastMs = counts.lastMs[at] ?? Number.NaN;
  return {
    today: counts.today[at] ?? 0,
    last24h: counts.last24h[at] ?? 0,
    last7d: counts.last7d[at] ?? 0,
    tagged24h: counts.tagged24h[at] ?? 0,
    pending: counts.pending[at] ?? 0,
    lastMs: Number.isFinite(lastMs) ? lastMs : null,
    hours:
      media === undefined
        ? new Uint8Array(RHYTHM_HOURS)
        : counts.hours.subarray(media * RHYTHM_HOURS, (media + 1) * RHYTHM_HOURS),
  };
}

/** The counts of both roles. */
export interface RoleCounts {
  published: Counts;
  found: Counts;
}

/** Counts of the media as of a past full hour. */
export interface PastMedia {
  figuresOf(media: string, role: keyof RoleCounts): MediaFigures;
  /** All crawls of the three hours before had failed. */
  isFailing(media: string): boolean;
  /** As `retitledOf` for the seven days before, by media. */
  retitled: ReadonlyMap<string, readonly number[]>;
}

export function emptyRoleCounts(size: number, withHours: boolean): RoleCounts {
  return { published: new Counts(size, withHours), found: new Counts(size, withHours) };
}

/**
 * Counts the articles of a stretch; `isHidden` is 1 for each media that is not shown.
 * @param endRow rows from here on had not come yet.
 */
export function countStretch(
  counts: RoleCounts,
  stretch: IdStretch,
  isHidden: Uint8Array,
  windows: WindowStarts,
  endRow: number = stretch.rows,
): void {
  const { times, media, flags, findings } = stretch;
  const rows = Math.min(stretch.rows, endRow);
  const { nowMs } = windows;
  const { published, found } = counts;
  for (let row = 0; row < rows; row++) {
    if ((flags[row]! & COUNTED_MASK) !== COUNTED || times[row]! >= nowMs) continue;
    published.count(media[row]!, times[row]!, flags[row]!, windows);
  }
  for (const finding of findings) {
    const row = findingRow(finding);
    if (row >= rows) break;
    if ((flags[row]! & COUNTED_MASK) !== COUNTED || times[row]! >= nowMs) continue;
    if (isHidden[media[row]!] === 1) continue;
    found.count(findingSource(finding), times[row]!, flags[row]!, windows);
  }
}

/**
 * Calendar months in local time (a fixed offset), counted from January of the year 0.
 */
const TEXT = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** The month that holds an instant. */
export function monthOf(atMs: number): number {
  const local = new Date(atMs + ZONE_OFFSET_MS);
  return 12 * local.getUTCFullYear() + local.getUTCMonth();
}

/** When a month begins; it ends where the next one begins. */
export function monthStartMs(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12) - ZONE_OFFSET_MS;
}

/** `YYYY-MM`. */
export function monthText(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** The month of a text `YYYY-MM`; null when it is none. */
export function parseMonth(text: string): number | null {
  const match = TEXT.exec(text);
  return match === null ? null : 12 * Number(match[1]) + Number(match[2]) - 1;
}

/**
 * How a media's collection stands: its status, from its crawls and from its own rhythm.
 *
 *   disabled   periodic crawling is off, or the media is only cited
 *   failing    it was crawled in the last three hours, and no crawl went well
 *   stale      it has been silent for longer than its own rhythm explains
 *   ok         none of these
 *
 * The rhythm: with at least eight articles in the last two weeks, a media may be silent for twice
 * the longest pause between the hours in which it published, but for six hours in any case. One
 * with fewer may be silent for two weeks; nothing tells a rarer rhythm from one that has ended.
 */

export const STANDINGS = ['ok', 'stale', 'failing', 'disabled'] as const;
export type Standing = (typeof STANDINGS)[number];

/** From the contract: `failing` looks at the crawls of the last three hours. */
const CRAWLS_MS = 3 * HOUR_MS;
/** Fewer articles say nothing about pauses. */
const RHYTHM_ARTICLES_MIN = 8;
/** A pause may be twice as long as any before, before it means something. */
const PAUSE_FACTOR = 2;
/** Shorter silence is a quiet evening, whatever the last two weeks were like. */
const SILENCE_MS_MIN = 6 * HOUR_MS;
const SILENCE_MS_MAX = 14 * DAY_MS;

/** What a status follows from. */
export interface Signs {
  /** Periodic crawling is on. */
  crawls: boolean;
  crawledMs: number | null;
  crawledOkMs: number | null;
  /** The newest article, or else since when articles are expected; null when neither is known. */
  lastMs: number | null;
  /** Articles of each of the hours before `nowMs`, oldest first. */
  hours: Uint8Array;
}

export function standingOf(signs: Signs, nowMs: number): Standing {
  if (!signs.crawls) return 'disabled';
  if (isFailing(signs, nowMs)) return 'failing';
  const { lastMs, hours } = signs;
  return lastMs !== null && nowMs - lastMs <= silenceMsOf(hours) ? 'ok' : 'stale';
}

/** It was crawled in the last three hours, and no crawl went well. */
export function isFailing(
  { crawledMs, crawledOkMs }: Pick<Signs, 'crawledMs' | 'crawledOkMs'>,
  nowMs: number,
): boolean {
  const sinceMs = nowMs - CRAWLS_MS;
  return (
    crawledMs !== null && crawledMs >= sinceMs && (crawledOkMs === null || crawledOkMs < sinceMs)
  );
}

/** Milliseconds for which a media of this rhythm may be silent. */
export function silenceMsOf(hours: Uint8Array): number {
  let articles = 0;
  let before = -1;
  let longest = 0;
  hours.forEach((count, hour) => {
    if (count === 0) return;
    articles += count;
    if (before >= 0) longest = Math.max(longest, hour - before);
    before = hour;
  });
  if (articles < RHYTHM_ARTICLES_MIN) return SILENCE_MS_MAX;
  const silenceMs = PAUSE_FACTOR * longest * HOUR_MS;
  return Math.min(Math.max(silenceMs, SILENCE_MS_MIN), SILENCE_MS_MAX);
}
