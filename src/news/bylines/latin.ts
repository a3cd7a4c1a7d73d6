/**
 * Reads Latin names: two to four capitalised words, without desks, agencies and places.
 */
import type { BylineRules } from './rules.js';

const WORDS = { min: 2, max: 4 };
const CAPITALISED = /^\p{Lu}[\p{L}\p{M}'’.-]*$/u;
/** John, O'Neil and SMITH are names; AFP, TV and J. alone are not. */
const NAME_LIKE = /\p{Ll}|\p{Lu}{3}/u;

export interface LatinReading {
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
