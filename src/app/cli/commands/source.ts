/**
 * `tagwire source …`: finds, tests, lists, removes, imports and exports the sources of the crawler.
 */
import type { Command } from 'commander';
import type { Config } from '../../../kernel/config.js';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/source.js');
const list = () => import('../actions/source-list.js');

const FILE_OPTIONS: readonly (keyof Config)[] = ['data', 'sources', 'logLevel'];

const WEB_OPTIONS: readonly (keyof Config)[] = [
  ...FILE_OPTIONS,
  'clock',
  'crawlAllow',
  'crawlContact',
];

export function addSource(program: Command): void {
  const source = program.command('source').description('find, test and list what is crawled');
  const command = (usage: string, describes: string, options: readonly (keyof Config)[]): Command =>
    addOptions(source.command(usage).description(describes), options);

  command('add <address>', 'find the feed of a site, show what it gives, add it', WEB_OPTIONS)
    .option('--yes', 'add it without asking')
    .option('--media <code>', 'as a media of this code')
    .option('--blog <slug>', 'as a blog of this slug')
    .action(late(run, ({ addSourceOf }) => addSourceOf));
  command('test <name>', 'show one fetch of a source or an address from end to end', WEB_OPTIONS)
    .option('--json', 'as JSON, one line for each channel')
    .action(late(run, ({ testSource }) => testSource));
  command(
    'list',
    'print kind, key, state, name and channels; mistakes of the file',
    FILE_OPTIONS,
  ).action(late(list, ({ listSources }) => listSources));
  command('remove <name>', 'take a source out of the file; what was collected stays', FILE_OPTIONS)
    .option('--yes', 'without asking')
    .action(late(run, ({ removeSource }) => removeSource));
  command('import <list>', 'add every feed of an OPML, CSV, INI or text list', FILE_OPTIONS)
    .option('--media', 'as media instead of blogs')
    .option('--dry-run', 'print the entries instead of adding them')
    .action(late(run, ({ importSources }) => importSources));
  command('export', 'print the feeds of all sources as OPML', FILE_OPTIONS)
    .option('--out <file>', 'into a file')
    .action(late(run, ({ exportSources }) => exportSources));
}
