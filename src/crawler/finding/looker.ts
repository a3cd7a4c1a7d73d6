/**
 * Opens addresses one after another, recognises their documents, and shows what would be stored of an article.
 *
 * Invariants: an address is fetched once; at most `LOOKS_MAX` are fetched; each address is noted with its
 * result, so that a search without a find can list its attempts.
 */
import type {
  DocumentFault,
  FeedDocument,
  FeedItem,
  PageDocument,
  SitemapDocument,
  Stamp,
} from '../../documents/documents.js';
import { extractHtml } from '../../documents/html.js';
import type { Clock } from '../../kernel/clock.js';
import { LINK_LOCATIONS, type LinkLocation } from '../../kernel/model/records.js';
import { codePointLength, cutCodePoints } from '../../kernel/text/text.js';
import { linksOf } from '../fetch/answers.js';
import type { FetchOutcome, FetchRequest } from '../fetch/outcome.js';
import type { PoliteFetcher } from '../fetch/polite-fetcher.js';
import type { RobotsRules } from '../fetch/robots.js';
import type { Extractor } from '../parts.js';
import type { readingOf, requestOf } from '../sources/read-manner.js';

/** The parts that open an address. */
export interface LookTools {
  fetcher: PoliteFetcher;
  extractor: Extractor;
  clock: Clock;
}

/** An address that was tried, with the result. */
export interface Attempt {
  url: string;
  result: string;
}

/** The content of an address. `url` is the address that answered. */
export type Look =
  | { kind: 'feed'; url: string; document: FeedDocument }
  | { kind: 'sitemap'; url: string; document: SitemapDocument }
  | { kind: 'page'; url: string; document: PageDocument }
  | { kind: 'nothing'; url: string; why: string; isMissing?: boolean };

export type Answered = FetchOutcome & { kind: 'ok' };
export type LookTask = 'feed' | 'sitemap' | 'page';

/** A site gets about one request a second, and people wait for a minute at most. */
const LOOKS_MAX = 48;
/** Enough items to judge a source. */
const ITEMS_MAX = 500;
const HEAD_BYTES = 1024;

/** Settings of requests, and of reading documents. */
export interface LookManner {
  request: ReturnType<typeof requestOf>;
  reading: ReturnType<typeof readingOf>;
}

/** The settings for an address without an entry. */
export const USUAL: LookManner = {
  request: { ignoreRobots: false },
  reading: { zoneOffsetMs: 0 },
};

export class Looker {
  readonly tried: Attempt[] = [];
  readonly #tools: LookTools;
  readonly #looks = new Map<string, Promise<Look>>();
  readonly #onAttempt: (attempt: Attempt) => void;
  readonly #manner: LookManner;

  /** `onAttempt` is called after each attempt. */
  constructor(
    tools: LookTools,
    onAttempt: (attempt: Attempt) => void = () => {},
    manner: LookManner = USUAL,
  ) {
    this.#tools = tools;
    this.#onAttempt = onAttempt;
    this.#manner = manner;
  }

  /** Whether pages are opened although robots.txt forbids them. */
  get ignoresRobots(): boolean {
    return this.#manner.request.ignoreRobots;
  }

  get clock(): Clock {
    return this.#tools.clock;
  }

  robotsOf(url: string): Promise<RobotsRules> {
    return this.#tools.fetcher.robotsOf(url, this.#manner.request.access);
  }

  /** The result of an opened address; undefined for other addresses. */
  known(url: string): Promise<Look> | undefined {
    return this.#looks.get(url);
  }

  /** Opens an address; `isNamed` where the operator has given the address. */
  async look(url: string, purpose: FetchRequest['purpose'], isNamed = false): Promise<Look> {
    const known = this.#looks.get(url);
    if (known !== undefined) return known;
    if (this.#looks.size >= LOOKS_MAX) {
      return { kind: 'nothing', url, why: 'enough addresses were tried' };
    }
    const look = this.#look({ url, purpose, ...this.#manner.request, isNamed });
    this.#looks.set(url, look);
    const found = await look;
    const attempt = { url, result: resultOf(found) };
    this.tried.push(attempt);
    this.#onAttempt(attempt);
    return found;
  }

  async #look(request: FetchRequest): Promise<Look> {
    const { url } = request;
    const outcome = await this.#tools.fetcher.fetch(request);
    if (outcome.kind === 'failed') {
      const isMissing = outcome.reason === 'not-found' || outcome.reason === 'gone';
      return { kind: 'nothing', url, why: outcome.message, isMissing };
    }
    if (outcome.kind === 'unchanged')
      return { kind: 'nothing', url, why: 'it answered "unchanged"' };
    let why = 'it is neither a feed nor a page';
    for (const task of tasksFor(outcome)) {
      const document = await this.#extract(task, outcome);
      if (document.kind === 'page') document.feeds.unshift(...feedsOfHeaders(outcome));
      if (document.kind !== 'fault')
        return { kind: document.kind, url: outcome.url, document } as Look;
      if (document.reason !== 'not-a-feed' && document.reason !== 'not-a-sitemap') {
        why = document.message;
      }
    }
    return { kind: 'nothing', url, why };
  }

  async #extract(
    task: LookTask,
    { bytes, contentType, url }: Answered,
  ): Promise<FeedDocument | SitemapDocument | PageDocument | DocumentFault> {
    const document = { bytes, contentType, url, ...this.#manner.reading };
    const { extractor } = this.#tools;
    if (task === 'page') return extractor.extract<'page'>({ task, ...document });
    if (task === 'sitemap') {
      return extractor.extract<'sitemap'>({ task, entriesMax: ITEMS_MAX, ...document });
    }
    return extractor.extract<'feed'>({ task, itemsMax: ITEMS_MAX, ...document });
  }
}

/** Feeds in `link` headers: `<…>; rel=alternate; type=…`. */
function feedsOfHeaders({ headers, url }: Answered): PageDocument['feeds'] {
  return linksOf(headers, url)
    .filter(({ relations, type }) => relations.includes('alternate') && FEED_TYPE.test(type))
    .map(({ url, title, type }) => ({ url, title, type }));
}

const FEED_TYPE = /^application\/(?:rss|atom|rdf|feed)\+(?:xml|json)\b/i;

/** Kinds of documents to try, the most probable first. Content types are often wrong, first bytes seldom. */
export function tasksFor({ bytes, contentType }: Answered): LookTask[] {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1').toLowerCase();
  if (/<!doctype\s+html|<html[\s>]/.test(head)) return ['page'];
  if (/<(?:urlset|sitemapindex)[\s>]/.test(head)) return ['sitemap'];
  if (
    /^[\s\xef\xbb\xbf]*[{<]/.test(head) &&
    /<\?xml|<rss|<feed|<rdf|^[\s\xef\xbb\xbf]*\{/.test(head)
  ) {
    return ['feed', 'sitemap', 'page'];
  }
  return /xml|json|rss|atom/i.test(contentType) ? ['feed', 'sitemap'] : ['page', 'feed'];
}

function resultOf(look: Look): string {
  if (look.kind === 'feed') return `a feed with ${look.document.items.length} items`;
  if (look.kind === 'sitemap') {
    const { entries, sitemaps } = look.document;
    return `a sitemap with ${entries.length} addresses and ${sitemaps.length} sitemaps`;
  }
  if (look.kind === 'page') return 'a page';
  // A message that begins with the address would repeat the address beside it.
  return look.why.startsWith(`${look.url} `) ? look.why.slice(look.url.length + 1) : look.why;
}

/** Characters of a text that a sample shows. */
const START_CHARS = 160;

/** One article in the form that would be stored. */
export interface ArticleSample {
  url: string;
  title: string | null;
  authors: string[];
  published: Stamp | null;
  modified: Stamp | null;
  section: string | null;
  image: string | null;
  keywords: string[];
  bodyFrom: 'page' | 'feed' | null;
  bodyState: PageDocument['bodyState'] | 'not-read';
  bodyChars: number;
  bodyStart: string;
  links: { [location in LinkLocation]: number };
  /** Why the page could not be read; null where it could. */
  fault: string | null;
}

export const ROBOTS_REFUSAL =
  'robots.txt, which counts without `obeyRobots = false`, forbids this page';

export type Listed = Pick<FeedItem, 'url' | 'title' | 'published'> &
  Partial<Pick<FeedItem, 'authors' | 'content' | 'summary' | 'image' | 'updated'>>;

/** The article of an item: from its page, with fields of the item where the page lacks them. */
export async function sampleOf(looker: Looker, item: Listed): Promise<ArticleSample> {
  const { allows } = await looker.robotsOf(item.url);
  if (!looker.ignoresRobots && !allows(item.url)) return withoutPage(item, ROBOTS_REFUSAL);
  const look = await looker.look(item.url, 'page');
  if (look.kind === 'page') return sampleOfPage(item, look.document, look.url);
  const why = look.kind === 'nothing' ? look.why : `the address of the article is a ${look.kind}`;
  return withoutPage(item, why);
}

/** An article whose page has been read. */
export function sampleOfPage(item: Listed, page: PageDocument, url: string): ArticleSample {
  const { published, modified, section, image, keywords, body, bodyState, links } = page;
  return {
    url: page.canonicalUrl ?? url,
    title: page.title ?? item.title,
    authors: page.authors.length > 0 ? page.authors : (item.authors ?? []),
    published: published ?? item.published,
    modified: modified ?? item.updated ?? null,
    section,
    image: image ?? item.image ?? null,
    keywords,
    bodyFrom: body === null ? null : 'page',
    bodyState,
    ...measured(body ?? ''),
    links: byLocation(links),
    fault: null,
  };
}

function withoutPage(item: Listed, fault: string): ArticleSample {
  const html = item.content ?? '';
  const { text, links } = extractHtml(html, item.url);
  return {
    url: item.url,
    title: item.title,
    authors: item.authors ?? [],
    published: item.published,
    modified: item.updated ?? null,
    section: null,
    image: item.image ?? null,
    keywords: [],
    bodyFrom: text === '' ? null : 'feed',
    bodyState: 'not-read',
    ...measured(text),
    links: byLocation(links),
    fault,
  };
}

function measured(text: string): Pick<ArticleSample, 'bodyChars' | 'bodyStart'> {
  const start = cutCodePoints(text, START_CHARS).replace(/\s+/g, ' ');
  return { bodyChars: codePointLength(text), bodyStart: start };
}

function byLocation(links: PageDocument['links']): ArticleSample['links'] {
  const counts = Object.fromEntries(LINK_LOCATIONS.map((location) => [location, 0]));
  for (const { location } of links) counts[location]! += 1;
  return counts as ArticleSample['links'];
}

/** Code points of the longest text in an item of a feed. */
export function itemChars(item: Pick<FeedItem, 'content' | 'summary' | 'url'>): number {
  const html = item.content ?? item.summary ?? '';
  return codePointLength(extractHtml(html, item.url).text);
}
