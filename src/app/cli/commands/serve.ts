/**
 * `tagwire serve`: both services until SIGINT or SIGTERM.
 */
import type { Command } from 'commander';
import { OPTIONS } from '../../../kernel/config.js';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/serve.js');

export function addServe(program: Command): void {
  const command = program.command('serve').description('serve both APIs from a store');
  addOptions(
    command,
    OPTIONS.map(({ name }) => name),
  ).action(late(run, ({ serveStore }) => serveStore));
}
