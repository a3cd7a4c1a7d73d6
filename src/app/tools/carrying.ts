/**
 * The way from a command to the store that it backs up, exports or compacts: through the server that
 * holds the store, or by opening the store without its indices.
 */

import { TagwireError } from '../../kernel/errors.js';
import type { Logger, LogSettings } from '../../kernel/logger.js';
import { type AskStore, BackupSource } from '../../store/backup/source.js';
import { connectIngest } from '../ingest/ingest-socket.js';
import { LogClient } from '../log-client.js';
import { requireStore } from '../store-folder.js';

export { exportLog, importLog, type WriteText } from '../../store/backup/export.js';
export { type BackupReport, makeBackup } from '../../store/backup/make-backup.js';
export { checkBackup, restore } from '../../store/backup/restore.js';
export { TarTarget } from '../../store/backup/tar.js';
export { FolderTarget } from '../../store/backup/target.js';

/**
 * Does some work with a store, in this process or in the server that holds it.
 * @throws TagwireError STORE_LOCKED, STORE_DAMAGED.
 */
export async function withStore<T>(
  settings: LogSettings & { data: string },
  logger: Logger,
  work: (source: BackupSource, ask: AskStore) => Promise<T>,
): Promise<T> {
  const { data } = settings;
  const { ask, isShared, close } = await reach(settings, logger);
  try {
    return await work(new BackupSource(data, ask, isShared), ask);
  } finally {
    await close();
  }
}

interface Reached {
  ask: AskStore;
  isShared: boolean;
  close(): Promise<void>;
}

async function reach(settings: LogSettings & { data: string }, logger: Logger): Promise<Reached> {
  const { data } = settings;
  requireStore(data);
  const served = await reachServer(data);
  if (served !== null) return served;
  try {
    const { client } = await LogClient.open(data, settings, logger, undefined, 'any');
    const ask: AskStore = (request) => client.call('backup', request);
    return { ask, isShared: false, close: () => client.close() };
  } catch (error) {
    // A server that was just starting opens its socket last.
    const isHeld = error instanceof TagwireError && error.code === 'STORE_LOCKED';
    const late = isHeld ? await reachServer(data) : null;
    if (late === null) throw error;
    return late;
  }
}

async function reachServer(data: string): Promise<Reached | null> {
  const sink = await connectIngest(data);
  if (sink === null) return null;
  return { ask: (request) => sink.backup(request), isShared: true, close: () => sink.close() };
}
