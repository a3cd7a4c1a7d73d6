/**
 * `tagwire verify`: is everything in a data folder what was written? Beside a running server or without
 * one, and without changing anything. Exit codes: 0 sound, 1 damage found (or the folder cannot be
 * verified), 2 wrong usage.
 *
 * `tagwire verify --pairs`: does the similarity window hold every pair that a sample of its bodies
 * makes, with the right numbers, and no other? Asks the server that holds the store, or opens the
 * store where none runs. Meant to be run every night.
 */
import { type Command, Option } from 'commander';
import { late } from '../late.js';
import { addOptions, whole } from '../options.js';

const run = () => import('../actions/verify.js');

/** Takes a second of the similarity actor for each 20,000 bodies of the window. */
const SAMPLE_DEFAULT = 200;

const SAMPLE_MAX = 10_000;

export function addVerify(program: Command): void {
  const verify = program
    .command('verify')
    .description('check every file of a store, also while serving; exit code 1 when one is damaged')
    .option('--json', 'print the report as JSON')
    .option('--pairs', 'instead prove by brute force that the similarity window holds every pair')
    .addOption(
      new Option('--sample <number>', `with --pairs: bodies to check, 1 to ${SAMPLE_MAX}`)
        .default(SAMPLE_DEFAULT)
        .argParser(whole(1, SAMPLE_MAX, 'a number')),
    );
  addOptions(verify, ['data', 'clock', 'logLevel']).action(late(run, ({ verify }) => verify));
}
