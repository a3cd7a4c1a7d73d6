/**
 * What all formats of feeds are read into, before anything is left out: every field as the feed
 * has it, addresses absolute, markup not yet taken off.
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
