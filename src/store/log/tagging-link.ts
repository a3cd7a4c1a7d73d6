/**
 * The log's side of the thread that derives tags (tagging.ts): admitted articles are sent in order,
 * and one message asks for the tags of many articles.
 *
 * ```
 *  admitted ─► sent, a group of lines at a time ─► tagging ─► tags of all that were asked for
 *     └► its entry waits, numbered, and is packed when the tags are there (batch.ts)
 * ```
 *
 * Invariants: the tagging gets articles in the order of the log, so the same lines have the same
 * tags however they are divided into requests. Its state follows from the newest entries: after a
 * failed request, these are sent again.
 * An article keeps its derived tags until its text changes. The thread also detects the language.
 */
import type { MediaRecord, NewsRecord, TaggingChoice } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import { tagKey } from '../../kernel/text/tag.js';
import type { Database } from '../database.js';
import { decodeFrame } from './frame.js';
import { entryKey } from './keys.js';
import { type RegistryPage, readRegistry } from './registry.js';
import { ownTagsOf } from './resolve.js';
import { ENTRIES_MAX, Tagging, TEXT_BYTES_MAX } from './tagging.js';
import { TAGS, type Tagged, type TaggedArticles, Telling, type Told } from './told.js';
import { withLanguages } from './written-language.js';

/** Method and version of derived tags. Another version means other words, not other fields. */
export const TAG_METHOD = 'words/7';

/** Articles of a message that sends the log again. */
const TOLD_MAX = 500;

/** An outlet in the store. */
interface StoredMedia {
  sequence: number;
  payload: Buffer | null;
}

/** Derives tags, on a thread of its own or on the calling one. */
export interface Tagger {
  /** Rejects when the thread has died; a new one has no state of the log. */
  tell(told: Told): Promise<TaggedArticles>;
  close(): Promise<void>;
}

/** Derives tags on a thread, whose module is workers/tagging.ts. */
export function taggerBy(thread: {
  ask(message: object, transfer: readonly ArrayBuffer[]): Promise<unknown>;
  close(): Promise<void>;
}): Tagger {
  return {
    tell: (told) =>
      thread.ask(told, [told.bodies.buffer as ArrayBuffer]) as Promise<TaggedArticles>,
    close: () => thread.close(),
  };
}

/** Derives tags in the calling thread. @param noise words that are no tags. */
export function taggerHere(noise: readonly string[] = []): Tagger {
  const tagging = new Tagging(noise);
  return {
    tell: async (told) => withLanguages(tagging.answer(told)),
    close: async () => undefined,
  };
}

export class TaggingLink {
  readonly #tagger: Tagger;
  #isLoaded = false;
  #telling = new Telling();
  /** Articles whose tags are asked for, in order. */
  #asked: NewsRecord[] = [];
  readonly #outlets = new Map<string, { sequence: number; tagging: TaggingChoice | null }>();
  #learned: Tagged['learned'] = { bytes: 0, dropped: 0 };

  constructor(tagger: Tagger) {
    this.#tagger = tagger;
  }

  /** Memory of learned words in bytes, and rows of letters that found no slot. */
  get learned(): Tagged['learned'] {
    return this.#learned;
  }

  /** Sends the newest entries if the thread lacks them. */
  async load(database: Database, headSequence: number): Promise<void> {
    if (this.#isLoaded) return;
    this.#forget();
    this.#telling.begins = headSequence;
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
      if (this.#telling.articles >= TOLD_MAX) await this.flush();
    }
    await this.flush();
    this.#isLoaded = true;
  }

  /** Marks the thread's state as possibly different from the log. */
  doubt(): void {
    this.#isLoaded = false;
  }

  /**
   * Whether an article needs no derived tags and no language. The record has the outlet's own tags.
   * @param media the outlet in the store.
   */
  settles(record: NewsRecord, previous: NewsRecord | null, media: StoredMedia | null): boolean {
    const set = this.#settingOf(record.media, media);
    // A repeated line is unchanged, whatever the outlet's setting is now.
    if (previous !== null && isSameText(record, previous)) {
      const isKept = set === null || previous.tagMethod !== null;
      if (isKept && isSameTags(record.tags, ownTagsOf(previous))) {
        record.tags = previous.tags;
        record.ownTags = previous.ownTags;
        record.tagMethod = previous.tagMethod;
        return true;
      }
    }
    return set === 'own' && !asksLang(record, previous);
  }

  /**
   * Asks for the tags of an article, which `flush` sets.
   * @param body UTF-8; null when the record has none.
   * @param sequence of its entry, for a new article; 0 otherwise.
   */
  ask(
    record: NewsRecord,
    previous: NewsRecord | null,
    media: StoredMedia | null,
    body: Buffer | null,
    sequence: number,
  ): void {
    const set = this.#settingOf(record.media, media);
    const isKnown =
      previous !== null && previous.tagMethod !== null && isSameText(record, previous);
    const known = isKnown ? derivedOf(previous) : null;
    const begins = body === null ? null : body.subarray(0, TEXT_BYTES_MAX);
    this.#asked.push(record);
    const { title, description, media: code, tags: own, observedMs } = record;
    const facts = { title, description, media: code, own, observedMs, sequence };
    const asked = { asked: true, asksLang: asksLang(record, previous) };
    this.#telling.add({ ...facts, ...asked, set, known, body: begins });
  }

  /** Notes an entry of the log. */
  note(record: NewsRecord, sequence: number): void {
    if (record.previousSortMs !== null) return;
    const { title, description, media, observedMs } = record;
    const facts = { title, description, media, own: ownTagsOf(record), observedMs, sequence };
    const asked = { asked: false, asksLang: false };
    this.#telling.add({ ...facts, ...asked, set: null, known: null, body: null });
  }

  /** Notes the names of an outlet. */
  noteOutlet({ media, title, aliases }: MediaRecord): void {
    this.#telling.addOutlet({ media, title, aliases });
  }

  /** Sends the pending message; resolves when all asked tags are set. */
  async flush(): Promise<void> {
    if (this.#telling.isEmpty) return;
    const [telling, asked] = [this.#telling, this.#asked];
    this.#telling = new Telling();
    this.#asked = [];
    const { answers, languages, learned } = await this.#tagger.tell(telling.told);
    this.#learned = learned;
    asked.forEach((record, at) => {
      record.lang ??= languages[at] ?? null;
      const answer = answers[at];
      if (answer == null) return;
      if (answer.made !== TAGS.own) record.ownTags = record.tags;
      if (answer.made === TAGS.derived) record.tagMethod = TAG_METHOD;
      record.tags = answer.tags;
    });
  }

  async close(): Promise<void> {
    await this.#tagger.close();
  }

  #forget(): void {
    this.#telling = new Telling();
    this.#asked = [];
    this.#outlets.clear();
  }

  /** The tags that an outlet's articles show, if its record says so. */
  #settingOf(code: string, item: StoredMedia | null): TaggingChoice | null {
    if (item === null || item.payload === null) return null;
    const known = this.#outlets.get(code);
    if (known?.sequence === item.sequence) return known.tagging;
    const { tagging } = decodeRecord(item.payload) as MediaRecord;
    this.#outlets.set(code, { sequence: item.sequence, tagging });
    return tagging;
  }
}

/** A repeated line is unchanged, so the language of the same text stays. */
function asksLang(record: NewsRecord, previous: NewsRecord | null): boolean {
  return record.lang === null && (previous === null || !isSameText(record, previous));
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
