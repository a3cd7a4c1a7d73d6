/**
 * Copies a generation from one store to another, piece by piece, with every checksum verified on the
 * way. Where the other store has a chunk of the same bytes already, that one stays.
 *
 * Not here: when that is done (log/snapshot-stores.ts).
 */
import { TagwireError } from '../kernel/errors.js';
import { type Generation, isSameContent, type Piece } from './generation.js';
import type {
  BeginOptions,
  GenerationNames,
  NamedBytes,
  SnapshotWriter,
} from './snapshot-writer.js';

const BATCH_BYTES = 1024 * 1024;
const BATCH_PIECES = 128;

/** A store that generations are copied to. */
export interface CopyTarget {
  begin(actor: string, names: GenerationNames, options: BeginOptions): Promise<SnapshotWriter>;
}

export interface CopyOptions {
  /** Gives null for a piece that cannot be read. */
  from: { readPiece(actor: string, piece: Piece): Promise<Buffer | null> };
  to: CopyTarget;
  actor: string;
  generation: Generation;
  keepPrevious?: boolean;
  /** Which generation of the other store it may take over from: `none`, or by default the newest. */
  base?: 'none';
  /** A piece that cannot be read stays known as damaged; otherwise nothing is copied. */
  keepsDamage?: boolean;
}

/** @throws TagwireError STORE_DAMAGED at a piece that cannot be read, STORE_WRITE_FAILED. */
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

/** Small pieces go together: each call opens the file. */
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
