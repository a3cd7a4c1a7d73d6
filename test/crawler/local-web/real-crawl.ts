/**
 * The whole crawler against a local web, on a clock moved by hand: real requests, real extraction,
 * whatever log the test gives it.
 */
import { join } from 'node:path';
import { createExtractPool } from '../../../src/app/crawling/crawl-tools.js';
import { Crawler } from '../../../src/crawler/crawler.js';
import type { FetchLimits } from '../../../src/crawler/fetch/outcome.js';
import { createWebFetcher } from '../../../src/crawler/fetch/polite-fetcher.js';
import { IconFolder } from '../../../src/crawler/icon-folder.js';
import type { RecordSink } from '../../../src/crawler/parts.js';
import { PoolExtractor, type TaskPool } from '../../../src/crawler/pool-extractor.js';
import { readSources } from '../../../src/crawler/sources/read-sources.js';
import { CrawlStore } from '../../../src/crawler/state/crawl-store.js';
import { checkSelector } from '../../../src/documents/list.js';
import type { ManualClock } from '../../../src/kernel/clock.js';
import { type Logger, silentLogger } from '../../../src/kernel/logger.js';

const THREADS = 2;

export interface RealCrawl {
  crawler: Crawler;
  /** Moves the clock in steps and does what becomes due. */
  pass(untilMs: number, stepMs: number): Promise<void>;
  close(): Promise<void>;
}

export interface RealCrawlOptions {
  logger?: Logger;
  limits?: Partial<FetchLimits>;
  /** Private ranges that may be connected to; all of loopback by default. */
  allow?: readonly string[];
  /** Threads that take documents apart, closed with the crawl; the service's own by default. */
  pool?: TaskPool & { close(): Promise<void> };
  callbackUrl?: string;
}

/** @param folder of the crawler's state; another crawl may go on there after `close`. */
export async function openRealCrawl(
  folder: string,
  toml: string,
  clock: ManualClock,
  sink: RecordSink,
  options: RealCrawlOptions = {},
): Promise<RealCrawl> {
  const {
    logger = silentLogger,
    limits = {},
    allow = ['127.0.0.0/8'],
    callbackUrl = null,
  } = options;
  const { pool = createExtractPool(THREADS) } = options;
  const settings = { allow, userAgent: 'Tagwire/0 (+test)', hostGapMs: 1, limits };
  const crawler = new Crawler({
    ...{ clock, logger, sink, callbackUrl },
    store: await CrawlStore.open(folder, logger),
    fetcher: createWebFetcher(settings, clock, logger),
    extractor: new PoolExtractor(pool),
    icons: new IconFolder(join(folder, 'icons')),
  });
  const file = readSources(toml, checkSelector);
  if (file.faults.length > 0) throw new Error(JSON.stringify(file.faults));
  await crawler.use(file);
  return {
    crawler,
    pass: async (untilMs, stepMs) => {
      while (clock.nowMs() < untilMs) {
        clock.set(Math.min(untilMs, clock.nowMs() + stepMs));
        await crawler.runDue();
      }
    },
    close: async () => {
      await crawler.close();
      await pool.close();
    },
  };
}
