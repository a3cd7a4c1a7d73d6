/**
 * Where a command's records go: to the server that holds the store, or to the store itself.
 */
import { openStore } from '../app/app.js';
import { connectIngest, giveWay, type IngestSink } from '../app/ingest-socket.js';
import type { Config } from '../kernel/config.js';
import { TagwireError } from '../kernel/errors.js';
import { createLogger } from '../kernel/logger.js';

/** The server that holds the store, whose callers then go first, or the store itself. */
export async function openSink(config: Config): Promise<IngestSink> {
  const remote = await openRemote(config);
  if (remote !== null) return remote;
  try {
    return await openStore(config, createLogger(config.logLevel, 'tagwire'));
  } catch (error) {
    // A server that was just starting opens its socket last.
    const isHeld = error instanceof TagwireError && error.code === 'STORE_LOCKED';
    const late = isHeld ? await openRemote(config) : null;
    if (late === null) throw error;
    return late;
  }
}

async function openRemote({ data }: Config): Promise<IngestSink | null> {
  const remote = await connectIngest(data);
  if (remote !== null) giveWay();
  return remote;
}
