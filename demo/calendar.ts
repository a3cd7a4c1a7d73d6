/**
 * Dates, and the activity of newsrooms by local time, in integer arithmetic only.
 *
 * Invariants: a day number counts UTC+8 calendar days since 1970-01-01; quiet hours are quiet on every
 * day of every corpus.
 */
import { DAY_MS, HOUR_MS, startMsOfLocalDay, ZONE_OFFSET_MS } from '../src/kernel/clock.js';
import { type Random, Weighted } from './random.js';

/** Activity of each hour of the local day, in percent of the busiest hour. */
const NEWS_HOURS = [
  18, 10, 7, 6, 8, 18, 40, 70, 88, 95, 100, 98, 90, 80, 85, 90, 95, 100, 98, 85, 80, 70, 50, 32,
];
/** The same for blogs: people post at noon and late in the evening. */
const BLOG_HOURS = [
  60, 35, 18, 8, 5, 6, 12, 25, 35, 40, 45, 50, 60, 55, 45, 45, 45, 50, 55, 65, 80, 100, 100, 85,
];
/** Percent of an average day, Sunday first; sums to 700. */
const WEEKDAYS = [72, 108, 110, 110, 112, 108, 80];
/** The most delays of a moment, so that the duration of a story is bounded. */
const WAITS_MAX = 4;
const WAIT_MS_MAX = 3 * HOUR_MS;

const newsHours = new Weighted(NEWS_HOURS);
const blogHours = new Weighted(BLOG_HOURS);

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}

export function weekdayPercent(day: number): number {
  return WEEKDAYS[weekdayOf(day)] as number;
}

function timeWithin(day: number, hour: number, random: Random): number {
  return startMsOfLocalDay(day) + hour * HOUR_MS + random.below(HOUR_MS / 1000) * 1000;
}

/** A random moment of the day for a newsroom. */
export function newsMoment(day: number, random: Random): number {
  return timeWithin(day, newsHours.pick(random), random);
}

/** A random moment of the day for a blog. */
export function blogMoment(day: number, random: Random): number {
  return timeWithin(day, blogHours.pick(random), random);
}

/** Delays a moment in a quiet hour until a busier one. */
export function awaitBusy(ms: number, random: Random): number {
  let at = ms;
  for (let wait = 0; wait < WAITS_MAX; wait++) {
    const hour = Math.floor((at + ZONE_OFFSET_MS) / HOUR_MS) % 24;
    if (random.below(100) < (NEWS_HOURS[hour] as number)) return at;
    at += random.below(WAIT_MS_MAX / 1000) * 1000;
  }
  return at;
}

/** The civil date of a day number, after Howard Hinnant's `civil_from_days`. */
export function civil(day: number): { year: number; month: number; date: number } {
  const z = day + 719_468;
  const era = Math.floor(z / 146_097);
  const ofEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear =
    ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * ofYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const date = ofYear - Math.floor((153 * shifted + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, date };
}

export function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}

let cachedDay = Number.NaN;
let cachedPrefix = '';

/** UTC, ISO 8601. Consecutive records are mostly of one day, so the text of the day is cached. */
export function iso(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  if (day !== cachedDay) {
    const { year, month, date } = civil(day);
    cachedPrefix = `${pad(year, 4)}-${pad(month)}-${pad(date)}T`;
    cachedDay = day;
  }
  const rest = Math.floor((ms - day * DAY_MS) / 1000);
  const hour = Math.floor(rest / 3600);
  const minute = Math.floor(rest / 60) % 60;
  return `${cachedPrefix}${pad(hour)}:${pad(minute)}:${pad(rest % 60)}Z`;
}

/** A local day as an instant, when only the date is known. */
export function isoDay(day: number): string {
  const { year, month, date } = civil(day);
  return `${pad(year, 4)}-${pad(month)}-${pad(date)}T00:00:00+08:00`;
}
