/**
 * The crawler's thread: opens its parts, answers calls, and closes them.
 *
 * Operating errors are answers with a code; a bug ends the thread, and the main thread starts a new one.
 */
import { join } from 'node:path';
import { checkSelector } from '../documents/list.js';
import { type Clock, frozenClock, SteeredClock, systemClock } from '../kernel/clock.js';
import { type ErrorCode, messageOf, TagwireError } from '../kernel/errors.js';
import { createLogger } from '../kernel/logger.js';
import { ICON_FOLDER } from '../kernel/model/icon.js';
import { Crawler } from './crawler.js';
import { createWebFetcher } from './fetch/polite-fetcher.js';
import { IconFolder } from './icon-folder.js';
import { PoolExtractor, type TaskPool } from './pool-extractor.js';
import { PortSink } from './port-sink.js';
import type { CrawlCallName, CrawlCalls, CrawlMessage, CrawlSettings } from './protocol.js';
import { SourceWatch } from './sources/watch-sources.js';
import { CrawlStore } from './state/crawl-store.js';
import { digestOf, statusOf } from './status.js';

type CrawlReply =
  | { ok: true; response: CrawlCalls[CrawlCallName]['response'] }
  | { ok: false; code: ErrorCode | null; message: string };

/** A pool of threads that ends with the crawler. */
export interface OwnedPool extends TaskPool {
  close(): Promise<void>;
}

/** Everything that is open after the call `open`. */
interface Opened {
  crawler: Crawler;
  watch: SourceWatch;
  pool: OwnedPool;
  clock: Clock;
}

/** Returns the function that answers calls; `createPool` makes the pool of extraction threads. */
export function createCrawlService(
  createPool: (threads: number) => OwnedPool,
): (message: CrawlMessage) => Promise<CrawlReply> {
  let opened: Opened | null = null;
  const answer = async (message: CrawlMessage): Promise<CrawlCalls[CrawlCallName]['response']> => {
    if (message.call === 'open') {
      opened = await open(message.request as CrawlCalls['open']['request'], createPool);
      return {};
    }
    if (opened === null) throw new TagwireError('STORE_CLOSED', 'the crawler is not open');
    return answerCall(opened, message);
  };
  return async (message) => {
    try {
      return { ok: true, response: await answer(message) };
    } catch (error) {
      const code = error instanceof TagwireError ? error.code : null;
      return { ok: false, code, message: messageOf(error) };
    }
  };
}

async function open(
  { settings, port }: CrawlCalls['open']['request'],
  createPool: (threads: number) => OwnedPool,
): Promise<Opened> {
  const logger = createLogger(settings, 'crawler');
  const clock = clockOf(settings);
  const store = await CrawlStore.open(settings.folder, logger);
  const pool = createPool(settings.extractThreads);
  const crawler = new Crawler({
    ...{ clock, logger, store },
    fetcher: createWebFetcher(settings, clock, logger),
    extractor: new PoolExtractor(pool),
    sink: new PortSink(port),
    icons: new IconFolder(join(settings.folder, ICON_FOLDER)),
    callbackUrl: settings.callbackUrl,
  });
  // Files are used one after the other; a failed registration is logged, and tried again with the next file.
  let inUse: Promise<void> = Promise.resolve();
  const watch = new SourceWatch({
    path: settings.sourcesPath,
    check: checkSelector,
    logger,
    onChange: ({ file }) => {
      inUse = inUse.catch(() => undefined).then(() => crawler.use(file));
      inUse.catch((error: unknown) => {
        logger.error({ reason: messageOf(error) }, 'the sources could not be registered');
      });
    },
  });
  try {
    await watch.start();
    await inUse;
  } catch (error) {
    await crawler.close();
    await pool.close();
    throw error;
  }
  return { crawler, watch, pool, clock };
}

async function answerCall(
  { crawler, watch, pool, clock }: Opened,
  { call, request }: CrawlMessage,
): Promise<CrawlCalls[CrawlCallName]['response']> {
  switch (call) {
    case 'start':
      crawler.start();
      return {};
    case 'once':
      crawler.pollNow();
      await crawler.runDue();
      return {};
    case 'status':
      return statusOf(crawler);
    case 'digest':
      return digestOf(statusOf(crawler));
    case 'clock':
      if (clock instanceof SteeredClock)
        clock.set((request as CrawlCalls['clock']['request']).atMs);
      return {};
    case 'poll':
      return { channels: crawler.pollNow((request as CrawlCalls['poll']['request']).source) };
    case 'reload':
      await watch.reload();
      return { faults: crawler.faults.length };
    case 'hub':
      return crawler.subscriptions.answer(crawler, request as CrawlCalls['hub']['request']);
    case 'close':
      await watch.close();
      await crawler.close();
      await pool.close();
      return {};
    default:
      throw new Error(`no call ${call}`);
  }
}

function clockOf({ clock }: CrawlSettings): Clock {
  if (clock === null) return systemClock;
  return clock.isFrozen ? frozenClock(clock.atMs) : new SteeredClock(clock.atMs);
}
