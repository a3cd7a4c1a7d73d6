/**
 * Opens a node's part of a shared log, and copies a store before. Loaded only with a shared log.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import type { NodeSettings, SharedOrder } from '../log/node-state.js';
import { AccountStream } from './account-stream.js';
import type { Engine } from './engine.js';
import { openJetStream, type StreamKind } from './jetstream.js';
import { finishJoining, joinBySnapshot } from './joining.js';
import { Node } from './node.js';
import { demandOwnName } from './peers.js';

/** An engine that starts together with its nodes is ready within seconds. */
const CONNECT_MS_MAX = 30_000;

/** When the engine does not answer for so long, a store is opened without a check for missing entries. */
const JOIN_CONNECT_MS_MAX = 5000;

/** @throws TagwireError CONFIG_INVALID when the engine does not answer, or the name is taken. */
export async function openNode(settings: NodeSettings, logger: Logger): Promise<SharedOrder> {
  const engine = await engineOf(settings, CONNECT_MS_MAX, 'log', (what) => logger.warn({}, what));
  await demandOwnName(settings, engine).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  return new Node(settings, engine, logger);
}

/**
 * The order of the accounts that the nodes share, and a function to close it.
 * @param isNode false for a command, which keeps no state.
 * @throws TagwireError CONFIG_INVALID when the engine does not answer.
 */
export async function openAccountStream(
  settings: NodeSettings,
  isNode: boolean,
): Promise<{ stream: AccountStream; close(): Promise<void> }> {
  const engine = await engineOf(settings, CONNECT_MS_MAX, 'accounts');
  const { name: log, leaseMs } = settings;
  const stream = new AccountStream({ engine, log, node: isNode ? settings.node : null, leaseMs });
  return { stream, close: () => engine.close() };
}

/** Copies the store of another node if necessary, as `joinBySnapshot` does. */
export async function join(
  folder: string,
  settings: NodeSettings,
  logger: Logger,
  isDamaged = false,
): Promise<boolean> {
  let engine: Engine;
  try {
    engine = await engineOf(settings, JOIN_CONNECT_MS_MAX);
  } catch (error) {
    await finishJoining(folder);
    logger.warn({ reason: messageOf(error) }, 'the store is opened as it is');
    return false;
  }
  const joiner = { folder, settings, engine, logger, isDamaged };
  return joinBySnapshot(joiner).finally(() => engine.close());
}

/** @throws TagwireError CONFIG_INVALID when the engine does not answer. */
export async function engineOf(
  settings: NodeSettings,
  withinMs = CONNECT_MS_MAX,
  kind: StreamKind = 'log',
  warn?: (what: string) => void,
): Promise<Engine> {
  const connecting = openJetStream(settings, kind, warn);
  const late = sleep(withinMs, null, { ref: false });
  const engine = await Promise.race([connecting, late]);
  if (engine !== null) return engine;
  connecting.then((opened) => opened.close()).catch(() => undefined);
  throw new TagwireError(
    'CONFIG_INVALID',
    `log: no server of ${settings.servers.join(', ')} answers; start nats-server, with JetStream, or look at the addresses`,
  );
}
