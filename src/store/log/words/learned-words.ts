/**
 * The subjects of an article, in words learned from the titles of all outlets.
 *
 * ```
 *  title of each entry ─► counts of rows of letters and words (gram-table.ts) ─► words of a new title
 *                                                                              └► and of its beginning
 * ```
 *
 * A word of the title counts when the text repeats it, or when it has the form of a name; a word of
 * the text alone when it is there twice. A word of few titles needs more repetitions. Words that
 * begin runs of letters rank higher, and so do known ones; a word of a large part of all titles is
 * left out.
 * Invariants: the learned words follow from the entries of the last two spans, and memory is
 * bounded. Case, width and variants of letters make no difference.
 */

import { hashOfUnits } from '../../../kernel/hash.js';
import {
  CALENDAR_WORDS,
  INNER_WORDS,
  PEOPLE_WORDS,
  SMALL_WORDS,
} from '../../../kernel/text/small-words.js';
import { foldLetters } from '../../../kernel/text/tag.js';
import { GramTable, isWithin, repeatedIn } from './gram-table.js';
import { hashOfWords, Names } from './names.js';
import { MARK, WordMarks } from './tokens.js';
import { WideWords } from './wide-words.js';
import { type RatedWord, WordText } from './word-text.js';

/** Average letters of a title's runs, to estimate the number of titles from the number of letters. */
const TITLE_LETTERS = 20;
/** Weight of a word in the title. */
const TITLE_TIMES = 2;
/** A word of more titles ranks no higher. */
const KNOWN_MAX = 32;
/**
 * Required product of a word's titles and its repetitions in the text, among so many titles in all;
 * proportionally less among fewer titles.
 */
const EVIDENCE = { min: 16, titles: 800 } as const;
/** A word of so large a part of the titles says nothing, once there are so many titles. */
const COMMON = { part: 0.2, titles: 300 } as const;
const LONG = 3;
/** Part of its sightings in which a word begins a run, for a short word to be a name by itself. */
const OPENING = { withText: 0.3, withoutText: 0.2, ofText: 0.15 } as const;
/** Repetitions in a text of a title's word, outside of the title, and of another word. */
const SAID_MIN = 2;
/** Units of a text that are searched for names. */
const NAMES_UNITS_MAX = 200;
/** Required titles with a word that one outlet gives as a tag. */
const HAD_MIN = 3;
/** With fewer words found, terms of two words count, and words that a text repeats. */
const FEW = 2;

export class LearnedWords {
  readonly #table = new GramTable();
  readonly #wide: WideWords;
  readonly #names: Names;
  readonly #marks = new WordMarks();
  readonly #description = new WordText();
  /** Numbers of the outlets of this span and of the one before, in order of appearance. */
  #outlets = new Map<string, number>();
  #outletsBefore = new Map<string, number>();

  /** @param noise words that are no tags. */
  constructor(noise: Iterable<string>) {
    this.#marks.add([...Array.from(noise, foldLetters), ...CALENDAR_WORDS], MARK.noise);
    this.#marks.add(SMALL_WORDS, MARK.small);
    this.#marks.add(INNER_WORDS, MARK.inner);
    this.#marks.add(PEOPLE_WORDS, MARK.people);
    this.#marks.add(['of'], MARK.of);
    this.#wide = new WideWords(this.#table, this.#marks);
    this.#names = new Names(this.#table, this.#marks);
  }

  get byteLength(): number {
    return this.#table.byteLength;
  }

  /** Rows of letters that found no slot. */
  get dropped(): number {
    return this.#table.dropped;
  }

  /** Begins a new span of entries. */
  turn(): void {
    this.#table.turn();
    this.#names.turn();
    this.#outletsBefore = this.#outlets;
    this.#outlets = new Map();
    this.#count();
  }

  /** Learns from a title, and from a description the spelling of names. @param outlet its code. */
  learn(title: WordText, description: string | null, outlet: string): void {
    let number = this.#outlets.get(outlet);
    if (number === undefined) {
      number = this.#outlets.size;
      this.#outlets.set(outlet, number);
      this.#count();
    }
    this.#wide.learn(title, number);
    this.#names.learn(title, number);
    if (description === null) return;
    this.#description.read(description, NAMES_UNITS_MAX);
    this.#names.learn(this.#description, number);
  }

  /** Whether titles of several outlets have a folded word. */
  has(word: string): boolean {
    const count = this.#table.look(hashOfWords(word));
    return count >= HAD_MIN && this.#table.outlets >= this.#names.outletsMin;
  }

  /** The words of an article, best first. @param text its beginning; empty without one. */
  find(title: WordText, text: WordText): RatedWord[] {
    const found = new Map<string, RatedWord>();
    this.#putNames(found, title, text, true);
    this.#putWide(found, title, text);
    if (text.length > 0) this.#putNames(found, text, text, false);
    if (found.size < FEW) this.#putTerms(found, title);
    return [...found.values()].sort((a, b) => b.worth - a.worth || (a.form < b.form ? -1 : 1));
  }

  #putWide(found: Map<string, RatedWord>, title: WordText, text: WordText): void {
    const hasText = text.length > 0;
    for (const { from, to, count, opening } of this.#wide.find(title)) {
      if (this.#isCommon(count)) continue;
      const said = text.timesOfRow(title.units, from, to);
      const isLong = to - from >= LONG;
      const isName = isLong || opening >= OPENING.withText;
      const isTold = hasText
        ? said + (isName ? 1 : 0) >= SAID_MIN && this.#isEvident(TITLE_TIMES * count, said)
        : isLong || opening >= OPENING.withoutText;
      if (!isTold) continue;
      const form = title.slice(from, to);
      const worth = TITLE_TIMES * this.#worthOf(count, opening, said);
      put(found, { shown: title.shown(from, to), form, worth, inTitle: true });
    }
    if (!hasText) return;
    if (found.size < FEW) this.#putRepeated(found, title, text);
    for (const { from, to, count, opening } of this.#wide.find(text, true)) {
      if (this.#isCommon(count) || (to - from < LONG && opening < OPENING.ofText)) continue;
      const said = text.timesOfRow(text.units, from, to);
      if (said < SAID_MIN || !this.#isEvident(count, said)) continue;
      const form = text.slice(from, to);
      if (found.has(form)) continue;
      put(found, { shown: form, form, worth: this.#worthOf(count, opening, said), inTitle: false });
    }
  }

  /** Adds words that title and text repeat, though they were not learned. */
  #putRepeated(found: Map<string, RatedWord>, title: WordText, text: WordText): void {
    for (const form of repeatedIn(title, text)) {
      if ((this.#marks.of(hashOfUnits(form)) & MARK.noise) !== 0 || this.#isMore(form)) continue;
      put(found, { shown: form, form, worth: this.#worthOf(1, 1, SAID_MIN), inTitle: true });
    }
  }

  /** Whether a row is a learned word and another letter: 個孩子, 局副局長. */
  #isMore(form: string): boolean {
    if (form.length < LONG) return false;
    const count = this.#table.look(hashOfUnits(form));
    return [form.slice(1), form.slice(0, -1)].some((part) => {
      return this.#table.look(hashOfUnits(part)) >= Math.max(HAD_MIN, 2 * count);
    });
  }

  #putNames(
    found: Map<string, RatedWord>,
    source: WordText,
    text: WordText,
    inTitle: boolean,
  ): void {
    const max = inTitle ? undefined : NAMES_UNITS_MAX;
    for (const { shown, count } of this.#names.find(source, max)) {
      const form = foldLetters(shown);
      const said = text.timesOf(form);
      // A name that a text has only once is one of many.
      if (!inTitle && (said < SAID_MIN || isWithinOne(form, found))) continue;
      if (this.#isCommon(count)) continue;
      const worth = (inTitle ? TITLE_TIMES : 1) * this.#worthOf(count, 1, said);
      put(found, { shown, form, worth, inTitle });
    }
  }

  #putTerms(found: Map<string, RatedWord>, title: WordText): void {
    for (const { shown, count } of this.#names.terms(title)) {
      if (isWithinOne(shown, found)) continue;
      if ([...found.keys()].some((one) => isWithin(one, shown))) continue;
      put(found, { shown, form: shown, worth: this.#worthOf(count, 0, 0), inTitle: true });
    }
  }

  #worthOf(count: number, opening: number, said: number): number {
    const known = Math.log(1 + Math.min(KNOWN_MAX, Math.max(1, count)));
    return known * (1 + Math.log(1 + said)) * (0.5 + opening);
  }

  /** Whether a word has enough titles and repetitions. */
  #isEvident(count: number, said: number): boolean {
    const part = Math.min(1, this.#titles() / EVIDENCE.titles);
    return count * Math.max(1, said) >= EVIDENCE.min * part;
  }

  #isCommon(count: number): boolean {
    const titles = this.#titles();
    return titles >= COMMON.titles && count > COMMON.part * titles;
  }

  #titles(): number {
    return this.#table.letters / TITLE_LETTERS + this.#names.titles;
  }

  /** With one outlet, its titles alone suffice. */
  #count(): void {
    const [now, before] = [this.#outlets, this.#outletsBefore];
    let isOne = now.size <= 1 && before.size <= 1;
    if (isOne && now.size + before.size === 2)
      for (const one of now.keys()) isOne = before.has(one);
    this.#wide.outletsMin = this.#names.outletsMin = isOne ? 1 : 2;
  }
}

function put(found: Map<string, RatedWord>, word: RatedWord): void {
  if (!found.has(word.form)) found.set(word.form, word);
}

function isWithinOne(form: string, found: ReadonlyMap<string, RatedWord>): boolean {
  for (const one of found.keys()) if (isWithin(form, one)) return true;
  return false;
}
