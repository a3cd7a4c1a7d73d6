/**
 * The entries of feeds, sitemaps and lists in one form.
 *
 * Invariants: addresses are canonical (`canonicalUrl`); entries that a channel's rules exclude are counted with
 * the reason. Pure.
 */
import type {
  Dropped,
  FeedDocument,
  FeedItem,
  ListDocument,
  SitemapDocument,
  SitemapEntry,
} from '../../documents/documents.js';
import { HTML_UNITS_MAX } from '../../documents/html.js';
import { INGEST } from '../../kernel/limits.js';
import { canonicalUrl } from '../../kernel/text/url.js';
import type { Channel } from '../sources/model.js';
import type { Candidate, SeenItem } from '../state/channel-state.js';
import { wholeTextOf } from './article-records.js';

/** UTF-16 units of a summary with its markup, of which a record takes `INGEST.summaryMax`. */
const SUMMARY_UNITS_MAX = 16 * 1024;

/** The entries of a document after the channel's rules have been applied. */
export interface Listing {
  candidates: Candidate[];
  dropped: Dropped[];
  /** Guids that several entries have. */
  sharedGuids: string[];
  /** Whether the listing holds a sitemap that was never read before: most of its entries are archive. */
  hasArchive?: boolean | undefined;
}

export function candidatesOfFeed(document: FeedDocument, channel: Channel): Listing {
  return listingOf(document.items.map(candidateOfItem), document.dropped, channel);
}

export function candidatesOfSitemap(document: SitemapDocument, channel: Channel): Listing {
  return listingOf(document.entries.map(ofSitemapEntry), document.dropped, channel);
}

export function candidatesOfList(document: ListDocument, channel: Channel): Listing {
  const candidates = document.items.map((item): Candidate => ({ ...BLANK, ...item }));
  return listingOf(candidates, document.dropped, channel);
}

const BLANK: Candidate = {
  url: '',
  guid: null,
  title: null,
  published: null,
  updated: null,
  authors: [],
  categories: [],
  summary: null,
  content: null,
  image: null,
  section: null,
  publisherUrl: null,
};

/** A candidate from an entry of a feed; its address is not canonical yet. */
export function candidateOfItem(item: FeedItem): Candidate {
  const { url, guid, title, published, updated, authors, categories } = item;
  const { summary, content, image, source } = item;
  return {
    ...BLANK,
    url,
    guid,
    title,
    published,
    updated,
    authors,
    categories,
    summary,
    content,
    image,
    publisherUrl: source?.url ?? null,
  };
}

/** The candidate of a stored item, with the fields that are still known. */
export function candidateOfSeen({ url, title, publishedMs }: SeenItem): Candidate {
  const published =
    publishedMs === null ? null : ({ atMs: publishedMs, precision: 'second' } as const);
  return { ...BLANK, url, title: title === '' ? null : title, published };
}

function ofSitemapEntry(entry: SitemapEntry): Candidate {
  const { url, title, published, modified, keywords, image } = entry;
  return { ...BLANK, url, title, published, updated: modified, categories: keywords, image };
}

function listingOf(
  candidates: readonly Candidate[],
  dropped: readonly Dropped[],
  { include, exclude, section }: Channel,
): Listing {
  const shared = sharedGuids(candidates);
  const listing: Listing = { candidates: [], dropped: [...dropped], sharedGuids: [...shared] };
  const urls = new Set<string>();
  for (const candidate of candidates) {
    const url = canonicalUrl(candidate.url);
    const drop = (reason: Dropped['reason']): void => {
      listing.dropped.push({ reason, what: candidate.url.slice(0, 300) });
    };
    if (url === null) drop('bad-address');
    else if (urls.has(url)) drop('repeated');
    else if (include?.test(url) === false || exclude?.test(url) === true) drop('filtered');
    else {
      urls.add(url);
      const guid = candidate.guid === null || shared.has(candidate.guid) ? null : candidate.guid;
      listing.candidates.push({ ...candidate, url, guid, section: candidate.section ?? section });
    }
  }
  return listing;
}

/** Guids that cannot identify an item: they occur with several addresses, or are too long. */
function sharedGuids(candidates: readonly Candidate[]): Set<string> {
  const urls = new Map<string, string>();
  const shared = new Set<string>();
  for (const { guid, url } of candidates) {
    if (guid === null) continue;
    const before = urls.get(guid);
    if (guid.length > INGEST.urlMax || (before ?? url) !== url) shared.add(guid);
    urls.set(guid, url);
  }
  return shared;
}

/** The candidate as it is stored until its page has been read, with bounded texts. */
export function waitingCandidate(candidate: Candidate, content: string): Candidate {
  const whole = content === 'page' ? null : wholeTextOf(candidate);
  const summary = candidate.summary?.slice(0, SUMMARY_UNITS_MAX) ?? null;
  return { ...candidate, summary, content: whole?.slice(0, HTML_UNITS_MAX) ?? null };
}

/** Each address once, in the fuller form, because several sitemaps of a site may list the same articles. */
export function uniqueOf(candidates: readonly Candidate[]): Candidate[] {
  const byUrl = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const known = byUrl.get(candidate.url);
    if (known === undefined || (known.title === null && candidate.title !== null)) {
      byUrl.set(candidate.url, candidate);
    }
  }
  return [...byUrl.values()];
}
