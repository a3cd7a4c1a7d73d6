/**
 * Where the lists of generations lie: `<actor>`, a file for each, replaced as a whole by a rename.
 *
 * Invariants: when `put` returns the list is on disk; until then the one before it counts. Lists that
 * are values of a database (list-database.ts) are read from it, and become files before anything else
 * is written.
 * Not here: what a list says, and its checksum (generation.ts).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Barrier } from './database.js';
import { makeFolder, replaceFile } from './folder-sync.js';
import {
  holdsDatabase,
  listNames,
  readDatabase,
  removeRetired,
  retireDatabase,
} from './list-database.js';

export class SnapshotLists {
  readonly #folder: string;
  readonly #barrier: Barrier;
  /** What the database says that is still to become files; null when all lists are files. */
  #older: ReadonlyMap<string, Buffer> | null;
  /** The last write, which never rejects. */
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(folder: string, barrier: Barrier, older: ReadonlyMap<string, Buffer> | null) {
    this.#folder = folder;
    this.#barrier = barrier;
    this.#older = older;
  }

  /**
   * Uses a folder; the first write makes it.
   * @param barrier what stands against writing, and may go.
   * @throws TagwireError STORE_DAMAGED for a database that is not whole.
   */
  static async open(folder: string, barrier: Barrier = () => null): Promise<SnapshotLists> {
    const older = (await holdsDatabase(folder)) ? await readDatabase(folder) : null;
    const lists = new SnapshotLists(folder, barrier, older);
    // Where nothing can be written, the database is answered from.
    if (older !== null) await lists.prepare().catch(() => undefined);
    else if (barrier() === null) await removeRetired(folder).catch(() => undefined);
    return lists;
  }

  /** No lists, and no way to write any: for a folder that would have to be moved out of the way first. */
  static missing(folder: string): SnapshotLists {
    const reason = `${folder} is damaged and could not be set aside; start again when it can be written`;
    return new SnapshotLists(folder, () => reason, new Map());
  }

  /** The bytes of an actor's list; undefined where there is none, null where they cannot be read. */
  get(actor: string): Buffer | null | undefined {
    if (this.#older !== null) return this.#older.get(actor);
    const path = join(this.#folder, actor);
    if (!existsSync(path)) return undefined;
    try {
      return readFileSync(path);
    } catch {
      return null;
    }
  }

  /** Who has a list. */
  actors(): string[] {
    return this.#older === null ? listNames(this.#folder) : [...this.#older.keys()];
  }

  /** Replaces a list; when it returns that is on disk. @throws as `prepare` does. */
  put(actor: string, bytes: Buffer): Promise<void> {
    return this.#inTurn(() => this.#write(actor, bytes));
  }

  /**
   * Looks whether lists may be written, and makes files of those that are none yet.
   * @throws TagwireError STORE_WRITE_FAILED, or STORE_CLOSED.
   */
  prepare(): Promise<void> {
    return this.#inTurn(async () => undefined);
  }

  /** Takes no writes from here on; returns when those that are under way have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
  }

  /** One after the other: two that write the same list would take each other's file away. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(async () => {
      if (this.#isClosed) throw new TagwireError('STORE_CLOSED', `${this.#folder} is closed`);
      const reason = this.#barrier();
      if (reason !== null) throw new TagwireError('STORE_WRITE_FAILED', reason);
      if (this.#older !== null) await this.#convert(this.#older);
      await work();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #convert(older: ReadonlyMap<string, Buffer>): Promise<void> {
    for (const [actor, bytes] of older) await this.#write(actor, bytes);
    await writing(retireDatabase(this.#folder));
    this.#older = null;
    // What stays goes when the folder is opened again.
    await removeRetired(this.#folder).catch(() => undefined);
  }

  async #write(actor: string, bytes: Buffer): Promise<void> {
    makeFolder(this.#folder);
    await writing(replaceFile(join(this.#folder, actor), bytes));
  }
}

/** @throws TagwireError STORE_WRITE_FAILED for whatever is thrown. */
async function writing(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    throw new TagwireError('STORE_WRITE_FAILED', `write failed: ${messageOf(cause)}`, { cause });
  }
}
