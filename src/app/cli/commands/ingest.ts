/**
 * `tagwire ingest FILE…`: appends records to a store, or through the server that holds it.
 */
import type { Command } from 'commander';
import { STANDARD } from '../input-stream.js';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/ingest.js');

export function addIngest(program: Command): void {
  const command = program
    .command('ingest')
    .description('append records of NDJSON files (gzip and zstd too) to a store')
    .argument('<file...>', `files to read; ${STANDARD} is standard input`)
    .option('--replay', 'merge the files by time, and move the clock of the store along')
    .option('--until <time>', 'stop before the first record after this time')
    .option(
      '--zone <zone>',
      'zone of times that name none: +08:00, or a name such as Europe/Vienna',
    )
    .option('--check', 'only check the lines, without a store; writes nothing');
  addOptions(command, ['data', 'clock', 'logLevel', 'log', 'nodeName']).action(
    late(run, ({ ingest }) => ingest),
  );
}
