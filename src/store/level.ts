/**
 * Opens a folder with LevelDB, in the sizes of what it is made for. The only file that imports `level`
 * for more than its types.
 *
 * Invariant: a new folder is made beside its place and moved there whole (leveldb/making.ts).
 * Not here: whether the folder may be opened, and what is done where it cannot be written (database.ts).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Level } from 'level';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { makeWhole } from './leveldb/making.js';

/**
 * What a database is made for. `records`: many small values, written in bulk and looked up.
 * `state`: few that are often replaced, which must not take memory from the rest.
 */
export type DatabaseProfile = 'records' | 'state';

export type LevelHandle = Level<Buffer, Buffer>;

/** Sorted in memory before a table is written: larger means fewer merges during a bulk ingest. */
const WRITE_BUFFER_BYTES = { records: 64 * 1024 * 1024, state: 8 * 1024 * 1024 } as const;
const TABLE_BYTES = 8 * 1024 * 1024;
/** Larger than LevelDB's 4 KiB, as entries and bodies are: less to index, and it packs better. */
const BLOCK_BYTES = 16 * 1024;
const CACHE_BYTES = { records: 16 * 1024 * 1024, state: 1024 * 1024 } as const;

/**
 * @param create makes the database where the folder has none.
 * @throws TagwireError STORE_LOCKED or STORE_DAMAGED.
 */
export async function openLevel(
  folder: string,
  create: boolean,
  profile: DatabaseProfile,
): Promise<LevelHandle> {
  if (create && !existsSync(join(folder, 'CURRENT'))) {
    await makeWhole(folder, (draft) => openAt(draft, true, profile));
  }
  return openAt(folder, create, profile);
}

async function openAt(
  folder: string,
  create: boolean,
  profile: DatabaseProfile,
): Promise<LevelHandle> {
  const level = new Level<Buffer, Buffer>(folder, {
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
    createIfMissing: create,
    writeBufferSize: WRITE_BUFFER_BYTES[profile],
    blockSize: BLOCK_BYTES,
    maxFileSize: TABLE_BYTES,
    cacheSize: CACHE_BYTES[profile],
  });
  try {
    await level.open();
  } catch (cause) {
    const below = cause instanceof Error ? cause.cause : undefined;
    const detail = below ? messageOf(below) : messageOf(cause);
    // Process ids mean nothing across containers: two that share a folder meet only here.
    const isHeld = (below as { code?: unknown } | undefined)?.code === 'LEVEL_LOCKED';
    throw new TagwireError(
      isHeld ? 'STORE_LOCKED' : 'STORE_DAMAGED',
      `${folder} ${isHeld ? 'is in use by another process' : 'cannot be opened'}: ${detail}`,
      { cause },
    );
  }
  return level;
}
