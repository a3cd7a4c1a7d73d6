/** A store that a command opens for ingest alone: actors fold, no port is open, only requested ticks are appended. */

import { existsSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { parseClock } from '../kernel/clock.js';
import type { Config } from '../kernel/config.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { tuneEngine } from '../kernel/runtime/garbage.js';
import { makePrivate } from '../store/folders.js';
import type { NodeSettings } from '../store/log/node-state.js';
import { DAMAGED } from '../store/nodes/joining.js';
import { nodeSettingsOf } from '../store/nodes/settings.js';
import { type ClockWatch, watchOf } from './clock-watch.js';
import { demandOwn } from './following.js';
import type { IngestSink, StoreSink } from './ingest/ingest-socket.js';
import { Pipeline } from './pipeline.js';
import { dumpPieces } from './program-sources.js';

/** @throws TagwireError STORE_LOCKED, STORE_DAMAGED. */
export async function openStore(config: Config, logger: Logger): Promise<IngestSink> {
  parseClock(config.clock);
  tuneEngine('ingesting');
  makeOwn(config.data, logger);
  demandOwn(config.data);
  const node = await joinedNode(config, logger, false);
  const pipeline = await Pipeline.open(config.data, config, logger, {}, node);
  const watch = watchOf(config, logger, pipeline, {});
  pipeline.tally.isSilent = true; // The sender of the lines reports their results.
  pipeline.expireWhen(() => watch.mayExpire);
  await pipeline.start();
  await pipeline.rebuilt();
  return storeSink(pipeline, watch);
}

/** The calls of an open store, as the local socket and commands use them. */
export function storeSink(pipeline: Pipeline, watch: ClockWatch): StoreSink {
  const ingestParts: StoreSink['ingestParts'] = (parts, replay) =>
    pipeline.ingest(parts, replay, watch.clock.nowMs());
  return {
    ingestParts,
    ingest: (bytes, replay) => ingestParts([bytes], replay),
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

/** Makes a data folder private to its owner, also a folder that an older version left open to others. */
export function makeOwn(folder: string, logger: Logger): void {
  const { closed, failed } = makePrivate(folder);
  if (closed > 0) logger.warn({ folder, closed }, 'files and folders were open to other users');
  if (failed > 0) logger.warn({ folder, failed }, 'files and folders stay open to other users');
}

/**
 * The settings of a node; null where the log is the store's own. A node that lacks entries which the shared log
 * no longer has takes over the store of another node first.
 */
export async function joinedNode(
  config: Config,
  logger: Logger,
  mayWrite = true,
): Promise<NodeSettings | null> {
  const node = nodeSettingsOf(config, mayWrite);
  if (node === null) return null;
  // The client of the engine is loaded by nodes alone.
  const { join } = await import('../store/nodes/open-node.js');
  await join(config.data, node, logger);
  return { ...node, wasReplaced: existsSync(joinPath(config.data, DAMAGED)) };
}

/**
 * Runs a server. A node whose store is damaged runs again with the store of another node.
 * @throws as `run`, where no other node has the noted head of the log.
 */
export async function withOtherStore<T>(
  config: Config,
  logger: Logger,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isDamaged = error instanceof TagwireError && error.code === 'STORE_DAMAGED';
    const node = isDamaged ? nodeSettingsOf(config) : null;
    if (node === null) throw error;
    logger.error({ reason: messageOf(error) }, 'the store of this node is damaged');
    const { join } = await import('../store/nodes/open-node.js');
    if (!(await join(config.data, node, logger, true))) throw error;
    return run();
  }
}
