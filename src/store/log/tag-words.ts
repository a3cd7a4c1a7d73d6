/**
 * Words that outlets gave as tags, and that describe other articles.
 *
 * In a text the longest form that begins at a place is found. A word is valid when two outlets gave
 * it as a tag, or one outlet gave it several times and titles of others have it.
 * Invariant: `take` after `put` restores the state before.
 * Not here: which articles count (tagging.ts).
 */

import { KnownTerms } from '../../kernel/text/known-terms.js';
import { foldLetters } from '../../kernel/text/tag.js';
import type { RatedWord, WordText } from './words/word-text.js';

/** A word with its origin. */
export interface Word {
  readonly key: string;
  /** The first spelling. */
  readonly shown: string;
  /** Articles that carry it. */
  articles: number;
  /** The outlet with the tag, and its number of articles; most words have one outlet. */
  readonly outlet: string;
  ofOutlet: number;
  others: Map<string, number> | null;
  /** False for noise, which is counted and never found. */
  readonly isWord: boolean;
  /** In the current article: whether its title has the word, and how often its text has it. */
  inTitle: boolean;
  said: number;
}

const ARTICLES_MIN = 2;
const OUTLETS_MIN = 2;
/** Articles with a word of one outlet, if titles of others have the word. */
const ALONE_MIN = 3;
/** Letters of a word: shorter ones are parts of others, longer ones are sentences. */
const WIDE_MIN = 2;
const NARROW_MIN = 3;
const UNITS_MAX = 31;
/** A word in the title has this weight. */
const TITLE_TIMES = 3;
/** Occurrences in a text of a word that is not in the title. */
const SAID_MIN = 2;
const WIDE = /[\u3041-\u30ff\u3400-\ud7a3]/;
const ONLY_NUMBERS = /^[\p{N}\p{P}\p{S}\s]+$/u;

export class TagWords {
  readonly #words = new KnownTerms(isKnown);
  readonly #noise: ReadonlySet<string>;
  /** Words of the current article. */
  readonly #found: Word[] = [];

  /** @param noise keys of words that are no tags. */
  constructor(noise: ReadonlySet<string>) {
    this.#noise = noise;
  }

  /** Notes a tag of an article. Null for a tag that cannot be found in texts. */
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

  /** Reverts `put`. */
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

  /** Number of an outlet's articles with a tag. */
  countOf(shown: string, outlet: string): number {
    const word = this.#words.get(foldLetters(shown));
    if (word === undefined) return 0;
    return word.outlet === outlet ? word.ofOutlet : (word.others?.get(outlet) ?? 0);
  }

  /**
   * The most relevant words of an article, best first: words of the title, or repeated in the text.
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
