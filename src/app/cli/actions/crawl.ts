/** `tagwire crawl`: the crawler in a process of its own, which sends to a store or to the server that holds it. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { parseClock } from '../../../kernel/clock.js';
import type { Config } from '../../../kernel/config.js';
import { TagwireError } from '../../../kernel/errors.js';
import { createLogger, type Logger } from '../../../kernel/logger.js';
import { StoreClock } from '../../clock-watch.js';
import { openCrawl, steerCrawl } from '../../crawling/crawl.js';
import { CrawlSocket, pollRunning } from '../../crawling/crawl-socket.js';
import type { CrawlThread } from '../../crawling/crawl-thread.js';
import { noSources, sourcesPathOf } from '../../crawling/source-list.js';
import { refuse } from '../answers.js';
import { configOf } from '../config-file.js';
import { RenewedSink } from '../open-sink.js';
import { onSignals } from '../signals.js';
import { chosenOf, printStatus } from './crawl-status.js';

async function run(config: Config, logger: Logger, isOnce: boolean): Promise<void> {
  const sink = await RenewedSink.open(config);
  let crawl: CrawlThread | null = null;
  let socket: CrawlSocket | null = null;
  let stopSteering: (() => void) | null = null;
  try {
    if (config.clock === 'system') {
      const clock = await StoreClock.follow(() => sink.clock());
      crawl = await openCrawl(config, clock, sink, logger);
      stopSteering = steerCrawl(crawl, async () => {
        await clock.look();
        return clock.nowMs();
      });
    } else {
      crawl = await openCrawl(config, parseClock(config.clock), sink, logger);
    }
    socket = new CrawlSocket(config.data, crawl);
    await socket.listen();
    if (isOnce) await once(crawl, sink);
    else await untilStopped(crawl);
  } finally {
    stopSteering?.();
    await socket?.close();
    await crawl?.close();
    await sink.close();
  }
}

async function once(crawl: CrawlThread, sink: RenewedSink): Promise<void> {
  const stop = onSignals({ stop: () => void crawl.close() });
  try {
    await crawl.call('once', {});
    await sink.settle();
    const status = await crawl.status();
    printStatus(chosenOf({})(status));
    const isWhole =
      status.faults.length === 0 && status.channels.every(({ failed }) => failed === 0);
    if (!isWhole) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof TagwireError && error.code === 'ACTOR_DOWN')) throw error;
    process.exitCode = 1;
  } finally {
    stop();
  }
}

async function untilStopped(crawl: CrawlThread): Promise<void> {
  const { faults, channels } = await crawl.status();
  for (const { line, message } of faults)
    process.stderr.write(`sources.toml:${line}: ${message}\n`);
  process.stdout.write(
    `crawling ${channels.length} channels; \`tagwire crawl status\` tells how they do\n`,
  );
  await crawl.start();
  await new Promise<void>((resolve) => {
    onSignals({
      stop: resolve,
      reload: () => void crawl.call('reload', {}).catch(() => undefined),
    });
  });
  process.stderr.write('closing\n');
}

export async function crawl(flags: { once?: boolean }, own: Command): Promise<void> {
  const config = configOf(own);
  const logger = createLogger(config, 'tagwire');
  const path = sourcesPathOf(config);
  if (!existsSync(path)) refuse(noSources(path));
  await run(config, logger, flags.once ?? false);
}

export async function pollNow(source: string | undefined, _: object, own: Command): Promise<void> {
  const polled = await pollRunning(configOf(own).data, source ?? null);
  if (polled === null) refuse('no crawler runs on this store; start one with `tagwire crawl`');
  if (polled.channels === 0) refuse(`there is no source "${source}"`);
  process.stdout.write(`polling ${polled.channels}\n`);
}
