/**
 * `tagwire clock`: how the clock of a store stands, that it is right, or that the store's time is not.
 */
import type { Command } from 'commander';
import { isoOf } from '../../../kernel/clock.js';
import { createLogger } from '../../../kernel/logger.js';
import { askClock, resetClock } from '../../tools/clock-tools.js';
import { instantOf } from '../answers.js';
import { configOf } from '../config-file.js';

export async function reset({ to }: { to?: string }, own: Command): Promise<void> {
  const atMs = instantOf(own, '--to', to);
  const config = configOf(own);
  const { fromMs, toMs, ticks } = await resetClock(config, createLogger(config, 'tagwire'), atMs);
  process.stdout.write(
    `the store's time is ${isoOf(toMs)} again, and was ${isoOf(fromMs)}; ${ticks} ticks are void. ` +
      'Indices that rest on them are made again at the next start.\n',
  );
}

export async function tellClock(own: Command, what: 'status' | 'accept'): Promise<void> {
  const config = configOf(own);
  const logger = createLogger(config, 'tagwire');
  const { state, text, lastTickMs } = await askClock(config, logger, what);
  const last = lastTickMs === null ? 'none yet' : isoOf(lastTickMs);
  process.stdout.write(`${state}: ${text}\nlast tick of the store: ${last}\n`);
  if (state === 'held' || state === 'behind') process.exitCode = 1;
}
