/**
 * Finds a source from one address: what lists the articles of the site, what the listing holds, and what
 * would be stored of an article.
 *
 * Invariants: never throws, whatever the input and the answers; the result lists every attempt.
 * Not here: questions to the operator, and writing the entry (cli).
 */

import type { Stamp } from '../../documents/documents.js';
import { DAY_MS } from '../../kernel/clock.js';
import { canonicalUrl } from '../../kernel/text/url.js';
import { type StoredForm, storedFormOf } from '../records/article-records.js';
import { candidatesOfFeed, candidatesOfSitemap } from '../records/candidates.js';
import type { ContentMode, SourceEntry } from '../sources/model.js';
import type { SourceDefaults } from '../sources/read-entries.js';
import {
  type ArticleSample,
  type Attempt,
  type Listed,
  Looker,
  type LookTools,
  sampleOf,
} from './looker.js';
import { knownAs, proposalOf, siteUrlOf, type Wishes } from './proposal.js';
import {
  carriesWholeTexts,
  type FoundListing,
  type Searched,
  search,
  wholeFeed,
} from './search.js';

/** A source that has been silent for longer may be dead. */
const SILENT_MS = 365 * DAY_MS;
const FUTURE_SLACK_MS = DAY_MS;

export interface FindOptions extends Wishes {
  known: readonly SourceEntry[];
  defaults: SourceDefaults;
  /** Called after each attempt: a search may take a minute. */
  onAttempt?: (attempt: Attempt) => void;
}

export interface SourceSummary {
  type: FoundListing['type'];
  format: string;
  title: string;
  siteUrl: string;
  language: string | null;
  items: number;
  dated: number;
  newestMs: number | null;
  wholeTexts: boolean;
  hubUrl: string | null;
  /** Sitemaps of an index, and how many of them were not read. */
  sitemaps: number;
  unread: number;
  /** Pages of a feed that were read, and whether there are more. */
  pages: number;
  goesOn: boolean;
}

export interface FoundSource {
  kind: 'found';
  entry: SourceEntry;
  summary: SourceSummary;
  sample: ArticleSample | null;
  /** What the crawl would store of the same item; null where there is none. */
  stored: StoredForm | null;
  /** Problems of the source, each in one sentence. */
  problems: string[];
  tried: Attempt[];
}

export type SourceSearch = FoundSource | { kind: 'refused'; message: string; tried: Attempt[] };

/** Finds the source for an address that a person gave. */
export async function findSource(
  input: string,
  tools: LookTools,
  options: FindOptions,
): Promise<SourceSearch> {
  const looker = new Looker(tools, options.onAttempt);
  const searched = await search(looker, input);
  const { tried } = looker;
  if (!hasListing(searched)) return { kind: 'refused', message: searched.why, tried };
  const siteUrl = siteUrlOf(searched);
  const known = knownAs(searched.listing, siteUrl, options.known);
  if (known !== null) {
    const message = `it is in the sources already, as ${known.kind} "${known.key}"`;
    return { kind: 'refused', message, tried };
  }
  const { listing } = searched;
  if (listing.type !== 'feed') return found(looker, searched, options, ONE_PAGE);
  const { document, ...read } = await wholeFeed(looker, listing.document);
  return found(looker, { ...searched, listing: { ...listing, document } }, options, read);
}

const ONE_PAGE = { pages: 1, goesOn: false };

type WithListing = Searched & { listing: FoundListing };

function hasListing(searched: Searched): searched is WithListing {
  return searched.listing !== null;
}

async function found(
  looker: Looker,
  searched: WithListing,
  options: FindOptions,
  read: Pick<SourceSummary, 'pages' | 'goesOn'>,
): Promise<FoundSource> {
  const { listing } = searched;
  const items = newestFirst(itemsOf(listing));
  const sample = items[0] === undefined ? null : await sampleOf(looker, items[0]);
  const wholeTexts = listing.type === 'feed' && carriesWholeTexts(listing.document);
  const content = contentFor(sample, wholeTexts);
  const entry = proposalOf({ searched, ...options, wishes: options, content });
  const summary = { ...summaryOf(searched, items, entry, wholeTexts), ...read };
  const problems = problemsOf(summary, sample, looker.clock.nowMs());
  const stored = items[0] === undefined ? null : await storedOf(looker, entry, listing, items[0]);
  return { kind: 'found', entry, summary, sample, stored, problems, tried: looker.tried };
}

/** What the crawl will store of an item; the sample has already opened its page. */
async function storedOf(
  looker: Looker,
  entry: SourceEntry,
  listing: FoundListing,
  item: Listed,
): Promise<StoredForm | null> {
  const [channel] = entry.channels;
  if (channel === undefined) return null;
  const { candidates } =
    listing.type === 'feed'
      ? candidatesOfFeed(listing.document, channel)
      : candidatesOfSitemap(listing.document, channel);
  const candidate = candidates.find(({ url }) => url === canonicalUrl(item.url));
  if (candidate === undefined) return null;
  const look = await looker.known(item.url);
  const page = look?.kind === 'page' ? look.document : null;
  return storedFormOf(entry, candidate, page, looker.clock.nowMs());
}

function itemsOf(listing: FoundListing): Listed[] {
  if (listing.type === 'feed') return listing.document.items;
  return listing.document.entries.map(({ url, title, published, modified, image }) => ({
    url,
    title: title ?? '',
    published: published ?? modified,
    image,
  }));
}

function newestFirst(items: readonly Listed[]): Listed[] {
  const at = (stamp: Stamp | null): number => stamp?.atMs ?? Number.NEGATIVE_INFINITY;
  // Items without a date keep the order of the feed, after the others.
  return [...items].sort((a, b) =>
    at(b.published) > at(a.published) ? 1 : at(b.published) < at(a.published) ? -1 : 0,
  );
}

/** `feed` where pages cannot be read and the feed holds the whole texts; otherwise null. */
function contentFor(sample: ArticleSample | null, wholeTexts: boolean): ContentMode | null {
  const isClosed = sample !== null && (sample.fault !== null || sample.bodyState === 'blocked');
  return isClosed && wholeTexts ? 'feed' : null;
}

function summaryOf(
  { listing, page }: WithListing,
  items: readonly Listed[],
  entry: SourceEntry,
  wholeTexts: boolean,
): Omit<SourceSummary, 'pages' | 'goesOn'> {
  const feed = listing.type === 'feed' ? listing.document : null;
  return {
    type: listing.type,
    format: feed?.format ?? 'sitemap',
    title: entry.kind === 'media' ? entry.title : entry.name,
    siteUrl: (entry.kind === 'media' ? entry.homepage : entry.sourceUrl) ?? listing.url,
    language: feed?.language ?? page?.document.language ?? null,
    items: items.length,
    dated: items.filter(({ published }) => published !== null).length,
    newestMs: items[0]?.published?.atMs ?? null,
    wholeTexts,
    ...(listing.type === 'feed' ? { sitemaps: 0, unread: 0 } : unreadOf(listing)),
    hubUrl: feed?.hubUrl ?? page?.document.hubUrl ?? null,
  };
}

function unreadOf({ document, looked }: FoundListing & { type: 'sitemap' }) {
  const sitemaps = document.sitemaps.length;
  return { sitemaps, unread: Math.max(0, sitemaps - looked) };
}

function problemsOf(summary: SourceSummary, sample: ArticleSample | null, nowMs: number): string[] {
  const { items, dated, newestMs, wholeTexts, siteUrl, sitemaps, unread, pages, goesOn } = summary;
  const problems: string[] = [];
  const say = (isSo: boolean, sentence: string): void => {
    if (isSo) problems.push(sentence);
  };
  say(
    unread > 0,
    `${unread} of its ${sitemaps} sitemaps have not been looked at; a crawl reads those that look newest first.`,
  );
  say(goesOn, `The feed goes on behind its page ${pages}; a crawl begins with so many pages, too.`);
  say(items === 0, 'It lists nothing at the moment.');
  say(dated < items, `${items - dated} of ${items} items have no date.`);
  say(
    newestMs !== null && newestMs < nowMs - SILENT_MS,
    'The newest item is more than a year old.',
  );
  say(newestMs !== null && newestMs > nowMs + FUTURE_SLACK_MS, 'Items are dated in the future.');
  say(siteUrl.startsWith('http:'), 'The site is not served over https.');
  if (sample === null) return problems;
  const isClosed = sample.fault !== null || sample.bodyState === 'blocked';
  const instead = wholeTexts ? ' The texts of the feed are taken instead.' : '';
  say(sample.fault !== null, `The article could not be read: ${sample.fault}.${instead}`);
  say(sample.bodyState === 'blocked', `The article is behind a login or a payment.${instead}`);
  say(sample.bodyState === 'short', 'The text of the article is very short.');
  say(sample.bodyState === 'missing', 'No text was found on the page of the article.');
  say(!isClosed && sample.published === null, 'The article names no date.');
  say(sample.authors.length === 0, 'The article names no author.');
  return problems;
}
