/**
 * Reads sitemaps: XML with the news and image extensions, indexes, plain lists, feeds that serve as
 * sitemaps, each of them compressed or not.
 *
 * Names count without their prefixes and where they stand: namespaces of sitemaps are wrong as often as
 * not. Invariants: linear in the text; every address is absolute and stands once.
 */
import { gunzipSync } from 'node:zlib';
import { addressOn } from './address.js';
import { decodeDocument } from './charset.js';
import { type DateManner, mannerBy } from './date-manner.js';
import type {
  DocumentFault,
  Dropped,
  RawDocument,
  ReadingRules,
  SitemapDocument,
  SitemapEntry,
  Stamp,
} from './documents.js';
import { dropOf, faultOf } from './fault.js';
import { readFeed } from './feed.js';
import { distinct, NewestEntries } from './feed-draft.js';
import { lineOfHtml } from './feed-text.js';
import { readSitemapTree, type SitemapFields } from './sitemap-tree.js';
import { readStamp } from './stamp.js';
import { FEED_ROOT, htmlFault, withoutDoctype } from './xml-prolog.js';

export interface SitemapOptions {
  entriesMax: number;
  /** Zone of times that name none. */
  zoneOffsetMs: number;
  rules?: ReadingRules | undefined;
}

/** The protocol allows 50 MB; some sites write a little more. */
const SITEMAP_BYTES_MAX = 64 * 1024 * 1024;
const SITEMAP_ROOT = /<(?:[\w.-]{1,40}:)?(?:urlset|sitemapindex|url|sitemap)[\s>]/i;
const ANY_ROOT = new RegExp(`${SITEMAP_ROOT.source}|${FEED_ROOT.source}`, 'i');
/** Lines of a plain list that are no addresses, for each that is. */
const OTHER_LINES_PER_ADDRESS = 1;

/** Reads the bytes of a sitemap. */
export function readSitemap(
  raw: RawDocument,
  options: SitemapOptions,
): SitemapDocument | DocumentFault {
  const bytes = uncompressed(raw.bytes);
  if ('kind' in bytes) return bytes;

  if (bytes.length > SITEMAP_BYTES_MAX) return faultOf('too-large', 'The sitemap is too large.');
  const document = { ...raw, bytes };
  const { text, charset } = decodeDocument(document, 'xml', options.rules?.charset);
  const first = text.search(/\S/);
  if (first < 0) return faultOf('empty', 'The document is empty.');
  if (text[first] === '{') return feedEntries(document, options);
  if (!/<[a-z!?]/i.test(text)) return readList(text, raw.url, charset, options);
  const html = htmlFault(text, ANY_ROOT, 'not-a-sitemap');
  if (html !== null) return html;
  return isFeed(text) ? feedEntries(document, options) : readXml(text, raw.url, charset, options);
}

/** The bytes within a gzip file, or why there are none. */
function uncompressed(bytes: Uint8Array): Uint8Array | DocumentFault {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: SITEMAP_BYTES_MAX });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? faultOf('too-large', 'The compressed sitemap is larger than is read.')
      : faultOf('broken', 'The compressed sitemap is cut or damaged.');
  }
}

function isFeed(text: string): boolean {
  const feedAt = text.search(FEED_ROOT);
  if (feedAt < 0) return false;
  const sitemapAt = text.search(SITEMAP_ROOT);
  return sitemapAt < 0 || feedAt < sitemapAt;
}

function feedEntries(
  raw: RawDocument,
  { entriesMax, ...options }: SitemapOptions,
): SitemapDocument | DocumentFault {
  const feed = readFeed(raw, { itemsMax: entriesMax, ...options });
  if (feed.kind === 'fault') {
    return feed.reason === 'not-a-feed' ? { ...feed, reason: 'not-a-sitemap' } : feed;
  }
  const entries = feed.items.map(
    ({ url, title, published, updated, categories, image }): SitemapEntry => ({
      url,
      modified: updated,
      title,
      published,
      keywords: categories,
      image,
    }),
  );
  return { kind: 'sitemap', sitemaps: [], entries, charset: feed.charset, dropped: feed.dropped };
}

/** One address a line. */
function readList(
  text: string,
  url: string,
  charset: string,
  options: SitemapOptions,
): SitemapDocument | DocumentFault {
  const collector = new Collector(url, options);
  let others = 0;
  for (const line of text.split(/[\r\n]+/)) {
    const loc = line.trim();
    if (loc === '' || loc.startsWith('#')) continue;
    if (/^https?:\/\//i.test(loc)) collector.add({ kind: 'url', loc });
    else others = collector.bad(loc);
  }
  const document = collector.document(charset);
  return others > OTHER_LINES_PER_ADDRESS * document.entries.length || document.entries.length === 0
    ? faultOf('not-a-sitemap', 'The document is neither XML nor a list of addresses.')
    : document;
}

function readXml(
  text: string,
  url: string,
  charset: string,
  options: SitemapOptions,
): SitemapDocument | DocumentFault {
  const body = withoutDoctype(text);
  if (typeof body !== 'string') return body;
  const collector = new Collector(url, options);
  const fault = readSitemapTree(body, (fields) => collector.add(fields));
  return fault ?? collector.document(charset);
}

/** Folds what is read into a document. */
class Collector {
  readonly #url: string;
  readonly #options: SitemapOptions;
  readonly #dates: DateManner;
  readonly #entries: NewestEntries<SitemapEntry>;
  readonly #sitemaps: NewestEntries<{ url: string; modified: Stamp | null }>;
  readonly #seen = new Set<string>();
  readonly #dropped: Dropped[] = [];
  #others = 0;

  constructor(url: string, options: SitemapOptions) {
    this.#url = url;
    this.#options = options;
    this.#dates = mannerBy(options.rules, null);
    this.#entries = new NewestEntries(options.entriesMax, (entry) => entry.url);
    this.#sitemaps = new NewestEntries(options.entriesMax, (sitemap) => sitemap.url);
  }

  add(fields: SitemapFields): void {
    const url = this.#addressOf(fields.loc ?? '');
    if (url === null) return;
    const modified = this.#stampOf(fields.modified);
    if (fields.kind === 'sitemap') this.#sitemaps.add({ url, modified }, modified?.atMs ?? null);
    else {
      const entry = this.#entryOf(url, modified, fields);
      this.#entries.add(entry, (entry.published ?? modified)?.atMs ?? null);
    }
  }

  /** Counts a line that is no address; returns how many there are. */
  bad(what: string): number {
    this.#dropped.push(dropOf('bad-address', what));
    return ++this.#others;
  }

  document(charset: string): SitemapDocument {
    const [sitemaps, entries] = [this.#sitemaps.chosen(), this.#entries.chosen()];
    const beyond = [...this.#sitemaps.beyond, ...this.#entries.beyond];
    const dropped = [...this.#dropped, ...beyond.map((what) => dropOf('too-many', what))];
    return { kind: 'sitemap', sitemaps, entries, charset, dropped };
  }

  #addressOf(loc: string): string | null {
    const url = addressOn(loc, this.#url);
    if (url === null) this.#dropped.push(dropOf(loc === '' ? 'no-address' : 'bad-address', loc));
    else if (this.#seen.has(url)) this.#dropped.push(dropOf('repeated', url));
    else {
      this.#seen.add(url);
      return url;
    }
    return null;
  }

  #entryOf(url: string, modified: Stamp | null, fields: SitemapFields): SitemapEntry {
    return {
      url,
      modified,
      title: lineOfHtml(fields.title ?? '') || null,
      published: this.#stampOf(fields.published),
      keywords: distinct(keywordsIn(fields.keywords ?? '').map(lineOfHtml)),
      image: addressOn(fields.image ?? '', this.#url),
    };
  }

  #stampOf(text: string | undefined): Stamp | null {
    const { zoneOffsetMs } = this.#options;
    return text === undefined ? null : readStamp(text, zoneOffsetMs, this.#dates);
  }
}

/** Keywords of a news sitemap: parted by commas, or by semicolons where there are none. */
function keywordsIn(text: string): string[] {
  return text.split(/[,，、]/.test(text) ? /[,，、]/ : /;(?!$)/);
}
