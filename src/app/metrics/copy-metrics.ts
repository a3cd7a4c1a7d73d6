/**
 * The figures of a copy of another server in Prometheus form. Registered for copies alone.
 */
import { Gauge, type Registry } from 'prom-client';
import type { CopyState } from '../../follower/service-copy.js';
import { SECOND_MS } from '../../kernel/clock.js';

/** Adds the gauges to a registry; `states` is asked at each scrape. */
export function registerCopyMetrics(registry: Registry, states: () => CopyState[]): void {
  const gauge = (name: string, help: string, figureOf: (state: CopyState) => number): void => {
    new Gauge({
      name: `tagwire_copy_${name}`,
      help,
      labelNames: ['service'],
      registers: [registry],
      collect() {
        for (const state of states()) this.set({ service: state.service }, figureOf(state));
      },
    });
  };
  gauge(
    'behind_seconds',
    'Since everything of the other server was here; NaN before',
    ({ behindMs }) => (behindMs === null ? Number.NaN : behindMs / SECOND_MS),
  );
  gauge('whole', '1 once everything of the other server was here', ({ isWhole }) =>
    Number(isWhole),
  );
  gauge('in_trouble', '1 while the other server cannot be followed', ({ trouble }) =>
    trouble === null ? 0 : 1,
  );
  gauge('changes', 'Changes that were read since the start', ({ changes }) => changes);
  gauge('left_out', 'Of them, those that could not be taken in', ({ refused }) => refused);
  gauge('failures', 'Looks that failed since the start', ({ failures }) => failures);
}
