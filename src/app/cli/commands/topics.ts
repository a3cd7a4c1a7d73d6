/**
 * `tagwire topics explain ID`: why a topic ranks where it does, or is not listed, step by step. Asks
 * the server that holds the store, or opens the store where none runs.
 */
import { type Command, Option } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/topics.js');

const HOURS = ['168', '720', '2160'];

const HOURS_DEFAULT = '720';

export function addTopics(program: Command): void {
  const topics = program.command('topics').description('explain topics of the blog service');
  const explain = topics
    .command('explain <id>')
    .description('print why a topic ranks where it does, or is not listed')
    .addOption(new Option('--hours <number>', 'window').choices(HOURS).default(HOURS_DEFAULT))
    .option('--at <time>', "end of the window; the store's last tick where it is not given");
  addOptions(explain, ['data', 'clock', 'logLevel']).action(late(run, ({ explain }) => explain));
}
