/**
 * The way from a command to the clock of a store: through the server that holds the store, or by opening
 * its log alone.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isoOf, parseClock, systemClock } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import { TagwireError } from '../../kernel/errors.js';
import { CLOCK } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import { FolderReader } from '../../store/leveldb/folder-reader.js';
import { lockIfPossible } from '../../store/lock.js';
import { checkBeforeOpening, readHead } from '../../store/log/head.js';
import { isNewStore } from '../../store/log/store-parts.js';
import { type ClockReport, ClockWatch } from '../clock-watch.js';
import { type ClockRequest, connectIngest } from '../ingest/ingest-socket.js';
import type { LogClient } from '../log-client.js';

/**
 * How the clock of a store stands; after `accept` it is believed.
 * @throws TagwireError INPUT_INVALID, STORE_LOCKED, STORE_DAMAGED.
 */
export async function askClock(
  config: Config,
  logger: Logger,
  what: ClockRequest,
): Promise<ClockReport> {
  const served = await connectIngest(config.data);
  if (served !== null) {
    try {
      return await served.clock(what);
    } finally {
      await served.close();
    }
  }
  const lastTickMs = await lastTickOf(config.data);
  const named = config.clock === 'system' ? null : parseClock(config.clock);
  const watch = new ClockWatch({
    ...{ folder: config.data, logger, named },
    lastTickMs: () => lastTickMs,
  });
  const report = what === 'accept' ? watch.accept() : watch.report();
  watch.stop();
  return report;
}

/** Reads the files of the log: a thread that opens it takes most of what a server loads. */
async function lastTickOf(folder: string): Promise<number | null> {
  requireLog(folder);
  const release = lockIfPossible(folder);
  try {
    await isNewStore(folder);
    await checkBeforeOpening(folder);
    const reader = await FolderReader.counted(join(folder, 'log'), () => undefined);
    return (await readHead(reader)).lastTickMs;
  } finally {
    if (typeof release !== 'string') release();
  }
}

export interface Reset {
  /** The last tick before, and after. */
  fromMs: number;
  toMs: number;
  /** Ticks that are void now. */
  ticks: number;
}

/**
 * Sets the time of a stopped store back to an instant: now, by the system's clock, when null.
 * @throws TagwireError STORE_LOCKED, INPUT_INVALID.
 */
export async function resetClock(
  config: Config,
  logger: Logger,
  atMs: number | null,
): Promise<Reset> {
  const served = await connectIngest(config.data);
  if (served !== null) {
    await served.close();
    throw new TagwireError('STORE_LOCKED', 'a server holds this store; stop it first');
  }
  const toMs = atMs ?? systemClock.nowMs();
  if (toMs < CLOCK.plausibleFromMs && atMs === null) {
    throw new TagwireError('INPUT_INVALID', `the clock says ${isoOf(toMs)}; set it right first`);
  }
  return withLog(config, logger, async (client, lastTickMs) => {
    if (lastTickMs === null || lastTickMs <= toMs) {
      const last = lastTickMs === null ? 'there is none' : `it is ${isoOf(lastTickMs)}`;
      throw new TagwireError(
        'INPUT_INVALID',
        `there is nothing to set back: the last tick is not after ${isoOf(toMs)}, ${last}`,
      );
    }
    const { ticks } = await client.call('rewind', { atMs: toMs });
    return { fromMs: lastTickMs, toMs, ticks };
  });
}

function requireLog(data: string): void {
  if (existsSync(join(data, 'log'))) return;
  const message = `there is no store in ${data}; give its folder as --data`;
  throw new TagwireError('INPUT_INVALID', message);
}

async function withLog<T>(
  config: Config,
  logger: Logger,
  work: (client: LogClient, lastTickMs: number | null) => Promise<T>,
): Promise<T> {
  const { data } = config;
  requireLog(data);
  // Only where the log is written to: it takes most of what a server loads.
  const logClient = await import('../log-client.js');
  const { client, opened } = await logClient.LogClient.open(data, config, logger);
  try {
    return await work(client, opened.lastTickMs);
  } finally {
    await client.close();
  }
}
