/** The thread of the ingest log: the only one that opens the store. */
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import { RestartingThread } from '../src/engine/actor/after-crashes.js';
import { CELL, moving } from '../src/engine/actor/protocol.js';
import { SECOND_MS } from '../src/kernel/clock.js';
import { createLogger, type LogSettings } from '../src/kernel/logger.js';
import { takeRank } from '../src/kernel/runtime/thread-priority.js';
import type { LogMessage } from '../src/store/log/protocol.js';
import { createLogService } from '../src/store/log/service.js';
import { taggerBy } from '../src/store/log/tagging-link.js';

/**
 * Keys and frames are small buffers, a dozen for each record. With slabs of 8 KB, the default, making and
 * collecting slabs takes 7% of the thread's time. A buffer that is transferred to another thread is never
 * a part of a slab, because the whole slab would move with it.
 */
const SLAB_BYTES = 256 * 1024;

/** Heap for young objects, MB: few objects of a message outlive it. */
const TAGGING_YOUNG_MB = 16;
const tagging = {
  name: 'the thread that derives tags',
  filename: fileURLToPath(new URL('tagging.js', import.meta.url)),
  youngMb: TAGGING_YOUNG_MB,
};

takeRank('searched');
Buffer.poolSize = SLAB_BYTES;

const { cells, ...settings } = workerData as LogSettings & { cells: SharedArrayBuffer };
const beats = new Float64Array(cells);
setInterval(() => {
  beats[CELL.beats]! += 1;
}, SECOND_MS).unref();
const logger = createLogger(settings, 'log');
const answer = createLogService(
  logger,
  async (node) => {
    // Only nodes load the client of the shared log's engine.
    const { openNode } = await import('../src/store/nodes/open-node.js');
    return openNode(node, logger);
  },
  (noise) => taggerBy(new RestartingThread({ ...tagging, workerData: { noise } }, logger)),
);

export default async (message: LogMessage): Promise<unknown> => {
  const reply = await answer(message);
  // Chunks of snapshots have tens of megabytes, so they pass the main thread as transferred buffers.
  const isRead = message.call === 'readChunk' || message.call === 'readCold';
  const isChunk = isRead && reply.ok && reply.response instanceof Uint8Array;
  return moving(reply, isChunk ? [(reply.response as Uint8Array).buffer as ArrayBuffer] : []);
};
