/**
 * Reads a LevelDB folder without LevelDB, which changes a folder when it opens it, and verifies too
 * little.
 *
 * ```
 *  logs                    newest: their versions of a key are the newest
 *  tables of level 0       overlap
 *  tables of level 1 …     do not overlap
 * ```
 *
 * Every value of a key has the number of its write; the value with the highest number is valid. Two
 * views: `counted` shows the values that LevelDB would show, by the manifest. `all` shows every
 * sound value in any file of the folder, for a repair, whether the manifest names the file or not.
 *
 * Invariants: this file writes nothing. Entries are in key order. Bytes that do not match their
 * checksum are skipped, or refused (`ReadOnlyFolder`). Memory holds the logs, and a bounded number
 * of table blocks.
 * Sources: LevelDB 1.20, db/write_batch.cc, db/dbformat.cc.
 * Not here: which files are valid (manifest.ts), what keys and values mean.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ByteCache } from '../../kernel/byte-cache.js';
import { firstPlace, getOrInsert, Heap } from '../../kernel/collections.js';
import { TagwireError } from '../../kernel/errors.js';
import type { KeyRange } from '../level.js';
import { Cursor, damaged, FileDamage, recordsOf } from './bytes.js';
import { logsFrom, tablePathOf } from './check.js';
import { readManifest, type TableFile } from './manifest.js';
import { MARK_BYTES, TableReader } from './table.js';

/** The cache size of LevelDB for the log. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Tables whose index stays in memory. */
const INDICES_MAX = 256;
const TABLE_NAME = /^\d+\.(ldb|sst)$/;
const VALUE = 1;
const BATCH_HEAD_BYTES = 12;
/** Writes have numbers of 56 bits. */
const HIGH_BYTE = 2 ** 48;

/** A value of a key, or null for its deletion. */
export interface Version {
  key: Buffer;
  /** Number of the write. */
  stamp: number;
  value: Buffer | null;
}

/** A table with its path; its keys are the caller's, without LevelDB's suffix. */
interface Table {
  path: string;
  entry: TableFile;
  smallest: Buffer;
  /** Null when only the file is known. */
  largest: Buffer | null;
}

/** Versions in order; `next` is read already. */
interface Source {
  next: Version;
  rest: Iterator<Version>;
}

export class FolderReader {
  /** Tables in key order without overlap. A table that may overlap others is a run of its own. */
  readonly #runs: readonly (readonly Table[])[];
  /** Versions of the logs that are in no table yet, sorted. */
  readonly #recent: readonly Version[];
  /** Whether damaged tables are skipped; otherwise reading a damaged table throws. */
  readonly #skipsDamage: boolean;
  readonly #readers = new LRUCache<string, TableReader>({ max: INDICES_MAX });
  readonly #blocks = new ByteCache<{ versions: Version[]; byteLength: number }>(
    CACHE_BYTES,
    ({ byteLength }) => byteLength,
  );

  private constructor(
    runs: readonly (readonly Table[])[],
    recent: readonly Version[],
    skipsDamage: boolean,
  ) {
    this.#runs = runs;
    this.#recent = recent;
    this.#skipsDamage = skipsDamage;
  }

  /**
   * The view that LevelDB would show; empty for a folder without a manifest.
   * @param skipsDamage false throws FileDamage also for a damaged table.
   * @throws FileDamage when the manifest cannot be read.
   */
  static async counted(folder: string, skipsDamage = true): Promise<FolderReader> {
    const manifest = await readManifest(folder);
    if (manifest === null) return new FolderReader([], [], skipsDamage);
    const runs = new Map<string, Table[]>();
    for (const entry of manifest.tables) {
      const path = await tablePathOf(folder, entry).catch((error: unknown) => {
        if (skipsDamage) return null;
        throw error;
      });
      if (path === null) continue;
      // Tables of level 0 overlap.
      const run = entry.level === 0 ? `table ${entry.number}` : `level ${entry.level}`;
      const [smallest, largest] = [keyOf(entry.smallest), keyOf(entry.largest)];
      getOrInsert(runs, run, () => []).push({ path, entry, smallest, largest });
    }
    const sorted = [...runs.values()].map((run) => run.sort(byPlace));
    const logs = await logsFrom(folder, manifest.logNumber);
    return new FolderReader(sorted, await readLogs(folder, logs), skipsDamage);
  }

  /** Every sound version in any of the folder's files. */
  static async all(folder: string): Promise<FolderReader> {
    if (!existsSync(folder)) return new FolderReader([], [], true);
    const names = readdirSync(folder).filter((name) => TABLE_NAME.test(name));
    const runs = names.map((name) => [wholeTable(join(folder, name))]);
    return new FolderReader(runs, await readLogs(folder, await logsFrom(folder, 0)), true);
  }

  /** The newest value of each key of a range, without deleted keys. */
  *entries(range: KeyRange): Generator<[Buffer, Buffer]> {
    let last = null as Buffer | null;
    for (const { key, value } of this.versions(range)) {
      if (last?.equals(key) === true) continue;
      last = key;
      if (value !== null) yield [key, value];
    }
  }

  /** The newest value of a key; undefined when there is none. */
  async get(key: Buffer): Promise<Buffer | undefined> {
    return this.getSync(key);
  }

  getSync(key: Buffer): Buffer | undefined {
    // What a log has is newer than any table, so a damaged table must not hide it.
    const [logged] = this.#skipsDamage ? [] : from(this.#recent, key);
    if (logged?.key.equals(key) === true) return logged.value ?? undefined;
    const [newest] = this.versions({ gte: key, lt: Buffer.concat([key, Buffer.alloc(1)]) });
    return newest?.value ?? undefined;
  }

  /** All versions of the keys of a range that still exist, the newest first for each key. */
  *versions({ gte, lt }: KeyRange): Generator<Version> {
    const heap = new Heap<Source>((a, b) => compareVersions(a.next, b.next) < 0);
    const add = (rest: Iterator<Version>): void => {
      const { value, done } = rest.next();
      if (done !== true && Buffer.compare(value.key, lt) < 0) heap.push({ next: value, rest });
    };
    add(from(this.#recent, gte));
    for (const run of this.#runs) add(this.#versionsIn(run, gte, lt));
    for (let source = heap.pop(); source !== undefined; source = heap.pop()) {
      yield source.next;
      add(source.rest);
    }
  }

  *#versionsIn(run: readonly Table[], gte: Buffer, lt: Buffer): Generator<Version> {
    const isBefore = ({ largest }: Table): boolean =>
      largest !== null && Buffer.compare(largest, gte) < 0;
    for (let at = firstPlace(0, run.length, (at) => isBefore(run[at]!)); at < run.length; at++) {
      const table = run[at]!;
      if (Buffer.compare(table.smallest, lt) >= 0) return;
      const reader = this.#sound(() => this.#reader(table));
      if (reader === null) continue;
      for (let number = reader.blockFor(gte); number < reader.blocks.length; number++) {
        yield* from(this.#sound(() => this.#block(reader, number)) ?? [], gte);
      }
    }
  }

  /** Null for a damaged table that is skipped. */
  #sound<T>(read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (this.#skipsDamage && error instanceof FileDamage) return null;
      throw error;
    }
  }

  #reader({ path, entry }: Table): TableReader {
    const known = this.#readers.get(path);
    if (known !== undefined) return known;
    const reader = new TableReader(path, entry);
    this.#readers.set(path, reader);
    return reader;
  }

  #block(reader: TableReader, number: number): readonly Version[] {
    const name = `${number} ${reader.path}`;
    const known = this.#blocks.get(name);
    if (known !== undefined) return known.versions;
    let byteLength = 0;
    const versions: Version[] = [];
    for (const { key, value } of reader.entries(reader.blocks[number]!)) {
      byteLength += key.length + value.length;
      versions.push(versionOf(key, value));
    }
    this.#blocks.set(name, { versions, byteLength });
    return versions;
  }
}

/** A range; other options of LevelDB are ignored. */
type Range = KeyRange & { highWaterMarkBytes?: number; snapshot?: object };

/** An iterator in the form of LevelDB's. */
interface Walker<T> {
  nextv(count: number): Promise<T[]>;
  close(): Promise<void>;
}

/**
 * Serves a folder in the way of LevelDB without writing to the folder. LevelDB itself creates a
 * lock, a log and a manifest whenever it opens a folder. With this class a server answers from a
 * store on a disk that is full or read-only.
 *
 * Invariant: this class shows the folder as of its opening; no process may write to the folder
 * meanwhile.
 */
export class ReadOnlyFolder {
  readonly #reader: FolderReader;
  #isClosed = false;

  private constructor(reader: FolderReader) {
    this.#reader = reader;
  }

  /** Opens a folder that has passed the check (check.ts). @throws TagwireError STORE_DAMAGED. */
  static async open(folder: string): Promise<ReadOnlyFolder> {
    if ((await readManifest(folder)) === null) {
      throw new TagwireError('STORE_DAMAGED', `${folder} cannot be read: its manifest is missing`);
    }
    return new ReadOnlyFolder(await FolderReader.counted(folder, false));
  }

  async get(key: Buffer): Promise<Buffer | undefined> {
    return this.getSync(key);
  }

  getSync(key: Buffer): Buffer | undefined {
    this.#demandOpen();
    return this.#reader.getSync(key);
  }

  async getMany(keys: readonly Buffer[], _options?: object): Promise<(Buffer | undefined)[]> {
    return keys.map((key) => this.getSync(key));
  }

  iterator(range: Range): Walker<[Buffer, Buffer]> {
    return this.#walker(range, (pair) => pair);
  }

  keys(range: Range): Walker<Buffer> {
    return this.#walker(range, ([key]) => key);
  }

  /** A snapshot holds nothing, because the content does not change. */
  snapshot(): { close(): Promise<void> } {
    return { close: async () => undefined };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #demandOpen(): void {
    if (!this.#isClosed) return;
    throw Object.assign(new Error('the folder is closed'), { code: 'LEVEL_DATABASE_NOT_OPEN' });
  }

  #walker<T>(range: Range, pick: (pair: [Buffer, Buffer]) => T): Walker<T> {
    let pairs: Iterator<[Buffer, Buffer]> = this.#reader.entries(range);
    // No caller iterates backwards over more than a few entries.
    if (range.reverse === true) pairs = [...this.#reader.entries(range)].reverse().values();
    let left = range.limit ?? Number.POSITIVE_INFINITY;
    return {
      nextv: async (count) => {
        const found: T[] = [];
        while (found.length < count && left > 0) {
          this.#demandOpen();
          const { value, done } = pairs.next();
          if (done === true) break;
          left -= 1;
          found.push(pick(value));
        }
        return found;
      },
      close: async () => undefined,
    };
  }
}

/** By key, then the newest first. */
function compareVersions(a: Version, b: Version): number {
  return Buffer.compare(a.key, b.key) || b.stamp - a.stamp;
}

function byPlace(a: Table, b: Table): number {
  return (
    Buffer.compare(a.smallest, b.smallest) || markOf(b.entry.smallest) - markOf(a.entry.smallest)
  );
}

/** The sorted versions with a key from `gte` on. */
function* from(versions: readonly Version[], gte: Buffer): Generator<Version> {
  const isBefore = (at: number): boolean => Buffer.compare(versions[at]!.key, gte) < 0;
  let at = firstPlace(0, versions.length, isBefore);
  for (; at < versions.length; at++) yield versions[at]!;
}

/** A table without an entry in the manifest. */
function wholeTable(path: string): Table {
  const byteLength = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const none = Buffer.alloc(0);
  const entry = { level: 0, number: 0, byteLength, smallest: none, largest: none };
  return { path, entry, smallest: none, largest: null };
}

/** The caller's part of a key of LevelDB. */
function keyOf(marked: Buffer): Buffer {
  return marked.subarray(0, Math.max(0, marked.length - MARK_BYTES));
}

/** The number of a write, from the suffix of a key of LevelDB. */
function markOf(marked: Buffer): number {
  const end = marked.length - MARK_BYTES;
  return marked.readUIntLE(end + 1, 6) + marked[end + 7]! * HIGH_BYTE;
}

function versionOf(key: Buffer, value: Buffer): Version {
  const end = key.length - MARK_BYTES;
  const isValue = key[end] === VALUE;
  return { key: key.subarray(0, end), stamp: markOf(key), value: isValue ? value : null };
}

/** The versions of logs, sorted. Logs are at most twice as long as LevelDB's write buffer. */
async function readLogs(folder: string, logs: readonly { name: string }[]): Promise<Version[]> {
  const found: Version[] = [];
  for (const { name } of logs) {
    const path = join(folder, name);
    const file = await readFile(path).catch(() => Buffer.alloc(0));
    for (const { at, record } of recordsOf(file, () => undefined)) {
      try {
        for (const version of writesOf(record, path, at)) found.push(version);
      } catch (error) {
        if (!(error instanceof FileDamage)) throw error;
      }
    }
  }
  return found.sort(compareVersions);
}

/**
 * A log record is a batch of writes:
 *
 *   number of the first write u64 │ count u32 │ write │ …
 *   write: 1 │ key with its length │ value with its length      or: 0 │ key with its length (a deletion)
 */
function* writesOf(record: Buffer, path: string, at: number): Generator<Version> {
  if (record.length < BATCH_HEAD_BYTES) throw damaged(path, at, 'a batch without a head');
  const high = record.readUInt16LE(6);
  if (high >= 32) throw damaged(path, at, 'a write of an impossible number');
  const first = record.readUIntLE(0, 6) + high * HIGH_BYTE;
  const count = record.readUInt32LE(8);
  const cursor = new Cursor(record.subarray(BATCH_HEAD_BYTES), path, at);
  let stamp = first;
  for (; !cursor.isAtEnd; stamp++) {
    const kind = cursor.varint();
    if (kind > VALUE) throw damaged(path, at, `a write of kind ${kind}`);
    const key = cursor.prefixed();
    yield { key, stamp, value: kind === VALUE ? cursor.prefixed() : null };
  }
  if (stamp - first !== count) throw damaged(path, at, 'a batch has another number of writes');
}
