/**
 * The figures of the process in Prometheus form: every queue, cache and arena with its limit's
 * distance, requests by route and status, ingest, disk, and Node's own.
 *
 * Names follow Prometheus' conventions: one unit for each name, counters end with `_total`, instants
 * with `_timestamp_seconds`. `deploy/` has rules and a dashboard over them; a test checks both.
 * What Node's own figures count begins with the first look at them.
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
import type { PipelineFigures } from '../pipeline.js';
import type { DiskUsage } from './disk-usage.js';
import {
  registerClockMetrics,
  registerCopyMetrics,
  registerCrawlMetrics,
  registerNodeMetrics,
  registerReplyMetrics,
  registerWebhookMetrics,
  scraped,
} from './parts.js';
import { type RequestTally, registerRequestMetrics } from './requests.js';

export interface ServiceFigures {
  service: string;
  inFlight: number;
  openConnections: number;
}

/** Where the figures come from; each is asked when the page is. */
export interface MetricSources {
  tally: RequestTally;
  replies: ReplyCache;
  pipeline(): Promise<PipelineFigures>;
  services(): ServiceFigures[];
  crawl(): CrawlDigest | null;
  clock(): ClockReport;
  /** Null before they begin. */
  webhooks(): CourierFigures | null;
  /** Of a node of a shared log; null otherwise. */
  node(): NodeState | null;
  /** Of a copy of another server; null otherwise. */
  copies: (() => CopyState[]) | null;
  /** Null where the folder cannot be measured. */
  disk(): Promise<DiskUsage | null>;
  build: { version: string; node: string; http: string };
  /** When the process began to serve. */
  startedMs: number;
}

/** Named by the library against the conventions; what they count is in the others. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

export class Metrics {
  readonly #registry = new Registry();
  readonly #sources: MetricSources;
  readonly #setDisk: (usage: DiskUsage) => void;
  readonly #setters: ((figures: PipelineFigures) => void)[];

  constructor(sources: MetricSources) {
    this.#sources = sources;
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);
    registerRequestMetrics(this.#registry, sources.tally);
    registerReplyMetrics(this.#registry, sources.replies);
    registerCrawlMetrics(this.#registry, () => sources.crawl());
    registerWebhookMetrics(this.#registry, () => sources.webhooks());
    registerClockMetrics(this.#registry, () => sources.clock());
    if (sources.copies !== null) registerCopyMetrics(this.#registry, sources.copies);
    if (sources.node() !== null) registerNodeMetrics(this.#registry, () => sources.node()!);
    this.#ofServices();
    this.#ofBuild();
    this.#setDisk = this.#ofDisk();
    this.#setters = [
      this.#ofActors(),
      this.#ofLog(),
      this.#ofIngest(),
      this.#ofIndices(),
      this.#ofThreads(),
    ];
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    const figures = await this.#sources.pipeline();
    for (const set of this.#setters) set(figures);
    const usage = await this.#sources.disk();
    if (usage !== null) this.#setDisk(usage);
    return this.#registry.metrics();
  }

  #gauge<L extends string>(name: string, help: string, labelNames: L[] = []): Gauge<L> {
    return new Gauge({ name: `tagwire_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #counter<L extends string>(name: string, help: string, labelNames: L[] = []): Counter<L> {
    return new Counter({ name: `tagwire_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #ofServices(): void {
    const { gauge } = scraped(
      this.#registry,
      () => this.#sources.services(),
      ['service'],
      ({ service }) => ({ service }),
    );
    gauge('requests_in_flight', 'Requests without an answer', (one) => one.inFlight);
    gauge('connections', 'Open connections', (one) => one.openConnections);
  }

  #ofBuild(): void {
    const info = this.#gauge('build_info', '1, with versions and the server that answers', [
      'version',
      'node',
      'http',
    ]);
    info.set(this.#sources.build, 1);
  }

  #ofDisk(): (usage: DiskUsage) => void {
    const part = this.#gauge('disk_bytes', 'Bytes of the data folder by part', ['part']);
    const size = this.#gauge('disk_size_bytes', 'Bytes of the disk of the data folder');
    const free = this.#gauge('disk_free_bytes', 'Bytes that may still be written to it');
    return (usage) => {
      free.set(usage.freeBytes);
      size.set(usage.sizeBytes);
      for (const [name, bytes] of Object.entries(usage.parts)) part.set({ part: name }, bytes);
    };
  }

  #ofActors(): (figures: PipelineFigures) => void {
    const lag = this.#gauge('actor_lag_entries', 'Entries of the log not yet folded', ['actor']);
    const questions = this.#gauge('actor_questions_waiting', 'Questions in the mailbox', ['actor']);
    const blocks = this.#gauge('actor_blocks_at_hand', 'Blocks that wait to be folded', ['actor']);
    const crashes = this.#counter('actor_crashes_total', 'Threads lost', ['actor']);
    const silences = this.#counter(
      'actor_silences_total',
      'Threads ended because they had work and did nothing',
      ['actor'],
    );
    const patient = this.#gauge(
      'actor_restart_waiting_questions',
      'Questions that wait for threads that restart',
    );
    const unsaved = this.#gauge('actor_snapshot_lag_entries', 'Entries since its last snapshot', [
      'actor',
    ]);
    return ({ actors, questionsWaiting }) => {
      patient.set(questionsWaiting);
      crashes.reset();
      silences.reset();
      for (const [actor, one] of Object.entries(actors)) {
        lag.set({ actor }, one.headSequence - one.sequence);
        questions.set({ actor }, one.questionsWaiting);
        blocks.set({ actor }, one.blocksAtHand);
        crashes.inc({ actor }, one.crashes);
        silences.inc({ actor }, one.silences);
        unsaved.set({ actor }, one.sequence - one.snapshotSequence);
      }
    };
  }

  #ofLog(): (figures: PipelineFigures) => void {
    const head = this.#gauge('log_sequence', 'Newest entry of the log');
    const waiting = this.#gauge('log_waiting_requests', 'Requests that wait for the log');
    const degraded = this.#gauge('log_degraded', '1 while the store cannot be written');
    const learned = this.#gauge('learned_words_bytes', 'Memory of the words of all titles');
    const dropped = this.#gauge(
      'learned_words_dropped',
      'Rows of letters that found no place among them since the log was opened',
    );
    const ticked = this.#gauge('last_tick_timestamp_seconds', "Last tick of the store's time");
    const saved = this.#gauge(
      'last_snapshot_timestamp_seconds',
      'When snapshots were last written',
    );
    // Until then it is as if they had been at the start: what they hold is the state of the start.
    saved.set(this.#sources.startedMs / SECOND_MS);
    return ({ log, snapshotMs }) => {
      head.set(log.sequence);
      waiting.set(log.waiting);
      degraded.set(log.degraded ? 1 : 0);
      learned.set(log.learned.bytes);
      dropped.set(log.learned.dropped);
      if (log.lastTickMs !== null) ticked.set(log.lastTickMs / SECOND_MS);
      if (snapshotMs !== null) saved.set(snapshotMs / SECOND_MS);
    };
  }

  #ofIngest(): (figures: PipelineFigures) => void {
    const requests = this.#counter('ingest_requests_total', 'Requests of ingest answered');
    const lines = this.#counter('ingest_lines_total', 'Lines of ingest by what became of them', [
      'result',
    ]);
    return ({ ingested: { requests: answered, lines: results } }) => {
      requests.reset();
      requests.inc(answered);
      lines.reset();
      for (const [result, count] of Object.entries(results)) lines.inc({ result }, count);
    };
  }

  #ofThreads(): (figures: PipelineFigures) => void {
    const bytes = this.#gauge('thread_heap_bytes', 'What the engine holds for a thread, by part', [
      'thread',
      'part',
    ]);
    return ({ actors, log }) => {
      const heaps = Object.entries(actors).map(([name, { heap }]) => [name, heap] as const);
      for (const [thread, heap] of [
        ['front', heapFigures()] as const,
        ['log', log.heap] as const,
        ...heaps,
      ]) {
        for (const [part, value] of Object.entries(heap)) bytes.set({ thread, part }, value);
      }
    };
  }

  #ofIndices(): (figures: PipelineFigures) => void {
    const items = this.#gauge('index_items', 'What an index holds, by kind', ['index', 'kind']);
    const bytes = this.#gauge('index_bytes', 'Memory of an index by part', ['index', 'part']);
    const cold = this.#gauge(
      'history_cached_bytes',
      'History kept in memory after it was asked for',
    );
    return ({ indices, coldBytes }) => {
      cold.set(coldBytes);
      for (const [index, figures] of Object.entries(indices)) {
        for (const [figure, value] of Object.entries(figures)) {
          const name = figure.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
          const part = /^(.+)_bytes$/.exec(name)?.[1];
          if (part === undefined) items.set({ index, kind: name }, value);
          else bytes.set({ index, part }, value);
        }
      }
    };
  }
}
