/**
 * What both services have for programs: changes, streams, look-ups and dumps, over the log and their readers.
 */

import { type Clock, systemMonotonic } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import type { DumpSources } from '../serve/api/dumps.js';
import type { LookupSources } from '../serve/api/lookup.js';
import type { StreamSources } from '../serve/api/stream.js';
import { ChangeFeed, type FeedView } from '../serve/streams/change-feed.js';
import { openDumpEncoder } from './dump-threads.js';
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

/** Where items lie by canonical address; null for what was never seen or is gone. */
export function placesBy({ find }: LookupSources) {
  return async (urls: readonly string[]): Promise<({ id: number; sortMs: number } | null)[]> =>
    (await find(urls, [])).map((one) =>
      one === null || one.sortMs === null ? null : { id: one.id, sortMs: one.sortMs },
    );
}
