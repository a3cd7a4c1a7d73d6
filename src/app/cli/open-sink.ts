/**
 * Where a command's records go: to the server that holds the store, or to the store itself.
 */
import { resolve } from 'node:path';
import type { Config } from '../../kernel/config.js';
import { TagwireError } from '../../kernel/errors.js';
import { createLogger } from '../../kernel/logger.js';
import { connectIngest, giveWay, type IngestSink } from '../ingest/ingest-socket.js';
import { socketOfStarting } from '../ingest/starting-server.js';
import { openStore } from '../open-store.js';
import { hasStore, requireStore } from '../store-folder.js';

/** What a command may do where there is no store: one that brings records makes it. */
export type WhereNone = 'make' | 'refuse';

/**
 * The server that holds the store, whose callers then go first, or the store itself.
 * @throws TagwireError INPUT_INVALID where there is none and none may be made.
 */
export async function openSink(config: Config, whereNone: WhereNone): Promise<IngestSink> {
  if (whereNone === 'refuse') requireStore(config.data);
  const remote = await openRemote(config);
  if (remote !== null) return remote;
  for (;;) {
    try {
      return await sayingSo(config, () => openStore(config, createLogger(config, 'tagwire')));
    } catch (error) {
      const isHeld = error instanceof TagwireError && error.code === 'STORE_LOCKED';
      if (!isHeld) throw error;
      const late = await socketOfStarting(config.data, sayWaiting);
      if (late === 'no server') throw error;
      if (late === 'gone') continue;
      giveWay();
      return late;
    }
  }
}

function sayWaiting(pid: number): void {
  process.stderr.write(`waiting for the server (process ${pid}), which is starting\n`);
}

/** Opens a store and says where, once, when it is a new one. */
export async function sayingSo<T>({ data }: Config, open: () => Promise<T>): Promise<T> {
  const isNew = !hasStore(data);
  const opened = await open();
  if (isNew) process.stderr.write(`made a new store in ${resolve(data)}\n`);
  return opened;
}

async function openRemote({ data }: Config): Promise<IngestSink | null> {
  const remote = await connectIngest(data);
  if (remote !== null) giveWay();
  return remote;
}
