/**
 * Derived tags: the subjects of an article whose outlet gives no tags.
 *
 * ```
 *  article ─► own tags, without those on most articles of the outlet ─ some ─► its tags
 *                     │ none
 *                     └─► words of title and text: tags of other outlets (tag-words.ts), and words learned
 *                         from all titles (words/) ─► part of the record, with the method
 *  record ─► window of the newest entries ─► words
 * ```
 *
 * Invariants: derived tags are written into the log with the record, so an index that is folded
 * again gets the same tags. The state follows from the newest entries, so it is restored from the
 * log at a start.
 * Not here: the messages of the log's thread (tagging-link.ts). This code runs on a thread of its
 * own.
 */
import { getOrInsert } from '../../kernel/collections.js';
import type { TaggingChoice } from '../../kernel/model/records.js';
import { pause } from '../../kernel/runtime/pause.js';
import { foldLetters, normalTag, tagKey, tagKeysOf } from '../../kernel/text/tag.js';
import { TagWords, type Word } from './tag-words.js';
import {
  articlesOf,
  TAGS,
  type Tagged,
  type Told,
  type ToldArticle,
  type ToldOutlet,
} from './told.js';
import { isWithin } from './words/gram-table.js';
import { LearnedWords } from './words/learned-words.js';
import { type RatedWord, WordText } from './words/word-text.js';

/** Entries whose words count: a day of a hundred busy outlets, about 10 MB; read in half a second. */
export const ENTRIES_MAX = 20_000;
/** Words are learned from this span of entries and the one before. */
const SPAN_ENTRIES = ENTRIES_MAX / 2;
const WINDOW_MS = 31 * 24 * 3_600_000;
/** Most words of an article: tags of outlets are chosen with care, learned words are not. */
const GIVEN_MAX = 8;
const LEARNED_MAX = 6;
/** Where outlets give tags, learned words only fill up to this number. */
const LEARNED_MIN = 2;
/** Part of all articles with own tags from which tags of outlets are common in the press. */
const TAGGED_PRESS = 0.2;
/** Units of a text that are searched for tags of others, and for learned words. */
const TEXT_UNITS_MAX = 1000;
/** Bytes for so many units. */
export const TEXT_BYTES_MAX = 4 * TEXT_UNITS_MAX;
const LEAD_UNITS_MAX = 600;
/** An outlet with at most this part of tagged articles, among so many, does not tag. */
const SELDOM = { articles: 100, part: 0.05 } as const;
/** A tag on so large a part of an outlet's articles describes none, until it is on few. */
const FURNITURE = { articles: 10, part: 0.6, leaves: 0.2 } as const;

interface Seen {
  sequence: number;
  observedMs: number;
  media: string;
  words: Word[];
  isTagged: boolean;
}

/** The habits of an outlet in the window. */
interface Habit {
  articles: number;
  /** Articles with own tags. */
  tagged: number;
  /** Tags on most of its articles, folded. */
  furniture: Set<string>;
}

interface Window {
  words: TagWords;
  learned: LearnedWords;
  /** Number of the current span of entries. */
  span: number;
  /** Oldest first, from `first` on. */
  seen: Seen[];
  first: number;
  tagged: number;
  habits: Map<string, Habit>;
}

export class Tagging {
  readonly #noise: readonly string[];
  /** Null before the log was read. */
  #window: Window | null = null;
  /** By code, keys of its title, aliases and code: an outlet's own name is no tag of its articles. */
  readonly #outlets = new Map<string, ReadonlySet<string>>();
  /** Keys of titles and aliases of all outlets: the names of outlets are no subjects. */
  readonly #names = new Set<string>();

  /** Current title and text. */
  readonly #title = new WordText();
  readonly #text = new WordText();

  /** @param noise words that are no tags. */
  constructor(noise: readonly string[] = []) {
    this.#noise = noise;
  }

  /**
   * Notes articles in the order of the log; returns the tags that are asked for, with these
   * articles.
   * @throws Error before the log was read.
   */
  answer(told: Told): Tagged & { asked: ToldArticle[] } {
    if (told.begins !== null) this.#begin(told.begins);
    const window = this.#window;
    if (window === null) throw new Error('the tagging was not told the log');
    const answers: Tagged['answers'] = [];
    const asked: ToldArticle[] = [];
    const outlets = [...told.outlets];
    let at = 0;
    for (const article of articlesOf(told)) {
      pause();
      while (outlets[0] !== undefined && outlets[0].before <= at)
        this.#noteOutlet(outlets.shift()!);
      if (article.asked) {
        asked.push(article);
        answers.push(this.#tag(window, article));
      }
      if (article.sequence > 0) this.#note(window, article);
      at += 1;
    }
    for (const outlet of outlets) this.#noteOutlet(outlet);
    const { byteLength, dropped } = window.learned;
    return { asked, answers, learned: { bytes: byteLength, dropped } };
  }

  /** Drops all state; the newest entries follow. */
  #begin(headSequence: number): void {
    const words = new TagWords(new Set(this.#noise.flatMap((word) => [word, tagKey(word)])));
    const learned = new LearnedWords(this.#noise);
    const span = Math.max(0, spanOf(headSequence) - 1);
    this.#window = { words, learned, span, seen: [], first: 0, tagged: 0, habits: new Map() };
    this.#outlets.clear();
    this.#names.clear();
  }

  #noteOutlet({ media, title, aliases }: ToldOutlet): void {
    this.#outlets.set(media, tagKeysOf([media, title, ...aliases]));
    for (const key of tagKeysOf([title, ...aliases])) this.#names.add(key);
  }

  #tag(window: Window, article: ToldArticle): Tagged['answers'][number] {
    const { own, set, known, media } = article;
    const usable = set === null ? withoutFurniture(window, own, media) : own;
    const tagging = set ?? habitOf(window, media, usable);
    const derived = tagging === 'own' ? [] : (known ?? this.#derive(window, article));
    if (set === null && usable.length + derived.length === 0) return null;
    if (derived.length === 0 && (tagging !== 'derived' || own.length === 0)) {
      return { tags: usable, made: usable.length < own.length ? TAGS.fewer : TAGS.own };
    }
    return { tags: tagging === 'both' ? withOthers(usable, derived) : derived, made: TAGS.derived };
  }

  #note(
    window: Window,
    { media, observedMs, sequence, title, description, own }: ToldArticle,
  ): void {
    forget(window, sequence, observedMs);
    if (spanOf(sequence) >= window.span) {
      for (; window.span < spanOf(sequence); window.span++) window.learned.turn();
      this.#title.read(title);
      window.learned.learn(this.#title, description, media);
    }
    const isTagged = own.length > 0;
    const habit = getOrInsert(window.habits, media, () => {
      return { articles: 0, tagged: 0, furniture: new Set<string>() };
    });
    habit.articles += 1;
    if (isTagged) habit.tagged += 1;
    if (isTagged) window.tagged += 1;
    const words: Word[] = [];
    for (const shown of own) {
      const word = window.words.put(shown, media);
      if (word !== null) words.push(word);
    }
    noteFurniture(window, habit, media, own);
    window.seen.push({ sequence, observedMs, media, words, isTagged });
  }

  /** The best words of an article: tags of others first, those in the title before all. */
  #derive(window: Window, article: ToldArticle): string[] {
    const [title, text] = [this.#title, this.#text];
    const names = this.#outlets.get(article.media);
    title.read(article.title);
    if (article.body !== null) text.readBytes(article.body, TEXT_UNITS_MAX);
    else text.read(article.description ?? '', TEXT_UNITS_MAX);
    const articles = window.seen.length - window.first;
    const isTaggedPress = window.tagged >= TAGGED_PRESS * articles && window.tagged > 0;
    const given = window.words.find(title, text, articles, (word) => window.learned.has(word));
    text.cut(LEAD_UNITS_MAX);
    const learned = window.learned.find(title, text);
    const chosen = new Map<string, string>();
    const take = (words: readonly RatedWord[], max: number): void => {
      for (const { shown, form } of words) {
        if (chosen.size >= max) return;
        const key = tagKey(shown);
        if (chosen.has(key) || names?.has(key) || isTooLong(shown)) continue;
        if ([...chosen.keys()].some((one) => isWithin(form, one))) continue;
        chosen.set(key, shown);
      }
    };
    take(given, GIVEN_MAX);
    take(
      learned.filter(({ shown }) => !this.#names.has(tagKey(shown))),
      isTaggedPress ? LEARNED_MIN : LEARNED_MAX,
    );
    return [...chosen.values()];
  }
}

function habitOf({ habits }: Window, media: string, usable: readonly string[]): TaggingChoice {
  if (usable.length === 0) return 'derived';
  const habit = habits.get(media);
  const isSeldom =
    habit !== undefined &&
    habit.articles >= SELDOM.articles &&
    habit.tagged <= SELDOM.part * habit.articles;
  // The few tags that it gives are not lost.
  return isSeldom ? 'both' : 'own';
}

function withoutFurniture({ habits }: Window, own: string[], media: string): string[] {
  const furniture = habits.get(media)?.furniture;
  if (furniture === undefined || furniture.size === 0) return own;
  return own.filter((tag) => !furniture.has(foldLetters(tag)));
}

function noteFurniture(
  { words }: Window,
  { articles, furniture }: Habit,
  media: string,
  own: readonly string[],
): void {
  if (articles < FURNITURE.articles) return;
  for (const tag of own) {
    if (words.countOf(tag, media) >= FURNITURE.part * articles) furniture.add(foldLetters(tag));
  }
  for (const key of furniture) {
    if (words.countOf(key, media) < FURNITURE.leaves * articles) furniture.delete(key);
  }
}

function forget(window: Window, sequence: number, observedMs: number): void {
  const { seen, habits } = window;
  for (; window.first < seen.length; window.first++) {
    const { sequence: then, observedMs: thenMs, media, words, isTagged } = seen[window.first]!;
    if (then > sequence - ENTRIES_MAX && thenMs > observedMs - WINDOW_MS) break;
    for (const word of words) window.words.take(word, media);
    const habit = habits.get(media)!;
    habit.articles -= 1;
    if (isTagged) habit.tagged -= 1;
    if (isTagged) window.tagged -= 1;
    if (habit.articles === 0) habits.delete(media);
  }
  if (2 * window.first > seen.length) {
    seen.splice(0, window.first);
    window.first = 0;
  }
}

function spanOf(sequence: number): number {
  return Math.floor(Math.max(0, sequence - 1) / SPAN_ENTRIES);
}

function isTooLong(tag: string): boolean {
  return normalTag(tag) === null;
}

function withOthers(own: readonly string[], derived: readonly string[]): string[] {
  const known = new Set(own.map(tagKey));
  return [...own, ...derived.filter((tag) => !known.has(tagKey(tag)))];
}
