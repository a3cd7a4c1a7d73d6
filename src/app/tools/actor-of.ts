/** The actor of an index, as the pipeline runs it. */
import { Actor } from '../../engine/actor/actor.js';
import type { ActorOptions } from '../../engine/actor/actor-options.js';
import type { IndexReader } from '../../engine/index/reader.js';
import { ACTORS } from '../../kernel/limits.js';
import { type IndexName, SEARCHED } from '../indices.js';
import { workerPath } from '../paths.js';
import type { ThreadSettings } from '../thread-settings.js';

export function actorOf(
  name: IndexName,
  reader: IndexReader<unknown>,
  {
    threads,
    ...options
  }: Pick<ActorOptions, 'mustYield' | 'log' | 'snapshots' | 'logger'> & { threads: ThreadSettings },
): Actor {
  return new Actor({
    name,
    filename: (threads.workerPath ?? workerPath)(name),
    ...(threads.silentMsMax !== undefined && { silentMsMax: threads.silentMsMax }),
    rank: SEARCHED.has(name) ? 'searched' : 'derived',
    blockBytesMax: ACTORS.blockBytesMax,
    startOptions: () => reader.writerOptions(),
    onDelta: (delta, fresh) => reader.apply(delta, fresh),
    ...options,
  });
}
