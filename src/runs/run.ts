/**
 * A run: an immutable, sorted set of rows in flat memory.
 *
 *   run    := header 64 bytes | columns, in the order that the format declares (each 8-byte aligned)
 *   header := magic u32 | version u32 | rows u32 | length of each list u32 | zeros up to 24
 *        | start of the segment f64 | zeros
 *
 * Rows go from the newest to the oldest (`times` are milliseconds since the start of the segment,
 * equal ones by descending id), and so do their lists: the values of a row are those from the end of
 * the row before it up to its own. An item is what the API sends of a row, JSON followed by a comma, so
 * that a page is one slice. `text` is what search looks at, in search form, each field ended by
 * U+0000, UTF-16.
 *
 * Not here: how runs are made (run-builder.ts), how they are searched (walks.ts).
 */
import type { Arena } from '../columns/arena.js';
import { assert } from '../kernel/assert.js';
import { lowerBound, type OrderedRows, rowOf } from './reading-order.js';
import type { RunIndex } from './run-index.js';

const HEADER_BYTES = 64;
const START_AT = 24;
const ALIGN_BYTES = 8;

/** Every column that a run may have; one that its format does not declare is empty. */
interface Columns {
  ids: Uint32Array;
  times: Uint32Array;
  flags: Uint8Array;
  /** Whose row it is: number of a media, id of a blog. */
  owners: Uint16Array | Uint32Array;
  /** All row numbers, by owner and then by row: finds the rows of one without passing over others. */
  byOwner: Uint32Array;
  itemEnds: Uint32Array;
  textEnds: Uint32Array;
  keyEnds: Uint32Array;
  items: Uint8Array;
  text: Uint16Array;
  /** Hashes of tags. */
  keys: Float64Array;
}

interface ColumnType<Column> {
  new (buffer: ArrayBufferLike, at: number, length: number): Column;
  readonly BYTES_PER_ELEMENT: number;
}

/** What a row has any number of, each in a column of its own with a column of ends. */
type ListName = 'keys' | 'text' | 'items';

/** Which columns the runs of an index have, and what their bytes are known by. */
export interface RunFormat {
  readonly magic: number;
  /** The version that is written, and the oldest that is read. */
  readonly version: number;
  readonly readsFrom: number;
  /** In the order of their bytes. */
  readonly columns: { readonly [Name in keyof Columns]?: ColumnType<Columns[Name]> };
  /** In the order of their lengths in the header; three at most. */
  readonly lists: readonly ListName[];
  /** Start of the segment that an instant belongs to. */
  readonly segmentStartMs: (timeMs: number) => number;
  /** Bits of a row's flags; 0 where there is none such. */
  readonly flags: {
    readonly hidden: number;
    /** Replaced by a newer row or erased. Never in a merged run. */
    readonly dead: number;
    /** Not to be shown before its time. */
    readonly waits: number;
  };
}

/** Rows of a run, and elements of its lists. */
export interface RunSizes {
  count: number;
  keys: number;
  text: number;
  items: number;
}

/** Bytes of a run of these sizes. */
export function runByteLength(format: RunFormat, sizes: RunSizes): number {
  return layoutOf(format, sizes).byteLength;
}

/** Where the bytes of a run are: in an arena, which may grow, or in a buffer of their own. */
interface Place {
  at: number;
  /** The buffer that holds this many bytes. */
  bufferOf(end: number): ArrayBufferLike;
  /** True when the items, which come last, lie elsewhere. */
  itemsApart: boolean;
}

/** The columns of a run in place. */
export class Run implements OrderedRows, Columns {
  readonly format: RunFormat;
  /** Offset of the run in the arena; it names the run. */
  readonly at: number;
  readonly byteLength: number;
  readonly startMs: number;
  readonly count: number;
  readonly ids: Uint32Array;
  readonly times: Uint32Array;
  readonly owners: Uint16Array | Uint32Array;
  readonly byOwner: Uint32Array;
  readonly itemEnds: Uint32Array;
  readonly textEnds: Uint32Array;
  readonly keyEnds: Uint32Array;
  readonly items: Uint8Array;
  readonly text: Uint16Array;
  readonly keys: Float64Array;
  /** Offset of the items in the arena. */
  readonly itemsAt: number;
  /** A private copy on readers: it changes with deltas, not with the shared bytes. */
  flags: Uint8Array;
  /** What finds its rows by text and key without reading them; null where it is read. */
  index: RunIndex | null = null;
  /** Dead rows; only the writer counts them. */
  dead = 0;

  private constructor(format: RunFormat, place: Place, sizes: RunSizes, startMs: number) {
    const { at, itemsApart } = place;
    const { starts, byteLength } = layoutOf(format, sizes);
    const itemsStart = starts.get('items')!;
    const buffer = place.bufferOf(at + (itemsApart ? itemsStart : byteLength));
    const held = itemsApart ? { ...sizes, items: 0 } : sizes;
    const column = <Name extends keyof Columns>(name: Name, absent: Columns[Name]) => {
      const Type = format.columns[name] as ColumnType<Columns[Name]> | undefined;
      return Type === undefined
        ? absent
        : new Type(buffer, at + starts.get(name)!, lengthOf(name, held));
    };
    this.format = format;
    this.at = at;
    this.byteLength = byteLength;
    this.startMs = startMs;
    this.count = sizes.count;
    this.ids = column('ids', NO_NUMBERS);
    this.times = column('times', NO_NUMBERS);
    this.owners = column('owners', NO_NUMBERS);
    this.byOwner = column('byOwner', NO_NUMBERS);
    this.itemEnds = column('itemEnds', NO_NUMBERS);
    this.textEnds = column('textEnds', NO_NUMBERS);
    this.keyEnds = column('keyEnds', NO_NUMBERS);
    this.items = column('items', NO_BYTES);
    this.text = column('text', NO_UNITS);
    this.keys = column('keys', NO_KEYS);
    this.flags = column('flags', NO_BYTES);
    this.itemsAt = at + itemsStart;
  }

  /** Writes the header of a run that is about to be filled. */
  static create(
    format: RunFormat,
    arena: Arena,
    at: number,
    sizes: RunSizes,
    startMs: number,
  ): Run {
    const header = new DataView(arena.bytes(at + HEADER_BYTES).buffer, at, HEADER_BYTES);
    const { magic, version, lists } = format;
    const words = [magic, version, sizes.count, ...lists.map((list) => sizes[list])];
    for (let slot = 0; slot < HEADER_BYTES / 4; slot++) {
      header.setUint32(4 * slot, words[slot] ?? 0, true);
    }
    header.setFloat64(START_AT, startMs, true);
    const run = new Run(format, placeIn(arena, at), sizes, startMs);
    run.#clearGaps();
    return run;
  }

  /** The run that lies at an offset. @throws when the bytes are not one. */
  static attach(format: RunFormat, arena: Arena, at: number): Run {
    return Run.#at(format, placeIn(arena, at));
  }

  /** A run without its items. @throws when the bytes are not one. */
  static attachRows(format: RunFormat, { buffer, byteOffset }: Uint8Array): Run {
    return Run.#at(format, { at: byteOffset, bufferOf: () => buffer, itemsApart: true });
  }

  static #at(format: RunFormat, place: Place): Run {
    const { magic, version, readsFrom, lists } = format;
    const header = new DataView(place.bufferOf(place.at + HEADER_BYTES), place.at, HEADER_BYTES);
    const word = (slot: number): number => header.getUint32(4 * slot, true);
    assert(word(0) === magic, 'a run begins with its magic');
    assert(word(1) >= readsFrom && word(1) <= version, 'a run has a version that is read');
    const sizes: RunSizes = { count: word(2), keys: 0, text: 0, items: 0 };
    lists.forEach((list, at) => {
      sizes[list] = word(3 + at);
    });
    return new Run(format, place, sizes, header.getFloat64(START_AT, true));
  }

  /** Zeros between the columns, where an extent that is used again holds what was there before. */
  #clearGaps(): void {
    const bytes = new Uint8Array(this.ids.buffer, 0, this.at + this.byteLength);
    for (const name of namesOf(this.format)) {
      const end = this[name].byteOffset + this[name].byteLength;
      bytes.fill(0, end, aligned(end));
    }
  }

  timeMsAt(row: number): number {
    return this.startMs + this.times[row]!;
  }

  /** Offset of a row's item within `items`; the item ends, with its comma, where the next begins. */
  itemStart(row: number): number {
    return startIn(this.itemEnds, row);
  }

  textStart(row: number): number {
    return startIn(this.textEnds, row);
  }

  keyStart(row: number): number {
    return startIn(this.keyEnds, row);
  }

  /** The item of a row without its comma, in place. */
  itemAt(row: number): Uint8Array {
    return this.items.subarray(this.itemStart(row), this.itemEnds[row]! - 1);
  }

  isDead(row: number): boolean {
    return (this.flags[row]! & this.format.flags.dead) !== 0;
  }

  /** The first row that does not come before (timeMs, id) in reading order. */
  lowerBound(timeMs: number, id: number): number {
    return lowerBound(this, timeMs, id);
  }

  /** The living row of what has this time and id, or -1. */
  rowOf(timeMs: number, id: number): number {
    const row = rowOf(this, timeMs, id);
    return row >= 0 && this.isDead(row) ? -1 : row;
  }

  /** The rows of an owner, newest first, where the format has `byOwner`. */
  rowsOfOwner(owner: number): Uint32Array {
    const from = this.#firstOfOwner(owner);
    return this.byOwner.subarray(from, this.#firstOfOwner(owner + 1));
  }

  /** The first place of `byOwner` whose owner is not below `owner`. */
  #firstOfOwner(owner: number): number {
    const { byOwner, owners } = this;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (owners[byOwner[middle]!]! < owner) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const NO_NUMBERS = new Uint32Array(0);
const NO_UNITS = new Uint16Array(0);
const NO_BYTES = new Uint8Array(0);
const NO_KEYS = new Float64Array(0);

function placeIn(arena: Arena, at: number): Place {
  return { at, bufferOf: (end) => arena.bytes(end).buffer, itemsApart: false };
}

function namesOf({ columns }: RunFormat): (keyof Columns)[] {
  return Object.keys(columns) as (keyof Columns)[];
}

function layoutOf(
  format: RunFormat,
  sizes: RunSizes,
): { starts: Map<keyof Columns, number>; byteLength: number } {
  const starts = new Map<keyof Columns, number>();
  let byteLength = HEADER_BYTES;
  for (const name of namesOf(format)) {
    starts.set(name, byteLength);
    const size = format.columns[name]!.BYTES_PER_ELEMENT;
    byteLength = aligned(byteLength + size * lengthOf(name, sizes));
  }
  return { starts, byteLength };
}

/** Elements of a column: of a list its own, else one for each row. */
function lengthOf(name: keyof Columns, sizes: RunSizes): number {
  return name === 'keys' || name === 'text' || name === 'items' ? sizes[name] : sizes.count;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGN_BYTES) * ALIGN_BYTES;
}

/** Where the values of a row begin. */
function startIn(ends: Uint32Array, row: number): number {
  return row === 0 ? 0 : ends[row - 1]!;
}
