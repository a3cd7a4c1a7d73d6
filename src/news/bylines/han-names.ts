/**
 * Tells whether a few characters have the form of a Chinese, Korean or Japanese name.
 */
import type { BylineRules } from './rules.js';

/** Longest name in characters. */
export const NAME_LETTERS_MAX = 4;

const HAN = /^\p{Script=Han}$/u;

/** What laying out a text as this name costs: see layout.ts. */
const COST = {
  /** Surname and two characters, or a compound surname and one or two. */
  usual: 1,
  /** Two characters are often an ordinary word. */
  short: 1.35,
  /** A married name: two surnames and two characters. */
  double: 1.5,
} as const;

export class HanNames {
  readonly #surnames: ReadonlySet<string>;
  readonly #compounds: ReadonlySet<string>;
  readonly #never: ReadonlySet<string>;

  constructor(rules: BylineRules) {
    this.#surnames = new Set(rules.surnames);
    this.#compounds = new Set(rules.compoundSurnames);
    this.#never = new Set(rules.neverInGivenNames);
  }

  isSurname(letter: string): boolean {
    return this.#surnames.has(letter);
  }

  /** The cost of the name in `letters` from `from` to `to`; infinite where it is none. */
  cost(letters: readonly string[], from: number, to: number): number {
    const count = to - from;
    if (count < 2 || count > NAME_LETTERS_MAX) return Number.POSITIVE_INFINITY;
    const isCompound = count > 2 && this.#compounds.has(letters[from]! + letters[from + 1]!);
    if (isCompound && this.#areGiven(letters, from + 2, to)) return COST.usual;
    if (!this.#surnames.has(letters[from]!) || !this.#areGiven(letters, from + 1, to)) {
      return Number.POSITIVE_INFINITY;
    }
    if (count === 2) return COST.short;
    if (count === 3) return COST.usual;
    return this.#surnames.has(letters[from + 1]!) ? COST.double : Number.POSITIVE_INFINITY;
  }

  #areGiven(letters: readonly string[], from: number, to: number): boolean {
    for (let at = from; at < to; at++) {
      const letter = letters[at]!;
      if (this.#never.has(letter) || !HAN.test(letter)) return false;
    }
    return true;
  }
}
