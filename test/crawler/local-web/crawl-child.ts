/**
 * A crawler with a log of its own in a process of its own, so that it can be killed. Arguments: data
 * folder, path of sources.toml. Each message `{at}` sets the clock and has done what is due; `{close}`
 * ends everything in order.
 */
import '../../engine/actor/threads-here.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordSink } from '../../../src/crawler/parts.js';
import { ManualClock } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { IngestLog } from '../../../src/store/log/ingest-log.js';
import type { RegistryPage } from '../../../src/store/log/registry.js';
import { linesOf } from '../../serve/api/harness.js';
import { openRealCrawl, type RealCrawl } from './real-crawl.js';

const [data = '', sources = ''] = process.argv.slice(2);
const clock = new ManualClock();
const log = await IngestLog.open({ folder: data, logger: silentLogger });

const sink: RecordSink = {
  send: (records) => log.ingest({ bytes: linesOf(records), replay: false, nowMs: clock.nowMs() }),
  registered: async (kind) => {
    const items: RegistryPage['items'] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: RegistryPage = await log.registry(kind, after);
      items.push(...page.items);
      after = page.next;
    }
    return items;
  },
};

let crawl: RealCrawl | null = null;

process.on('message', (message: { at?: number; close?: boolean }) => void act(message));
process.send!({ ready: true });

async function act({ at, close }: { at?: number; close?: boolean }): Promise<void> {
  if (at !== undefined) {
    clock.set(at);
    const toml = readFileSync(sources, 'utf8');
    crawl ??= await openRealCrawl(join(data, 'crawler'), toml, clock, sink);
    await crawl.crawler.runDue();
    await log.tick(at);
  }
  if (close) {
    await crawl?.close();
    await log.close();
  }
  process.send!({ done: true });
  if (close) process.disconnect();
}
