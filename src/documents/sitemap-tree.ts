/**
 * Reads the XML of a sitemap and hands over one entry at a time.
 *
 * A field is known by its local name and by the element that it stands in: `loc` in `url` is the
 * page, in `image` a picture, elsewhere (videos) nothing.
 */
import { Parser } from 'htmlparser2';
import type { DocumentFault } from './documents.js';
import { faultOf } from './fault.js';
import { localName } from './feed-node.js';

/** Fields of one `url` or `sitemap`, as written. */
export interface SitemapFields {
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
/** Units that are read before faults are looked at: the parser itself cannot be stopped. */
const CHUNK_UNITS = 16 * 1024;

/** What a field is, by the element around it and its own name. */
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
/** Fields of news that stand outside of their element. */
const PREFIXED: ReadonlyMap<string, FieldName> = new Map([
  ['news:title', 'title'],
  ['news:publication_date', 'published'],
  ['news:keywords', 'keywords'],
  ['image:loc', 'image'],
]);
const ROOTS = new Set(['urlset', 'sitemapindex', 'url', 'sitemap']);

/** Reads a sitemap; a fault where the text is none. */
export function readSitemapTree(
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
      // The first of several: pages have many pictures.
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

/** `url` and `sitemap` also name fields inside of extensions. */
function isEntry(name: string, parent: string): name is 'url' | 'sitemap' {
  if (name === 'sitemap') return parent === 'sitemapindex' || parent === '' || parent === 'sitemap';
  return name === 'url' && (parent === 'urlset' || parent === '' || parent === 'url');
}
