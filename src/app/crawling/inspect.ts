/**
 * What the crawler would make of a feed or a page, as ingest records, without a store; and the parts of the
 * crawler that read one source, for commands that look at one: `inspect`, `source add`, `source test`.
 *
 * A feed's entries are shown as they would be stored from the feed alone; nothing of them is fetched.
 */

import { readFile } from 'node:fs/promises';
import { createWebFetcher, type WebFetcher } from '../../crawler/fetch/polite-fetcher.js';
import type { Extractor } from '../../crawler/parts.js';
import { EXTRACT_POOL, PoolExtractor } from '../../crawler/pool-extractor.js';
import { newsRecord, postRecord } from '../../crawler/records/article-records.js';
import { candidateOfItem, candidatesOfFeed } from '../../crawler/records/candidates.js';
import type { Channel } from '../../crawler/sources/model.js';
import type { Candidate } from '../../crawler/state/channel-state.js';
import type { DocumentFault, PageDocument } from '../../documents/documents.js';
import { WorkPool } from '../../engine/actor/work-pool.js';
import { type Clock, parseClock, ZONE_OFFSET_MS } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import { reasonAt, TagwireError } from '../../kernel/errors.js';
import { CRAWL } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import { httpUrl } from '../../kernel/text/url.js';
import { userAgentOf, workerPath } from '../paths.js';

/** Where a file is said to come from when nobody says. */
const NOWHERE = 'https://file.invalid/';

export interface InspectOptions {
  what: 'feed' | 'page';
  /** Code of the media, or slug of the blog, that the records are for. */
  owner: { kind: 'media' | 'blog'; key: string };
  /** Address of a file; null where it says so itself, or nobody does. */
  url: string | null;
}

/** What is made of one document. */
export interface Inspection {
  source: string;
  records: object[];
  /** What was left out, and what the feed says of it. */
  dropped: { reason: string; what: string; record?: object }[];
  /** Why nothing could be made of it; null otherwise. */
  error: string | null;
}

interface Raw {
  bytes: Uint8Array;
  contentType: string;
  url: string;
}

/** Inspects a file or an address. Never rejects. */
export async function inspect(
  tools: CrawlTools,
  source: string,
  options: InspectOptions,
): Promise<Inspection> {
  try {
    const raw = await load(tools, source, options);
    const zoneOffsetMs = options.owner.kind === 'media' ? ZONE_OFFSET_MS : 0;
    return options.what === 'feed'
      ? await inspectFeed(tools, source, options, { ...raw, zoneOffsetMs })
      : await inspectPage(tools, source, options, { ...raw, zoneOffsetMs });
  } catch (error) {
    return { source, records: [], dropped: [], error: reasonAt(source, error) };
  }
}

async function load(
  { fetcher }: CrawlTools,
  source: string,
  { what, url }: InspectOptions,
): Promise<Raw> {
  if (!/^https?:\/\//i.test(source)) {
    const bytes = await readFile(source);
    return { bytes, contentType: '', url: url ?? NOWHERE };
  }
  const outcome = await fetcher.fetch({ url: source, purpose: what });
  if (outcome.kind === 'ok') {
    return { bytes: outcome.bytes, contentType: outcome.contentType, url: outcome.url };
  }
  const message = outcome.kind === 'failed' ? outcome.message : 'the server sent nothing';
  throw new TagwireError('INPUT_INVALID', message);
}

type ZonedRaw = Raw & { zoneOffsetMs: number };

async function inspectFeed(
  { extractor, clock }: { extractor: Extractor; clock: CrawlTools['clock'] },
  source: string,
  { owner }: InspectOptions,
  raw: ZonedRaw,
): Promise<Inspection> {
  const document = await extractor.extract({
    ...{ task: 'feed', ...raw, itemsMax: CRAWL.itemsMax, keepsDropped: true },
  });
  if (document.kind === 'fault') return failed(source, document);
  const { candidates, dropped } = candidatesOfFeed(document, ANY_CHANNEL);
  const nowMs = clock.nowMs();
  const records = candidates.map((candidate) => recordOf(owner, candidate, null, nowMs));
  const told = dropped.map(({ reason, what, item }) => {
    if (item === undefined) return { reason, what };
    const candidate = candidateOfItem({ ...item, url: item.url ?? '' });
    return { reason, what, record: recordOf(owner, candidate, null, nowMs) };
  });
  return { source, records, dropped: told, error: null };
}

async function inspectPage(
  { extractor, clock }: { extractor: Extractor; clock: CrawlTools['clock'] },
  source: string,
  { owner }: InspectOptions,
  raw: ZonedRaw,
): Promise<Inspection> {
  const genre = owner.kind === 'media' ? 'news' : 'post';
  const page = await extractor.extract({ task: 'page', genre, ...raw });
  if (page.kind === 'fault') return failed(source, page);
  if (page.title === null && page.body === null) {
    const dropped = [{ reason: 'not-an-article', what: raw.url }];
    return { source, records: [], dropped, error: null };
  }
  const url = page.canonicalUrl ?? httpUrl(raw.url) ?? NOWHERE;
  const record = recordOf(owner, { ...BLANK, url, title: page.title }, page, clock.nowMs());
  return { source, records: [record], dropped: [], error: null };
}

function recordOf(
  owner: InspectOptions['owner'],
  candidate: Candidate,
  page: PageDocument | null,
  nowMs: number,
): object {
  const reading = { page, status: 'not_fetched' } as const;
  const facts = { owner: owner.key, url: candidate.url, candidate, reading, nowMs };
  return owner.kind === 'media' ? newsRecord(facts) : postRecord(facts);
}

function failed(source: string, { reason, message }: DocumentFault): Inspection {
  return { source, records: [], dropped: [], error: `${reason}: ${message}` };
}

const ANY_CHANNEL: Channel = {
  type: 'feed',
  url: NOWHERE,
  rule: null,
  content: 'feed',
  include: null,
  exclude: null,
  section: null,
  everyMs: null,
};

const BLANK: Candidate = {
  ...{ url: '', guid: null, title: null, published: null, updated: null, authors: [] },
  ...{ categories: [], summary: null, content: null, image: null, section: null },
  publisherUrl: null,
};

export interface CrawlTools {
  fetcher: WebFetcher;
  extractor: Extractor;
  clock: Clock;
  close(): Promise<void>;
}

export function createCrawlTools(config: Config, logger: Logger): CrawlTools {
  const clock = parseClock(config.clock);
  const pool = createExtractPool(config.crawlThreads);
  const { crawlAllow: allow, crawlGapMs: hostGapMs } = config;
  const fetcher = createWebFetcher(
    { allow, hostGapMs, userAgent: userAgentOf(config) },
    clock,
    logger,
  );
  return {
    fetcher,
    extractor: new PoolExtractor(pool),
    clock,
    close: async () => {
      await fetcher.close();
      await pool.close();
    },
  };
}

/** Threads that take documents apart. */
export function createExtractPool(threads: number): WorkPool {
  return new WorkPool({ filename: workerPath('extract'), threads, ...EXTRACT_POOL });
}
