/**
 * The parts of the crawler that read one source, for commands that look at one: `inspect`,
 * `source add`, `source test`.
 */

import { createWebFetcher, type WebFetcher } from '../../crawler/fetch/polite-fetcher.js';
import type { Extractor } from '../../crawler/parts.js';
import { EXTRACT_POOL, PoolExtractor } from '../../crawler/pool-extractor.js';
import { WorkPool } from '../../engine/actor/work-pool.js';
import { type Clock, parseClock } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import type { Logger } from '../../kernel/logger.js';
import { userAgentOf, workerPath } from '../paths.js';

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
