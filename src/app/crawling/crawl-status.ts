/**
 * The status of a store's crawler, whether one runs or not.
 */
import { existsSync } from 'node:fs';
import { Source } from '../../crawler/source.js';
import { type CrawlStatus, statusOf } from '../../crawler/status.js';
import { parseClock } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import type { Logger } from '../../kernel/logger.js';
import { runningStatus } from './crawl-socket.js';
import { crawlFolderOf, knownSourceList } from './source-list.js';

export type { ChannelStatus, CrawlStatus } from '../../crawler/status.js';
export { HEALTH_ORDER, WELL } from '../../crawler/status.js';

/**
 * What a running crawler says, or what the last one left behind.
 * @throws TagwireError CONFIG_INVALID when there is neither list nor state.
 */
export async function crawlStatus(config: Config, logger: Logger): Promise<CrawlStatus> {
  const running = await runningStatus(config.data);
  if (running !== null) return running;
  const { entries, faults } = (await knownSourceList(config)).file;
  const folder = crawlFolderOf(config);
  if (!existsSync(folder)) return statusOf({ ...EMPTY, faults, nowMs: nowOf(config) });
  // With LevelDB, which a running crawler has open.
  const { CrawlStore } = await import('../../crawler/state/crawl-store.js');
  const store = await CrawlStore.open(folder, logger);
  try {
    const nowMs = nowOf(config);
    const sources = entries.map((entry) => new Source(entry, store, nowMs));
    return statusOf({ ...EMPTY, sources, faults, nowMs });
  } finally {
    await store.close();
  }
}

const EMPTY = {
  sources: [] as Source[],
  figures: { sources: 0, active: 0, visitsWaiting: 0, steps: 0 },
};

function nowOf({ clock }: Config): number {
  return parseClock(clock).nowMs();
}
