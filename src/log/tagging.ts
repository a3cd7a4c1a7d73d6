/**
 * Derived tags: what an article is about, for outlets that do not say it.
 *
 * ```
 *  article ─► does its outlet give tags? ─ yes ─► its tags
 *                     │ no, or too few
 *                     └─► words of title and lead (tag-words.ts) ─► part of the record, with the method
 *  record ─► window of the newest entries ─► words
 * ```
 *
 * Invariants: what is derived is written into the log with the record, so an index that is folded again
 * meets the same tags, whatever words would be found today. An article keeps what was derived until its
 * text changes. The window is that of the newest entries, so it comes back from the log at a start.
 */
import { getOrInsert } from '../kernel/get-or-insert.js';
import type { MediaRecord, NewsRecord, TaggingChoice } from '../model/records.js';
import { decodeRecord } from '../model/wire.js';
import type { Database } from '../store/database.js';
import { tagKey, tagKeysOf } from '../text/tag.js';
import { decodeFrame } from './frame.js';
import { entryKey } from './keys.js';
import { ownTagsOf } from './resolve.js';
import { namesIn, TagWords, type Word } from './tag-words.js';

/** Method and version of what is derived now. Another version means other words, not other fields. */
export const TAG_METHOD = 'words/3';

/** Entries whose words count: a day of a hundred busy outlets, at some 10 MB; read in half a second. */
const ENTRIES_MAX = 20_000;
const WINDOW_MS = 7 * 24 * 3_600_000;
const DERIVED_MAX = 8;
/** Of the lead; what follows tells of other things. */
const LEAD_UNITS_MAX = 200;
/** Letters of UTF-8 take at most four bytes. */
const LEAD_BYTES_MAX = 4 * LEAD_UNITS_MAX;
/** An outlet that tags fewer of so many articles does not tag. */
const LAST_ARTICLES = 100;
const TAGGED_MAX = 5;

/** An outlet as the store has it. */
export interface KnownMedia {
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
  isNames: boolean;
}

/** Which of an outlet's last articles carried tags of its own. */
interface Habit {
  tagged: Uint8Array;
  next: number;
  articles: number;
  sum: number;
}

interface Window {
  words: TagWords;
  /** Oldest first, from `first` on. */
  seen: Seen[];
  first: number;
  habits: Map<string, Habit>;
}

export class Tagging {
  readonly #noise: ReadonlySet<string>;
  /** Null until it was read from the log. */
  #window: Window | null = null;
  readonly #outlets = new Map<string, Outlet>();

  /** @param noise words that are no tags. */
  constructor(noise: readonly string[] = []) {
    this.#noise = new Set(noise.map(tagKey));
  }

  /** Reads the window where it is not known. */
  async load(database: Database, headSequence: number): Promise<void> {
    if (this.#window !== null) return;
    const words = new TagWords(this.#noise);
    this.#window = { words, seen: [], first: 0, habits: new Map() };
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
  }

  /**
   * Gives a record its derived tags; it comes with the outlet's own.
   * @param media the outlet as the store has it.
   * @param body UTF-8; null where the record brings none.
   */
  tag(
    record: NewsRecord,
    previous: NewsRecord | null,
    media: KnownMedia | null,
    body: Buffer | null,
  ): void {
    const outlet = this.#outletOf(record.media, media);
    const set = outlet?.tagging ?? null;
    const own = record.tags;
    // What is sent again is found unchanged, whatever the outlet does by now.
    const isUnchanged =
      previous !== null &&
      isSameText(record, previous) &&
      (set === null || previous.tagMethod !== null);
    if (isUnchanged && previous.tagMethod === null) return;
    const tagging = set ?? this.#habitOf(record.media, own, isUnchanged);
    if (tagging === 'own') return;
    const derived = isUnchanged ? derivedOf(previous) : this.#derive(record, body, outlet);
    if (derived.length === 0 && (tagging === 'both' || own.length === 0)) return;
    record.ownTags = own;
    record.tags = tagging === 'both' ? withOthers(own, derived) : derived;
    record.tagMethod = TAG_METHOD;
  }

  /** Notes an entry of the log. */
  note(record: NewsRecord, sequence: number): void {
    const window = this.#window;
    if (window === null || record.previousSortMs !== null) return;
    const { media, observedMs } = record;
    this.#forget(window, sequence, observedMs);
    const own = ownTagsOf(record);
    noteHabit(window.habits, media, own.length > 0);
    const isNames = own.length === 0;
    const words: Word[] = [];
    const found = isNames ? namesIn(`${record.title}\n${record.description ?? ''}`) : own;
    for (const shown of found) {
      const word = window.words.put(shown, media, isNames);
      if (word !== null) words.push(word);
    }
    window.seen.push({ sequence, observedMs, media, words, isNames });
  }

  #derive(record: NewsRecord, body: Buffer | null, outlet: Outlet | null): string[] {
    const window = this.#window;
    if (window === null) return [];
    const lead = body?.toString('utf8', 0, LEAD_BYTES_MAX) ?? record.description ?? '';
    const articles = window.seen.length - window.first;
    const shortLead = lead.slice(0, LEAD_UNITS_MAX);
    const words = window.words.find(record.title, shortLead, articles, DERIVED_MAX);
    return words.filter((word) => !outlet?.names.has(tagKey(word)));
  }

  #habitOf(media: string, own: readonly string[], isUnchanged: boolean): TaggingChoice {
    const habit = this.#window?.habits.get(media);
    const isUntagged =
      habit !== undefined && habit.articles >= LAST_ARTICLES && habit.sum <= TAGGED_MAX;
    if (!isUntagged && !isUnchanged) return 'own';
    // The few tags that it gives are not lost.
    return own.length > 0 ? 'both' : 'derived';
  }

  #outletOf(code: string, item: KnownMedia | null): Outlet | null {
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
    const { seen } = window;
    for (; window.first < seen.length; window.first++) {
      const { sequence: then, observedMs: thenMs, media, words, isNames } = seen[window.first]!;
      if (then > sequence - ENTRIES_MAX && thenMs > observedMs - WINDOW_MS) break;
      for (const word of words) window.words.take(word, media, isNames);
    }
    if (2 * window.first > seen.length) {
      seen.splice(0, window.first);
      window.first = 0;
    }
  }
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

function noteHabit(habits: Map<string, Habit>, media: string, isTagged: boolean): void {
  const habit = getOrInsert(habits, media, () => {
    return { tagged: new Uint8Array(LAST_ARTICLES), next: 0, articles: 0, sum: 0 };
  });
  habit.sum += Number(isTagged) - habit.tagged[habit.next]!;
  habit.tagged[habit.next] = Number(isTagged);
  habit.next = (habit.next + 1) % LAST_ARTICLES;
  habit.articles += 1;
}
