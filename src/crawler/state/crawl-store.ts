/**
 * The crawler's own small database: channels, sources, items and scheduled visits.
 *
 *   c <channel>                 state of a channel
 *   s <source>                  state of a source
 *   i <source> <hash>           an item, by the hash of its address
 *   a <source> <hash>           another name of an item (guid, canonical address): the item's hash
 *   v <source> <hash>           when the item's page is visited next, milliseconds
 *
 * Invariants: reads see values as soon as they are put; `flush` makes them durable. The database can be
 * deleted without losing facts, so a damaged folder is emptied with a warning.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '../../kernel/codec.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { hash53 } from '../../kernel/hash.js';
import type { Logger } from '../../kernel/logger.js';
import { Database } from '../../store/database.js';
import { makeFolder } from '../../store/folders.js';
import type { Operation } from '../../store/level.js';
import { lockFolder, type Release } from '../../store/lock.js';
import type { ChannelState, SeenItem, SourceState } from './channel-state.js';

/** Separates the parts of a key. */
const SEPARATOR = ' ';
/** Operations of one batch. */
const BATCH_MAX = 10_000;

/** The hash of a name of an item: an address, a guid or a fingerprint. */
export function itemHash(name: string): string {
  return hash53(name).toString(36);
}

export class CrawlStore {
  readonly #database: Database;
  readonly #release: Release;
  /** Values that are not on disk yet, by key; null deletes a key. */
  #pending = new Map<string, Uint8Array | null>();
  /** Values that are being written, which reads must still see. */
  #writing: Map<string, Uint8Array | null> = new Map();
  #flushing: Promise<void> = Promise.resolve();

  private constructor(database: Database, release: Release) {
    this.#database = database;
    this.#release = release;
  }

  /**
   * Opens the folder; a damaged folder is emptied first.
   * @throws TagwireError STORE_LOCKED when another crawler works on it.
   */
  static async open(folder: string, logger: Logger): Promise<CrawlStore> {
    makeFolder(folder);
    const release = lockFolder(folder);
    try {
      return new CrawlStore(await openDatabase(join(folder, 'state'), logger), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  channel(id: string): ChannelState | null {
    return this.#get(`c ${id}`) as ChannelState | null;
  }

  putChannel(id: string, state: ChannelState): void {
    this.#put(`c ${id}`, state);
  }

  source(key: string): SourceState | null {
    return this.#get(`s ${key}`) as SourceState | null;
  }

  putSource(key: string, state: SourceState): void {
    this.#put(`s ${key}`, state);
  }

  item(source: string, hash: string): SeenItem | null {
    return this.#get(keyOf('i', source, hash)) as SeenItem | null;
  }

  putItem(source: string, hash: string, item: SeenItem): void {
    this.#put(keyOf('i', source, hash), item);
  }

  /** Hash of the item with this other name; null when there is none. */
  alias(source: string, name: string): string | null {
    return this.#get(keyOf('a', source, itemHash(name))) as string | null;
  }

  putAlias(source: string, name: string, hash: string): void {
    this.#put(keyOf('a', source, itemHash(name)), hash);
  }

  putVisit(source: string, hash: string, dueMs: number): void {
    this.#put(keyOf('v', source, hash), dueMs);
  }

  dropVisit(source: string, hash: string): void {
    this.#pending.set(keyOf('v', source, hash), null);
  }

  /** Every scheduled visit on disk; to be called before the first put. */
  async *visits(): AsyncGenerator<{ source: string; item: string; dueMs: number }> {
    for await (const [key, value] of this.#database.entries(rangeOf('v'))) {
      const [, source = '', item = ''] = key.toString().split(SEPARATOR);
      yield { source, item, dueMs: decode(value) as number };
    }
  }

  /**
   * Deletes items that no channel has listed since `beforeMs`, with their names.
   * @returns the number of deleted items.
   */
  async prune(beforeMs: number): Promise<number> {
    await this.flush();
    const gone = new Set<string>();
    for await (const [key, value] of this.#database.entries(rangeOf('i'))) {
      const item = decode(value) as SeenItem;
      if (Math.max(item.listedMs, item.firstMs) >= beforeMs || item.state === 'waiting') continue;
      const [, source = '', hash = ''] = key.toString().split(SEPARATOR);
      gone.add(`${source} ${hash}`);
      this.#pending.set(key.toString(), null);
    }
    if (gone.size === 0) return 0;
    for await (const [key, value] of this.#database.entries(rangeOf('a'))) {
      const [, source = ''] = key.toString().split(SEPARATOR);
      const hash = decode(value) as string;
      // A name that names no item is learnt again where it still matters.
      if (hash === '' || gone.has(`${source} ${hash}`)) this.#pending.set(key.toString(), null);
    }
    await this.flush();
    return gone.size;
  }

  /** Makes all put values durable before it returns. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#write());
    return this.#flushing;
  }

  async close(): Promise<void> {
    await this.flush().catch(() => undefined);
    await this.#database.close();
    this.#release();
  }

  async #write(): Promise<void> {
    if (this.#database.failed) await this.#database.recover();
    while (this.#pending.size > 0) {
      const operations: Operation[] = [];
      const taken = new Map<string, Uint8Array | null>();
      for (const [text, value] of this.#pending) {
        if (operations.length === BATCH_MAX) break;
        const key = Buffer.from(text);
        operations.push(
          value === null ? { type: 'del', key } : { type: 'put', key, value: Buffer.from(value) },
        );
        taken.set(text, value);
      }
      for (const text of taken.keys()) this.#pending.delete(text);
      this.#writing = taken;
      try {
        await this.#database.write(operations);
      } catch (error) {
        // A value that was put during the write is newer, and stays.
        for (const [text, value] of taken) {
          if (!this.#pending.has(text)) this.#pending.set(text, value);
        }
        throw error;
      } finally {
        this.#writing = new Map();
      }
    }
  }

  #put(key: string, value: unknown): void {
    this.#pending.set(key, encode(value));
  }

  #get(key: string): unknown {
    const put = this.#pending.get(key) ?? (this.#pending.has(key) ? null : this.#writing.get(key));
    if (put !== undefined) return put === null ? null : decode(put);
    const bytes = this.#database.getSync(Buffer.from(key));
    return bytes === undefined ? null : decode(bytes);
  }
}

async function openDatabase(folder: string, logger: Logger): Promise<Database> {
  try {
    return await Database.open(folder, true, 'state');
  } catch (error) {
    if (!(error instanceof TagwireError) || error.code !== 'STORE_DAMAGED') throw error;
    logger.warn(
      { folder, reason: messageOf(error) },
      'the state of the crawler is damaged and begins anew; everything is read once more',
    );
    rmSync(folder, { recursive: true, force: true });
    return Database.open(folder, true, 'state');
  }
}

function keyOf(kind: string, source: string, hash: string): string {
  return `${kind} ${source} ${hash}`;
}

function rangeOf(kind: string): { gte: Buffer; lt: Buffer } {
  return { gte: Buffer.from(`${kind} `), lt: Buffer.from(`${kind}!`) };
}
