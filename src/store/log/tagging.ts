/**
 * Derived tags: what an article is about, where its outlet does not say it.
 *
 * ```
 *  article ─► own tags, but for those that stand on most articles of the outlet ─ some ─► its tags
 *                     │ none
 *                     └─► words of title and text: tags of other outlets (tag-words.ts), and words learned
 *                         from all titles (words/) ─► part of the record, with the method
 *  record ─► window of the newest entries ─► words
 * ```
 *
 * Invariants: what is derived is written into the log with the record, so an index that is folded again
 * meets the same tags, whatever words would be found today. An article keeps what was derived until its
 * text changes. All that is known follows from the newest entries, so it comes back from the log at a start.
 */
import { getOrInsert } from '../../kernel/get-or-insert.js';
import type { MediaRecord, NewsRecord, TaggingChoice } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import { foldLetters, normalTag, tagKey, tagKeysOf } from '../../kernel/text/tag.js';
import type { Database } from '../database.js';
import { decodeFrame } from './frame.js';
import { entryKey } from './keys.js';
import { type RegistryPage, readRegistry } from './registry.js';
import { ownTagsOf } from './resolve.js';
import { TagWords, type Word } from './tag-words.js';
import { isWithin } from './words/gram-table.js';
import { LearnedWords } from './words/learned-words.js';
import { type RatedWord, WordText } from './words/word-text.js';

/** Method and version of what is derived now. Another version means other words, not other fields. */
export const TAG_METHOD = 'words/6';

/** Entries whose words count: a day of a hundred busy outlets, at some 10 MB; read in half a second. */
const ENTRIES_MAX = 20_000;
/** Words are learned from this span of entries and the one before. */
const SPAN_ENTRIES = ENTRIES_MAX / 2;
const WINDOW_MS = 31 * 24 * 3_600_000;
/** What outlets give is chosen with care; of words that were learned a reader takes in half a dozen. */
const GIVEN_MAX = 8;
const LEARNED_MAX = 6;
/** Where outlets give tags, learned words only see to it that an article has so many. */
const LEARNED_MIN = 2;
/** Part of all articles whose outlets give tags, for these to be the language of the press. */
const TAGGED_PRESS = 0.2;
/** Of the text, where tags of others are looked for, and where words that were learned are. */
const TEXT_UNITS_MAX = 1000;
const LEAD_UNITS_MAX = 600;
/** An outlet that tags hardly any of so many articles does not tag. */
const SELDOM = { articles: 100, part: 0.05 } as const;
/** A tag on so large a part of an outlet's articles says nothing about one, until it stands on few. */
const FURNITURE = { articles: 10, part: 0.6, leaves: 0.2 } as const;

/** An outlet as the store has it. */
export interface StoredMedia {
  sequence: number;
  payload: Buffer | null;
}

/** What counts of an outlet's record, as of an entry. */
interface Outlet {
  sequence: number;
  tagging: TaggingChoice | null;
  /** Keys of its title, aliases and code: its own name is no tag of what it writes. */
  names: ReadonlySet<string>;
}

interface Seen {
  sequence: number;
  observedMs: number;
  media: string;
  words: Word[];
  isTagged: boolean;
}

/** What an outlet does, as far as the window tells. */
interface Habit {
  articles: number;
  /** Those of them that came with tags. */
  tagged: number;
  /** Tags that stand on most of its articles, folded. */
  furniture: Set<string>;
}

interface Window {
  words: TagWords;
  learned: LearnedWords;
  /** Number of the span of entries that words are learned from now. */
  span: number;
  /** Oldest first, from `first` on. */
  seen: Seen[];
  first: number;
  tagged: number;
  habits: Map<string, Habit>;
}

export class Tagging {
  readonly #noise: readonly string[];
  /** Null until it was read from the log. */
  #window: Window | null = null;
  readonly #outlets = new Map<string, Outlet>();
  /** Keys of titles and aliases of all outlets: who reports is no word of what is reported. */
  readonly #names = new Set<string>();

  /** Title and text at hand. */
  readonly #title = new WordText();
  readonly #text = new WordText();

  /** @param noise words that are no tags. */
  constructor(noise: readonly string[] = []) {
    this.#noise = noise;
  }

  /** Bytes of what is learned, and rows of letters that found no place in it. */
  get learned(): { bytes: number; dropped: number } {
    const learned = this.#window?.learned;
    return { bytes: learned?.byteLength ?? 0, dropped: learned?.dropped ?? 0 };
  }

  /** Reads the window where it is not known. */
  async load(database: Database, headSequence: number): Promise<void> {
    if (this.#window !== null) return;
    const words = new TagWords(new Set(this.#noise.flatMap((word) => [word, tagKey(word)])));
    const learned = new LearnedWords(this.#noise);
    const span = Math.max(0, spanOf(headSequence) - 1);
    const window = { words, learned, span, seen: [], first: 0, tagged: 0, habits: new Map() };
    this.#window = window;
    for (let after: string | null = ''; after !== null; ) {
      const page: RegistryPage = await readRegistry(database, 'media', after);
      for (const { record } of page.items) this.noteOutlet(record as MediaRecord);
      after = page.next;
    }
    const gte = entryKey(Math.max(1, headSequence - ENTRIES_MAX + 1));
    for await (const [key, value] of database.entries({ gte, lt: entryKey(headSequence + 1) })) {
      const frame = decodeFrame(value);
      if (frame === null || frame.purged) continue;
      const record = decodeRecord(frame.payload);
      if (record.kind === 'news') this.note(record, key.readUIntBE(1, 6));
    }
  }

  /** The window may hold what is not in the log, or not any more. */
  doubt(): void {
    this.#window = null;
    this.#outlets.clear();
    this.#names.clear();
  }

  /**
   * Gives a record its derived tags; it comes with the outlet's own.
   * @param media the outlet as the store has it.
   * @param body UTF-8; null where the record brings none.
   */
  tag(
    record: NewsRecord,
    previous: NewsRecord | null,
    media: StoredMedia | null,
    body: Buffer | null,
  ): void {
    const outlet = this.#outletOf(record.media, media);
    const set = outlet?.tagging ?? null;
    const own = record.tags;
    const isSame = previous !== null && isSameText(record, previous);
    // What is sent again is found unchanged, whatever the outlet does by now.
    if (isSame && (set === null || previous.tagMethod !== null)) {
      if (isSameTags(own, ownTagsOf(previous))) {
        record.tags = previous.tags;
        record.ownTags = previous.ownTags;
        record.tagMethod = previous.tagMethod;
        return;
      }
    }
    if (set === 'own') return;
    const usable = set === null ? this.#withoutFurniture(own, record.media) : own;
    const tagging = set ?? this.#habitOf(record.media, usable);
    const isKnown = isSame && previous.tagMethod !== null;
    const derived =
      tagging === 'own' ? [] : isKnown ? derivedOf(previous) : this.#derive(record, body, outlet);
    if (set === null && usable.length + derived.length === 0) return;
    if (usable.length < own.length) record.ownTags = own;
    record.tags = usable;
    if (derived.length === 0 && (tagging !== 'derived' || own.length === 0)) return;
    record.ownTags = own;
    record.tags = tagging === 'both' ? withOthers(usable, derived) : derived;
    record.tagMethod = TAG_METHOD;
  }

  /** Notes an entry of the log. */
  note(record: NewsRecord, sequence: number): void {
    const window = this.#window;
    if (window === null || record.previousSortMs !== null) return;
    const { media, observedMs } = record;
    this.#forget(window, sequence, observedMs);
    if (spanOf(sequence) >= window.span) {
      for (; window.span < spanOf(sequence); window.span++) window.learned.turn();
      this.#title.read(record.title);
      window.learned.learn(this.#title, record.description, media);
    }
    const own = ownTagsOf(record);
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
    this.#noteFurniture(window, habit, media, own);
    window.seen.push({ sequence, observedMs, media, words, isTagged });
  }

  /** Notes what an outlet is called. */
  noteOutlet({ title, aliases }: MediaRecord): void {
    for (const key of tagKeysOf([title, ...aliases])) this.#names.add(key);
  }

  /** The best words that the window knows: tags of others first, those of the title before all. */
  #derive(record: NewsRecord, body: Buffer | null, outlet: Outlet | null): string[] {
    const window = this.#window;
    if (window === null) return [];
    const [title, text] = [this.#title, this.#text];
    title.read(record.title);
    if (body !== null) text.readBytes(body, TEXT_UNITS_MAX);
    else text.read(record.description ?? '', TEXT_UNITS_MAX);
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
        if (chosen.has(key) || outlet?.names.has(key) || isTooLong(shown)) continue;
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

  #habitOf(media: string, usable: readonly string[]): TaggingChoice {
    if (usable.length === 0) return 'derived';
    const habit = this.#window?.habits.get(media);
    const isSeldom =
      habit !== undefined &&
      habit.articles >= SELDOM.articles &&
      habit.tagged <= SELDOM.part * habit.articles;
    // The few tags that it gives are not lost.
    return isSeldom ? 'both' : 'own';
  }

  #withoutFurniture(own: string[], media: string): string[] {
    const furniture = this.#window?.habits.get(media)?.furniture;
    if (furniture === undefined || furniture.size === 0) return own;
    return own.filter((tag) => !furniture.has(foldLetters(tag)));
  }

  #noteFurniture({ words }: Window, habit: Habit, media: string, own: readonly string[]): void {
    const { articles, furniture } = habit;
    if (articles < FURNITURE.articles) return;
    for (const tag of own) {
      if (words.countOf(tag, media) >= FURNITURE.part * articles) furniture.add(foldLetters(tag));
    }
    for (const key of furniture) {
      if (words.countOf(key, media) < FURNITURE.leaves * articles) furniture.delete(key);
    }
  }

  #outletOf(code: string, item: StoredMedia | null): Outlet | null {
    if (item === null || item.payload === null) return null;
    const known = this.#outlets.get(code);
    if (known?.sequence === item.sequence) return known;
    const { tagging, title, aliases } = decodeRecord(item.payload) as MediaRecord;
    const names = tagKeysOf([code, title, ...aliases]);
    const outlet = { sequence: item.sequence, tagging, names };
    this.#outlets.set(code, outlet);
    return outlet;
  }

  #forget(window: Window, sequence: number, observedMs: number): void {
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
}

function spanOf(sequence: number): number {
  return Math.floor(Math.max(0, sequence - 1) / SPAN_ENTRIES);
}

function isTooLong(tag: string): boolean {
  return normalTag(tag) === null;
}

function isSameTags(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((tag, at) => tag === other[at]);
}

function derivedOf(record: NewsRecord): string[] {
  if (record.ownTags === null) return [];
  const own = new Set(record.ownTags.map(tagKey));
  return record.tags.filter((tag) => !own.has(tagKey(tag)));
}

function isSameText(one: NewsRecord, other: NewsRecord): boolean {
  return (
    one.title === other.title &&
    one.description === other.description &&
    one.bodyHash === other.bodyHash
  );
}

function withOthers(own: readonly string[], derived: readonly string[]): string[] {
  const known = new Set(own.map(tagKey));
  return [...own, ...derived.filter((tag) => !known.has(tagKey(tag)))];
}
