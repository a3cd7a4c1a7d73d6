/** Webhooks in Prometheus form: how many there are, and what became of deliveries. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { CourierFigures } from '../../serve/streams/webhook-courier.js';

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
