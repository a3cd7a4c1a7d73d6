/**
 * The figures of the clock in Prometheus form.
 */
import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS } from '../../kernel/clock.js';
import type { ClockReport } from '../clock-watch.js';

/** Adds the gauges to a registry; `report` is asked at each scrape. */
export function registerClockMetrics(registry: Registry, report: () => ClockReport): void {
  const gauge = (name: string, help: string, figureOf: (report: ClockReport) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(figureOf(report()));
      },
    });
  };
  gauge('tagwire_clock_held', "1 while the system's clock is not believed", ({ state }) =>
    state === 'held' ? 1 : 0,
  );
  gauge(
    'tagwire_clock_offset_seconds',
    "The system's clock less the time that is believed",
    ({ systemMs, nowMs }) => (systemMs - nowMs) / SECOND_MS,
  );
  gauge(
    'tagwire_clock_behind_seconds',
    "How far the store's last tick lies after the time that is believed",
    ({ lastTickMs, nowMs }) => Math.max(0, (lastTickMs ?? nowMs) - nowMs) / SECOND_MS,
  );
}
