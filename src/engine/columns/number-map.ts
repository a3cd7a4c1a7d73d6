/** A map from numbers to numbers without an object per entry. Growing doubles: adding is O(1) on average. */

const LENGTH_MIN = 1024;
const EMPTY = -1;
const TWO_32 = 0x1_0000_0000;

/**
 * Keys are integers from 0 to 2⁵³ − 1, values from 0 to 2³¹ − 1. Open addressing, at most half full;
 * deleting shifts displaced entries back, so no tombstones remain.
 */
export class NumberMap {
  #keys = new Float64Array(LENGTH_MIN).fill(EMPTY);
  #values = new Int32Array(LENGTH_MIN);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get byteLength(): number {
    return this.#keys.byteLength + this.#values.byteLength;
  }

  /** The value of a key, or -1. */
  get(key: number): number {
    const at = this.#placeOf(key);
    return this.#keys[at] === EMPTY ? -1 : this.#values[at]!;
  }

  set(key: number, value: number): void {
    let at = this.#placeOf(key);
    if (this.#keys[at] === EMPTY) {
      if (2 * (this.#size + 1) > this.#keys.length) {
        this.#grow();
        at = this.#placeOf(key);
      }
      this.#keys[at] = key;
      this.#size += 1;
    }
    this.#values[at] = value;
  }

  delete(key: number): void {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let hole = this.#placeOf(key);
    if (keys[hole] === EMPTY) return;
    this.#size -= 1;
    for (let at = (hole + 1) & mask; keys[at] !== EMPTY; at = (at + 1) & mask) {
      const home = mixed(keys[at]!) & mask;
      // Only an entry whose home slot is at or before the hole moves into it.
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      keys[hole] = keys[at]!;
      this.#values[hole] = this.#values[at]!;
      hole = at;
    }
    keys[hole] = EMPTY;
  }

  #placeOf(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let at = mixed(key) & mask;
    while (keys[at] !== EMPTY && keys[at] !== key) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    this.#keys = new Float64Array(2 * keys.length).fill(EMPTY);
    this.#values = new Int32Array(2 * keys.length);
    for (let at = 0; at < keys.length; at++) {
      if (keys[at] === EMPTY) continue;
      const place = this.#placeOf(keys[at]!);
      this.#keys[place] = keys[at]!;
      this.#values[place] = values[at]!;
    }
  }
}

/** Spreads neighbouring keys over all bits (the finaliser of MurmurHash3). */
function mixed(key: number): number {
  let hash = ((key % TWO_32) | 0) ^ Math.imul((key / TWO_32) | 0, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
