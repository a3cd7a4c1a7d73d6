/**
 * Lists of generations: the chunks of each state of an actor, and the places of their pieces.
 *
 *   list := checksum u64 | generations, newest first (MessagePack)
 *
 * Each actor has one file under its name, replaced as a whole by a rename.
 *
 * Invariants: when `put` returns the list is on disk; until then the list before is valid. Lists in
 * the former format, values of a database, become files before the first write.
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
  /** Lists of the database that must become files; null when all lists are files. */
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
   * Opens a folder; the first write creates it.
   * @param barrier another reason against writing, which may end.
   * @throws TagwireError STORE_DAMAGED for a damaged database.
   */
  static async open(folder: string, barrier: Barrier = () => null): Promise<SnapshotLists> {
    const older = (await holdsDatabase(folder)) ? await readDatabase(folder) : null;
    const lists = new SnapshotLists(folder, barrier, older);
    // Where writing is impossible, lists are read from the database.
    if (older !== null) await lists.prepare().catch(() => undefined);
    else if (barrier() === null) await removeRetired(folder).catch(() => undefined);
    return lists;
  }

  /** No lists, and no writes: for a damaged folder that could not be moved aside. */
  static missing(folder: string): SnapshotLists {
    const reason = `${folder} is damaged and could not be set aside; start again when it can be written`;
    return new SnapshotLists(folder, () => reason, new Map());
  }

  /** The bytes of an actor's list; undefined when missing, null when unreadable. */
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

  actors(): string[] {
    return this.#older === null ? listNames(this.#folder) : [...this.#older.keys()];
  }

  /** Replaces a list; returns when it is on disk. @throws as `prepare` does. */
  put(actor: string, bytes: Buffer): Promise<void> {
    return this.#inTurn(() => this.#write(actor, bytes));
  }

  /**
   * Checks that lists may be written, and converts a database of lists to files.
   * @throws TagwireError STORE_WRITE_FAILED, or STORE_CLOSED.
   */
  prepare(): Promise<void> {
    return this.#inTurn(async () => undefined);
  }

  /** Accepts no more writes; returns when current writes have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
  }

  /** Serializes work: two writes of one list would remove each other's draft. */
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
    // Remaining files are removed at the next opening.
    await removeRetired(this.#folder).catch(() => undefined);
  }

  async #write(actor: string, bytes: Buffer): Promise<void> {
    makeFolder(this.#folder);
    await writing(replaceFile(join(this.#folder, actor), bytes));
  }
}

/** @throws TagwireError STORE_WRITE_FAILED for any error. */
async function writing(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    throw new TagwireError('STORE_WRITE_FAILED', `write failed: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Lists in their former format: values of a LevelDB in the folder of the lists, by the name of the
 * actor. They are converted to files in the same folder.
 *
 * ```
 *  CURRENT │ tables, logs                        the database is valid, not the files
 *  CURRENT │ tables, logs │ <actor> │ <actor> …  the same, while the files are written
 *  CONVERTED │ tables, logs │ <actor> …          the files are valid, by one rename
 *  <actor> …                                     the rest of the database is deleted
 * ```
 *
 * An older version of Tagwire would create a new database in the folder, which is newer than the
 * files, so it is valid, and is converted again.
 * Invariants: the database is read without LevelDB and never written to. A damaged database is
 * refused, and stays.
 */
const CURRENT = 'CURRENT';
const CONVERTED = 'CONVERTED';
/** No other file of the folder has a name like an actor's. */
const ACTOR = /^[a-z-]+$/;
const ALL = { gte: Buffer.alloc(0), lt: Buffer.alloc(64, 0xff) };

/** Whether the lists of a folder are a database. */
export async function holdsDatabase(folder: string): Promise<boolean> {
  if (existsSync(join(folder, CURRENT))) return true;
  return !existsSync(join(folder, CONVERTED)) && (await holdsRecords(folder));
}

/** The lists of a database, by actor. @throws TagwireError STORE_DAMAGED for any damage. */
async function readDatabase(folder: string): Promise<Map<string, Buffer>> {
  await checkFolder(folder);
  return readWhatIsWhole(folder);
}

/** The sound lists of a database. @throws TagwireError STORE_DAMAGED for its manifest alone. */
export async function readWhatIsWhole(folder: string): Promise<Map<string, Buffer>> {
  const lists = new Map<string, Buffer>();
  const reader = await FolderReader.counted(folder);
  for await (const [key, value] of reader.entries(ALL)) lists.set(key.toString(), value);
  return lists;
}

export function listNames(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile() && ACTOR.test(entry.name))
    .map(({ name }) => name);
}

/** Makes the files on disk valid instead of the database, if there is one. */
async function retireDatabase(folder: string): Promise<void> {
  if (!existsSync(join(folder, CURRENT))) return;
  await rename(join(folder, CURRENT), join(folder, CONVERTED));
  await syncFolder(folder);
}

/** Deletes an invalid database. */
async function removeRetired(folder: string): Promise<void> {
  if (!existsSync(join(folder, CONVERTED))) return;
  await removeFiles(folder);
  // Without `CONVERTED` the remaining files would look like a damaged database.
  await syncFolder(folder);
  await rm(join(folder, CONVERTED));
}

export interface Piece extends PiecePlace {
  /** Hash of the uncompressed bytes, hex. */
  hash: string;
  /** Deflated length in the file; missing for a piece that is not deflated. */
  packedLength?: number;
}

export interface Chunk {
  name: string;
  /** History, which a new thread does not load. */
  cold: boolean;
  pieces: Piece[];
}

/** One complete snapshot of an actor. */
export interface Generation {
  /** Format of the actor's codec. Cold chunks may have an older format. */
  version: number;
  /** The last log entry in the state, and the chain hash there (hex). */
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

/** Null for damaged bytes. */
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

/** Length of a piece in its file. */
export function storedLength({ byteLength, packedLength }: Piece): number {
  return packedLength ?? byteLength;
}

/** True for chunks of equal content, whatever their places. */
export function isSameContent(one: Chunk, other: Chunk): boolean {
  return (
    one.pieces.length === other.pieces.length &&
    one.pieces.every((piece, at) => {
      const { hash, byteLength } = other.pieces[at]!;
      return piece.hash === hash && piece.byteLength === byteLength;
    })
  );
}
