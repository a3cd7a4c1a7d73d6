/** What `tagwire nodes` does: the log is reached through NATS, the store of this machine as for a backup. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../kernel/config.js';
import { TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { lockFolder } from '../../store/lock.js';
import { moveStore } from '../../store/nodes/joining.js';
import { LogRepair, type OwnEntry } from '../../store/nodes/repairing.js';
import { nodeSettingsOf } from '../../store/nodes/settings.js';
import { connectIngest } from '../ingest/ingest-socket.js';
import { withStore } from './carrying.js';

async function withRepair<T>(config: Config, work: (repair: LogRepair) => Promise<T>): Promise<T> {
  const settings = nodeSettingsOf(config, false);
  if (settings === null) {
    throw new TagwireError('CONFIG_INVALID', 'name the shared log with --log, as its nodes do');
  }
  const { engineOf } = await import('../../store/nodes/open-node.js');
  const engine = await engineOf(settings);
  try {
    const repair = await LogRepair.open(settings, engine);
    return await work(repair).finally(() => repair.close());
  } finally {
    await engine.close();
  }
}

/** @throws TagwireError as `LogRepair.acceptLoss`. */
export function acceptLoss(config: Config, from: number): Promise<string> {
  return withRepair(config, (repair) => repair.acceptLoss(from));
}

/** Tells every record that this store has and the log has not. */
export function showDoubt(
  config: Config,
  logger: Logger,
  tell: (entry: OwnEntry) => void,
): Promise<void> {
  return withRepair(config, (repair) =>
    withStore(config, logger, async (own) => {
      for await (const entry of repair.ownEntries(own)) tell(entry);
    }),
  );
}

/**
 * Gives those records to the log, and sets the store aside, so that the node takes the common one.
 * @returns how many lines were sent, and where the store is now.
 * @throws TagwireError STORE_LOCKED while a server holds the store.
 */
export async function resend(
  config: Config,
  logger: Logger,
): Promise<{ sent: number; aside: string }> {
  const served = await connectIngest(config.data);
  if (served !== null) {
    await served.close();
    throw new TagwireError('STORE_LOCKED', `a server holds ${config.data}: stop it first`);
  }
  const sent = await withRepair(config, (repair) =>
    withStore(config, logger, (own) => repair.resend(repair.ownEntries(own))),
  );
  return { sent, aside: setAside(config.data) };
}

/** Moves a store away within its folder. */
function setAside(data: string): string {
  const release = lockFolder(data);
  try {
    let number = 1;
    while (existsSync(join(data, `doubt-${number}`))) number += 1;
    const aside = join(data, `doubt-${number}`);
    moveStore(data, aside);
    return aside;
  } finally {
    release();
  }
}
