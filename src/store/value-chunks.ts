/**
 * Snapshots in the former format, whose chunks were values of one LevelDB folder.
 *
 *   m <actor>                     → a list as in snapshot-lists.ts, whose pieces have numbers
 *   d <actor> 0x00 <piece number> → one piece of a chunk
 *
 * Invariants: all readable data is converted to the current format in the same folder before any is
 * deleted, because it may hold content that the log no longer has. LevelDB's file `CURRENT` is
 * deleted first: while it exists, the conversion is incomplete and begins again.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TagwireError } from '../kernel/errors.js';
import { hash64, hexOf } from '../kernel/hash.js';
import { syncFolder } from './folders.js';
import { ReadOnlyFolder } from './leveldb/folder-reader.js';
import { removeFiles } from './leveldb/making.js';
import { decodeList, type Generation, type Piece } from './snapshot-lists.js';
import { type CopyTarget, copyGeneration } from './snapshot-writer.js';

/** A store of the current format. */
interface Target extends CopyTarget {
  close(): Promise<void>;
}

interface NumberedPiece {
  number: number;
  byteLength: number;
  hash: string;
}

interface OldGeneration {
  version: number;
  sequence: number;
  chain: string;
  chunks: { name: string; cold: boolean; pieces: NumberedPiece[] }[];
}

const CURRENT = 'CURRENT';
const LISTS = { gte: Buffer.from('m'), lt: Buffer.from('n') };

export function holdsValues(folder: string): boolean {
  return existsSync(join(folder, CURRENT));
}

/**
 * Converts the snapshots of a folder to the current format.
 * @param open opens the store of the current format in the folder.
 * @throws TagwireError STORE_DAMAGED when the old snapshots cannot be opened, STORE_WRITE_FAILED.
 */
export async function convertValues(folder: string, open: () => Promise<Target>): Promise<void> {
  for (const part of ['lists', 'pieces'])
    await rm(join(folder, part), { recursive: true, force: true });
  const database = await ReadOnlyFolder.open(folder);
  const from = {
    readPiece: async (actor: string, { file: number, byteLength, hash }: Piece) => {
      const bytes = readValue(database, pieceKey(actor, number));
      return bytes?.length === byteLength && hexOf(hash64(bytes)) === hash ? bytes : null;
    },
  };
  try {
    const to = await open();
    for (const key of await database.keys(LISTS).nextv(Number.POSITIVE_INFINITY)) {
      const actor = key.toString().slice(1);
      // The newest is written last.
      for (const old of listOf(database, key).reverse()) {
        await copyGeneration({ from, to, actor, generation: placed(old), keepsDamage: true });
      }
    }
    await to.close();
  } finally {
    await database.close();
  }
  await rm(join(folder, CURRENT));
  await syncFolder(folder);
}

/** Deletes the values that remain after the conversion. */
export async function removeValues(folder: string): Promise<void> {
  if (!existsSync(folder) || holdsValues(folder)) return;
  await removeFiles(folder);
}

/** Empty for a damaged list, because its snapshots are unknown. */
function listOf(database: ReadOnlyFolder, key: Buffer): OldGeneration[] {
  const bytes = readValue(database, key);
  const list: unknown = bytes === null ? null : decodeList(bytes);
  return (list ?? []) as OldGeneration[];
}

/** Numbers of pieces take the place of numbers of files. */
function placed({ chunks, ...place }: OldGeneration): Generation {
  const placedPiece = ({ number, byteLength, hash }: NumberedPiece): Piece => {
    return { file: number, at: 0, byteLength, hash };
  };
  return {
    ...place,
    chunks: chunks.map((chunk) => ({ ...chunk, pieces: chunk.pieces.map(placedPiece) })),
  };
}

function pieceKey(actor: string, number: number): Buffer {
  const key = Buffer.alloc(actor.length + 8);
  key.write(`d${actor}\0`, 'latin1');
  key.writeUIntBE(number, actor.length + 2, 6);
  return key;
}

/** Null for a missing or damaged value. */
function readValue(database: ReadOnlyFolder, key: Buffer): Buffer | null {
  try {
    return database.getSync(key) ?? null;
  } catch (error) {
    if (error instanceof TagwireError && error.code === 'STORE_DAMAGED') return null;
    throw error;
  }
}
