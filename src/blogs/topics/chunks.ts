/** Columns of numbers as snapshots have them: cut into ranges of rows, as bytes, and back. */
import { type Column, columnBytes } from '../../engine/columns/columns.js';
import { ChunkNames } from '../../engine/index/chunk-name.js';
import { decode, encodeOwn } from '../../kernel/codec.js';
import { assert } from '../../kernel/errors.js';

/** Rows of a range: what changes little is written in few of these. */
const RANGE_ROWS = 65_536;

/** Columns by name, as they stand in a chunk. */
type Packed = { [name: string]: Column };

/** Bytes of columns, each cut to its length. The result is a buffer of its own. */
export function packColumns(columns: Packed): Uint8Array {
  const entries = Object.entries(columns).map(([name, column]) => {
    return [name, [column.BYTES_PER_ELEMENT, columnBytes(column)]];
  });
  return encodeOwn(Object.fromEntries(entries));
}

/** The chunk of some rows, `to` excluded, with a column for each name, and of whole columns. */
export function packRows<N extends string>(
  rows: { readonly [name in N]: Column },
  names: readonly N[],
  from: number,
  to: number,
  whole: Packed = {},
): Uint8Array {
  const cut = names.map((name) => [name, rows[name].slice(from, to)] as const);
  return packColumns({ ...Object.fromEntries(cut), ...whole });
}

/** A reader of what `packColumns` wrote. @throws when a column is missing or of another type. */
export class Unpacker {
  readonly #columns: { readonly [name: string]: readonly [number, Uint8Array] };

  constructor(bytes: Uint8Array) {
    this.#columns = decode(bytes) as { [name: string]: [number, Uint8Array] };
  }

  take<T extends Column>(name: string, Type: { new (buffer: ArrayBuffer): T }): T {
    const found = this.#columns[name];
    assert(Array.isArray(found) && found[1] instanceof Uint8Array, `a chunk has ${name}`);
    const column = new Type(found[1].slice().buffer);
    assert(column.BYTES_PER_ELEMENT === found[0], `${name} has the type of this version`);
    return column;
  }

  /** Puts the named columns into those of `rows`, which have room for them, from a row on. */
  takeRows<N extends string>(
    rows: { readonly [name in N]: Column },
    names: readonly N[],
    from: number,
  ): void {
    for (const name of names) {
      const Type = rows[name].constructor as new (buffer: ArrayBuffer) => Column;
      rows[name].set(this.take(name, Type), from);
    }
  }
}

/** The last log entry that changed each range of rows: part of the names of chunks. */
export class Ranges {
  readonly #rows: number;
  #changedAt: number[] = [];

  constructor(rows = RANGE_ROWS) {
    this.#rows = rows;
  }

  touch(row: number, sequence: number): void {
    const range = Math.floor(row / this.#rows);
    while (this.#changedAt.length <= range) this.#changedAt.push(sequence);
    this.#changedAt[range] = sequence;
  }

  touchAll(sequence: number): void {
    this.#changedAt.fill(sequence);
  }

  /** Names of the chunks of all ranges. */
  names(kind: RangeKind): string[] {
    return this.#changedAt.map((changedAt, range) => TOPICS_CHUNKS.format(kind, range, changedAt));
  }

  /** The rows that a chunk of this name holds, cut to `length` rows in all. */
  bounds(name: string, length: number): { from: number; to: number } {
    const from = TOPICS_CHUNKS.parse(name).key * this.#rows;
    return { from, to: Math.min(from + this.#rows, length) };
  }

  /** Takes note of a chunk that came back. */
  restored(name: string): void {
    const { key: range, revision } = TOPICS_CHUNKS.parse(name);
    while (this.#changedAt.length <= range) this.#changedAt.push(0);
    this.#changedAt[range] = Number(revision);
  }
}

/** The chunks of the topics index, by name. */
export const TOPICS_CHUNKS = new ChunkNames({
  notes: 'one',
  blogs: 'one',
  findings: 'one',
  open: 'one',
  media: 'one',
  pool: 'keyed',
  spellings: 'keyed',
  terms: 'keyed',
  words: 'keyed',
  posts: 'keyed',
  versions: 'keyed',
  rows: 'keyed',
  labels: 'keyed',
  // Texts of a week; the number of the part stands in the place of the revision.
  texts: 'keyed',
});

/** Kinds whose chunks are ranges of rows. */
export type RangeKind = 'spellings' | 'terms' | 'words' | 'posts' | 'versions' | 'rows' | 'labels';
