/**
 * `tagwire generate`: writes a seeded synthetic corpus as NDJSON.
 */
import { type Command, Option } from 'commander';
import { late } from '../late.js';
import { whole } from '../options.js';
import { worldOption } from '../worlds.js';

const run = () => import('../actions/generate.js');

export function addGenerate(program: Command): void {
  program
    .command('generate')
    .description('write a seeded, invented corpus of news and blogs as NDJSON')
    .addOption(
      new Option('--seed <integer>', 'names the world').default(1).argParser(whole(0, 2 ** 53 - 1)),
    )
    .addOption(new Option('--days <integer>', 'length').default(7).argParser(whole(1, 36_500)))
    .option('--end <time>', 'where it ends (default: the hour that has begun)')
    .addOption(new Option('--media <integer>', 'outlets').default(30).argParser(whole(1, 200)))
    .addOption(
      new Option('--per-day <integer>', 'articles a day')
        .default(2000)
        .argParser(whole(1, 100_000)),
    )
    .addOption(new Option('--blogs <integer>', 'blogs').default(40).argParser(whole(0, 20_000)))
    .addOption(worldOption())
    .option('--out <file>', 'file to write, gzip if it ends in .gz (default: standard output)')
    .action(late(run, ({ generate }) => generate));
}
