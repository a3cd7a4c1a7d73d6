/**
 * The figures of parts of the process in Prometheus form, read from each part at every scrape: clock, copies of
 * another server, nodes, the cache of replies, webhooks and the crawler.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { CrawlDigest } from '../../crawler/status.js';
import { SECOND_MS } from '../../kernel/clock.js';
import type { ReplyCache } from '../../serve/api/replies/reply-cache.js';
import type { CourierFigures } from '../../serve/streams/webhook-courier.js';
import type { CopyState } from '../../store/follower/service-copy.js';
import type { NodeState } from '../../store/log/node-state.js';
import type { ClockReport } from '../clock-watch.js';
import { behindOf } from '../readiness.js';

/** What names a source among others. */
type LabelsOf<T> = (source: T) => { [name: string]: string };

type Add<T> = (name: string, help: string, read: (source: T) => number) => void;

/** Adds gauges and counters of `sources` to a registry; names begin with `tagwire_`. */
export function scraped<T>(
  registry: Registry,
  sources: () => readonly T[],
  labelNames: string[] = [],
  labelsOf: LabelsOf<T> = () => ({}),
): { gauge: Add<T>; counter: Add<T> } {
  const registers = [registry];
  return {
    gauge: (name, help, read) => {
      const metric = new Gauge({
        ...{ name: `tagwire_${name}`, help, labelNames, registers },
        collect: () => {
          for (const one of sources()) metric.set(labelsOf(one), read(one));
        },
      });
    },
    counter: (name, help, read) => {
      const metric = new Counter({
        ...{ name: `tagwire_${name}_total`, help, labelNames, registers },
        collect: () => {
          metric.reset();
          for (const one of sources()) metric.inc(labelsOf(one), read(one));
        },
      });
    },
  };
}

/** Adds the gauges to a registry; `report` is asked at each scrape. */
export function registerClockMetrics(registry: Registry, report: () => ClockReport): void {
  const { gauge } = scraped(registry, () => [report()]);
  gauge('clock_held', "1 while the system's clock is not believed", ({ state }) =>
    state === 'held' ? 1 : 0,
  );
  gauge(
    'clock_offset_seconds',
    "The system's clock less the time that is believed",
    ({ systemMs, nowMs }) => (systemMs - nowMs) / SECOND_MS,
  );
  gauge(
    'clock_behind_seconds',
    "How far the store's last tick lies after the time that is believed",
    ({ lastTickMs, nowMs }) => Math.max(0, (lastTickMs ?? nowMs) - nowMs) / SECOND_MS,
  );
}

/** Adds the gauges to a registry; `states` is asked at each scrape. */
export function registerCopyMetrics(registry: Registry, states: () => CopyState[]): void {
  const { gauge } = scraped(registry, states, ['service'], ({ service }) => ({ service }));
  gauge(
    'copy_behind_seconds',
    'Since everything of the other server was here; NaN before',
    ({ behindMs }) => (behindMs === null ? Number.NaN : behindMs / SECOND_MS),
  );
  gauge('copy_whole', '1 once everything of the other server was here', ({ isWhole }) =>
    Number(isWhole),
  );
  gauge('copy_in_trouble', '1 while the other server cannot be followed', ({ trouble }) =>
    trouble === null ? 0 : 1,
  );
  gauge('copy_changes', 'Changes that were read since the start', ({ changes }) => changes);
  gauge('copy_left_out', 'Of them, those that could not be taken in', ({ refused }) => refused);
  gauge('copy_failures', 'Looks that failed since the start', ({ failures }) => failures);
}

/** Whether nothing is taken in until an operator looks, or another node comes. */
function waits({ writer, trouble }: NodeState): number {
  return Number(writer === null && trouble !== null);
}

/** Adds the gauges to a registry; `state` is asked at each scrape. */
export function registerNodeMetrics(registry: Registry, state: () => NodeState): void {
  const { gauge } = scraped(registry, () => [state()]);
  gauge('node_entry', 'Newest entry of the shared log in the store', (one) => one.sequence);
  gauge('node_behind_entries', 'Entries that other nodes have and this one lacks', behindOf);
  gauge('node_writes', '1 on the node that writes the shared log', ({ role }) =>
    role === 'writer' ? 1 : 0,
  );
  gauge(
    'node_in_doubt',
    "1 where the shared log does not go on from this node's store, or keeps only newer entries",
    ({ role }) => (role === 'doubt' || role === 'behind' ? 1 : 0),
  );
  gauge('node_peers', 'Nodes that gave a sign of life', ({ peers }) => peers.length);
  gauge('node_takeovers', 'How often it became the writer', (one) => one.takeovers);
  gauge(
    'node_store_replaced',
    '1 while a damaged store lies aside in the data folder, which that of another node has replaced',
    (one) => Number(one.wasReplaced),
  );
  gauge('node_waits', '1 where no node writes and this one says what it waits for', waits);
  gauge(
    'node_repairs',
    'How often it appended again what the engine had lost',
    (one) => one.repairs,
  );
}

/** Registers what is read from the cache. */
export function registerReplyMetrics(registry: Registry, replies: ReplyCache): void {
  const { gauge, counter } = scraped(
    registry,
    () => replies.figures(),
    ['service', 'route'],
    ({ service, route }) => ({ service, route }),
  );
  gauge('reply_cache_bytes', 'Replies in memory', ({ bytes }) => bytes);
  gauge('reply_cache_items', 'Replies in memory, in number', ({ items }) => items);
  counter('reply_cache_hits', 'Requests answered from the cache of replies', ({ hits }) => hits);
  counter('reply_cache_misses', 'Replies that were made', ({ misses }) => misses);
}

/** Registers what is read from the courier; nothing is told before there is one. */
export function registerWebhookMetrics(
  registry: Registry,
  figures: () => CourierFigures | null,
): void {
  const registers = [registry];
  const webhooks = new Gauge({
    ...{ name: 'tagwire_webhooks', help: 'Webhooks by state', labelNames: ['state'], registers },
    collect: () => {
      for (const [state, count] of Object.entries(figures()?.states ?? {})) {
        webhooks.set({ state }, count);
      }
    },
  });
  const underWay = new Gauge({
    ...{ name: 'tagwire_webhook_deliveries_in_flight', help: 'Webhooks that have their turn' },
    registers,
    collect: () => {
      underWay.set(figures()?.underWay ?? 0);
    },
  });
  const deliveries = new Counter({
    ...{ name: 'tagwire_webhook_deliveries_total', help: 'Deliveries by what became of them' },
    ...{ labelNames: ['result'], registers },
    collect: () => {
      deliveries.reset();
      deliveries.inc({ result: 'accepted' }, figures()?.accepted ?? 0);
      deliveries.inc({ result: 'failed' }, figures()?.failed ?? 0);
    },
  });
  const changes = new Counter({
    ...{ name: 'tagwire_webhook_changes_total', help: 'Changes that receivers have accepted' },
    registers,
    collect: () => {
      changes.reset();
      changes.inc(figures()?.changes ?? 0);
    },
  });
}

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
