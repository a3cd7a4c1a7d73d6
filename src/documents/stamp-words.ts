/**
 * Zones and halves of the day in feeds and pages, and forms of dates with rules of their own: weeks of ISO 8601,
 * numbers in Chinese, and counts since 1970.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js';
import { wordsOf } from '../kernel/words.js';
import { zoneOffsetNamed } from '../kernel/zone-offset.js';
import type { Stamp } from './documents.js';

const ZONE =
  /^(?: ?(?:uhr|hrs?|hs)\b\.?)?[ :]?[([]?(?:([a-z]{1,4}|мск)(?![a-zа-я/]))? ?([+-](?:\d{1,2}:\d{2}|\d{1,4})(?!\d))?/;

/** A dash that begins a date. */
const DATE_BEHIND = /^ -\d{1,2}[ -]/;
/** A zone after a year that follows the time. */
const LAST_ZONE = /(?<=\d) (?:([a-z]{2,4}) ?)?([+-]\d{2}:?\d{2})?$/;

/** A zone by its region and city: Europe/Paris. */
const PLACE_ZONE =
  /\b(?:africa|america|antarctica|asia|atlantic|australia|europe|indian|pacific)(?:\/[a-z_-]{2,30}){1,2}/;

/** A zone of POSIX with its summer time: PST8PDT. */
const POSIX_ZONE = /\b([ecmp])st\d[ecmp]dt\b/;
/** Zone names, in hours ahead of UTC. For names with several meanings, RFC 822 decides. */
const ZONE_HOURS: ReadonlyMap<string, number> = new Map(
  (
    [
      [-10, 'hst'],
      [-9, 'akst'],
      [-8, 'pst akdt'],
      [-7, 'mst pdt'],
      [-6, 'cst mdt'],
      [-5, 'est cdt'],
      [-4, 'clt ast edt'],
      [-3.5, 'nst'],
      [-3, 'art brt clst adt'],
      [-2.5, 'ndt'],
      [0, 'z ut utc gmt wet'],
      [1, 'west bst cet met mez wat'],
      [2, 'cest mest mesz eet cat sast'],
      [3, 'eest msk мск trt eat'],
      [4, 'gst msd'],
      [5, 'pkt'],
      [5.5, 'ist'],
      [5.75, 'npt'],
      [7, 'wib ict'],
      [8, 'wita hkt sgt myt pht awst'],
      [9, 'wit jst kst'],
      [9.5, 'acst'],
      [10, 'aest'],
      [10.5, 'acdt'],
      [11, 'aedt'],
      [12, 'nzst'],
      [13, 'nzdt'],
    ] as const
  ).flatMap(([hours, words]) => wordsOf(words).map((word) => [word, hours] as const)),
);

/** US zones whose names do not say whether it is summer; hours ahead of UTC in winter. */
const US_HOURS: Readonly<Record<string, number>> = { et: -5, ct: -6, mt: -7, pt: -8 };

/** Words after which an offset from UTC may follow. */
const UTC_WORDS: ReadonlySet<string> = new Set(['z', 'ut', 'utc', 'gmt']);

/** Whether a word is one of the zones of one letter. */
function isMilitary(word: string): boolean {
  return /^[a-ik-y]$/.test(word);
}

/** Offset of a zone's name, or null. A single letter has no reliable meaning and counts as UTC. */
function zoneOffsetOf(word: string): number | null {
  const hours = ZONE_HOURS.get(word);
  if (hours !== undefined) return hours * HOUR_MS;
  return isMilitary(word) ? 0 : null;
}

/** Offset of ET, CT, MT and PT at a local time, by the rules since 2007; null for other words. */
function usOffsetOf(word: string, localMs: number): number | null {
  if (!Object.hasOwn(US_HOURS, word)) return null;
  const year = yearOf(localMs);
  const isSummer =
    localMs >= sundayOf(year, 3, 8) + 2 * HOUR_MS && localMs < sundayOf(year, 11, 1) + 2 * HOUR_MS;
  return (US_HOURS[word]! + (isSummer ? 1 : 0)) * HOUR_MS;
}

/** An offset from its digits: `8`, `08`, `0800`, `8:00`; null where they are invalid. */
function signedOffsetOf(text: string): number | null {
  const digits = text.slice(1);
  const split = digits.indexOf(':');
  const hourDigits = split >= 0 ? split : digits.length > 2 ? digits.length - 2 : digits.length;
  const hours = Number(digits.slice(0, hourDigits));
  const minutes = Number(digits.slice(split >= 0 ? split + 1 : hourDigits));
  if (hours > 18 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS);
}

/** The text after a time, in which a zone is searched. */
export interface Behind {
  after: string;
  /** Whether a single letter can be a zone there. */
  isMilitary: boolean;
}

/** The offset from UTC that follows a local time, or `zoneOffsetMs`; null where the offset is invalid. */
export function offsetOf(behind: Behind, localMs: number, zoneOffsetMs: number): number | null {
  const { word, signed } = zoneIn(behind);
  if (word === undefined && signed === undefined) {
    return placeOffsetOf(behind.after, localMs) ?? zoneOffsetMs;
  }
  const named = word === undefined ? null : (zoneOffsetOf(word) ?? usOffsetOf(word, localMs));
  // An offset after any other zone name is ignored.
  const isCounted = word === undefined || UTC_WORDS.has(word);
  return signed !== undefined && isCounted ? signedOffsetOf(signed) : (named ?? zoneOffsetMs);
}

/** Offset of a named region (Europe/Paris) at a local time; null where none is named. */
function placeOffsetOf(after: string, localMs: number): number | null {
  const timeZone = PLACE_ZONE.exec(after)?.[0];
  return timeZone === undefined ? null : (zoneOffsetNamed(timeZone)?.(localMs) ?? null);
}

interface Zone {
  word?: string | undefined;
  signed?: string | undefined;
  /** The text after the time, without the zone. */
  rest: string;
}

/** The zone after a time: directly after it, or after the year. */
export function zoneIn({ after: written, isMilitary }: Behind): Zone {
  const after = written.replace(POSIX_ZONE, '$1t');
  if (DATE_BEHIND.test(after)) return { rest: after };
  const [whole = '', word, signed] = ZONE.exec(after) ?? [];
  if (isZone(word, signed, isMilitary)) return { word, signed, rest: after.slice(whole.length) };
  const last = LAST_ZONE.exec(after);
  return last !== null && isZone(last[1], last[2], false)
    ? { word: last[1], signed: last[2], rest: after.slice(0, last.index) }
    : { rest: after };
}

function isZone(
  word: string | undefined,
  signed: string | undefined,
  isLetterZone: boolean,
): boolean {
  if (word === undefined) return signed !== undefined;
  if (isMilitary(word)) return isLetterZone;
  return zoneOffsetOf(word) !== null || usOffsetOf(word, 0) !== null;
}

/** The hour from 0 to 23 of an hour with its half of the day. An hour above twelve needs no half. */
export function hourOf(hour: number, half: string): number {
  if (half === '' || hour > 12) return hour;
  if (/^(?:a|上午|午前|오전|凌晨|清晨|早上|早晨)/.test(half)) return hour % 12;
  if (/^(?:中午|正午)/.test(half)) return hour < 10 ? hour + 12 : hour;
  // The word for evening also goes with midnight.
  if (/^(?:晚|夜)/.test(half)) return hour === 12 ? 0 : hour + 12;
  return (hour % 12) + 12;
}

function yearOf(localMs: number): number {
  return new Date(localMs).getUTCFullYear();
}

/** Start of the first Sunday on or after a day of a month. */
function sundayOf(year: number, month: number, day: number): number {
  const atMs = Date.UTC(year, month - 1, day);
  return atMs + ((7 - new Date(atMs).getUTCDay()) % 7) * 24 * HOUR_MS;
}

/** The day of a week: 2026-W19-3. */
const WEEK = /^(\d{4})-?w(\d{2})-?([1-7])$/;
/** Years, months and days in Chinese numerals. */
export const HAN_DATE =
  /[〇零一二三四五六七八九]{4}[年]\s?[一二三四五六七八九十]{1,2}[月]\s?[一二三四五六七八九十]{1,3}[日號号]?/;
const HAN_DIGITS = '〇一二三四五六七八九';

/** A date in Chinese numerals, converted to digits. */
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

/** The form that programs write in feeds and heads: Sat, 05 Mar 2022 08:30:00 GMT. */
const FULL_RFC =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d{2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (GMT|[+-]\d{4})$/;
const RFC_MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** The parts of RFC 822's full form; null for any other form. */
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

const EPOCH = /^(\d{9,10}|\d{12,13}|\d{16})(?:\.\d{1,9})?$/;

/** Seconds, milliseconds or microseconds since 1970. */
export function epochOf(text: string): Stamp | null {
  const digits = EPOCH.exec(text)?.[1];
  // Twelve digits that begin like a year are a date in basic form.
  if (digits === undefined || (digits.length === 12 && /^(?:19|20)/.test(digits))) return null;
  const unitMs = digits.length <= 10 ? SECOND_MS : digits.length <= 13 ? 1 : 1 / 1000;
  return { atMs: Math.floor(Number(digits) * unitMs), precision: 'second' };
}
