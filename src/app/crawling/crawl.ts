/**
 * Starts the crawler beside whatever holds the store, from the options of the process.
 */
import type { CrawlSettings } from '../../crawler/protocol.js';
import { type Clock, SECOND_MS, systemClock } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import type { Logger } from '../../kernel/logger.js';
import { type CrawlSink, CrawlThread } from './crawl-thread.js';
import { crawlFolderOf, sourcesPathOf } from './source-list.js';
import { userAgentOf } from './user-agent.js';

/** The crawler's thread has a clock of its own, which follows the one that is believed. */
const STEER_MS = 20 * SECOND_MS;

/**
 * Opens the crawler on a thread of its own. `clock` is the one of the store that it feeds.
 * @throws TagwireError STORE_LOCKED when another crawler works on the same store.
 */
export function openCrawl(
  config: Config,
  clock: Clock,
  sink: CrawlSink,
  logger: Logger,
): Promise<CrawlThread> {
  const settings = (): CrawlSettings => ({
    folder: crawlFolderOf(config),
    sourcesPath: sourcesPathOf(config),
    allow: config.crawlAllow,
    userAgent: userAgentOf(config),
    hostGapMs: config.crawlGapMs,
    extractThreads: config.crawlThreads,
    callbackUrl: config.websubPublicUrl.replace(/\/+$/, '') || null,
    logLevel: config.logLevel,
    logFormat: config.logFormat,
    clock:
      clock === systemClock
        ? null
        : { atMs: clock.nowMs(), isFrozen: config.clock.startsWith('frozen:') },
  });
  return CrawlThread.open(settings, sink, logger);
}

/** Keeps the clock of the crawler's thread on the one that is believed; gives how to stop. */
export function steerCrawl(crawl: CrawlThread, nowMs: () => number | Promise<number>): () => void {
  const steer = async (): Promise<void> => {
    await crawl.call('clock', { atMs: await nowMs() });
  };
  // What cannot be asked now is asked again; the thread's clock goes on meanwhile.
  const timer = setInterval(() => void steer().catch(() => undefined), STEER_MS);
  return () => clearInterval(timer);
}
