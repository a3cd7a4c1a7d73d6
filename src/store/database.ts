/**
 * A LevelDB folder: ordered bytes to bytes.
 *
 * Invariants: every write is one synced batch. After a failed write the handle accepts no other
 * write until `recover` has closed and reopened it, because LevelDB acknowledges and loses writes
 * to a handle that once ran out of disk space. While writing is impossible, the folder is read
 * without LevelDB, until `recover` finds that writing is possible. LevelDB opens only folders that
 * passed leveldb/check.ts.
 * Not here: the meaning of the bytes, permission to open the folder (lock.ts), LevelDB's options
 * (level.ts), its file formats (leveldb/), the copy for a failed reopening (aside.ts).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { Aside } from './aside.js';
import { makeFolder, requireWritable } from './folders.js';
import {
  behind,
  type DatabaseProfile,
  type KeyRange,
  type LevelHandle,
  type Operation,
  openLevel,
  Writes,
} from './level.js';
import { checkFolder, checkNewTables } from './leveldb/check.js';
import { ReadOnlyFolder } from './leveldb/folder-reader.js';
import { VerifiedTables } from './leveldb/verified.js';

/** Databases of state have few tables. */
const REMEMBERS_TABLES = { records: true, state: false } as const;
/** Entries and bytes of one step in a range: at 16 KiB threads would switch every few entries. */
const WALK_MAX = 1000;
const WALK_BYTES_MAX = 256 * 1024;

/** Reads a database as of the moment when the view was made, until the view ends. */
export interface View {
  /** The first entries of a range, at most `count`. */
  first(range: KeyRange, count: number): Promise<[Buffer, Buffer][]>;
  getMany(keys: Buffer[]): Promise<(Buffer | undefined)[]>;
  end(): Promise<void>;
}

/** Why writes are forbidden, whatever the state of the disk; null when they are allowed. */
export type Barrier = () => string | null;

export interface Reads {
  get(key: Buffer): Promise<Buffer | undefined>;
}

/** The common methods of LevelDB and the reader of its folders. */
type Engine = Pick<
  ReadOnlyFolder,
  'get' | 'getSync' | 'getMany' | 'iterator' | 'keys' | 'snapshot' | 'close'
>;
type Walker<T> = { nextv(count: number): Promise<T[]>; close(): Promise<void> };

export class Database {
  readonly #folder: string;
  readonly #profile: DatabaseProfile;
  readonly #barrier: Barrier;
  /** Null while writing is impossible; a `ReadOnlyFolder` serves reads then. */
  #level: LevelHandle | null;
  #engine: Engine;
  /** Why writing is impossible; null when it is possible. */
  #failed: string | null;
  /** Set while one engine replaces the other; `#switches` counts the replacements. */
  #switching: Promise<unknown> | null = null;
  #switches = 0;
  readonly #verified: VerifiedTables | null;
  readonly #views = new Set<View>();

  private constructor(
    folder: string,
    profile: DatabaseProfile,
    barrier: Barrier,
    engine: LevelHandle | ReadOnlyFolder,
    reason: string | null,
    verified: VerifiedTables | null,
  ) {
    this.#folder = folder;
    this.#profile = profile;
    this.#barrier = barrier;
    this.#level = engine instanceof ReadOnlyFolder ? null : engine;
    this.#engine = engine as Engine;
    this.#failed = reason;
    this.#verified = verified;
    if (reason !== null) verified?.distrust();
  }

  /**
   * Opens a folder after a check of its tables, except tables that were found sound before and
   * cannot have changed since (leveldb/verified.ts). Where writing is impossible, the database is
   * open for reading, `failed`, and `recover` may help later.
   * @param create false makes a folder without a database an error.
   * @param barrier another reason against writing, which may end.
   * @throws TagwireError STORE_DAMAGED or STORE_LOCKED; STORE_WRITE_FAILED when the database does
   * not exist and cannot be made.
   */
  static async open(
    folder: string,
    create: boolean,
    profile: DatabaseProfile = 'records',
    barrier: Barrier = () => null,
  ): Promise<Database> {
    const verified = REMEMBERS_TABLES[profile] ? await VerifiedTables.of(folder) : null;
    await checkFolder(folder, verified);
    let engine: LevelHandle | ReadOnlyFolder;
    let reason: string | null = null;
    try {
      demandPermission(barrier);
      if (create) makeFolder(folder);
      if (existsSync(folder)) requireWritable(folder);
      engine = await openLevel(folder, create, profile);
      await verified?.rememberOpen();
    } catch (error) {
      if (!(error instanceof TagwireError) || error.code !== 'STORE_WRITE_FAILED') throw error;
      if (!existsSync(join(folder, 'CURRENT'))) throw error;
      engine = await ReadOnlyFolder.open(folder);
      reason = error.message;
    }
    return new Database(folder, profile, barrier, engine, reason, verified);
  }

  /** True between a failed write and the end of `recover`. */
  get failed(): boolean {
    return this.#failed !== null;
  }

  /** Why the last write failed; null when writing is possible. */
  get trouble(): string | null {
    return this.#failed;
  }

  /** @throws TagwireError, like all reads: STORE_DAMAGED, or STORE_CLOSED. */
  async get(key: Buffer): Promise<Buffer | undefined> {
    return this.#read((engine) => engine.get(key));
  }

  /** The same without a switch of threads, which takes longer than reading a small value. */
  getSync(key: Buffer): Buffer | undefined {
    try {
      return this.#engine.getSync(key);
    } catch (cause) {
      this.#failRead(cause);
    }
  }

  async getMany(keys: Buffer[]): Promise<(Buffer | undefined)[]> {
    return keys.length === 0 ? [] : this.#read((engine) => engine.getMany(keys));
  }

  /** Entries of a range, in key order, as of the start of the iteration. */
  entries(range: KeyRange): AsyncIterable<[Buffer, Buffer]> {
    return oneByOne(this.batches(range));
  }

  /** The same in batches, because a promise for each entry is slow. */
  batches(range: KeyRange): AsyncIterable<[Buffer, Buffer][]> {
    return this.#walk(
      range,
      (engine, rest) => engine.iterator(rest),
      ([key]) => key,
    );
  }

  keys(range: KeyRange): AsyncIterable<Buffer> {
    return oneByOne(
      this.#walk(
        range,
        (engine, rest) => engine.keys(rest),
        (key) => key,
      ),
    );
  }

  /**
   * A view of the database as of now, without later writes. LevelDB retains deleted data for it. So
   * `compact`, which must delete that data, ends all views, as `recover` and `close` do; reads of
   * an ended view fail with STORE_CLOSED.
   */
  view(): View {
    const engine = this.#engine;
    let snapshot: { close(): Promise<void> } | null = engine.snapshot();
    const read = async <T>(work: (snapshot: object) => Promise<T>): Promise<T> => {
      if (snapshot === null) throw new TagwireError('STORE_CLOSED', 'this view has ended');
      return work(snapshot).catch((cause) => this.#failRead(cause));
    };
    const view: View = {
      first: (range, count) =>
        read(async (snapshot) => {
          const walker = engine.iterator({ ...range, snapshot });
          return walker.nextv(count).finally(() => walker.close());
        }),
      getMany: (keys) => read((snapshot) => engine.getMany(keys, { snapshot })),
      end: async () => {
        const ended = snapshot;
        snapshot = null;
        this.#views.delete(view);
        await ended?.close();
      },
    };
    this.#views.add(view);
    return view;
  }

  async #endViews(): Promise<void> {
    await Promise.all([...this.#views].map((view) => view.end()));
  }

  /**
   * Writes all operations or none, and returns when they are on disk.
   * @throws TagwireError STORE_WRITE_FAILED; whether the batch is in the store is then unknown
   * until `recover` has returned.
   */
  async write(writes: Writes | readonly Operation[]): Promise<void> {
    await this.#change(() => {
      if (writes instanceof Writes) return writes.commit();
      const collected = this.collect();
      for (const operation of writes) collected.add(operation);
      return collected.commit();
    });
  }

  /** Begins to collect operations for `write`. A caller that does not write them must discard them. */
  collect(): Writes {
    return new Writes(() => this.#writable);
  }

  /**
   * Frees the disk space of deleted and overwritten values.
   * @throws TagwireError STORE_WRITE_FAILED, as `write` does.
   */
  async compact(range: KeyRange): Promise<void> {
    // `level` types only the API that browsers have too; on Node.js it is a classic-level database.
    type Classic = { compactRange(start: Buffer, end: Buffer): Promise<void> };
    await this.#endViews();
    await this.#change(() =>
      (this.#writable as unknown as Classic).compactRange(range.gte, range.lt),
    );
  }

  /**
   * Reopens the folder after a failed write. Reads continue: until there is free space as before,
   * then without LevelDB, then with it again. `verify` checks that all required data is there:
   * before LevelDB opens the folder, because LevelDB may delete data that it does not understand,
   * and afterwards. If the second check throws, the folder is restored, if there was free space for
   * a copy.
   * @throws TagwireError STORE_WRITE_FAILED while writing is impossible, STORE_DAMAGED while the
   * folder cannot be opened; and the errors of `verify`.
   */
  async recover(verify?: (reads: Reads) => Promise<void>): Promise<void> {
    demandPermission(this.#barrier);
    requireWritable(this.#folder);
    await checkFolder(this.#folder);
    await this.#endViews();
    await this.#switch(async (before) => {
      this.#level = null;
      await before.close();
      return ReadOnlyFolder.open(this.#folder);
    });
    await verify?.(this.#engine);
    const aside = verify === undefined ? null : await Aside.make(this.#folder);
    await this.#switch(async (before) => {
      const level = await openLevel(this.#folder, false, this.#profile);
      try {
        await verify?.(level as Engine);
      } catch (error) {
        await level.close();
        await aside?.restore();
        throw error;
      }
      await this.#verified?.forget();
      await before.close();
      this.#level = level;
      this.#failed = null;
      return level as Engine;
    });
    await aside?.drop();
  }

  /** Replaces the engine; reads wait meanwhile. */
  async #switch(work: (before: Engine) => Promise<Engine>): Promise<void> {
    const switched = work(this.#engine).then((engine) => {
      this.#engine = engine;
    });
    this.#switches += 1;
    this.#switching = switched.catch(() => undefined);
    try {
      await switched;
    } finally {
      this.#switching = null;
    }
  }

  /** Reads; retries when the engine was closed by a switch meanwhile. */
  async #read<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    for (;;) {
      if (this.#switching !== null) await this.#switching;
      const switches = this.#switches;
      try {
        return await work(this.#engine);
      } catch (cause) {
        if (switches === this.#switches) this.#failRead(cause);
      }
    }
  }

  async *#walk<T>(
    range: KeyRange,
    start: (engine: Engine, range: KeyRange & { highWaterMarkBytes: number }) => Walker<T>,
    keyOf: (found: T) => Buffer,
  ): AsyncGenerator<T[]> {
    let walker: Walker<T> | null = null;
    let walkedIn = -1;
    let rest = range;
    try {
      for (;;) {
        const found = await this.#read((engine) => {
          if (walker === null || walkedIn !== this.#switches) {
            walker = start(engine, { ...rest, highWaterMarkBytes: WALK_BYTES_MAX });
          }
          walkedIn = this.#switches;
          return walker.nextv(WALK_MAX);
        });
        if (found.length === 0) return;
        yield found;
        rest = behind(rest, keyOf(found.at(-1)!), found.length);
      }
    } finally {
      await (walker as Walker<T> | null)?.close();
    }
  }

  get #writable(): LevelHandle {
    if (this.#level !== null) return this.#level;
    throw new TagwireError('STORE_WRITE_FAILED', `${this.#folder} is only read`);
  }

  /** Checks the tables that are new since the folder was opened; returns messages about damage. */
  async verifyNew(): Promise<string[]> {
    if (this.#verified === null || this.#level === null) return [];
    const flaws = await checkNewTables(this.#folder, this.#verified);
    return flaws.map(({ message }) => message);
  }

  /** Turns error codes of LevelDB into those of Tagwire. */
  #failRead(cause: unknown): never {
    const isClosed = (cause as { code?: unknown }).code === 'LEVEL_DATABASE_NOT_OPEN';
    if (!isClosed) this.#verified?.distrust();
    throw new TagwireError(
      isClosed ? 'STORE_CLOSED' : 'STORE_DAMAGED',
      `${this.#folder} cannot be read: ${messageOf(cause)}`,
      { cause },
    );
  }

  /** Runs a write; after one failure, all writes fail. */
  async #change(work: () => Promise<void>): Promise<void> {
    if (this.#failed !== null) {
      throw new TagwireError('STORE_WRITE_FAILED', `the store is recovering: ${this.#failed}`);
    }
    try {
      await work();
    } catch (cause) {
      const message = `write failed: ${messageOf(cause)}`;
      this.#failed = message;
      this.#verified?.distrust();
      throw new TagwireError('STORE_WRITE_FAILED', message, { cause });
    }
  }

  async close(): Promise<void> {
    await this.#endViews();
    await this.#engine.close();
    await this.#verified?.rememberClosed();
  }
}

async function* oneByOne<T>(batches: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}

function demandPermission(barrier: Barrier): void {
  const reason = barrier();
  if (reason !== null) throw new TagwireError('STORE_WRITE_FAILED', reason);
}
