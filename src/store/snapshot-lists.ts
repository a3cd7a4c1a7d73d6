/**
 * Where the lists of generations lie: bytes for each actor, replaced as a whole.
 *
 * Snapshots keep theirs in a LevelDB folder. History keeps each in a file of its own, which is
 * replaced by a rename: what damages the one does not damage the other. Both end what they store with
 * nothing of their own; the checksum is part of the bytes (snapshots.ts).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { type Barrier, Database } from './database.js';
import { makeFolder, syncFolder } from './folder-sync.js';

const ALL = { gte: Buffer.alloc(0), lt: Buffer.of(0xff) };
/** Ends the name of a list that is being written. */
const NEXT = '.next';

export interface SnapshotLists {
  /** The bytes of an actor's list; undefined where there is none, null where they cannot be read. */
  get(actor: string): Buffer | null | undefined;
  /** Replaces a list; when it returns that is on disk. @throws TagwireError STORE_WRITE_FAILED. */
  put(actor: string, bytes: Buffer): Promise<void>;
  /** Who has a list. */
  actors(): Promise<string[]>;
  /** Gives the disk space of lists back that were replaced. */
  compact(): Promise<void>;
  /** Takes writes again after one that failed. @throws as `put` does, while the disk is too full. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

/** Lists in a LevelDB folder. */
export class DatabaseLists implements SnapshotLists {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Opens a folder, or makes it. @throws TagwireError STORE_DAMAGED, STORE_LOCKED. */
  static async open(folder: string, barrier?: Barrier): Promise<DatabaseLists> {
    return new DatabaseLists(await Database.open(folder, 'later', 'lists', barrier));
  }

  /** What the database cannot read is damage like any other. */
  get(actor: string): Buffer | null | undefined {
    try {
      return this.#database.getSync(Buffer.from(actor));
    } catch (error) {
      if (error instanceof TagwireError && error.code === 'STORE_DAMAGED') return null;
      throw error;
    }
  }

  async put(actor: string, value: Buffer): Promise<void> {
    await this.#database.write([{ type: 'put', key: Buffer.from(actor), value }]);
  }

  async actors(): Promise<string[]> {
    const found: string[] = [];
    for await (const key of this.#database.keys(ALL)) found.push(key.toString());
    return found;
  }

  async compact(): Promise<void> {
    await this.#database.compact(ALL);
  }

  async recover(): Promise<void> {
    if (this.#database.failed) await this.#database.recover();
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

/** Lists in files, each named like its actor. */
export class FileLists implements SnapshotLists {
  readonly #folder: string;

  /** Uses a folder; the first write makes it. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  get(actor: string): Buffer | null | undefined {
    const path = join(this.#folder, actor);
    if (!existsSync(path)) return undefined;
    try {
      return readFileSync(path);
    } catch {
      return null;
    }
  }

  async put(actor: string, bytes: Buffer): Promise<void> {
    const path = join(this.#folder, actor);
    const next = `${path}${NEXT}`;
    makeFolder(this.#folder);
    try {
      const file = await open(next, 'w', 0o600);
      await file
        .writeFile(bytes)
        .then(() => file.sync())
        .finally(() => file.close());
      await rename(next, path);
      await syncFolder(this.#folder);
    } catch (cause) {
      await rm(next, { force: true }).catch(() => undefined);
      throw new TagwireError('STORE_WRITE_FAILED', `write failed: ${messageOf(cause)}`, { cause });
    }
  }

  async actors(): Promise<string[]> {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    return names.filter((name) => !name.endsWith(NEXT));
  }

  /** What is replaced is gone. */
  async compact(): Promise<void> {}

  /** Each write opens its own file. */
  async recover(): Promise<void> {}

  async close(): Promise<void> {}
}

/** No lists, and no way to write any: for a folder that would have to be moved out of the way first. */
export class MissingLists implements SnapshotLists {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get(): undefined {
    return undefined;
  }

  async put(): Promise<void> {
    await this.recover();
  }

  async actors(): Promise<string[]> {
    return [];
  }

  async compact(): Promise<void> {}

  async recover(): Promise<void> {
    throw new TagwireError(
      'STORE_WRITE_FAILED',
      `${this.#folder} is damaged and could not be set aside; start again when it can be written`,
    );
  }

  async close(): Promise<void> {}
}
