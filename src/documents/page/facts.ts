/**
 * All facts in a page's metadata, collected once; and the look-up of its `meta` elements, by name, property or
 * itemprop.
 *
 * Microdata and RDFa are included. Fields of an item inside the article (a comment, a related story) are ignored,
 * because they have the same names.
 * Invariants: collected before the tree is changed; addresses are resolved against `baseUrl`.
 */
import { httpUrl } from '../../kernel/text/url.js';
import type { DateManner } from '../date-manner.js';
import { withoutLeftEntities } from '../feed-text.js';
import { type JsonLd, readJsonLd } from './json-ld.js';
import type { Attributes, PageHead, Scan } from './scan.js';
import { childrenOf, elementsOf, lineOf, type Tree, type TreeElement } from './tree.js';

export interface PageFacts {
  head: PageHead;
  jsonLd: JsonLd;
  microdata: Microdata;
  tree: Tree | null;
  /** Address of the page. */
  url: string;
  host: string;
  /** Base of relative addresses. */
  baseUrl: string;
  zoneOffsetMs: number;
  /** How the page writes dates. */
  dates: DateManner;
}

export function factsOf(scan: Scan, url: string, zoneOffsetMs: number): PageFacts {
  const { head, tree } = scan;
  return {
    head,
    jsonLd: readJsonLd(head.jsonLd, url),
    microdata: tree === null ? NO_MICRODATA : readMicrodata(tree.body),
    tree,
    url,
    host: URL.canParse(url) ? new URL(url).hostname : '',
    baseUrl: (head.base === null ? null : absoluteUrl(head.base, url)) ?? url,
    zoneOffsetMs,
    dates: {},
  };
}

/** The resolved address; null where it is no http address. */
export function absoluteUrl(href: string | null | undefined, baseUrl: string): string | null {
  const address = href?.trim();
  if (!address || !URL.canParse(address, baseUrl)) return null;
  return httpUrl(new URL(address, baseUrl).href);
}

/** The first value of metadata with one of these names, in any attribute for names. */
export function metaValue(metas: readonly Attributes[], ...names: string[]): string | null {
  return metaValues(metas, ...names)[0] ?? null;
}

/** All values of these names, in the order of the names. */
export function metaValues(metas: readonly Attributes[], ...names: string[]): string[] {
  return names.flatMap((name) =>
    metas.flatMap((meta) => {
      const value = (meta.content ?? meta.value ?? '').trim();
      return value !== '' && isNamed(meta, name) ? [withoutLeftEntities(value)] : [];
    }),
  );
}

function isNamed({ name, property, itemprop }: Attributes, wanted: string): boolean {
  return [name, property, itemprop].some((one) => one?.trim().toLowerCase() === wanted);
}

/** Whether a `rel` attribute has a word, in lower case. */
export function isRel(rel: string | null | undefined, word: string): boolean {
  return rel?.toLowerCase().split(/\s+/).includes(word) === true;
}

interface Microdata {
  headline: string | null;
  published: string | null;
  modified: string | null;
  authors: string[];
  section: string | null;
  image: string | null;
  keywords: string[];
  /** Elements that hold the text of the article. */
  bodies: TreeElement[];
}

const NO_MICRODATA: Microdata = {
  headline: null,
  published: null,
  modified: null,
  authors: [],
  section: null,
  image: null,
  keywords: [],
  bodies: [],
};

const AUTHORS_MAX = 20;
const BODIES_MAX = 20;
/** Items whose fields are not the article's. */
const FOREIGN =
  /comment|person|organization|imageobject|videoobject|breadcrumb|rating|itemlist|product|sitenavigation|wpheader|wpsidebar|wpfooter/i;

/** Reads the elements with an `itemprop` or `property`, in the order of the page. */
function readMicrodata(body: TreeElement): Microdata {
  const found: Microdata = { ...NO_MICRODATA, authors: [], keywords: [], bodies: [] };
  for (const element of elementsOf(body)) {
    const names = element.getAttribute('itemprop') ?? element.getAttribute('property');
    if (names === null) continue;
    for (const name of names.toLowerCase().split(/\s+/).slice(0, 5)) {
      note(found, name.replace(/^.*[:/#]/, ''), element);
    }
  }
  return found;
}

function note(found: Microdata, name: string, element: TreeElement): void {
  if (name === 'articlebody') {
    if (found.bodies.length < BODIES_MAX) found.bodies.push(element);
  } else if (name === 'author' || name === 'creator') {
    if (found.authors.length < AUTHORS_MAX && !isForeign(element))
      found.authors.push(personOf(element));
  } else if (name === 'keywords') {
    if (!isForeign(element)) found.keywords.push(contentOf(element));
  } else if (!isForeign(element)) noteField(found, name, element);
}

function noteField(found: Microdata, name: string, element: TreeElement): void {
  if (name === 'headline') found.headline ??= contentOf(element) || null;
  else if (name === 'datepublished' || name === 'datecreated') found.published ??= timeOf(element);
  else if (name === 'datemodified') found.modified ??= timeOf(element);
  else if (name === 'articlesection') found.section ??= contentOf(element) || null;
  else if (name === 'image') found.image ??= addressOf(element);
}

/** Whether the field belongs to an item other than the article. */
function isForeign(element: TreeElement): boolean {
  for (let at = element.parentNode; at !== null; at = at.parentNode) {
    if (at.nodeType !== 1 || !at.hasAttribute('itemscope')) continue;
    return FOREIGN.test(at.getAttribute('itemtype') ?? '');
  }
  return false;
}

function contentOf(element: TreeElement): string {
  return element.getAttribute('content')?.trim() || lineOf(element);
}

function timeOf(element: TreeElement): string | null {
  return (
    element.getAttribute('datetime')?.trim() ||
    element.getAttribute('content')?.trim() ||
    element.getAttribute('title')?.trim() ||
    lineOf(element, 100) ||
    null
  );
}

function addressOf(element: TreeElement): string | null {
  const own = (one: TreeElement): string | null =>
    one.getAttribute('src') ?? one.getAttribute('content') ?? one.getAttribute('href');
  const address = own(element);
  if (address !== null) return address;
  const url = childrenOf(element).find((child) => child.getAttribute('itemprop') === 'url');
  return url === undefined ? null : own(url);
}

/** The name of a person, from the inner field `name` where there is one. */
function personOf(element: TreeElement): string {
  for (const inner of elementsOf(element)) {
    const names = ` ${inner.getAttribute('itemprop') ?? ''} `;
    if (names.includes(' name ')) return contentOf(inner);
  }
  return contentOf(element);
}
