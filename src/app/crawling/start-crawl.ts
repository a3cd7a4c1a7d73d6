/** Starts the crawler within a server. */
import type { Clock } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import type { Logger } from '../../kernel/logger.js';
import { openPort } from '../open-port.js';
import type { Pipeline } from '../pipeline.js';
import { openCrawl, steerCrawl } from './crawl.js';
import { CrawlSocket } from './crawl-socket.js';
import type { CrawlThread } from './crawl-thread.js';
import { HubServer } from './hub-server.js';

/** Runs the crawler beside the server, and answers hubs where they can reach us. */
export async function startCrawl(
  config: Config,
  logger: Logger,
  clock: Clock,
  pipeline: Pipeline,
  closers: (() => Promise<void>)[],
): Promise<CrawlThread> {
  const sink = {
    ingest: (bytes: Uint8Array) => pipeline.ingest([bytes], false, clock.nowMs()),
    registry: pipeline.registry.bind(pipeline),
  };
  const crawl = await openCrawl(config, clock, sink, logger);
  closers.push(() => crawl.close());
  const stopSteering = steerCrawl(crawl, () => clock.nowMs());
  closers.push(async () => stopSteering());
  const socket = new CrawlSocket(config.data, crawl);
  await socket.listen();
  closers.push(() => socket.close());
  if (config.websubPublicUrl !== '') {
    const hubs = new HubServer((request) => crawl.call('hub', request));
    await openPort(config, 'websubPort', (host, port) => hubs.listen(host, port));
    closers.push(() => hubs.close());
  }
  await crawl.start();
  return crawl;
}
