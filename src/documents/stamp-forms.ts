/**
 * Forms of dates that have rules of their own: weeks of ISO 8601, and numbers in Chinese.
 */
import { DAY_MS } from '../kernel/clock.js';
import type { Stamp } from './documents.js';

/** The day of a week: 2026-W19-3. */
const WEEK = /^(\d{4})-?w(\d{2})-?([1-7])$/;
/** Numbers of years, months and days in Chinese. */
export const HAN_DATE =
  /[〇零一二三四五六七八九]{4}[年]\s?[一二三四五六七八九十]{1,2}[月]\s?[一二三四五六七八九十]{1,3}[日號号]?/;
const HAN_DIGITS = '〇一二三四五六七八九';

/** A date in Chinese numerals with ours. */
export function withDigits(text: string): string {
  return text.replaceAll('零', '〇').replace(/[〇一二三四五六七八九十]+/g, (numeral) => {
    if (!numeral.includes('十')) {
      return [...numeral].map((one) => HAN_DIGITS.indexOf(one)).join('');
    }
    const [tens, ones] = numeral.split('十') as [string, string];
    const of = (one: string, none: number) => (one === '' ? none : HAN_DIGITS.indexOf(one));
    return String(10 * of(tens, 1) + of(ones, 0));
  });
}

/** Weeks of ISO 8601 begin on Mondays; the first has the fourth of January. */
export function weekOf(text: string, zoneOffsetMs: number): Stamp | null {
  const [, year, week, day] = WEEK.exec(text) ?? [];
  if (year === undefined || Number(week) < 1 || Number(week) > 53) return null;
  const fourthMs = Date.UTC(Number(year), 0, 4);
  const mondayMs = fourthMs - ((new Date(fourthMs).getUTCDay() + 6) % 7) * DAY_MS;
  const atMs = mondayMs + ((Number(week) - 1) * 7 + Number(day) - 1) * DAY_MS;
  return { atMs: atMs - zoneOffsetMs, precision: 'day' };
}

/** What programs write in feeds and heads: Sat, 05 Mar 2022 08:30:00 GMT. */
const FULL_RFC =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (GMT|[+-]\d{4})$/;
const RFC_MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** The parts of RFC 822's full form as they stand; null for any other. */
export function rfcParts(text: string) {
  const match = FULL_RFC.exec(text);
  if (match === null) return null;
  const [, day, name, year, hour, minute, second, zone] = match;
  return {
    year: Number(year),
    month: RFC_MONTHS.indexOf(name!) / 3 + 1,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    zone: zone!.toLowerCase(),
  };
}
