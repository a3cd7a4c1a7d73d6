/**
 * Counts articles by media: in each window, in each month, and the time of the newest.
 *
 * Invariants: an article counts once for its publisher and once for each discovery source that
 * found it. Articles that are hidden, or whose time has not come, are not counted; those of a
 * hidden publisher are not counted for their finders. Windows begin with their first instant and
 * end before "now". Counts of a stretch whose articles are all older than the longest window do not
 * change with time, so they are cached until one of its rows changes. Not here: where rows come
 * from (reader.ts).
 */
import { DAY_MS, HOUR_MS, localDayStartMs, ZONE_OFFSET_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { FLAG, findingRow, findingSource, type IdStretch } from '../codec.js';

/** Hours over which pauses are measured: two weeks hold every day of the week twice. */
export const RHYTHM_HOURS = 14 * 24;

/** A row is counted when these bits of its flags equal `COUNTED`. */
const COUNTED_MASK = FLAG.present | FLAG.hidden;
const COUNTED = FLAG.present;

/** The first instants of the windows, as of `nowMs`. */
export class WindowStarts {
  readonly nowMs: number;
  readonly todayMs: number;
  readonly dayMs: number;
  readonly weekMs: number;
  /** The first of the hours over which pauses are measured, counted from 1970. */
  readonly rhythmHour: number;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
    this.todayMs = localDayStartMs(nowMs);
    this.dayMs = nowMs - DAY_MS;
    this.weekMs = nowMs - 7 * DAY_MS;
    this.rhythmHour = Math.floor(nowMs / HOUR_MS) - RHYTHM_HOURS + 1;
  }

  /** The earliest instant of all windows. */
  get sinceMs(): number {
    return this.rhythmHour * HOUR_MS;
  }
}

/** Counts in one role (publisher or finder), as columns over media numbers. */
export class Counts {
  readonly today: Uint32Array;
  readonly last24h: Uint32Array;
  readonly last7d: Uint32Array;
  readonly tagged24h: Uint32Array;
  readonly pending: Uint32Array;
  /** Time of the newest article; -Infinity when there is none. */
  readonly lastMs: Float64Array;
  /** Articles with a date of their own, by month. */
  readonly months = new Map<number, Uint32Array>();
  /** Articles of each hour, at most 255: `RHYTHM_HOURS` values for each media. */
  readonly hours: Uint8Array;
  readonly #size: number;
  /** The month of the last article, which is mostly also that of the next article. */
  #month: Uint32Array | null = null;
  #monthFromMs = 0;
  #monthToMs = 0;

  /** Counts for `size` media. Without `hours`: only counts that do not change with time. */
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

  /** Counts an article whose time is before "now". */
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

  /** Adds counts of articles that are older than all windows. */
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
  /** Time of the newest article whose time has come. */
  lastMs: number | null;
  /** Articles of each of the last `RHYTHM_HOURS` hours, oldest first. */
  hours: Uint8Array;
}

/** The figures of a media number; zeros when the number is undefined. */
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

export interface RoleCounts {
  published: Counts;
  found: Counts;
}

/** Counts of the media as they were at a past full hour. */
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
 * Counts the articles of a stretch; `isHidden` is 1 for each hidden media.
 * @param endRow rows from `endRow` on are not counted.
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

/** Calendar months of local time (a fixed offset), numbered from January of the year 0. */
const TEXT = /^(\d{4})-(0[1-9]|1[0-2])$/;

export function monthOf(atMs: number): number {
  const local = new Date(atMs + ZONE_OFFSET_MS);
  return 12 * local.getUTCFullYear() + local.getUTCMonth();
}

export function monthStartMs(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12) - ZONE_OFFSET_MS;
}

/** `YYYY-MM`. */
export function monthText(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** The month of a text `YYYY-MM`; null for any other text. */
export function parseMonth(text: string): number | null {
  const match = TEXT.exec(text);
  return match === null ? null : 12 * Number(match[1]) + Number(match[2]) - 1;
}

/**
 * The status of a media's collection, from its crawls and its rhythm:
 *
 *   disabled   periodic crawling is off, or the media is only cited
 *   failing    the media was crawled in the last three hours, and all these crawls failed
 *   stale      the media has been silent for longer than its rhythm explains
 *   ok         otherwise
 *
 * A media with at least eight articles in the last two weeks may be silent for twice the longest
 * pause between hours with articles, at least for six hours. A media with fewer articles may be
 * silent for two weeks, because a rare rhythm cannot be distinguished from one that has ended.
 */

export const STANDINGS = ['ok', 'stale', 'failing', 'disabled'] as const;
export type Standing = (typeof STANDINGS)[number];

/** From the contract: `failing` looks at the crawls of the last three hours. */
const CRAWLS_MS = 3 * HOUR_MS;
/** With fewer articles, pauses are not measured. */
const RHYTHM_ARTICLES_MIN = 8;
/** A media may be silent for this many times its longest pause. */
const PAUSE_FACTOR = 2;
/** Every media may be silent for this long, as on a quiet evening. */
const SILENCE_MS_MIN = 6 * HOUR_MS;
const SILENCE_MS_MAX = 14 * DAY_MS;

/** The data that a status follows from. */
export interface Signs {
  /** Periodic crawling is on. */
  crawls: boolean;
  crawledMs: number | null;
  crawledOkMs: number | null;
  /** Newest article, else the time since which articles are expected; null when unknown. */
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

/** True when the media was crawled in the last three hours, and all these crawls failed. */
export function isFailing(
  { crawledMs, crawledOkMs }: Pick<Signs, 'crawledMs' | 'crawledOkMs'>,
  nowMs: number,
): boolean {
  const sinceMs = nowMs - CRAWLS_MS;
  return (
    crawledMs !== null && crawledMs >= sinceMs && (crawledOkMs === null || crawledOkMs < sinceMs)
  );
}

/** Milliseconds for which a media with this rhythm may be silent. */
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
