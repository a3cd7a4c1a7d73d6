/** The cache of replies in Prometheus form: what is in it, and how often it helped, by route. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { PartFigures, ReplyCache } from '../../api/replies/reply-cache.js';

/** Registers what is read from the cache. */
export function registerReplyMetrics(registry: Registry, replies: ReplyCache): void {
  const registers = [registry];
  const labelNames = ['service', 'route'] as const;
  const gauge = (name: string, help: string, of: (figures: PartFigures) => number): void => {
    const metric = new Gauge({
      ...{ name: `tagwire_reply_cache_${name}`, help, labelNames, registers },
      collect: () => {
        for (const figures of replies.figures()) {
          const { service, route } = figures;
          metric.set({ service, route }, of(figures));
        }
      },
    });
  };
  const counter = (name: string, help: string, of: (figures: PartFigures) => number): void => {
    const metric = new Counter({
      ...{ name: `tagwire_reply_cache_${name}_total`, help, labelNames, registers },
      collect: () => {
        metric.reset();
        for (const figures of replies.figures()) {
          const { service, route } = figures;
          metric.inc({ service, route }, of(figures));
        }
      },
    });
  };
  gauge('bytes', 'Replies in memory', ({ bytes }) => bytes);
  gauge('items', 'Replies in memory, in number', ({ items }) => items);
  counter('hits', 'Requests answered from the cache of replies', ({ hits }) => hits);
  counter('misses', 'Replies that were made', ({ misses }) => misses);
}
