/**
 * `tagwire demo`: what `npm start` runs. Fills an invented world once, then crawls its sites.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';
import { worldOption } from '../worlds.js';

const run = () => import('../actions/demo.js');

export function addDemo(program: Command): void {
  const command = program
    .command('demo')
    .description('serve an invented world, whose sites are crawled live');
  addOptions(command, [
    'data',
    'host',
    'blogPort',
    'newsPort',
    'adminPort',
    'rateLimitNews',
    'rateLimitPages',
    'logLevel',
    'accessLog',
  ])
    .addOption(worldOption())
    .action(late(run, ({ demo }) => demo));
}
