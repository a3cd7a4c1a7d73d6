/**
 * Which words stand for what articles are about because outlets gave them as tags.
 *
 * A word is found in a text by its longest form that begins there. It counts when two outlets gave it as
 * a tag, or one several times and the titles of others have it.
 * Invariant: what was put and taken again leaves nothing behind.
 * Not here: which articles count (tagging.ts).
 */

import { KnownTerms } from '../../kernel/text/known-terms.js';
import { foldLetters } from '../../kernel/text/tag.js';
import type { RatedWord, WordText } from './words/word-text.js';

/** A word with where it comes from. */
export interface Word {
  readonly key: string;
  /** The spelling that came first. */
  readonly shown: string;
  /** Articles that carry it. */
  articles: number;
  /** Whose tag it is, and on how many of its articles; most words are one outlet's. */
  readonly outlet: string;
  ofOutlet: number;
  others: Map<string, number> | null;
  /** False for noise, which is counted and never found. */
  readonly isWord: boolean;
  /** In the article at hand: whether its title has the word, and how often its text says it. */
  inTitle: boolean;
  said: number;
}

const ARTICLES_MIN = 2;
const OUTLETS_MIN = 2;
/** Of one outlet's, where titles of others have the word. */
const ALONE_MIN = 3;
/** Letters of a word: shorter ones are found in others, longer ones are sentences. */
const WIDE_MIN = 2;
const NARROW_MIN = 3;
const UNITS_MAX = 31;
/** A word in the title says three times as much. */
const TITLE_TIMES = 3;
/** How often a text says a word that is not in the title. */
const SAID_MIN = 2;
const WIDE = /[\u3041-\u30ff\u3400-\ud7a3]/;
const ONLY_NUMBERS = /^[\p{N}\p{P}\p{S}\s]+$/u;

export class TagWords {
  readonly #words = new KnownTerms(isKnown);
  readonly #noise: ReadonlySet<string>;
  /** Words of the article at hand. */
  readonly #found: Word[] = [];

  /** @param noise keys of words that are no tags. */
  constructor(noise: ReadonlySet<string>) {
    this.#noise = noise;
  }

  /** An article carries a tag. Null for what cannot be found in texts. */
  put(shown: string, outlet: string): Word | null {
    const key = foldLetters(shown);
    const word = this.#words.get(key) ?? this.#add(key, shown, outlet);
    if (word === null) return null;
    word.articles += 1;
    if (outlet === word.outlet) word.ofOutlet += 1;
    else {
      word.others ??= new Map();
      word.others.set(outlet, (word.others.get(outlet) ?? 0) + 1);
    }
    return word;
  }

  /** Takes back what `put` noted. */
  take(word: Word, outlet: string): void {
    word.articles -= 1;
    if (outlet === word.outlet) word.ofOutlet -= 1;
    else if (word.others !== null) {
      const left = (word.others.get(outlet) ?? 0) - 1;
      if (left > 0) word.others.set(outlet, left);
      else word.others.delete(outlet);
    }
    if (word.articles === 0) this.#words.delete(word.key);
  }

  /** On how many of an outlet's articles a tag stands. */
  countOf(shown: string, outlet: string): number {
    const word = this.#words.get(foldLetters(shown));
    if (word === undefined) return 0;
    return word.outlet === outlet ? word.ofOutlet : (word.others?.get(outlet) ?? 0);
  }

  /**
   * The words of an article that say most, the best first: those of the title, and those that the text
   * says twice.
   * @param all articles among which words are common or rare.
   * @param isLearned whether titles of several outlets have a word that one outlet gives.
   */
  find(
    title: WordText,
    text: WordText,
    all: number,
    isLearned: (key: string) => boolean,
  ): RatedWord[] {
    if (this.#words.size === 0) return [];
    this.#look(title, true);
    this.#look(text, false);
    const rated: RatedWord[] = [];
    for (const word of this.#found) {
      const { shown, key: form, inTitle, said, articles } = word;
      word.inTitle = false;
      word.said = 0;
      if (!inTitle && said < SAID_MIN) continue;
      if (outletsOf(word) < OUTLETS_MIN && !isLearned(form)) continue;
      const rarity = Math.log(1 + all / articles);
      const worth = (inTitle ? TITLE_TIMES : 1) * rarity * (1 + Math.log(1 + said));
      rated.push({ shown, form, worth, inTitle });
    }
    this.#found.length = 0;
    return rated.sort((a, b) => b.worth - a.worth || (a.form < b.form ? -1 : 1));
  }

  /** Notes the words of a text. */
  #look(text: WordText, isTitle: boolean): void {
    for (let at = 0; at + 1 < text.length; ) {
      const word = this.#words.longestAt(text, at)?.value;
      if (word === undefined) {
        at += 1;
        continue;
      }
      if (!word.inTitle && word.said === 0) this.#found.push(word);
      if (isTitle) word.inTitle = true;
      else word.said += 1;
      at += word.key.length;
    }
  }

  #add(key: string, shown: string, outlet: string): Word | null {
    if (!this.#isWord(key)) return null;
    const word: Word = {
      key,
      shown,
      articles: 0,
      outlet,
      ofOutlet: 0,
      others: null,
      isWord: !this.#noise.has(key),
      inTitle: false,
      said: 0,
    };
    this.#words.set(key, word);
    return word;
  }

  #isWord(key: string): boolean {
    const least = WIDE.test(key) ? WIDE_MIN : NARROW_MIN;
    if (key.length < least || key.length > UNITS_MAX) return false;
    return !ONLY_NUMBERS.test(key);
  }
}

function isKnown(word: Word): boolean {
  const { articles, isWord } = word;
  if (!isWord || articles < ARTICLES_MIN) return false;
  return articles >= ALONE_MIN || outletsOf(word) >= OUTLETS_MIN;
}

function outletsOf({ others, ofOutlet }: Word): number {
  return (others?.size ?? 0) + (ofOutlet > 0 ? 1 : 0);
}
