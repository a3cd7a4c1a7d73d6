/**
 * Declares every command: its arguments and options, and the action that it runs.
 *
 * The modules of actions are loaded when a command runs: help and refusals load this file and no package but commander.
 * Commands that check or repair a store end with 0 where the store is sound or repaired, 1 where damage was found or
 * nothing was done, 2 for wrong usage.
 */
import { type Command, Option } from 'commander';
import { type Config, OPTIONS } from '../../kernel/config.js';
import { ROLES } from '../../kernel/roles.js';
import { STANDARD } from './input-stream.js';
import { actionsOf, addOptions, whole } from './options.js';
import { worldOption } from './worlds.js';

type Options = readonly (keyof Config)[];

const accounts = actionsOf(() => import('./actions/accounts.js'));
const clockActions = actionsOf(() => import('./actions/clock.js'));
const crawling = actionsOf(() => import('./actions/crawl.js'));
const exporting = actionsOf(() => import('./actions/export.js'));
const registry = actionsOf(() => import('./actions/registry.js'));
const sources = actionsOf(() => import('./actions/source.js'));
const sourceStates = actionsOf(() => import('./actions/crawl-status.js'));
const storing = actionsOf(() => import('./actions/store.js'));
const verifying = actionsOf(() => import('./actions/verify.js'));

/** Options of commands about accounts, of those that copy or repair a data folder, and of those that ask a store. */
const ACCOUNTS: Options = ['data', 'log'];
const FOLDER: Options = ['data', 'logLevel'];
const STORE: Options = ['data', 'clock', 'logLevel'];

/** Declares a command with options of the configuration. */
function declare(parent: Command, usage: string, describes: string, options: Options): Command {
  return addOptions(parent.command(usage).description(describes), options);
}

/** Declares a command with subcommands; returns the function that declares these. */
function group(program: Command, name: string, describes: string, options: Options) {
  const parent = program.command(name).description(describes);
  return (usage: string, describes: string, further: Options = []): Command =>
    declare(parent, usage, describes, [...options, ...further]);
}

function addServe(program: Command): void {
  const names = OPTIONS.map(({ name }) => name);
  declare(program, 'serve', 'serve both APIs from a store', names).action(
    actionsOf(() => import('./actions/serve.js'))('serveStore'),
  );
}

function addIngest(program: Command): void {
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
    actionsOf(() => import('./actions/ingest.js'))('ingest'),
  );
}

function addGenerate(program: Command): void {
  const number = (flags: string, describes: string, fallback: number, low: number, high: number) =>
    new Option(flags, describes).default(fallback).argParser(whole(low, high));
  program
    .command('generate')
    .description('write a seeded, invented corpus of news and blogs as NDJSON')
    .addOption(number('--seed <integer>', 'names the world', 1, 0, 2 ** 53 - 1))
    .addOption(number('--days <integer>', 'length', 7, 1, 36_500))
    .option('--end <time>', 'where it ends (default: the hour that has begun)')
    .addOption(number('--media <integer>', 'outlets', 30, 1, 200))
    .addOption(number('--per-day <integer>', 'articles a day', 2000, 1, 100_000))
    .addOption(number('--blogs <integer>', 'blogs', 40, 0, 20_000))
    .addOption(worldOption())
    .option('--out <file>', 'file to write, gzip if it ends in .gz (default: standard output)')
    .action(actionsOf(() => import('./actions/generate.js'))('generate'));
}

function addDemo(program: Command): void {
  const ports: Options = ['data', 'host', 'blogPort', 'newsPort', 'adminPort'];
  const others: Options = ['rateLimitNews', 'rateLimitPages', 'logLevel', 'accessLog'];
  const describes = 'serve an invented world, whose sites are crawled live';
  declare(program, 'demo', describes, [...ports, ...others])
    .addOption(worldOption())
    .action(actionsOf(() => import('./actions/demo.js'))('demo'));
}

function addBlog(program: Command): void {
  const command = group(program, 'blog', 'register, verify, hide and list blogs', STORE);
  command('add [slug]', 'register a blog, change one, or import lists of candidates')
    .option('--file <list...>', 'OPML, CSV, INI or text: every blog in it becomes a candidate')
    .option('--dry-run', 'print the records of --file instead of storing them')
    .option('--name <text>', 'name of the blog')
    .option('--url <address>', 'its home page')
    .option('--category <text>')
    .option('--description <text>')
    .option('--feed <address...>', 'its feeds; whether atom or sitemap follows from the address')
    .option('--alias <prefix...>', 'other hosts or host/path prefixes of its pages')
    .option('--unverified', 'only as a candidate')
    .action(registry('addBlogs'));
  command('verify <slug...>', 'list candidates publicly').action(registry('setVerified'));
  command('unverify <slug...>', 'take blogs back to the candidates').action(
    registry('setVerified'),
  );
  for (const [kind, what] of Object.entries({ hide: 'hide', show: 'show again' })) {
    command(`${kind} [slug...]`, `${what} blogs, or posts by address, at once`)
      .option('--post <address...>', 'posts instead of whole blogs')
      .action(registry('maskBlogs'));
  }
  command('list', 'print code, state, name and home page of blogs')
    .option('--candidates', 'only unverified ones')
    .option('--verified', 'only verified ones')
    .option('--json', 'as records of ingest, one a line')
    .action(registry('listBlogs'));
}

function addMedia(program: Command): void {
  const command = group(program, 'media', 'hide, enable, disable and list media', STORE);
  command('list', 'print code, state, camp, title and home page of media')
    .option('--json', 'as records, one a line')
    .action(registry('listMedia'));
  command('known', 'add media that others often cite, so that citations of them are found')
    .option('--list', 'only print those that would be added')
    .action(registry('addKnownMedia'));
  for (const [kind, what] of Object.entries({ hide: 'hide', show: 'show again' })) {
    command(`${kind} [media...]`, `${what} media, or articles by address, at once`)
      .option('--article <address...>', 'articles instead of whole media')
      .action(registry('maskMedia'));
  }
  command('enable <media...>', 'collect and rank media').action(registry('setEnabled'));
  command('disable <media...>', 'no longer collect or rank media').action(registry('setEnabled'));
}

function addUser(program: Command): void {
  const command = group(program, 'user', 'add, list and remove users, sign them in', ACCOUNTS);
  command('add <login>', 'add a user; the login is an address or a short name')
    .option('--name <text>', 'how the user is called')
    .option('--role <role>', ROLES.join(', '), 'user')
    .action(accounts('addUser'));
  const columns = 'id, login, keys in force, time added, name and role of users';
  command('list', `print ${columns}`).action(accounts('listUsers'));
  command('role <login> <role>', `make a user ${ROLES.join(', ')}`).action(accounts('changeRole'));
  const describes = 'print a link that signs a user in, once, within 15 minutes';
  command('link <login>', describes, ['host', 'blogPort', 'blogPublicUrl']).action(
    accounts('linkUser'),
  );
  command('log', 'print who changed what as an administrator, newest first')
    .option('--count <number>', 'entries at most', '50')
    .action(accounts('printLog'));
  command('remove <login>', 'remove a user with keys and sessions').action(accounts('removeUser'));
}

function addKey(program: Command): void {
  const command = group(program, 'key', 'create, list and revoke API keys', ACCOUNTS);
  command('create <login>', 'create a key for a user, at most three in force')
    .option('--label <text>', 'what the key is for')
    .action(accounts('createKey'));
  command('list [login]', 'print id, user, time created and label of keys in force').action(
    accounts('listKeys'),
  );
  command('revoke <id>', 'revoke a key; a running server refuses it within a second').action(
    accounts('revokeKey'),
  );
}

function addToken(program: Command): void {
  const tokens = 'create, list and revoke tokens for sending records over HTTP';
  const command = group(program, 'token', tokens, ACCOUNTS);
  command('create <name>', 'create a token; the name says which program uses it').action(
    accounts('createToken'),
  );
  command('list', 'print id, time created and name of tokens in force').action(
    accounts('listTokens'),
  );
  command('revoke <id>', 'revoke a token; a running server refuses it within a second').action(
    accounts('revokeToken'),
  );
}

function addTopics(program: Command): void {
  const topics = program.command('topics').description('explain topics of the blog service');
  const hours = new Option('--hours <number>', 'window').choices(['168', '720', '2160']);
  const explain = topics
    .command('explain <id>')
    .description('print why a topic ranks where it does, or is not listed')
    .addOption(hours.default('720'))
    .option('--at <time>', "end of the window; the store's last tick where it is not given");
  addOptions(explain, STORE).action(registry('explainTopic'));
}

/** The similarity actor needs a second for each 20,000 bodies of the window. */
const SAMPLE_DEFAULT = 200;
const SAMPLE_MAX = 10_000;

function addVerify(program: Command): void {
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
  addOptions(verify, STORE).action(verifying('verifyStore'));
}

function addRepair(program: Command): void {
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
  addOptions(command, FOLDER).action(verifying('repair'));
}

function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('say what is wrong with machine, store or server; ends with 1 when something is')
    .option('--json', 'as JSON, for programs')
    .option('--memory', 'also where the memory of the running server goes: threads, indices');
  const ports: Options = ['host', 'blogPort', 'newsPort', 'adminHost', 'adminPort'];
  addOptions(command, ['data', ...ports, 'httpServer']).action(
    actionsOf(() => import('./actions/doctor.js'))('doctor'),
  );
}

function addBackup(program: Command): void {
  const describes = 'copy a store, also while a server serves it; into a folder only what is new';
  declare(program, 'backup', describes, FOLDER)
    .argument('<target>', 'a folder (empty, or with an older backup of this store), or a .tar')
    .action(storing('backUpStore'));
}

function addRestore(program: Command): void {
  const command = program
    .command('restore')
    .description('make a store from a backup, in an empty folder')
    .argument('<backup>', 'a folder or a .tar that `tagwire backup` wrote')
    .option('--check', 'only read the backup through and compare all checksums');
  addOptions(command, FOLDER).action(storing('restoreStore'));
}

function addExport(program: Command): void {
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
  addOptions(command, STORE).action(exporting('exportStore'));
}

function addImport(program: Command): void {
  declare(program, 'import', 'make a store from an export, in an empty folder', FOLDER)
    .argument('<file>', `a file, or ${STANDARD} for the standard input`)
    .action(exporting('importStore'));
}

function addCompact(program: Command): void {
  const describes = 'give back the disk space of what was deleted or replaced, also while serving';
  declare(program, 'compact', describes, FOLDER).action(storing('compact'));
}

function addCrawl(program: Command): void {
  const crawl = program
    .command('crawl')
    .description('read the media and blogs of sources.toml into a store')
    .option('--once', 'take every source once, and end when all of it is stored');
  const web: Options = ['crawlAllow', 'crawlContact', 'crawlGapMs', 'crawlThreads'];
  addOptions(crawl, ['sources', ...web, ...STORE]).action(crawling('crawl'));
  const status = crawl
    .command('status')
    .description('print how each source is doing')
    .option('--failing', 'only channels that need attention')
    .option('--group <name>', 'only sources of a category, as lists and OPML files group them')
    .option('--sort <what>', 'by "state", or by "delay" from publication to being served', 'state')
    .option('--json', 'as one JSON object');
  addOptions(status, ['data', 'sources', 'clock', 'logLevel']).action(sourceStates('status'));
  const describes = 'have a running crawler look at a source, or at all, at once';
  declare(crawl, 'now [source]', describes, FOLDER).action(crawling('pollNow'));
}

function addSource(program: Command): void {
  const file: Options = ['data', 'sources', 'logLevel'];
  const command = group(program, 'source', 'find, test and list what is crawled', file);
  const web: Options = ['clock', 'crawlAllow', 'crawlContact'];
  command('add <address>', 'find the feed of a site, show what it gives, add it', web)
    .option('--yes', 'add it without asking')
    .option('--media <code>', 'as a media of this code')
    .option('--blog <slug>', 'as a blog of this slug')
    .action(sources('addSourceOf'));
  command('test <name>', 'show one fetch of a source or an address from end to end', web)
    .option('--json', 'as JSON, one line for each channel')
    .action(sources('testSource'));
  command('list', 'print kind, key, state, name and channels; mistakes of the file').action(
    sourceStates('listSources'),
  );
  command('remove <name>', 'take a source out of the file; what was collected stays')
    .option('--yes', 'without asking')
    .action(sources('removeSource'));
  command('import <list>', 'add every feed of an OPML, CSV, INI or text list')
    .option('--media', 'as media instead of blogs')
    .option('--dry-run', 'print the entries instead of adding them')
    .action(sources('importSources'));
  command('export', 'print the feeds of all sources as OPML')
    .option('--out <file>', 'into a file')
    .action(sources('exportSources'));
}

function addInspect(program: Command): void {
  const command = program
    .command('inspect')
    .description('print, as ingest records, what the crawler would make of feeds or pages')
    .argument('<what>', 'feed or page')
    .argument('<source...>', 'files or addresses; several print a line of JSON each')
    .option('--url <address>', 'the address that a file came from')
    .option('--media <code>', 'records of articles of this media (default inspected)')
    .option('--blog <slug>', 'records of posts of this blog instead');
  addOptions(command, ['clock', 'crawlAllow', 'crawlContact', 'logLevel']).action(
    actionsOf(() => import('./actions/inspect.js'))('inspectSources'),
  );
}

function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description('give agents the tools of a running server, over standard input and output')
    .option('--news-url <url>', 'the news service (default: the one on this machine)')
    .option('--blog-url <url>', 'the blog service (default: the one on this machine)');
  addOptions(command, ['host', 'newsPort', 'blogPort']).action(
    actionsOf(() => import('./actions/mcp.js'))('serveTools'),
  );
}

function addClock(program: Command): void {
  const clock = program
    .command('clock')
    .description('show what the clock says, confirm it, or set the time of a store back');
  const status = 'tell whether the clock is believed, and why not';
  declare(clock, 'status', status, STORE).action(clockActions('tellClock'));
  const accept = 'confirm that the system clock is right, also while serving';
  declare(clock, 'accept', accept, STORE).action(clockActions('tellClock'));
  const reset = clock
    .command('reset')
    .description('set the time of a stopped store back that a wrong clock has moved ahead')
    .option('--to <time>', 'the time to go back to; now by default');
  addOptions(reset, FOLDER).action(clockActions('reset'));
}

function addNodes(program: Command): void {
  const nodes = program
    .command('nodes')
    .description('help a log of several nodes that does not go on by itself');
  const options: Options = ['data', 'log', 'logLevel'];
  const doubt = 'list the records that this store has and the shared log has not';
  declare(nodes, 'show-doubt', doubt, options).action(storing('tellDoubt'));
  const resend = 'send those to the shared log, and set the store of a stopped node aside';
  declare(nodes, 'resend', resend, options).action(storing('resendOwn'));
  const acceptLoss = nodes
    .command('accept-loss')
    .description('go on without entries that no node has which is there')
    .requiredOption(
      '--from <entry>',
      'the first entry that is given up',
      whole(1, Number.MAX_SAFE_INTEGER, 'an entry'),
    );
  addOptions(acceptLoss, ['log', 'logLevel']).action(storing('giveUp'));
}

/** Each command by its name, in the order of `tagwire --help`. */
export const COMMANDS: { readonly [name: string]: (program: Command) => void } = {
  ...{ serve: addServe, ingest: addIngest, generate: addGenerate, demo: addDemo, blog: addBlog },
  ...{ media: addMedia, user: addUser, key: addKey, token: addToken, topics: addTopics },
  ...{ verify: addVerify, repair: addRepair, doctor: addDoctor, backup: addBackup },
  ...{ restore: addRestore, export: addExport, import: addImport, compact: addCompact },
  ...{ crawl: addCrawl, source: addSource, inspect: addInspect, mcp: addMcp },
  ...{ clock: addClock, nodes: addNodes },
};
