/**
 * The status of a store's crawler, whether one runs or not.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Source } from '../../crawler/source.js';
import { readSources } from '../../crawler/sources/read-sources.js';
import { CrawlStore } from '../../crawler/state/crawl-store.js';
import { type CrawlStatus, statusOf } from '../../crawler/status.js';
import { checkSelector } from '../../extract/list.js';
import { parseClock } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import { TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { crawlFolderOf, sourcesPathOf } from './crawl.js';
import { runningStatus } from './crawl-socket.js';

export type { ChannelStatus, CrawlStatus } from '../../crawler/status.js';
export { HEALTH_ORDER, WELL } from '../../crawler/status.js';

/**
 * What a running crawler says, or what the last one left behind.
 * @throws TagwireError CONFIG_INVALID when there is neither list nor state.
 */
export async function crawlStatus(config: Config, logger: Logger): Promise<CrawlStatus> {
  const running = await runningStatus(config.data);
  if (running !== null) return running;
  const path = sourcesPathOf(config);
  if (!existsSync(path)) throw new TagwireError('CONFIG_INVALID', noSources(path));
  const folder = crawlFolderOf(config);
  const { entries, faults } = readSources(readFileSync(path, 'utf8'), checkSelector);
  if (!existsSync(folder)) return statusOf({ ...EMPTY, faults, nowMs: nowOf(config) });
  const store = await CrawlStore.open(folder, logger);
  try {
    const nowMs = nowOf(config);
    const sources = entries.map((entry) => new Source(entry, store, nowMs));
    return statusOf({ ...EMPTY, sources, faults, nowMs });
  } finally {
    await store.close();
  }
}

/** What to do where there is no list of sources. */
export function noSources(path: string): string {
  return `there is no ${path}; write it as data/sources.example.toml shows, or begin with \`tagwire source add ADDRESS\``;
}

const EMPTY = {
  sources: [] as Source[],
  figures: { sources: 0, active: 0, visitsWaiting: 0, steps: 0 },
};

function nowOf({ clock }: Config): number {
  return parseClock(clock).nowMs();
}
