/**
 * The figures of a copy of another server in Prometheus form. Registered for copies alone.
 */
import type { Registry } from 'prom-client';
import { SECOND_MS } from '../../kernel/clock.js';
import type { CopyState } from '../../store/follower/service-copy.js';
import { scraped } from './scraped.js';

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
