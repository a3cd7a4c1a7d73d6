/**
 * Snapshots of the format before pieces lay in files: chunks were values of one LevelDB folder.
 *
 *   m <actor>                     → a list as in generation.ts, whose pieces have numbers
 *   d <actor> 0x00 <piece number> → one piece of a chunk
 *
 * Invariants: what can be read of them becomes snapshots of today's format in the same folder, before
 * anything is deleted, since they may hold what the log no longer tells. LevelDB's file `CURRENT` goes
 * first: while it is there the work is not done and begins again.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { decode } from '../kernel/codec.js';
import { TagwireError } from '../kernel/errors.js';
import { HASH_BYTES, hash64, hexOf } from '../kernel/hash.js';
import { syncFolder } from './folder-sync.js';
import type { Chunk, Generation, Piece } from './generation.js';
import { removeFiles } from './leveldb/making.js';
import { ReadOnlyFolder } from './leveldb/read-only-folder.js';
import type { ChunkNames, SnapshotWriter } from './snapshot-writer.js';

/** What it needs of a store of today's format. */
interface Target {
  generations(actor: string): Promise<Generation[]>;
  begin(
    actor: string,
    names: ChunkNames,
    options: { takesOver(chunk: Chunk): boolean },
  ): Promise<SnapshotWriter>;
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
/** A piece that is nowhere: its chunk stays known as damaged. */
const NO_FILE = { file: 0, at: 0 };

export function holdsValues(folder: string): boolean {
  return existsSync(join(folder, CURRENT));
}

/**
 * Makes snapshots of today's format of those in a folder.
 * @param open makes the store of today's format in the folder.
 * @throws TagwireError STORE_DAMAGED when they cannot be opened, STORE_WRITE_FAILED.
 */
export async function convertValues(folder: string, open: () => Promise<Target>): Promise<void> {
  for (const part of ['lists', 'pieces'])
    await rm(join(folder, part), { recursive: true, force: true });
  const database = await ReadOnlyFolder.open(folder);
  try {
    const store = await open();
    for (const key of await database.keys(LISTS).nextv(Number.POSITIVE_INFINITY)) {
      const actor = key.toString().slice(1);
      // The newest is written last.
      for (const generation of listOf(database, key).reverse()) {
        await copy(database, store, actor, generation);
      }
    }
    await store.close();
  } finally {
    await database.close();
  }
  await rm(join(folder, CURRENT));
  await syncFolder(folder);
}

/** Deletes what is left of the values after they were converted. */
export async function removeValues(folder: string): Promise<void> {
  if (!existsSync(folder) || holdsValues(folder)) return;
  await removeFiles(folder);
}

/** Nothing where the list is damaged: its snapshots cannot be told. */
function listOf(database: ReadOnlyFolder, key: Buffer): OldGeneration[] {
  const bytes = readValue(database, key);
  if (bytes === null || bytes.length <= HASH_BYTES) return [];
  const content = bytes.subarray(HASH_BYTES);
  return bytes.readBigUInt64LE(0) === hash64(content) ? (decode(content) as OldGeneration[]) : [];
}

async function copy(
  database: ReadOnlyFolder,
  store: Target,
  actor: string,
  { chunks, ...place }: OldGeneration,
): Promise<void> {
  const before = new Map(
    (await store.generations(actor))[0]?.chunks.map((chunk) => [chunk.name, hashesOf(chunk)]),
  );
  const hashes = new Map(chunks.map((chunk) => [chunk.name, hashesOf(chunk)]));
  const named = (isCold: boolean): string[] =>
    chunks.filter(({ cold }) => cold === isCold).map(({ name }) => name);
  const writer = await store.begin(
    actor,
    { chunks: named(false), cold: named(true) },
    { takesOver: ({ name }) => before.get(name) === hashes.get(name) },
  );
  const missing = new Set(writer.missing);
  for (const { name, pieces } of chunks.filter((chunk) => missing.has(chunk.name))) {
    for (const { number, byteLength, hash } of pieces) {
      const bytes = readValue(database, pieceKey(actor, number));
      const isSound = bytes?.length === byteLength && hexOf(hash64(bytes)) === hash;
      if (bytes !== null && isSound) await writer.add([{ name, bytes }]);
      else writer.addUnreadable(name, { ...NO_FILE, byteLength, hash });
    }
  }
  await writer.commit(place);
}

function hashesOf({ pieces }: { pieces: readonly Pick<Piece, 'hash'>[] }): string {
  return pieces.map(({ hash }) => hash).join();
}

function pieceKey(actor: string, number: number): Buffer {
  const key = Buffer.alloc(actor.length + 8);
  key.write(`d${actor}\0`, 'latin1');
  key.writeUIntBE(number, actor.length + 2, 6);
  return key;
}

/** Null where there is none, or it is damaged. */
function readValue(database: ReadOnlyFolder, key: Buffer): Buffer | null {
  try {
    return database.getSync(key) ?? null;
  } catch (error) {
    if (error instanceof TagwireError && error.code === 'STORE_DAMAGED') return null;
    throw error;
  }
}
