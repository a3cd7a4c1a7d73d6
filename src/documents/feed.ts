/**
 * Reads feeds: RSS, RDF, Atom and JSON Feed.
 *
 * A feed is read by our own tolerant reader and by no strict parser first: half of what is odd about
 * feeds (bases, markup that is not escaped, files that are cut) is gone once a strict parser is done.
 * Invariants: every item has an address and a title, no address stands twice; what is left out is in
 * `dropped`; no input throws or takes more than linear time.
 * Refused before parsing: HTML, documents that define entities by other entities or by files.
 */
import { escapeText } from '../kernel/markup.js';
import { wellFormed } from '../kernel/text/text.js';
import { decodeDocument } from './charset.js';
import { mannerBy } from './date-manner.js';
import type {
  DocumentFault,
  Dropped,
  FeedDocument,
  FeedItem,
  RawDocument,
  ReadingRules,
} from './documents.js';
import { dropOf, faultOf } from './fault.js';
import type { EntryDraft, FeedContext, FeedDraft } from './feed-draft.js';
import { readJsonFeed } from './feed-json.js';
import type { FieldValue } from './feed-node.js';
import { firstPicture, firstWords, lineOf } from './feed-text.js';
import { readXmlFeed } from './feed-xml.js';
import { FEED_ROOT, htmlFault, withoutDoctype, withoutStrayAngles } from './xml-prolog.js';

export interface FeedOptions {
  itemsMax: number;
  /** Zone of times that name none. */
  zoneOffsetMs: number;
  rules?: ReadingRules | undefined;
  /** What is left out is told with all that the feed says of it, for people who look. */
  keepsDropped?: boolean;
}

/** Feeds of 100,000 short entries are below. */
const FEED_UNITS_MAX = 64 * 1024 * 1024;
/** Reads the bytes of a feed. */
export function readFeed(raw: RawDocument, options: FeedOptions): FeedDocument | DocumentFault {
  if (raw.bytes.length === 0) return faultOf('empty', 'The document is empty.');
  if (raw.bytes.length > 2 * FEED_UNITS_MAX) return tooLarge();
  const { text, charset } = decodeDocument(raw, 'xml', options.rules?.charset);
  const dates = mannerBy(options.rules, null);
  const draft = readFeedDraft(text, { url: raw.url, ...options, dates });
  return 'kind' in draft ? draft : finished(draft, charset, options.keepsDropped ?? false);
}

/** Reads the text of a feed as it is, with nothing left out but what is beyond `itemsMax`. */
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

/** The picture that the feed names for an entry, or else the first one in its text. */
export function pictureOf({ image, content, summary, base }: EntryDraft): string | null {
  return image ?? firstPicture(htmlOf(content), base) ?? firstPicture(htmlOf(summary), base);
}

/** HTML of a field; a text becomes HTML that shows it. */
function htmlOf(field: FieldValue | null): string | null {
  if (field === null || field.value === '') return null;
  return wellFormed(field.isText ? escapeText(field.value) : field.value);
}
