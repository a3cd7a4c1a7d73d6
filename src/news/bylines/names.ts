/** Names of people: how they are written in Han characters and in Latin letters, and one form for each journalist. */
import type { BylineRules } from './rules.js';

/** Longest name in characters. */
export const NAME_LETTERS_MAX = 4;

const HAN = /^\p{Script=Han}$/u;

/** What laying out a text as this name costs: see layout.ts. */
const NAME_COST = {
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
    if (isCompound && this.#areGiven(letters, from + 2, to)) return NAME_COST.usual;
    if (!this.#surnames.has(letters[from]!) || !this.#areGiven(letters, from + 1, to)) {
      return Number.POSITIVE_INFINITY;
    }
    if (count === 2) return NAME_COST.short;
    if (count === 3) return NAME_COST.usual;
    return this.#surnames.has(letters[from + 1]!) ? NAME_COST.double : Number.POSITIVE_INFINITY;
  }

  #areGiven(letters: readonly string[], from: number, to: number): boolean {
    for (let at = from; at < to; at++) {
      const letter = letters[at]!;
      if (this.#never.has(letter) || !HAN.test(letter)) return false;
    }
    return true;
  }
}

const WORDS = { min: 2, max: 4 };
const CAPITALISED = /^\p{Lu}[\p{L}\p{M}'’.-]*$/u;
/** John, O'Neil and SMITH are names; AFP, TV and J. alone are not. */
const NAME_LIKE = /\p{Ll}|\p{Lu}{3}/u;

interface LatinReading {
  names: string[];
  /** The words open the credit of somebody who is no journalist of the article. */
  isExcluded: boolean;
}

export class LatinNames {
  readonly #notNames: ReadonlySet<string>;
  readonly #places: ReadonlySet<string>;
  readonly #particles: ReadonlySet<string>;
  readonly #connectors: ReadonlySet<string>;
  readonly #openings: readonly string[];
  readonly #excluded: readonly string[];

  constructor(rules: BylineRules) {
    const longestFirst = (phrases: readonly string[]): string[] =>
      [...phrases].sort((a, b) => b.length - a.length);
    this.#notNames = new Set(rules.latinNotNames);
    this.#places = new Set(rules.latinPlaces);
    this.#particles = new Set(rules.latinParticles);
    this.#connectors = new Set(rules.latinConnectors);
    this.#openings = longestFirst(rules.latinOpenings);
    this.#excluded = longestFirst(rules.latinExcludedOpenings);
  }

  /** The names among words that stand together. */
  read(words: readonly string[]): LatinReading {
    const lower = words.join(' ').toLowerCase();
    const opensWith = (phrase: string): boolean => `${lower} `.startsWith(`${phrase} `);
    const excluded = this.#excluded.find(opensWith);
    const opening = excluded ?? this.#openings.find(opensWith);
    const rest = opening === undefined ? words : words.slice(opening.split(' ').length);
    const names: string[] = [];
    let piece: string[] = [];
    for (const word of [...rest, null]) {
      if (word !== null && !this.#connectors.has(word.toLowerCase())) {
        piece.push(word);
        continue;
      }
      const name = this.#nameOf(piece);
      if (name !== null) names.push(name);
      piece = [];
    }
    return { names, isExcluded: excluded !== undefined };
  }

  #nameOf(piece: readonly string[]): string | null {
    const isNotName = (word: string | undefined): boolean =>
      word !== undefined && this.#notNames.has(word.toLowerCase());
    const words = [...piece];
    while (isNotName(words[0])) words.shift();
    while (isNotName(words.at(-1))) words.pop();
    if (words.length < WORDS.min || words.length > WORDS.max || words.some(isNotName)) return null;
    const name = words.join(' ');
    if (this.#places.has(name.toLowerCase()) || !NAME_LIKE.test(name)) return null;
    const isWord = (word: string, at: number): boolean =>
      CAPITALISED.test(word) ||
      (at > 0 && at < words.length - 1 && this.#particles.has(word.toLowerCase()));
    return words.every(isWord) ? name : null;
  }
}

/** The dot of transcribed names. */
export const NAME_DOT = '·';

/** Its variants, after NFKC. */
const DOTS = /[\u00b7\u2022\u2027\u2219\u22c5\u30fb\u0387]/g;

/** A name or a byline with full-width letters narrowed, one kind of dot and no blanks around it. */
export function journalistName(text: string): string {
  return text.normalize('NFKC').replace(DOTS, NAME_DOT).trim();
}
