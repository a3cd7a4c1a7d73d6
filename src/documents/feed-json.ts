/**
 * Reads JSON Feed 1 and 1.1.
 *
 * Nothing of the shape is taken on trust: what is no text where a text belongs is passed over.
 */
import { addressOn, documentBase } from './address.js';
import type { DocumentFault, Stamp } from './documents.js';
import { faultOf } from './fault.js';
import {
  distinct,
  type EntryDraft,
  type FeedContext,
  type FeedDraft,
  NewestEntries,
} from './feed-draft.js';
import { type FieldValue, withoutControls } from './feed-node.js';
import { personName, tagOf, withoutEntities } from './feed-text.js';
import { parseLooseJson } from './page/json-ld.js';
import { readStamp } from './stamp.js';

type Fields = Readonly<Record<string, unknown>>;

/** Reads a text that begins like JSON. */
export function readJsonFeed(text: string, document: FeedContext): FeedDraft | DocumentFault {
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

/** The first of the fields that is a text with something in it; numbers are written out. */
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

/** A field that is text by the specification, and that many programs write with the entities of HTML. */
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
    // What a post links to elsewhere is not where it stands.
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
    image: pictureOf(item, context.url),
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

function pictureOf(item: Fields, base: string): string | null {
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
