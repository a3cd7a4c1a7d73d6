/**
 * An append-only file of small records that several processes share: a running server reads what
 * the command line writes, and the other way round.
 *
 *   line := checksum (16 hex digits) | blank | JSON | line feed
 *   checksum := xxHash64 of the JSON, seeded with the checksum of the line before
 *
 * Invariants: a record counts once its whole line is there; `append` returns when it is on disk.
 * A last line without its line feed was cut off by a crash before anybody was told of it: it does
 * not count and is overwritten. Anything else that does not match its checksum is damage.
 * Who appends or rewrites holds the folder's lock (accounts.ts); who reads needs none.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { TagwireError } from '../kernel/errors.js';
import { hash64, hexOf } from '../kernel/hash.js';

const CHECKSUM_CHARS = 16;
/** Readable by the owner alone. */
const MODE = 0o600;

/** What was appended since the last look. */
export interface News {
  /** True when the file was rewritten: everything known before is replaced by `records`. */
  isWhole: boolean;
  records: unknown[];
}

export class Journal {
  readonly #path: string;
  #fileId = -1;
  #endAt = 0;
  #chain = 0n;

  constructor(path: string) {
    this.#path = path;
  }

  /** Bytes of the lines that count. */
  get byteLength(): number {
    return this.#endAt;
  }

  /** True when there may be something to read. */
  hasNews(): boolean {
    const status = statSync(this.#path, { throwIfNoEntry: false });
    if (status === undefined) return this.#fileId !== -1;
    return status.ino !== this.#fileId || status.size !== this.#endAt;
  }

  /** Reads on. @throws TagwireError STORE_DAMAGED. */
  read(): News {
    if (!existsSync(this.#path)) {
      const isWhole = this.#fileId !== -1;
      this.#restart(-1);
      return { isWhole, records: [] };
    }
    const file = openSync(this.#path, 'r');
    try {
      const { ino, size } = fstatSync(file);
      const isWhole = ino !== this.#fileId || size < this.#endAt;
      if (isWhole) this.#restart(ino);
      const bytes = Buffer.alloc(size - this.#endAt);
      const length = readSync(file, bytes, 0, bytes.length, this.#endAt);
      return { isWhole, records: this.#take(bytes.subarray(0, length)) };
    } finally {
      closeSync(file);
    }
  }

  /** Appends a record behind what has been read. @throws TagwireError STORE_WRITE_FAILED. */
  append(record: unknown): void {
    const isNew = !existsSync(this.#path);
    const { line, chain } = lineOf(record, this.#chain);
    this.#write(isNew ? 'a' : 'r+', (file) => {
      ftruncateSync(file, this.#endAt);
      writeAll(file, line, this.#endAt);
      fdatasyncSync(file);
      this.#fileId = fstatSync(file).ino;
    });
    if (isNew) syncFolder(this.#path);
    this.#endAt += line.length;
    this.#chain = chain;
  }

  /** Puts other records in place of all. @throws TagwireError STORE_WRITE_FAILED. */
  rewrite(records: readonly unknown[]): void {
    const draft = `${this.#path}.draft`;
    let chain = 0n;
    const lines = records.map((record) => {
      const made = lineOf(record, chain);
      chain = made.chain;
      return made.line;
    });
    const bytes = Buffer.concat(lines);
    this.#write(
      'w',
      (file) => {
        writeAll(file, bytes, 0);
        fsyncSync(file);
        renameSync(draft, this.#path);
        this.#fileId = fstatSync(file).ino;
      },
      draft,
    );
    syncFolder(this.#path);
    this.#endAt = bytes.length;
    this.#chain = chain;
  }

  #restart(fileId: number): void {
    this.#fileId = fileId;
    this.#endAt = 0;
    this.#chain = 0n;
  }

  #take(bytes: Buffer): unknown[] {
    const records: unknown[] = [];
    let at = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, at)) {
      const json = bytes.subarray(at + CHECKSUM_CHARS + 1, end);
      const chain = hash64(json, this.#chain);
      const isSound = bytes.toString('latin1', at, at + CHECKSUM_CHARS) === hexOf(chain);
      if (!isSound) throw this.#damage();
      records.push(JSON.parse(json.toString()));
      this.#endAt += end + 1 - at;
      this.#chain = chain;
      at = end + 1;
    }
    return records;
  }

  #damage(): TagwireError {
    return new TagwireError(
      'STORE_DAMAGED',
      `${this.#path} is damaged behind byte ${this.#endAt}; restore it from a backup`,
    );
  }

  #write(flags: 'a' | 'r+' | 'w', work: (file: number) => void, path = this.#path): void {
    try {
      const file = openSync(path, flags, MODE);
      try {
        work(file);
      } finally {
        closeSync(file);
      }
    } catch (cause) {
      throw new TagwireError('STORE_WRITE_FAILED', `${path} could not be written`, { cause });
    }
  }
}

function lineOf(record: unknown, before: bigint): { line: Buffer; chain: bigint } {
  const json = Buffer.from(JSON.stringify(record));
  const chain = hash64(json, before);
  const line = Buffer.concat([Buffer.from(`${hexOf(chain)} `), json, Buffer.from('\n')]);
  return { line, chain };
}

function writeAll(file: number, bytes: Buffer, from: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, from + done);
  }
}

/** Makes a new name durable; Windows has no way to, and needs none. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
