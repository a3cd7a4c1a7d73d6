/**
 * Phrases that the headlines of a story have in common: its names when no tag bursts.
 *
 * A phrase is two to eight consecutive Han letters, or one to four words, that are not mostly part
 * of one longer wording. Its worth grows with the headlines that hold it, the rareness of its terms
 * elsewhere, and its length. Of overlapping phrases, the one of more worth names the story.
 *
 * Han words have no blanks between them, so a phrase may be cut within a word: when the pair of
 * letters across its edge is commoner elsewhere than the pair inside, the edge is no word boundary.
 * Nor is an edge after a figure or 不: counted or denied things are no names. Joining words, verbs
 * and prepositions neither begin nor end a name, unless they are part of the word beside them.
 */
import { ByteCache } from '../../../kernel/byte-cache.js';
import { hashOfUnits, mixedHash, UNIT_BASIS, withUnit } from '../../../kernel/hash.js';
import {
  CALENDAR_WORDS,
  HAN_NO_FIRST,
  HAN_NO_LAST,
  HAN_SMALL_WORDS,
  HAN_VERBS,
  SMALL_WORDS,
} from '../../../kernel/text/small-words.js';
import { searchForm } from '../../../kernel/text/tag.js';

/** Maximum of headlines that are read, at regular distances: names do not need all. */
const TITLES_MAX = 24;
const PHRASES_MAX = 3;
/** Minimum part of the headlines that hold a phrase. */
const PART_MIN = 0.4;
/** Minimum of headlines that hold the wording around a word. */
const WORDING_TITLES_MIN = 2;
const HAN_MIN = 2;
const HAN_MAX = 8;
const WORDS_MAX = 4;
/** Longer phrases are read to find those that are only a part of them. */
const HAN_LOOKED = 10;
const WORDS_LOOKED = 6;
/** A phrase is a part of a longer wording that holds this part of its occurrences. */
const WITHIN_MIN = 0.7;
/** Minimum weight of a phrase: that of terms in a seventh of some hundred other articles. */
const WEIGHT_MIN = 0.3;
const RUNS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}'’.-])+/gu;
const HAN = /^\p{Script=Han}/u;
const FIGURE_OR_NOT = /[\p{N}不]$/u;
const NUMBER = /^[\p{N}.]+$/u;
/** Han letters that join words. */
const JOINING = '是有被與及並且才只已曾又再更若誰哪';
const NO_NAME = new RegExp(`^[${HAN_NO_FIRST}${JOINING}]|[${HAN_NO_LAST}${JOINING}不]$`, 'u');
/** Further letters that headlines put before and after names. */
const LOOSE = `${HAN_VERBS}獲喊赴曝爆轟揭嘆後前內讚提授遭拚槓斥諷駁`;
const LOOSE_FIRST = new RegExp(`^[${LOOSE}]`, 'u');
const LOOSE_LAST = new RegExp(`[${LOOSE}]$`, 'u');
/** Marks at the ends of a phrase that are no part of its words, with the s of a genitive. */
const AROUND_WORDS = /^['’.-]+|(?:['’]s|['’.-])+$/gu;
/** Part of the headlines: few headlines write a name in lower case. */
const SMALL_PART = 0.1;
const NO_LETTERS = /[^\p{L}\p{N}]+/u;
/** Approximate bytes of a phrase and its borders; the cache holds those of some hundred stories. */
const PHRASE_BYTES = 400;
const GATHERED_BYTES_MAX = 4_000_000;
const NO_BORDERS = { before: '', after: '' };

interface Phrase {
  /** In the spelling of the newest headline that holds it. */
  shown: string;
  form: string;
  titles: number;
  /** The letters before and after the phrase in each headline that holds it. */
  borders: Borders[];
}

interface Borders {
  /** Han letter or figure; empty for none. */
  before: string;
  /** Han letter; empty for none. */
  after: string;
}

/**
 * At most three phrases, best first.
 * @param titles oldest first.
 * @param weightOf rareness of the terms of a phrase in other articles, at most 1.
 */
export function phrasesOf(
  titles: readonly string[],
  weightOf: (phrase: string) => number,
): string[] {
  const looked = lookedAt(titles);
  const least = Math.max(2, Math.ceil(PART_MIN * looked.length));
  return firstApart(namesIn(gatheredFrom(looked), least, weightOf)).map(({ shown }) => shown);
}

/** Phrases of at least `least` titles that are names, best first. */
function namesIn(
  gathered: ReadonlyMap<string, Phrase>,
  least: number,
  weightOf: (phrase: string) => number,
): Phrase[] {
  const rated = [...gathered.values()]
    .filter(({ form, titles }) => titles >= least && isShort(form))
    .map((phrase) => ({ ...phrase, weight: weightOf(phrase.form) }))
    .filter((phrase) => phrase.weight >= WEIGHT_MIN && isName(phrase, weightOf))
    .map((phrase) => ({ ...phrase, worth: worthOf(phrase) }))
    .sort((a, b) => b.worth - a.worth || (a.form < b.form ? -1 : 1));
  const parts = partsOf(gathered, least);
  const whole = rated.filter(({ form }) => !parts.has(form));
  // When all headlines have the same words, only parts remain.
  return whole.length > 0 ? whole : rated;
}

/** True for a name of pronouns and joining words only, in any case but all capitals (US, IT). */
export function isEmptyName(shown: string): boolean {
  const form = searchForm(shown);
  if (HAN.test(form)) return HAN_SMALL_WORDS.has(form);
  return shown !== shown.toUpperCase() && form.split(NO_LETTERS).every(isSmallWord);
}

function isSmallWord(word: string): boolean {
  return word === '' || SMALL_WORDS.has(word);
}

/** True for a word that headlines write in lower case, and for two Han letters: both are vague. */
export function isCommonWord(shown: string, titles: readonly string[]): boolean {
  if (HAN.test(shown)) return shown.length === HAN_MIN;
  const small = shown.toLowerCase();
  const written = titles.filter((title) => title.split(NO_LETTERS).includes(small));
  return written.length > SMALL_PART * titles.length;
}

/**
 * The best phrase of several headlines that contains a word; null when there is none.
 * @param titles and `weightOf` as for `phrasesOf`.
 */
export function wordingOf(
  word: string,
  titles: readonly string[],
  weightOf: (phrase: string) => number,
): string | null {
  const part = searchForm(word);
  const holds = ({ form }: Phrase): boolean =>
    form !== part && (HAN.test(part) ? form.includes(part) : form.split(' ').includes(part));
  const names = namesIn(gatheredFrom(lookedAt(titles)), WORDING_TITLES_MIN, weightOf);
  return names.find(holds)?.shown ?? null;
}

/** Titles at regular distances. */
function lookedAt(titles: readonly string[]): string[] {
  const step = Math.max(1, titles.length / TITLES_MAX);
  return Array.from(
    { length: Math.min(titles.length, TITLES_MAX) },
    (_, at) => titles[Math.floor(at * step)]!,
  );
}

/** The first phrases that do not overlap. */
function firstApart(phrases: readonly Phrase[]): Phrase[] {
  const chosen: Phrase[] = [];
  for (const phrase of phrases) {
    if (chosen.length === PHRASES_MAX) break;
    if (chosen.every(({ form }) => !isWithin(form, phrase.form))) chosen.push(phrase);
  }
  return chosen;
}

function isShort(form: string): boolean {
  return HAN.test(form) ? form.length <= HAN_MAX : form.split(' ').length <= WORDS_MAX;
}

/**
 * True for a name. A name of words holds a letter, and neither begins nor ends with a common word.
 * A name of Han letters begins and ends at word boundaries in most of its headlines.
 */
function isName({ form, borders }: Phrase, weightOf: (phrase: string) => number): boolean {
  if (HAN.test(form)) {
    return (
      !HAN_SMALL_WORDS.has(form) &&
      !NO_NAME.test(form) &&
      !hasLooseEnd(form, weightOf) &&
      hasBorders(form, borders, weightOf)
    );
  }
  const words = form.split(' ');
  const isTelling = (word: string): boolean =>
    !SMALL_WORDS.has(word) && weightOf(word) >= WEIGHT_MIN;
  return (
    words.some((word) => /\p{L}/u.test(word) && !CALENDAR_WORDS.has(word)) &&
    isTelling(words[0]!) &&
    // A version number is part of a name.
    (words.length > 1 && NUMBER.test(words.at(-1)!) ? true : isTelling(words.at(-1)!))
  );
}

/** True when an end letter is no part of the word beside it: their pair is rarer than the next. */
function hasLooseEnd(form: string, weightOf: (pair: string) => number): boolean {
  if (form.length <= HAN_MIN) return false;
  const isLoose = (across: string, inside: string): boolean => weightOf(across) > weightOf(inside);
  return (
    (LOOSE_FIRST.test(form) && isLoose(form.slice(0, 2), form.slice(1, 3))) ||
    (LOOSE_LAST.test(form) && isLoose(form.slice(-2), form.slice(-3, -1)))
  );
}

function hasBorders(
  form: string,
  borders: readonly Borders[],
  weightOf: (pair: string) => number,
): boolean {
  const [first, last] = [form.slice(0, 2), form.slice(-2)];
  const isBorder = (letter: string, across: string, inside: string): boolean =>
    letter === '' || weightOf(across) >= weightOf(inside);
  const whole = borders.filter(
    ({ before, after }) =>
      !FIGURE_OR_NOT.test(before) &&
      isBorder(before, before + first[0], first) &&
      isBorder(after, last[1] + after, last),
  );
  return whole.length > borders.length / 2;
}

/** Phrases that are mostly part of one longer phrase of enough titles. */
function partsOf(phrases: ReadonlyMap<string, Phrase>, least: number): Set<string> {
  const parts = new Set<string>();
  for (const { form, titles } of phrases.values()) {
    if (titles < WITHIN_MIN * least) continue;
    // The phrase without its first, and without its last, letter or word.
    const isHan = HAN.test(form);
    const from = isHan ? 1 : form.indexOf(' ') + 1;
    const to = isHan ? form.length - 1 : form.lastIndexOf(' ');
    if (from <= 0 || to <= 0) continue;
    for (const part of [form.slice(from), form.slice(0, to)]) {
      const shorter = phrases.get(part);
      if (shorter !== undefined && titles >= WITHIN_MIN * shorter.titles) parts.add(part);
    }
  }
  return parts;
}

function worthOf({ form, titles, weight }: Phrase & { weight: number }): number {
  const length = HAN.test(form) ? form.length / HAN_MIN : form.split(' ').length;
  return titles * weight * Math.sqrt(length);
}

/** True when one phrase holds a part of the other. */
export function isWithin(one: string, other: string): boolean {
  if (one.includes(other) || other.includes(one)) return true;
  if (!HAN.test(one)) return one.split(' ').some((word) => other.split(' ').includes(word));
  for (let at = 0; at + HAN_MIN <= other.length; at++) {
    if (one.includes(other.slice(at, at + HAN_MIN))) return true;
  }
  return false;
}

/** Cached phrases of headlines: most stories have the same headlines in the next run. */
const gathered = new ByteCache<ReadonlyMap<string, Phrase>>(
  GATHERED_BYTES_MAX,
  ({ size }) => PHRASE_BYTES * (1 + size),
);

function gatheredFrom(titles: readonly string[]): ReadonlyMap<string, Phrase> {
  const key = titles.join('\n');
  const known = gathered.get(key);
  if (known !== undefined) return known;
  const phrases = gather(titles);
  gathered.set(key, phrases);
  return phrases;
}

/** Phrases of at least two titles: a phrase of one title is no name, and no part of one. */
function gather(titles: readonly string[]): Map<string, Phrase> {
  const split = titles.map(piecesOf);
  seen.fill(0);
  for (const [at, pieces] of split.entries()) {
    for (const piece of pieces) {
      eachPart(piece, (hash) => {
        const place = hash & (seen.length - 1);
        if (seen[place] === 0) seen[place] = at + 1;
        else if (seen[place] !== at + 1) seen[place] = BY_SEVERAL;
        return false;
      });
    }
  }
  const phrases = new Map<string, Phrase & { lastTitle: number }>();
  const isShared = (hash: number): boolean => seen[hash & (seen.length - 1)] === BY_SEVERAL;
  for (const [at, pieces] of split.entries()) {
    for (const piece of pieces) {
      eachPart(piece, isShared, (shown, form, borders) => {
        const known = phrases.get(form);
        if (known === undefined) {
          phrases.set(form, { shown, form, titles: 1, borders: [borders], lastTitle: at });
        } else if (known.lastTitle !== at) {
          known.shown = shown;
          known.titles += 1;
          known.borders.push(borders);
          known.lastTitle = at;
        }
      });
    }
  }
  for (const [form, { titles: count }] of phrases) if (count === 1) phrases.delete(form);
  return phrases;
}

/** By hash of a phrase: 0, its only title (from 1), or `BY_SEVERAL`, which may be a collision. */
const seen = new Uint8Array(1 << 16);
const BY_SEVERAL = 0xff;

/** A run of Han letters, whose parts may be phrases, or words that are a phrase only as a whole. */
interface Piece {
  shown: string;
  form: string;
  /** A figure before a run of Han letters, or empty; null for words. */
  figure: string | null;
}

function piecesOf(title: string): Piece[] {
  const pieces: Piece[] = [];
  let words: string[] = [];
  let endsAt = -1;
  for (const { 0: run, index } of title.matchAll(RUNS)) {
    // Words are a phrase only when single blanks separate them.
    if (title.slice(endsAt, index) !== ' ') words = [];
    endsAt = index + run.length;
    if (HAN.test(run)) {
      words = [];
      const figure = FIGURE_OR_NOT.exec(title.slice(0, index))?.[0] ?? '';
      pieces.push({ shown: run, form: searchForm(run), figure });
      continue;
    }
    words = [...words, run].slice(-WORDS_LOOKED);
    for (let from = 0; from < words.length; from++) {
      const shown = words.slice(from).join(' ').replace(AROUND_WORDS, '');
      if (shown !== '') pieces.push({ shown, form: searchForm(shown), figure: null });
    }
  }
  return pieces;
}

/** Visits the phrases of a piece that `isWanted` accepts by the hash of their form. */
function eachPart(
  { shown, form, figure }: Piece,
  isWanted: (hash: number) => boolean,
  visit: (shown: string, form: string, borders: Borders) => void = () => undefined,
): void {
  if (figure === null) {
    if (isWanted(hashOfUnits(form))) visit(shown, form, NO_BORDERS);
    return;
  }
  // True when each Han letter has a form with as many units.
  const isEven = form.length === shown.length;
  for (let at = 0; at < shown.length; at++) {
    if (isWithinLetter(shown, at)) continue;
    let hash = UNIT_BASIS;
    const longest = Math.min(HAN_LOOKED, shown.length - at);
    for (let length = 1; length <= longest; length++) {
      const end = at + length;
      if (isEven) hash = withUnit(hash, form.charCodeAt(end - 1));
      if (length < HAN_MIN || isWithinLetter(shown, end)) continue;
      const part = isEven ? null : searchForm(shown.slice(at, end));
      const isOne = isWanted(part === null ? mixedHash(hash) : hashOfUnits(part));
      if (!isOne) continue;
      const borders = { before: shown[at - 1] ?? figure, after: shown[end] ?? '' };
      visit(shown.slice(at, end), part ?? form.slice(at, end), borders);
    }
  }
}

/** True between the two units of a rare letter. */
function isWithinLetter(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
