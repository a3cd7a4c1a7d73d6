/**
 * Encodes rows as the bytes of a file, piece by piece: NDJSON or CSV in one gzip stream, or
 * Parquet.
 *
 *   rows(piece) → bytes │ rows(piece) → bytes │ … │ finish() → bytes
 *
 * Invariants: buffers are bounded: a gzip window, or the rows of one Parquet row group. Equal rows
 * give equal bytes. Not here: the thread of a download, or the process of a command, in which this
 * runs.
 */
import { createGzip, type Gzip, gzipSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { csvHeader, csvLines } from './csv.js';
import {
  DUMP_KINDS,
  type DumpColumn,
  type DumpColumnType,
  type DumpFormat,
  type DumpService,
} from './dump-kinds.js';

export interface DumpEncoder {
  /** @param piece a JSON array of rows. */
  rows(piece: Uint8Array): Promise<Uint8Array>;
  finish(): Promise<Uint8Array>;
}

/** Message to a thread that makes a file. All tasks of a thread are of one dump. */
export interface DumpTask {
  service: DumpService;
  kind: string;
  format: DumpFormat;
  /** A JSON array of rows; null for the end. The reply contains bytes of the file. */
  rows: Uint8Array | null;
}

type Row = { readonly [name: string]: unknown };

/** A third of the time of level 6, for a tenth more bytes. */
const GZIP_LEVEL = 3;
/** Rows of a row group: some megabytes, and few enough groups for a reader. */
const GROUP_ROWS = 5000;

export function createDumpEncoder(
  service: DumpService,
  kind: string,
  format: DumpFormat,
): DumpEncoder {
  const { columns } = DUMP_KINDS[service][kind]!;
  switch (format) {
    case 'parquet':
      return new ParquetEncoder(columns);
    case 'csv.gz':
      return new GzipEncoder(csvHeader(columns), (rows) => csvLines(columns, rows));
    case 'ndjson.gz':
      return new GzipEncoder('', linesOf);
  }
}

class GzipEncoder implements DumpEncoder {
  /** Text before the first row. */
  #head: string;
  readonly #textOf: (rows: readonly Row[]) => string;
  readonly #gzip: Gzip = createGzip({ level: GZIP_LEVEL });
  #parts: Buffer[] = [];

  constructor(head: string, textOf: (rows: readonly Row[]) => string) {
    this.#head = head;
    this.#textOf = textOf;
    this.#gzip.on('data', (part: Buffer) => this.#parts.push(part));
  }

  async rows(piece: Uint8Array): Promise<Uint8Array> {
    const rows = rowsOf(piece);
    if (rows.length > 0) await this.#write(this.#textOf(rows));
    return this.#taken();
  }

  async finish(): Promise<Uint8Array> {
    await this.#write('');
    await new Promise<void>((resolve, reject) => {
      this.#gzip.once('end', resolve).once('error', reject);
      this.#gzip.end();
    });
    return this.#taken();
  }

  /** Writes a text, after the head if it is the first. */
  async #write(text: string): Promise<void> {
    const whole = this.#head + text;
    this.#head = '';
    if (whole === '') return;
    await new Promise<void>((resolve, reject) => {
      this.#gzip.write(whole, (error) => (error ? reject(error) : resolve()));
    });
  }

  #taken(): Uint8Array {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    return bytes;
  }
}

function linesOf(rows: readonly Row[]): string {
  return `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
}

function rowsOf(piece: Uint8Array): Row[] {
  return JSON.parse(
    Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString(),
  ) as Row[];
}

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

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

/** Columns are optional, lists have the three levels of LIST; every reader supports GZIP. */
class ParquetEncoder implements DumpEncoder {
  readonly #columns: readonly DumpColumn[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #waiting: Row[] = [];

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

  async rows(piece: Uint8Array): Promise<Uint8Array> {
    for (const row of rowsOf(piece)) this.#waiting.push(row);
    if (this.#waiting.length >= GROUP_ROWS) this.#group();
    return this.#taken();
  }

  async finish(): Promise<Uint8Array> {
    if (this.#waiting.length > 0) this.#group();
    void this.#writer.finish();
    return this.#taken();
  }

  /** Writes the waiting rows as a row group. */
  #group(): void {
    const rows = this.#waiting;
    const columnData = this.#columns.map(({ name, type }) => ({
      name,
      data: rows.map((row) => cellOf(type, row[name])),
    }));
    void this.#writer.write({ columnData, rowGroupSize: rows.length, pageSize: PAGE_BYTES });
    this.#waiting = [];
  }

  /** Bytes written since the last call. */
  #taken(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
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
