/**
 * What all formats of feeds are read into, before anything is left out: every field as the feed has it,
 * addresses absolute, markup not yet taken off. And the choice among more entries than are wanted.
 */
import type { DateManner } from './date-manner.js';
import type { FeedDocument, FeedItem, Stamp } from './documents.js';
import type { FieldValue } from './feed-node.js';

/** Where and how a feed is read. */
export interface FeedContext {
  /** Address of the feed. */
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
  /** Of the entry itself, not of its feed. */
  authors: string[];
  categories: string[];
  /** A picture that the feed names; one that stands in the text is found later. */
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
  /** Authors that stand for entries which name none. */
  authors: string[];
  entries: EntryDraft[];
  /** What there is to recognise the entries beyond `itemsMax` by. */
  beyond: string[];
}

/** Names and words without repetition; a list longer than this is filler. */
const LIST_MAX = 200;

/** The first of those that differ by the case of letters alone. */
export function distinct(texts: Iterable<string>): string[] {
  const found = new Map<string, string>();
  for (const text of texts) {
    const key = text.toLowerCase();
    if (text !== '' && found.size < LIST_MAX && !found.has(key)) found.set(key, text);
  }
  return [...found.values()];
}

/** Names of the first that are left out are enough to see what they are; the rest is only counted. */
const NAMES_MAX = 200;

interface Dated {
  dateMs: number | null;
}

/**
 * Chooses among more entries than are wanted: the newest, or the first where not all have a date.
 *
 * Invariants: order stays that of the document; at most twice as many are in memory as are chosen.
 */
export class NewestEntries<T> {
  readonly #max: number;
  readonly #name: (entry: T) => string;
  /** What each entry that is left out is known by; empty behind the first of them. */
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

  /** What is chosen, in the order of the document. */
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
