/**
 * Snapshots of actors: checksummed chunks and one synced commit record, two generations kept.
 *
 *   lists/    LevelDB: <actor> → checksum u64 | generations, newest first (MessagePack)
 *   pieces/   the bytes of the chunks (piece-files.ts)
 *
 * Invariants: a generation becomes visible by one synced write, after all of its pieces. A chunk
 * that did not change is named by both generations and stored once. A file of which no generation
 * names a piece is deleted; what the newest names of a file that is mostly waste moves on with it, so
 * that at most twice as much is stored as is named. Whatever fails a check is dropped with a warning:
 * the log is the truth.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '../kernel/assert.js';
import { decode, encode } from '../kernel/codec.js';
import { TagwireError } from '../kernel/errors.js';
import { HASH_BYTES, hash64, hexOf } from '../kernel/hash.js';
import { SNAPSHOTS } from '../kernel/limits.js';
import { Database, type Operation } from './database.js';
import { type PieceFile, PieceFiles, type Place } from './piece-files.js';

const GENERATIONS_KEPT = 2;
/** A file of which a new generation names a smaller part does not stay because of it. */
const NAMED_PART_MIN = 1 / 2;

interface Piece extends Place {
  hash: string;
}

interface Chunk {
  name: string;
  /** History: not part of what a new thread is given. */
  cold: boolean;
  pieces: Piece[];
}

/** Names of all chunks that a generation is to have; the cold ones are history. */
export interface ChunkNames {
  chunks: readonly string[];
  cold: readonly string[];
}

/** A piece of a chunk. */
export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

/** One complete snapshot of an actor. */
export interface Generation {
  /** Format of the actor's codec. */
  version: number;
  /** The last log entry that it holds, and the chain hash there (hex). */
  sequence: number;
  chain: string;
  chunks: Chunk[];
}

export interface SnapshotWarning {
  actor: string;
  sequence: number;
  reason: string;
}

/** The chunks of a generation by name. */
interface ChunkIndex {
  sequence: number;
  isNewest: boolean;
  chunks: ReadonlyMap<string, Chunk>;
}

export class SnapshotStore {
  readonly #lists: Database;
  readonly #files: PieceFiles;
  readonly #warn: (warning: SnapshotWarning) => void;
  /**
   * By actor, of the generation that was read from last: the list of years has tens of thousands of
   * chunks, which are read one at a time.
   */
  readonly #indices = new Map<string, ChunkIndex>();
  /** Counts changes of lists. */
  #edition = 0;
  #isClosed = false;

  private constructor(
    lists: Database,
    files: PieceFiles,
    warn: (warning: SnapshotWarning) => void,
  ) {
    this.#lists = lists;
    this.#files = files;
    this.#warn = warn;
  }

  /**
   * Opens a folder, or makes it. @throws TagwireError STORE_DAMAGED, when all that helps is
   * `destroy`, or STORE_LOCKED.
   */
  static async open(
    folder: string,
    warn: (warning: SnapshotWarning) => void,
  ): Promise<SnapshotStore> {
    if (existsSync(join(folder, 'CURRENT'))) {
      throw new TagwireError('STORE_DAMAGED', `${folder} is of an older version`);
    }
    const pieces = join(folder, 'pieces');
    mkdirSync(pieces, { recursive: true });
    const lists = await Database.open(join(folder, 'lists'), true, 'lists');
    return new SnapshotStore(lists, new PieceFiles(pieces), warn);
  }

  /** Deletes all snapshots. */
  static async destroy(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lists.close();
  }

  /** Generations of an actor, newest first. */
  async generations(actor: string): Promise<Generation[]> {
    const bytes = this.#listOf(actor);
    if (bytes === undefined) return [];
    if (bytes === null) return this.#withoutList(actor);
    return generationsOf(bytes) ?? this.#withoutList(actor);
  }

  /**
   * The newest generation of each actor, as a list that holds nothing else. Its files stay where they
   * are until `release`.
   */
  async hold(): Promise<Map<string, Buffer>> {
    this.#files.hold();
    const held = new Map<string, Buffer>();
    const all = { gte: Buffer.alloc(0), lt: Buffer.of(0xff) };
    for await (const key of this.#lists.keys(all)) {
      const actor = key.toString();
      const [newest] = await this.generations(actor);
      if (newest !== undefined) held.set(actor, listBytes([newest]));
    }
    return held;
  }

  /** Ends `hold`. */
  async release(): Promise<void> {
    await this.#files.release();
  }

  /** Gives the disk space of replaced lists back. */
  async compact(): Promise<void> {
    await this.#lists.compact({ gte: Buffer.alloc(0), lt: Buffer.of(0xff) });
  }

  /** Writes lists that `hold` gave into a folder that has the files and no lists yet. */
  static async fill(folder: string, lists: ReadonlyMap<string, Buffer>): Promise<void> {
    mkdirSync(folder, { recursive: true });
    const database = await Database.open(join(folder, 'lists'), true, 'lists');
    const puts = [...lists].map(
      ([actor, value]): Operation => ({ type: 'put', key: Buffer.from(actor), value }),
    );
    await database.write(puts).finally(() => database.close());
  }

  /** Starts a new generation; `keepPrevious` false leaves no older one behind (after an erasure). */
  async begin(actor: string, names: ChunkNames, keepPrevious = true): Promise<SnapshotWriter> {
    // Nobody waits for a snapshot, so nobody else brings the database back after a full disk.
    if (this.#lists.failed) await this.#lists.recover();
    const older = await this.generations(actor);
    // Files of snapshots that were given up are named by no list.
    const numbers = [...(await this.#files.numbers(actor)), ...numbersOf(older)];
    const number = numbers.reduce((next, one) => Math.max(next, one + 1), 1);
    return new SnapshotWriter(this.#lists, this.#files, actor, names, {
      older,
      keepPrevious,
      number,
      onCommit: () => this.#forget(actor),
    });
  }

  /**
   * The bytes of a chunk of a generation, by default the newest one, or null: there is none, or
   * (with a warning) any piece of it is missing or damaged.
   */
  async readChunk(actor: string, name: string, sequence?: number): Promise<Buffer | null> {
    if (this.#isClosed) throw new TagwireError('STORE_CLOSED', 'the snapshots are closed');
    const index = await this.#indexOf(actor, sequence);
    const chunk = index?.chunks.get(name);
    if (index === null || chunk === undefined) return null;
    // Put together in a buffer of its own, which moves from thread to thread without a copy.
    const byteLength = chunk.pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    const whole = Buffer.from(new ArrayBuffer(byteLength));
    let at = 0;
    for (const piece of chunk.pieces) {
      const room = whole.subarray(at, at + piece.byteLength);
      if (!this.#files.read(actor, piece, room) || hexOf(hash64(room)) !== piece.hash) {
        this.#warn({ actor, sequence: index.sequence, reason: `chunk ${name} is damaged` });
        return null;
      }
      at += piece.byteLength;
    }
    return whole;
  }

  async #indexOf(actor: string, sequence?: number): Promise<ChunkIndex | null> {
    const known = this.#indices.get(actor);
    const isWanted = sequence === undefined ? known?.isNewest : known?.sequence === sequence;
    if (known !== undefined && isWanted) return known;
    const edition = this.#edition;
    const generations = await this.generations(actor);
    const at =
      sequence === undefined ? 0 : generations.findIndex((one) => one.sequence === sequence);
    const generation = generations[at];
    if (generation === undefined) return null;
    const index = {
      sequence: generation.sequence,
      isNewest: at === 0,
      chunks: new Map(generation.chunks.map((chunk) => [chunk.name, chunk])),
    };
    // The list may have changed while it was read.
    if (edition === this.#edition) this.#indices.set(actor, index);
    return index;
  }

  /** The list of an actor has changed. */
  #forget(actor: string): void {
    this.#edition += 1;
    this.#indices.delete(actor);
  }

  #withoutList(actor: string): Generation[] {
    this.#warn({ actor, sequence: 0, reason: 'the list of snapshots is damaged' });
    return [];
  }

  /** A list as it is stored; null where the database cannot read it, which is damage like any other. */
  #listOf(actor: string): Buffer | null | undefined {
    try {
      return this.#lists.getSync(Buffer.from(actor));
    } catch (error) {
      if (error instanceof TagwireError && error.code === 'STORE_DAMAGED') return null;
      throw error;
    }
  }

  /** Forgets one generation, or all of them. */
  async drop(actor: string, sequence?: number): Promise<void> {
    const kept = (await this.generations(actor)).filter(
      (generation) => sequence !== undefined && generation.sequence !== sequence,
    );
    await this.#lists.write([listOf(actor, kept)]);
    this.#forget(actor);
  }
}

/** How a generation begins, and who is told of its end. */
interface WriterOptions {
  older: Generation[];
  keepPrevious: boolean;
  /** Number of the file that it writes. */
  number: number;
  /** Told when the actor's list of generations has changed. */
  onCommit(): void;
}

/** Writes the chunks of one generation; nothing of it counts before `commit`. */
export class SnapshotWriter {
  readonly #lists: Database;
  readonly #files: PieceFiles;
  readonly #actor: string;
  readonly #options: WriterOptions;
  readonly #file: PieceFile;
  /** In the order of the names; what is missing has no pieces until they are added. */
  readonly #chunks: ReadonlyMap<string, Chunk>;

  /** Names of chunks that the newest generation does not have. All others are taken over. */
  readonly missing: string[];

  constructor(
    lists: Database,
    files: PieceFiles,
    actor: string,
    { chunks, cold }: ChunkNames,
    options: WriterOptions,
  ) {
    this.#lists = lists;
    this.#files = files;
    this.#actor = actor;
    this.#options = options;
    this.#file = files.create(actor, options.number);
    const newest = new Map(options.older[0]?.chunks.map(({ name, pieces }) => [name, pieces]));
    const chunkOf = (name: string, isCold: boolean): [string, Chunk] => [
      name,
      { name, cold: isCold, pieces: [...(newest.get(name) ?? [])] },
    ];
    this.#chunks = new Map([
      ...chunks.map((name) => chunkOf(name, false)),
      ...cold.map((name) => chunkOf(name, true)),
    ]);
    this.missing = [...this.#chunks.keys()].filter((name) => !newest.has(name));
  }

  /** Adds the next piece to each of the chunks, which are missing ones. */
  async add(added: readonly NamedBytes[]): Promise<void> {
    for (const { name, bytes } of added) {
      assert(this.missing.includes(name), `chunk ${name} is one that is missing`);
      assert(bytes.length <= SNAPSHOTS.pieceBytesMax, `chunk ${name} comes in pieces`);
    }
    const isOne = added.length === 1;
    const together = isOne ? added[0]!.bytes : Buffer.concat(added.map(({ bytes }) => bytes));
    let at = await this.#file.append(together);
    const file = this.#options.number;
    for (const { name, bytes } of added) {
      const byteLength = bytes.length;
      this.#chunks.get(name)!.pieces.push({ file, at, byteLength, hash: hexOf(hash64(bytes)) });
      at += byteLength;
    }
  }

  /** Makes the generation the newest one and deletes what no kept generation names. */
  async commit(place: Omit<Generation, 'chunks'>): Promise<void> {
    const chunks = [...this.#chunks.values()];
    assert(
      chunks.every(({ pieces }) => pieces.length > 0),
      'a snapshot is committed when it has all chunks',
    );
    await this.#moveOn(chunks);
    await this.#file.finish();
    const generation: Generation = { ...place, chunks };
    const { older, keepPrevious, onCommit } = this.#options;
    const others = keepPrevious ? older.filter(({ sequence }) => sequence !== place.sequence) : [];
    const kept = [generation, ...others].slice(0, GENERATIONS_KEPT);
    await this.#lists.write([listOf(this.#actor, kept)]);
    onCommit();
    const named = new Set(numbersOf(kept));
    const present = await this.#files.numbers(this.#actor);
    await this.#files.remove(
      this.#actor,
      present.filter((number) => !named.has(number)),
    );
  }

  /** Takes pieces along from files that would stay because of them and hold too much else. */
  async #moveOn(chunks: Chunk[]): Promise<void> {
    const namedBytes = new Map<number, number>();
    for (const { file, byteLength } of chunks.flatMap(({ pieces }) => pieces)) {
      namedBytes.set(file, (namedBytes.get(file) ?? 0) + byteLength);
    }
    namedBytes.delete(this.#options.number);
    const left = new Set<number>();
    for (const [file, bytes] of namedBytes) {
      const whole = await this.#files.byteLength(this.#actor, file);
      // After an erasure the bytes themselves must go, not only their names.
      const part = this.#options.keepPrevious ? NAMED_PART_MIN : 1;
      if (bytes < part * whole) left.add(file);
    }
    if (left.size === 0) return;
    for (const chunk of chunks) {
      for (const [place, piece] of chunk.pieces.entries()) {
        if (left.has(piece.file)) chunk.pieces[place] = await this.#moved(piece);
      }
    }
  }

  /** A piece in the new file. What is damaged stays so: its checksum goes along. */
  async #moved(piece: Piece): Promise<Piece> {
    const { keepPrevious, number: file } = this.#options;
    const bytes = Buffer.allocUnsafe(piece.byteLength);
    if (this.#files.read(this.#actor, piece, bytes)) {
      return { ...piece, file, at: await this.#file.append(bytes) };
    }
    // A piece that cannot be read must not hold on to a file with something erased in it.
    return keepPrevious ? piece : { ...piece, file, at: 0 };
  }
}

/** Numbers of the files that generations name. */
function numbersOf(generations: readonly Generation[]): number[] {
  const pieces = generations.flatMap(({ chunks }) => chunks.flatMap((chunk) => chunk.pieces));
  return [...new Set(pieces.map(({ file }) => file))];
}

/** The generations of a list as it is stored; null when it is damaged. */
export function generationsOf(bytes: Buffer): Generation[] | null {
  const content = bytes.subarray(HASH_BYTES);
  const isSound = bytes.length > HASH_BYTES && bytes.readBigUInt64LE(0) === hash64(content);
  return isSound ? (decode(content) as Generation[]) : null;
}

function listBytes(generations: Generation[]): Buffer {
  const content = encode(generations);
  const sum = Buffer.alloc(HASH_BYTES);
  sum.writeBigUInt64LE(hash64(content));
  return Buffer.concat([sum, content]);
}

function listOf(actor: string, generations: Generation[]): Operation {
  return { type: 'put', key: Buffer.from(actor), value: listBytes(generations) };
}
