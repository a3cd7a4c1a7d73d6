/**
 * The shape of `data/bylines.json`, and the check that a parsed file has it.
 *
 * Not here: reading the file (app/), what the rules do (layout.ts, names.ts).
 */

import { getOrInsert } from '../../../kernel/collections.js';
import { TagwireError } from '../../../kernel/errors.js';
import { wordsOf } from '../../../kernel/words.js';

export interface BylineRules {
  /** One character each. */
  surnames: string;
  compoundSurnames: readonly string[];
  /** Characters that no given name holds. */
  neverInGivenNames: string;
  /** Words for what a person does. */
  roles: readonly string[];
  /** Roles whose persons are no journalists of the article. */
  excludedRoles: readonly string[];
  departments: readonly string[];
  agencies: readonly string[];
  /** Other words of bylines: 報導, 日電. */
  words: readonly string[];
  places: readonly string[];
  /** A few unknown characters before one of these are a place. */
  placeEndings: string;
  /** Characters between two names. */
  connectors: readonly string[];
  /** Lower-case words that are no part of a Latin name. */
  latinNotNames: readonly string[];
  latinPlaces: readonly string[];
  /** Lower-case words inside of names: de, van. */
  latinParticles: readonly string[];
  /** Lower-case words between names, or between a name and a place. */
  latinConnectors: readonly string[];
  /** Lower-case phrases before a name. */
  latinOpenings: readonly string[];
  latinExcludedOpenings: readonly string[];
}

const TEXTS = ['surnames', 'neverInGivenNames', 'placeEndings'] as const;
const LISTS = wordsOf(`
  compoundSurnames roles excludedRoles departments agencies words places connectors
  latinNotNames latinPlaces latinParticles latinConnectors latinOpenings latinExcludedOpenings
`);

/**
 * The rules in a parsed file.
 * @throws TagwireError CONFIG_INVALID when it is no rule file of bylines; the message says where.
 */
export function bylineRulesOf(file: unknown): BylineRules {
  const isRecord = typeof file === 'object' && file !== null;
  check(isRecord, 'the file is an object');
  const parts = file as { [key: string]: unknown };
  for (const key of TEXTS) {
    check(typeof parts[key] === 'string', `${key} is a text`);
  }
  for (const key of LISTS) {
    const list = parts[key];
    const isList = Array.isArray(list) && list.every((text) => typeof text === 'string' && text);
    check(isList, `${key} is a list of texts`);
  }
  return file as BylineRules;
}

/** Operators edit the file: what is wrong with it is theirs to read. */
function check(condition: unknown, expectation: string): asserts condition {
  if (condition) return;
  throw new TagwireError('CONFIG_INVALID', `data/bylines.json does not fit: ${expectation}`);
}

/** What a word says of the names near it. */
export type WordKind = 'plain' | 'role' | 'excludedRole';

/**
 * The words that a byline may hold beside names, found by their first character.
 */
interface LexiconWord {
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
