/** Opens a node's part of a shared log. Loaded only where a shared log is configured. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import type { NodeSettings, SharedOrder } from '../log/node-state.js';
import { openJetStream } from './jetstream.js';
import { Node } from './node.js';

/** An engine that begins at the same time as its nodes is there within seconds. */
const CONNECT_MS_MAX = 30_000;

/** @throws TagwireError CONFIG_INVALID where the engine cannot be reached at a start. */
export async function openNode(settings: NodeSettings, logger: Logger): Promise<SharedOrder> {
  const connecting = openJetStream(settings);
  const late = sleep(CONNECT_MS_MAX, null, { ref: false });
  const engine = await Promise.race([connecting, late]);
  if (engine !== null) return new Node(settings, engine, logger);
  connecting.then((opened) => opened.close()).catch(() => undefined);
  throw new TagwireError(
    'CONFIG_INVALID',
    `log: no server of ${settings.servers.join(', ')} answers; start nats-server, with JetStream, or look at the addresses`,
  );
}
