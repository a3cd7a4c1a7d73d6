/**
 * `tagwire clock`: how the clock of a store stands, that it is right, or that the store's time is not.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/clock.js');

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
  addOptions(reset, ['data', 'logLevel']).action(late(run, ({ reset }) => reset));
}

function addQuestion(clock: Command, what: 'status' | 'accept', description: string): void {
  const command = clock.command(what).description(description);
  addOptions(command, ['data', 'clock', 'logLevel']).action(
    late(
      run,
      ({ tellClock }) =>
        (_: object, own: Command) =>
          tellClock(own, what),
    ),
  );
}
