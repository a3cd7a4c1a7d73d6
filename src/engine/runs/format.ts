/**
 * Which columns the runs of an index have, and where each of them lies.
 *
 *   run    := header 64 bytes | columns, in the order that the format declares (each 8-byte aligned)
 *   header := magic u32 | version u32 | rows u32 | length of each list u32 | zeros up to 24
 *        | start of the segment f64 | zeros
 *
 * Invariant: the items come last, so that a run can be without them.
 */
import { assert } from '../../kernel/errors.js';

export const HEADER_BYTES = 64;
export const START_AT = 24;
const ALIGN_BYTES = 8;

/** Every column that a run may have; one that its format does not declare is empty. */
export interface Columns {
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

type ColumnName = keyof Columns;

interface ColumnType<Column> {
  new (buffer: ArrayBufferLike, at: number, length: number): Column;
  readonly BYTES_PER_ELEMENT: number;
}

/** What a row has any number of, each in a column of its own with a column of ends. */
type ListName = 'keys' | 'text' | 'items';

/** Rows of a run, and elements of its lists. */
export type RunSizes = { count: number } & Record<ListName, number>;

/** What an index says of its runs. */
interface Declared {
  readonly magic: number;
  /** The version that is written, and the oldest that is read. */
  readonly version: number;
  readonly readsFrom: number;
  /** In the order of their bytes. */
  readonly columns: { readonly [Name in ColumnName]?: ColumnType<Columns[Name]> };
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

  /** Where each column begins, and at last where the run ends. */
  startsOf(sizes: RunSizes): number[] {
    let end = HEADER_BYTES;
    const starts = [end];
    for (const { name, type } of this.columns) {
      end = aligned(end + type.BYTES_PER_ELEMENT * lengthOf(name, sizes));
      starts.push(end);
    }
    return starts;
  }

  /** Bytes of a run of these sizes. */
  byteLengthOf(sizes: RunSizes): number {
    return this.startsOf(sizes).at(-1)!;
  }
}

/** Elements of a column: of a list its own, else one for each row. */
export function lengthOf(name: ColumnName, sizes: RunSizes): number {
  return name === 'keys' || name === 'text' || name === 'items' ? sizes[name] : sizes.count;
}

/** The next place where a column may begin. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGN_BYTES) * ALIGN_BYTES;
}

/** Where a run and the sections of its search index lie in the arena; none of a run without one. */
interface RunPlace {
  at: number;
  index: readonly number[];
}

/**
 * What a writer of runs tells its reader: messages between two threads.
 */
export interface FlagChange {
  startMs: number;
  /** `Run.at` of the row's run. */
  at: number;
  row: number;
  flags: number;
}

export interface RunDelta {
  /** The runs of every segment that changed, all of them; no run ends the segment. */
  segments: { startMs: number; runs: RunPlace[] }[];
  /** Applied after `segments`. */
  flags: FlagChange[];
  /** Bytes of extents in use in the arena, and up to the end of the last. */
  usedBytes: number;
  heldBytes: number;
}

/** What a writer needs to start. */
export interface RunOptions {
  memory: WebAssembly.Memory;
  /** Bytes at the start of the arena that belong to the reader. */
  scratchBytes: number;
}
