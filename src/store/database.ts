/**
 * A LevelDB folder: ordered bytes to bytes. The only file that imports `level`.
 *
 * Invariants: every write is one synced batch. After a failed write the handle takes no other
 * until `recover` has closed and reopened it: LevelDB acknowledges and loses what is written to
 * a handle that once ran out of disk. LevelDB opens only what has passed leveldb/check.ts.
 * Not here: what the bytes mean, who may open the folder (lock.ts), what LevelDB's files
 * look like (leveldb/).
 */
import { statfs } from 'node:fs/promises';
import { Level } from 'level';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { checkFolder } from './leveldb/check.js';
import { VerifiedTables } from './leveldb/verified.js';
import { type Operation, Writes } from './writes.js';

/** Below this much free disk a store does not reopen after a failed write. */
const FREE_BYTES_MIN = 64 * 1024 * 1024;
/**
 * What a database is made for. `records`: many small values, written in bulk and looked up.
 * `lists`: few large ones, often replaced, which must not take memory from the rest.
 */
export type DatabaseProfile = 'records' | 'lists';

/** Sorted in memory before a table is written: larger means fewer merges during a bulk ingest. */
const WRITE_BUFFER_BYTES = { records: 64 * 1024 * 1024, lists: 8 * 1024 * 1024 } as const;
const TABLE_BYTES = 8 * 1024 * 1024;
/** Larger than LevelDB's 4 KiB, as entries and bodies are: less to index, and it packs better. */
const BLOCK_BYTES = 16 * 1024;
const CACHE_BYTES = { records: 16 * 1024 * 1024, lists: 1024 * 1024 } as const;
/** Lists have checksums of their own; one that is damaged must not cost all the others. */
const IS_CHECKED_ABOVE = { records: false, lists: true } as const;
/** Tables of lists are few, and may pass with damage. */
const REMEMBERS_TABLES = { records: true, lists: false } as const;
/** Entries taken at once from a range. */
const WALK_MAX = 1000;

export type { Operation } from './writes.js';

/** Keys from `gte` on, up to and without `lt`. */
export interface KeyRange {
  gte: Buffer;
  lt: Buffer;
  reverse?: boolean;
  limit?: number;
}

/** Reads a database as it stood when the view was taken, until the view has ended. */
export interface View {
  /** The first entries of a range, at most `count`. */
  first(range: KeyRange, count: number): Promise<[Buffer, Buffer][]>;
  getMany(keys: Buffer[]): Promise<(Buffer | undefined)[]>;
  end(): Promise<void>;
}

export class Database {
  readonly #folder: string;
  readonly #profile: DatabaseProfile;
  #level: Level<Buffer, Buffer>;
  #failed = false;
  /** False once anything has failed: then every table is read at the next start. */
  #isTrusted = true;
  readonly #verified: VerifiedTables | null;
  readonly #views = new Set<View>();

  private constructor(
    folder: string,
    profile: DatabaseProfile,
    level: Level<Buffer, Buffer>,
    verified: VerifiedTables | null,
  ) {
    this.#folder = folder;
    this.#profile = profile;
    this.#level = level;
    this.#verified = verified;
  }

  /**
   * Opens a folder after reading its tables through, but for those that were found whole before the
   * folder was closed well; with `create` false a folder without a database is an error.
   * @throws TagwireError STORE_DAMAGED or STORE_LOCKED.
   */
  static async open(
    folder: string,
    create: boolean,
    profile: DatabaseProfile = 'records',
  ): Promise<Database> {
    const verified = REMEMBERS_TABLES[profile] ? await VerifiedTables.of(folder) : null;
    await checkFolder(folder, IS_CHECKED_ABOVE[profile], verified);
    const level = await openLevel(folder, create, profile);
    await verified?.forget();
    return new Database(folder, profile, level, verified);
  }

  /** True between a failed write and the end of `recover`. */
  get failed(): boolean {
    return this.#failed;
  }

  /** @throws TagwireError, like everything that reads: STORE_DAMAGED, or STORE_CLOSED. */
  async get(key: Buffer): Promise<Buffer | undefined> {
    return this.#level.get(key).catch((cause) => this.#failRead(cause));
  }

  /** The same without a change of threads, which takes longer than reading a small value. */
  getSync(key: Buffer): Buffer | undefined {
    try {
      return this.#level.getSync(key);
    } catch (cause) {
      this.#failRead(cause);
    }
  }

  async getMany(keys: Buffer[]): Promise<(Buffer | undefined)[]> {
    if (keys.length === 0) return [];
    return this.#level.getMany(keys).catch((cause) => this.#failRead(cause));
  }

  /** Entries of a range, in key order, as they stand when iteration begins. */
  entries(range: KeyRange): AsyncIterable<[Buffer, Buffer]> {
    return this.#walk(() => this.#level.iterator(range));
  }

  /** Keys of a range alone. */
  keys(range: KeyRange): AsyncIterable<Buffer> {
    return this.#walk(() => this.#level.keys(range));
  }

  /**
   * Everything as it stands now, whatever is written later. LevelDB keeps for it what is deleted
   * meanwhile. So `compact`, after which that is to be gone, ends all views, as `recover` and `close`
   * do; what reads on in one that has ended gets STORE_CLOSED.
   */
  view(): View {
    let snapshot: ReturnType<Level<Buffer, Buffer>['snapshot']> | null = this.#level.snapshot();
    const level = this.#level;
    const read = async <T>(work: (snapshot: object) => Promise<T>): Promise<T> => {
      if (snapshot === null) throw new TagwireError('STORE_CLOSED', 'this view has ended');
      return work(snapshot).catch((cause) => this.#failRead(cause));
    };
    const view: View = {
      first: (range, count) =>
        read(async (snapshot) => {
          const walker = level.iterator({ ...range, snapshot: snapshot as never });
          return walker.nextv(count).finally(() => walker.close());
        }),
      getMany: (keys) => read((snapshot) => level.getMany(keys, { snapshot: snapshot as never })),
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

  /** Begins to collect writes for `write`. Whoever does not write them discards them. */
  collect(): Writes {
    return new Writes(() => this.#level);
  }

  /**
   * Deletes a range of keys. Not atomic: callers delete what nothing refers to.
   * @throws TagwireError STORE_WRITE_FAILED, as `write` does.
   */
  async clear(range: KeyRange): Promise<void> {
    await this.#change(async () => {
      await this.#level.clear(range);
      // LevelDB does not sync that. A later write that is on disk without it would look like damage.
      await this.#level.batch().del(range.gte).write({ sync: true });
    });
  }

  /**
   * Gives the disk space of deleted and overwritten values back.
   * @throws TagwireError STORE_WRITE_FAILED, as `write` does.
   */
  async compact(range: KeyRange): Promise<void> {
    // `level` types only what browsers have too; on Node.js it is a classic-level database.
    const classic = this.#level as unknown as {
      compactRange(start: Buffer, end: Buffer): Promise<void>;
    };
    await this.#endViews();
    await this.#change(() => classic.compactRange(range.gte, range.lt));
  }

  /**
   * Reopens the folder after a failed write. Until there is room it stays open for reading.
   * @throws TagwireError STORE_WRITE_FAILED while the disk is too full, STORE_DAMAGED while the
   * folder cannot be opened.
   */
  async recover(): Promise<void> {
    const disk = await statfs(this.#folder);
    const freeBytes = disk.bavail * disk.bsize;
    if (freeBytes < FREE_BYTES_MIN) {
      throw new TagwireError(
        'STORE_WRITE_FAILED',
        `${this.#folder}: only ${Math.floor(freeBytes / 1e6)} MB free; make room, the store then goes on by itself`,
      );
    }
    // Before it closes: reading goes on for as long as this takes.
    await checkFolder(this.#folder, IS_CHECKED_ABOVE[this.#profile]);
    await this.#endViews();
    await this.#level.close();
    this.#level = await openLevel(this.#folder, false, this.#profile);
    this.#failed = false;
  }

  async *#walk<T>(
    start: () => { nextv(count: number): Promise<T[]>; close(): Promise<void> },
  ): AsyncGenerator<T> {
    let walker: ReturnType<typeof start> | null = null;
    try {
      walker = start();
      for (;;) {
        const found = await walker.nextv(WALK_MAX);
        if (found.length === 0) return;
        yield* found;
      }
    } catch (cause) {
      this.#failRead(cause);
    } finally {
      await walker?.close();
    }
  }

  /** Callers know the codes of the house, not those of LevelDB. */
  #failRead(cause: unknown): never {
    const isClosed = (cause as { code?: unknown }).code === 'LEVEL_DATABASE_NOT_OPEN';
    if (!isClosed) this.#isTrusted = false;
    throw new TagwireError(
      isClosed ? 'STORE_CLOSED' : 'STORE_DAMAGED',
      `${this.#folder} cannot be read: ${messageOf(cause)}`,
      { cause },
    );
  }

  /** Whatever writes goes through here: after one failure the handle takes nothing more. */
  async #change(work: () => Promise<void>): Promise<void> {
    if (this.#failed) throw new TagwireError('STORE_WRITE_FAILED', 'the store is recovering');
    try {
      await work();
    } catch (cause) {
      this.#failed = true;
      this.#isTrusted = false;
      throw new TagwireError('STORE_WRITE_FAILED', `write failed: ${messageOf(cause)}`, { cause });
    }
  }

  async close(): Promise<void> {
    await this.#endViews();
    await this.#level.close();
    if (this.#isTrusted) await this.#verified?.remember();
  }
}

async function openLevel(
  folder: string,
  create: boolean,
  profile: DatabaseProfile,
): Promise<Level<Buffer, Buffer>> {
  const level = new Level<Buffer, Buffer>(folder, {
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
    createIfMissing: create,
    writeBufferSize: WRITE_BUFFER_BYTES[profile],
    blockSize: BLOCK_BYTES,
    maxFileSize: TABLE_BYTES,
    cacheSize: CACHE_BYTES[profile],
  });
  try {
    await level.open();
  } catch (cause) {
    const below = cause instanceof Error ? cause.cause : undefined;
    const detail = below ? messageOf(below) : messageOf(cause);
    // Process ids mean nothing across containers: two that share a folder meet only here.
    const isHeld = (below as { code?: unknown } | undefined)?.code === 'LEVEL_LOCKED';
    throw new TagwireError(
      isHeld ? 'STORE_LOCKED' : 'STORE_DAMAGED',
      `${folder} ${isHeld ? 'is in use by another process' : 'cannot be opened'}: ${detail}`,
      { cause },
    );
  }
  return level;
}
