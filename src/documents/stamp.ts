/**
 * Parses the times of feeds and pages, in the forms in which people and programs write them.
 *
 * A text is folded (digits of all scripts, accents, case), then its time of day and its zone are cut out, and the rest
 * is parsed as the date. Unknown words are ignored. Names of months come from CLDR (date-words.ts); years are
 * Buddhist or Persian where the language says so.
 * Invariants: linear in the text, of which `TEXT_MAX` units are read. A date that does not exist, that is ambiguous
 * (03/04/2022 where neither language nor operator decides) or is outside of `INGEST.yearMin` to `INGEST.yearMax` gives
 * null, never a guess.
 * Not here: times relative to now.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, parseInstant, SECOND_MS } from '../kernel/clock.js';
import { INGEST } from '../kernel/limits.js';
import {
  type Calendar,
  type DateManner,
  isDayFirst,
  ownCalendar,
  persianDayMs,
} from './date-manner.js';
import { type DateWords, dateWordsOf, foldedWords, halfOf } from './date-words.js';
import type { Stamp } from './documents.js';
import {
  type Behind,
  epochOf,
  HAN_DATE,
  hourOf,
  offsetOf,
  rfcParts,
  weekOf,
  withDigits,
  zoneIn,
} from './stamp-words.js';

/** More than the longest form, a program's full date with the name of its zone. */
const TEXT_MAX = 100;

const ASCII = /^[\0-\x7f]*$/;
const DIGIT = /\p{Nd}/u;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const FULL_ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
/** 20220521, 20220521T0830, 20220521083000. */
const BASIC =
  /^(\d{4})(\d{2})(\d{2})(?:t? ?(\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,]\d{1,9})?)?(?![\d:])/;

const HALF =
  '(上午|下午|午前|午後|오전|오후|凌晨|清晨|早上|早晨|中午|正午|傍晚|晚上|晚間|夜間|夜晚)';
const CLOCK = new RegExp(
  `${HALF}? ?(?<!\\d)(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:[.,](\\d{1,9}))?)? ?([ap]\\.? ?m\\b\\.?|[ap](?=$| [-|\\d]))?`,
);
const CJK_CLOCK = new RegExp(
  `${HALF}? ?(?<!\\d)(\\d{1,2}) ?[時时點点시](?: ?(\\d{1,2}) ?[分분])?(?: ?(\\d{1,2}) ?[秒초])?`,
);
const HOUR_ALONE = /(?<!\d)(\d{1,2})(?:[.h](\d{2}))? ?([ap]\.? ?m\b\.?)/;
const DOTTED_CLOCK = /(?<![\d.])(\d{1,2})(?:[.h]| h )(\d{2})(?![\d.])/;
/** The T of ISO with a time in basic form or of hours alone. */
const ISO_TAIL = /(?<=\d)t(\d{2})(?:(\d{2})(\d{2})?)?(?![\d:])/;

const CJK_DATE =
  /(民國|民国|中華民國|令和|平成)? ?(\d{1,4}|元) ?(?:[年년]|оны?) ?(\d{1,2})(?:-?р| дугаар| дүгээр)? ?(?:[月월]|сарын) ?(\d{1,2}) ?[日號号일]?/;
const YEAR_FIRST = /(?<!\d)(\d{3,4})([-/.]) ?(0?\d{1,2})\2 ?(\d{1,2})(?!\d)/;
const YEAR_LAST = /(?<!\d)(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})(?!\d)/;
const ORDINAL = /^(\d{4})-?(\d{3})(?![\d-])/;
/** A zone before a date. */
const ZONE_AHEAD = /^(utc|gmt) (.*\d)$/;
/** An hour alone after the word for a clock. */
const HOUR_BEHIND_WORD = /\b(?:kl|klo|kello|klokken|klokka|ore|uhr um)\.? ?(\d{1,2})()(?![\d.:])/;
/** A month as a number after its word: 5 tháng 1, 2026. */
const VIETNAMESE = /(\d{1,2}) th(?:ang)? ?(\d{1,2})(?: nam)? (\d{4})/;
const SHORT_YEAR = /(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{2})(?!\d)/;
/** Clocks in this form go with dates that have the day first. */
const EUROPEAN_CLOCK = /\d ?(?:h(?: ?\d\d)?|u|uur|uhr)(?![a-z])|\bkl[o.]? ?\d/;
/** The form in which RFC 822 has a zone of one letter. */
const MILITARY = /^(?:[a-z]{3} )?\d{1,2} [a-z]{3} \d{2,4} \d{2}:\d{2}(?::\d{2})? [a-z]$/;
const WORD_BEFORE = /([\p{L}\p{M}.]{1,20}) ?$/u;
const WORD_AFTER = /^ ?([\p{L}\p{M}.]{1,20})/u;
/** Years from `BUDDHIST_FROM` on are Buddhist ones; and the range of years of the Persian calendar. */
const BUDDHIST_FROM = 2400;
const BUDDHIST_YEARS = 543;
const PERSIAN_FROM = 1200;
const PERSIAN_UNTIL = 1500;
/** Digits that only some languages use, and the era of the Buddhist calendar. */
const PERSIAN_DIGITS = /[\u06f0-\u06f9]/;
const THAI = /[\u0e50-\u0e59]|\u0e1e\.? ?\u0e28/;
/** Years that an era counts from. */
const ERA_YEARS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988 };
const ROC_YEARS = 1911;

interface CalendarDate {
  year: number;
  month: number;
  day: number;
  calendar?: Calendar;
  /** Language of the date's words. */
  locale?: string;
}

const NO_MANNER: DateManner = {};

/**
 * The instant that a text names; `zoneOffsetMs` is the zone of a time without one, `manner` how the document
 * writes dates.
 */
export function readStamp(
  text: string,
  zoneOffsetMs: number,
  manner: DateManner = NO_MANNER,
): Stamp | null {
  const raw = text.slice(0, TEXT_MAX).trim();
  if (FULL_ISO.test(raw)) {
    const atMs = parseInstant(raw);
    if (atMs !== null) return within({ atMs, precision: 'second' });
  }
  const plain = manner.dateLanguage === undefined ? rfcOf(raw, zoneOffsetMs) : null;
  if (plain !== null) return within(plain);
  const folded = foldedOf(raw);
  const stamp =
    epochOf(folded) ??
    weekOf(folded, zoneOffsetMs) ??
    basicOf(folded, zoneOffsetMs) ??
    loose(folded, zoneOffsetMs, mannerOf(raw, manner));
  return stamp === null ? null : within(stamp);
}

function within(stamp: Stamp): Stamp | null {
  const isKnown =
    stamp.atMs >= Date.UTC(INGEST.yearMin, 0) && stamp.atMs < Date.UTC(INGEST.yearMax + 1, 0);
  return isKnown ? stamp : null;
}

/** The manner, with the language that the script of the text implies where the document names none. */
function mannerOf(raw: string, manner: DateManner): DateManner {
  if (manner.dateLanguage !== undefined) return manner;
  if (THAI.test(raw)) return { ...manner, language: 'th' };
  return manner.language || !PERSIAN_DIGITS.test(raw) ? manner : { ...manner, language: 'fa' };
}

/** One form for the many spellings of a digit, a letter and a space. */
function foldedOf(text: string): string {
  const plain = ASCII.test(text)
    ? text.toLowerCase()
    : foldedWords(text).replace(OTHER_DIGIT, digitOf);
  return plain
    .slice(0, TEXT_MAX)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/[\s,،、]+/g, ' ')
    .replace(HAN_DATE, withDigits)
    .trim()
    .replace(ZONE_AHEAD, '$2 $1');
}

/** The ASCII digit: digits of each script are ten consecutive characters. */
function digitOf(character: string): string {
  const code = character.codePointAt(0)!;
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/** The complete form of most feeds, which is tried first. */
function rfcOf(text: string, zoneOffsetMs: number): Stamp | null {
  const parts = rfcParts(text);
  if (parts === null) return null;
  const dayMs = dayMsOf(parts);
  const inDayMs = inDayMsOf(parts.hour, parts.minute, parts.second, '');
  if (dayMs === null || inDayMs === null) return null;
  return zoned(dayMs + inDayMs, { after: parts.zone, isMilitary: false }, zoneOffsetMs);
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
  return zoned(
    dayMs + inDayMs,
    { after: text.slice(whole.length), isMilitary: false },
    zoneOffsetMs,
  );
}

/** A date in any other form, with or without a time. */
function loose(text: string, zoneOffsetMs: number, manner: DateManner): Stamp | null {
  const clock = clockPartsOf(text);
  const from = clock?.match.index ?? text.length;
  const before = text.slice(0, from);
  const after = clock === null ? '' : text.slice(from + clock.match[0].length);
  const zones = { isMilitary: MILITARY.test(text), after };
  const rest = clock === null ? text : `${before.replace(/(\d)t$/, '$1')} ${zoneIn(zones).rest}`;
  const isEuropean = EUROPEAN_CLOCK.test(text) && isDayFirst(manner) === null;
  const date = dateOf(rest, isEuropean ? { ...manner, dayFirst: true } : manner);
  const dayMs = date === null ? null : dayMsOf(date);
  if (date === null || dayMs === null) return null;
  if (clock === null) return { atMs: dayMs - zoneOffsetMs, precision: 'day' };
  const languages = [date.locale, manner.dateLanguage, manner.language ?? undefined];
  const said = clock.half === '' ? halfBeside(before, after, languages) : null;
  const inDayMs = clockMsOf(clock, said?.half ?? clock.half);
  if (inDayMs === null) return null;
  const behind = said?.after ?? after;
  // CST directly before the year means China or Taiwan, where the source has that zone.
  const isLocalCst = zoneOffsetMs === 8 * HOUR_MS && /^ ?cst \d{4}$/.test(behind);
  return zoned(dayMs + inDayMs, { ...zones, after: isLocalCst ? '+8' : behind }, zoneOffsetMs);
}

/** The half of the day in a word before or after a time, and the text after that word. */
function halfBeside(
  before: string,
  after: string,
  languages: readonly (string | undefined)[],
): { half: string; after: string } | null {
  const [whole = '', behind = ''] = WORD_AFTER.exec(after) ?? [];
  const [, ahead = ''] = WORD_BEFORE.exec(before) ?? [];
  for (const language of languages) {
    if (language === undefined || language === 'en') continue;
    const half = halfOf(behind, language);
    if (half !== null) return { half, after: after.slice(whole.length) };
    const said = halfOf(ahead, language);
    if (said !== null) return { half: said, after };
  }
  return null;
}

/** The instant of a local time with the zone after it. */
function zoned(localMs: number, behind: Behind, zoneOffsetMs: number): Stamp | null {
  const offsetMs = offsetOf(behind, localMs, zoneOffsetMs);
  return offsetMs === null ? null : { atMs: localMs - offsetMs, precision: 'second' };
}

/** Milliseconds into the day; null for an invalid time. */
function clockMsOf({ hour, minute, second, fraction }: ClockParts, half: string): number | null {
  const wholeMs = inDayMsOf(Number(hour), Number(minute ?? 0), Number(second ?? 0), half);
  return wholeMs === null ? null : wholeMs + Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
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
  match = HOUR_ALONE.exec(text) ?? DOTTED_CLOCK.exec(text) ?? HOUR_BEHIND_WORD.exec(text);
  if (match !== null)
    return { match, hour: match[1], minute: match[2] || '0', half: match[3] ?? '' };
  match = ISO_TAIL.exec(text);
  return match && { match, hour: match[1], minute: match[2], second: match[3], half: '' };
}

/** Milliseconds into the day; a leap second is the second after it, and 24:00 the next day. */
function inDayMsOf(hour: number, minute: number, second: number, half: string): number | null {
  const of24 = hourOf(hour, half);
  const isMidnight = of24 === 24 && minute === 0 && second === 0;
  if ((of24 > 23 && !isMidnight) || minute > 59 || second > 60) return null;
  return of24 * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS;
}

/** UTC start of a calendar date that exists. */
function dayMsOf({ year, month, day, calendar }: CalendarDate): number | null {
  if (calendar === 'persian') return persianDayMs(year, month, day);
  if (year < INGEST.yearMin - 1 || year > INGEST.yearMax + 1) return null;
  const atMs = Date.UTC(year, month - 1, day);
  const nextMonthMs = Date.UTC(year, month, 1);
  if (month < 1 || month > 12 || day < 1 || atMs >= nextMonthMs) return null;
  return atMs;
}

function dateOf(text: string, manner: DateManner): CalendarDate | null {
  return (
    cjkDateOf(text) ??
    vietnameseDateOf(text) ??
    wordDateOf(text, manner) ??
    numericDateOf(text, manner)
  );
}

function vietnameseDateOf(text: string): CalendarDate | null {
  const match = VIETNAMESE.exec(text);
  return match && { year: Number(match[3]), month: Number(match[2]), day: Number(match[1]) };
}

function cjkDateOf(text: string): CalendarDate | null {
  const match = CJK_DATE.exec(text);
  if (match === null) return null;
  const [, era, yearText, month, day] = match;
  const count = yearText === '元' ? 1 : Number(yearText);
  const year = era === undefined ? commonYear(count) : (ERA_YEARS[era] ?? ROC_YEARS) + count;
  return { year, month: Number(month), day: Number(day) };
}

/** A year of three digits counts from the founding of the republic, as in Taiwan. */
function commonYear(year: number): number {
  return year >= 100 && year < 1000 ? year + ROC_YEARS : year;
}

/** A date whose month is a word, with one day and one year around it. */
function wordDateOf(text: string, manner: DateManner): CalendarDate | null {
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.length !== 2) return null;
  const [first, second] = numbers as [string, string];
  const isYearFirst = first.length >= 3;
  if (isYearFirst === second.length >= 3 && isYearFirst) return null;
  const [day, year] = isYearFirst ? [second, first] : [first, second];
  if (day.length > 2 || year.length > 4) return null;
  const dateIn = ({ month, calendar, locale }: DateWords): CalendarDate => {
    return { year: yearIn(year, calendar), month, day: Number(day), calendar, locale };
  };
  const words = dateWordsOf(text, manner, (candidate) => {
    const dayMs = dayMsOf(dateIn(candidate));
    return dayMs === null ? null : new Date(dayMs).getUTCDay();
  });
  return words && dateIn(words);
}

/** A year in the calendar of a date's language; Buddhist years become common ones. */
function yearIn(digits: string, calendar: Calendar): number {
  const year = Number(digits);
  if (calendar === 'persian') return digits.length === 2 ? year + 1400 : year;
  if (calendar !== 'buddhist') return fullYear(digits);
  const full = digits.length === 2 ? year + 2500 : year;
  return full >= BUDDHIST_FROM ? full - BUDDHIST_YEARS : full;
}

/** RFC 2822: two digits below 50 are of this century, three digits count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? year + 2000 : year + 1900;
}

function numericDateOf(text: string, manner: DateManner): CalendarDate | null {
  const first = YEAR_FIRST.exec(text);
  if (first !== null) {
    const [, year, , month, day] = first;
    return counted({ year: Number(year), month: Number(month), day: Number(day) }, manner);
  }
  const last = YEAR_LAST.exec(text);
  if (last !== null) return dayMonthYear(last, manner);
  const short = isDayFirst(manner) === null ? null : SHORT_YEAR.exec(text);
  return short === null ? ordinalOf(text) : dayMonthYear(short, manner);
}

/** A numeric date in the calendar of its language. */
function counted(date: CalendarDate, manner: DateManner): CalendarDate {
  const { year } = date;
  const isWritten = (calendar: Calendar) =>
    [manner.dateLanguage, manner.language].some((tag) => tag && ownCalendar(tag) === calendar);
  if (year >= BUDDHIST_FROM && isWritten('buddhist')) {
    return { ...date, year: year - BUDDHIST_YEARS };
  }
  if (year >= PERSIAN_FROM && year < PERSIAN_UNTIL && isWritten('persian')) {
    return { ...date, calendar: 'persian' };
  }
  return { ...date, year: commonYear(year) };
}

/** With dots the day comes first; otherwise a number above 12 decides, or the language. */
function dayMonthYear(
  [, one, separator, two, year]: RegExpExecArray,
  manner: DateManner,
): CalendarDate | null {
  const [a, b] = [Number(one), Number(two)];
  const told = isDayFirst(manner);
  const isDotted = separator === '.' && manner.dayFirst !== false;
  const isFirst = isDotted || a > 12 || (b <= 12 && told === true);
  if (!isFirst && b <= 12 && told === null && a !== b) return null;
  const [day, month] = isFirst ? [a, b] : [b, a];
  const full = year!.length === 2 ? fullYear(year!) : Number(year);
  return counted({ year: full, month, day }, manner);
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
