/**
 * Pieces of snapshots, one after the other in plain files.
 *
 *   <actor>-<number> := piece | piece | …
 *
 * In LevelDB, where they were before, a snapshot kept a processor busy with sorting and packing what
 * is read back whole, if ever, and its values were written two and three times.
 *
 * Invariants: a file is written by one snapshot and never changes afterwards; its number is not given
 * again while anything of the actor is left. Not here: what lies where, with its checksum, and which
 * files are still needed (snapshots.ts).
 */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { makeFolder, syncFolder } from './folders.js';

/** Written between two syncs: one that has more to do keeps those of the log waiting. */
const SYNC_BYTES = 16 * 1024 * 1024;

/** Where a piece lies. */
export interface PiecePlace {
  /** Number of the actor's file. */
  file: number;
  at: number;
  byteLength: number;
}

export class PieceFiles {
  readonly #folder: string;
  /** Paths of files that are deleted when no backup copies them any more; null while none does. */
  #deferred: Set<string> | null = null;

  /** @param folder one that holds nothing else; the first file makes it. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Numbers of the files that an actor has, in no order. */
  async numbers(actor: string): Promise<number[]> {
    const names = existsSync(this.#folder) ? await readdir(this.#folder) : [];
    return names.flatMap((name) => {
      const end = name.lastIndexOf('-');
      const number = Number(name.slice(end + 1));
      return name.slice(0, end) === actor && Number.isSafeInteger(number) ? [number] : [];
    });
  }

  /** A file that begins with its first piece. @throws TagwireError STORE_WRITE_FAILED. */
  create(actor: string, number: number): PieceFile {
    makeFolder(this.#folder);
    return new PieceFile(this.#folder, this.#pathOf(actor, number));
  }

  /** Bytes of a file; 0 when there is none. */
  async byteLength(actor: string, number: number): Promise<number> {
    return stat(this.#pathOf(actor, number)).then(
      ({ size }) => size,
      () => 0,
    );
  }

  /**
   * Reads a piece into `target`, which is as long; false when it cannot be read, or not all of it. At
   * once, in a millisecond or two: threads that read for us would keep memory of their own.
   */
  read(actor: string, { file, at }: PiecePlace, target: Uint8Array): boolean {
    if (target.length === 0) return true;
    let descriptor: number | null = null;
    try {
      descriptor = openSync(this.#pathOf(actor, file), 'r');
      return readSync(descriptor, target, 0, target.length, at) === target.length;
    } catch {
      return false;
    } finally {
      if (descriptor !== null) closeSync(descriptor);
    }
  }

  /** Deletes files; one that resists is tried again with the next ones. */
  async remove(actor: string, numbers: Iterable<number>): Promise<void> {
    for (const number of numbers) {
      const path = this.#pathOf(actor, number);
      if (this.#deferred === null) await rm(path).catch(() => undefined);
      else this.#deferred.add(path);
    }
  }

  /** From now on nothing is deleted: the files are copied. */
  pin(): void {
    this.#deferred ??= new Set();
  }

  /** Deletes what was to be deleted since `pin`. */
  async release(): Promise<void> {
    const deferred = this.#deferred;
    this.#deferred = null;
    for (const path of deferred ?? []) await rm(path).catch(() => undefined);
  }

  #pathOf(actor: string, number: number): string {
    return join(this.#folder, `${actor}-${number}`);
  }
}

/** A file that is being written, one call at a time. After a call that failed it takes no other. */
export class PieceFile {
  readonly #folder: string;
  readonly #path: string;
  #byteLength = 0;
  #syncedBytes = 0;
  #failed = false;

  constructor(folder: string, path: string) {
    this.#folder = folder;
    this.#path = path;
  }

  /**
   * Writes bytes at the end; returns the offset at which they begin.
   * @throws TagwireError STORE_WRITE_FAILED; the file is then gone.
   */
  async append(bytes: Uint8Array): Promise<number> {
    const at = this.#byteLength;
    await this.#write(async (handle) => {
      await handle.appendFile(bytes);
      this.#byteLength += bytes.length;
      if (this.#byteLength - this.#syncedBytes >= SYNC_BYTES) await this.#sync(handle);
    });
    return at;
  }

  /** When it returns everything is on disk. @throws as `append` does. */
  async finish(): Promise<void> {
    if (this.#byteLength === 0) return;
    await this.#write(async (handle) => {
      await this.#sync(handle);
      await syncFolder(this.#folder);
    });
  }

  async #sync(handle: FileHandle): Promise<void> {
    await handle.datasync();
    this.#syncedBytes = this.#byteLength;
  }

  async #write(work: (handle: FileHandle) => Promise<void>): Promise<void> {
    if (this.#failed) throw new TagwireError('STORE_WRITE_FAILED', 'the snapshot was given up');
    try {
      const handle = await open(this.#path, 'a', 0o600);
      await work(handle).finally(() => handle.close());
    } catch (cause) {
      this.#failed = true;
      await rm(this.#path, { force: true }).catch(() => undefined);
      throw new TagwireError('STORE_WRITE_FAILED', `write failed: ${messageOf(cause)}`, { cause });
    }
  }
}
