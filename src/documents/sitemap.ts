/**
 * Reads sitemaps: XML with the news and image extensions, indexes, plain lists, feeds that serve as
 * sitemaps, each of them compressed or not.
 *
 * Namespaces of sitemaps are wrong as often as not, so elements are recognised by their names without prefixes and by
 * their parents: `loc` in `url` is the page, in `image` a picture, elsewhere (videos) it is ignored. Invariants: linear
 * in the text; every address is absolute and occurs once.
 */
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
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
import { localName } from './feed-node.js';
import { lineOfHtml } from './feed-text.js';
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
/** Lines of a plain list that are no addresses, for each line that is one. */
const OTHER_LINES_PER_ADDRESS = 1;

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

/** The bytes inside a gzip file, or the fault. */
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

/** Reads a list with one address a line. */
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

/** Collects the entries of a document. */
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

  /** Counts a line that is no address; returns the count. */
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

/** Keywords of a news sitemap: separated by commas, or by semicolons where there are no commas. */
function keywordsIn(text: string): string[] {
  return text.split(/[,，、]/.test(text) ? /[,，、]/ : /;(?!$)/);
}

/** Fields of one `url` or `sitemap`, unchanged. */
interface SitemapFields {
  kind: 'url' | 'sitemap';
  loc?: string;
  modified?: string;
  title?: string;
  published?: string;
  keywords?: string;
  image?: string;
}

type FieldName = Exclude<keyof SitemapFields, 'kind'>;

/** Real sitemaps nest five levels. */
const DEPTH_MAX = 100;
/** 50,000 addresses, the most that the protocol allows, with forty elements each. */
const ELEMENTS_MAX = 2_000_000;
/** Units of a field; addresses and titles are shorter. */
const FIELD_UNITS_MAX = 20_000;
/** Units between two checks for faults: the parser itself cannot be stopped. */
const CHUNK_UNITS = 16 * 1024;

/** Fields by their parent element and their own name. */
const FIELDS: ReadonlyMap<string, FieldName> = new Map([
  ['url loc', 'loc'],
  ['sitemap loc', 'loc'],
  ['url lastmod', 'modified'],
  ['sitemap lastmod', 'modified'],
  ['news title', 'title'],
  ['news publication_date', 'published'],
  ['news keywords', 'keywords'],
  ['image loc', 'image'],
]);
/** Fields of news outside of the `news` element. */
const PREFIXED: ReadonlyMap<string, FieldName> = new Map([
  ['news:title', 'title'],
  ['news:publication_date', 'published'],
  ['news:keywords', 'keywords'],
  ['image:loc', 'image'],
]);
const ROOTS = new Set(['urlset', 'sitemapindex', 'url', 'sitemap']);

/** Reads a sitemap; a fault where the text is none. */
function readSitemapTree(
  text: string,
  onEntry: (fields: SitemapFields) => void,
): DocumentFault | null {
  const reader = new SitemapReader(onEntry);
  return reader.read(text);
}

class SitemapReader {
  readonly #onEntry: (fields: SitemapFields) => void;
  readonly #stack: string[] = [];
  #entry: SitemapFields | null = null;
  /** Text directly in an entry, which some indexes have instead of a `loc`. */
  #bare = '';
  #field: FieldName | null = null;
  #text = '';
  #elements = 0;
  #isSitemap = false;
  #isEnding = false;
  #fault: DocumentFault | null = null;

  constructor(onEntry: (fields: SitemapFields) => void) {
    this.#onEntry = onEntry;
  }

  read(text: string): DocumentFault | null {
    const parser = new Parser(
      {
        onopentag: (tag) => this.#open(tag),
        onclosetag: (tag, isImplied) => this.#close(tag, isImplied),
        ontext: (data) => this.#addText(data),
      },
      { xmlMode: true, decodeEntities: true },
    );
    for (let at = 0; at < text.length && this.#fault === null; at += CHUNK_UNITS) {
      parser.write(text.slice(at, at + CHUNK_UNITS));
    }
    this.#isEnding = true;
    if (this.#fault === null) parser.end();
    if (this.#fault !== null || this.#isSitemap) return this.#fault;
    return faultOf('not-a-sitemap', 'The document has none of the elements of a sitemap.');
  }

  #open(tag: string): void {
    if (this.#fault !== null) return;
    if (++this.#elements > ELEMENTS_MAX) {
      this.#fault = faultOf('too-many-elements', 'The sitemap has more elements than are read.');
    } else if (this.#stack.length >= DEPTH_MAX) {
      this.#fault = faultOf('too-deep', 'The sitemap nests elements deeper than is read.');
    }
    const name = localName(tag);
    const parent = this.#stack.at(-1) ?? '';
    this.#stack.push(name);
    this.#isSitemap ||= ROOTS.has(name);
    if (isEntry(name, parent)) this.#begin(name);
    else {
      this.#field = FIELDS.get(`${parent} ${name}`) ?? PREFIXED.get(tag.toLowerCase()) ?? null;
      this.#text = '';
    }
  }

  #begin(kind: 'url' | 'sitemap'): void {
    if (this.#entry !== null) this.#end();
    this.#entry = { kind };
    this.#bare = '';
    this.#field = null;
  }

  #addText(data: string): void {
    if (this.#entry === null) return;
    if (this.#field !== null && this.#text.length < FIELD_UNITS_MAX) this.#text += data;
    else if (this.#stack.at(-1) === this.#entry.kind && this.#bare.length < FIELD_UNITS_MAX) {
      this.#bare += data.trim();
    }
  }

  #close(tag: string, isImplied: boolean): void {
    if (this.#fault !== null) return;
    const name = localName(tag);
    this.#stack.pop();
    const isCut = this.#isEnding && isImplied;
    if (this.#entry !== null && this.#field !== null && !isCut) {
      // The first value counts: pages have many pictures.
      this.#entry[this.#field] ??= this.#text.trim();
    } else if (name === this.#entry?.kind) {
      if (isCut) this.#bare = '';
      this.#end();
    }
    this.#field = null;
  }

  #end(): void {
    const entry = this.#entry!;
    this.#entry = null;
    if (entry.loc === undefined && this.#bare !== '') entry.loc = this.#bare;
    this.#onEntry(entry);
  }
}

/** Whether an element is an entry: `url` and `sitemap` are also names of fields in extensions. */
function isEntry(name: string, parent: string): name is 'url' | 'sitemap' {
  if (name === 'sitemap') return parent === 'sitemapindex' || parent === '' || parent === 'sitemap';
  return name === 'url' && (parent === 'urlset' || parent === '' || parent === 'url');
}
