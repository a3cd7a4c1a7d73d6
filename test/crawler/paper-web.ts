/**
 * A crawler on a web of paper: documents as data, a log that remembers, a clock moved by hand. Nothing
 * is fetched or parsed, so a test sees the crawler's own decisions alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Crawler } from '../../src/crawler/crawler.js';
import type { Fetcher, FetchOutcome, FetchReason } from '../../src/crawler/fetch/outcome.js';
import { IconFolder } from '../../src/crawler/icon-folder.js';
import type {
  Extractor,
  RecordSink,
  RegisteredItem,
  SendSummary,
} from '../../src/crawler/parts.js';
import type { IngestRecord } from '../../src/crawler/records/article-records.js';
import type {
  BlogSource,
  Channel,
  MediaSource,
  SourceEntry,
} from '../../src/crawler/sources/model.js';
import { CrawlStore } from '../../src/crawler/state/crawl-store.js';
import type {
  DocumentFault,
  FeedDocument,
  FeedItem,
  IconDocument,
  PageDocument,
  PortalDocument,
  SitemapDocument,
  StoriesDocument,
} from '../../src/documents/documents.js';
import { ManualClock } from '../../src/kernel/clock.js';
import { silentLogger } from '../../src/kernel/logger.js';

export const START_MS = Date.parse('2026-03-01T00:00:00Z');

interface Owner {
  teardown(work: () => Promise<void> | void): void;
}

export type PaperDocument =
  | FeedDocument
  | SitemapDocument
  | PageDocument
  | PortalDocument
  | StoriesDocument
  | IconDocument
  | DocumentFault;

/** What an address answers. */
export type PaperAnswer =
  | { document: PaperDocument; url?: string; movedTo?: string; etag?: string }
  | { fails: FetchReason; retryAfterMs?: number };

export class PaperWeb implements Fetcher, Extractor {
  readonly answers = new Map<string, PaperAnswer>();
  readonly requests: string[] = [];
  /** Addresses that never answer. */
  readonly hung = new Set<string>();

  async fetch({ url, etag }: { url: string; etag?: string | null }): Promise<FetchOutcome> {
    this.requests.push(url);
    if (this.hung.has(url)) await new Promise(() => undefined);
    const trace = { url, status: 200, headers: {}, hops: [], movedTo: null, remoteAddress: null };
    const rest = { ...trace, sent: {}, elapsedMs: 1 };
    const answer = this.answers.get(url) ?? { fails: 'not-found' };
    if ('fails' in answer) {
      const { fails: reason, retryAfterMs = null } = answer;
      return { ...rest, kind: 'failed', reason, message: `${url}: ${reason}`, retryAfterMs };
    }
    const { document, movedTo = null, etag: tag = null } = answer;
    if (tag !== null && tag === etag) {
      return { ...rest, kind: 'unchanged', etag: tag, lastModified: null };
    }
    const final = answer.url ?? url;
    const hops =
      final === url ? [] : [url, final].map((one) => ({ url: one, status: 200, location: null }));
    const bytes = new TextEncoder().encode(JSON.stringify(document));
    return {
      ...{ ...rest, url: final, hops, movedTo, kind: 'ok', bytes, contentType: '' },
      ...{ etag: tag, lastModified: null },
    };
  }

  async close(): Promise<void> {}

  extract: Extractor['extract'] = async ({ bytes }) => {
    const document = JSON.parse(new TextDecoder().decode(bytes));
    if (document.kind === 'icon') document.png = Uint8Array.from(Object.values(document.png));
    return document;
  };
}

/** A log that lays updates over what it knows, and can be made to fail. */
export class PaperLog implements RecordSink {
  readonly records: IngestRecord[] = [];
  readonly news = new Map<string, IngestRecord>();
  readonly registeredMedia: RegisteredItem[] = [];
  isDown = false;

  async send(records: readonly IngestRecord[]): Promise<SendSummary> {
    if (this.isDown) throw new Error('the store cannot be written');
    for (const record of records) {
      this.records.push(record);
      const { url } = record;
      if (typeof url !== 'string') continue;
      const known = this.news.get(url);
      this.news.set(url, { ...known, ...record });
    }
    return { rejects: [] };
  }

  async registered(kind: 'media' | 'blog'): Promise<RegisteredItem[]> {
    return kind === 'media' ? this.registeredMedia : [];
  }

  of(kind: string): IngestRecord[] {
    return this.records.filter((record) => record.kind === kind);
  }
}

export interface PaperCrawl {
  web: PaperWeb;
  log: PaperLog;
  clock: ManualClock;
  crawler: Crawler;
  /** Folder of its state. */
  folder: string;
  /** Moves the clock in steps and does what becomes due. */
  pass(byMs: number, stepMs?: number): Promise<void>;
  /** Ends the crawler and begins another on the same state. */
  restart(): Promise<void>;
}

export async function startPaperCrawl(
  owner: Owner,
  entries: SourceEntry[],
  callbackUrl: string | null = null,
): Promise<PaperCrawl> {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-crawl-'));
  const web = new PaperWeb();
  const log = new PaperLog();
  const clock = new ManualClock(START_MS);
  const open = async (): Promise<Crawler> => {
    const store = await CrawlStore.open(folder, silentLogger);
    const parts = { clock, logger: silentLogger, store, fetcher: web, extractor: web, sink: log };
    const icons = new IconFolder(join(folder, 'icons'));
    const crawler = new Crawler({ ...parts, icons, callbackUrl });
    await crawler.use({ categories: [], entries, faults: [] });
    return crawler;
  };
  const crawl: PaperCrawl = {
    ...{ web, log, clock, folder, crawler: await open() },
    pass: async (byMs, stepMs = 60_000) => {
      for (let passed = 0; passed < byMs; passed += stepMs) {
        clock.advance(Math.min(stepMs, byMs - passed));
        await crawl.crawler.runDue();
      }
    },
    restart: async () => {
      await crawl.crawler.close();
      crawl.crawler = await open();
    },
  };
  owner.teardown(async () => {
    await crawl.crawler.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return crawl;
}

export function channel(url: string, more: Partial<Channel> = {}): Channel {
  return {
    ...{ type: 'feed', url, rule: null, content: 'page', include: null, exclude: null },
    ...{ section: null, everyMs: null },
    ...more,
  };
}

export function media(
  key: string,
  channels: Channel[],
  more: Partial<MediaSource> = {},
): MediaSource {
  return {
    ...{ kind: 'media', key, title: key, enabled: true, channels, zoneOffsetMs: 0, line: 1 },
    ...{ obeyRobots: true, camp: null, categories: null, sourceKind: null, country: null },
    ...{ countryCode: null, homepage: `https://${key}.example/`, icon: null, aliases: null },
    ...{ syndicated: null, tagging: null, portal: null },
    ...more,
  };
}

export function blog(key: string, channels: Channel[], more: Partial<BlogSource> = {}): BlogSource {
  return {
    ...{ kind: 'blog', key, name: key, enabled: true, channels, zoneOffsetMs: 0, line: 1 },
    ...{ obeyRobots: true, sourceUrl: `https://${key}.example/`, category: null },
    ...{ description: null, aliases: null, verified: null, iconUrl: null },
    ...{ expectedIntervalHours: null },
    ...more,
  };
}

export function feed(items: Partial<FeedItem>[], more: Partial<FeedDocument> = {}): FeedDocument {
  return {
    ...{ kind: 'feed', format: 'rss', title: '', description: '', language: null, siteUrl: null },
    ...{
      selfUrl: null,
      hubUrl: null,
      nextUrl: null,
      iconUrl: null,
      ttlMinutes: null,
      charset: 'utf-8',
    },
    ...{ items: items.map(feedItem), dropped: [] },
    ...more,
  };
}

function feedItem(item: Partial<FeedItem>): FeedItem {
  return {
    ...{ guid: null, url: '', title: '', authors: [], published: null, updated: null },
    ...{ categories: [], summary: null, content: null, image: null, source: null },
    ...item,
  };
}

export function page(more: Partial<PageDocument>): PageDocument {
  const words = 'Words of the page that go on for quite a while. '.repeat(4);
  const body = more.body ?? `${words}${more.title ?? ''}`.trim();
  return {
    ...{ kind: 'page', canonicalUrl: null, title: 'A page', description: null, authors: [] },
    ...{ published: null, modified: null, section: null, image: null, keywords: [] },
    ...{ language: null, siteName: null, body, bodyState: 'ok', bodySource: 'readability' },
    ...{ links: [], linksTruncated: false, feeds: [], iconUrl: null, hubUrl: null },
    ...{ charset: 'utf-8', refreshUrl: null },
    ...more,
  };
}

export function at(ms: number): { atMs: number; precision: 'second' } {
  return { atMs: ms, precision: 'second' };
}
