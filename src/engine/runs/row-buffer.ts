/**
 * Rows on their way into a run, and where their texts and items lie.
 *
 *   units   search forms of one row, each ended by TEXT_END │ of the next │ …
 *   bytes   JSON of one row and a comma                         │ of the next │ …
 *
 * Two buffers that are used again, and places in them, instead of two objects for each row: what
 * lives from one delta to the next is what a collection has to copy.
 *
 * Invariant: a place is good until `clear`. Only the writer's thread comes here.
 */

import { searchForm, writePlainForm } from '../../kernel/text/tag.js';
import { withCapacity } from '../columns/columns.js';

const UNITS_MIN = 64 * 1024;
const BYTES_MIN = 512 * 1024;
/** A larger column is given back as soon as it is empty: what a renamed owner took, or a busy hour. */
const REUSED_BYTES_MAX = 4 * 1024 * 1024;
/** Bytes of UTF-8 for one UTF-16 unit, at most. */
const UNIT_BYTES_MAX = 3;
const COMMA = 0x2c;
/** Ends every searchable field, so that no needle matches across two. */
const TEXT_END = 0;

const encoder = new TextEncoder();

/** A part of a column. */
export interface ColumnPart {
  from: number;
  to: number;
}

/** A row on its way into a run. */
export interface Row {
  id: number;
  timeMs: number;
  owner: number;
  flags: number;
  /** Search form of the fields, each ended by U+0000, in the buffer. */
  text: ColumnPart;
  /** Hashes of its tags. */
  keys: readonly number[];
  /** JSON and a comma, UTF-8, in the buffer. */
  item: ColumnPart;
}

/** A column that is filled from its start, emptied, and filled again. */
class Stack<T extends Uint16Array | Uint8Array> {
  readonly #make: () => T;
  column: T;
  end = 0;

  constructor(make: () => T) {
    this.#make = make;
    this.column = make();
  }

  /** The column, with space for so many more values. */
  reserve(more: number): T {
    this.column = withCapacity(this.column, this.end + more);
    return this.column;
  }

  put(values: Uint16Array | Uint8Array): ColumnPart {
    const from = this.end;
    this.reserve(values.length).set(values, from);
    this.end += values.length;
    return { from, to: this.end };
  }

  clear(): void {
    this.end = 0;
    if (this.column.byteLength > REUSED_BYTES_MAX) this.column = this.#make();
  }
}

export class RowBuffer {
  readonly #units = new Stack(() => new Uint16Array(UNITS_MIN));
  readonly #bytes = new Stack(() => new Uint8Array(BYTES_MIN));

  /** Puts the search forms of fields in, one after the other. */
  putFields(...fields: readonly string[]): ColumnPart {
    const from = this.#units.end;
    for (const field of fields) this.#putField(field);
    return { from, to: this.#units.end };
  }

  /** Puts units in that come out of a run. */
  putUnits(units: Uint16Array): ColumnPart {
    return this.#units.put(units);
  }

  /** Puts a value in as JSON, and the comma after it. */
  putItem(value: object): ColumnPart {
    const text = JSON.stringify(value);
    const from = this.#bytes.end;
    const column = this.#bytes.reserve(UNIT_BYTES_MAX * text.length + 1);
    const to = from + encoder.encodeInto(text, column.subarray(from)).written;
    column[to] = COMMA;
    this.#bytes.end = to + 1;
    return { from, to: to + 1 };
  }

  /** Puts an item in that comes out of a run. */
  putBytes(bytes: Uint8Array): ColumnPart {
    return this.#bytes.put(bytes);
  }

  /** The value that an item is the JSON of. */
  valueAt({ from, to }: ColumnPart): unknown {
    const { buffer } = this.#bytes.column;
    return JSON.parse(Buffer.from(buffer, from, to - 1 - from).toString());
  }

  copyText({ from, to }: ColumnPart, target: Uint16Array, at: number): void {
    const { column } = this.#units;
    // Shorter than what a call of `set` costs.
    for (let unit = from; unit < to; unit++) target[at++] = column[unit]!;
  }

  copyItem({ from, to }: ColumnPart, target: Uint8Array, at: number): void {
    target.set(this.#bytes.column.subarray(from, to), at);
  }

  /** Forgets everything. */
  clear(): void {
    this.#units.clear();
    this.#bytes.clear();
  }

  #putField(field: string): void {
    const { end: from } = this.#units;
    let column = this.#units.reserve(field.length + 1);
    let end = writePlainForm(field, column, from);
    if (end < 0) {
      const form = searchForm(field);
      column = this.#units.reserve(form.length + 1);
      for (let at = 0; at < form.length; at++) column[from + at] = form.charCodeAt(at);
      end = from + form.length;
    }
    column[end] = TEXT_END;
    this.#units.end = end + 1;
  }
}
