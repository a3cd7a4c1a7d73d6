/**
 * `tagwire crawl`: the crawler alone, feeding a store or the server that holds it, and how its
 * sources are doing.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/crawl.js');
const tell = () => import('../actions/crawl-status.js');

const OPTIONS = [
  'data',
  'sources',
  'clock',
  'crawlAllow',
  'crawlContact',
  'crawlGapMs',
  'crawlThreads',
  'logLevel',
] as const;

export function addCrawl(program: Command): void {
  const crawl = program
    .command('crawl')
    .description('read the media and blogs of sources.toml into a store')
    .option('--once', 'take every source once, and end when all of it is stored');
  addOptions(crawl, OPTIONS).action(late(run, ({ crawl }) => crawl));
  const status = crawl
    .command('status')
    .description('print how each source is doing')
    .option('--failing', 'only channels that need attention')
    .option('--group <name>', 'only sources of a category, as lists and OPML files group them')
    .option('--sort <what>', 'by "state", or by "delay" from publication to being served', 'state')
    .option('--json', 'as one JSON object');
  addOptions(status, ['data', 'sources', 'clock', 'logLevel']).action(
    late(tell, ({ status }) => status),
  );
  const now = crawl
    .command('now [source]')
    .description('have a running crawler look at a source, or at all, at once');
  addOptions(now, ['data', 'logLevel']).action(late(run, ({ pollNow }) => pollNow));
}
