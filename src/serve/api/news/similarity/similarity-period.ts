/**
 * The period that the endpoints of the similarity index ask about: some hours back, or local dates.
 */

import { DAY_MS, HOUR_MS, localDateOf, parseDate } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import type { Period } from '../../../../news/similarity/codec.js';
import { invalidQuery } from '../../../http/errors.js';
import { quantised } from '../../caching.js';
import * as Type from '../../schema.js';
import { AtHour, type PastHour, pastHourOf } from '../past.js';
import type { NewsSources } from '../sources.js';

const HOURS_DEFAULT = 48;
/** Days of a period, and of a range of daily numbers, at most. From the contract. */
const PERIOD_DAYS_MAX = 31;
const RANGE_DAYS_MAX = 366;
/** A range that says nothing of its start begins this many days before its end. */
const RANGE_DAYS_BACK = 29;

/** Query parameters of a period. */
export const PeriodQuery = {
  hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 168,
      description: 'Hours back from now, 48 unless said otherwise; instead of `from` and `to`',
    }),
  ),
  from: Type.optionalDate(`First ${ZONE} date; with \`to\`, at most 31 days`),
  to: Type.optionalDate(`Last ${ZONE} date, inclusive`),
  at: AtHour,
};

/** Query parameters of a range of days. */
export const RangeQuery = {
  from: Type.optionalDate(`First ${ZONE} date; 29 days before \`to\` by default`),
  to: Type.optionalDate(`Last ${ZONE} date, inclusive; today by default`),
  at: AtHour,
};

interface Dates {
  from?: string | undefined;
  to?: string | undefined;
}

/** A period as it was asked for. */
export interface AskedPeriod {
  hours: number | null;
  days: { from: string; to: string } | null;
  /** Bounds as they are shown; the end may lie ahead. */
  fromMs: number;
  toMs: number;
  /** The part of it that has come. */
  period: Period;
}

/** "Now" of an answer: the start of the minute, or the full hour that `at` names. */
export interface AskedNow {
  nowMs: number;
  past: PastHour | null;
}

/** @throws HttpError 404 when it is not known what had come by `at`. */
export function nowOf(
  sources: Pick<NewsSources, 'media' | 'clock'>,
  { at }: { at?: string | undefined },
): AskedNow {
  const past = pastHourOf(sources, at);
  return { nowMs: past?.hourMs ?? quantised(sources.clock.nowMs()), past };
}

/** A period without what had not come by then. */
export function seenBy(period: Period, { past }: AskedNow): Period {
  return past === null ? period : { ...period, beforeId: past.nextId };
}

/**
 * Reads a period. `nowMs` is its end unless it has dates.
 * @throws HttpError 400.
 */
export function periodOf(
  { hours, from, to }: Dates & { hours?: number | undefined },
  nowMs: number,
): AskedPeriod {
  if (from === undefined && to === undefined) {
    const back = hours ?? HOURS_DEFAULT;
    const fromMs = nowMs - back * HOUR_MS;
    const period = { fromMs, untilMs: nowMs };
    return { hours: back, days: null, fromMs, toMs: nowMs, period };
  }
  if (hours !== undefined)
    throw invalidQuery('hours must not be given with from and to', 'hours=48');
  if (from === undefined || to === undefined) {
    throw invalidQuery('from and to must be given together', 'from=2026-01-30&to=2026-01-31');
  }
  const { fromMs, toMs } = spanOf(from, to, PERIOD_DAYS_MAX);
  const untilMs = Math.max(fromMs, Math.min(toMs, nowMs));
  return { hours: null, days: { from, to }, fromMs, toMs, period: { fromMs, untilMs } };
}

/**
 * Reads a range of whole days with its defaults.
 * @throws HttpError 400.
 */
export function rangeOf(
  { from, to }: Dates,
  nowMs: number,
): { from: string; to: string; period: Period } {
  const last = to ?? localDateOf(nowMs);
  const first = from ?? localDateOf(startOf(last) - RANGE_DAYS_BACK * DAY_MS);
  const { fromMs, toMs } = spanOf(first, last, RANGE_DAYS_MAX);
  return { from: first, to: last, period: { fromMs, untilMs: toMs } };
}

function spanOf(from: string, to: string, daysMax: number): { fromMs: number; toMs: number } {
  const fromMs = startOf(from);
  const toMs = startOf(to) + DAY_MS;
  if (fromMs >= toMs) throw invalidQuery(`from must not be after to, which is ${to}`, `from=${to}`);
  if (toMs - fromMs > daysMax * DAY_MS) {
    throw invalidQuery(`from and to must span at most ${daysMax} days`, `from=${to}&to=${to}`);
  }
  return { fromMs, toMs };
}

/** Start of a local date, which the parameter's schema has checked. */
function startOf(date: string): number {
  return parseDate(date)!;
}
