/**
 * History on demand: cold chunks of the indices, read through the log's thread and cached within a
 * budget, least recently used first to go.
 *
 * Invariant: a chunk never changes under its name, so what is cached never goes stale. A chunk that
 * is asked for twice at once is read once.
 */
import { ByteCache } from '../kernel/byte-cache.js';
import { COLD } from '../kernel/limits.js';

export class ColdChunks {
  readonly #read: (index: string, name: string) => Promise<Uint8Array | null>;
  readonly #cache = new ByteCache<Uint8Array>(COLD.bytesMax, (bytes) => bytes.byteLength);
  readonly #underWay = new Map<string, Promise<Uint8Array | null>>();

  constructor(read: (index: string, name: string) => Promise<Uint8Array | null>) {
    this.#read = read;
  }

  /** Bytes in the cache. */
  get cachedBytes(): number {
    return this.#cache.byteLength;
  }

  /** The bytes of a chunk, not to be changed; null when it is missing or damaged. */
  async get(index: string, name: string): Promise<Uint8Array | null> {
    const key = `${index}/${name}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    let reading = this.#underWay.get(key);
    if (reading === undefined) {
      reading = this.#load(key, index, name).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, reading);
    }
    return reading;
  }

  /** Forgets everything: something was erased. */
  clear(): void {
    this.#cache.clear();
  }

  async #load(key: string, index: string, name: string): Promise<Uint8Array | null> {
    const bytes = await this.#read(index, name);
    if (bytes !== null) this.#cache.set(key, bytes);
    return bytes;
  }
}
