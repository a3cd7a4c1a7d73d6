/**
 * Rows to the bytes of a file, piece by piece: NDJSON or CSV in one gzip stream, or Parquet.
 *
 *   rows(piece) → bytes │ rows(piece) → bytes │ … │ finish() → bytes
 *
 * Invariants: what waits inside is bounded: a gzip window, or the rows of one Parquet row group. Equal
 * rows give equal bytes. Not here: where this runs (a thread for each dump that is downloaded, or the
 * process of a command).
 */
import { createGzip, type Gzip } from 'node:zlib';
import { csvHeader, csvLines } from './csv.js';
import { DUMP_KINDS, type DumpFormat, type DumpService } from './dump-kinds.js';
import { ParquetFile } from './parquet-file.js';

export interface DumpEncoder {
  /** @param piece a JSON array of rows. */
  rows(piece: Uint8Array): Promise<Uint8Array>;
  finish(): Promise<Uint8Array>;
}

/** What a thread is told that makes a file. All tasks of a thread are of one dump. */
export interface DumpTask {
  service: DumpService;
  kind: string;
  format: DumpFormat;
  /** A JSON array of rows; null for the end. Answered by bytes of the file. */
  rows: Uint8Array | null;
}

type Row = { readonly [name: string]: unknown };

/** A third of the time of level 6 for a tenth more bytes. */
const GZIP_LEVEL = 3;
/** Rows that wait for their row group: some megabytes, and few enough groups for a reader. */
const GROUP_ROWS = 5000;

export function createDumpEncoder(
  service: DumpService,
  kind: string,
  format: DumpFormat,
): DumpEncoder {
  const { columns } = DUMP_KINDS[service][kind]!;
  switch (format) {
    case 'parquet':
      return new ParquetEncoder(service, kind);
    case 'csv.gz':
      return new GzipEncoder(csvHeader(columns), (rows) => csvLines(columns, rows));
    case 'ndjson.gz':
      return new GzipEncoder('', linesOf);
  }
}

/** Lines of text. */
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

  /** A text, after the head where it is the first. */
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

class ParquetEncoder implements DumpEncoder {
  readonly #file: ParquetFile;
  #waiting: Row[] = [];

  constructor(service: DumpService, kind: string) {
    this.#file = new ParquetFile(DUMP_KINDS[service][kind]!.columns);
  }

  async rows(piece: Uint8Array): Promise<Uint8Array> {
    for (const row of rowsOf(piece)) this.#waiting.push(row);
    if (this.#waiting.length >= GROUP_ROWS) this.#group();
    return this.#file.taken();
  }

  async finish(): Promise<Uint8Array> {
    if (this.#waiting.length > 0) this.#group();
    return this.#file.finish();
  }

  #group(): void {
    this.#file.group(this.#waiting);
    this.#waiting = [];
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
