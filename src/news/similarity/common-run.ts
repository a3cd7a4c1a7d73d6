/**
 * The longest run that two sequences of letters have in common, in bounded time whatever they are.
 *
 * If a run of n letters is common, so is one of n - 1: the longest is found by halving, and whether
 * one of n is common is asked of rolling hashes, whose hits are compared letter by letter. Time is
 * O(m log m) for m letters. What is reported is always common; that nothing longer is rests on
 * 52-bit hashes that do not collide.
 */
/** A run of letters that stands in two bodies. */
export interface CommonRun {
  /** Where it begins in the one and in the other. */
  at: number;
  otherAt: number;
  length: number;
}

/** Two moduli and bases below 2^26, so that products stay exact. */
const MODULI = [67_108_859, 67_108_837] as const;
const BASES = [1_000_003, 2_097_593] as const;

/** Hashes of every run of one length, in order. */
class Rolling {
  readonly #letters: Int32Array;
  readonly #length: number;
  readonly #leading: readonly number[];
  #sums = [0, 0];
  #at = 0;

  constructor(letters: Int32Array, length: number) {
    this.#letters = letters;
    this.#length = length;
    this.#leading = MODULI.map((modulus, hash) => {
      let power = 1;
      for (let at = 1; at < length; at++) power = (power * BASES[hash]!) % modulus;
      return power;
    });
    for (let at = 0; at < length; at++) this.#take(letters[at]!);
  }

  get value(): number {
    return this.#sums[0]! * 2 ** 26 + this.#sums[1]!;
  }

  /** Moves on by one letter. */
  advance(): void {
    const gone = this.#letters[this.#at]! + 1;
    for (let hash = 0; hash < 2; hash++) {
      const modulus = MODULI[hash]!;
      const rest = this.#sums[hash]! - ((gone * this.#leading[hash]!) % modulus);
      this.#sums[hash] = rest < 0 ? rest + modulus : rest;
    }
    this.#take(this.#letters[this.#at + this.#length]!);
    this.#at += 1;
  }

  #take(letter: number): void {
    for (let hash = 0; hash < 2; hash++) {
      this.#sums[hash] = (this.#sums[hash]! * BASES[hash]! + letter + 1) % MODULI[hash]!;
    }
  }
}

/** The longest common run; of equally long ones the first in `own` if `isLater`, else in `other`. */
export function longestCommonRun(own: Int32Array, other: Int32Array, isLater: boolean): CommonRun {
  const [earlier, later] = isLater ? [other, own] : [own, other];
  let low = 0;
  let high = Math.min(own.length, other.length);
  let best = { earlierAt: 0, laterAt: 0 };
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const found = commonRun(earlier, later, middle);
    if (found === null) high = middle - 1;
    else {
      best = found;
      low = middle;
    }
  }
  const { earlierAt, laterAt } = best;
  const [at, otherAt] = isLater ? [laterAt, earlierAt] : [earlierAt, laterAt];
  return { at, otherAt, length: low };
}

/** The first run of a length in `later` that stands in `earlier` as well. */
function commonRun(
  earlier: Int32Array,
  later: Int32Array,
  length: number,
): { earlierAt: number; laterAt: number } | null {
  const places = new Map<number, number>();
  const own = new Rolling(earlier, length);
  for (let at = 0; ; at++) {
    if (!places.has(own.value)) places.set(own.value, at);
    if (at + length >= earlier.length) break;
    own.advance();
  }
  const other = new Rolling(later, length);
  for (let laterAt = 0; ; laterAt++) {
    const earlierAt = places.get(other.value);
    if (earlierAt !== undefined && areRunsEqual(earlier, earlierAt, later, laterAt, length)) {
      return { earlierAt, laterAt };
    }
    if (laterAt + length >= later.length) return null;
    other.advance();
  }
}

function areRunsEqual(
  a: Int32Array,
  atA: number,
  b: Int32Array,
  atB: number,
  length: number,
): boolean {
  for (let step = 0; step < length; step++) if (a[atA + step] !== b[atB + step]) return false;
  return true;
}
