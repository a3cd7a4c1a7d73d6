/**
 * Writes one generation of an actor: pieces of chunks, then its list. The generation is valid when
 * `commit` has returned. Also copies a generation from another store, piece by piece.
 *
 * Not here: lists of generations, and reading (snapshots.ts).
 */
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { assert, TagwireError } from '../kernel/errors.js';
import { hash64, hexOf } from '../kernel/hash.js';
import { SNAPSHOTS } from '../kernel/limits.js';
import type { PieceFile, PieceFiles } from './piece-files.js';
import {
  type Chunk,
  encodeList,
  filesNamedBy,
  type Generation,
  isSameContent,
  type Piece,
  type SnapshotLists,
  storedLength,
} from './snapshot-lists.js';

const GENERATIONS_MAX = 2;
/** A new generation keeps a file only if it names at least this part of the file. */
const NAMED_PART_MIN = 1 / 2;
/** The fastest level: the second copy should cost little time and space. */
const PACK_LEVEL = 1;

const pack = promisify(deflateRaw) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

/** Names of all chunks of a generation; the cold chunks are history. */
export interface GenerationNames {
  chunks: readonly string[];
  cold: readonly string[];
}

export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

export interface BeginOptions {
  /** False deletes all older generations (after an erasure). */
  keepPrevious?: boolean;
  /** Sequence of the generation to continue; newer ones, or with `none` all, are given up. */
  base?: number | 'none' | undefined;
  /** Whether a chunk of the newest generation is reused; by default all are. */
  takesOver?(chunk: Chunk, isCold: boolean, newest: Generation): boolean;
}

/** The start of a generation, and the callback at its end. */
export interface WriterOptions {
  older: readonly Generation[];
  keepPrevious: boolean;
  /** Whether pieces are deflated. */
  packs: boolean;
  /** Number of the file to write. */
  number: number;
  /** Whether a chunk of the newest generation may be reused. */
  takesOver(chunk: Chunk, isCold: boolean): boolean;
  /** Called when the actor's list of generations has changed. */
  onCommit(): void;
}

export class SnapshotWriter {
  readonly #lists: SnapshotLists;
  readonly #files: PieceFiles;
  readonly #actor: string;
  readonly #options: WriterOptions;
  readonly #file: PieceFile;
  /** In the order of the names; missing chunks have no pieces until pieces are added. */
  readonly #chunks: ReadonlyMap<string, Chunk>;
  readonly #missing: ReadonlySet<string>;

  constructor(
    lists: SnapshotLists,
    files: PieceFiles,
    actor: string,
    { chunks, cold }: GenerationNames,
    options: WriterOptions,
  ) {
    this.#lists = lists;
    this.#files = files;
    this.#actor = actor;
    this.#options = options;
    this.#file = files.create(actor, options.number);
    const newest = new Map(options.older[0]?.chunks.map((chunk) => [chunk.name, chunk]));
    const missing = new Set<string>();
    const chunkOf = (name: string, isCold: boolean): [string, Chunk] => {
      const known = newest.get(name);
      const isReused = known !== undefined && options.takesOver(known, isCold);
      if (!isReused) missing.add(name);
      return [name, { name, cold: isCold, pieces: isReused ? [...known.pieces] : [] }];
    };
    this.#chunks = new Map([
      ...chunks.map((name) => chunkOf(name, false)),
      ...cold.map((name) => chunkOf(name, true)),
    ]);
    this.#missing = missing;
  }

  /** Names of chunks that are not reused from the newest generation. */
  get missing(): string[] {
    return [...this.#missing];
  }

  /** Adds the next piece to each of the named chunks, which are missing ones. */
  async add(added: readonly NamedBytes[]): Promise<void> {
    for (const { name, bytes } of added) {
      assert(this.#missing.has(name), `chunk ${name} is one that is missing`);
      assert(bytes.length <= SNAPSHOTS.pieceBytesMax, `chunk ${name} comes in pieces`);
    }
    const stored = await Promise.all(added.map(({ bytes }) => this.#stored(bytes)));
    let at = await this.#file.append(stored.length === 1 ? stored[0]! : Buffer.concat(stored));
    const file = this.#options.number;
    for (const [place, { name, bytes }] of added.entries()) {
      const piece: Piece = { file, at, byteLength: bytes.length, hash: hexOf(hash64(bytes)) };
      at += stored[place]!.length;
      if (this.#options.packs) piece.packedLength = stored[place]!.length;
      this.#chunks.get(name)!.pieces.push(piece);
    }
  }

  /** Adds a piece that cannot be read to a chunk, which stays marked as damaged. */
  addUnreadable(name: string, { byteLength, hash }: Piece): void {
    assert(this.#missing.has(name), `chunk ${name} is one that is missing`);
    const nowhere = { file: this.#options.number, at: Number.MAX_SAFE_INTEGER };
    this.#chunks.get(name)!.pieces.push({ ...nowhere, byteLength, hash });
  }

  /** Makes the generation the newest one and deletes files that no retained generation names. */
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
    const kept = [generation, ...others].slice(0, GENERATIONS_MAX);
    await this.#lists.put(this.#actor, encodeList(kept));
    onCommit();
    const named = new Set(filesNamedBy(kept));
    const present = await this.#files.numbers(this.#actor);
    await this.#files.remove(
      this.#actor,
      present.filter((number) => !named.has(number)),
    );
  }

  async #stored(bytes: Uint8Array): Promise<Uint8Array> {
    return this.#options.packs ? pack(bytes, { level: PACK_LEVEL }) : bytes;
  }

  /** Copies pieces from files of which the generation names only a small part. */
  async #moveOn(chunks: Chunk[]): Promise<void> {
    const namedBytes = new Map<number, number>();
    for (const piece of chunks.flatMap(({ pieces }) => pieces)) {
      namedBytes.set(piece.file, (namedBytes.get(piece.file) ?? 0) + storedLength(piece));
    }
    namedBytes.delete(this.#options.number);
    const left = new Set<number>();
    for (const [file, bytes] of namedBytes) {
      const whole = await this.#files.byteLength(this.#actor, file);
      // After an erasure the bytes themselves must be deleted, not only their names.
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

  /** A piece in the new file. A damaged piece keeps its checksum. */
  async #moved(piece: Piece): Promise<Piece> {
    const { keepPrevious, number: file } = this.#options;
    const bytes = Buffer.allocUnsafe(storedLength(piece));
    if (this.#files.read(this.#actor, piece, bytes)) {
      return { ...piece, file, at: await this.#file.append(bytes) };
    }
    // An unreadable piece must not retain a file with an erased item.
    return keepPrevious ? piece : { ...piece, file, at: 0 };
  }
}

const BATCH_BYTES = 1024 * 1024;
const BATCH_PIECES = 128;

/** The target store of a copy. */
export interface CopyTarget {
  begin(actor: string, names: GenerationNames, options: BeginOptions): Promise<SnapshotWriter>;
}

export interface CopyOptions {
  /** Returns null for a piece that cannot be read. */
  from: { readPiece(actor: string, piece: Piece): Promise<Buffer | null> };
  to: CopyTarget;
  actor: string;
  generation: Generation;
  keepPrevious?: boolean;
  /** The generation of the target store to continue: `none`, or by default the newest. */
  base?: 'none';
  /** Whether a piece that cannot be read is marked as damaged; otherwise the copy fails. */
  keepsDamage?: boolean;
}

/**
 * Copies a generation from one store to another, piece by piece, with verified checksums. Chunks
 * with the same bytes in the target store are reused.
 *
 * Not here: when that is done (log/snapshot-stores.ts).
 *
 * @throws TagwireError STORE_DAMAGED at a piece that cannot be read, STORE_WRITE_FAILED.
 */
export async function copyGeneration(options: CopyOptions): Promise<void> {
  const { from, to, actor, generation, keepPrevious = true, base, keepsDamage = false } = options;
  const { chunks, ...place } = generation;
  const wanted = new Map(chunks.map((chunk) => [chunk.name, chunk]));
  const names = (isCold: boolean): string[] =>
    chunks.filter(({ cold }) => cold === isCold).map(({ name }) => name);
  const writer = await to.begin(
    actor,
    { chunks: names(false), cold: names(true) },
    { keepPrevious, base, takesOver: (chunk) => isSameContent(chunk, wanted.get(chunk.name)!) },
  );
  const batch = new PieceBatch(writer);
  for (const name of writer.missing) {
    for (const piece of wanted.get(name)!.pieces) {
      const bytes = await from.readPiece(actor, piece);
      if (bytes !== null) {
        await batch.add({ name, bytes });
      } else if (keepsDamage) {
        await batch.send();
        writer.addUnreadable(name, piece);
      } else {
        throw damaged(actor, name);
      }
    }
  }
  await batch.send();
  await writer.commit(place);
}

function damaged(actor: string, name: string): TagwireError {
  return new TagwireError('STORE_DAMAGED', `chunk ${name} of the snapshot of ${actor} is damaged`);
}

/** Collects small pieces, because each write opens the file. */
class PieceBatch {
  readonly #writer: SnapshotWriter;
  #pieces: NamedBytes[] = [];
  #byteLength = 0;

  constructor(writer: SnapshotWriter) {
    this.#writer = writer;
  }

  async add(piece: NamedBytes): Promise<void> {
    this.#pieces.push(piece);
    this.#byteLength += piece.bytes.length;
    const isFull = this.#byteLength >= BATCH_BYTES || this.#pieces.length >= BATCH_PIECES;
    if (isFull) await this.send();
  }

  async send(): Promise<void> {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#byteLength = 0;
    if (pieces.length > 0) await this.#writer.add(pieces);
  }
}
