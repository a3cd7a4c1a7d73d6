/**
 * `tagwire compact`: gives disk space back that deleted and replaced values take.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/compact.js');

export function addCompact(program: Command): void {
  const command = program
    .command('compact')
    .description('give back the disk space of what was deleted or replaced, also while serving');
  addOptions(command, ['data', 'logLevel']).action(late(run, ({ compact }) => compact));
}
