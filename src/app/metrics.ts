/**
 * The figures of the process in Prometheus form: every queue, cache and arena with its limit's
 * distance, requests by route and status, and Node's own.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { CrawlDigest } from '../crawler/status.js';
import { registerClockMetrics } from './clock-metrics.js';
import type { ClockReport } from './clock-watch.js';
import { registerCrawlMetrics } from './crawl-metrics.js';
import type { PipelineFigures } from './pipeline.js';
import { BUCKET_SECONDS, type RequestTally } from './request-tally.js';

export interface ServiceFigures {
  service: string;
  inFlight: number;
  openConnections: number;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #figures: () => Promise<PipelineFigures>;
  readonly #setGauges: (figures: PipelineFigures) => void;

  constructor(
    tally: RequestTally,
    figures: () => Promise<PipelineFigures>,
    services: () => ServiceFigures[],
    crawl: () => CrawlDigest | null,
    clock: () => ClockReport,
  ) {
    collectDefaultMetrics({ register: this.#registry });
    this.#countersOfRequests(tally);
    this.#gaugesOfServices(services);
    registerCrawlMetrics(this.#registry, crawl);
    registerClockMetrics(this.#registry, clock);
    this.#figures = figures;
    this.#setGauges = this.#gaugesOfPipeline();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    this.#setGauges(await this.#figures());
    return this.#registry.metrics();
  }

  #countersOfRequests(tally: RequestTally): void {
    const counter = <L extends string>(name: string, help: string, labelNames: L[]): Counter<L> =>
      new Counter({ name, help, labelNames, registers: [this.#registry] });
    const seconds = 'tagwire_request_seconds';
    const buckets = counter(`${seconds}_bucket`, 'Answers within a time', [
      'service',
      'route',
      'le',
    ]);
    const sum = counter(`${seconds}_sum`, 'Time spent on answers', ['service', 'route']);
    const count = counter(`${seconds}_count`, 'Answers timed', ['service', 'route']);
    new Counter({
      name: 'tagwire_requests_total',
      help: 'Answered requests',
      labelNames: ['service', 'route', 'status'],
      registers: [this.#registry],
      collect() {
        for (const metric of [this, buckets, sum, count]) metric.reset();
        for (const one of tally.all()) {
          const { service, route } = one;
          for (const [status, answers] of one.byStatus) {
            this.inc({ service, route, status: String(status) }, answers);
          }
          let within = 0;
          one.buckets.forEach((answers, at) => {
            within += answers;
            buckets.inc({ service, route, le: String(BUCKET_SECONDS[at] ?? '+Inf') }, within);
          });
          sum.inc({ service, route }, one.sumSeconds);
          count.inc({ service, route }, one.count);
        }
      },
    });
  }

  #gaugesOfServices(services: () => ServiceFigures[]): void {
    const gauge = (name: string, help: string, read: (figures: ServiceFigures) => number): void => {
      const metric = new Gauge({
        name,
        help,
        labelNames: ['service'],
        registers: [this.#registry],
        collect: () => {
          for (const figures of services()) metric.set({ service: figures.service }, read(figures));
        },
      });
    };
    gauge('tagwire_requests_in_flight', 'Requests without an answer', (one) => one.inFlight);
    gauge('tagwire_connections', 'Open connections', (one) => one.openConnections);
  }

  #gaugesOfPipeline(): (figures: PipelineFigures) => void {
    const actor = (name: string, help: string): Gauge<'actor'> =>
      new Gauge({ name, help, labelNames: ['actor'], registers: [this.#registry] });
    const plain = (name: string, help: string): Gauge =>
      new Gauge({ name, help, registers: [this.#registry] });
    const lag = actor('tagwire_actor_lag_entries', 'Entries of the log not yet folded');
    const questions = actor('tagwire_actor_questions_waiting', 'Questions in the mailbox');
    const blocks = actor('tagwire_actor_blocks_at_hand', 'Blocks that wait to be folded');
    const crashes = actor('tagwire_actor_crashes', 'Threads lost since the start');
    const snapshot = actor('tagwire_actor_snapshot_lag_entries', 'Entries since the last snapshot');
    const head = plain('tagwire_log_sequence', 'Newest entry of the log');
    const waiting = plain('tagwire_log_waiting', 'Requests that wait for the log');
    const degraded = plain('tagwire_log_degraded', '1 while the store cannot be written');
    const cold = plain('tagwire_cold_bytes', 'Bytes of history kept after it was asked for');
    const index = new Gauge({
      name: 'tagwire_index',
      help: 'Counts and bytes of the indices',
      labelNames: ['index', 'figure'],
      registers: [this.#registry],
    });
    return (now) => {
      cold.set(now.coldBytes);
      for (const [name, figures] of Object.entries(now.indices)) {
        for (const [figure, value] of Object.entries(figures)) {
          index.set({ index: name, figure }, value);
        }
      }
      head.set(now.log.sequence);
      waiting.set(now.log.waiting);
      degraded.set(now.log.degraded ? 1 : 0);
      for (const [name, one] of Object.entries(now.actors)) {
        const label = { actor: name };
        lag.set(label, one.headSequence - one.sequence);
        questions.set(label, one.questionsWaiting);
        blocks.set(label, one.blocksAtHand);
        crashes.set(label, one.crashes);
        snapshot.set(label, one.sequence - one.snapshotSequence);
      }
    };
  }
}
