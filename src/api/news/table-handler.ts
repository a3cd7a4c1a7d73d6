/**
 * Answers with one table over all media: made once for each state of the catalog's tables, of the
 * media index and of the minute.
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import type { Reply } from '../../http/reply.js';
import { MINUTE_MS } from '../../kernel/clock.js';
import { quantised } from '../caching.js';
import { KeptAnswers } from '../kept-answers.js';
import type { NewsSources } from './sources.js';

/** A table of some hundreds of media. */
const BYTES_MAX = 4 * 1024 * 1024;
const TABLE = 'table';

/**
 * How a route answers with `table` as of the minute. `alsoAt` names the state of whatever else the
 * table shows.
 */
export function tableHandlers(
  { catalog, media, clock }: NewsSources,
  table: (nowMs: number) => unknown,
  alsoAt: () => number = () => 0,
): { fast(rawQuery: string): Reply | null; handle(): Promise<Reply> } {
  const answers = new KeptAnswers({
    clock,
    bytesMax: BYTES_MAX,
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
    fast: (rawQuery) => (rawQuery === '' ? answers.known(TABLE) : null),
    handle: async () => {
      const nowMs = quantised(clock.nowMs());
      while (media.settle(nowMs)) await frontsTurn();
      return answers.answer(TABLE, TABLE, () => Buffer.from(JSON.stringify(table(nowMs))));
    },
  };
}
