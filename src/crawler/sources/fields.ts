/**
 * Reads one table of `sources.toml`, key by key.
 *
 * Invariants: an absent or blank key gives null. A key with an unusable value gives null too, is reported with
 * its path, and makes `sound` false. `end` reports the keys that were not asked for.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/clock.js';
import { INGEST } from '../../kernel/limits.js';
import { cleanText, cutCodePoints, isLongerThan } from '../../kernel/text/text.js';
import { httpUrl, withoutFeedScheme } from '../../kernel/text/url.js';
import { nearestOf } from '../../kernel/words.js';
import { addressPattern } from './address-pattern.js';
import type { AddressPattern } from './model.js';

/** A table as smol-toml gives it. */
export type Table = { readonly [key: string]: unknown };
/** Takes the fault of the value at a path. */
export type ReportFault = (path: string, message: string) => void;

/** Longest part of the file that a fault quotes. */
const QUOTED_MAX = 60;
/** More than the feeds, aliases or categories of any outlet. */
const MEMBERS_MAX = 1000;
const KEY = /^[A-Za-z0-9_.-]+$/;
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;
/** Zones reach from -12 to +14. */
const OFFSET_HOURS_MAX = 14;
const SPAN = /^(\d{1,6})\s*(s|m|h|d)$/;
const SPAN_MS: { readonly [unit: string]: number } = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
};

export class Fields {
  readonly path: string;
  sound = true;
  readonly #table: Table;
  readonly #report: ReportFault;
  readonly #asked = new Set<string>();

  constructor(table: Table, path: string, report: ReportFault) {
    this.#table = table;
    this.path = path;
    this.#report = report;
  }

  fault(key: string, message: string): null {
    this.sound = false;
    this.#report(key === '' ? this.path : `${this.path}.${key}`, message);
    return null;
  }

  has(key: string): boolean {
    return this.raw(key) !== undefined;
  }

  /** The value of a key. A blank text counts as absent, because people leave keys open in this way. */
  raw(key: string): unknown {
    this.#asked.add(key);
    const value = Object.hasOwn(this.#table, key) ? this.#table[key] : undefined;
    return typeof value === 'string' && value.trim() === '' ? undefined : value;
  }

  /** A text on one line. A longer text is refused, because a person can shorten it better than the program. */
  text(key: string, max: number = INGEST.nameMax): string | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    if (typeof value !== 'string') return this.#wrong(key, 'a text in quotes', value);
    const clean = cleanText(value, 'line');
    if (clean === '') return this.#wrong(key, 'a text', value);
    return isLongerThan(clean, max) ? this.fault(key, `has more than ${max} characters`) : clean;
  }

  /** A text that may also be empty, which gives null. */
  remark(key: string, max: number = INGEST.nameMax): string | null {
    return this.raw(key) === '' ? null : this.text(key, max);
  }

  /** A required value. Where it is missing the table is unsound, and `nothing` replaces the value. */
  needed<T>(key: string, value: T | null, nothing: T): T {
    if (value === null && !this.has(key)) this.fault('', `needs the key "${key}"`);
    return value ?? nothing;
  }

  /** A code, slug or key in the form of records. */
  code(key: string): string | null {
    const text = this.text(key);
    if (text === null) return null;
    const sound = text.length <= INGEST.codeMax && KEY.test(text) && !/^\.{1,2}$/.test(text);
    if (sound) return text;
    const rule = `1 to ${INGEST.codeMax} letters, digits, "_", "-" or "."`;
    return this.#wrong(key, rule, text);
  }

  word<T extends string>(key: string, words: readonly T[]): T | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    if ((words as readonly unknown[]).includes(value)) return value as T;
    const near = typeof value === 'string' ? nearestOf(value, words) : null;
    return this.#wrong(key, `one of ${words.join(', ')}`, value, near);
  }

  flag(key: string): boolean | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    return typeof value === 'boolean' ? value : this.#wrong(key, 'true or false', value);
  }

  /** A number above zero and at most `max`. */
  amount(key: string, max: number): number | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    if (typeof value === 'number' && value > 0 && value <= max) return value;
    return this.#wrong(key, `a number above 0 and at most ${max}`, value);
  }

  count(key: string, max: number): number | null {
    const value = this.amount(key, max);
    if (value === null || Number.isInteger(value)) return value;
    return this.#wrong(key, 'a whole number', value);
  }

  /** An absolute address, in the form in which it is fetched. */
  address(key: string): string | null {
    const value = this.raw(key);
    return value === undefined ? null : this.addressIn(key, value);
  }

  addressIn(key: string, value: unknown): string | null {
    const text = typeof value === 'string' ? withoutFeedScheme(value.trim(), 'https://') : '';
    const url = httpUrl(text);
    return url ?? this.#wrong(key, 'an address that begins with http:// or https://', value);
  }

  texts(key: string, max: number): string[] | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    const members = this.members(key);
    const texts: string[] = [];
    for (const [index, member] of members.entries()) {
      const at = Array.isArray(value) ? `${key}[${index}]` : key;
      const clean = typeof member === 'string' ? cleanText(member, 'line') : '';
      if (clean === '') this.#wrong(at, 'a text in quotes', member);
      else if (isLongerThan(clean, max)) this.fault(at, `has more than ${max} characters`);
      else texts.push(clean);
    }
    return texts;
  }

  /** A list; a single value counts as a list of one. */
  members(key: string): readonly unknown[] {
    const value = this.raw(key);
    if (value === undefined) return [];
    const members: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (members.length <= MEMBERS_MAX) return members;
    this.fault(key, `has more than ${MEMBERS_MAX} members`);
    return [];
  }

  pattern(key: string): AddressPattern | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    if (typeof value !== 'string') return this.#wrong(key, 'a regular expression in quotes', value);
    const pattern = addressPattern(value);
    if (typeof pattern !== 'string') return pattern;
    return this.fault(key, `cannot be used as a regular expression: ${pattern}`);
  }

  /** An offset such as "+08:00", in milliseconds. */
  zone(key: string): number | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    if (typeof value === 'string' && /^(z|utc)$/i.test(value)) return 0;
    const match = typeof value === 'string' ? OFFSET.exec(value) : null;
    const [hours, minutes] = [Number(match?.[2]), Number(match?.[3])];
    if (match !== null && hours <= OFFSET_HOURS_MAX && minutes < 60) {
      const offsetMs = hours * HOUR_MS + minutes * MINUTE_MS;
      return match[1] === '-' && offsetMs > 0 ? -offsetMs : offsetMs;
    }
    return this.#wrong(key, 'an offset such as "+08:00", or "Z"', value);
  }

  /** A span such as "10m"; undefined where the key is absent, null for "auto". */
  every(key: string, minMs: number, maxMs: number): number | null | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (value === 'auto') return null;
    const match = typeof value === 'string' ? SPAN.exec(value.trim()) : null;
    const spanMs = match === null ? Number.NaN : Number(match[1]) * SPAN_MS[match[2]!]!;
    if (spanMs >= minMs && spanMs <= maxMs) return spanMs;
    const bounds = `${minMs / SECOND_MS}s to ${maxMs / DAY_MS}d`;
    return this.#wrong(key, `"auto", or a span from ${bounds} such as "10m"`, value);
  }

  table(key: string): Fields | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    if (isTable(value)) return new Fields(value, `${this.path}.${key}`, this.#report);
    return this.#wrong(key, 'a table', value);
  }

  /** A table whose keys are the operator's names, and whose values are texts. */
  textTable(key: string): { [name: string]: string } | null {
    const value = this.raw(key);
    if (value === undefined) return null;
    if (!isTable(value)) return this.#wrong(key, 'a table', value);
    const wrong = Object.values(value).find((one) => typeof one !== 'string');
    if (wrong !== undefined) return this.#wrong(key, 'texts in quotes', wrong);
    return value as { [name: string]: string };
  }

  /** A member of a list, as a table with a path of its own. */
  within(key: string, table: Table): Fields {
    return new Fields(table, `${this.path}.${key}`, this.#report);
  }

  /** Reports every key that was not asked for. */
  end(): void {
    for (const key of Object.keys(this.#table)) {
      if (this.#asked.has(key)) continue;
      const known = [...this.#asked];
      const near = nearestOf(key, known);
      const hint = near === null ? `known are ${known.join(', ')}` : `did you mean "${near}"?`;
      this.fault(key, `is not known here; ${hint}`);
    }
  }

  #wrong(key: string, expected: string, value: unknown, near: string | null = null): null {
    const hint = near === null ? '' : `; did you mean "${near}"?`;
    return this.fault(key, `expected ${expected}, got ${quoted(value)}${hint}`);
  }
}

export function isTable(value: unknown): value is Table {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPlain && !(value instanceof Date);
}

function quoted(value: unknown): string {
  if (typeof value === 'string') {
    const cut = cutCodePoints(cleanText(value, 'line'), QUOTED_MAX);
    return `${JSON.stringify(cut)}${cut.length < value.length ? '…' : ''}`;
  }
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  return isTable(value) ? 'a table' : String(value);
}
