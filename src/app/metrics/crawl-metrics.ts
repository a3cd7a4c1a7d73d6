/**
 * The crawler's figures in Prometheus form: sums over all channels, counts by state, and a line for
 * each channel in trouble.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { CrawlDigest } from '../../crawler/status.js';

/** Registers what is read from the crawler's last digest; nothing is told where none runs. */
export function registerCrawlMetrics(registry: Registry, digest: () => CrawlDigest | null): void {
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    collect: (metric: Gauge<L>, now: CrawlDigest) => void,
  ): void => {
    const metric = new Gauge({
      ...{ name: `tagwire_crawl_${name}`, help, labelNames, registers: [registry] },
      collect: () => {
        metric.reset();
        const now = digest();
        if (now !== null) collect(metric, now);
      },
    });
  };
  const plain = (name: string, help: string, read: (now: CrawlDigest) => number): void =>
    gauge(name, help, [], (metric, now) => metric.set(read(now)));
  const counter = (name: string, help: string, read: (now: CrawlDigest) => number): void => {
    const metric = new Counter({
      ...{ name: `tagwire_crawl_${name}_total`, help, registers: [registry] },
      collect: () => {
        metric.reset();
        const now = digest();
        if (now !== null) metric.inc(read(now));
      },
    });
  };
  counter('polls', 'Polls of all channels', ({ sums }) => sums.polls);
  counter('polls_unchanged', 'Polls that brought nothing new', ({ sums }) => sums.unchanged);
  counter('polls_failed', 'Polls that failed', ({ sums }) => sums.failed);
  counter('items_stored', 'Items stored', ({ sums }) => sums.stored);
  counter('items_updated', 'Items updated', ({ sums }) => sums.updated);
  plain('visits_waiting', 'Pages to visit', ({ figures }) => figures.visitsWaiting);
  plain('sources_active', 'Sources at work now', ({ figures }) => figures.active);
  gauge('delay_seconds', 'Median time from publication to being served', [], (metric, now) => {
    if (now.delayMs !== null) metric.set(now.delayMs / 1000);
  });
  gauge('items_dropped', 'Items left out', ['reason'], (metric, { dropped }) => {
    for (const [reason, count] of Object.entries(dropped)) metric.set({ reason }, count);
  });
  gauge('channels', 'Channels by state', ['state'], (metric, { states }) => {
    for (const [state, count] of Object.entries(states)) metric.set({ state }, count);
  });
  const labels = ['source', 'channel', 'state'];
  gauge('channel_trouble', '1 for each channel that needs attention', labels, (metric, now) => {
    for (const { source, url: channel, health: state } of now.troubles) {
      metric.set({ source, channel, state }, 1);
    }
  });
}
