/**
 * Snapshots of actors: checksummed chunks and one synced commit record, two generations retained.
 *
 *   lists/<actor>            its list of generations (snapshot-lists.ts)
 *   pieces/<actor>-<number>  bytes of its chunks (piece-files.ts)
 *
 * There are two stores: `snapshots`, which a start reads, and `history`, an older and compressed
 * copy for the case that snapshots are damaged (snapshot-writer.ts).
 *
 * Invariants: a generation becomes visible by one synced write, after all of its pieces. An
 * unchanged chunk is named by both generations and stored once. A file that no generation names is
 * deleted; pieces of the newest generation in a mostly unused file are copied, so at most twice the
 * named bytes are stored. Data that fails a check is reported and never returned.
 */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { TagwireError } from '../kernel/errors.js';
import { hash64, hexOf } from '../kernel/hash.js';
import type { Barrier } from './database.js';
import { PieceFiles } from './piece-files.js';
import {
  type Chunk,
  decodeList,
  encodeList,
  filesNamedBy,
  type Generation,
  type Piece,
  SnapshotLists,
  storedLength,
} from './snapshot-lists.js';
import { type BeginOptions, type GenerationNames, SnapshotWriter } from './snapshot-writer.js';
import { convertValues, holdsValues, removeValues } from './value-chunks.js';

/** Suffix of a folder that was moved aside. */
const ASIDE = '.damaged';

const unpack = promisify(inflateRaw) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

/** The folders of a store that hold generations; in `history` pieces are compressed. */
export const PROFILES = ['snapshots', 'history'] as const;
export type SnapshotProfile = (typeof PROFILES)[number];

export interface SnapshotWarning {
  actor: string;
  sequence: number;
  reason: string;
}

/** A list while it is copied or verified. */
export interface PinnedList {
  /** The newest generation alone. */
  newest: Buffer;
  /** The bytes on disk. */
  whole: Buffer;
}

/** The chunks of a generation by name. */
interface ChunkIndex {
  sequence: number;
  isNewest: boolean;
  chunks: ReadonlyMap<string, Chunk>;
}

export class SnapshotStore {
  readonly #lists: SnapshotLists;
  readonly #files: PieceFiles;
  readonly #packs: boolean;
  readonly #warn: (warning: SnapshotWarning) => void;
  /**
   * By actor, of the generation that was read last: the list of years has tens of thousands of
   * chunks, which are read one at a time.
   */
  readonly #indices = new Map<string, ChunkIndex>();
  /** Counts changes of lists. */
  #edition = 0;
  #isClosed = false;

  private constructor(
    lists: SnapshotLists,
    files: PieceFiles,
    packs: boolean,
    warn: (warning: SnapshotWarning) => void,
  ) {
    this.#lists = lists;
    this.#files = files;
    this.#packs = packs;
    this.#warn = warn;
  }

  /** Opens a folder; the first write creates it. @throws TagwireError STORE_DAMAGED: use `setAside`. */
  static async open(
    folder: string,
    warn: (warning: SnapshotWarning) => void,
    profile: SnapshotProfile = 'snapshots',
    barrier?: Barrier,
  ): Promise<SnapshotStore> {
    const open = async (): Promise<SnapshotStore> => {
      const lists = await SnapshotLists.open(listsOf(folder), barrier);
      const files = new PieceFiles(piecesOf(folder));
      return new SnapshotStore(lists, files, profile === 'history', warn);
    };
    if (holdsValues(folder)) {
      const reason = barrier?.() ?? null;
      if (reason !== null) throw new TagwireError('STORE_WRITE_FAILED', reason);
      await convertValues(folder, open);
    }
    await removeValues(folder).catch(() => undefined);
    return open();
  }

  /** An empty store, for a folder that can be neither opened nor moved. */
  static missing(
    folder: string,
    warn: (warning: SnapshotWarning) => void,
    profile: SnapshotProfile,
  ): SnapshotStore {
    const files = new PieceFiles(piecesOf(folder));
    return new SnapshotStore(SnapshotLists.missing(folder), files, profile === 'history', warn);
  }

  /** Moves a folder that cannot be opened aside, for inspection. */
  static async setAside(folder: string): Promise<void> {
    await SnapshotStore.destroyAside(folder);
    await rename(folder, `${folder}${ASIDE}`);
  }

  /** Deletes the folder that was moved aside. */
  static async destroyAside(folder: string): Promise<void> {
    await rm(`${folder}${ASIDE}`, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lists.close();
  }

  /** Generations of an actor, newest first. */
  async generations(actor: string): Promise<Generation[]> {
    const bytes = this.#lists.get(actor);
    if (bytes === undefined) return [];
    const generations = bytes === null ? null : decodeList(bytes);
    if (generations !== null) return generations;
    this.#warn({ actor, sequence: 0, reason: 'the list of generations is damaged' });
    return [];
  }

  /** The newest generation of each actor, as a list of its own. Retains its files until `release`. */
  async pin(): Promise<Map<string, PinnedList>> {
    this.#files.pin();
    const pinned = new Map<string, PinnedList>();
    for (const actor of this.#lists.actors()) {
      const [newest] = await this.generations(actor);
      const whole = this.#lists.get(actor) ?? Buffer.alloc(0);
      if (newest !== undefined) pinned.set(actor, { newest: encodeList([newest]), whole });
    }
    return pinned;
  }

  async release(): Promise<void> {
    await this.#files.release();
  }

  /** Writes lists from `pin` into a folder that has the files and no lists yet. */
  static async fill(folder: string, given: ReadonlyMap<string, Buffer>): Promise<void> {
    const lists = await SnapshotLists.open(listsOf(folder));
    for (const [actor, list] of given) await lists.put(actor, list);
  }

  /** Starts a new generation. */
  async begin(
    actor: string,
    names: GenerationNames,
    { keepPrevious = true, base, takesOver = () => true }: BeginOptions = {},
  ): Promise<SnapshotWriter> {
    // Before any file is written that no list could name.
    await this.#lists.prepare();
    const generations = await this.generations(actor);
    // No list names the files of abandoned snapshots.
    const numbers = [...(await this.#files.numbers(actor)), ...filesNamedBy(generations)];
    const older = generations.filter(
      ({ sequence }) => base !== 'none' && sequence <= (base ?? sequence),
    );
    const number = numbers.reduce((next, one) => Math.max(next, one + 1), 1);
    return new SnapshotWriter(this.#lists, this.#files, actor, names, {
      older,
      keepPrevious,
      packs: this.#packs,
      number,
      takesOver: (chunk, isCold) => takesOver(chunk, isCold, older[0]!),
      onCommit: () => this.#forget(actor),
    });
  }

  /**
   * The bytes of a chunk of a generation, by default the newest; null if it does not exist, or
   * (with a warning) any piece of it is missing or damaged.
   */
  async readChunk(actor: string, name: string, sequence?: number): Promise<Buffer | null> {
    if (this.#isClosed) throw new TagwireError('STORE_CLOSED', 'the snapshots are closed');
    const index = await this.#indexOf(actor, sequence);
    const chunk = index?.chunks.get(name);
    if (index === null || chunk === undefined) return null;
    // A buffer of its own moves between threads without a copy.
    const byteLength = chunk.pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    const whole = Buffer.from(new ArrayBuffer(byteLength));
    let at = 0;
    for (const piece of chunk.pieces) {
      if (!(await this.#readInto(actor, piece, whole.subarray(at, at + piece.byteLength)))) {
        this.#warn({ actor, sequence: index.sequence, reason: `chunk ${name} is damaged` });
        return null;
      }
      at += piece.byteLength;
    }
    return whole;
  }

  /** The bytes of a piece; null when they are missing or damaged. */
  async readPiece(actor: string, piece: Piece): Promise<Buffer | null> {
    const bytes = Buffer.from(new ArrayBuffer(piece.byteLength));
    return (await this.#readInto(actor, piece, bytes)) ? bytes : null;
  }

  async #readInto(actor: string, piece: Piece, target: Buffer): Promise<boolean> {
    if (piece.packedLength === undefined) {
      return this.#files.read(actor, piece, target) && hexOf(hash64(target)) === piece.hash;
    }
    const packed = Buffer.allocUnsafe(storedLength(piece));
    if (!this.#files.read(actor, piece, packed)) return false;
    const bytes = await contentOf(piece, packed);
    if (bytes === null) return false;
    target.set(bytes);
    return true;
  }

  /** The list's facts about a chunk, by default of the newest generation; null when it does not exist. */
  async chunkOf(actor: string, name: string, sequence?: number): Promise<Chunk | null> {
    return (await this.#indexOf(actor, sequence))?.chunks.get(name) ?? null;
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
    // The list may have changed during the read.
    if (edition === this.#edition) this.#indices.set(actor, index);
    return index;
  }

  /** Drops the cached index of an actor whose list has changed. */
  #forget(actor: string): void {
    this.#edition += 1;
    this.#indices.delete(actor);
  }

  /** Deletes one generation, or all of them. */
  async drop(actor: string, sequence?: number): Promise<void> {
    const kept = (await this.generations(actor)).filter(
      (generation) => sequence !== undefined && generation.sequence !== sequence,
    );
    await this.#lists.put(actor, encodeList(kept));
    this.#forget(actor);
  }
}

function piecesOf(folder: string): string {
  return join(folder, 'pieces');
}

function listsOf(folder: string): string {
  return join(folder, 'lists');
}

/** The content of a piece from its bytes in the file; null when the hash differs. */
export async function contentOf(piece: Piece, stored: Buffer): Promise<Buffer | null> {
  const { byteLength, hash, packedLength } = piece;
  const limit = { maxOutputLength: byteLength + 1 };
  const bytes = packedLength === undefined ? stored : await unpack(stored, limit).catch(() => null);
  return bytes?.length === byteLength && hexOf(hash64(bytes)) === hash ? bytes : null;
}
