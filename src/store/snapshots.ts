/**
 * Snapshots of actors: checksummed chunks and one synced commit record, two generations kept.
 *
 *   m <actor>                     → checksum u64 | generations, newest first (MessagePack)
 *   d <actor> 0x00 <piece number> → one piece of a chunk
 *
 * Invariants: a generation becomes visible by one synced write, after all of its pieces. A chunk
 * that did not change is named by both generations and stored once. A piece that no generation
 * names is deleted. Whatever fails a check is dropped with a warning: the log is the truth.
 */
import { assert } from '../kernel/assert.js';
import { decode, encode } from '../kernel/codec.js';
import { TagwireError } from '../kernel/errors.js';
import { HASH_BYTES, hash64, hexOf } from '../kernel/hash.js';
import { SNAPSHOTS } from '../kernel/limits.js';
import type { Database, KeyRange, Operation } from './database.js';

const GENERATIONS_KEPT = 2;

interface Piece {
  number: number;
  byteLength: number;
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
  readonly #database: Database;
  readonly #warn: (warning: SnapshotWarning) => void;
  /**
   * By actor, of the generation that was read from last: the list of years has tens of thousands of
   * chunks, which are read one at a time.
   */
  readonly #indices = new Map<string, ChunkIndex>();
  /** Counts changes of lists. */
  #edition = 0;
  /** Actors that have no pieces but those that their lists name. */
  readonly #swept = new Set<string>();

  constructor(database: Database, warn: (warning: SnapshotWarning) => void) {
    this.#database = database;
    this.#warn = warn;
  }

  /** Generations of an actor, newest first. */
  async generations(actor: string): Promise<Generation[]> {
    const bytes = this.#get(manifestKey(actor));
    if (bytes === undefined) return [];
    if (bytes === null) return this.#withoutList(actor);
    const content = bytes.subarray(HASH_BYTES);
    if (bytes.length > HASH_BYTES && bytes.readBigUInt64LE(0) === hash64(content)) {
      return decode(content) as Generation[];
    }
    return this.#withoutList(actor);
  }

  /** Starts a new generation; `keepPrevious` false leaves no older one behind (after an erasure). */
  async begin(actor: string, names: ChunkNames, keepPrevious = true): Promise<SnapshotWriter> {
    // Nobody waits for a snapshot, so nobody else brings the database back after a full disk.
    if (this.#database.failed) await this.#database.recover();
    const older = await this.generations(actor);
    // Pieces of a snapshot that is given up are named by no list.
    const isSwept = this.#swept.delete(actor);
    return new SnapshotWriter(this.#database, actor, names, {
      older,
      keepPrevious,
      present: isSwept ? numbersOf(older) : await this.#present(actor),
      onCommit: () => this.#forget(actor),
      onSwept: () => this.#swept.add(actor),
    });
  }

  /**
   * The bytes of a chunk of a generation, by default the newest one, or null: there is none, or
   * (with a warning) any piece of it is missing or damaged.
   */
  async readChunk(actor: string, name: string, sequence?: number): Promise<Buffer | null> {
    const index = await this.#indexOf(actor, sequence);
    const chunk = index?.chunks.get(name);
    if (index === null || chunk === undefined) return null;
    // Put together in a buffer of its own, which moves from thread to thread without a copy.
    const byteLength = chunk.pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    const whole = Buffer.from(new ArrayBuffer(byteLength));
    let at = 0;
    for (const piece of chunk.pieces) {
      const bytes = this.#get(pieceKey(actor, piece.number));
      if (bytes?.length !== piece.byteLength || hexOf(hash64(bytes)) !== piece.hash) {
        this.#warn({ actor, sequence: index.sequence, reason: `chunk ${name} is damaged` });
        return null;
      }
      whole.set(bytes, at);
      at += bytes.length;
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

  /** Numbers of all pieces of an actor. It takes LevelDB as long as reading all their bytes. */
  async #present(actor: string): Promise<number[]> {
    const numbers: number[] = [];
    for await (const key of this.#database.keys(piecesRange(actor))) {
      numbers.push(key.readUIntBE(key.length - 6, 6));
    }
    return numbers;
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

  /**
   * A value; null where the database itself cannot read it, which is damage like any other. At once,
   * in a millisecond or two for a piece: threads that read for us would keep memory of their own.
   */
  #get(key: Buffer): Buffer | null | undefined {
    try {
      return this.#database.getSync(key);
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
    await this.#database.write([manifestOf(actor, kept)]);
    this.#forget(actor);
    this.#swept.delete(actor);
  }
}

/** How a generation begins, and who is told of its end. */
interface WriterOptions {
  older: Generation[];
  keepPrevious: boolean;
  /** Numbers of the pieces that the actor has, named or not. */
  present: number[];
  /** Told when the actor's list of generations has changed. */
  onCommit(): void;
  /** Told when the actor has no pieces but those that the list names. */
  onSwept(): void;
}

/** Writes the chunks of one generation; nothing of it counts before `commit`. */
export class SnapshotWriter {
  readonly #database: Database;
  readonly #actor: string;
  readonly #options: WriterOptions;
  /** In the order of the names; what is missing has no pieces until they are added. */
  readonly #chunks: ReadonlyMap<string, Chunk>;
  #nextNumber: number;

  /** Names of chunks that the newest generation does not have. All others are taken over. */
  readonly missing: string[];

  constructor(
    database: Database,
    actor: string,
    { chunks, cold }: ChunkNames,
    options: WriterOptions,
  ) {
    this.#database = database;
    this.#actor = actor;
    this.#options = options;
    const { older } = options;
    const newest = new Map(older[0]?.chunks.map(({ name, pieces }) => [name, pieces]));
    const chunkOf = (name: string, isCold: boolean): [string, Chunk] => [
      name,
      { name, cold: isCold, pieces: newest.get(name) ?? [] },
    ];
    this.#chunks = new Map([
      ...chunks.map((name) => chunkOf(name, false)),
      ...cold.map((name) => chunkOf(name, true)),
    ]);
    this.missing = [...this.#chunks.keys()].filter((name) => !newest.has(name));
    this.#nextNumber = numbersOf(older).reduce((next, number) => Math.max(next, number + 1), 1);
  }

  /** Adds the next piece to each of the chunks, which are missing ones, by one synced write. */
  async add(added: readonly NamedBytes[]): Promise<void> {
    const operations: Operation[] = [];
    for (const { name, bytes } of added) {
      assert(this.missing.includes(name), `chunk ${name} is one that is missing`);
      assert(bytes.length <= SNAPSHOTS.pieceBytesMax, `chunk ${name} comes in pieces`);
      const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const number = this.#nextNumber++;
      operations.push({ type: 'put', key: pieceKey(this.#actor, number), value });
      const piece = { number, byteLength: value.length, hash: hexOf(hash64(value)) };
      this.#chunks.get(name)!.pieces.push(piece);
    }
    await this.#database.write(operations);
  }

  /** Makes the generation the newest one and deletes what no kept generation names. */
  async commit(place: Omit<Generation, 'chunks'>): Promise<void> {
    const chunks = [...this.#chunks.values()];
    assert(
      chunks.every(({ pieces }) => pieces.length > 0),
      'a snapshot is committed when it has all chunks',
    );
    const generation: Generation = { ...place, chunks };
    const { older, keepPrevious, present, onCommit, onSwept } = this.#options;
    const others = keepPrevious ? older.filter(({ sequence }) => sequence !== place.sequence) : [];
    const kept = [generation, ...others].slice(0, GENERATIONS_KEPT);
    await this.#database.write([manifestOf(this.#actor, kept)]);
    onCommit();
    const named = new Set(numbersOf(kept));
    const unnamed = present.filter((number) => !named.has(number));
    if (unnamed.length > 0) {
      const keys = unnamed.map((number) => pieceKey(this.#actor, number));
      await this.#database.write(keys.map((key): Operation => ({ type: 'del', key })));
    }
    // After an erasure the bytes themselves must go, not only their keys.
    if (!keepPrevious) await this.#database.compact(piecesRange(this.#actor));
    onSwept();
  }
}

/** Numbers of the pieces that generations name. */
function numbersOf(generations: readonly Generation[]): number[] {
  const pieces = generations.flatMap(({ chunks }) => chunks.flatMap((chunk) => chunk.pieces));
  return pieces.map(({ number }) => number);
}

function manifestOf(actor: string, generations: Generation[]): Operation {
  const content = encode(generations);
  const sum = Buffer.alloc(HASH_BYTES);
  sum.writeBigUInt64LE(hash64(content));
  return { type: 'put', key: manifestKey(actor), value: Buffer.concat([sum, content]) };
}

function manifestKey(actor: string): Buffer {
  return Buffer.from(`m${actor}`);
}

function piecesRange(actor: string): KeyRange {
  return { gte: pieceKey(actor, 0), lt: pieceKey(actor, 2 ** 48 - 1) };
}

function pieceKey(actor: string, number: number): Buffer {
  const key = Buffer.alloc(actor.length + 8);
  key.write(`d${actor}\0`, 'latin1');
  key.writeUIntBE(number, actor.length + 2, 6);
  return key;
}
