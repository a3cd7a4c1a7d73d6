/**
 * Declares the commands about a store as a whole: copies, exports, checks, repairs, its clock and its nodes. They end
 * with 0 where all is sound or done, 1 where damage was found or nothing was done, 2 for wrong usage.
 */
import { type Command, Option } from 'commander';
import { STANDARD } from '../input-stream.js';
import { addOptions, late, whole } from '../options.js';

const runStore = () => import('../actions/store.js');

export function addBackup(program: Command): void {
  const command = program
    .command('backup')
    .description('copy a store, also while a server serves it; into a folder only what is new')
    .argument('<target>', 'a folder (empty, or with an older backup of this store), or a .tar');
  addOptions(command, ['data', 'logLevel']).action(
    late(runStore, ({ backUpStore }) => backUpStore),
  );
}

export function addRestore(program: Command): void {
  const command = program
    .command('restore')
    .description('make a store from a backup, in an empty folder')
    .argument('<backup>', 'a folder or a .tar that `tagwire backup` wrote')
    .option('--check', 'only read the backup through and compare all checksums');
  addOptions(command, ['data', 'logLevel']).action(
    late(runStore, ({ restoreStore }) => restoreStore),
  );
}

const runExport = () => import('../actions/export.js');

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
    late(runExport, ({ exportStore }) => exportStore),
  );
}

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('make a store from an export, in an empty folder')
    .argument('<file>', `a file, or ${STANDARD} for the standard input`);
  addOptions(command, ['data', 'logLevel']).action(
    late(runExport, ({ importStore }) => importStore),
  );
}

export function addCompact(program: Command): void {
  const command = program
    .command('compact')
    .description('give back the disk space of what was deleted or replaced, also while serving');
  addOptions(command, ['data', 'logLevel']).action(late(runStore, ({ compact }) => compact));
}

const runVerify = () => import('../actions/verify.js');

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
  addOptions(verify, ['data', 'clock', 'logLevel']).action(late(runVerify, ({ verify }) => verify));
}

export function addRepair(program: Command): void {
  const command = program
    .command('repair')
    .description(
      'repair a damaged store while no server runs; shows its plan before it changes anything',
    )
    .option(
      '--from-backup <path>',
      'a folder or a .tar of `tagwire backup`, for what the store lacks',
    )
    .option('--yes', 'do what the plan says, unless it loses something')
    .option('--accept-loss', 'with --yes: also when the plan loses something');
  addOptions(command, ['data', 'logLevel']).action(late(runStore, ({ repair }) => repair));
}

const runClock = () => import('../actions/clock.js');

export function addClock(program: Command): void {
  const clock = program
    .command('clock')
    .description('show what the clock says, confirm it, or set the time of a store back');
  addClockQuestion(clock, 'status', 'tell whether the clock is believed, and why not');
  addClockQuestion(clock, 'accept', 'confirm that the system clock is right, also while serving');
  const reset = clock
    .command('reset')
    .description('set the time of a stopped store back that a wrong clock has moved ahead')
    .option('--to <time>', 'the time to go back to; now by default');
  addOptions(reset, ['data', 'logLevel']).action(late(runClock, ({ reset }) => reset));
}

function addClockQuestion(clock: Command, what: 'status' | 'accept', description: string): void {
  const command = clock.command(what).description(description);
  addOptions(command, ['data', 'clock', 'logLevel']).action(
    late(
      runClock,
      ({ tellClock }) =>
        (_: object, own: Command) =>
          tellClock(own, what),
    ),
  );
}

export function addNodes(program: Command): void {
  const nodes = program
    .command('nodes')
    .description('help a log of several nodes that does not go on by itself');
  addOptions(
    nodes
      .command('show-doubt')
      .description('list the records that this store has and the shared log has not'),
    ['data', 'log', 'logLevel'],
  ).action(late(runStore, ({ tellDoubt }) => tellDoubt));
  addOptions(
    nodes
      .command('resend')
      .description('send those to the shared log, and set the store of a stopped node aside'),
    ['data', 'log', 'logLevel'],
  ).action(late(runStore, ({ resendOwn }) => resendOwn));
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
  ).action(late(runStore, ({ giveUp }) => giveUp));
}
