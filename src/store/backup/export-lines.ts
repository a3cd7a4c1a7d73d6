/**
 * The lines of an export: their forms, and how they are checked when they are read.
 *
 * Invariant: a line is taken for what it says only when it has the form that it should have.
 */
import { TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { LogRecord } from '../../kernel/model/records.js';
import type { StoredHead } from '../log/head.js';

export const EXPORT_FORMAT = 'tagwire-export';
export const EXPORT_VERSION = 1;

/** The first line. */
export interface ExportHead {
  head: Omit<StoredHead, 'chain'>;
  chain: string;
}

export interface EntryLine {
  sequence: number;
  previous: number;
  record?: LogRecord;
  body?: string;
  purged?: { payloadHash: string; bodyHash: string };
}

export interface ErasedLine {
  erased: { key: string; value: string };
}

export type ExportLine = EntryLine | ErasedLine;

/** Checks lines one after the other, and that nothing is missing at the end. */
export class LineCheck {
  #checksum = 0n;
  #lines = 0;
  #isWhole = false;

  /** @throws TagwireError BACKUP_DAMAGED, BACKUP_UNKNOWN. */
  first(text: string): ExportHead {
    const line = this.#parsed(text) as ExportHead & { format?: unknown; version?: unknown };
    if (line.format !== EXPORT_FORMAT)
      throw this.#damage('the first line is not that of an export');
    if (line.version !== EXPORT_VERSION) {
      throw new TagwireError(
        'BACKUP_UNKNOWN',
        `the export is of version ${String(line.version)}; this Tagwire reads version ${EXPORT_VERSION}`,
      );
    }
    this.#count(text);
    return line;
  }

  /** The next line; null for the last one. @throws TagwireError BACKUP_DAMAGED. */
  next(text: string): ExportLine | null {
    if (this.#isWhole) throw this.#damage('something follows its last line');
    const line = this.#parsed(text);
    if ('end' in line) {
      this.#end(line.end as { lines: number; checksum: string });
      return null;
    }
    this.#count(text);
    if ('erased' in line) return line as ErasedLine;
    const { sequence, previous, record, purged } = line as Partial<EntryLine>;
    const isEntry = Number.isSafeInteger(sequence) && Number.isSafeInteger(previous);
    if (!isEntry || (record === undefined) === (purged === undefined)) {
      throw this.#damage('it is no entry');
    }
    return line as EntryLine;
  }

  /** To be called behind the last line. @throws TagwireError BACKUP_DAMAGED. */
  finish(): void {
    if (!this.#isWhole) throw this.#damage('the last line is missing, so it was cut off');
  }

  #end({ lines, checksum }: { lines: number; checksum: string }): void {
    if (lines !== this.#lines || checksum !== hexOf(this.#checksum)) {
      throw this.#damage(`its ${this.#lines} lines do not match their checksum`);
    }
    this.#isWhole = true;
  }

  #count(text: string): void {
    this.#checksum = hash64(Buffer.from(`${text}\n`), this.#checksum);
    this.#lines += 1;
  }

  #parsed(text: string): object {
    try {
      const line: unknown = JSON.parse(text);
      if (typeof line === 'object' && line !== null) return line;
    } catch {
      // Told below.
    }
    throw this.#damage('it is no JSON object');
  }

  #damage(why: string): TagwireError {
    return new TagwireError('BACKUP_DAMAGED', `line ${this.#lines + 1} of the export: ${why}`);
  }
}
