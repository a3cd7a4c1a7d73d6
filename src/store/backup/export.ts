/**
 * The raw log as text, to leave Tagwire or to change its version; docs/formats/export.md.
 *
 *   {"format":"tagwire-export","version":1,"head":…}
 *   {"sequence":…,"previous":…,"record":{…},"body":"…"}    an entry, with its body if still stored
 *   {"sequence":…,"previous":…,"purged":{"payloadHash":…,"bodyHash":…}}   one that was erased
 *   {"erased":{"key":…,"value":…}}                         the name of an erased item
 *   {"end":{"lines":…,"checksum":…}}
 *
 * Invariants: the text holds the log at one acknowledged head. A text without its last line, or
 * with another checksum, is refused, so no cut-off text passes for a whole one. Secrets and
 * accounts are not exported.
 */

import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { Logger } from '../../kernel/logger.js';
import type { LogRecord } from '../../kernel/model/records.js';
import { decodeRecord, isKnown } from '../../kernel/model/wire.js';
import { bodyKeyOf } from '../log/batch.js';
import { atPlaces } from '../log/entries.js';
import { CHAIN_START, damageOf, decodeFrame, type Frame } from '../log/frame.js';
import { checkPlace, type StoredHead } from '../log/head.js';
import { IngestLog } from '../log/ingest-log.js';
import { decodeIdentity, IDENTITIES } from '../log/keys.js';
import { LogRebuild } from '../log/rebuild.js';
import { fillFolder } from './restore.js';
import type { BackupSource } from './source.js';

/** Entries whose bodies are read in one request. */
const ENTRIES_AT_ONCE = 64;

/** Takes text; resolves when more may be written. */
export type WriteText = (text: Buffer) => Promise<void>;

interface ExportReport {
  entries: number;
  bodies: number;
}

export async function exportLog(source: BackupSource, write: WriteText): Promise<ExportReport> {
  try {
    return await new Export(source, write).run();
  } finally {
    await source.end();
  }
}

class Export {
  readonly #source: BackupSource;
  readonly #write: WriteText;
  #checksum = 0n;
  #lines = 0;
  #bodies = 0;

  constructor(source: BackupSource, write: WriteText) {
    this.#source = source;
    this.#write = write;
  }

  async run(): Promise<ExportReport> {
    const { head } = await this.#source.begin();
    const { chain, ...rest } = head;
    await this.#put([{ format: EXPORT_FORMAT, version: EXPORT_VERSION, head: rest, chain }]);
    let before = CHAIN_START;
    let sequence = 0;
    let frames: Frame[] = [];
    for await (const [, value] of this.#source.entries(1, head.sequence)) {
      sequence += 1;
      const frame = decodeFrame(value);
      const damage =
        frame === null ? `entry ${sequence} is missing` : damageOf(frame, sequence, before);
      if (frame === null || damage !== null) throw new TagwireError('STORE_DAMAGED', damage ?? '');
      before = frame.chain;
      if (frames.push(frame) < ENTRIES_AT_ONCE) continue;
      await this.#putEntries(sequence - frames.length + 1, frames);
      frames = [];
    }
    await this.#putEntries(sequence - frames.length + 1, frames);
    if (sequence !== head.sequence) {
      throw new TagwireError('STORE_DAMAGED', `the log ends at entry ${sequence}`);
    }
    await this.#putErased();
    await this.#put([{ end: { lines: this.#lines, checksum: hexOf(this.#checksum) } }]);
    return { entries: sequence, bodies: this.#bodies };
  }

  async #putEntries(first: number, frames: readonly Frame[]): Promise<void> {
    const records = frames.map(({ purged, payload }) => (purged ? null : decodeRecord(payload)));
    const bodies = await this.#bodiesOf(frames, records);
    await this.#put(
      frames.map((frame, at) => {
        const place = { sequence: first + at, previous: frame.previous };
        const record = records[at]!;
        if (record !== null) return { ...place, record, body: bodies[at] };
        const { payloadHash, bodyHash } = frame;
        return { ...place, purged: { payloadHash: hexOf(payloadHash), bodyHash: hexOf(bodyHash) } };
      }),
    );
  }

  /** An older entry of an item does not get the body of a newer one. */
  async #bodiesOf(
    frames: readonly Frame[],
    records: readonly (LogRecord | null)[],
  ): Promise<(string | undefined)[]> {
    const keys = records.map((record) => (record === null ? null : bodyKeyOf(record)));
    const found = await atPlaces(keys, (there) => this.#source.get(there));
    return found.map((pair, at) => {
      const body = pair?.[1];
      if (body === undefined || hash64(body) !== frames[at]!.bodyHash) return undefined;
      this.#bodies += 1;
      return body.toString('utf8');
    });
  }

  async #putErased(): Promise<void> {
    for await (const [key, value] of this.#source.range(IDENTITIES)) {
      if (!decodeIdentity(value).erased) continue;
      const [keyHex, valueHex] = [key, value].map((bytes) => bytes.toString('hex'));
      await this.#put([{ erased: { key: keyHex, value: valueHex } }]);
    }
  }

  async #put(lines: readonly object[]): Promise<void> {
    const texts = lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`));
    for (const text of texts) {
      this.#checksum = hash64(text, this.#checksum);
      this.#lines += 1;
    }
    if (texts.length > 0) await this.#write(Buffer.concat(texts));
  }
}

/**
 * The lines of an export: their forms, and their checks when they are read.
 *
 * Invariant: a line is accepted only in its exact form.
 */
const EXPORT_FORMAT = 'tagwire-export';
const EXPORT_VERSION = 1;

/** The first line. */
interface ExportHead {
  head: Omit<StoredHead, 'chain'>;
  chain: string;
}

interface EntryLine {
  sequence: number;
  previous: number;
  record?: LogRecord;
  body?: string;
  purged?: { payloadHash: string; bodyHash: string };
}

interface ErasedLine {
  erased: { key: string; value: string };
}

type ExportLine = EntryLine | ErasedLine;

/** Checks lines one after the other, and that the end is not missing. */
class LineCheck {
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

  /** Must be called after the last line. @throws TagwireError BACKUP_DAMAGED. */
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
      // The error follows below.
    }
    throw this.#damage('it is no JSON object');
  }

  #damage(why: string): TagwireError {
    return new TagwireError('BACKUP_DAMAGED', `line ${this.#lines + 1} of the export: ${why}`);
  }
}

/**
 * Makes a store from an export.
 *
 * Ids, sequence numbers and times stay the same. The secret is new, because an export may be read
 * by others: older cursors are refused. Derived data is folded again at the first start.
 *
 * Invariant: the folder is a store only when the export was whole. The checksum of the export
 * vouches for records, whose kinds must be known.
 */
const SECRET_BYTES = 32;

export interface ImportReport {
  entries: number;
  bodies: number;
  /** True when the chain hash is the same: all records are the same byte for byte. */
  isSameLog: boolean;
}

/** @throws TagwireError INPUT_INVALID, BACKUP_DAMAGED, BACKUP_UNKNOWN. */
export function importLog(input: Readable, data: string, logger: Logger): Promise<ImportReport> {
  return fillFolder(data, async (draft) => {
    const report = await LogRebuild.make(draft, (log) => new Import(log).run(input));
    const opened = await IngestLog.open({ folder: draft, logger });
    await opened.close();
    return report;
  });
}

class Import {
  readonly #log: LogRebuild;
  readonly #check = new LineCheck();
  #bodies = 0;

  constructor(log: LogRebuild) {
    this.#log = log;
  }

  async run(input: Readable): Promise<ImportReport> {
    let begin: ReturnType<LineCheck['first']> | null = null;
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (begin === null) {
        begin = this.#check.first(text);
        checkPlace(begin.head, 'the export');
        continue;
      }
      const line = this.#check.next(text);
      if (line === null) continue;
      if ('erased' in line) {
        const { key, value } = line.erased;
        await this.#log.addErased(Buffer.from(key, 'hex'), Buffer.from(value, 'hex'));
      } else await this.#add(line);
    }
    this.#check.finish();
    if (begin === null) throw new TagwireError('BACKUP_DAMAGED', 'the export is empty');
    const { chain } = await this.#log.finish(begin.head, randomBytes(SECRET_BYTES));
    const { sequence: entries } = begin.head;
    return { entries, bodies: this.#bodies, isSameLog: chain === BigInt(begin.chain) };
  }

  async #add({ sequence, previous, record, body, purged }: EntryLine): Promise<void> {
    if (record !== undefined && !isKnown(record)) {
      throw new TagwireError(
        'BACKUP_UNKNOWN',
        `entry ${sequence} of the export is of a kind that this Tagwire does not know; use a newer one`,
      );
    }
    const bodyHash =
      purged?.bodyHash ?? (record !== undefined && 'bodyHash' in record && record.bodyHash);
    await this.#log.addRecord(sequence, {
      previous,
      record: record ?? null,
      payloadHash: BigInt(`0x${purged?.payloadHash ?? 0}`),
      bodyHash: bodyHash ? BigInt(`0x${bodyHash}`) : 0n,
    });
    const key = record === undefined || body === undefined ? null : bodyKeyOf(record);
    if (key === null) return;
    this.#bodies += 1;
    await this.#log.addBody(key, Buffer.from(body!));
  }
}
