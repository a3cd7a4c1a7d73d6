/**
 * What a list of generations says: which chunks make up the state of an actor, and where their pieces
 * lie.
 *
 *   list := checksum u64 | generations, newest first (MessagePack)
 */
import { decode, encode } from '../kernel/codec.js';
import { HASH_BYTES, hash64 } from '../kernel/hash.js';
import type { PiecePlace } from './piece-files.js';

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

/** Null where the bytes are not a list that somebody wrote. */
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
