/**
 * Names of months, days and halves of the day in every language whose names the runtime knows (CLDR).
 *
 * The words of a date decide its language: the language that explains most of them. Where several languages explain
 * as many words, and mean different months, the day of the week decides, or else the date has no month: "5 lis 2026"
 * is October in Croatian and November in Polish.
 * Invariant: the words of a language are computed once. All languages are tried only where neither the document's
 * language nor English explains a date.
 */
import { DAY_MS } from '../kernel/clock.js';
import { getOrInsert } from '../kernel/collections.js';
import { wordsOf } from '../kernel/words.js';
import { type Calendar, type DateManner, ownCalendar } from './date-manner.js';

export type Half = 'am' | 'pm';

/** The facts in the words of a date. */
export interface DateWords {
  /** From 1, in `calendar`. */
  month: number;
  calendar: Calendar;
  /** Language of the words. */
  locale: string;
  /** From 0, Sunday; null where no day of the week is named. */
  weekday: number | null;
}

interface LocaleWords {
  locale: string;
  calendar: Calendar;
  months: ReadonlyMap<string, number>;
  /** Beginnings of names, of at least three letters, that only one month has. */
  monthStarts: ReadonlyMap<string, number>;
  /** Months of the language's own calendar, where that is not Gregorian. */
  ownMonths: ReadonlyMap<string, number>;
  weekdays: ReadonlyMap<string, number>;
}

const START_UNITS_MIN = 3;
/** Longest name of a month in words: "First of Kanun" and the like. */
const PHRASE_WORDS_MAX = 3;
const WORD = /[\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*/gu;
/** Languages with tags of three letters that have newspapers; all tags of two letters are tried. */
const THREE_LETTERS = wordsOf('ast ckb fil fur haw hsb dsb kab kok mai nds sah sat yue');
/** Countries with names of their own. */
const VARIANTS = wordsOf(`
  ar-DZ ar-IQ ar-MA az-Cyrl bs-Cyrl de-AT en-AU en-GB es-MX fa-AF fr-CA pt-PT sr-Latn uz-Cyrl
`);
/** Spellings that CLDR lacks. */
const SPELLINGS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  de: { jaenner: 1, janner: 1, maerz: 3, mrz: 3 },
  es: { setiembre: 9, set: 9, noviembre: 11 },
  id: { agt: 8, agust: 8, nop: 11, nopember: 11, pebruari: 2, pebr: 2 },
};
/** Weights of an explained word; the bonus of the document's language is below all of them. */
const EXACT = 2;
const START = 1;
const DOCUMENT = 0.9;
const ENGLISH = 0.5;

/** The middle of each month of 2026, and a week that begins on a Sunday. */
const MONTH_DAYS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15));
const WEEK_DAYS = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, 4 + day));
/** A day of each month of the Persian year 1405. */
const PERSIAN_DAYS = Array.from(
  { length: 12 },
  (_, month) => Date.UTC(2026, 3, 1) + month * 30.5 * DAY_MS,
);

/** One form for all spellings of a letter; digits and separators of `text` stay. */
export function foldedWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(
      /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u200b-\u200f\u061c\u202a-\u202e\u2060-\u2069]/g,
      '',
    )
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u0130\u0131]/g, 'i')
    .replaceAll('\u064a', '\u06cc')
    .replaceAll('\u0643', '\u06a9');
}

/** The words of a folded text, without dots: "ม.ค." is one word. */
function tokensOf(folded: string): string[] {
  return (folded.match(WORD) ?? []).map((word) => word.replaceAll('.', ''));
}

/**
 * The month and weekday in the words of a folded text; null where they name no month, or several.
 * `weekdayOf` gives the weekday of the date in a candidate's month, or null.
 */
export function dateWordsOf(
  folded: string,
  manner: DateManner,
  weekdayOf: (words: DateWords) => number | null,
): DateWords | null {
  const tokens = tokensOf(folded);
  if (tokens.length === 0) return null;
  const told = localesOf(manner.dateLanguage ?? '');
  const own = told.length > 0 ? readingsOf(told, tokens, 0) : [];
  if (own.length > 0) return chosen(own, weekdayOf);
  const near = [
    ...readingsOf(localesOf(manner.language ?? ''), tokens, DOCUMENT),
    ...readingsOf(localesOf('en'), tokens, ENGLISH),
  ];
  const best = near.reduce((most, { explained }) => Math.max(most, explained), 0);
  if (near.length > 0 && (best === tokens.length || best >= 2)) return chosen(near, weekdayOf);
  return chosen([...near, ...readingsOf(everywhere(tokens), tokens, 0)], weekdayOf);
}

interface WeighedWords extends DateWords {
  weight: number;
  /** Number of words with a meaning. */
  explained: number;
}

/** The reading of most weight. Where readings differ, one whose weekday is not the date's is left out. */
function chosen(
  readings: readonly WeighedWords[],
  weekdayOf: (words: DateWords) => number | null,
): DateWords | null {
  if (isOne(readings)) return readings[0] ?? null;
  let best: WeighedWords[] = [];
  let most = 0;
  for (const reading of readings) {
    const { weekday } = reading;
    const isWrong = weekday !== null && weekdayOf(reading) !== weekday;
    const weight = reading.weight - (isWrong ? EXACT : 0);
    if (weight > most) [best, most] = [[reading], weight];
    else if (weight === most) best.push(reading);
  }
  return isOne(best) ? (best[0] ?? null) : null;
}

/** Whether all readings mean the same month. */
function isOne([first, ...others]: readonly DateWords[]): boolean {
  return others.every(
    ({ month, calendar }) => month === first!.month && calendar === first!.calendar,
  );
}

/** The readings of each language that finds a month among the words. */
function readingsOf(
  locales: readonly LocaleWords[],
  tokens: readonly string[],
  bonus: number,
): WeighedWords[] {
  const readings: WeighedWords[] = [];
  for (const words of locales) {
    const reading = readingOf(words, tokens);
    if (reading !== null) readings.push({ ...reading, weight: reading.weight + bonus });
  }
  return readings;
}

function readingOf(words: LocaleWords, tokens: readonly string[]): WeighedWords | null {
  const found = monthIn(words, tokens);
  if (found === null) return null;
  let weekday: number | null = null;
  for (const [at, token] of tokens.entries()) {
    if (at < found.from || at >= found.to) weekday ??= words.weekdays.get(token) ?? null;
  }
  return {
    locale: words.locale,
    month: found.month,
    calendar: found.calendar,
    weekday,
    weight: found.weight + (weekday === null ? 0 : EXACT),
    explained: found.to - found.from + (weekday === null ? 0 : 1),
  };
}

interface MonthFound {
  month: number;
  calendar: Calendar;
  weight: number;
  from: number;
  to: number;
}

/** The last month among the words, without words that are weekdays beside another month. */
function monthIn(words: LocaleWords, tokens: readonly string[]): MonthFound | null {
  let best: MonthFound | null = null;
  let isDay = false;
  for (let from = 0; from < tokens.length; from++) {
    const month = monthAt(words, tokens, from);
    if (month === null || (best !== null && month.weight < best.weight)) continue;
    const isToo = words.weekdays.has(tokens[from]!);
    if (best !== null && month.weight === best.weight && isToo && !isDay) continue;
    [best, isDay] = [month, isToo];
  }
  return best;
}

function monthAt(words: LocaleWords, tokens: readonly string[], from: number): MonthFound | null {
  for (let size = Math.min(PHRASE_WORDS_MAX, tokens.length - from); size > 0; size--) {
    const phrase = size === 1 ? tokens[from]! : tokens.slice(from, from + size).join(' ');
    const own = words.ownMonths.get(phrase);
    const month = own ?? words.months.get(phrase);
    if (month === undefined) continue;
    const calendar = calendarOf(words, own !== undefined);
    return { month, calendar, weight: EXACT, from, to: from + size };
  }
  const month = words.monthStarts.get(tokens[from]!);
  if (month === undefined) return null;
  return { month, calendar: calendarOf(words, false), weight: START, from, to: from + 1 };
}

function calendarOf({ calendar }: LocaleWords, isOwn: boolean): Calendar {
  return calendar === 'persian' && !isOwn ? 'gregory' : calendar;
}

/** Base languages that were already computed; at most those of CLDR. */
const known = new Map<string, readonly LocaleWords[]>();

/** A language with its variants, by a tag; empty where the runtime does not know it. */
function localesOf(tag: string): readonly LocaleWords[] {
  const base = /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag)?.[1]?.toLowerCase();
  if (base === undefined) return [];
  const found = known.get(base);
  if (found !== undefined) return found;
  if (Intl.DateTimeFormat.supportedLocalesOf([base]).length === 0) return [];
  const tags = [base, ...VARIANTS.filter((variant) => variant.startsWith(`${base}-`))];
  const locales = tags.map(wordsOfLocale);
  known.set(base, locales);
  return locales;
}

let everyWord: ReadonlyMap<string, ReadonlySet<LocaleWords>> | null = null;

/** Every language that has one of the words. */
function everywhere(tokens: readonly string[]): LocaleWords[] {
  everyWord ??= indexed();
  const index = everyWord;
  return [...new Set(tokens.flatMap((token) => [...(index.get(token) ?? [])]))];
}

function indexed(): Map<string, Set<LocaleWords>> {
  const index = new Map<string, Set<LocaleWords>>();
  for (const locale of everyLanguage().flatMap(localesOf)) {
    const { months, ownMonths, weekdays, monthStarts } = locale;
    for (const name of [...months.keys(), ...ownMonths.keys(), ...weekdays.keys()]) {
      getOrInsert(index, name.split(' ', 1)[0]!, () => new Set()).add(locale);
    }
    // Beginnings in Latin letters are too often words of other languages.
    for (const start of monthStarts.keys()) {
      if (!/^[a-z]/.test(start)) getOrInsert(index, start, () => new Set()).add(locale);
    }
  }
  return index;
}

function everyLanguage(): string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const pairs = [...letters].flatMap((one) => [...letters].map((two) => one + two));
  return Intl.DateTimeFormat.supportedLocalesOf([...pairs, ...THREE_LETTERS]);
}

function wordsOfLocale(locale: string): LocaleWords {
  const base = locale.split('-', 1)[0]!;
  const calendar = ownCalendar(locale);
  const months = namesOf(`${locale}-u-ca-gregory-nu-latn`, 'month', MONTH_DAYS);
  const monthStarts = startsOf(months);
  for (const [name, month] of Object.entries(SPELLINGS[base] ?? {})) months.set(name, month);
  const isPersian = calendar === 'persian';
  return {
    locale,
    calendar,
    months,
    monthStarts,
    ownMonths: isPersian
      ? namesOf(`${locale}-u-ca-persian-nu-latn`, 'month', PERSIAN_DAYS)
      : new Map(),
    weekdays: namesOf(`${locale}-u-ca-gregory-nu-latn`, 'weekday', WEEK_DAYS),
  };
}

/**
 * Names of months from 1, or of weekdays from 0: whole names, and the words in them that no other month
 * or weekday has.
 */
function namesOf(
  tag: string,
  field: 'month' | 'weekday',
  days: readonly number[],
): Map<string, number> {
  const names = new Map<string, number>();
  const owners = new Map<string, Set<number>>();
  const first = field === 'month' ? 1 : 0;
  for (const format of formatsOf(tag, field)) {
    for (const [at, day] of days.entries()) {
      const name = nameIn(format, field, day);
      if (name === '' || /\d/.test(name)) continue;
      const tokens = tokensOf(name);
      names.set(tokens.join(' '), at + first);
      for (const token of tokens) getOrInsert(owners, token, () => new Set()).add(at + first);
    }
  }
  for (const [token, months] of owners) {
    // A word in several names, or a short word, is a particle of the language, and no name.
    if (months.size === 1 && !names.has(token) && token.length >= START_UNITS_MIN) {
      names.set(token, [...months][0]!);
    } else if (months.size > 1) names.delete(token);
  }
  return names;
}

function formatsOf(tag: string, field: 'month' | 'weekday'): Intl.DateTimeFormat[] {
  const styles: Intl.DateTimeFormatOptions[] = [];
  for (const style of ['long', 'short'] as const) {
    styles.push({ [field]: style });
    // Beside a day, names of months are inflected.
    if (field === 'month') styles.push({ month: style, day: 'numeric' });
  }
  return styles.map((style) => new Intl.DateTimeFormat(tag, { ...style, timeZone: 'UTC' }));
}

/** The name with adjoining letters: a preposition in Hebrew, an ending in Kurdish. */
function nameIn(format: Intl.DateTimeFormat, field: 'month' | 'weekday', day: number): string {
  const parts = format.formatToParts(day);
  const at = parts.findIndex(({ type }) => type === field);
  if (at < 0) return '';
  const before = /[\p{L}\p{M}]*$/u.exec(literalOf(parts[at - 1]))?.[0] ?? '';
  const after = /^[\p{L}\p{M}]*/u.exec(literalOf(parts[at + 1]))?.[0] ?? '';
  return foldedWords(before + parts[at]!.value + after);
}

function literalOf(part: Intl.DateTimeFormatPart | undefined): string {
  return part?.type === 'literal' ? part.value : '';
}

function startsOf(names: ReadonlyMap<string, number>): Map<string, number> {
  const owners = new Map<string, Set<number>>();
  for (const [name, month] of names) {
    for (let units = START_UNITS_MIN; units < name.length && !name.includes(' '); units++) {
      getOrInsert(owners, name.slice(0, units), () => new Set()).add(month);
    }
  }
  const starts = new Map<string, number>();
  for (const [start, months] of owners) {
    if (months.size === 1 && !names.has(start)) starts.set(start, [...months][0]!);
  }
  return starts;
}

const halves = new Map<string, ReadonlyMap<string, Half>>();

/** The half of the day that a folded word means in a language; null for other words. */
export function halfOf(word: string, tag: string): Half | null {
  const base = tag.split(/[-_]/, 1)[0]!.toLowerCase();
  if (!/^[a-z]{2,3}$/.test(base)) return null;
  if (!halves.has(base) && Intl.DateTimeFormat.supportedLocalesOf([base]).length === 0) return null;
  return getOrInsert(halves, base, () => halvesOf(base)).get(tokensOf(word).join(' ')) ?? null;
}

function halvesOf(base: string): Map<string, Half> {
  const found = new Map<string, Half>();
  const ambiguous = new Set<string>();
  const twelve = { hour: 'numeric', hour12: true, timeZone: 'UTC' } as const;
  const formats = [
    twelve,
    { ...twelve, dayPeriod: 'long' } as const,
    { ...twelve, dayPeriod: 'short' } as const,
  ];
  for (const options of formats) {
    const format = new Intl.DateTimeFormat(`${base}-u-nu-latn`, options);
    for (let hour = 0; hour < 24; hour++) {
      const parts = format.formatToParts(Date.UTC(2026, 0, 1, hour));
      const name = parts.find(({ type }) => type === 'dayPeriod')?.value ?? '';
      const word = tokensOf(foldedWords(name)).join(' ');
      const half = hour < 12 ? 'am' : 'pm';
      if ((found.get(word) ?? half) !== half) ambiguous.add(word);
      found.set(word, half);
    }
  }
  // "At night" may be before or after midnight.
  for (const word of [...ambiguous, '']) found.delete(word);
  return found;
}
