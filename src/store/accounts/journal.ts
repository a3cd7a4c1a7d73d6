/**
 * An append-only file of small records that several processes share: a running server reads the
 * records of the command line, and the other way round.
 *
 *   line := checksum (16 hex digits) | blank | JSON | line feed
 *   checksum := xxHash64 of the JSON, seeded with the checksum of the line before
 *
 * Invariants: a record is valid once its whole line is there; `append` returns when the line is on
 * disk and the anchor names it (journal-lines.ts). A last line without line feed that the anchor
 * does not name was cut off by a crash before it was acknowledged: it is ignored and overwritten.
 * Any other line with a wrong checksum, or an end before the anchor, is damage. A journal of a
 * version without anchors has none until the first append; from then on a line in it says that the
 * anchor must exist.
 * A process that appends or rewrites holds the folder's lock (roster-file.ts); reading needs no
 * lock.
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
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { syncFolderNow } from '../folders.js';
import {
  JournalAnchor,
  lineOf,
  linesIn,
  MENDS,
  MODE,
  type Point,
  writeAll,
  writeAllSoon,
} from './journal-lines.js';

/**
 * The record that says that the journal has an anchor, and names the records' format. Format 1,
 * which has no such record, has users, keys and tokens; docs/formats/accounts.md lists later
 * additions.
 */
const FORMAT = 3;
/** For accounts that several nodes share: versions that do not know the format must not write it. */
const SHARED_FORMAT = 4;
/**
 * For reading marks, muted names and sets of outlets: a version that does not know these records
 * would drop them when it rewrites the journal.
 */
const READING_FORMAT = 5;
const READING_TYPES: ReadonlySet<unknown> = new Set([
  ...['app-password', 'app-password-removed', 'mark', 'mark-floor', 'subscription', 'label'],
  ...['feed-delivery', 'set', 'set-reach', 'set-removed', 'muted'],
]);
const ANCHORED = 'anchored';
/** Attempts to read a journal that another process is writing or replacing. */
const LOOKS_MAX = 5;

/** Records appended since the last read. */
export interface JournalChanges {
  /** True when the file was rewritten: `records` replace the whole state. */
  isWhole: boolean;
  records: unknown[];
}

export class Journal {
  readonly #path: string;
  #fileId = -1;
  #endAt = 0;
  #chain = 0n;
  readonly #anchor: JournalAnchor;
  /** Checksum at the end of each line, by offset. */
  readonly #marks = new Map<number, bigint>();
  #isAnchored = false;
  #format = 1;
  #hasLooked = false;
  /** True while lines are being written, which are not valid yet. */
  #isAppending = false;

  constructor(path: string) {
    this.#path = path;
    this.#anchor = new JournalAnchor(path);
    this.#restart(-1);
  }

  /** Bytes of the valid lines. */
  get byteLength(): number {
    return this.#endAt;
  }

  /** True when there may be new records. */
  hasChanges(): boolean {
    if (this.#isAppending) return false;
    const status = statSync(this.#path, { throwIfNoEntry: false });
    if (status === undefined) return this.#fileId !== -1 || !this.#hasLooked;
    return status.ino !== this.#fileId || status.size !== this.#endAt;
  }

  /** Reads the new records. @throws TagwireError STORE_DAMAGED. */
  read(): JournalChanges {
    this.#hasLooked = true;
    for (let look = 1; ; look++) {
      // The anchor is read first, so a concurrent append or rewrite is never behind it.
      const points = this.#anchor.read();
      const changes = this.#readOn();
      if (this.#holds(points)) return changes;
      if (look === LOOKS_MAX) throw this.#damage();
      this.#restart(-1);
    }
  }

  /** Whether the journal has everything that was acknowledged. */
  #holds(points: readonly Point[] | null): boolean {
    if (points === null) return !this.#isAnchored;
    return points.some(({ bytes, chain }) => this.#marks.get(bytes) === chain);
  }

  #readOn(): JournalChanges {
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

  /** Appends records in one write. @throws TagwireError STORE_WRITE_FAILED. */
  append(...appended: unknown[]): void {
    const isNew = !existsSync(this.#path);
    // The anchor is written before the line that says that it exists.
    if (!this.#isAnchored) this.#anchor.write([this.#end]);
    const format = formatOf(appended, this.#format);
    const isNamed = this.#isAnchored && this.#format === format;
    const records = isNamed ? appended : [{ type: ANCHORED, format }, ...appended];
    const { bytes, points } = linesOf(records, this.#end);
    this.#write(isNew ? 'a' : 'r+', (file) => {
      ftruncateSync(file, this.#endAt);
      writeAll(file, bytes, this.#endAt);
      fdatasyncSync(file);
      this.#fileId = fstatSync(file).ino;
    });
    if (isNew) syncFolderNow(dirname(this.#path));
    this.#anchor.write(points.slice(-1));
    this.#pass(points, format);
  }

  /**
   * The same without blocking the thread, as a disk may for tens of milliseconds; only the start of
   * a new journal blocks. The caller holds the lock until the promise resolves. @throws
   * TagwireError STORE_WRITE_FAILED.
   */
  async appendSoon(...appended: unknown[]): Promise<void> {
    const isBegun = this.#isAnchored && this.#format === formatOf(appended, this.#format);
    if (!isBegun || !existsSync(this.#path)) return this.append(...appended);
    const { bytes, points } = linesOf(appended, this.#end);
    this.#isAppending = true;
    try {
      const file = await open(this.#path, 'r+');
      try {
        await file.truncate(this.#endAt);
        await writeAllSoon(file, bytes, this.#endAt);
        await file.datasync();
      } finally {
        await file.close();
      }
      await this.#anchor.writeSoon(points.slice(-1));
      this.#pass(points, this.#format);
    } catch (cause) {
      throw new TagwireError('STORE_WRITE_FAILED', `${this.#path} could not be written`, { cause });
    } finally {
      this.#isAppending = false;
    }
  }

  /** Replaces all records. @throws TagwireError STORE_WRITE_FAILED. */
  rewrite(records: readonly unknown[]): void {
    const draft = `${this.#path}.draft`;
    const format = formatOf(records, FORMAT);
    const lines = [{ type: ANCHORED, format }, ...records];
    const { bytes, points } = linesOf(lines, { bytes: 0, chain: 0n });
    const end = points.slice(-1);
    this.#anchor.write([this.#end, ...end]);
    this.#write(
      'w',
      (file) => {
        writeAll(file, bytes, 0);
        fsyncSync(file);
        renameSync(draft, this.#path);
        this.#restart(fstatSync(file).ino);
      },
      draft,
    );
    syncFolderNow(dirname(this.#path));
    this.#anchor.write(end);
    this.#pass(points, format);
  }

  get #end(): Point {
    return { bytes: this.#endAt, chain: this.#chain };
  }

  /** Notes the lines that end at these points as read. */
  #pass(points: readonly Point[], format: number): void {
    for (const point of points) this.#passPoint(point);
    this.#isAnchored = true;
    this.#format = format;
  }

  #passPoint({ bytes, chain }: Point): void {
    this.#endAt = bytes;
    this.#chain = chain;
    this.#marks.set(bytes, chain);
  }

  #restart(fileId: number): void {
    this.#fileId = fileId;
    this.#endAt = 0;
    this.#chain = 0n;
    this.#isAnchored = false;
    this.#format = 1;
    this.#marks.clear();
    this.#marks.set(0, 0n);
  }

  #take(bytes: Buffer): unknown[] {
    const records: unknown[] = [];
    for (const line of linesIn(bytes, this.#end)) {
      if (line === null) throw this.#damage();
      const record = JSON.parse(line.json.toString()) as unknown;
      const { type, format } = record as { type?: unknown; format?: unknown };
      if (type === ANCHORED) this.#begin(typeof format === 'number' ? format : 1);
      else records.push(record);
      this.#passPoint(line.behind);
    }
    return records;
  }

  #begin(format: number): void {
    if (format > READING_FORMAT) {
      throw new TagwireError(
        'STORE_UNKNOWN',
        `${this.#path} is of format ${format}, this Tagwire reads up to ${READING_FORMAT}; use the version that wrote it`,
      );
    }
    this.#isAnchored = true;
    this.#format = format;
  }

  #damage(): TagwireError {
    return new TagwireError(
      'STORE_DAMAGED',
      `${this.#path} is damaged or cut off behind byte ${this.#endAt}; ${MENDS}`,
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

/** The format that records need, at least `known`. */
function formatOf(records: readonly unknown[], known: number): number {
  return records.reduce<number>((format, record) => Math.max(format, formatFor(record)), known);
}

function formatFor(record: unknown): number {
  const {
    type,
    events = [],
    delivery,
  } = record as {
    type?: unknown;
    events?: readonly unknown[];
    delivery?: unknown;
  };
  if (READING_TYPES.has(type) || delivery !== undefined) return READING_FORMAT;
  return type === 'shared' ? formatOf(events, SHARED_FORMAT) : FORMAT;
}

/** Records as lines from a point on, and the end of each. */
function linesOf(records: readonly unknown[], from: Point): { bytes: Buffer; points: Point[] } {
  const points: Point[] = [];
  const lines = records.map((record) => {
    const before = points.at(-1) ?? from;
    const { line, chain } = lineOf(record, before.chain);
    points.push({ bytes: before.bytes + line.length, chain });
    return line;
  });
  return { bytes: Buffer.concat(lines), points };
}
