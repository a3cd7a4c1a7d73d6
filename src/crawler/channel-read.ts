/**
 * Reads the entries that a channel lists now: fetches its document and has it parsed.
 *
 * A sitemap index is read with those of its sitemaps that changed last. Only validators change in the
 * channel's state, which the caller saves.
 */
import type {
  DocumentFault,
  Dropped,
  FeedDocument,
  SitemapDocument,
} from '../documents/documents.js';
import { hash64, hexOf } from '../kernel/hash.js';
import { CRAWL } from '../kernel/limits.js';
import { linksOf } from './fetch/answers.js';
import type { FetchHeaders, FetchOutcome } from './fetch/outcome.js';
import type { CrawlParts } from './parts.js';
import {
  candidatesOfFeed,
  candidatesOfList,
  candidatesOfSitemap,
  type Listing,
} from './records/candidates.js';
import type { ChannelAtWork, Source } from './source.js';
import { readingOf, requestOf } from './sources/read-manner.js';
import type { Candidate, ChildState } from './state/channel-state.js';

export type ChannelReading =
  | {
      kind: 'listed';
      listing: Listing;
      ttlMinutes: number | null;
      hubUrl: string | null;
      selfUrl: string | null;
    }
  | { kind: 'unchanged' }
  | {
      kind: 'failed';
      reason: string;
      message: string;
      retryAfterMs: number | null;
      isGone: boolean;
    };

type Document = Extract<FetchOutcome, { kind: 'ok' }>;
type Reader = Pick<CrawlParts, 'fetcher' | 'extractor'>;

export async function readChannel(
  { fetcher, extractor }: Reader,
  source: Source,
  { channel, state }: ChannelAtWork,
  isNew: (candidate: Candidate) => boolean,
): Promise<ChannelReading> {
  const url = state.movedTo ?? channel.url;
  const purpose = channel.type === 'list' ? 'page' : channel.type;
  const { etag, lastModified } = state;
  const outcome = await fetcher.fetch({
    url,
    purpose,
    etag,
    lastModified,
    ...requestOf(source.entry),
    // The operator named the feed, so robots.txt does not forbid it; robots.txt rules over other channels.
    isNamed: channel.type === 'feed',
  });
  if (outcome.kind === 'failed') return failedFetch(outcome);
  const parts = { fetcher, extractor };
  // An index may be unchanged while its sitemaps have changed.
  const unchanged = (): Promise<ChannelReading> =>
    readChildren(parts, source, { channel, state }, Object.keys(state.children));
  if (outcome.kind === 'unchanged') {
    noteMove(state, outcome.movedTo);
    return unchanged();
  }
  const bytesHash = hexOf(hash64(outcome.bytes));
  const validators = { etag: outcome.etag, lastModified: outcome.lastModified, bytesHash };
  if (bytesHash === state.bytesHash) {
    Object.assign(state, validators);
    noteMove(state, outcome.movedTo);
    return unchanged();
  }
  const reading = await readDocument(parts, source, { channel, state }, outcome, isNew);
  if (reading.kind === 'failed') return reading;
  // A redirect to a document of another kind is no move: the channel is unavailable for a while.
  noteMove(state, outcome.movedTo);
  if (reading.kind === 'listed') Object.assign(state, validators);
  return reading;
}

async function readDocument(
  parts: Reader,
  source: Source,
  { channel, state }: Pick<ChannelAtWork, 'channel' | 'state'>,
  { bytes, contentType, url, headers }: Document,
  isNew: (candidate: Candidate) => boolean,
): Promise<ChannelReading> {
  const raw = { bytes, contentType, url, ...readingOf(source.entry) };
  const itemsMax = CRAWL.itemsMax;
  if (channel.type === 'feed') {
    const heads: FeedDocument[] = [];
    const reading = await readPages(parts, source, 'feed', raw, isNew, async (page) => {
      const document = await parts.extractor.extract({ task: 'feed', ...page, itemsMax });
      if (document.kind === 'fault') return document;
      heads.push(document);
      return { listing: candidatesOfFeed(document, channel), nextUrl: document.nextUrl };
    });
    const [head] = heads;
    if (reading.kind !== 'listed' || head === undefined) return reading;
    const { ttlMinutes, selfUrl } = head;
    return { ...reading, ttlMinutes, hubUrl: hubOf(headers, url) ?? head.hubUrl, selfUrl };
  }
  if (channel.type === 'list') {
    return readPages(parts, source, 'page', raw, isNew, async (page) => {
      const rule = channel.rule!;
      const document = await parts.extractor.extract({ task: 'list', ...page, rule, itemsMax });
      if (document.kind === 'fault') return document;
      return { listing: candidatesOfList(document, channel), nextUrl: document.nextUrl };
    });
  }
  const entriesMax = CRAWL.sitemapEntriesMax;
  const document = await parts.extractor.extract({ task: 'sitemap', ...raw, entriesMax });
  if (document.kind === 'fault') return failedDocument(document);
  const listing = candidatesOfSitemap(document, channel);
  const below = childrenOf(document);
  const reading = await readChildren(parts, source, { channel, state }, below);
  if (reading.kind === 'listed') append(listing, reading.listing);
  return listing.candidates.length === 0 && reading.kind === 'failed' ? reading : listed(listing);
}

/** Reads the changed sitemaps of an index; fails where none could be read. */
async function readChildren(
  parts: Reader,
  source: Source,
  { channel, state }: Pick<ChannelAtWork, 'channel' | 'state'>,
  urls: readonly string[],
): Promise<ChannelReading> {
  const listing: Listing = { candidates: [], dropped: [], sharedGuids: [] };
  const children: { [url: string]: ChildState } = {};
  let fault: ChannelReading | null = null;
  let isChanged = false;
  const due = new Set(dueChildren(urls, state.children));
  for (const url of urls) {
    const child = state.children[url] ?? { etag: null, lastModified: null, bytesHash: null };
    children[url] = child;
    if (!due.has(url)) continue;
    if (child.bytesHash === null) listing.hasArchive = true;
    const reading = await readChild(parts, source, channel, child, url);
    // A failed sitemap must not keep the others from their turn.
    if (reading.kind === 'failed') child.bytesHash ??= '';
    if (reading.kind === 'failed') fault ??= reading;
    if (reading.kind !== 'listed') continue;
    isChanged = true;
    append(listing, reading.listing);
  }
  state.children = children;
  if (isChanged) return listed(listing);
  return fault ?? { kind: 'unchanged' };
}

type RawPage = Pick<Document, 'bytes' | 'contentType' | 'url'> & ReturnType<typeof readingOf>;

/** Reads a list or feed page by page: a further page is read while every entry of the last page is new. */
async function readPages(
  { fetcher }: Reader,
  { entry }: Source,
  purpose: 'page' | 'feed',
  first: RawPage,
  isNew: (candidate: Candidate) => boolean,
  read: (page: RawPage) => Promise<{ listing: Listing; nextUrl: string | null } | DocumentFault>,
): Promise<ChannelReading> {
  const listing: Listing = { candidates: [], dropped: [], sharedGuids: [] };
  const seen = new Set([first.url]);
  let raw = first;
  for (let pages = 1; ; pages++) {
    const page = await read(raw);
    if ('kind' in page) return pages === 1 ? failedDocument(page) : listed(listing);
    const { candidates } = page.listing;
    append(listing, page.listing);
    const url = page.nextUrl;
    const goesOn = candidates.length > 0 && candidates.every(isNew);
    if (url === null || seen.has(url) || !goesOn || pages >= CRAWL.listPagesMax) break;
    seen.add(url);
    const outcome = await fetcher.fetch({ url, purpose, ...requestOf(entry) });
    // The entries of the first pages are used even when a later page fails.
    if (outcome.kind !== 'ok') break;
    const { bytes, contentType } = outcome;
    raw = { ...first, bytes, contentType, url: outcome.url };
  }
  return listed(listing);
}

async function readChild(
  { fetcher, extractor }: Reader,
  { entry }: Source,
  channel: ChannelAtWork['channel'],
  child: ChildState,
  url: string,
): Promise<ChannelReading> {
  const { etag, lastModified } = child;
  const outcome = await fetcher.fetch({
    ...{ url, etag, lastModified },
    purpose: 'sitemap',
    ...requestOf(entry),
  });
  if (outcome.kind === 'unchanged') return { kind: 'unchanged' };
  if (outcome.kind === 'failed') return failedFetch(outcome);
  const bytesHash = hexOf(hash64(outcome.bytes));
  if (bytesHash === child.bytesHash) return { kind: 'unchanged' };
  const { bytes, contentType } = outcome;
  const document = await extractor.extract({
    ...{ task: 'sitemap', bytes, contentType, url: outcome.url },
    ...readingOf(entry),
    entriesMax: CRAWL.sitemapEntriesMax,
  });
  if (document.kind === 'fault') return failedDocument(document);
  Object.assign(child, { etag: outcome.etag, lastModified: outcome.lastModified, bytesHash });
  return listed(candidatesOfSitemap(document, channel));
}

function append(listing: Listing, more: Listing): void {
  for (const candidate of more.candidates) listing.candidates.push(candidate);
  for (const one of more.dropped as Dropped[]) listing.dropped.push(one);
  listing.sharedGuids.push(...more.sharedGuids);
  listing.hasArchive ||= more.hasArchive;
}

function listed(listing: Listing): Extract<ChannelReading, { kind: 'listed' }> {
  return { kind: 'listed', listing, ttlMinutes: null, hubUrl: null, selfUrl: null };
}

function failedFetch(outcome: Extract<FetchOutcome, { kind: 'failed' }>): ChannelReading {
  const { reason, message, retryAfterMs } = outcome;
  return { kind: 'failed', reason, message, retryAfterMs, isGone: reason === 'gone' };
}

function failedDocument({ reason, message }: DocumentFault): ChannelReading {
  return { kind: 'failed', reason, message, retryAfterMs: null, isGone: false };
}

function noteMove(state: ChannelAtWork['state'], movedTo: string | null): void {
  if (movedTo !== null) state.movedTo = movedTo;
}

function hubOf(headers: FetchHeaders, base: string): string | null {
  return linksOf(headers, base).find(({ relations }) => relations.includes('hub'))?.url ?? null;
}

/** Sitemaps of an index whose state is stored; further sitemaps are archive. */
const CHILDREN_MAX = 500;

/**
 * Addresses of an index's sitemaps that are worth reading at some time, the newest first: of dated sitemaps only
 * the newest; undated ones by the highest number in the address, then by the last position.
 */
export function childrenOf({ sitemaps }: Pick<SitemapDocument, 'sitemaps'>): string[] {
  const dated = sitemaps.filter(({ modified }) => modified !== null);
  const newest = dated.toSorted((a, b) => b.modified!.atMs - a.modified!.atMs);
  const undated = sitemaps
    .filter(({ modified }) => modified === null)
    .map(({ url }, place) => ({ url, place, number: numberOf(url) }))
    .toSorted((a, b) => b.number - a.number || b.place - a.place);
  const urls = [...newest.slice(0, CRAWL.sitemapsMax), ...undated].map(({ url }) => url);
  return [...new Set(urls)].slice(0, CHILDREN_MAX);
}

/** The sitemaps to read in one poll: half of them the newest; the others those that were never read, then the rest. */
export function dueChildren(
  urls: readonly string[],
  known: { readonly [url: string]: ChildState },
): string[] {
  const newest = urls.slice(0, CRAWL.sitemapsMax / 2);
  const others = urls.slice(newest.length);
  const unread = others.filter((url) => (known[url]?.bytesHash ?? null) === null);
  const read = others.filter((url) => !unread.includes(url));
  return [...newest, ...unread, ...read].slice(0, CRAWL.sitemapsMax);
}

/** The last number in an address, as in `sitemap-posts-12.xml`; -1 where there is none. */
function numberOf(url: string): number {
  const [last] = (url.match(/\d{1,12}/g) ?? []).slice(-1);
  return last === undefined ? -1 : Number(last);
}
