/**
 * Serves a LevelDB folder without writing to it, which LevelDB cannot: it makes a lock, a log and a
 * manifest whenever it opens one. So a store is answered from on a disk that is full or read-only.
 *
 * ```
 *  logs                    newest: whatever they say of a key counts
 *  tables of level 0       overlap
 *  tables of level 1 …     lie beside each other
 * ```
 *
 * Among the tables the entry that was written last counts. Invariant: it shows the folder as it was
 * opened; no process may write to it meanwhile. Not here: which files
 * count (manifest.ts), what can be saved of a damaged folder (folder-reader.ts).
 */

import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ByteCache } from '../../kernel/byte-cache.js';
import { firstPlace } from '../../kernel/collections.js';
import { TagwireError } from '../../kernel/errors.js';
import type { KeyRange } from '../writes.js';
import { compareKeys, MARK_BYTES } from './block.js';
import { logsFrom, tablePathOf } from './check.js';
import { readManifest, type TableFile } from './manifest.js';
import { OpenTable, type Stored, type TableBlock } from './table.js';
import { type Version, versionsOfLog } from './versions.js';

/** As LevelDB has it for the log. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Open files: LevelDB takes a thousand. */
const OPEN_MAX = 256;
/** Behind a key, this comes before whatever was written of it. */
const NEWEST = Buffer.alloc(MARK_BYTES, 0xff);

interface Range extends KeyRange {
  /** For LevelDB alone. */
  highWaterMarkBytes?: number;
}

type Pair = [Buffer, Buffer];

/** A table with its path; it is opened when it is asked. */
interface Table extends TableFile {
  path: string;
}

/** Gives entries in order. */
interface Walker<T> {
  nextv(count: number): Promise<T[]>;
  close(): Promise<void>;
}

export class ReadOnlyFolder {
  readonly #recent: RecentWrites;
  readonly #overlapping: readonly Table[];
  /** Of each further level, by key. */
  readonly #levels: readonly (readonly Table[])[];
  readonly #open = new LRUCache<number, OpenTable>({
    max: OPEN_MAX,
    dispose: (table) => table.close(),
  });
  readonly #blocks = new ByteCache<TableBlock>(CACHE_BYTES, ({ byteLength }) => byteLength);
  #isClosed = false;

  private constructor(recent: RecentWrites, tables: readonly Table[]) {
    this.#recent = recent;
    this.#overlapping = tables.filter(({ level }) => level === 0);
    const levels = new Map<number, Table[]>();
    for (const table of tables) {
      if (table.level === 0) continue;
      levels.set(table.level, [...(levels.get(table.level) ?? []), table]);
    }
    this.#levels = [...levels.values()].map((level) =>
      level.sort((a, b) => compareKeys(a.smallest, b.smallest)),
    );
  }

  /**
   * Opens a folder that has passed the check (check.ts).
   * @throws TagwireError STORE_DAMAGED.
   */
  static async open(folder: string): Promise<ReadOnlyFolder> {
    const manifest = await readManifest(folder);
    if (manifest === null) {
      throw new TagwireError('STORE_DAMAGED', `${folder} cannot be read: its manifest is missing`);
    }
    const recent = await RecentWrites.read(folder, manifest.logNumber);
    const tables = await Promise.all(
      manifest.tables.map(async (table) => ({ ...table, path: await tablePathOf(folder, table) })),
    );
    return new ReadOnlyFolder(recent, tables);
  }

  async get(key: Buffer): Promise<Buffer | undefined> {
    return this.getSync(key);
  }

  getSync(key: Buffer): Buffer | undefined {
    this.#demandOpen();
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent.value ?? undefined;
    const target = Buffer.concat([key, NEWEST]);
    let newest: Stored | null = null;
    const look = (table: Table): void => {
      const found = this.#firstFrom(table, target);
      if (found === null || !isOf(found.key, key)) return;
      if (newest === null || compareKeys(found.key, newest.key) < 0) newest = found;
    };
    for (const table of this.#overlapping) if (covers(table, key)) look(table);
    for (const level of this.#levels) {
      // Versions of one key may go on in the next table: the newest one comes first.
      const table = level[firstEndingFrom(level, target)];
      if (table !== undefined) look(table);
    }
    return contentOf(newest);
  }

  async getMany(keys: readonly Buffer[], _options?: object): Promise<(Buffer | undefined)[]> {
    return keys.map((key) => this.getSync(key));
  }

  iterator(range: Range & { snapshot?: object }): Walker<Pair> {
    return this.#walker(range, (pair) => pair);
  }

  keys(range: Range): Walker<Buffer> {
    return this.#walker(range, ([key]) => key);
  }

  /** There is nothing to hold: what it shows does not change. */
  snapshot(): { close(): Promise<void> } {
    return { close: async () => undefined };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#open.clear();
  }

  #demandOpen(): void {
    if (!this.#isClosed) return;
    throw Object.assign(new Error('the folder is closed'), { code: 'LEVEL_DATABASE_NOT_OPEN' });
  }

  #walker<T>(range: Range, pick: (pair: Pair) => T): Walker<T> {
    let pairs: Iterator<Pair> = this.#pairs(range);
    // No caller walks backwards over more than a few entries.
    if (range.reverse === true) pairs = [...this.#pairs(range)].reverse().values();
    let left = range.limit ?? Number.POSITIVE_INFINITY;
    return {
      nextv: async (count) => {
        const found: T[] = [];
        while (found.length < count && left > 0) {
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

  *#pairs({ gte, lt }: Range): Generator<Pair> {
    const target = Buffer.concat([gte, NEWEST]);
    const sources: Source[] = [
      ...this.#overlapping.map((table) => new Source(this.#entriesFrom([table], target))),
      ...this.#levels.map((level) => new Source(this.#entriesFrom(level, target))),
    ];
    const { sorted } = this.#recent;
    for (let place = this.#recent.placeOf(gte); ; ) {
      this.#demandOpen();
      const stored = firstOf(sources);
      const recent = sorted[place];
      const storedKey = stored === null ? null : userKeyOf(stored.key);
      const order =
        recent === undefined ? 1 : storedKey === null ? -1 : Buffer.compare(recent.key, storedKey);
      const key = order <= 0 ? recent!.key : storedKey;
      if (key === null || Buffer.compare(key, lt) >= 0) return;
      const value = order <= 0 ? (recent!.value ?? undefined) : contentOf(stored);
      if (order <= 0) place += 1;
      for (const source of sources) source.pass(key);
      if (value !== undefined) yield [key, value];
    }
  }

  /** The entries of tables that lie one behind the other. */
  *#entriesFrom(tables: readonly Table[], target: Buffer): Generator<Stored> {
    for (let at = firstEndingFrom(tables, target); at < tables.length; at++) {
      const table = tables[at]!;
      const reader = this.#reader(table);
      for (let number = reader.blockFor(target); number < reader.blocks; number++) {
        for (const entry of this.#block(table, number).entries) {
          if (compareKeys(entry.key, target) >= 0) yield entry;
        }
      }
    }
  }

  #firstFrom(table: Table, target: Buffer): Stored | null {
    for (const entry of this.#entriesFrom([table], target)) return entry;
    return null;
  }

  #block(table: Table, number: number): TableBlock {
    const name = `${table.number} ${number}`;
    const known = this.#blocks.get(name);
    if (known !== undefined) return known;
    const block = this.#reader(table).block(number);
    this.#blocks.set(name, block);
    return block;
  }

  #reader(table: Table): OpenTable {
    const { number } = table;
    const known = this.#open.get(number);
    if (known !== undefined) return known;
    const reader = new OpenTable(table.path, table);
    this.#open.set(number, reader);
    return reader;
  }
}

/** Entries in order, with the next one at hand. */
class Source {
  readonly #entries: Iterator<Stored>;
  next: Stored | null;

  constructor(entries: Iterator<Stored>) {
    this.#entries = entries;
    this.next = null;
    this.#advance();
  }

  /** Leaves everything behind that was written of a key. */
  pass(key: Buffer): void {
    while (this.next !== null && isOf(this.next.key, key)) this.#advance();
  }

  #advance(): void {
    const { value, done } = this.#entries.next();
    this.next = done === true ? null : (value as Stored);
  }
}

function firstOf(sources: readonly Source[]): Stored | null {
  let first: Stored | null = null;
  for (const { next } of sources) {
    if (next !== null && (first === null || compareKeys(next.key, first.key) < 0)) first = next;
  }
  return first;
}

/** Place of the first table that ends at a key or behind it. */
function firstEndingFrom(tables: readonly Table[], target: Buffer): number {
  return firstPlace(0, tables.length, (at) => compareKeys(tables[at]!.largest, target) < 0);
}

function covers({ smallest, largest }: Table, key: Buffer): boolean {
  return (
    Buffer.compare(userKeyOf(smallest), key) <= 0 && Buffer.compare(key, userKeyOf(largest)) <= 0
  );
}

function userKeyOf(key: Buffer): Buffer {
  return key.subarray(0, -MARK_BYTES);
}

function isOf(stored: Buffer, key: Buffer): boolean {
  return stored.length === key.length + MARK_BYTES && userKeyOf(stored).equals(key);
}

/** Undefined for nothing, and for a deletion. */
function contentOf(stored: Stored | null): Buffer | undefined {
  if (stored === null) return undefined;
  return stored.key[stored.key.length - MARK_BYTES] === 0 ? undefined : stored.value;
}

/** What was written last and is in no table yet, from the logs of a folder. */
class RecentWrites {
  readonly #byKey: ReadonlyMap<string, Version>;
  /** The newest version of each key, by key. */
  readonly sorted: readonly Version[];

  private constructor(byKey: ReadonlyMap<string, Version>) {
    this.#byKey = byKey;
    this.sorted = [...byKey.values()].sort((a, b) => Buffer.compare(a.key, b.key));
  }

  /**
   * Reads the logs from a number on. They are as long as LevelDB's buffer for writes, twice at most.
   * What is cut off at their end was never acknowledged; other damage is not met after the check.
   */
  static async read(folder: string, logNumber: number): Promise<RecentWrites> {
    const byKey = new Map<string, Version>();
    for (const { name } of await logsFrom(folder, logNumber)) {
      for (const version of await versionsOfLog(join(folder, name), () => undefined)) {
        const name = version.key.toString('latin1');
        if ((byKey.get(name)?.stamp ?? -1) < version.stamp) byKey.set(name, version);
      }
    }
    return new RecentWrites(byKey);
  }

  /** Undefined where nothing is said of the key. */
  get(key: Buffer): Version | undefined {
    return this.#byKey.get(key.toString('latin1'));
  }

  /** Place in `sorted` of the first key at or behind another. */
  placeOf(key: Buffer): number {
    return firstPlace(0, this.sorted.length, (at) => Buffer.compare(this.sorted[at]!.key, key) < 0);
  }
}
