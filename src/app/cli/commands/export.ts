/**
 * `tagwire export` and `tagwire import`: the raw log as text, and a store from it; `tagwire export --dump`:
 * what the services show of a period, as NDJSON or Parquet.
 */
import type { Command } from 'commander';
import { STANDARD } from '../input-stream.js';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/export.js');

export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description('write the raw log of a store, or a dump of it, also while a server serves it')
    .argument('<file>', `a new file, or ${STANDARD} for the standard output`)
    .option(
      '--dump <kind>',
      'what is shown, as rows: articles, pairs, rankings, events, mentions, topics',
    )
    .option('--service <name>', 'news or blog, for a kind that both have (default news)')
    .option('--from <date>', 'first day of the dump, in the zone of the store')
    .option('--to <date>', 'last day of the dump (default the first)')
    .option('--format <name>', 'of the dump: ndjson.gz, parquet or csv.gz', 'ndjson.gz');
  addOptions(command, ['data', 'clock', 'logLevel']).action(
    late(run, ({ exportStore }) => exportStore),
  );
}

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('make a store from an export, in an empty folder')
    .argument('<file>', `a file, or ${STANDARD} for the standard input`);
  addOptions(command, ['data', 'logLevel']).action(late(run, ({ importStore }) => importStore));
}
