/**
 * `tagwire doctor`: what is wrong with the machine, the data folder or the server, and what to do.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/doctor.js');

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('say what is wrong with machine, store or server; ends with 1 when something is')
    .option('--json', 'as JSON, for programs')
    .option('--memory', 'also where the memory of the running server goes: threads, indices');
  addOptions(command, [
    'data',
    'host',
    'blogPort',
    'newsPort',
    'adminHost',
    'adminPort',
    'httpServer',
  ]).action(late(run, ({ doctor }) => doctor));
}
