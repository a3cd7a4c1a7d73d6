/** What a node does before its store is opened, or instead of it. */
import { existsSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import type { Config } from '../kernel/config.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import type { NodeSettings } from '../store/log/node-state.js';
import { DAMAGED } from '../store/nodes/joining.js';
import { nodeSettingsOf } from '../store/nodes/settings.js';

/**
 * The settings of a node, which has the store of another one now where it lacks what the shared log does
 * not keep any more; null where the log is the store's own.
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
 * Runs a server; where its store is damaged, and it is a node, again with the store of another node.
 * @throws as `run`, where no other node has what is noted of the log.
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
