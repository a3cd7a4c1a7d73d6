/**
 * `tagwire clock`: how the clock of a store stands, that it is right, or that the store's time is not.
 */
import type { Command } from 'commander';
import { askClock, resetClock } from '../../app/tools/clock-tools.js';
import { isoOf } from '../../kernel/clock.js';
import { createLogger } from '../../kernel/logger.js';
import { instantOf } from '../administration.js';
import { addOptions, configOf } from '../config-file.js';

export function addClock(program: Command): void {
  const clock = program
    .command('clock')
    .description('show what the clock says, confirm it, or set the time of a store back');
  addQuestion(clock, 'status', 'tell whether the clock is believed, and why not');
  addQuestion(clock, 'accept', 'confirm that the system clock is right, also while serving');
  const reset = clock
    .command('reset')
    .description('set the time of a stopped store back that a wrong clock has moved ahead')
    .option('--to <time>', 'the time to go back to; now by default');
  addOptions(reset, ['data', 'logLevel']).action(async ({ to }: { to?: string }) => {
    const atMs = instantOf(reset, '--to', to);
    const config = configOf(reset);
    const { fromMs, toMs, ticks } = await resetClock(config, createLogger(config, 'tagwire'), atMs);
    process.stdout.write(
      `the store's time is ${isoOf(toMs)} again, and was ${isoOf(fromMs)}; ${ticks} ticks are void. ` +
        'Indices that rest on them are made again at the next start.\n',
    );
  });
}

function addQuestion(clock: Command, what: 'status' | 'accept', description: string): void {
  const command = clock.command(what).description(description);
  addOptions(command, ['data', 'clock', 'logLevel']).action(async () => {
    const config = configOf(command);
    const logger = createLogger(config, 'tagwire');
    const { state, text, lastTickMs } = await askClock(config, logger, what);
    const last = lastTickMs === null ? 'none yet' : isoOf(lastTickMs);
    process.stdout.write(`${state}: ${text}\nlast tick of the store: ${last}\n`);
    if (state === 'held' || state === 'behind') process.exitCode = 1;
  });
}
