/**
 * The shape of `data/bylines.json`, the check of a parsed file, and the lexicon of its words.
 * Not here: reading the file (app/), how rules are applied (layout.ts).
 */
import { getOrInsert } from '../../../kernel/collections.js';
import { TagwireError } from '../../../kernel/errors.js';
import { wordsOf } from '../../../kernel/words.js';

export interface BylineRules {
  /** One character for each surname. */
  surnames: string;
  compoundSurnames: readonly string[];
  /** Characters that occur in no given name. */
  neverInGivenNames: string;
  /** Words for what a person does: 記者. */
  roles: readonly string[];
  /** Roles of persons who are no journalists of the article. */
  excludedRoles: readonly string[];
  departments: readonly string[];
  agencies: readonly string[];
  /** Other words of bylines: 報導, 日電. */
  words: readonly string[];
  places: readonly string[];
  /** Two or three unknown characters before one of these are a place. */
  placeEndings: string;
  /** Characters between two names. */
  connectors: readonly string[];
  /** Lower-case words that are in no Latin name. */
  latinNotNames: readonly string[];
  latinPlaces: readonly string[];
  /** Lower-case words within Latin names: de, van. */
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
 * @throws TagwireError CONFIG_INVALID when a key has another type; the message names the key.
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

/** Operators edit the file, so the message says what is wrong. */
function check(condition: unknown, expectation: string): asserts condition {
  if (condition) return;
  throw new TagwireError('CONFIG_INVALID', `data/bylines.json does not fit: ${expectation}`);
}

/** What a word says about the names after it. */
export type WordKind = 'plain' | 'role' | 'excludedRole';

/** A word that may stand in a byline beside names. */
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

  /** The words that begin with a letter. */
  from(letter: string): readonly LexiconWord[] {
    return this.#byFirst.get(letter) ?? NONE;
  }

  has(text: string): boolean {
    return this.#kinds.has(text);
  }

  /** When several lists hold a word, the first one decides its kind. */
  #add(text: string, kind: WordKind): void {
    if (this.#kinds.has(text) || text === '') return;
    this.#kinds.set(text, kind);
    const letters = Array.from(text);
    const first = letters[0]!;
    getOrInsert(this.#byFirst, first, () => []).push({ letters, kind });
  }
}

const NONE: readonly LexiconWord[] = [];
