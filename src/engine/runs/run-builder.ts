/**
 * Makes runs: from new rows, from runs that are merged, and from the bytes of a run.
 *
 * Invariants: a run is sorted and without dead rows, in whatever order the rows arrived, so the same set
 * of rows always gives the same bytes. Only the writer's thread uses this file.
 */
import { assert } from '../../kernel/errors.js';
import { FOLDING, pause, pauseAt } from '../../kernel/runtime/pause.js';
import { searchForm, writePlainForm } from '../../kernel/text/tag.js';
import type { Arena } from '../columns/arena.js';
import { withCapacity } from '../columns/columns.js';
import type { SharedExtents } from './extents.js';
import { type Stretch, stretchesOf } from './reading-order.js';
import { Run, type RunFormat, type RunSizes } from './run.js';

/** Rows copied between two pauses: some 0.3 ms. */
const ROWS_PER_PAUSE = 512;

type Column = Uint32Array | Float64Array | Uint16Array | Uint8Array;

/** Places of the next row and of the next list values in a run that is being filled. */
type End = { row: number; keys: number; text: number; items: number };

export class RunBuilder {
  readonly #format: RunFormat;
  readonly #extents: SharedExtents;
  /** Rows per owner while a run is ordered by owner; all zero otherwise. */
  #counts = new Uint32Array(1024);

  constructor(format: RunFormat, extents: SharedExtents) {
    this.#format = format;
    this.#extents = extents;
  }

  /** A run of rows of one segment, in any order; `buffer` has their texts and items. */
  build(startMs: number, rows: Row[], buffer: RowBuffer): Run {
    rows.sort((a, b) => b.timeMs - a.timeMs || b.id - a.id);
    const sizes: RunSizes = { count: rows.length, keys: 0, text: 0, items: 0 };
    for (const { keys, text, item } of rows) {
      sizes.keys += keys.length;
      sizes.text += text.to - text.from;
      sizes.items += item.to - item.from;
    }
    const run = this.#create(sizes, startMs);
    const hasKeys = run.keyEnds.length > 0;
    let keyAt = 0;
    let textAt = 0;
    let itemAt = 0;
    rows.forEach((row, at) => {
      pauseAt(at, FOLDING);
      run.ids[at] = row.id;
      run.times[at] = row.timeMs - startMs;
      run.owners[at] = row.owner;
      run.flags[at] = row.flags;
      for (const key of row.keys) run.keys[keyAt++] = key;
      buffer.copyText(row.text, run.text, textAt);
      textAt += row.text.to - row.text.from;
      buffer.copyItem(row.item, run.items, itemAt);
      itemAt += row.item.to - row.item.from;
      if (hasKeys) run.keyEnds[at] = keyAt;
      run.textEnds[at] = textAt;
      run.itemEnds[at] = itemAt;
    });
    this.#orderByOwner(run);
    return run;
  }

  /** One run with the live rows of several; null when there are none. */
  merge(startMs: number, sources: readonly Run[]): Run | null {
    const stretches = stretchesOf(sources, this.#format.flags.dead);
    const sizes = sizesOf(stretches);
    if (sizes.count === 0) return null;
    const target = this.#create(sizes, startMs);
    const end: End = { row: 0, keys: 0, text: 0, items: 0 };
    for (const { run, from, to } of stretches) {
      for (let row = from; row < to; row += ROWS_PER_PAUSE) {
        pause();
        const part = { run, from: row, to: Math.min(to, row + ROWS_PER_PAUSE) };
        appendStretch(this.#extents.arena, target, part, end);
      }
    }
    this.#orderByOwner(target);
    return target;
  }

  /** The run whose bytes are the parts, one after the other. @throws when they are no run. */
  place(parts: readonly Uint8Array[]): Run {
    const run = Run.attach(this.#format, this.#extents.arena, this.#extents.place(parts));
    const byteLength = parts.reduce((sum, { length }) => sum + length, 0);
    assert(run.byteLength === byteLength, 'a run is as long as its header says');
    return run;
  }

  #create(sizes: RunSizes, startMs: number): Run {
    const at = this.#extents.allocate(this.#format.byteLengthOf(sizes));
    return Run.create(this.#format, this.#extents.arena, at, sizes, startMs);
  }

  /** Fills `byOwner`, if the format has it, by a counting sort: rows keep their order within an owner. */
  #orderByOwner({ owners, byOwner, count }: Run): void {
    if (byOwner.length === 0) return;
    let greatest = 0;
    for (let row = 0; row < count; row++) greatest = Math.max(greatest, owners[row]!);
    if (greatest >= this.#counts.length) this.#counts = new Uint32Array(2 * greatest + 1);
    const counts = this.#counts;
    const seen: number[] = [];
    for (let row = 0; row < count; row++) {
      const owner = owners[row]!;
      if (counts[owner] === 0) seen.push(owner);
      counts[owner]! += 1;
    }
    seen.sort((a, b) => a - b);
    let start = 0;
    for (const owner of seen) {
      const rows = counts[owner]!;
      counts[owner] = start;
      start += rows;
    }
    for (let row = 0; row < count; row++) {
      const owner = owners[row]!;
      byOwner[counts[owner]!] = row;
      counts[owner]! += 1;
    }
    for (const owner of seen) counts[owner] = 0;
  }
}

/** Copies a row of a run, with its text and item in `buffer`. */
export function rowAt(run: Run, at: number, buffer: RowBuffer): Row {
  return {
    id: run.ids[at]!,
    timeMs: run.timeMsAt(at),
    owner: run.owners[at]!,
    flags: run.flags[at]!,
    text: buffer.putUnits(run.text.subarray(run.textStart(at), run.textEnds[at]!)),
    keys: [...run.keys.subarray(run.keyStart(at), run.keyEnds[at])],
    item: buffer.putBytes(run.items.subarray(run.itemStart(at), run.itemEnds[at]!)),
  };
}

/** Offsets of a run and of the sections of its index. */
export function extentsOf({ at, index }: Run): number[] {
  return index === null ? [at] : [at, ...index.offsets];
}

function sizesOf(stretches: readonly Stretch<Run>[]): RunSizes {
  const sizes: RunSizes = { count: 0, keys: 0, text: 0, items: 0 };
  for (const { run, from, to } of stretches) {
    sizes.count += to - from;
    if (run.keyEnds.length > 0) sizes.keys += run.keyEnds[to - 1]! - run.keyStart(from);
    sizes.text += run.textEnds[to - 1]! - run.textStart(from);
    sizes.items += run.itemEnds[to - 1]! - run.itemStart(from);
  }
  return sizes;
}

/** Copies whole columns of a stretch to the end of a run; only the columns of ends need arithmetic. */
function appendStretch(arena: Arena, target: Run, { run, from, to }: Stretch<Run>, end: End): void {
  for (const column of ['ids', 'times', 'owners', 'flags'] as const) {
    copyElements(arena, target[column], end.row, run[column], from, to);
  }
  for (const list of run.format.lists) {
    const ends = ENDS[list];
    const first = from === 0 ? 0 : run[ends][from - 1]!;
    const last = run[ends][to - 1]!;
    const by = end[list] - first;
    copyElements(arena, target[list], end[list], run[list], first, last);
    for (let row = from; row < to; row++) {
      target[ends][end.row + row - from] = run[ends][row]! + by;
    }
    end[list] += last - first;
  }
  end.row += to - from;
}

const ENDS = { keys: 'keyEnds', text: 'textEnds', items: 'itemEnds' } as const;

/** Copies elements `from` to `to` by `memory.copy`: merging in shared memory takes twice as long with `set`. */
function copyElements(
  arena: Arena,
  target: Column,
  at: number,
  source: Column,
  from: number,
  to: number,
): void {
  const size = source.BYTES_PER_ELEMENT;
  arena.copy(target.byteOffset + size * at, source.byteOffset + size * from, size * (to - from));
}

/**
 * Rows that wait for their run, and their texts and items.
 *
 *   units   search forms of one row, each ended by TEXT_END │ of the next │ …
 *   bytes   JSON of one row and a comma                         │ of the next │ …
 *
 * Two reused buffers, and places in them, instead of two objects for each row: a garbage collection
 * copies every object that lives from one delta to the next.
 *
 * Invariant: a place is valid until `clear`. Only the writer's thread uses this.
 */

const UNITS_MIN = 64 * 1024;
const BYTES_MIN = 512 * 1024;
/** A larger column is freed when it is emptied; it was needed for a renamed owner, or a busy hour. */
const REUSED_BYTES_MAX = 4 * 1024 * 1024;
/** Bytes of UTF-8 for one UTF-16 unit, at most. */
const UNIT_BYTES_MAX = 3;
const COMMA = 0x2c;
/** Ends every searchable field, so that no needle matches across two. */
const TEXT_END = 0;

const encoder = new TextEncoder();

export interface ColumnPart {
  from: number;
  to: number;
}

/** A row that waits for its run. */
export interface Row {
  id: number;
  timeMs: number;
  owner: number;
  flags: number;
  /** Search form of the fields, each ended by U+0000: a part of the buffer. */
  text: ColumnPart;
  /** Hashes of its tags. */
  keys: readonly number[];
  /** JSON and a comma, UTF-8: a part of the buffer. */
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

  /** The column, with space for `more` values. */
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

  /** Appends the search forms of fields, one after the other. */
  putFields(...fields: readonly string[]): ColumnPart {
    const from = this.#units.end;
    for (const field of fields) this.#putField(field);
    return { from, to: this.#units.end };
  }

  putUnits(units: Uint16Array): ColumnPart {
    return this.#units.put(units);
  }

  /** Appends a value as JSON, and a comma. */
  putItem(value: object): ColumnPart {
    const text = JSON.stringify(value);
    const from = this.#bytes.end;
    const column = this.#bytes.reserve(UNIT_BYTES_MAX * text.length + 1);
    const to = from + encoder.encodeInto(text, column.subarray(from)).written;
    column[to] = COMMA;
    this.#bytes.end = to + 1;
    return { from, to: to + 1 };
  }

  putBytes(bytes: Uint8Array): ColumnPart {
    return this.#bytes.put(bytes);
  }

  valueAt({ from, to }: ColumnPart): unknown {
    const { buffer } = this.#bytes.column;
    return JSON.parse(Buffer.from(buffer, from, to - 1 - from).toString());
  }

  copyText({ from, to }: ColumnPart, target: Uint16Array, at: number): void {
    const { column } = this.#units;
    // A loop, because a call of `set` takes longer than copying so few units.
    for (let unit = from; unit < to; unit++) target[at++] = column[unit]!;
  }

  copyItem({ from, to }: ColumnPart, target: Uint8Array, at: number): void {
    target.set(this.#bytes.column.subarray(from, to), at);
  }

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
