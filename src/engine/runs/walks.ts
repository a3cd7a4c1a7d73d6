/**
 * Walks the rows of a run that have a key or contain a text: by the run's index if it has one, otherwise
 * by native search in the run's columns.
 *
 * Invariants: both ways give the same rows; nothing is allocated per row.
 */
import { NO_ROW, type RowWalk } from '../search/posting-lists.js';
import type { Run } from './run.js';

/** A text to search: its search form in UTF-16 units and, for native search, as bytes. */
export interface TextNeedle {
  units: Uint16Array;
  bytes: Buffer;
}

/** `form` is a text in search form and not empty. */
export function textNeedle(form: string): TextNeedle {
  // Not from Buffer's pool, in which a text may begin at an odd offset.
  const bytes = Buffer.alloc(2 * form.length);
  bytes.write(form, 'utf16le');
  return { units: new Uint16Array(bytes.buffer, bytes.byteOffset, form.length), bytes };
}

/** The rows whose text contains a needle; null when there are certainly none. */
export function rowsWithText(run: Run, needle: TextNeedle): RowWalk | null {
  return run.index === null ? textScan(run, needle.bytes) : run.index.rowsWithText(needle.units);
}

/** True when the text of one row contains a needle. */
export function hasText(run: Run, row: number, { bytes }: TextNeedle): boolean {
  const from = run.textStart(row);
  return bytesOf(run.text.subarray(from, run.textEnds[row]!)).indexOf(bytes, 0, 'utf16le') >= 0;
}

/** The rows that have at least one of the keys; null when there are none. */
export function rowsWithKeys(run: Run, keys: readonly number[]): RowWalk | null {
  let rows: RowWalk | null = null;
  for (const key of keys) {
    const more = run.index === null ? keyScan(run, key) : run.index.rowsWithKey(key);
    rows = eitherOf(rows, more);
  }
  return rows;
}

/** The union of two walks; null is the empty walk. */
export function eitherOf(one: RowWalk | null, other: RowWalk | null): RowWalk | null {
  if (one === null) return other;
  return other === null ? one : new EitherWalk(one, other);
}

/** The intersection of two walks; null is the empty walk. */
export function bothOf(one: RowWalk | null, other: RowWalk | null): RowWalk | null {
  return one === null || other === null ? null : new BothWalk(one, other);
}

/** Rows of one walk (null: all rows of the run) that are in none of the others. */
export function exceptOf(one: RowWalk | null, others: readonly RowWalk[]): RowWalk {
  return new ExceptWalk(one, others);
}

class ExceptWalk implements RowWalk {
  readonly #one: RowWalk | null;
  readonly #others: readonly RowWalk[];

  constructor(one: RowWalk | null, others: readonly RowWalk[]) {
    this.#one = one;
    this.#others = others;
  }

  next(from: number): number {
    for (let at = from; ; at++) {
      if (this.#one !== null) at = this.#one.next(at);
      const row = at;
      if (row >= NO_ROW || this.#others.every((other) => other.next(row) !== row)) return row;
    }
  }
}

class EitherWalk implements RowWalk {
  readonly #one: RowWalk;
  readonly #other: RowWalk;

  constructor(one: RowWalk, other: RowWalk) {
    this.#one = one;
    this.#other = other;
  }

  next(from: number): number {
    return Math.min(this.#one.next(from), this.#other.next(from));
  }
}

class BothWalk implements RowWalk {
  readonly #one: RowWalk;
  readonly #other: RowWalk;

  constructor(one: RowWalk, other: RowWalk) {
    this.#one = one;
    this.#other = other;
  }

  next(from: number): number {
    let row = this.#one.next(from);
    for (;;) {
      const reached = this.#other.next(row);
      if (reached === row || reached >= NO_ROW) return reached;
      row = this.#one.next(reached);
      if (row === reached || row >= NO_ROW) return row;
    }
  }
}

/** Rows of an ascending list. */
export class ListWalk implements RowWalk {
  readonly #rows: Uint32Array;
  #at = 0;

  constructor(rows: Uint32Array) {
    this.#rows = rows;
  }

  next(from: number): number {
    while (this.#at < this.#rows.length && this.#rows[this.#at]! < from) this.#at += 1;
    return this.#rows[this.#at] ?? NO_ROW;
  }
}

/** Rows that a search in a column finds, one after the other. */
class ColumnScan implements RowWalk {
  readonly #ends: Uint32Array;
  readonly #find: (row: number) => number;
  #row = -1;

  /**
   * @param ends of the rows' parts of the column.
   * @param find returns the first matching element from the start of a row on; negative for none.
   */
  constructor(ends: Uint32Array, find: (row: number) => number) {
    this.#ends = ends;
    this.#find = find;
  }

  next(from: number): number {
    if (this.#row >= from) return this.#row;
    const at = from < this.#ends.length ? this.#find(from) : -1;
    this.#row = at < 0 ? NO_ROW : rowHolding(this.#ends, at, from);
    return this.#row;
  }
}

function textScan(run: Run, needle: Buffer): ColumnScan {
  const text = bytesOf(run.text);
  return new ColumnScan(run.textEnds, (row) => {
    return text.indexOf(needle, 2 * run.textStart(row), 'utf16le') / 2;
  });
}

function keyScan(run: Run, key: number): ColumnScan {
  return new ColumnScan(run.keyEnds, (row) => run.keys.indexOf(key, run.keyStart(row)));
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** The row that contains an element of a column, given the ends of all rows. */
function rowHolding(ends: Uint32Array, element: number, from: number): number {
  let low = from;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle]! > element) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Walks the rows of one run that match a filter, newest first.
 *
 * Invariants: allocates once per run, never per row. A filter by text, key or owner reads only matching rows; a
 * run without such rows costs one look-up in its index.
 */

/** The conditions of a query for every row. */
export interface RowFilter {
  /** Start of the window, inclusive. */
  readonly sinceMs: number;
  /** End of the window, exclusive. */
  readonly untilMs: number;
  /** Rows that wait for their time are shown from then on. */
  readonly nowMs: number;
  /** 1 for each owner whose rows may appear; null when all may. */
  readonly owners: Uint8Array | null;
  /** The rows of a run with the wanted content. */
  readonly contentOf: (run: Run) => ContentRows;
}

/** A position in reading order: a page continues after its row. */
export interface Position {
  timeMs: number;
  id: number;
}

/** All rows of a run, some rows, or null for no rows. */
export type ContentRows = RowWalk | 'all' | null;

const LAST_ID = Number.POSITIVE_INFINITY;

export class RunScan {
  readonly run: Run;
  /** The matching row of the scan; `end` when there are no more. */
  row = 0;
  readonly end: number;
  readonly #filter: RowFilter;
  readonly #rows: RowWalk | null;
  readonly #unseen: number;
  readonly #waits: number;

  constructor(run: Run, filter: RowFilter, after: Position | null) {
    const rows = filter.contentOf(run);
    this.run = run;
    this.#filter = filter;
    const { hidden, dead, waits } = run.format.flags;
    this.#unseen = hidden | dead;
    this.#waits = waits;
    this.#rows = rows === 'all' ? null : rows;
    this.end = rows === null ? 0 : endOf(run, filter.sinceMs);
    if (this.end === 0) return;
    const first = startOf(run, filter.untilMs);
    this.row = after === null ? first : Math.max(first, run.lowerBound(after.timeMs, after.id - 1));
    this.#settle();
  }

  /** Moves to the next matching row. */
  advance(): void {
    this.row += 1;
    this.#settle();
  }

  /** Moves forward until the row matches. */
  #settle(): void {
    const { run, end } = this;
    const { nowMs, owners } = this.#filter;
    const rows = this.#rows;
    for (; this.row < end; this.row++) {
      if (rows !== null) this.row = rows.next(this.row);
      if (this.row >= end) break;
      const flags = run.flags[this.row]!;
      const isOpen =
        (flags & this.#unseen) === 0 &&
        ((flags & this.#waits) === 0 || run.timeMsAt(this.row) <= nowMs) &&
        (owners === null || owners[run.owners[this.row]!] === 1);
      if (isOpen) return;
    }
    this.row = end;
  }
}

/** The first row of a window; most windows end after the newest row of a run. */
function startOf(run: Run, untilMs: number): number {
  return run.timeMsAt(0) < untilMs ? 0 : run.lowerBound(untilMs - 1, LAST_ID);
}

/** The end of a window's rows. */
function endOf(run: Run, sinceMs: number): number {
  const isWhole = run.timeMsAt(run.count - 1) >= sinceMs;
  return isWhole ? run.count : run.lowerBound(sinceMs - 1, LAST_ID);
}
