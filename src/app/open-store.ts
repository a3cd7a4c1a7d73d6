/**
 * A store that a command opens for ingest alone: actors fold, nothing listens, no ticks but those that
 * are asked for.
 */
import { parseClock } from '../kernel/clock.js';
import type { Config } from '../kernel/config.js';
import type { Logger } from '../kernel/logger.js';
import { tuneEngine } from '../kernel/runtime/garbage.js';
import { watchOf } from './clock-watch.js';
import { dumpPieces } from './dump-pieces.js';
import { demandOwn } from './following.js';
import type { IngestSink } from './ingest/ingest-socket.js';
import { joinedNode } from './joined-node.js';
import { Pipeline } from './pipeline.js';
import { makeOwn } from './store-folder.js';

/** @throws TagwireError STORE_LOCKED, STORE_DAMAGED. */
export async function openStore(config: Config, logger: Logger): Promise<IngestSink> {
  parseClock(config.clock);
  tuneEngine('ingesting');
  makeOwn(config.data, logger);
  demandOwn(config.data);
  const node = await joinedNode(config, logger, false);
  const pipeline = await Pipeline.open(config.data, config, logger, {}, node);
  const watch = watchOf(config, logger, pipeline, {});
  pipeline.tally.isSilent = true; // Who sends the lines says what became of them.
  pipeline.expireWhen(() => watch.mayExpire);
  await pipeline.start();
  await pipeline.rebuilt();
  return {
    ingest: (bytes, replay) => pipeline.ingest([bytes], replay, watch.clock.nowMs()),
    advance: (untilMs) => pipeline.advance(untilMs),
    settle: () => pipeline.settle(),
    registry: (kind, after) => pipeline.registry(kind, after),
    ask: pipeline.ask.any,
    backup: (request) => pipeline.backup(request),
    dump: dumpPieces(pipeline, watch.clock),
    clock: async (what) => (what === 'accept' ? watch.accept() : watch.report()),
    close: () => pipeline.close(),
  };
}
