/**
 * Declares the commands about what a store holds and where that comes from: records, blogs, media, topics, the crawler
 * and its sources.
 */
import { type Command, Option } from 'commander';
import type { Config } from '../../../kernel/config.js';
import { STANDARD } from '../input-stream.js';
import { addOptions, late } from '../options.js';

const runIngest = () => import('../actions/ingest.js');

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
    late(runIngest, ({ ingest }) => ingest),
  );
}

const runBlog = () => import('../actions/blog.js');

export function addBlog(program: Command): void {
  const blog = program.command('blog').description('register, verify, hide and list blogs');
  const command = (usage: string, describes: string): Command =>
    addOptions(blog.command(usage).description(describes), ['data', 'clock', 'logLevel']);

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
    .action(late(runBlog, ({ add }) => add));
  command('verify <slug...>', 'list candidates publicly').action(
    late(
      runBlog,
      ({ setVerified }) =>
        (slugs: string[], _, own) =>
          setVerified(own, slugs, true),
    ),
  );
  command('unverify <slug...>', 'take blogs back to the candidates').action(
    late(
      runBlog,
      ({ setVerified }) =>
        (slugs: string[], _, own) =>
          setVerified(own, slugs, false),
    ),
  );
  for (const kind of ['hide', 'show'] as const) {
    const what = kind === 'hide' ? 'hide' : 'show again';
    command(`${kind} [slug...]`, `${what} blogs, or posts by address, at once`)
      .option('--post <address...>', 'posts instead of whole blogs')
      .action(
        late(
          runBlog,
          ({ maskBlogs }) =>
            (slugs: string[], flags: object, own: Command) =>
              maskBlogs(kind, slugs, flags, own),
        ),
      );
  }
  command('list', 'print code, state, name and home page of blogs')
    .option('--candidates', 'only unverified ones')
    .option('--verified', 'only verified ones')
    .option('--json', 'as records of ingest, one a line')
    .action(late(runBlog, ({ list }) => list));
}

const runMedia = () => import('../actions/media.js');

export function addMedia(program: Command): void {
  const media = program.command('media').description('hide, enable, disable and list media');
  const command = (usage: string, describes: string): Command =>
    addOptions(media.command(usage).description(describes), ['data', 'clock', 'logLevel']);

  command('list', 'print code, state, camp, title and home page of media')
    .option('--json', 'as records, one a line')
    .action(late(runMedia, ({ list }) => list));
  command('known', 'add media that others often cite, so that citations of them are found')
    .option('--list', 'only print those that would be added')
    .action(late(runMedia, ({ known }) => known));
  for (const kind of ['hide', 'show'] as const) {
    const what = kind === 'hide' ? 'hide' : 'show again';
    command(`${kind} [media...]`, `${what} media, or articles by address, at once`)
      .option('--article <address...>', 'articles instead of whole media')
      .action(
        late(
          runMedia,
          ({ maskMedia }) =>
            (codes: string[], flags: object, own: Command) =>
              maskMedia(kind, codes, flags, own),
        ),
      );
  }
  for (const enabled of [true, false]) {
    const word = enabled ? 'enable' : 'disable';
    command(
      `${word} <media...>`,
      `${enabled ? 'collect and rank' : 'no longer collect or rank'} media`,
    ).action(
      late(
        runMedia,
        ({ setEnabled }) =>
          (codes: string[], _, own) =>
            setEnabled(own, codes, enabled),
      ),
    );
  }
}

const HOURS = ['168', '720', '2160'];

const HOURS_DEFAULT = '720';

export function addTopics(program: Command): void {
  const topics = program.command('topics').description('explain topics of the blog service');
  const explain = topics
    .command('explain <id>')
    .description('print why a topic ranks where it does, or is not listed')
    .addOption(new Option('--hours <number>', 'window').choices(HOURS).default(HOURS_DEFAULT))
    .option('--at <time>', "end of the window; the store's last tick where it is not given");
  addOptions(explain, ['data', 'clock', 'logLevel']).action(
    late(runBlog, ({ explain }) => explain),
  );
}

const runCrawl = () => import('../actions/crawl.js');
const runCrawlStatus = () => import('../crawl-table.js');

const CRAWL_OPTIONS = [
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
  addOptions(crawl, CRAWL_OPTIONS).action(late(runCrawl, ({ crawl }) => crawl));
  const status = crawl
    .command('status')
    .description('print how each source is doing')
    .option('--failing', 'only channels that need attention')
    .option('--group <name>', 'only sources of a category, as lists and OPML files group them')
    .option('--sort <what>', 'by "state", or by "delay" from publication to being served', 'state')
    .option('--json', 'as one JSON object');
  addOptions(status, ['data', 'sources', 'clock', 'logLevel']).action(
    late(runCrawlStatus, ({ status }) => status),
  );
  const now = crawl
    .command('now [source]')
    .description('have a running crawler look at a source, or at all, at once');
  addOptions(now, ['data', 'logLevel']).action(late(runCrawl, ({ pollNow }) => pollNow));
}

const runSource = () => import('../actions/source.js');
const runSourceList = () => import('../actions/source-list.js');

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
    .action(late(runSource, ({ addSourceOf }) => addSourceOf));
  command('test <name>', 'show one fetch of a source or an address from end to end', WEB_OPTIONS)
    .option('--json', 'as JSON, one line for each channel')
    .action(late(runSource, ({ testSource }) => testSource));
  command(
    'list',
    'print kind, key, state, name and channels; mistakes of the file',
    FILE_OPTIONS,
  ).action(late(runSourceList, ({ listSources }) => listSources));
  command('remove <name>', 'take a source out of the file; what was collected stays', FILE_OPTIONS)
    .option('--yes', 'without asking')
    .action(late(runSource, ({ removeSource }) => removeSource));
  command('import <list>', 'add every feed of an OPML, CSV, INI or text list', FILE_OPTIONS)
    .option('--media', 'as media instead of blogs')
    .option('--dry-run', 'print the entries instead of adding them')
    .action(late(runSource, ({ importSources }) => importSources));
  command('export', 'print the feeds of all sources as OPML', FILE_OPTIONS)
    .option('--out <file>', 'into a file')
    .action(late(runSource, ({ exportSources }) => exportSources));
}

const runInspect = () => import('../actions/inspect.js');

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
    late(runInspect, ({ inspectSources }) => inspectSources),
  );
}
