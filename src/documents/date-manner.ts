/**
 * How a document writes dates: its language, the order of its numbers, the calendar of its years.
 *
 * The operator's rules take precedence over the document's own language. The runtime knows the customs of each
 * language (CLDR).
 */
import { DAY_MS } from '../kernel/clock.js';
import { getOrInsert } from '../kernel/collections.js';
import type { ReadingRules } from './documents.js';

/** How the dates of a document are written. */
export interface DateManner {
  /** The language that the document names; it may be wrong. */
  language?: string | null | undefined;
  /** Language of the dates, as the operator names it. */
  dateLanguage?: string | undefined;
  /** Whether the day comes before the month in numeric dates. */
  dayFirst?: boolean | undefined;
}

/** How a document of a language writes dates, with the rules of its source. */
export function mannerBy(rules: ReadingRules | undefined, language: string | null): DateManner {
  return { language, dateLanguage: rules?.dateLanguage, dayFirst: rules?.dayFirst };
}

export type Calendar = 'gregory' | 'buddhist' | 'persian';

/** Calendar of a language's years. */
export function ownCalendar(tag: string): Calendar {
  if (Intl.DateTimeFormat.supportedLocalesOf([tag]).length === 0) return 'gregory';
  const { calendar } = new Intl.DateTimeFormat(tag).resolvedOptions();
  return calendar === 'buddhist' || calendar === 'persian' ? calendar : 'gregory';
}

/** Whether the day comes before the month in a language's numeric dates; null where that is not known. */
export function isDayFirst({ dayFirst, dateLanguage, language }: DateManner): boolean | null {
  if (dayFirst !== undefined) return dayFirst;
  const tag = (dateLanguage ?? language ?? '').replaceAll('_', '-');
  // English without a country has both orders.
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(tag) || tag.toLowerCase() === 'en') return null;
  return getOrInsert(orders, tag.toLowerCase(), () => orderOf(tag));
}

/** Cached language tags; the tags come from documents, so a full cache is emptied. */
const ORDERS_MAX = 500;
const orders = new Map<string, boolean | null>();

function orderOf(tag: string): boolean | null {
  if (orders.size >= ORDERS_MAX) orders.clear();
  if (Intl.DateTimeFormat.supportedLocalesOf([tag]).length === 0) return null;
  const format = new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const order = format
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type !== 'literal');
  if (order[0] === 'day') return true;
  return order[0] === 'month' ? false : null;
}

/** Mean length of a year of the Persian calendar. */
const PERSIAN_YEAR_MS = 365.2422 * DAY_MS;

/** UTC start of a day of the Persian calendar; null where there is none. */
export function persianDayMs(year: number, month: number, day: number): number | null {
  const inYear = (month <= 6 ? (month - 1) * 31 : 186 + (month - 7) * 30) + day - 1;
  const guessMs =
    Date.UTC(2026, 2, 21) +
    Math.round(((year - 1405) * PERSIAN_YEAR_MS) / DAY_MS) * DAY_MS +
    inYear * DAY_MS;
  for (const days of [0, -1, 1, -2, 2]) {
    const atMs = guessMs + days * DAY_MS;
    if (persianParts(atMs) === `${year}/${month}/${day}`) return atMs;
  }
  return null;
}

let persian: Intl.DateTimeFormat | null = null;

function persianParts(atMs: number): string {
  persian ??= new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' },
  });
  const parts = persian.formatToParts(atMs);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}/${of('month')}/${of('day')}`;
}
