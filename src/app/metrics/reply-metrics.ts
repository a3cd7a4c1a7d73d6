/** The cache of replies in Prometheus form: what is in it, and how often it helped, by route. */
import type { Registry } from 'prom-client';
import type { ReplyCache } from '../../serve/api/replies/reply-cache.js';
import { scraped } from './scraped.js';

/** Registers what is read from the cache. */
export function registerReplyMetrics(registry: Registry, replies: ReplyCache): void {
  const { gauge, counter } = scraped(
    registry,
    () => replies.figures(),
    ['service', 'route'],
    ({ service, route }) => ({ service, route }),
  );
  gauge('reply_cache_bytes', 'Replies in memory', ({ bytes }) => bytes);
  gauge('reply_cache_items', 'Replies in memory, in number', ({ items }) => items);
  counter('reply_cache_hits', 'Requests answered from the cache of replies', ({ hits }) => hits);
  counter('reply_cache_misses', 'Replies that were made', ({ misses }) => misses);
}
