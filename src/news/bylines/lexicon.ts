/**
 * The words that a byline may hold beside names, found by their first character.
 */
import { getOrInsert } from '../../kernel/get-or-insert.js';
import type { BylineRules } from './rules.js';

/** What a word says of the names near it. */
export type WordKind = 'plain' | 'role' | 'excludedRole';

export interface LexiconWord {
  /** Code points. */
  letters: readonly string[];
  kind: WordKind;
}

export class Lexicon {
  readonly #byFirst = new Map<string, LexiconWord[]>();
  readonly #kinds = new Map<string, WordKind>();

  constructor(rules: BylineRules, mediaNames: Iterable<string>) {
    for (const text of rules.excludedRoles) this.#add(text, 'excludedRole');
    for (const text of rules.roles) this.#add(text, 'role');
    const plain = [rules.departments, rules.agencies, rules.words, rules.places, mediaNames];
    for (const list of plain) for (const text of list) this.#add(text, 'plain');
  }

  /** The words that may begin with a letter. */
  from(letter: string): readonly LexiconWord[] {
    return this.#byFirst.get(letter) ?? NONE;
  }

  has(text: string): boolean {
    return this.#kinds.has(text);
  }

  /** The first list that holds a word decides its kind. */
  #add(text: string, kind: WordKind): void {
    if (this.#kinds.has(text) || text === '') return;
    this.#kinds.set(text, kind);
    const letters = Array.from(text);
    const first = letters[0]!;
    getOrInsert(this.#byFirst, first, () => []).push({ letters, kind });
  }
}

const NONE: readonly LexiconWord[] = [];
