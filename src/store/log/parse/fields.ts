/**
 * Readers of single fields, shared by every kind of record.
 *
 * Each takes the object and the name of the field and returns the normalised value, `null` where
 * the line clears the field, or `undefined` where the line lacks it. `need` makes a field required.
 * They throw `FieldFault` on anything else. No schema library is used: a line is parsed some 20,000
 * times a second, and these readers cost a few microseconds a line.
 */
import { readStamp } from '../../../documents/stamp.js';
import { parseInstant, ZONE_OFFSET_MS } from '../../../kernel/clock.js';
import { INGEST } from '../../../kernel/limits.js';
import { isIconHash } from '../../../kernel/model/icon.js';
import { languageIn } from '../../../kernel/text/language.js';
import { normalTag, tagKey } from '../../../kernel/text/tag.js';
import { cleanCut, cleanText, cutCodePoints, isLongerThan } from '../../../kernel/text/text.js';
import { canonicalUrl, httpUrl } from '../../../kernel/text/url.js';

/** A field that may be cleared or absent. */
export type Field<T> = T | null | undefined;

const KEY = /^[A-Za-z0-9_.-]+$/;
/** Longer than any time; a longer text is not matched. */
const INSTANT_UNITS_MAX = 64;
const DATE_UNITS = 10;
const EARLIEST_MS = Date.UTC(INGEST.yearMin, 0, 1);
const END_MS = Date.UTC(INGEST.yearMax + 1, 0, 1);

const KEY_RULE = `1 to ${INGEST.codeMax} letters, digits, "_", "-" or "."`;
const INSTANT_RULE = 'an ISO 8601 time with offset or Z';
const ICON_RULE = 'the name of an icon, 16 hexadecimal digits';
const ADDRESS_RULE = 'an absolute http or https address';

export function need<T>(name: string, value: Field<T>): T {
  if (value === undefined) throw new FieldFault(name, 'is required, but absent');
  if (value === null) throw new FieldFault(name, 'is required, but empty');
  return value;
}

/** A single-line text, cut at `max` code points; null when empty. */
export function readLine(raw: Raw, name: string, max: number): Field<string> {
  const text = readString(raw, name);
  return text ? cleanCut(text, 'line', max) || null : text;
}

/** A text with lines, cut at `max` code points; null when empty. */
export function readBody(raw: Raw, name: string, max: number): Field<string> {
  const text = readString(raw, name);
  return text ? cleanCut(text, 'body', max) || null : text;
}

/** A single-line text that is an identity: refused, not cut, when too long. */
export function readIdentity(raw: Raw, name: string, max: number): Field<string> {
  const text = readString(raw, name);
  if (!text) return text;
  const clean = cleanText(text, 'line');
  if (isLongerThan(clean, max)) refuse(name, `at most ${max} characters`, text);
  return clean || null;
}

/** A code, slug or key: a segment of a path, so neither `.` nor `..`. */
export function readKey(raw: Raw, name: string): Field<string> {
  const text = readString(raw, name);
  return text ? checkedKey(name, text) : text;
}

/** @throws FieldFault unless the text can be a code, slug or key. */
function checkedKey(name: string, text: string): string {
  const sound = text.length <= INGEST.codeMax && KEY.test(text) && text !== '.' && text !== '..';
  return sound ? text : refuse(name, KEY_RULE, text);
}

/** One of the listed words. */
export function readWord<T extends string>(raw: Raw, name: string, words: readonly T[]): Field<T> {
  const value = raw[name];
  if (value === undefined || value === null || value === '') return emptied(value);
  if ((words as readonly unknown[]).includes(value)) return value as T;
  return refuse(name, `one of ${words.join(', ')}`, value);
}

/** A language tag, reduced to its language. */
export function readLanguage(raw: Raw, name: string): Field<string> {
  const text = readString(raw, name);
  if (!text) return text;
  return languageIn(text) ?? refuse(name, 'a language such as "en" or "zh-TW"', text);
}

export function readBoolean(raw: Raw, name: string): Field<boolean> {
  const value = raw[name];
  if (value === undefined || value === null || typeof value === 'boolean') return value;
  return refuse(name, 'true or false', value);
}

/** An integer of at least `min`. */
export function readCount(raw: Raw, name: string, min: number): Field<number> {
  const value = raw[name];
  if (value === undefined || value === null) return value;
  if (Number.isSafeInteger(value) && (value as number) >= min) return value as number;
  return refuse(name, `a whole number of at least ${min}`, value);
}

/** A finite number above zero and at most `max`. */
export function readAmount(raw: Raw, name: string, max: number): Field<number> {
  const value = raw[name];
  if (value === undefined || value === null) return value;
  if (typeof value === 'number' && value > 0 && value <= max) return value;
  return refuse(name, `a number above 0 and at most ${max}`, value);
}

/** An integer id from another server. */
export function readId(raw: Raw, name: string): Field<number> {
  const value = raw[name];
  if (value === undefined || value === null) return value;
  const { idMax } = INGEST;
  if (Number.isInteger(value) && Number(value) > 0 && Number(value) <= idMax) return Number(value);
  return refuse(name, `a whole number from 1 to ${idMax}`, value);
}

/** A time, in milliseconds since the epoch. A date alone is the start of that day at the place. */
export function readInstant(raw: Raw, name: string): Field<number> {
  const text = readString(raw, name);
  if (text === undefined || text === null) return text;
  const atMs = text.length <= INSTANT_UNITS_MAX ? instantOf(text) : null;
  if (atMs === null) return refuse(name, INSTANT_RULE, text);
  if (atMs >= EARLIEST_MS && atMs < END_MS) return atMs;
  return refuse(name, `a year from ${INGEST.yearMin} to ${INGEST.yearMax}`, text);
}

/** ISO 8601, or any form that the crawler reads in feeds, if it has a zone. */
function instantOf(text: string): number | null {
  const atMs = parseInstant(text);
  if (atMs !== null) return atMs;
  const stamp = readStamp(text, ZONE_OFFSET_MS);
  if (stamp === null) return null;
  // A time without a zone changes with the assumed zone.
  const isZoned = stamp.precision === 'day' || readStamp(text, 0)?.atMs === stamp.atMs;
  return isZoned ? stamp.atMs : null;
}

/** Whether the field, read as a time before, is only a date. */
export function isDateOnly(raw: Raw, name: string): boolean {
  const text = raw[name] as string;
  if (text.length === DATE_UNITS) return true;
  return parseInstant(text) === null && readStamp(text, ZONE_OFFSET_MS)?.precision === 'day';
}

/** The canonical address of a page. */
export function readPage(raw: Raw, name: string): Field<string> {
  const text = readString(raw, name);
  return text ? (canonicalUrl(text) ?? refuseAddress(name, text)) : text;
}

/** An address in its original form: a home page, a feed, an icon. */
export function readAddress(raw: Raw, name: string): Field<string> {
  const text = readString(raw, name);
  return text ? (httpUrl(text) ?? refuseAddress(name, text)) : text;
}

/** The name of a hosted icon. */
export function readIconHash(raw: Raw, name: string): Field<string> {
  const text = readString(raw, name);
  return !text || isIconHash(text) ? text : refuse(name, ICON_RULE, text);
}

/** The address of a picture; null when unusable, because the record must not be refused for it. */
export function readPicture(raw: Raw, name: string): Field<string> {
  const text = readString(raw, name);
  return text ? httpUrl(text) : text;
}

/** A text as in the line; null when empty. */
export function readString(raw: Raw, name: string): Field<string> {
  const value = raw[name];
  if (typeof value === 'string') return value === '' ? null : value;
  if (value === undefined || value === null) return value;
  return refuse(name, 'a text', value);
}

function emptied(value: '' | null | undefined): null | undefined {
  return value === '' ? null : value;
}

function refuseAddress(name: string, text: string): never {
  if (text.length <= INGEST.urlMax) return refuse(name, ADDRESS_RULE, text);
  throw new FieldFault(
    name,
    `expected ${ADDRESS_RULE} of at most ${INGEST.urlMax} characters, got ${quoted(text)}`,
  );
}

/** A parsed JSON object. A key `__proto__` is an own property like any other here. */
export type Raw = Readonly<Record<string, unknown>>;

/** Longest part of the input that a reason quotes. */
const QUOTED_MAX = 60;

/** A violation of a rule; `path` grows as the fault leaves nested objects. */
export class FieldFault extends Error {
  path: string;
  readonly problem: string;

  constructor(path: string, problem: string) {
    super();
    this.path = path;
    this.problem = problem;
  }

  get reason(): string {
    return `${this.path}: ${this.problem}`;
  }
}

/**
 * A violation of a rule as one sentence that names the field.
 *
 * Invariants: a reason never contains control characters and quotes at most `QUOTED_MAX` code
 * points of the input. A fault is an exception within this folder only; `parseLine` returns it.
 *
 * @throws FieldFault always.
 */
export function refuse(name: string, expected: string, value: unknown): never {
  throw new FieldFault(name, `expected ${expected}, got ${quoted(value)}`);
}

/** A value in a reason: short, on one line. */
export function quoted(value: unknown): string {
  if (typeof value === 'string') {
    const cut = cutCodePoints(value, QUOTED_MAX);
    return `${JSON.stringify(cut)}${cut === value ? '' : '…'}`;
  }
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tags in normal form, without duplicates; the first spelling stays. */
export function readTags(raw: Raw, name: string): Field<string[]> {
  const list = readList(raw, name);
  if (!list) return list;
  const tags: string[] = [];
  const keys = new Set<string>();
  for (let index = 0; index < list.length && tags.length < INGEST.tagsMax; index++) {
    for (const raw of tagsIn(textAt(list, name, index))) {
      const tag = normalTag(raw);
      if (tag === null || tags.length === INGEST.tagsMax) continue;
      const key = tagKey(tag);
      if (keys.has(key)) continue;
      keys.add(key);
      tags.push(tag);
    }
  }
  return tags;
}

const HASH = /[#\uff03]/;
const HASHES: ReadonlySet<number> = new Set([0x23, 0xff03]);
const LATER_HASH = /[^\s#\uff03]\s*[#\uff03]/;

/** Some outlets write all tags in one text: `#one#two`. A single `#one` is a tag, unchanged. */
function tagsIn(text: string): readonly string[] {
  const isList = HASHES.has(text.charCodeAt(0)) && LATER_HASH.test(text);
  return isList ? text.split(HASH) : [text];
}

/** Single-line texts of at most `textMax` code points each. */
export function readLines(
  raw: Raw,
  name: string,
  membersMax: number,
  textMax: number,
): Field<string[]> {
  const list = readList(raw, name);
  if (!list) return list;
  const lines: string[] = [];
  for (let index = 0; index < list.length && lines.length < membersMax; index++) {
    const line = cleanText(textAt(list, name, index), 'line');
    if (line !== '' && !isLongerThan(line, textMax)) lines.push(line);
  }
  return lines;
}

/** Codes, slugs or keys, without duplicates. */
export function readKeys(raw: Raw, name: string, membersMax: number): Field<string[]> {
  const list = readList(raw, name);
  if (!list) return list;
  const members = list.slice(0, membersMax);
  const keys = members.map((_, i) => checkedKey(`${name}[${i}]`, textAt(members, name, i)));
  return [...new Set(keys)];
}

/** A list of objects; `read` returns null for a member to leave out. */
export function readObjects<T>(
  raw: Raw,
  name: string,
  membersMax: number,
  read: (member: Raw) => T | null,
): Field<T[]> {
  const list = readList(raw, name);
  if (!list) return list;
  const members: T[] = [];
  for (let index = 0; index < list.length && members.length < membersMax; index++) {
    const member = within(list[index], name, index, read);
    if (member !== null) members.push(member);
  }
  return members;
}

export function readObject<T>(raw: Raw, name: string, read: (member: Raw) => T): Field<T> {
  const value = raw[name];
  return value === undefined || value === null ? value : within(value, name, null, read);
}

/** The list, with unread members. */
export function readList(raw: Raw, name: string): Field<readonly unknown[]> {
  const value = raw[name];
  if (value === undefined || value === null || Array.isArray(value)) return value;
  return refuse(name, 'a list', value);
}

/**
 * Readers of lists and nested objects.
 *
 * Invariants: a list is cut at its limit, and later members are not read; too long or empty texts
 * in a list are dropped; a member of the wrong type refuses the line; the reason names
 * `feeds[2].url`.
 */
function textAt(list: readonly unknown[], name: string, index: number): string {
  const member = list[index];
  return typeof member === 'string' ? member : refuse(`${name}[${index}]`, 'a text', member);
}

/** Reads a member; adds the member's place to faults. */
function within<T>(
  value: unknown,
  name: string,
  index: number | null,
  read: (member: Raw) => T,
): T {
  const place = (): string => (index === null ? name : `${name}[${index}]`);
  if (!isRaw(value)) return refuse(place(), 'an object', value);
  try {
    return read(value);
  } catch (thrown) {
    if (thrown instanceof FieldFault) thrown.path = `${place()}.${thrown.path}`;
    throw thrown;
  }
}
