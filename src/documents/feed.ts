/**
 * Reads feeds: RSS, RDF, Atom and JSON Feed.
 *
 * A feed is read by our own tolerant reader only: a strict parser would lose half of the peculiarities of feeds
 * (bases, unescaped markup, truncated files).
 * Invariants: every item has an address and a title, and no address occurs twice; omitted entries are in
 * `dropped`; no input throws or takes more than linear time.
 * Refused before parsing: HTML, documents that define entities by other entities or by files.
 */
import { escapeText } from '../kernel/markup.js';
import { wellFormed } from '../kernel/text/text.js';
import { addressOn, documentBase } from './address.js';
import { decodeDocument } from './charset.js';
import { mannerBy } from './date-manner.js';
import type {
  DocumentFault,
  Dropped,
  FeedDocument,
  FeedItem,
  RawDocument,
  ReadingRules,
  Stamp,
} from './documents.js';
import { dropOf, faultOf } from './fault.js';
import {
  distinct,
  type EntryDraft,
  type FeedContext,
  type FeedDraft,
  NewestEntries,
} from './feed-draft.js';
import { type FieldValue, withoutControls } from './feed-node.js';
import {
  firstPicture,
  firstWords,
  lineOf,
  personName,
  tagOf,
  withoutEntities,
} from './feed-text.js';
import { readXmlFeed } from './feed-xml.js';
import { parseLooseJson } from './page/json-ld.js';
import { readStamp } from './stamp.js';
import { FEED_ROOT, htmlFault, withoutDoctype, withoutStrayAngles } from './xml-prolog.js';

export interface FeedOptions {
  itemsMax: number;
  /** Zone of times that name none. */
  zoneOffsetMs: number;
  rules?: ReadingRules | undefined;
  /** Whether omitted entries are returned with all their fields, for people who examine a feed. */
  keepsDropped?: boolean;
}

/** Longer than feeds of 100,000 short entries. */
const FEED_UNITS_MAX = 64 * 1024 * 1024;
export function readFeed(raw: RawDocument, options: FeedOptions): FeedDocument | DocumentFault {
  if (raw.bytes.length === 0) return faultOf('empty', 'The document is empty.');
  if (raw.bytes.length > 2 * FEED_UNITS_MAX) return tooLarge();
  const { text, charset } = decodeDocument(raw, 'xml', options.rules?.charset);
  const dates = mannerBy(options.rules, null);
  const draft = readFeedDraft(text, { url: raw.url, ...options, dates });
  return 'kind' in draft ? draft : finished(draft, charset, options.keepsDropped ?? false);
}

/** Reads the text of a feed unchanged; only entries beyond `itemsMax` are left out. */
export function readFeedDraft(text: string, context: FeedContext): FeedDraft | DocumentFault {
  if (text.length > FEED_UNITS_MAX) return tooLarge();
  const first = text.search(/\S/);
  if (first < 0) return faultOf('empty', 'The document is empty.');
  if (text[first] === '{') return readJsonFeed(text, context);
  const html = htmlFault(text, FEED_ROOT, 'not-a-feed');
  const body = html ?? withoutDoctype(text);
  if (typeof body !== 'string') return body;
  return readXmlFeed(withoutStrayAngles(body), context) ?? noFeed();
}

function tooLarge(): DocumentFault {
  return faultOf('too-large', 'The feed is larger than is read.');
}

function noFeed(): DocumentFault {
  return faultOf('not-a-feed', 'The document has none of the elements that a feed begins with.');
}

function finished(draft: FeedDraft, charset: string, keepsDropped: boolean): FeedDocument {
  const dropped: Dropped[] = draft.beyond.map((what) => dropOf('too-many', what));
  const items: FeedItem[] = [];
  const seen = new Set<string>();
  for (const entry of draft.entries) {
    const item = itemOf(entry, draft);
    const reason = reasonAgainst(item, seen);
    if (reason === null) {
      seen.add(item.url!);
      items.push(item as FeedItem);
    } else {
      const what = dropOf(reason, item.url ?? (item.title || item.guid || ''));
      dropped.push(keepsDropped ? { ...what, item } : what);
    }
  }
  const { format, language, siteUrl, selfUrl, hubUrl, nextUrl, iconUrl, ttlMinutes } = draft;
  const texts = { title: lineOf(draft.title), description: lineOf(draft.description) };
  const addresses = { siteUrl, selfUrl, hubUrl, nextUrl, iconUrl };
  return {
    kind: 'feed',
    format,
    ...texts,
    language,
    ...addresses,
    ttlMinutes,
    charset,
    items,
    dropped,
  };
}

type AnyItem = NonNullable<Dropped['item']>;

function itemOf(entry: EntryDraft, feed: FeedDraft): AnyItem {
  const { guid, url, published, updated, categories, source } = entry;
  const summary = htmlOf(entry.summary);
  const content = htmlOf(entry.content);
  const title = lineOf(entry.title) || firstWords(content ?? summary ?? '', url ?? entry.base);
  const authors = entry.authors.length > 0 ? entry.authors : feed.authors;
  const texts = { title, authors, categories, summary, content };
  return { guid, url, ...texts, published, updated, image: pictureOf(entry), source };
}

function reasonAgainst(
  { url, title }: AnyItem,
  seen: ReadonlySet<string>,
): Dropped['reason'] | null {
  if (url === null) return 'no-address';
  if (title === '') return 'no-title';
  return seen.has(url) ? 'repeated' : null;
}

/** The picture that the feed names for an entry, or else the first picture in its text. */
export function pictureOf({ image, content, summary, base }: EntryDraft): string | null {
  return image ?? firstPicture(htmlOf(content), base) ?? firstPicture(htmlOf(summary), base);
}

/** HTML of a field; plain text is escaped. */
function htmlOf(field: FieldValue | null): string | null {
  if (field === null || field.value === '') return null;
  return wellFormed(field.isText ? escapeText(field.value) : field.value);
}

/** A part of a JSON Feed. Its shape is not trusted: a value of the wrong type is ignored. */
type Fields = Readonly<Record<string, unknown>>;

/** Reads a text that begins like JSON. */
function readJsonFeed(text: string, document: FeedContext): FeedDraft | DocumentFault {
  const feed = fieldsOf(parsedJson(text));
  if (feed === null) return faultOf('broken', 'The document begins like JSON and is none.');
  if (!Array.isArray(feed.items)) {
    return faultOf('not-a-feed', 'The document is JSON without a list of items.');
  }
  const head = headDraft(feed, document);
  const dates = { ...document.dates, language: head.language };
  const context = { ...document, dates };
  const newest = new NewestEntries<Fields>(context.itemsMax, (item) =>
    textIn(item, 'url', 'id', 'title'),
  );
  for (const value of feed.items as unknown[]) {
    const item = fieldsOf(value);
    if (item !== null) newest.add(item, publishedOf(item, context)?.atMs ?? null);
  }
  const base = documentBase({ url: document.url, siteUrl: head.siteUrl ?? head.selfUrl });
  const onSite = { ...context, url: base };
  const entries = newest.chosen().map((item) => entryDraft(item, onSite));
  return { ...head, entries, beyond: newest.beyond };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseLooseJson(text);
  }
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

/** The first of the fields with a text that is not empty; numbers become texts. */
function textIn(fields: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return withoutControls(value.trim());
  }
  return '';
}

function listIn(fields: Fields, name: string): unknown[] {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return Array.isArray(value) ? value : [];
}

function headDraft(feed: Fields, { url }: FeedContext): FeedDraft {
  const hubs = listIn(feed, 'hubs').map(fieldsOf);
  return {
    format: 'json',
    title: titleIn(feed, 'title'),
    description: titleIn(feed, 'description'),
    language: textIn(feed, 'language') || null,
    siteUrl: addressOn(textIn(feed, 'home_page_url'), url),
    selfUrl: addressOn(textIn(feed, 'feed_url'), url),
    hubUrl:
      hubs.map((hub) => (hub === null ? null : addressOn(textIn(hub, 'url'), url))).find(Boolean) ??
      null,
    nextUrl: addressOn(textIn(feed, 'next_url'), url),
    iconUrl: addressOn(textIn(feed, 'favicon', 'icon'), url),
    ttlMinutes: null,
    authors: authorsOf(feed),
    entries: [],
    beyond: [],
  };
}

function plain(value: string): FieldValue | null {
  return value === '' ? null : { value, isText: true };
}

/** A field that is plain text by the specification, and that many programs fill with HTML entities. */
function titleIn(fields: Fields, name: string): FieldValue | null {
  return plain(withoutEntities(textIn(fields, name)));
}

function entryDraft(item: Fields, context: FeedContext): EntryDraft {
  const url = linkOf(item, context.url);
  const html = textIn(item, 'content_html');
  const text = textIn(item, 'content_text');
  return {
    guid: textIn(item, 'id') || null,
    url,
    // `external_url` is a link of the post, and not its own address.
    base: addressOn(textIn(item, 'url'), context.url) ?? context.url,
    title: titleIn(item, 'title'),
    summary: titleIn(item, 'summary'),
    content: html === '' ? plain(text) : { value: html, isText: false },
    published: publishedOf(item, context),
    updated: stampIn(item, 'date_modified', context),
    authors: authorsOf(item),
    categories: distinct(
      (typeof item.tags === 'string' ? item.tags.split(',') : listIn(item, 'tags')).map((tag) =>
        typeof tag === 'string' ? tagOf(tag) : '',
      ),
    ),
    image: pictureIn(item, context.url),
    source: null,
  };
}

function linkOf(item: Fields, base: string): string | null {
  const id = textIn(item, 'id');
  return (
    addressOn(textIn(item, 'url'), base) ??
    addressOn(textIn(item, 'external_url'), base) ??
    (/^https?:\/\//i.test(id) ? addressOn(id, base) : null)
  );
}

function publishedOf(item: Fields, context: FeedContext): Stamp | null {
  return stampIn(item, 'date_published', context) ?? stampIn(item, 'date_modified', context);
}

function stampIn(item: Fields, name: string, context: FeedContext): Stamp | null {
  return readStamp(textIn(item, name), context.zoneOffsetMs, context.dates);
}

function authorsOf(fields: Fields): string[] {
  const authors = [...listIn(fields, 'authors'), fields.author];
  return distinct(authors.map(nameOf));
}

function nameOf(author: unknown): string {
  if (typeof author === 'string') return personName(author);
  const fields = fieldsOf(author);
  return fields === null ? '' : personName(textIn(fields, 'name'));
}

function pictureIn(item: Fields, base: string): string | null {
  const named = addressOn(textIn(item, 'image', 'banner_image'), base);
  if (named !== null) return named;
  for (const value of listIn(item, 'attachments')) {
    const attachment = fieldsOf(value);
    if (attachment !== null && /^image\//i.test(textIn(attachment, 'mime_type'))) {
      return addressOn(textIn(attachment, 'url'), base);
    }
  }
  return null;
}
