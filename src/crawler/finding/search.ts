/**
 * Searches for the listing of a site's articles, in the order in which a person would search.
 *
 *   the address itself → feeds that the page names → the same of the home page
 *   → well-known addresses of feeds → sitemaps
 */
import type { FeedDocument, SitemapDocument, SitemapEntry } from '../../documents/documents.js';
import { CRAWL } from '../../kernel/limits.js';
import { childrenOf } from '../channel-read.js';
import { itemChars, type Look, type Looker, ROBOTS_REFUSAL } from './looker.js';
import {
  addressesOf,
  type FeedChoice,
  feedChoices,
  feedPlaces,
  homeOf,
  sitemapPlaces,
} from './places.js';

/** Items by which a feed is judged. */
const JUDGED_ITEMS = 5;
/** Fewest code points of an item with more than a summary. */
const WHOLE_CHARS = 600;
/** Lists of feeds that are opened for each page. */
const FEED_LISTS_MAX = 2;
/** Sitemaps of an index that are opened. */
const CHILDREN_MAX = 3;

/** A listing of articles. `siteUrl` is the page from which it was found. */
export type FoundListing =
  | { type: 'feed'; url: string; document: FeedDocument; siteUrl: string | null }
  | {
      type: 'sitemap';
      url: string;
      document: SitemapDocument;
      siteUrl: string | null;
      /** Sitemaps of an index that were opened. */
      looked: number;
    };

type PageLook = Look & { kind: 'page' };

export interface Searched {
  listing: FoundListing | null;
  /** The page at the given address, where there is one. */
  page: PageLook | null;
  /** Why there is no listing. */
  why: string;
}

/** The best listing for the text that a person typed. */
export async function search(looker: Looker, input: string): Promise<Searched> {
  const addresses = addressesOf(input);
  const none = { listing: null, page: null };
  if (addresses.length === 0) return { ...none, why: 'this is no http or https address' };
  let why = '';
  for (const address of addresses) {
    const look = await opened(looker, address);
    if (look.kind === 'page') return searchedFrom(looker, look);
    if (look.kind !== 'nothing')
      return { ...none, listing: await listingOf(looker, look), why: '' };
    const home = homeOf(address);
    const advice = `Give the address of the site, ${home}, and its feed is looked for`;
    why = look.isMissing && home !== address ? `${look.why} ${advice}` : look.why;
  }
  return { ...none, why };
}

/** The document at an address; a page that only redirects is followed once. */
async function opened(looker: Looker, address: string): Promise<Look> {
  const look = await looker.look(address, 'page', true);
  if (look.kind === 'page' && !looker.ignoresRobots) {
    // robots.txt can forbid pages, but no feed that a person names.
    const { allows } = await looker.robotsOf(look.url);
    if (!allows(look.url)) return { kind: 'nothing', url: look.url, why: ROBOTS_REFUSAL };
  }
  const onward = look.kind === 'page' ? look.document.refreshUrl : null;
  if (onward === null || onward === look.url) return look;
  const next = await looker.look(onward, 'page');
  return next.kind === 'nothing' ? look : next;
}

async function searchedFrom(looker: Looker, page: PageLook): Promise<Searched> {
  const listing =
    (await feedFrom(looker, page)) ??
    (await sitemapFrom(looker, page)) ??
    (await emptyFeedOf(looker, page));
  const why =
    'the site names no feed and no sitemap, and none is where sites usually keep them; a page that lists articles can be read by selectors, as data/sources.example.toml shows';
  return { listing, page, why };
}

async function feedFrom(looker: Looker, page: PageLook): Promise<FoundListing | null> {
  const named = await feedNamedBy(looker, page);
  if (named !== null) return { ...named, siteUrl: page.url };
  const home = homeOf(page.url);
  const homeLook = home === page.url ? null : await looker.look(home, 'page');
  if (homeLook?.kind === 'page') {
    const found = await feedNamedBy(looker, homeLook);
    if (found !== null) return { ...found, siteUrl: homeLook.url };
  }
  for (const place of feedPlaces(page.url)) {
    const look = await looker.look(place, 'feed');
    if (look.kind !== 'feed' || look.document.items.length === 0) continue;
    return { type: 'feed', url: look.url, document: look.document, siteUrl: page.url };
  }
  return null;
}

/** A feed without items that the page names: new sites have such feeds. */
async function emptyFeedOf(looker: Looker, page: PageLook): Promise<FoundListing | null> {
  for (const { url } of feedChoices(page.document.feeds, page.url)) {
    const look = await looker.look(url, 'feed');
    if (look.kind !== 'feed') continue;
    return { type: 'feed', url: look.url, document: look.document, siteUrl: page.url };
  }
  return null;
}

type FoundFeed = Omit<FoundListing & { type: 'feed' }, 'siteUrl'>;

/** A feed that the page names, or that is named by a page which the first page takes for a feed: a list of feeds. */
async function feedNamedBy(looker: Looker, page: PageLook): Promise<FoundFeed | null> {
  const choices = feedChoices(page.document.feeds, page.url);
  const named = await bestOf(looker, choices);
  if (named !== null) return named;
  for (const { url } of choices.slice(0, FEED_LISTS_MAX)) {
    const list = await looker.look(url, 'feed');
    if (list.kind !== 'page') continue;
    const found = await bestOf(looker, feedChoices(list.document.feeds, list.url));
    if (found !== null) return found;
  }
  return null;
}

/** The first feed with items; another feed of the same score replaces it where only the other holds whole texts. */
async function bestOf(looker: Looker, choices: readonly FeedChoice[]): Promise<FoundFeed | null> {
  let best: { url: string; document: FeedDocument; score: number } | null = null;
  for (const { url, score } of choices) {
    if (best !== null && score < best.score) break;
    const look = await looker.look(url, 'feed');
    if (look.kind !== 'feed' || look.document.items.length === 0) continue;
    const isWhole = carriesWholeTexts(look.document);
    if (best === null || isWhole) best = { url: look.url, document: look.document, score };
    if (isWhole) break;
  }
  return best === null ? null : { type: 'feed', url: best.url, document: best.document };
}

/** Whether most items of a feed are more than summaries. */
export function carriesWholeTexts({ items }: FeedDocument): boolean {
  const judged = items.slice(0, JUDGED_ITEMS);
  const whole = judged.filter((item) => itemChars(item) >= WHOLE_CHARS);
  return judged.length > 0 && 2 * whole.length > judged.length;
}

async function sitemapFrom(looker: Looker, page: PageLook): Promise<FoundListing | null> {
  const { sitemaps } = await looker.robotsOf(page.url);
  for (const place of sitemapPlaces(page.url, sitemaps)) {
    const look = await looker.look(place, 'sitemap');
    if (look.kind !== 'sitemap') continue;
    const listing = await listingOf(looker, look);
    if (listing.type === 'sitemap' && listing.document.entries.length > 0) {
      return { ...listing, siteUrl: page.url };
    }
  }
  return null;
}

/** The listing of a document; an index of sitemaps is judged by its newest sitemaps. */
async function listingOf(
  looker: Looker,
  look: Look & { kind: 'feed' | 'sitemap' },
): Promise<FoundListing> {
  const { url } = look;
  if (look.kind === 'feed') return { type: 'feed', url, document: look.document, siteUrl: null };
  const { document } = look;
  const found = await sitemapEntries(looker, document);
  const { entries, looked } = found;
  // A sitemap of news within an index lists the articles that the crawl needs of the index.
  const isNews = entries.some(({ title, published }) => title !== null && published !== null);
  const place = isNews ? found.url : null;
  const whole = { ...document, entries, ...(isNews ? { sitemaps: [] } : {}) };
  return { type: 'sitemap', url: place ?? url, document: whole, siteUrl: null, looked };
}

/**
 * Entries of a sitemap; for an index, those of the first of its newest sitemaps with entries, and that
 * sitemap's address.
 */
export async function sitemapEntries(
  looker: Looker,
  document: SitemapDocument,
): Promise<{ entries: SitemapEntry[]; url: string | null; looked: number }> {
  const entries = [...document.entries];
  let url: string | null = null;
  let looked = 0;
  const isNews = (address: string): number => (/news|post|article/i.test(address) ? 0 : 1);
  const children = childrenOf(document).sort((a, b) => isNews(a) - isNews(b));
  for (const child of children.slice(0, CHILDREN_MAX)) {
    if (entries.length > 0) break;
    looked += 1;
    const found = await looker.look(child, 'sitemap');
    if (found.kind !== 'sitemap' || found.document.entries.length === 0) continue;
    entries.push(...found.document.entries);
    url = child;
  }
  return { entries, url, looked };
}

/**
 * A feed with the entries of its further pages, as many as the first crawl reads (RFC 5005).
 * @returns also the number of pages read, and whether there are more
 */
export async function wholeFeed(
  looker: Looker,
  first: FeedDocument,
): Promise<{ document: FeedDocument; pages: number; goesOn: boolean }> {
  const items = [...first.items];
  const urls = new Set(items.map(({ url }) => url));
  let pages = 1;
  let { nextUrl } = first;
  while (nextUrl !== null && pages < CRAWL.listPagesMax) {
    const look = await looker.look(nextUrl, 'feed');
    const more =
      look.kind === 'feed' ? look.document.items.filter(({ url }) => !urls.has(url)) : [];
    if (look.kind !== 'feed' || more.length === 0) return done(false);
    for (const item of more) urls.add(item.url);
    items.push(...more);
    pages++;
    nextUrl = look.document.nextUrl;
  }
  return done(nextUrl !== null);

  function done(goesOn: boolean) {
    return { document: { ...first, items }, pages, goesOn };
  }
}
