/**
 * A cache of recently used values of a pure function, in two generations.
 *
 * Invariants: at most `max` values; a dropped value can be made again. A used value moves to the young
 * generation; a full young generation becomes the old one, and the former old one is dropped as a whole,
 * which costs no deletion per use.
 */
export class Recent<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  readonly #half: number;

  constructor(max: number) {
    this.#half = Math.max(1, Math.ceil(max / 2));
  }

  get(key: K, make: () => V): V {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const value = this.#old.get(key) ?? make();
    if (this.#young.size >= this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
