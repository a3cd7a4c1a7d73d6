/** A cache bounded in bytes, from which the least recently used value is dropped first. */
import { LRUCache } from 'lru-cache';

export class ByteCache<V extends object> {
  readonly #values: LRUCache<string, V>;

  /** @param bytesOf size of a value, at least 1. */
  constructor(bytesMax: number, bytesOf: (value: V) => number) {
    this.#values = new LRUCache<string, V>({
      maxSize: bytesMax,
      sizeCalculation: (value) => Math.max(1, bytesOf(value)),
    });
  }

  get byteLength(): number {
    return this.#values.calculatedSize;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  /** Stores a value, unless it alone is over the budget. */
  set(key: string, value: V): void {
    this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
  }
}
