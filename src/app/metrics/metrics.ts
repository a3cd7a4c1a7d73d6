/**
 * The figures of the process in Prometheus form: every queue, cache and arena, requests by
 * route and status, ingest, disk, and the figures of Node.js.
 *
 * Names follow Prometheus' conventions: one unit for each name, counters end with `_total`, instants
 * with `_timestamp_seconds`. `deploy/` has rules and a dashboard over them; a test checks both.
 * The figures of Node.js are counted from the first scrape on.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { CrawlDigest } from '../../crawler/status.js';
import { SECOND_MS } from '../../kernel/clock.js';
import { heapFigures } from '../../kernel/runtime/garbage.js';
import type { ReplyCache } from '../../serve/api/replies/reply-cache.js';
import type { CourierFigures } from '../../serve/streams/webhook-courier.js';
import type { CopyState } from '../../store/follower/service-copy.js';
import type { NodeState } from '../../store/log/node-state.js';
import type { ClockReport } from '../clock-watch.js';
import type { PipelineFigures } from '../ingest/ingest-tally.js';
import { behindOf } from '../readiness.js';
import type { DiskUsage } from './machine.js';
import { type RequestTally, registerRequestMetrics } from './requests.js';

interface ServiceFigures {
  service: string;
  inFlight: number;
  openConnections: number;
}

/** Sources of the figures, which each scrape reads. */
export interface MetricSources {
  tally: RequestTally;
  replies: ReplyCache;
  pipeline(): Promise<PipelineFigures>;
  services(): ServiceFigures[];
  crawl(): CrawlDigest | null;
  clock(): ClockReport;
  /** Null before deliveries start. */
  webhooks(): CourierFigures | null;
  /** On a node of a shared log; null otherwise. */
  node(): NodeState | null;
  /** On a copy of another server; null otherwise. */
  copies: (() => CopyState[]) | null;
  /** Null where the folder cannot be measured. */
  disk(): Promise<DiskUsage | null>;
  build: { version: string; node: string; http: string };
  /** When the process began to serve. */
  startedMs: number;
}

/** The library names these against the conventions; other metrics of the library hold the same counts. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** A value of a metric, with the values of its labels. */
type Sample = readonly [value: number, ...labels: string[]];

/** Adds a metric whose samples are read at each scrape: a counter where its name ends with `_total`, else a gauge. */
function add(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Iterable<Sample>,
): void {
  const collect = (): void => {
    metric.reset();
    for (const [value, ...labels] of read()) {
      metric.labels(...labels).inc(value);
    }
  };
  const options = { name: `tagwire_${name}`, help, labelNames, registers: [registry], collect };
  const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options);
}

/** Adds a metric with a value of each source. */
type Declare<T> = (name: string, help: string, read: (source: T) => number) => void;

/** Returns a function that adds metrics of several sources; the properties named `labelNames` are the labels. */
function ofEach<L extends string, T extends { readonly [label in L]: string }>(
  registry: Registry,
  labelNames: readonly L[],
  sources: () => readonly T[],
): Declare<T> {
  return (name, help, read) =>
    add(registry, name, help, labelNames, () =>
      sources().map((one): Sample => [read(one), ...labelNames.map((label) => one[label])]),
    );
}

/** Returns a function that adds metrics without labels; they are 0 while `source` returns null. */
function ofOne<T>(registry: Registry, source: () => T | null): Declare<T> {
  return (name, help, read) =>
    add(registry, name, help, [], () => {
      const one = source();
      return one === null ? [] : [[read(one)]];
    });
}

/** A sample for each property of an object, whose name is the value of a label. */
function byName(counts: { readonly [name: string]: number } = {}): Sample[] {
  return Object.entries(counts).map(([name, count]): Sample => [count, name]);
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #sources: MetricSources;
  #figures: PipelineFigures | null = null;
  /** The disk usage when it was last measured. */
  #disk: DiskUsage | null = null;

  constructor(sources: MetricSources) {
    const registry = this.#registry;
    this.#sources = sources;
    collectDefaultMetrics({ register: registry });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
    registerRequestMetrics(registry, sources.tally);
    registerReplyMetrics(registry, sources.replies);
    registerCrawlMetrics(registry, () => sources.crawl());
    registerWebhookMetrics(registry, () => sources.webhooks());
    registerClockMetrics(registry, () => sources.clock());
    if (sources.copies !== null) registerCopyMetrics(registry, sources.copies);
    if (sources.node() !== null) registerNodeMetrics(registry, () => sources.node()!);
    const ofService = ofEach(registry, ['service'], () => sources.services());
    ofService('requests_in_flight', 'Requests without an answer', (one) => one.inFlight);
    ofService('connections', 'Open connections', (one) => one.openConnections);
    const { version, node, http } = sources.build;
    const told = '1, with versions and the server that answers';
    add(registry, 'build_info', told, ['version', 'node', 'http'], () => [
      [1, version, node, http],
    ]);
    registerDiskMetrics(registry, () => this.#disk);
    registerPipelineMetrics(registry, () => this.#figures!, sources.startedMs);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    this.#figures = await this.#sources.pipeline();
    this.#disk = (await this.#sources.disk()) ?? this.#disk;
    return this.#registry.metrics();
  }
}

function registerDiskMetrics(registry: Registry, disk: () => DiskUsage | null): void {
  add(registry, 'disk_bytes', 'Bytes of the data folder by part', ['part'], () =>
    byName(disk()?.parts),
  );
  const ofDisk = ofOne(registry, disk);
  ofDisk('disk_size_bytes', 'Bytes of the disk of the data folder', ({ sizeBytes }) => sizeBytes);
  ofDisk('disk_free_bytes', 'Bytes that may still be written to it', ({ freeBytes }) => freeBytes);
}

function registerPipelineMetrics(
  registry: Registry,
  figures: () => PipelineFigures,
  startedMs: number,
): void {
  const actors = () => Object.entries(figures().actors).map(([actor, one]) => ({ actor, ...one }));
  const ofActor = ofEach(registry, ['actor'], actors);
  ofActor(
    'actor_lag_entries',
    'Entries of the log not yet folded',
    (one) => one.headSequence - one.sequence,
  );
  ofActor('actor_questions_waiting', 'Questions in the mailbox', (one) => one.questionsWaiting);
  ofActor('actor_blocks_at_hand', 'Blocks that wait to be folded', (one) => one.blocksAtHand);
  ofActor('actor_crashes_total', 'Threads lost', (one) => one.crashes);
  ofActor(
    'actor_silences_total',
    'Threads ended because they had work and did nothing',
    (one) => one.silences,
  );
  const pipeline = ofOne(registry, figures);
  pipeline(
    'actor_restart_waiting_questions',
    'Questions that wait for threads that restart',
    ({ questionsWaiting }) => questionsWaiting,
  );
  ofActor(
    'actor_snapshot_lag_entries',
    'Entries since its last snapshot',
    (one) => one.sequence - one.snapshotSequence,
  );
  pipeline('log_sequence', 'Newest entry of the log', ({ log }) => log.sequence);
  pipeline('log_waiting_requests', 'Requests that wait for the log', ({ log }) => log.waiting);
  pipeline('log_degraded', '1 while the store cannot be written', ({ log }) =>
    Number(log.degraded),
  );
  pipeline(
    'learned_words_bytes',
    'Memory of the words of all titles',
    ({ log }) => log.learned.bytes,
  );
  pipeline(
    'learned_words_dropped',
    'Rows of letters that found no place among them since the log was opened',
    ({ log }) => log.learned.dropped,
  );
  pipeline(
    'last_tick_timestamp_seconds',
    "Last tick of the store's time",
    ({ log }) => (log.lastTickMs ?? 0) / SECOND_MS,
  );
  pipeline(
    'last_snapshot_timestamp_seconds',
    'When snapshots were last written',
    // Before the first snapshot, the time of the start: older snapshots hold the state of the start.
    ({ snapshotMs }) => (snapshotMs ?? startedMs) / SECOND_MS,
  );
  pipeline(
    'ingest_requests_total',
    'Requests of ingest answered',
    ({ ingested }) => ingested.requests,
  );
  add(registry, 'ingest_lines_total', 'Lines of ingest by what became of them', ['result'], () =>
    byName(figures().ingested.lines),
  );
  const ofIndices = (isBytes: boolean) => () => indexSamples(figures().indices, isBytes);
  add(registry, 'index_items', 'What an index holds, by kind', ['index', 'kind'], ofIndices(false));
  add(registry, 'index_bytes', 'Memory of an index by part', ['index', 'part'], ofIndices(true));
  pipeline(
    'history_cached_bytes',
    'History kept in memory after it was asked for',
    ({ coldBytes }) => coldBytes,
  );
  const heap = 'What the engine holds for a thread, by part';
  add(registry, 'thread_heap_bytes', heap, ['thread', 'part'], () => {
    const { log } = figures();
    const heaps = actors().map(({ actor, heap }) => [actor, heap] as const);
    return ([['front', heapFigures()], ['log', log.heap], ...heaps] as const).flatMap(
      ([thread, parts]) =>
        Object.entries(parts).map(([part, bytes]): Sample => [bytes, thread, part]),
    );
  });
}

/** Figures of indices: bytes by part, or numbers of items by kind. */
function* indexSamples(indices: PipelineFigures['indices'], isBytes: boolean): Iterable<Sample> {
  for (const [index, figures] of Object.entries(indices)) {
    for (const [figure, value] of Object.entries(figures)) {
      const name = figure.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const part = /^(.+)_bytes$/.exec(name)?.[1];
      if ((part !== undefined) === isBytes) yield [value, index, part ?? name];
    }
  }
}

function registerClockMetrics(registry: Registry, report: () => ClockReport): void {
  const ofClock = ofOne(registry, report);
  ofClock('clock_held', "1 while the system's clock is not believed", ({ state }) =>
    Number(state === 'held'),
  );
  ofClock(
    'clock_offset_seconds',
    "The system's clock less the time that is believed",
    ({ systemMs, nowMs }) => (systemMs - nowMs) / SECOND_MS,
  );
  ofClock(
    'clock_behind_seconds',
    "How far the store's last tick lies after the time that is believed",
    ({ lastTickMs, nowMs }) => Math.max(0, (lastTickMs ?? nowMs) - nowMs) / SECOND_MS,
  );
}

function registerCopyMetrics(registry: Registry, states: () => CopyState[]): void {
  const copy = ofEach(registry, ['service'], states);
  copy(
    'copy_behind_seconds',
    'Since everything of the other server was here; NaN before',
    ({ behindMs }) => (behindMs === null ? Number.NaN : behindMs / SECOND_MS),
  );
  copy('copy_whole', '1 once everything of the other server was here', ({ isWhole }) =>
    Number(isWhole),
  );
  copy('copy_in_trouble', '1 while the other server cannot be followed', ({ trouble }) =>
    Number(trouble !== null),
  );
  copy('copy_changes', 'Changes that were read since the start', ({ changes }) => changes);
  copy('copy_left_out', 'Of them, those that could not be taken in', ({ refused }) => refused);
  copy('copy_failures', 'Looks that failed since the start', ({ failures }) => failures);
}

export function registerNodeMetrics(registry: Registry, state: () => NodeState): void {
  const ofNode = ofOne(registry, state);
  ofNode('node_entry', 'Newest entry of the shared log in the store', (one) => one.sequence);
  ofNode('node_behind_entries', 'Entries that other nodes have and this one lacks', behindOf);
  ofNode('node_writes', '1 on the node that writes the shared log', ({ role }) =>
    Number(role === 'writer'),
  );
  ofNode(
    'node_in_doubt',
    "1 where the shared log does not go on from this node's store, or keeps only newer entries",
    ({ role }) => Number(role === 'doubt' || role === 'behind'),
  );
  ofNode('node_peers', 'Nodes that gave a sign of life', ({ peers }) => peers.length);
  ofNode('node_takeovers', 'How often it became the writer', (one) => one.takeovers);
  ofNode(
    'node_store_replaced',
    '1 while a damaged store lies aside in the data folder, which that of another node has replaced',
    (one) => Number(one.wasReplaced),
  );
  // A waiting node takes in nothing until an operator acts, or another node starts.
  ofNode(
    'node_waits',
    '1 where no node writes and this one says what it waits for',
    ({ writer, trouble }) => Number(writer === null && trouble !== null),
  );
  ofNode(
    'node_repairs',
    'How often it appended again what the engine had lost',
    (one) => one.repairs,
  );
}

function registerReplyMetrics(registry: Registry, replies: ReplyCache): void {
  const cache = ofEach(registry, ['service', 'route'], () => replies.figures());
  cache('reply_cache_bytes', 'Replies in memory', ({ bytes }) => bytes);
  cache('reply_cache_items', 'Replies in memory, in number', ({ items }) => items);
  cache(
    'reply_cache_hits_total',
    'Requests answered from the cache of replies',
    ({ hits }) => hits,
  );
  cache('reply_cache_misses_total', 'Replies that were made', ({ misses }) => misses);
}

/** Metrics of the courier of webhooks; they are 0 or absent before the courier starts. */
function registerWebhookMetrics(registry: Registry, figures: () => CourierFigures | null): void {
  add(registry, 'webhooks', 'Webhooks by state', ['state'], () => byName(figures()?.states));
  const courier = ofOne(registry, figures);
  courier(
    'webhook_deliveries_in_flight',
    'Webhooks that have their turn',
    ({ underWay }) => underWay,
  );
  const deliveries = 'Deliveries by what became of them';
  add(registry, 'webhook_deliveries_total', deliveries, ['result'], () => {
    const { accepted, failed } = figures() ?? { accepted: 0, failed: 0 };
    return byName({ accepted, failed });
  });
  courier(
    'webhook_changes_total',
    'Changes that receivers have accepted',
    ({ changes }) => changes,
  );
}

/** Metrics of the crawler's last digest; they are 0 or absent where no crawler runs. */
function registerCrawlMetrics(registry: Registry, digest: () => CrawlDigest | null): void {
  const crawler = ofOne(registry, digest);
  crawler('crawl_polls_total', 'Polls of all channels', ({ sums }) => sums.polls);
  crawler(
    'crawl_polls_unchanged_total',
    'Polls that brought nothing new',
    ({ sums }) => sums.unchanged,
  );
  crawler('crawl_polls_failed_total', 'Polls that failed', ({ sums }) => sums.failed);
  crawler('crawl_items_stored_total', 'Items stored', ({ sums }) => sums.stored);
  crawler('crawl_items_updated_total', 'Items updated', ({ sums }) => sums.updated);
  crawler('crawl_visits_waiting', 'Pages to visit', ({ figures }) => figures.visitsWaiting);
  crawler('crawl_sources_active', 'Sources at work now', ({ figures }) => figures.active);
  crawler(
    'crawl_delay_seconds',
    'Median time from publication to being served',
    ({ delayMs }) => (delayMs ?? 0) / SECOND_MS,
  );
  add(registry, 'crawl_items_dropped', 'Items left out', ['reason'], () =>
    byName(digest()?.dropped),
  );
  add(registry, 'crawl_channels', 'Channels by state', ['state'], () => byName(digest()?.states));
  const labels = ['source', 'channel', 'state'];
  const trouble = '1 for each channel that needs attention';
  add(registry, 'crawl_channel_trouble', trouble, labels, () =>
    (digest()?.troubles ?? []).map(({ source, url, health }): Sample => [1, source, url, health]),
  );
}
