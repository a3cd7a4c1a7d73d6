/**
 * Rows to CSV as RFC 4180 has it: CRLF, quotes where they are needed, lists as JSON, times as ISO 8601.
 *
 * Invariant: no cell of text is a formula to a spreadsheet: one that begins with = + - @ (of full width, too),
 * a tab or CR has an apostrophe before it. Numbers stay numbers. Who needs texts to the letter takes NDJSON.
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

/** The line with the names of columns. */
export function csvHeader(columns: readonly DumpColumn[]): string {
  return stringify([columns.map(({ name }) => name)], OPTIONS);
}

/** A line for each row; what a row has not is empty. */
export function csvLines(columns: readonly DumpColumn[], rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => columns.map(({ name }) => row[name] ?? null)),
    OPTIONS,
  );
}
