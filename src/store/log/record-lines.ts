/**
 * Records as lines that may be sent to a store again: what a store derived from a line is derived anew.
 *
 * Invariant: a line names no field that `parse/declaration.ts` does not know. Times, skips and rewinds belong
 * to one log, and have none.
 */
import { isoOf } from '../../kernel/clock.js';
import type { Discovery, LogRecord } from '../../kernel/model/records.js';
import { RECORDS } from './parse/declaration.js';

/** Names that are not made of the record's by leaving out `Ms` and adding `At`. */
const NAMES: { readonly [name: string]: string } = {
  collectingSinceMs: 'collectingSince',
  atMs: 'at',
  dateMs: 'date',
  precision: 'publishedPrecision',
};

/** The lines of a record; more than one where several media found an article. */
export function linesOf(record: LogRecord, body: string | null): object[] {
  if (!Object.hasOwn(RECORDS, record.kind)) return [];
  const { fields } = RECORDS[record.kind as keyof typeof RECORDS];
  const line: { [name: string]: unknown } = { kind: record.kind };
  for (const [name, value] of Object.entries(renamed(record) as object)) {
    // What the record does not know is not to replace what the other store knows.
    if (value !== null && Object.hasOwn(fields, name)) line[name] = value;
  }
  if (body !== null) line.body = body;
  if (record.kind !== 'news') return [line];
  line.tags = record.ownTags ?? record.tags;
  const [first, ...others] = record.discoveries.map((one) => renamed(one) as Discovery);
  if (first === undefined) return [line];
  const { media, url, title } = record;
  const found = others.map((discovery) => ({ kind: 'news', media, url, title, discovery }));
  return [{ ...line, discovery: first }, ...found];
}

/** The same with the names of lines, and times as text. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const isTime = name.endsWith('Ms') && typeof one === 'number';
      const other = NAMES[name] ?? (name.endsWith('Ms') ? `${name.slice(0, -2)}At` : name);
      return [other, isTime ? isoOf(one) : renamed(one)];
    }),
  );
}
