/** `tagwire nodes`: what only one node has, and what is given up. */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions, whole } from '../options.js';

const run = () => import('../actions/nodes.js');

export function addNodes(program: Command): void {
  const nodes = program
    .command('nodes')
    .description('help a log of several nodes that does not go on by itself');
  addOptions(
    nodes
      .command('show-doubt')
      .description('list the records that this store has and the shared log has not'),
    ['data', 'log', 'logLevel'],
  ).action(late(run, ({ tellDoubt }) => tellDoubt));
  addOptions(
    nodes
      .command('resend')
      .description('send those to the shared log, and set the store of a stopped node aside'),
    ['data', 'log', 'logLevel'],
  ).action(late(run, ({ resendOwn }) => resendOwn));
  addOptions(
    nodes
      .command('accept-loss')
      .description('go on without entries that no node has which is there')
      .requiredOption(
        '--from <entry>',
        'the first entry that is given up',
        whole(1, Number.MAX_SAFE_INTEGER, 'an entry'),
      ),
    ['log', 'logLevel'],
  ).action(late(run, ({ giveUp }) => giveUp));
}
