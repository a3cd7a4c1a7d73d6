/** Columns of numbers in snapshots: ranges of rows as bytes, and back. */
import { type Column, columnBytes } from '../../engine/columns/columns.js';
import { ChunkNames } from '../../engine/index/chunk-name.js';
import { decode, encodeOwn } from '../../kernel/codec.js';
import { assert } from '../../kernel/errors.js';

/** Rows of a range: a small change causes few ranges to be written again. */
const RANGE_ROWS = 65_536;

/** Columns by name, as a chunk stores them. */
type Packed = { [name: string]: Column };

/** Bytes of columns, in a buffer of their own. */
export function packColumns(columns: Packed): Uint8Array {
  const entries = Object.entries(columns).map(([name, column]) => {
    return [name, [column.BYTES_PER_ELEMENT, columnBytes(column)]];
  });
  return encodeOwn(Object.fromEntries(entries));
}

/** A chunk of rows `from` to `to`, exclusive, with a column for each name, and of whole columns. */
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

/** Reads bytes of `packColumns`. @throws when a column is missing or of another type. */
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

  /** Copies the named columns into those of `rows`, which have space for them, from a row on. */
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

/** The last log entry that changed each range of rows: a part of the names of chunks. */
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

  names(kind: RangeKind): string[] {
    return this.#changedAt.map((changedAt, range) => TOPICS_CHUNKS.format(kind, range, changedAt));
  }

  /** The rows of the chunk with this name, at most up to `length`. */
  bounds(name: string, length: number): { from: number; to: number } {
    const from = TOPICS_CHUNKS.parse(name).key * this.#rows;
    return { from, to: Math.min(from + this.#rows, length) };
  }

  restored(name: string): void {
    const { key: range, revision } = TOPICS_CHUNKS.parse(name);
    while (this.#changedAt.length <= range) this.#changedAt.push(0);
    this.#changedAt[range] = Number(revision);
  }
}

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
  // Texts of a week; the number of the part takes the place of the revision.
  texts: 'keyed',
});

/** Kinds whose chunks are ranges of rows. */
export type RangeKind = 'spellings' | 'terms' | 'words' | 'posts' | 'versions' | 'rows' | 'labels';
