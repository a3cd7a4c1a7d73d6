/**
 * LevelDB itself: opens a folder with the sizes of its profile, and collects operations for atomic
 * writes. The only file that imports `level`.
 *
 * Invariant: a new folder is made elsewhere and moved to its place complete (leveldb/making.ts).
 * Not here: permission to open the folder, and reading where writing is impossible (database.ts).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ChainedBatch, Level } from 'level';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { makeWhole } from './leveldb/making.js';

/**
 * The purpose of a database. `records`: many small values, written in bulk and looked up.
 * `state`: few values that are often replaced and must use little memory.
 */
export type DatabaseProfile = 'records' | 'state';

export type LevelHandle = Level<Buffer, Buffer>;

/** Sorted in memory before a table is written: larger means fewer merges during a bulk ingest. */
const WRITE_BUFFER_BYTES = { records: 64 * 1024 * 1024, state: 8 * 1024 * 1024 } as const;
const TABLE_BYTES = 8 * 1024 * 1024;
/** Larger than LevelDB's 4 KiB, as entries and bodies are: a smaller index, and better compression. */
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
    // Process ids differ between containers: only this lock detects two that share a folder.
    const isHeld = (below as { code?: unknown } | undefined)?.code === 'LEVEL_LOCKED';
    throw new TagwireError(
      isHeld ? 'STORE_LOCKED' : 'STORE_DAMAGED',
      `${folder} ${isHeld ? 'is in use by another process' : 'cannot be opened'}: ${detail}`,
      { cause },
    );
  }
  return level;
}

export type Operation = { type: 'put'; key: Buffer; value: Buffer } | { type: 'del'; key: Buffer };

/** Operations copied together. */
const COPIED = 64;

/**
 * Keys and values are soon copied into LevelDB's own memory, so that the garbage collector need not
 * keep them until the write: 0.6 µs for each. Given to the binding as one list they take 5 µs each,
 * and copied one by one, between other work, 1.2.
 */
export class Writes {
  readonly #store: () => LevelHandle;
  /** Begun by the first operation; a batch that is neither written nor closed stays in memory. */
  #batch: ChainedBatch<LevelHandle, Buffer, Buffer> | null = null;
  readonly #fresh: Operation[] = [];
  #count = 0;

  /** `store` gives the open store. Only for `Database`. */
  constructor(store: () => LevelHandle) {
    this.#store = store;
  }

  get count(): number {
    return this.#count;
  }

  /** The operation's buffers must not change until the write. */
  add(operation: Operation): void {
    this.#count += 1;
    if (this.#fresh.push(operation) === COPIED) this.#copy();
  }

  /** Writes the operations, synced. Only once. Rejects with the error of LevelDB. */
  async commit(): Promise<void> {
    this.#copy();
    await this.#batch?.write({ sync: true });
  }

  /** Drops the operations, unless they were written. */
  async discard(): Promise<void> {
    this.#fresh.length = 0;
    await this.#batch?.close();
  }

  #copy(): void {
    if (this.#fresh.length === 0) return;
    this.#batch ??= this.#store().batch();
    for (const operation of this.#fresh) {
      if (operation.type === 'put') this.#batch.put(operation.key, operation.value);
      else this.#batch.del(operation.key);
    }
    this.#fresh.length = 0;
  }
}

/** Keys from `gte` on, before `lt`. */
export interface KeyRange {
  gte: Buffer;
  lt: Buffer;
  reverse?: boolean;
  limit?: number;
}

/** The rest of a range after a key. */
export function behind(range: KeyRange, key: Buffer, count: number): KeyRange {
  const limit = range.limit === undefined ? {} : { limit: range.limit - count };
  if (range.reverse === true) return { ...range, ...limit, lt: key };
  return { ...range, ...limit, gte: Buffer.concat([key, Buffer.of(0)]) };
}
