/**
 * Walks the rows of a run that have a key or contain a text: by the run's index where it has one,
 * by native search over the run's columns where it has none.
 *
 * Invariants: both ways give the same rows; nothing is allocated per row. Not here: which of the
 * rows may be shown (scan.ts).
 */
import { NO_ROW, type RowWalk } from '../search/posting-lists.js';
import type { Run } from './run.js';

/** A text that is looked for: its search form in UTF-16 units and, for native search, as bytes. */
export interface TextNeedle {
  units: Uint16Array;
  bytes: Buffer;
}

/** `form` is a text in search form and not empty. */
export function textNeedle(form: string): TextNeedle {
  // Not from Buffer's pool, where a text may begin at an odd place.
  const bytes = Buffer.alloc(2 * form.length);
  bytes.write(form, 'utf16le');
  return { units: new Uint16Array(bytes.buffer, bytes.byteOffset, form.length), bytes };
}

/** The rows whose text contains a needle; null when there are none for certain. */
export function rowsWithText(run: Run, needle: TextNeedle): RowWalk | null {
  return run.index === null ? textScan(run, needle.bytes) : run.index.rowsWithText(needle.units);
}

/** True when the text of one row contains a needle. */
export function hasText(run: Run, row: number, { bytes }: TextNeedle): boolean {
  const from = run.textStart(row);
  return bytesOf(run.text.subarray(from, run.textEnds[row]!)).indexOf(bytes, 0, 'utf16le') >= 0;
}

/** The rows that have one of some keys; null when there are none. */
export function rowsWithKeys(run: Run, keys: readonly number[]): RowWalk | null {
  let rows: RowWalk | null = null;
  for (const key of keys) {
    const more = run.index === null ? keyScan(run, key) : run.index.rowsWithKey(key);
    rows = eitherOf(rows, more);
  }
  return rows;
}

/** Rows of one walk or another, of which null is none. */
export function eitherOf(one: RowWalk | null, other: RowWalk | null): RowWalk | null {
  if (one === null) return other;
  return other === null ? one : new EitherWalk(one, other);
}

/** Rows of both walks, of which null is none. */
export function bothOf(one: RowWalk | null, other: RowWalk | null): RowWalk | null {
  return one === null || other === null ? null : new BothWalk(one, other);
}

/** Rows of one walk (null: all of the run) that are in none of others. */
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

/** Rows that a search through a column finds, one after the other. */
class ColumnScan implements RowWalk {
  readonly #ends: Uint32Array;
  readonly #find: (row: number) => number;
  #row = -1;

  /**
   * @param ends of the rows' stretches of the column.
   * @param find the first element that is looked for from the start of a row on; below 0 for none.
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

/** The row whose stretch of a column holds an element, given the ends of all stretches. */
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
