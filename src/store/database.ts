/**
 * A LevelDB folder: ordered bytes to bytes.
 *
 * Invariants: every write is one synced batch. After a failed write the handle takes no other
 * until `recover` has closed and reopened it: LevelDB acknowledges and loses what is written to
 * a handle that once ran out of disk. Where nothing can be written, the folder is read without LevelDB
 * until `recover` finds that something can. LevelDB opens only what has passed leveldb/check.ts.
 * Not here: what the bytes mean, who may open the folder (lock.ts), in which sizes LevelDB opens it
 * (level.ts), what its files look like (leveldb/), what is put back when reopening fails (aside.ts).
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

/** Tables of a state are few. */
const REMEMBERS_TABLES = { records: true, state: false } as const;
/** Entries taken at once from a range, and their bytes: at 16 KiB, threads change every few entries. */
const WALK_MAX = 1000;
const WALK_BYTES_MAX = 256 * 1024;

/** Reads a database as it stood when the view was taken, until the view has ended. */
export interface View {
  /** The first entries of a range, at most `count`. */
  first(range: KeyRange, count: number): Promise<[Buffer, Buffer][]>;
  getMany(keys: Buffer[]): Promise<(Buffer | undefined)[]>;
  end(): Promise<void>;
}

/** Why nothing may be written now, whatever the disk says; null when it may. */
export type Barrier = () => string | null;

/** Reads single values. */
export interface Reads {
  get(key: Buffer): Promise<Buffer | undefined>;
}

/** What LevelDB and the reader of its folders have in common. */
type Engine = Pick<
  ReadOnlyFolder,
  'get' | 'getSync' | 'getMany' | 'iterator' | 'keys' | 'snapshot' | 'close'
>;
type Walker<T> = { nextv(count: number): Promise<T[]>; close(): Promise<void> };

export class Database {
  readonly #folder: string;
  readonly #profile: DatabaseProfile;
  readonly #barrier: Barrier;
  /** Null while nothing can be written: then reads go to the other one. */
  #level: LevelHandle | null;
  #engine: Engine;
  /** Why nothing is written; null while all is well. */
  #failed: string | null;
  /** Set while one takes the place of the other, and counted. */
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
   * Opens a folder after reading its tables through, but for those that were found whole before and
   * that nothing can have changed since (leveldb/verified.ts). Where nothing can be written it has failed already: it is read, and
   * `recover` may help later.
   * @param create false makes a folder without a database an error.
   * @param barrier what else stands against writing, and may go.
   * @throws TagwireError STORE_DAMAGED or STORE_LOCKED; STORE_WRITE_FAILED where it would have to be
   * made and cannot be.
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

  /** What has failed; null where nothing has. */
  get trouble(): string | null {
    return this.#failed;
  }

  /** @throws TagwireError, like everything that reads: STORE_DAMAGED, or STORE_CLOSED. */
  async get(key: Buffer): Promise<Buffer | undefined> {
    return this.#read((engine) => engine.get(key));
  }

  /** The same without a change of threads, which takes longer than reading a small value. */
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

  /** Entries of a range, in key order, as they stand when iteration begins. */
  entries(range: KeyRange): AsyncIterable<[Buffer, Buffer]> {
    return oneByOne(this.batches(range));
  }

  /** The same as they are read, many at once: a promise for each of very many takes its time. */
  batches(range: KeyRange): AsyncIterable<[Buffer, Buffer][]> {
    return this.#walk(
      range,
      (engine, rest) => engine.iterator(rest),
      ([key]) => key,
    );
  }

  /** Keys of a range alone. */
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
   * Everything as it stands now, whatever is written later. LevelDB keeps for it what is deleted
   * meanwhile. So `compact`, after which that is to be gone, ends all views, as `recover` and `close`
   * do; what reads on in one that has ended gets STORE_CLOSED.
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
   * Writes all operations or none; when it returns they are on disk.
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

  /** Begins to collect writes for `write`. A caller that does not write them must discard them. */
  collect(): Writes {
    return new Writes(() => this.#writable);
  }

  /**
   * Gives the disk space of deleted and overwritten values back.
   * @throws TagwireError STORE_WRITE_FAILED, as `write` does.
   */
  async compact(range: KeyRange): Promise<void> {
    // `level` types only what browsers have too; on Node.js it is a classic-level database.
    type Classic = { compactRange(start: Buffer, end: Buffer): Promise<void> };
    await this.#endViews();
    await this.#change(() =>
      (this.#writable as unknown as Classic).compactRange(range.gte, range.lt),
    );
  }

  /**
   * Reopens the folder after a failed write. Reading goes on: until there is free space as before, then
   * without LevelDB, and again with it. `verify` tells whether all is there that has to be: before
   * LevelDB opens the folder, which may delete what it does not understand, and afterwards; where it
   * throws then, the folder is put back as it was, if there was free space for a copy.
   * @throws TagwireError STORE_WRITE_FAILED while nothing can be written, STORE_DAMAGED while the
   * folder cannot be opened; and what `verify` throws.
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

  /** Puts another engine in the place of this one; what reads meanwhile waits. */
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

  /** Reads; once more, where the engine was closed under it. */
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

  /** Reads the tables through that came since the folder was opened; returns what is damaged, in words. */
  async verifyNew(): Promise<string[]> {
    if (this.#verified === null || this.#level === null) return [];
    const flaws = await checkNewTables(this.#folder, this.#verified);
    return flaws.map(({ message }) => message);
  }

  /** Callers know the codes of Tagwire, not those of LevelDB. */
  #failRead(cause: unknown): never {
    const isClosed = (cause as { code?: unknown }).code === 'LEVEL_DATABASE_NOT_OPEN';
    if (!isClosed) this.#verified?.distrust();
    throw new TagwireError(
      isClosed ? 'STORE_CLOSED' : 'STORE_DAMAGED',
      `${this.#folder} cannot be read: ${messageOf(cause)}`,
      { cause },
    );
  }

  /** Whatever writes goes through here: after one failure the handle takes nothing more. */
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
