/** What a node does before its store is opened. */
import type { Config } from '../kernel/config.js';
import type { Logger } from '../kernel/logger.js';
import type { NodeSettings } from '../log/node-state.js';
import { nodeSettingsOf } from '../nodes/settings.js';

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
  const { join } = await import('../nodes/open-node.js');
  await join(config.data, node, logger);
  return node;
}
