/** Sources of streams, dumps and look-ups, which both services get beside their indices. */

import { WorkPool } from '../engine/actor/work-pool.js';
import { type Clock, systemMonotonic } from '../kernel/clock.js';
import { TagwireError } from '../kernel/errors.js';
import { DUMPS } from '../kernel/limits.js';
import type { Logger } from '../kernel/logger.js';
import { CatalogHistory } from '../news/catalog/answers/history.js';
import { blogDumps } from '../serve/api/blog/dumps.js';
import type { StreamSources } from '../serve/api/changes.js';
import type { DumpSources } from '../serve/api/dumps.js';
import type { LookupSources } from '../serve/api/lookup.js';
import { createArticleLookup } from '../serve/api/news/articles/article-lookup.js';
import { newsDumps } from '../serve/api/news/dumps.js';
import type { DumpTask } from '../serve/dumps/dump-encoder.js';
import { DUMP_KINDS, type DumpPiece, type DumpRequest } from '../serve/dumps/dump-kinds.js';
import { ChangeFeed, type FeedView } from '../serve/streams/change-feed.js';
import { workerPath } from './paths.js';
import type { Pipeline } from './pipeline.js';

interface Parts {
  pipeline: Pipeline;
  clock: Clock;
  logger: Logger;
  streamsPerAddress: number;
  onClose(work: () => void): void;
}

type ProgramSources = Pick<
  StreamSources,
  'monotonic' | 'logger' | 'streamsPerAddress' | 'changes'
> & { lookup: LookupSources } & Pick<DumpSources, 'openEncoder' | 'onClose'>;

export function programSources(
  view: FeedView,
  { pipeline, clock, logger, streamsPerAddress, onClose }: Parts,
): ProgramSources {
  const { kind } = view;
  const find: LookupSources['find'] = (urls, ids) => pipeline.read('find', { kind, urls, ids });
  return {
    ...{ logger, streamsPerAddress, onClose },
    monotonic: systemMonotonic,
    openEncoder: openDumpEncoder,
    changes: new ChangeFeed(view, {
      changes: (request) => pipeline.read('changes', request),
      entriesOf: async (ids) => (await find([], ids)).map((item) => item?.sequence ?? 0),
    }),
    lookup: { clock, view, find },
  };
}

/** Ids and times of items by canonical address; null for an item that was never seen or is erased. */
export function placesBy({ find }: LookupSources) {
  return async (urls: readonly string[]): Promise<({ id: number; sortMs: number } | null)[]> =>
    (await find(urls, [])).map((one) =>
      one === null || one.sortMs === null ? null : { id: one.id, sortMs: one.sortMs },
    );
}

const openDumpEncoder: DumpSources['openEncoder'] = (service, kind, format) => {
  const { taskMsMax, heapMb } = DUMPS;
  const pool = new WorkPool({
    ...{ filename: workerPath('dump'), threads: 1, waitingMax: 1, taskMsMax, heapMb },
  });
  const ask = async (rows: Uint8Array | null): Promise<Uint8Array> => {
    const task: DumpTask = { service, kind, format, rows };
    const outcome = await pool.run<Uint8Array>(task);
    if (outcome.kind === 'done') return outcome.value;
    const why = outcome.kind === 'failed' ? outcome.message : outcome.kind;
    throw new TagwireError('ACTOR_DOWN', `the thread that makes a dump failed: ${why}`);
  };
  return { rows: ask, finish: () => ask(null), close: () => pool.close() };
};

/** Reads a piece of a dump. @throws TagwireError INPUT_INVALID for an unknown kind. */
export function dumpPieces(
  pipeline: Pipeline,
  clock: Clock,
): (request: DumpRequest) => Promise<DumpPiece> {
  const { indices } = pipeline;
  const history = new CatalogHistory(indices.catalog, (name) => pipeline.cold('catalog', name));
  const shared = {
    ...indices,
    clock,
    cold: (index: string, name: string) => pipeline.cold(index, name),
  };
  const articles = createArticleLookup(history, clock, (id) => pipeline.item('news', id));
  const sources = {
    news: newsDumps({ ...shared, ask: pipeline.ask.news, history, articles }),
    blog: blogDumps({ ...shared, ask: pipeline.ask.blogs }),
  };
  return async ({ service, kind, fromMs, untilMs, after }) => {
    if (!Object.hasOwn(DUMP_KINDS, service) || !Object.hasOwn(DUMP_KINDS[service], kind)) {
      throw new TagwireError('INPUT_INVALID', `there is no dump ${service}/${kind}`);
    }
    return sources[service].piece(kind, { fromMs, untilMs }, after);
  };
}
