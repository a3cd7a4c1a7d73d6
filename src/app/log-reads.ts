/** What the indices and the services read of the log. */
import type { EntrySource } from '../engine/actor/ports.js';
import { assert } from '../kernel/assert.js';
import { BlockCursor } from '../kernel/model/block.js';
import type { StoredArticle } from '../serve/api/news/sources.js';
import type { LogClient } from './log-client.js';

/** Articles read from the store by one call: more would hold the log's thread too long. */
const ITEMS_MAX = 256;

/** The newest records of several articles; null for what there is not. */
export async function newsItemsOf(
  log: LogClient,
  ids: readonly number[],
  tellBodies: boolean,
): Promise<(StoredArticle | null)[]> {
  assert(ids.length <= ITEMS_MAX, `at most ${ITEMS_MAX} articles are read at once`);
  const cursor = new BlockCursor(await log.call('items', { kind: 'news', ids, tellBodies }));
  return ids.map(() => {
    const { record, body } = cursor.next(true);
    return record.kind === 'news' ? { record, hasBody: body !== null } : null;
  });
}

/** The log as an actor reads it. */
export function entriesOf(log: LogClient, skip: EntrySource['skip']): EntrySource {
  return {
    read: (fromSequence, bodies) => log.call('read', { fromSequence, bodies }),
    skipped: (actor) => log.call('skipped', { actor }),
    skip,
  };
}
