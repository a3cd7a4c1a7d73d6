/**
 * Replies about events are given again while neither events nor any article changes, nor what hour it is.
 */
import { utcHourOf } from '../../../../kernel/clock.js';
import { minuteBehind } from '../../caching.js';
import { QueryReplies } from '../../replies/query-replies.js';
import type { NewsSources } from '../sources.js';
import { isStale } from './event-history.js';

/** Those of the route of a path. */
export function eventReplies(
  { events, catalog, clock, cachePart }: NewsSources,
  path: string,
): QueryReplies {
  return new QueryReplies({
    part: cachePart(path),
    clock,
    refreshMs: null,
    state: [
      () => events.generation,
      () => catalog.generation,
      () => utcHourOf(clock.nowMs()),
      () => isStale(events, clock.nowMs()),
      () => minuteBehind(clock.nowMs(), events.tickMs),
    ],
  });
}
