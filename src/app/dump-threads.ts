/**
 * A thread for each dump that is downloaded: what it holds goes with it.
 */
import { WorkPool } from '../engine/actor/work-pool.js';
import { TagwireError } from '../kernel/errors.js';
import { DUMPS } from '../kernel/limits.js';
import type { DumpSources } from '../serve/api/dumps.js';
import type { DumpTask } from '../serve/dumps/dump-encoder.js';
import { workerPath } from './paths.js';

export const openDumpEncoder: DumpSources['openEncoder'] = (service, kind, format) => {
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
