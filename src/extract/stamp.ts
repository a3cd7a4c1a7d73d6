/**
 * Reads the times of feeds and pages, in the forms in which people and programs write them.
 *
 * A text is folded (full-width digits, accents, case), its time of day and zone are taken out, and
 * what is left is the date. Words that mean nothing, such as days of the week, are passed over.
 * Invariants: linear in the text, of which `TEXT_MAX` units are read; a date that does not exist, that is
 * ambiguous (03/04/2022) or lies outside of `INGEST.yearMin` to `INGEST.yearMax` is null, never a guess.
 * Not here: times that are relative to now.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, parseInstant, SECOND_MS } from '../kernel/clock.js';
import { INGEST } from '../kernel/limits.js';
import type { Stamp } from './documents.js';
import {
  hourOf,
  MONTHS,
  signedOffsetOf,
  UTC_WORDS,
  usOffsetOf,
  zoneOffsetOf,
} from './stamp-words.js';

/** The longest form, a program's full date with the name of its zone, is well below. */
const TEXT_MAX = 100;

const FULL_ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const EPOCH = /^(\d{9,10}|\d{12,13}|\d{16})(?:\.\d{1,9})?$/;
/** 20220521, 20220521T0830, 20220521083000. */
const BASIC = /^(\d{4})(\d{2})(\d{2})(?:t? ?(\d{2})(\d{2})(\d{2})?(?:[.,]\d{1,9})?)?(?![\d:])/;

const HALF =
  '(上午|下午|午前|午後|오전|오후|凌晨|清晨|早上|早晨|中午|正午|傍晚|晚上|晚間|夜間|夜晚)';
const CLOCK = new RegExp(
  `${HALF}? ?(?<!\\d)(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:[.,](\\d{1,9}))?)? ?([ap]\\.? ?m\\b\\.?)?`,
);
const CJK_CLOCK = new RegExp(
  `${HALF}? ?(?<!\\d)(\\d{1,2}) ?[時时點点시](?: ?(\\d{1,2}) ?[分분])?(?: ?(\\d{1,2}) ?[秒초])?`,
);
const HOUR_ALONE = /(?<!\d)(\d{1,2})(?:[.h](\d{2}))? ?([ap]\.? ?m\b\.?)/;
const DOTTED_CLOCK = /(?<![\d.])(\d{1,2})[.h](\d{2})(?![\d.])/;
/** The T of ISO with a time in basic form or of hours alone. */
const ISO_TAIL = /(?<=\d)t(\d{2})(?:(\d{2})(\d{2})?)?(?![\d:])/;

const ZONE = /^[ :]?[([]?(?:([a-z]{1,4})(?![a-z]))? ?([+-](?:\d{1,2}:\d{2}|\d{1,4})(?!\d))?/;

/** A dash that leads to a date. */
const DATE_BEHIND = /^ -\d{1,2}[ -]/;
/** A zone behind a year that stands behind the time. */
const LAST_ZONE = /(?<=\d) (?:([a-z]{2,4}) ?)?([+-]\d{2}:?\d{2})?$/;

const CJK_DATE =
  /(民國|民国|中華民國|令和|平成)? ?(\d{1,4}|元) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日號号일]?/;
const YEAR_FIRST = /(?<!\d)(\d{3,4})([-/.]) ?(0?\d{1,2})\2 ?(\d{1,2})(?!\d)/;
const YEAR_LAST = /(?<!\d)(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})(?!\d)/;
const ORDINAL = /^(\d{4})-?(\d{3})(?![\d-])/;
/** Years that an era counts from. */
const ERA_YEARS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988 };
const ROC_YEARS = 1911;

interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** What was found and the text without it; null where there is none of it. */
interface Found<T> {
  value: T;
  rest: string;
}

interface ClockTime {
  inDayMs: number;
  /** What stands behind the time, where a zone is looked for. */
  after: string;
}

/** The instant that a text names; `zoneOffsetMs` is the zone of a time that names none. */
export function readStamp(text: string, zoneOffsetMs: number): Stamp | null {
  const raw = text.slice(0, TEXT_MAX).trim();
  if (FULL_ISO.test(raw)) {
    const atMs = parseInstant(raw);
    if (atMs !== null) return within({ atMs, precision: 'second' });
  }
  const folded = foldedOf(raw);
  const stamp = epochOf(folded) ?? basicOf(folded, zoneOffsetMs) ?? loose(folded, zoneOffsetMs);
  return stamp === null ? null : within(stamp);
}

function within(stamp: Stamp): Stamp | null {
  const isKnown =
    stamp.atMs >= Date.UTC(INGEST.yearMin, 0) && stamp.atMs < Date.UTC(INGEST.yearMax + 1, 0);
  return isKnown ? stamp : null;
}

/** One form for the many ways to write a digit, a letter and a space. */
function foldedOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .slice(0, TEXT_MAX)
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/[\s,،、]+/g, ' ')
    .trim();
}

/** Seconds, milliseconds or microseconds since 1970. */
function epochOf(text: string): Stamp | null {
  const digits = EPOCH.exec(text)?.[1];
  // Twelve digits that begin like a year are a date in basic form.
  if (digits === undefined || (digits.length === 12 && /^(?:19|20)/.test(digits))) return null;
  const unitMs = digits.length <= 10 ? SECOND_MS : digits.length <= 13 ? 1 : 1 / 1000;
  return { atMs: Math.floor(Number(digits) * unitMs), precision: 'second' };
}

function basicOf(text: string, zoneOffsetMs: number): Stamp | null {
  const match = BASIC.exec(text);
  if (match === null) return null;
  const [whole, year, month, day, hour, minute, second] = match;
  const dayMs = dayMsOf({ year: Number(year), month: Number(month), day: Number(day) });
  if (dayMs === null) return null;
  if (hour === undefined) return { atMs: dayMs - zoneOffsetMs, precision: 'day' };
  const inDayMs = inDayMsOf(Number(hour), Number(minute), Number(second ?? 0), '');
  if (inDayMs === null) return null;
  return zoned(dayMs + inDayMs, text.slice(whole.length), zoneOffsetMs);
}

/** A date in any other form, with or without a time. */
function loose(text: string, zoneOffsetMs: number): Stamp | null {
  const time = clockOf(text);
  if (time === 'impossible') return null;
  const date = dateOf(time?.rest ?? text);
  const dayMs = date === null ? null : dayMsOf(date);
  if (dayMs === null) return null;
  if (time === null) return { atMs: dayMs - zoneOffsetMs, precision: 'day' };
  const { inDayMs, after } = time.value;
  // Programs that print a local CST beside the year run in China or Taiwan where the source does.
  const isLocalCst = zoneOffsetMs === 8 * HOUR_MS && /^ ?cst \d{4}$/.test(after);
  return zoned(dayMs + inDayMs, isLocalCst ? '+8' : after, zoneOffsetMs);
}

/** The instant of a local time with what follows it. */
function zoned(localMs: number, after: string, zoneOffsetMs: number): Stamp | null {
  const offsetMs = offsetOf(after, localMs, zoneOffsetMs);
  return offsetMs === null ? null : { atMs: localMs - offsetMs, precision: 'second' };
}

function offsetOf(after: string, localMs: number, zoneOffsetMs: number): number | null {
  const { word, signed } = zoneIn(after);
  const named = word === undefined ? null : (zoneOffsetOf(word) ?? usOffsetOf(word, localMs));
  // What has a name of its own is not counted from UTC.
  const isCounted = word === undefined || UTC_WORDS.has(word);
  return signed !== undefined && isCounted ? signedOffsetOf(signed) : (named ?? zoneOffsetMs);
}

interface Zone {
  word?: string | undefined;
  signed?: string | undefined;
  /** What follows the time, without the zone. */
  rest: string;
}

/** The zone that follows a time, at once or behind the year. */
function zoneIn(after: string): Zone {
  if (DATE_BEHIND.test(after)) return { rest: after };
  const [whole = '', word, signed] = ZONE.exec(after) ?? [];
  if (isZone(word, signed)) return { word, signed, rest: after.slice(whole.length) };
  const last = LAST_ZONE.exec(after);
  return last !== null && isZone(last[1], last[2])
    ? { word: last[1], signed: last[2], rest: after.slice(0, last.index) }
    : { rest: after };
}

function isZone(word: string | undefined, signed: string | undefined): boolean {
  if (word === undefined) return signed !== undefined;
  return zoneOffsetOf(word) !== null || usOffsetOf(word, 0) !== null;
}

/** The time of day, taken out of the text; `impossible` for one that no day has. */
function clockOf(text: string): Found<ClockTime> | 'impossible' | null {
  const parts = clockPartsOf(text);
  if (parts === null) return null;
  const { match, hour, minute, second, fraction, half } = parts;
  const wholeMs = inDayMsOf(Number(hour), Number(minute ?? 0), Number(second ?? 0), half);
  if (wholeMs === null) return 'impossible';
  const inDayMs = wholeMs + Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
  const after = text.slice(match.index + match[0].length);
  return { value: { inDayMs, after }, rest: restOf(text, match.index, after) };
}

/** The text without the time and its zone. */
function restOf(text: string, at: number, after: string): string {
  return `${text.slice(0, at).replace(/(\d)t$/, '$1')} ${zoneIn(after).rest}`;
}

interface ClockParts {
  match: RegExpExecArray;
  hour: string | undefined;
  minute: string | undefined;
  second?: string | undefined;
  fraction?: string | undefined;
  half: string;
}

function clockPartsOf(text: string): ClockParts | null {
  let match = CLOCK.exec(text);
  if (match !== null) {
    const [, half, hour, minute, second, fraction, suffix] = match;
    return { match, hour, minute, second, fraction, half: half ?? suffix ?? '' };
  }
  match = CJK_CLOCK.exec(text);
  if (match !== null) {
    const [, half, hour, minute, second] = match;
    return { match, hour, minute, second, half: half ?? '' };
  }
  match = HOUR_ALONE.exec(text) ?? DOTTED_CLOCK.exec(text);
  if (match !== null) return { match, hour: match[1], minute: match[2], half: match[3] ?? '' };
  match = ISO_TAIL.exec(text);
  return match && { match, hour: match[1], minute: match[2], second: match[3], half: '' };
}

/** Milliseconds into the day; a leap second is the one after it, 24:00 the day after. */
function inDayMsOf(hour: number, minute: number, second: number, half: string): number | null {
  const of24 = hourOf(hour, half);
  const isMidnight = of24 === 24 && minute === 0 && second === 0;
  if ((of24 > 23 && !isMidnight) || minute > 59 || second > 60) return null;
  return of24 * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS;
}

/** UTC start of a calendar date that exists. */
function dayMsOf({ year, month, day }: CalendarDate): number | null {
  if (year < INGEST.yearMin - 1 || year > INGEST.yearMax + 1) return null;
  const atMs = Date.UTC(year, month - 1, day);
  const nextMonthMs = Date.UTC(year, month, 1);
  if (month < 1 || month > 12 || day < 1 || atMs >= nextMonthMs) return null;
  return atMs;
}

function dateOf(text: string): CalendarDate | null {
  return cjkDateOf(text) ?? wordDateOf(text) ?? numericDateOf(text);
}

function cjkDateOf(text: string): CalendarDate | null {
  const match = CJK_DATE.exec(text);
  if (match === null) return null;
  const [, era, yearText, month, day] = match;
  const count = yearText === '元' ? 1 : Number(yearText);
  const year = era === undefined ? commonYear(count) : (ERA_YEARS[era] ?? ROC_YEARS) + count;
  return { year, month: Number(month), day: Number(day) };
}

/** A year of three digits is counted from the founding of the republic, as in Taiwan. */
function commonYear(year: number): number {
  return year >= 100 && year < 1000 ? year + ROC_YEARS : year;
}

/** A date whose month is a word: one day and one year stand around it. */
function wordDateOf(text: string): CalendarDate | null {
  const words = text.match(/\p{L}+/gu) ?? [];
  const month = words.map((word) => MONTHS.get(word)).findLast((found) => found !== undefined);
  const numbers = text.match(/\d+/g) ?? [];
  if (month === undefined || numbers.length !== 2) return null;
  const [first, second] = numbers as [string, string];
  const isYearFirst = first.length >= 3;
  if (isYearFirst === second.length >= 3 && isYearFirst) return null;
  const [day, year] = isYearFirst ? [second, first] : [first, second];
  if (day.length > 2 || year.length > 4) return null;
  return { year: fullYear(year), month, day: Number(day) };
}

/** RFC 2822: two digits below 50 are of this century, three digits count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? year + 2000 : year + 1900;
}

function numericDateOf(text: string): CalendarDate | null {
  const first = YEAR_FIRST.exec(text);
  if (first !== null) {
    const [, year, , month, day] = first;
    return { year: commonYear(Number(year)), month: Number(month), day: Number(day) };
  }
  const last = YEAR_LAST.exec(text);
  if (last !== null) return dayMonthYear(last);
  return ordinalOf(text);
}

/** Dots mean that the day comes first; otherwise only a number above 12 tells. */
function dayMonthYear([, one, separator, two, year]: RegExpExecArray): CalendarDate | null {
  const [a, b] = [Number(one), Number(two)];
  if (separator !== '.' && a <= 12 && b <= 12 && a !== b) return null;
  const isDayFirst = separator === '.' || a > 12;
  return { year: Number(year), month: isDayFirst ? b : a, day: isDayFirst ? a : b };
}

/** The day of a year: 2003-335. */
function ordinalOf(text: string): CalendarDate | null {
  const match = ORDINAL.exec(text);
  const ordinal = Number(match?.[2] ?? 0);
  if (match === null || ordinal < 1 || ordinal > 366) return null;
  const at = new Date(Date.UTC(Number(match[1]), 0, 1) + (ordinal - 1) * DAY_MS);
  if (at.getUTCFullYear() !== Number(match[1])) return null;
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}
