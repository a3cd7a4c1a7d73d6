/**
 * The form into which feeds of all formats are read, before anything is left out: every field as the feed has it, with
 * absolute addresses and with its markup. Also chooses among more entries than are wanted.
 */
import type { DateManner } from './date-manner.js';
import type { FeedDocument, FeedItem, Stamp } from './documents.js';
import type { FieldValue } from './feed-node.js';

/** Settings of reading a feed. */
export interface FeedContext {
  url: string;
  itemsMax: number;
  zoneOffsetMs: number;
  /** How the feed writes dates. */
  dates?: DateManner | undefined;
}

export interface EntryDraft {
  guid: string | null;
  /** Null where neither a link nor an identifier is an address. */
  url: string | null;
  /** Base of relative addresses in the entry's HTML. */
  base: string;
  title: FieldValue | null;
  summary: FieldValue | null;
  content: FieldValue | null;
  published: Stamp | null;
  updated: Stamp | null;
  /** Authors of the entry itself, not of its feed. */
  authors: string[];
  categories: string[];
  /** A picture that the feed names; a picture in the text is found later. */
  image: string | null;
  source: FeedItem['source'];
}

export interface FeedDraft {
  format: FeedDocument['format'];
  title: FieldValue | null;
  description: FieldValue | null;
  language: string | null;
  siteUrl: string | null;
  selfUrl: string | null;
  hubUrl: string | null;
  nextUrl: string | null;
  iconUrl: string | null;
  ttlMinutes: number | null;
  /** Authors of entries that name none. */
  authors: string[];
  entries: EntryDraft[];
  /** Names by which people recognise the entries beyond `itemsMax`. */
  beyond: string[];
}

/** Names and words of one list, without repeats; a longer list is filler. */
const LIST_MAX = 200;

/** Texts without repeats; of texts that differ only by case, the first. */
export function distinct(texts: Iterable<string>): string[] {
  const found = new Map<string, string>();
  for (const text of texts) {
    const key = text.toLowerCase();
    if (text !== '' && found.size < LIST_MAX && !found.has(key)) found.set(key, text);
  }
  return [...found.values()];
}

/** Omitted entries that are listed by name; more are only counted. */
const NAMES_MAX = 200;

interface Dated {
  dateMs: number | null;
}

/**
 * Chooses among more entries than are wanted: the newest, or the first where not all have a date.
 *
 * Invariants: the order is that of the document; at most twice as many are in memory as are chosen.
 */
export class NewestEntries<T> {
  readonly #max: number;
  readonly #name: (entry: T) => string;
  /** The name of each omitted entry; empty after the first `NAMES_MAX`. */
  readonly beyond: string[] = [];
  #candidates: (Dated & { entry: T; order: number })[] = [];
  #order = 0;
  #areDated = true;

  constructor(max: number, name: (entry: T) => string) {
    this.#max = max;
    this.#name = name;
  }

  add(entry: T, dateMs: number | null): void {
    this.#areDated &&= dateMs !== null;
    this.#candidates.push({ entry, dateMs, order: this.#order++ });
    if (this.#candidates.length >= 2 * this.#max) this.#prune();
  }

  /** The chosen entries, in the order of the document. */
  chosen(): T[] {
    this.#prune();
    return this.#candidates.map(({ entry }) => entry);
  }

  #prune(): void {
    if (this.#candidates.length <= this.#max) return;
    if (this.#areDated) {
      this.#candidates.sort((a, b) => b.dateMs! - a.dateMs! || a.order - b.order);
    }
    for (const { entry } of this.#candidates.splice(this.#max)) this.#leaveOut(entry);
    this.#candidates.sort((a, b) => a.order - b.order);
  }

  #leaveOut(entry: T): void {
    this.beyond.push(this.beyond.length < NAMES_MAX ? this.#name(entry) : '');
  }
}
