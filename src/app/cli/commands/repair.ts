/**
 * `tagwire repair`: makes a damaged store whole again from what is sound in it, or in a backup. It says
 * first what will be kept and what is lost, and changes nothing before it is told to. Exit codes: 0 the
 * store is sound, 1 it is not, or nothing was done, 2 wrong usage.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/repair.js');

export function addRepair(program: Command): void {
  const command = program
    .command('repair')
    .description(
      'repair a damaged store while no server runs; shows its plan before it changes anything',
    )
    .option(
      '--from-backup <path>',
      'a folder or a .tar of `tagwire backup`, for what the store lacks',
    )
    .option('--yes', 'do what the plan says, unless it loses something')
    .option('--accept-loss', 'with --yes: also when the plan loses something');
  addOptions(command, ['data', 'logLevel']).action(late(run, ({ repair }) => repair));
}
