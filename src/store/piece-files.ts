/**
 * Pieces of snapshots, one after the other in plain files.
 *
 *   <actor>-<number> := piece | piece | …
 *
 * In LevelDB, the former place of pieces, a snapshot used much processor time for sorting and
 * compressing data that is read back whole, if ever, and wrote its values two and three times.
 *
 * Invariants: a file is written by one snapshot and never changes afterwards; its number is not
 * used again while the actor has any file. Not here: places and checksums of pieces, and which
 * files are still needed (snapshots.ts).
 */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { makeFolder, syncFolder } from './folders.js';

/** Bytes written between two syncs: larger syncs would delay those of the log. */
const SYNC_BYTES = 16 * 1024 * 1024;

export interface PiecePlace {
  /** Number of the actor's file. */
  file: number;
  at: number;
  byteLength: number;
}

export class PieceFiles {
  readonly #folder: string;
  /** Paths of files to delete after the current backup; null without a backup. */
  #deferred: Set<string> | null = null;

  /** @param folder holds nothing else; the first file creates it. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Numbers of the files of an actor, unordered. */
  async numbers(actor: string): Promise<number[]> {
    const names = existsSync(this.#folder) ? await readdir(this.#folder) : [];
    return names.flatMap((name) => {
      const end = name.lastIndexOf('-');
      const number = Number(name.slice(end + 1));
      return name.slice(0, end) === actor && Number.isSafeInteger(number) ? [number] : [];
    });
  }

  /** Creates a file, without content until its first piece. @throws TagwireError STORE_WRITE_FAILED. */
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
   * Reads a piece into `target`, which has its length; false when the piece cannot be read
   * completely. Synchronous, in a millisecond or two: threads for asynchronous reads would need
   * memory.
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

  /** Deletes files; the next call retries a failed deletion. */
  async remove(actor: string, numbers: Iterable<number>): Promise<void> {
    for (const number of numbers) {
      const path = this.#pathOf(actor, number);
      if (this.#deferred === null) await rm(path).catch(() => undefined);
      else this.#deferred.add(path);
    }
  }

  /** Defers all deletions, because the files are being copied. */
  pin(): void {
    this.#deferred ??= new Set();
  }

  /** Deletes the files that were deferred since `pin`. */
  async release(): Promise<void> {
    const deferred = this.#deferred;
    this.#deferred = null;
    for (const path of deferred ?? []) await rm(path).catch(() => undefined);
  }

  #pathOf(actor: string, number: number): string {
    return join(this.#folder, `${actor}-${number}`);
  }
}

/** A file that is being written, one call at a time. After a failed call it accepts no other. */
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
   * Appends bytes; returns their offset.
   * @throws TagwireError STORE_WRITE_FAILED; the file is then deleted.
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

  /** Syncs the file. @throws as `append` does. */
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
