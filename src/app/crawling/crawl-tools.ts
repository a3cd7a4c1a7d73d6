/**
 * The parts of the crawler that read one source, without a store: for commands that examine a source (`inspect`,
 * `source add`, `source test`), and for the page of administrators that traces a source.
 */

import { createWebFetcher, type PoliteFetcher } from '../../crawler/fetch/polite-fetcher.js';
import { addressesOf } from '../../crawler/finding/places.js';
import type { Extractor } from '../../crawler/parts.js';
import { EXTRACT_POOL, PoolExtractor } from '../../crawler/pool-extractor.js';
import { type Trace, targetOf, targetsOf, traceFetch } from '../../crawler/trace.js';
import { WorkPool } from '../../engine/actor/work-pool.js';
import { type Clock, parseClock } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import { TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { userAgentOf, workerPath } from '../paths.js';
import { entriesNamed, type SourceList } from './source-list.js';

export interface CrawlTools {
  fetcher: PoliteFetcher;
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

/** Threads that parse documents. */
export function createExtractPool(threads: number): WorkPool {
  return new WorkPool({ filename: workerPath('extract'), threads, ...EXTRACT_POOL });
}

/** Does some work with the tools, and closes them. */
export async function withTools<T>(
  config: Config,
  logger: Logger,
  work: (tools: CrawlTools) => Promise<T>,
): Promise<T> {
  const tools = createCrawlTools(config, logger);
  try {
    return await work(tools);
  } finally {
    await tools.close();
  }
}

/** Traces every channel of an entry, or an address. @throws TagwireError INPUT_INVALID where `name` is neither. */
export async function traceSource(
  config: Config,
  logger: Logger,
  list: SourceList,
  name: string,
): Promise<Trace[]> {
  const entries = entriesNamed(list, name);
  const [address] = addressesOf(name);
  const isBare = entries.length === 0 && !/[.:/]/.test(name);
  if (isBare || (entries.length === 0 && address === undefined)) {
    throw new TagwireError(
      'INPUT_INVALID',
      `"${name}" is no source in ${list.path} and no address`,
    );
  }
  const targets = entries.length > 0 ? entries.flatMap(targetsOf) : [targetOf(address!)];
  return withTools(config, logger, async (tools) => {
    const traces: Trace[] = [];
    for (const target of targets) traces.push(await traceFetch(tools, target));
    return traces;
  });
}
