/** A web without network and without parsers: addresses and the documents that they hold. */

import type { FetchOutcome } from '../../../src/crawler/fetch/outcome.js';
import type { LookTools } from '../../../src/crawler/finding/looker.js';
import type { Extractor } from '../../../src/crawler/parts.js';
import type {
  FeedDocument,
  FeedItem,
  PageDocument,
  SitemapDocument,
} from '../../../src/documents/documents.js';
import { DAY_MS, frozenClock } from '../../../src/kernel/clock.js';

export const NOW_MS = Date.UTC(2031, 4, 6, 8);

export type Thing =
  | { feed: Partial<FeedDocument> }
  | { page: Partial<PageDocument>; link?: string }
  | { sitemap: Partial<SitemapDocument> }
  | { to: string }
  | { fails: string };

export type Web = { [url: string]: Thing };

export interface FakeWeb extends LookTools {
  /** Addresses that were fetched, in order. */
  asked: string[];
}

/** Tools that see nothing but the given web. */
export function fakeWeb(
  web: Web,
  robots: { forbidden?: RegExp; sitemaps?: string[] } = {},
): FakeWeb {
  const asked: string[] = [];
  return {
    asked,
    clock: frozenClock(NOW_MS),
    fetcher: {
      async fetch({ url }) {
        asked.push(url);
        return answerOf(web, url);
      },
      async robotsOf() {
        const { forbidden, sitemaps = [] } = robots;
        return { allows: (url) => !forbidden?.test(url), crawlDelayMs: 0, fault: null, sitemaps };
      },
      close: async () => undefined,
    },
    extractor: extractorOf(web),
  };
}

const HEADS = { feed: '<?xml version="1.0"?><rss>', sitemap: '<urlset>', page: '<!doctype html>' };

function answerOf(web: Web, url: string): FetchOutcome {
  const hops: FetchOutcome['hops'] = [];
  let at = url;
  let thing = web[at];
  while (thing !== undefined && 'to' in thing) {
    hops.push({ url: at, status: 301, location: thing.to });
    at = thing.to;
    thing = web[at];
  }
  const trace = {
    url: at,
    headers: {
      ...{ 'content-type': 'text/html', server: 'quay' },
      ...(thing !== undefined && 'link' in thing && { link: thing.link }),
    },
    hops: [...hops, { url: at, status: thing === undefined ? 404 : 200, location: null }],
    movedTo: hops.length > 0 ? at : null,
    remoteAddress: '192.0.2.7',
    sent: { 'user-agent': 'Tagwire', accept: '*/*' },
    elapsedMs: 12,
  };
  if (thing === undefined || 'fails' in thing) {
    const message = thing === undefined ? 'the server answered 404' : thing.fails;
    const reason = thing === undefined ? 'not-found' : 'connect';
    const status = thing === undefined ? 404 : 0;
    return { ...trace, kind: 'failed', status, reason, message, retryAfterMs: null };
  }
  const kind = 'feed' in thing ? 'feed' : 'sitemap' in thing ? 'sitemap' : 'page';
  const bytes = new TextEncoder().encode(HEADS[kind]);
  const contentType = kind === 'page' ? 'text/html' : 'application/xml';
  return { ...trace, kind: 'ok', status: 200, bytes, contentType, etag: null, lastModified: null };
}

function extractorOf(web: Web): Extractor {
  const documentOf = (task: string, url: string): object => {
    const thing = web[url];
    if (thing !== undefined && task in thing) {
      if ('feed' in thing) return feedOf(thing.feed);
      if ('page' in thing) return pageOf(thing.page);
      if ('sitemap' in thing) return sitemapOf(thing.sitemap);
    }
    if (thing !== undefined && 'page' in thing && (task === 'portal' || task === 'stories')) {
      // Every page of this web is a portal with one topic, and the page of a topic.
      const stories = [{ url: `${url}/story`, title: task, published: null }];
      const topic = { id: 'a', title: 'Topic', url: `${url}/topic`, image: null, sponsored: false };
      const portal = { kind: 'portal', items: [{ ...topic, stories }], nextUrl: null, dropped: [] };
      return task === 'portal' ? portal : { ...portal, kind: 'stories', stories };
    }
    const reason =
      task === 'sitemap' ? 'not-a-sitemap' : task === 'page' ? 'not-html' : 'not-a-feed';
    return { kind: 'fault', reason, message: `this is no ${task}` };
  };
  return {
    async extract(task) {
      return documentOf(task.task, task.url) as never;
    },
  };
}

function feedOf(part: Partial<FeedDocument>): FeedDocument {
  return {
    kind: 'feed',
    format: 'rss',
    title: 'Quay Notes',
    description: '',
    language: null,
    siteUrl: null,
    selfUrl: null,
    hubUrl: null,
    nextUrl: null,
    iconUrl: null,
    ttlMinutes: null,
    charset: 'utf-8',
    items: [],
    dropped: [],
    ...part,
  };
}

function sitemapOf(part: Partial<SitemapDocument>): SitemapDocument {
  return { kind: 'sitemap', sitemaps: [], entries: [], charset: 'utf-8', dropped: [], ...part };
}

function pageOf(part: Partial<PageDocument>): PageDocument {
  return {
    kind: 'page',
    canonicalUrl: null,
    title: 'A page',
    description: null,
    authors: [],
    published: null,
    modified: null,
    section: null,
    image: null,
    keywords: [],
    language: null,
    siteName: null,
    body: null,
    bodyState: 'missing',
    bodySource: null,
    links: [],
    linksTruncated: false,
    feeds: [],
    iconUrl: null,
    hubUrl: null,
    charset: 'utf-8',
    refreshUrl: null,
    ...part,
  };
}

/** Items of a feed, one a day back from now, under an address. */
export function items(base: string, count: number, part: Partial<FeedItem> = {}): FeedItem[] {
  return Array.from({ length: count }, (_, at) => ({
    guid: null,
    url: `${base}${at + 1}`,
    title: `Story ${at + 1}`,
    authors: [],
    published: { atMs: NOW_MS - at * DAY_MS, precision: 'second' },
    updated: null,
    categories: [],
    summary: 'Short.',
    content: null,
    image: null,
    source: null,
    ...part,
  }));
}

export const link = (url: string, title = '', type = 'application/rss+xml') => ({
  url,
  title,
  type,
});
export const whole = { content: `<p>${'The tide came in. '.repeat(60)}</p>` };
export const article: Thing = {
  page: {
    title: 'A story',
    authors: ['Ann Quay'],
    published: { atMs: NOW_MS, precision: 'second' },
    body: 'The tide came in and went out again. '.repeat(20),
    bodyState: 'ok',
  },
};
