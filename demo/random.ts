/**
 * Seeded randomness that gives the same numbers on every machine.
 *
 * Invariants: only 32-bit integer arithmetic is used; the one division, by 2^32, is exact. A stream is
 * named by its keys, so any part of the world can be made without the rest.
 */
import { firstPlace } from '../src/kernel/collections.js';

const TWO_32 = 4_294_967_296;

/** Mixes 32 bits (the finaliser of MurmurHash3). */
export function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** One 32-bit seed from a seed and up to four keys. */
export function derive(seed: number, a: number, b = 0, c = 0, d = 0): number {
  let h = mix(seed + 0x9e3779b9);
  h = mix(h ^ Math.imul(a | 0, 0x27d4eb2f)) + 1;
  h = mix(h ^ Math.imul(b | 0, 0x165667b1)) + 2;
  h = mix(h ^ Math.imul(c | 0, 0x2c1b3c6d)) + 3;
  return mix(h ^ Math.imul(d | 0, 0x297a2d39));
}

/** A stream of numbers (sfc32). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = mix(seed);
    this.#b = mix(seed + 0x6d2b79f5);
    this.#c = mix(seed ^ 0x5bd1e995);
    for (let i = 0; i < 4; i++) this.next();
  }

  /** The next 32 bits, unsigned. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** An integer from 0 to `bound` − 1. */
  below(bound: number): number {
    return Math.floor((this.next() * bound) / TWO_32);
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Puts `items` into a random order, in place. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const kept = items[i] as T;
      items[i] = items[j] as T;
      items[j] = kept;
    }
    return items;
  }
}

/** Picks indices by integer weights. */
export class Weighted {
  readonly #sums: number[] = [];
  readonly total: number;

  constructor(weights: readonly number[]) {
    let sum = 0;
    for (const weight of weights) {
      sum += weight;
      this.#sums.push(sum);
    }
    this.total = sum;
  }

  pick(random: Random): number {
    const point = random.below(this.total);
    return firstPlace(0, this.#sums.length - 1, (at) => (this.#sums[at] as number) <= point);
  }
}

/** Zipfian weights over `size` ranks: rank r has weight 1,000,000 ÷ (r + `flat`). */
export function zipf(size: number, flat = 2): Weighted {
  return new Weighted(Array.from({ length: size }, (_, rank) => Math.floor(1e6 / (rank + flat))));
}
