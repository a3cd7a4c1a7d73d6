/**
 * Lists of generations: which chunks make up the state of an actor, and where their pieces lie.
 *
 *   list := checksum u64 | generations, newest first (MessagePack)
 *
 * They lie in files, one for each actor under its name, replaced as a whole by a rename.
 *
 * Invariants: when `put` returns the list is on disk; until then the one before it counts. Lists that
 * are values of a database (`ListDatabase`) are read from it, and become files before anything else
 * is written.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { decode, encode } from '../kernel/codec.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { HASH_BYTES, hash64 } from '../kernel/hash.js';
import type { Barrier } from './database.js';
import { makeFolder, replaceFile, syncFolder } from './folders.js';
import { checkFolder, holdsRecords } from './leveldb/check.js';
import { FolderReader } from './leveldb/folder-reader.js';
import { removeFiles } from './leveldb/making.js';
import type { PiecePlace } from './piece-files.js';

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

  /** The actors that have a list. */
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

/**
 * Lists of snapshots as they lay before each was a file: values of a LevelDB in the folder of the
 * lists, by the name of the actor. They become files in the same folder.
 *
 * ```
 *  CURRENT │ tables, logs                        the database counts, whatever files are there
 *  CURRENT │ tables, logs │ <actor> │ <actor> …  the same, while the files are written
 *  CONVERTED │ tables, logs │ <actor> …          the files count: one rename has decided that
 *  <actor> …                                     what is left of the database is deleted
 * ```
 *
 * A version from before goes on with a database of its own in the folder; it is newer than the files,
 * so it counts, and becomes files again.
 * Invariants: the database is read without LevelDB and never written to. One that is not whole is
 * refused, and stays.
 */
const CURRENT = 'CURRENT';
const CONVERTED = 'CONVERTED';
/** Nothing else in the folder is called like an actor. */
const ACTOR = /^[a-z-]+$/;
const ALL = { gte: Buffer.alloc(0), lt: Buffer.alloc(64, 0xff) };

/** Whether a database counts in a folder of lists, and no files. */
export async function holdsDatabase(folder: string): Promise<boolean> {
  if (existsSync(join(folder, CURRENT))) return true;
  return !existsSync(join(folder, CONVERTED)) && (await holdsRecords(folder));
}

/** The lists of a database, by actor. @throws TagwireError STORE_DAMAGED where it is not whole. */
async function readDatabase(folder: string): Promise<Map<string, Buffer>> {
  await checkFolder(folder);
  return readWhatIsWhole(folder);
}

/** The same of one that may be damaged. @throws TagwireError STORE_DAMAGED for its manifest alone. */
export async function readWhatIsWhole(folder: string): Promise<Map<string, Buffer>> {
  const lists = new Map<string, Buffer>();
  const reader = await FolderReader.counted(folder);
  for await (const [key, value] of reader.entries(ALL)) lists.set(key.toString(), value);
  return lists;
}

/** The actors that have a file in a folder of lists. */
export function listNames(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile() && ACTOR.test(entry.name))
    .map(({ name }) => name);
}

/** Makes the files count from here on, which are on disk; nothing where there is no database. */
async function retireDatabase(folder: string): Promise<void> {
  if (!existsSync(join(folder, CURRENT))) return;
  await rename(join(folder, CURRENT), join(folder, CONVERTED));
  await syncFolder(folder);
}

/** Deletes a database that no longer counts. */
async function removeRetired(folder: string): Promise<void> {
  if (!existsSync(join(folder, CONVERTED))) return;
  await removeFiles(folder);
  // What is left of them without `CONVERTED` would look like a damaged database.
  await syncFolder(folder);
  await rm(join(folder, CONVERTED));
}

export interface Piece extends PiecePlace {
  /** Of its bytes as they are, hex. */
  hash: string;
  /** Bytes that it takes in its file, deflated; missing where it lies there as it is. */
  packedLength?: number;
}

export interface Chunk {
  name: string;
  /** History: not part of what a new thread is given. */
  cold: boolean;
  pieces: Piece[];
}

/** One complete snapshot of an actor. */
export interface Generation {
  /** Format of the actor's codec. Cold chunks may be of an older one. */
  version: number;
  /** The last log entry that it holds, and the chain hash there (hex). */
  sequence: number;
  chain: string;
  chunks: Chunk[];
}

export function encodeList(generations: readonly Generation[]): Buffer {
  const content = encode(generations);
  const sum = Buffer.alloc(HASH_BYTES);
  sum.writeBigUInt64LE(hash64(content));
  return Buffer.concat([sum, content]);
}

/** Null where the bytes are no list, or are damaged. */
export function decodeList(bytes: Buffer): Generation[] | null {
  const content = bytes.subarray(HASH_BYTES);
  const isSound = bytes.length > HASH_BYTES && bytes.readBigUInt64LE(0) === hash64(content);
  return isSound ? (decode(content) as Generation[]) : null;
}

/** Numbers of the files that generations name. */
export function filesNamedBy(generations: readonly Generation[]): number[] {
  const pieces = generations.flatMap(({ chunks }) => chunks.flatMap((chunk) => chunk.pieces));
  return [...new Set(pieces.map(({ file }) => file))];
}

/** Bytes that a piece takes in its file. */
export function storedLength({ byteLength, packedLength }: Piece): number {
  return packedLength ?? byteLength;
}

/** True where two chunks hold the same bytes, wherever they lie. */
export function isSameContent(one: Chunk, other: Chunk): boolean {
  return (
    one.pieces.length === other.pieces.length &&
    one.pieces.every((piece, at) => {
      const { hash, byteLength } = other.pieces[at]!;
      return piece.hash === hash && piece.byteLength === byteLength;
    })
  );
}
