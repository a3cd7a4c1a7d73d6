/**
 * Replies with one table over all media: made once for each state of the catalog's tables, of the
 * media index and of the minute.
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import { MINUTE_MS } from '../../../kernel/clock.js';
import type { Reply } from '../../http/reply.js';
import { quantised } from '../caching.js';
import { QueryReplies } from '../replies/replies.js';
import type { NewsSources } from './sources.js';

const TABLE = 'table';

/**
 * How the route of a path answers with `table` as of the minute. `alsoAt` names the state of whatever
 * else the table shows.
 */
export function tableHandlers(
  { catalog, media, clock, cachePart }: NewsSources,
  path: string,
  table: (nowMs: number) => unknown,
  alsoAt: () => number = () => 0,
): { fast(rawQuery: string): Reply | null; handle(): Promise<Reply> } {
  const replies = new QueryReplies({
    part: cachePart(path),
    clock,
    refreshMs: MINUTE_MS,
    state: [
      () => catalog.directory,
      () => media.generation,
      () => quantised(clock.nowMs()),
      alsoAt,
    ],
  });
  return {
    // There are no parameters: a query is either empty or wrong.
    fast: (rawQuery) => (rawQuery === '' ? replies.known(TABLE) : null),
    handle: async () => {
      const nowMs = quantised(clock.nowMs());
      while (media.settle(nowMs)) await frontsTurn();
      return replies.reply(TABLE, TABLE, () => Buffer.from(JSON.stringify(table(nowMs))));
    },
  };
}
