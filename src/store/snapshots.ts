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
import type { Database, Operation } from './database.js';

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
  async begin(actor: string, keepPrevious = true): Promise<SnapshotWriter> {
    // Nobody waits for a snapshot, so nobody else brings the database back after a full disk.
    if (this.#database.failed) await this.#database.recover();
    const generations = await this.generations(actor);
    const forget = (): void => this.#forget(actor);
    return new SnapshotWriter(this.#database, actor, generations, keepPrevious, forget);
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
  }
}

/** Writes the chunks of one generation; nothing of it counts before `commit`. */
export class SnapshotWriter {
  readonly #database: Database;
  readonly #actor: string;
  readonly #older: Generation[];
  readonly #keepPrevious: boolean;
  readonly #onCommit: () => void;
  readonly #chunks: Chunk[] = [];
  /** Chunks of the newest generation by name. */
  readonly #newest: ReadonlyMap<string, Chunk>;
  #nextNumber: number;

  /** @param onCommit told when the actor's list of generations has changed. */
  constructor(
    database: Database,
    actor: string,
    older: Generation[],
    keepPrevious: boolean,
    onCommit: () => void,
  ) {
    this.#database = database;
    this.#actor = actor;
    this.#older = older;
    this.#keepPrevious = keepPrevious;
    this.#onCommit = onCommit;
    this.#newest = new Map(older[0]?.chunks.map((chunk) => [chunk.name, chunk]));
    this.#nextNumber = piecesOf(older).reduce((next, { number }) => Math.max(next, number + 1), 1);
  }

  /** Adds a piece of a chunk with new content: the next one of the chunk added last, or the first. */
  async add(name: string, bytes: Uint8Array, cold = false): Promise<void> {
    assert(bytes.length <= SNAPSHOTS.pieceBytesMax, `chunk ${name} comes in pieces`);
    const value = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const number = this.#nextNumber++;
    await this.#database.write([{ type: 'put', key: pieceKey(this.#actor, number), value }]);
    if (this.#chunks.at(-1)?.name !== name) this.#chunks.push({ name, cold, pieces: [] });
    const piece = { number, byteLength: value.length, hash: hexOf(hash64(value)) };
    this.#chunks.at(-1)!.pieces.push(piece);
  }

  /** Takes over a chunk from the newest generation. False when that has none of the name. */
  keep(name: string): boolean {
    const chunk = this.#newest.get(name);
    if (chunk === undefined) return false;
    this.#chunks.push(chunk);
    return true;
  }

  /** Makes the generation the newest one and deletes what no kept generation names. */
  async commit(place: Omit<Generation, 'chunks'>): Promise<void> {
    const generation: Generation = { ...place, chunks: this.#chunks };
    const others = this.#keepPrevious
      ? this.#older.filter((older) => older.sequence !== place.sequence)
      : [];
    const kept = [generation, ...others].slice(0, GENERATIONS_KEPT);
    await this.#database.write([manifestOf(this.#actor, kept)]);
    this.#onCommit();
    await this.#deleteUnnamed(kept);
  }

  async #deleteUnnamed(kept: Generation[]): Promise<void> {
    const named = new Set(piecesOf(kept).map((piece) => piece.number));
    const operations: Operation[] = [];
    const range = { gte: pieceKey(this.#actor, 0), lt: pieceKey(this.#actor, 2 ** 48 - 1) };
    for await (const key of this.#database.keys(range)) {
      if (!named.has(key.readUIntBE(key.length - 6, 6))) operations.push({ type: 'del', key });
    }
    if (operations.length > 0) await this.#database.write(operations);
    // After an erasure the bytes themselves must go, not only their keys.
    if (!this.#keepPrevious) await this.#database.compact(range);
  }
}

function piecesOf(generations: Generation[]): Piece[] {
  return generations.flatMap((generation) => generation.chunks.flatMap((chunk) => chunk.pieces));
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

function pieceKey(actor: string, number: number): Buffer {
  const key = Buffer.alloc(actor.length + 8);
  key.write(`d${actor}\0`, 'latin1');
  key.writeUIntBE(number, actor.length + 2, 6);
  return key;
}
