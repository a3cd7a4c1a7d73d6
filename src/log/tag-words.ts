/**
 * Which words stand for what articles are about because outlets gave them as tags.
 *
 * A word is found in a text by its longest form that begins there. It counts when two outlets gave it as
 * a tag.
 * Invariant: what was put and taken again leaves nothing behind.
 * Not here: which articles count (tagging.ts).
 */
import { foldLetters } from '../text/tag.js';
import type { RatedWord } from './words/rated-word.js';

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
}

const ARTICLES_MIN = 2;
const OUTLETS_MIN = 2;
/** Letters of a word: shorter ones are found in others, longer ones are sentences. */
const WIDE_MIN = 2;
const NARROW_MIN = 3;
const UNITS_MAX = 31;
/** A word in the title says three times as much. */
const TITLE_TIMES = 3;
/** How often a text says a word that is not in the title. */
const SAID_MIN = 2;
const WIDE = /[\u3041-\u30ff\u3400-\ud7a3]/;
const NARROW = /[\p{L}\p{N}]/u;
const ONLY_NUMBERS = /^[\p{N}\p{P}\p{S}\s]+$/u;

export class TagWords {
  readonly #words = new Map<string, Word>();
  /** By the first two units of a word, the lengths that there are: a bit for each. */
  #lengths = new Map<number, number>();
  readonly #noise: ReadonlySet<string>;

  /** @param noise keys of words that are no tags. */
  constructor(noise: ReadonlySet<string>) {
    this.#noise = noise;
  }

  get size(): number {
    return this.#words.size;
  }

  /** An article carries a tag. Null for what cannot be found in texts. */
  put(shown: string, outlet: string): Word | null {
    const key = foldLetters(shown);
    let word = this.#words.get(key);
    if (word === undefined) {
      if (!this.#isWord(key)) return null;
      const isWord = !this.#noise.has(key);
      word = { key, shown, articles: 0, outlet, ofOutlet: 0, others: null, isWord };
      this.#words.set(key, word);
      const prefix = prefixAt(key, 0);
      this.#lengths.set(prefix, (this.#lengths.get(prefix) ?? 0) | (1 << key.length));
    }
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
    if (this.#words.size === 0) this.#lengths = new Map();
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
   */
  find(title: string, text: string, all: number): RatedWord[] {
    const said = new Map<Word, number>();
    for (const word of this.#within(foldLetters(text))) said.set(word, (said.get(word) ?? 0) + 1);
    const inTitle = new Set(this.#within(foldLetters(title)));
    const found: RatedWord[] = [];
    for (const word of new Set([...inTitle, ...said.keys()])) {
      const times = said.get(word) ?? 0;
      const isOfTitle = inTitle.has(word);
      if (!isOfTitle && times < SAID_MIN) continue;
      const rarity = Math.log(1 + all / word.articles);
      const worth = (isOfTitle ? TITLE_TIMES : 1) * rarity * (1 + Math.log(1 + times));
      found.push({ shown: word.shown, form: word.key, worth, inTitle: isOfTitle });
    }
    return found.sort((a, b) => b.worth - a.worth || (a.form < b.form ? -1 : 1));
  }

  *#within(text: string): Generator<Word> {
    for (let at = 0; at + 1 < text.length; ) {
      const word = this.#longestAt(text, at);
      if (word !== null) yield word;
      at += word?.key.length ?? 1;
    }
  }

  #longestAt(text: string, at: number): Word | null {
    const lengths = this.#lengths.get(prefixAt(text, at)) ?? 0;
    if (lengths === 0 || !isBoundary(text, at)) return null;
    for (let length = Math.min(UNITS_MAX, text.length - at); length >= WIDE_MIN; length--) {
      if ((lengths & (1 << length)) === 0 || !isBoundary(text, at + length)) continue;
      const word = this.#words.get(text.slice(at, at + length));
      if (word !== undefined && isKnown(word)) return word;
    }
    return null;
  }

  #isWord(key: string): boolean {
    const least = WIDE.test(key) ? WIDE_MIN : NARROW_MIN;
    if (key.length < least || key.length > UNITS_MAX) return false;
    return !ONLY_NUMBERS.test(key);
  }
}

function isKnown({ articles, isWord, others, ofOutlet }: Word): boolean {
  if (!isWord || articles < ARTICLES_MIN) return false;
  const outlets = (others?.size ?? 0) + (ofOutlet > 0 ? 1 : 0);
  return outlets >= OUTLETS_MIN;
}

function prefixAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x1_0000 + text.charCodeAt(at + 1);
}

/** Whether a word may begin or end at a place: Latin ones are whole words. */
function isBoundary(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return true;
  return !(isNarrow(text, at - 1) && isNarrow(text, at));
}

/** Of a script that is written without blanks between words. */
function isWide(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0xd7a3);
}

function isNarrow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
  return !isWide(unit) && NARROW.test(text[at]!);
}
