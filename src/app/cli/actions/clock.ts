/**
 * `tagwire clock`: shows the state of a store's clock, accepts the clock as right, or sets the store's time back. The
 * server that holds the store is asked; where none runs, the files of its log are read.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { isoOf, parseClock, systemClock } from '../../../kernel/clock.js';
import type { Config } from '../../../kernel/config.js';
import { TagwireError } from '../../../kernel/errors.js';
import { CLOCK } from '../../../kernel/limits.js';
import { createLogger, type Logger } from '../../../kernel/logger.js';
import { FolderReader } from '../../../store/leveldb/folder-reader.js';
import { lockIfPossible } from '../../../store/lock.js';
import { checkBeforeOpening, readHead } from '../../../store/log/head.js';
import { isNewStore } from '../../../store/log/store-parts.js';
import { type ClockReport, ClockWatch } from '../../clock-watch.js';
import { type ClockRequest, connectIngest } from '../../ingest/ingest-socket.js';
import { instantOf, refuse } from '../answers.js';
import { configOf } from '../config-file.js';

/**
 * The state of a store's clock; after `accept` the clock is believed.
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

/** Reads the files of the log: a thread that opens the log loads most of the code of a server. */
async function lastTickOf(folder: string): Promise<number | null> {
  requireLog(folder);
  const release = lockIfPossible(folder);
  try {
    await isNewStore(folder);
    await checkBeforeOpening(folder);
    const reader = await FolderReader.counted(join(folder, 'log'));
    return (await readHead(reader)).lastTickMs;
  } finally {
    if (typeof release !== 'string') release();
  }
}

/** The last tick before and after a reset, and the number of ticks that became void. */
interface Reset {
  fromMs: number;
  toMs: number;
  ticks: number;
}

/**
 * Sets the time of a stopped store back to an instant; null means now, by the system's clock.
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
    refuse(`the clock says ${isoOf(toMs)}; set it right first`);
  }
  requireLog(config.data);
  // The client of the log is loaded only to write: it loads most of the code of a server.
  const { LogClient } = await import('../../log-client.js');
  const { client, opened } = await LogClient.open(config.data, config, logger);
  const { lastTickMs } = opened;
  try {
    if (lastTickMs === null || lastTickMs <= toMs) {
      const last = lastTickMs === null ? 'there is none' : `it is ${isoOf(lastTickMs)}`;
      refuse(`there is nothing to set back: the last tick is not after ${isoOf(toMs)}, ${last}`);
    }
    const { ticks } = await client.call('rewind', { atMs: toMs });
    return { fromMs: lastTickMs, toMs, ticks };
  } finally {
    await client.close();
  }
}

function requireLog(data: string): void {
  if (!existsSync(join(data, 'log'))) {
    refuse(`there is no store in ${data}; give its folder as --data`);
  }
}

export async function reset({ to }: { to?: string }, own: Command): Promise<void> {
  const atMs = instantOf(own, '--to', to);
  const config = configOf(own);
  const { fromMs, toMs, ticks } = await resetClock(config, createLogger(config, 'tagwire'), atMs);
  process.stdout.write(
    `the store's time is ${isoOf(toMs)} again, and was ${isoOf(fromMs)}; ${ticks} ticks are void. ` +
      'Indices that rest on them are made again at the next start.\n',
  );
}

/** `tagwire clock status` and `tagwire clock accept`. */
export async function tellClock(_: object, own: Command): Promise<void> {
  const config = configOf(own);
  const what = own.name() as ClockRequest;
  const { state, text, lastTickMs } = await askClock(config, createLogger(config, 'tagwire'), what);
  const last = lastTickMs === null ? 'none yet' : isoOf(lastTickMs);
  process.stdout.write(`${state}: ${text}\nlast tick of the store: ${last}\n`);
  if (state === 'held' || state === 'behind') process.exitCode = 1;
}
