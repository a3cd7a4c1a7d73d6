/**
 * A Parquet file that is written row group by row group, its bytes taken meanwhile.
 *
 * Columns are optional, lists have three levels as Parquet's LIST wants them, pages are compressed with
 * GZIP, which every reader knows.
 */
import { gzipSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { DumpColumn, DumpColumnType } from './dump-kinds.js';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];
type Row = { readonly [name: string]: unknown };

const GZIP_LEVEL = 3;
const PAGE_BYTES = 1024 * 1024;

const PRIMITIVES: { readonly [type in DumpColumnType]: Partial<SchemaElement> } = {
  id: { type: 'INT64' },
  count: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  texts: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  ids: { type: 'INT64' },
  numbers: { type: 'DOUBLE' },
};

const LISTS: ReadonlySet<DumpColumnType> = new Set(['texts', 'ids', 'numbers']);

export class ParquetFile {
  readonly #columns: readonly DumpColumn[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;

  constructor(columns: readonly DumpColumn[]) {
    this.#columns = columns;
    const root: SchemaElement = { name: 'row', num_children: columns.length };
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [root, ...columns.flatMap(schemaOf)],
      codec: 'GZIP',
      compressors: { GZIP: (bytes) => gzipSync(bytes, { level: GZIP_LEVEL }) },
      createdBy: 'tagwire',
    });
  }

  /** Writes a row group. */
  group(rows: readonly Row[]): void {
    const columnData = this.#columns.map(({ name, type }) => ({
      name,
      data: rows.map((row) => cellOf(type, row[name])),
    }));
    void this.#writer.write({ columnData, rowGroupSize: rows.length, pageSize: PAGE_BYTES });
  }

  /** Bytes written since the last call. */
  taken(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }

  /** Ends the file; what was not taken yet. */
  finish(): Uint8Array {
    void this.#writer.finish();
    return this.taken();
  }
}

function schemaOf({ name, type }: DumpColumn): SchemaElement[] {
  const primitive = PRIMITIVES[type];
  if (!LISTS.has(type)) return [{ name, repetition_type: 'OPTIONAL', ...primitive }];
  return [
    { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...primitive },
  ];
}

function cellOf(type: DumpColumnType, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'id':
      return BigInt(value as number);
    case 'ids':
      return (value as number[]).map(BigInt);
    case 'time':
      return new Date(value as string);
    default:
      return value;
  }
}
