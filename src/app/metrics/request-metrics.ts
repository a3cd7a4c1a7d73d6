/**
 * What was counted of requests in Prometheus form: answers by status, and how long they took as a
 * histogram by class of status.
 */
import { Counter, type Metric, type Registry } from 'prom-client';
import { BUCKET_SECONDS, type Durations, type RequestTally } from './request-tally.js';

const DURATION = 'tagwire_request_duration_seconds';

/** Registers what `tally` counts; it is read when it is asked for. */
export function registerRequestMetrics(registry: Registry, tally: RequestTally): void {
  new Counter({
    name: 'tagwire_requests_total',
    help: 'Answered requests',
    labelNames: ['service', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { service, route, byStatus } of tally.all()) {
        for (const [status, answers] of byStatus) {
          this.inc({ service, route, status: String(status) }, answers);
        }
      }
    },
  });
  // The library's own histogram counts by itself, at the price that the tally avoids.
  const histogram = {
    name: DURATION,
    help: 'Time from a request to its answer',
    get: async () => ({
      name: DURATION,
      help: histogram.help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...samplesOf(tally)],
    }),
  };
  registry.registerMetric(histogram as unknown as Metric);
}

interface Sample {
  metricName: string;
  labels: { [name: string]: string };
  value: number;
}

function* samplesOf(tally: RequestTally): Iterable<Sample> {
  for (const { service, route, durations } of tally.all()) {
    for (const [at, one] of durations.entries()) {
      if (one !== null) yield* histogramOf({ service, route, status: `${at}xx` }, one);
    }
  }
}

function* histogramOf(
  labels: { [name: string]: string },
  { buckets, sumSeconds, count }: Durations,
): Iterable<Sample> {
  let within = 0;
  for (const [at, answers] of buckets.entries()) {
    within += answers;
    const le = String(BUCKET_SECONDS[at] ?? '+Inf');
    yield { metricName: `${DURATION}_bucket`, labels: { ...labels, le }, value: within };
  }
  yield { metricName: `${DURATION}_sum`, labels, value: sumSeconds };
  yield { metricName: `${DURATION}_count`, labels, value: count };
}
