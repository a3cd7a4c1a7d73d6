/**
 * The figures of the clock in Prometheus form.
 */
import type { Registry } from 'prom-client';
import { SECOND_MS } from '../../kernel/clock.js';
import type { ClockReport } from '../clock-watch.js';
import { scraped } from './scraped.js';

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
