/**
 * Rows as CSV by RFC 4180: CRLF, quotes where needed, lists as JSON, times as ISO 8601.
 *
 * Invariant: no spreadsheet reads a text as a formula: a text that begins with = + - @ (also in
 * full width), a tab or CR gets an apostrophe before it. Numbers are unchanged. NDJSON is exact.
 */
import { stringify } from 'csv-stringify/sync';
import type { DumpColumn } from './dump-kinds.js';

type Row = { readonly [name: string]: unknown };

const OPTIONS = {
  record_delimiter: '\r\n',
  escape_formulas: true,
  cast: {
    boolean: (value: boolean) => String(value),
    object: (value: object) => JSON.stringify(value),
  },
} as const;

export function csvHeader(columns: readonly DumpColumn[]): string {
  return stringify([columns.map(({ name }) => name)], OPTIONS);
}

/** A line for each row; absent values are empty. */
export function csvLines(columns: readonly DumpColumn[], rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => columns.map(({ name }) => row[name] ?? null)),
    OPTIONS,
  );
}
