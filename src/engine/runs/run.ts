/**
 * A run: an immutable, sorted set of rows in flat memory.
 *
 * Rows go from the newest to the oldest (`times` are milliseconds since the start of the segment, equal
 * ones by descending id), and so do their lists: the values of a row reach from the end of the row before
 * to its own end. An item is the JSON of a row in answers, followed by a comma, so that a page is one
 * slice. `text` holds the searchable fields in search form, UTF-16, each field ended by U+0000.
 *
 * Not here: how runs are made (run-builder.ts) and searched (walks.ts).
 */
import { assert } from '../../kernel/errors.js';
import type { Arena } from '../columns/arena.js';
import { lowerBound, type OrderedRows, rowOf } from './reading-order.js';
import type { RunIndex } from './run-index.js';

/** The memory of a run: an arena, which may grow, or a buffer of its own. */
interface Place {
  at: number;
  /** The buffer with at least this many bytes. */
  bufferOf(end: number): ArrayBufferLike;
  /** True when the items, which come last, are stored elsewhere. */
  itemsApart: boolean;
}

/** The columns of a run, not copied. */
export class Run implements OrderedRows, Columns {
  readonly format: RunFormat;
  /** Offset of the run in the arena; it identifies the run. */
  readonly at: number;
  readonly byteLength: number;
  readonly startMs: number;
  readonly count: number;
  readonly ids!: Uint32Array;
  readonly times!: Uint32Array;
  readonly owners!: Uint16Array | Uint32Array;
  readonly byOwner!: Uint32Array;
  readonly itemEnds!: Uint32Array;
  readonly textEnds!: Uint32Array;
  readonly keyEnds!: Uint32Array;
  readonly items!: Uint8Array;
  readonly text!: Uint16Array;
  readonly keys!: Float64Array;
  /** Offset of the items in the arena. */
  readonly itemsAt: number;
  /** A private copy in readers: deltas change it, not the shared bytes. */
  flags!: Uint8Array;
  /** The search index; null for a run that is searched by reading it. */
  index: RunIndex | null = null;
  /** Dead rows; only the writer counts them. */
  dead = 0;

  private constructor(format: RunFormat, place: Place, sizes: RunSizes, startMs: number) {
    const { at, itemsApart } = place;
    const starts = format.startsOf(sizes);
    const byteLength = starts.at(-1)!;
    const itemsStart = starts.at(-2)!;
    const buffer = place.bufferOf(at + (itemsApart ? itemsStart : byteLength));
    const held = itemsApart ? { ...sizes, items: 0 } : sizes;
    const columns: { [name: string]: Columns[keyof Columns] } = { ...NO_COLUMNS };
    format.columns.forEach(({ name, type: Type }, slot) => {
      columns[name] = new Type(buffer, at + starts[slot]!, lengthOf(name, held));
    });
    Object.assign(this, columns);
    this.format = format;
    this.at = at;
    this.byteLength = byteLength;
    this.startMs = startMs;
    this.count = sizes.count;
    this.itemsAt = at + itemsStart;
  }

  /** Writes the header of a run, whose columns the caller then fills. */
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

  /** The run at an offset. @throws when the bytes are no run. */
  static attach(format: RunFormat, arena: Arena, at: number): Run {
    return Run.#at(format, placeIn(arena, at));
  }

  /** A run without its items. @throws when the bytes are no run. */
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

  /** Writes zeros between the columns, because a reused extent contains old bytes. */
  #clearGaps(): void {
    const bytes = new Uint8Array(this.ids.buffer, 0, this.at + this.byteLength);
    for (const { name } of this.format.columns) {
      const end = this[name].byteOffset + this[name].byteLength;
      bytes.fill(0, end, aligned(end));
    }
  }

  timeMsAt(row: number): number {
    return this.startMs + this.times[row]!;
  }

  /** Offset of a row's item within `items`; the item with its comma ends where the next begins. */
  itemStart(row: number): number {
    return startIn(this.itemEnds, row);
  }

  textStart(row: number): number {
    return startIn(this.textEnds, row);
  }

  keyStart(row: number): number {
    return startIn(this.keyEnds, row);
  }

  /** The item of a row without its comma, not copied. */
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

  /** The live row with this time and id, or -1. */
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

export interface RowPlace {
  run: Run;
  row: number;
}

/** The live row with this time and id in some runs; null when there is none. */
export function findRow(runs: readonly Run[], timeMs: number, id: number): RowPlace | null {
  for (const run of runs) {
    const row = run.rowOf(timeMs, id);
    if (row >= 0) return { run, row };
  }
  return null;
}

const NO_NUMBERS = new Uint32Array(0);
const NO_COLUMNS: Columns = {
  ids: NO_NUMBERS,
  times: NO_NUMBERS,
  owners: NO_NUMBERS,
  byOwner: NO_NUMBERS,
  itemEnds: NO_NUMBERS,
  textEnds: NO_NUMBERS,
  keyEnds: NO_NUMBERS,
  items: new Uint8Array(0),
  text: new Uint16Array(0),
  keys: new Float64Array(0),
  flags: new Uint8Array(0),
};

function placeIn(arena: Arena, at: number): Place {
  return { at, bufferOf: (end) => arena.bytes(end).buffer, itemsApart: false };
}

function startIn(ends: Uint32Array, row: number): number {
  return row === 0 ? 0 : ends[row - 1]!;
}

/**
 * The columns of an index's runs, and the layout of their bytes.
 *
 *   run    := header 64 bytes | columns, in the order that the format declares (each 8-byte aligned)
 *   header := magic u32 | version u32 | rows u32 | length of each list u32 | zeros up to 24
 *        | start of the segment f64 | zeros
 *
 * Invariant: the items come last, so that a run can be stored without them.
 */

const HEADER_BYTES = 64;
const START_AT = 24;
const ALIGN_BYTES = 8;

/** Every column that a run may have; columns that its format does not declare are empty. */
interface Columns {
  ids: Uint32Array;
  times: Uint32Array;
  flags: Uint8Array;
  /** The owner of a row: number of a media, id of a blog. */
  owners: Uint16Array | Uint32Array;
  /** All row numbers by owner and then by row, for finding the rows of one owner. */
  byOwner: Uint32Array;
  itemEnds: Uint32Array;
  textEnds: Uint32Array;
  keyEnds: Uint32Array;
  items: Uint8Array;
  text: Uint16Array;
  /** Hashes of tags. */
  keys: Float64Array;
}

type ColumnName = keyof Columns;

interface ColumnType<Column> {
  new (buffer: ArrayBufferLike, at: number, length: number): Column;
  readonly BYTES_PER_ELEMENT: number;
}

/** Columns with any number of values for a row; each has a column of ends. */
type ListName = 'keys' | 'text' | 'items';

/** Rows of a run, and elements of its lists. */
export type RunSizes = { count: number } & Record<ListName, number>;

/** The format of an index's runs, as the index declares it. */
interface Declared {
  readonly magic: number;
  /** The version that is written, and the oldest version that is read. */
  readonly version: number;
  readonly readsFrom: number;
  /** In the order of their bytes. */
  readonly columns: { readonly [Name in ColumnName]?: ColumnType<Columns[Name]> };
  /** In the order of their lengths in the header; three at most. */
  readonly lists: readonly ListName[];
  /** Start of the segment of an instant. */
  readonly segmentStartMs: (timeMs: number) => number;
  /** Bits of a row's flags; 0 for a flag that the index does not have. */
  readonly flags: {
    readonly hidden: number;
    /** Replaced by a newer row or erased. Never in a merged run. */
    readonly dead: number;
    /** Not to be shown before its time. */
    readonly waits: number;
  };
}

export class RunFormat {
  readonly magic: number;
  readonly version: number;
  readonly readsFrom: number;
  readonly lists: readonly ListName[];
  readonly segmentStartMs: (timeMs: number) => number;
  readonly flags: Declared['flags'];
  /** In the order of their bytes. */
  readonly columns: readonly { name: ColumnName; type: ColumnType<Columns[ColumnName]> }[];

  constructor(declared: Declared) {
    this.magic = declared.magic;
    this.version = declared.version;
    this.readsFrom = declared.readsFrom;
    this.lists = declared.lists;
    this.segmentStartMs = declared.segmentStartMs;
    this.flags = declared.flags;
    this.columns = Object.entries(declared.columns).map(([name, type]) => ({
      name: name as ColumnName,
      type: type as ColumnType<Columns[ColumnName]>,
    }));
    assert(this.columns.at(-1)?.name === 'items', 'items come last');
  }

  has(name: ColumnName): boolean {
    return this.columns.some((column) => column.name === name);
  }

  /** The start of each column, and at last the end of the run. */
  startsOf(sizes: RunSizes): number[] {
    let end = HEADER_BYTES;
    const starts = [end];
    for (const { name, type } of this.columns) {
      end = aligned(end + type.BYTES_PER_ELEMENT * lengthOf(name, sizes));
      starts.push(end);
    }
    return starts;
  }

  byteLengthOf(sizes: RunSizes): number {
    return this.startsOf(sizes).at(-1)!;
  }
}

/** Elements of a column: of a list its own number, otherwise one for each row. */
function lengthOf(name: ColumnName, sizes: RunSizes): number {
  return name === 'keys' || name === 'text' || name === 'items' ? sizes[name] : sizes.count;
}

/** The next offset at which a column may begin. */
function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGN_BYTES) * ALIGN_BYTES;
}

/** Offsets of a run and of the sections of its search index in the arena; no sections without an index. */
interface RunPlace {
  at: number;
  index: readonly number[];
}

/** A changed row of a run that readers have. */
export interface FlagChange {
  startMs: number;
  /** `Run.at` of the row's run. */
  at: number;
  row: number;
  flags: number;
}

/** The changes that a writer of runs sends to its reader. */
export interface RunDelta {
  /** All runs of each changed segment; a segment without runs is removed. */
  segments: { startMs: number; runs: RunPlace[] }[];
  /** Applied after `segments`. */
  flags: FlagChange[];
  /** Bytes of extents in use in the arena, and up to the end of the last. */
  usedBytes: number;
  heldBytes: number;
}

/** Options of a writer's start. */
export interface RunOptions {
  memory: WebAssembly.Memory;
  /** Bytes at the start of the arena that belong to the reader. */
  scratchBytes: number;
}
