/**
 * `tagwire inspect feed|page`: what the crawler would make of documents, as ingest records.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/inspect.js');

export function addInspect(program: Command): void {
  const command = program
    .command('inspect')
    .description('print, as ingest records, what the crawler would make of feeds or pages')
    .argument('<what>', 'feed or page')
    .argument('<source...>', 'files or addresses; several print a line of JSON each')
    .option('--url <address>', 'the address that a file came from')
    .option('--media <code>', 'records of articles of this media (default inspected)')
    .option('--blog <slug>', 'records of posts of this blog instead');
  addOptions(command, ['clock', 'crawlAllow', 'crawlContact', 'logLevel']).action(
    late(run, ({ inspectSources }) => inspectSources),
  );
}
