/** What a command loads before it does anything, and how it refuses what was typed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadedBy } from '../../../bench/loaded-files.js';
import { wordsMeant } from '../../../src/app/cli/refusals.js';
import { folderFor, run } from './run-command.js';

/** Files of Tagwire and of packages together. */
const FILES_MAX = 120;

const FEED = `
[[blog]]
slug = "ann"
name = "Ann"
url = "https://ann.example/"
feed = "https://ann.example/feed.xml"
`;

t.test('help and refusals load no package but commander', (t) => {
  const data = folderFor(t);
  const cases: [args: string[], code: number, told: RegExp][] = [
    [['--help'], 0, /^$/],
    [['--version'], 0, /^$/],
    [['serve', '--help'], 0, /^$/],
    [['source', 'add', '--help'], 0, /^$/],
    [['clock'], 2, /^Usage: tagwire clock/],
    [['serv'], 2, /^tagwire: .*'serv'; did you mean serve\? `tagwire --help` .*\n$/],
    [['serve', '--prot', '1'], 2, /^tagwire: .*--news-port.*\? `tagwire serve --help` .*\n$/],
    [['user', 'lst'], 2, /^tagwire: .*did you mean list\? `tagwire user --help` .*\n$/],
    [['crawl', 'statsu'], 2, /^tagwire: .*did you mean status\? `tagwire crawl --help` .*\n$/],
    [['token', 'create'], 2, /^tagwire: .*'name'; `tagwire token create --help` .*\n$/],
    [
      ['generate', '--days', 'x'],
      2,
      /^tagwire: --days: expected .*from 1 to 36500, got x; `tagwire generate --help`/,
    ],
  ];
  for (const [args, code, told] of cases) {
    const loaded = loadedBy(data, args);
    t.strictSame(loaded.packages, ['commander'], args.join(' '));
    t.ok(loaded.files.length <= FILES_MAX, `${args.join(' ')}: ${loaded.files.length} files`);
    t.equal(loaded.code, code, args.join(' '));
    t.match(loaded.err, told, args.join(' '));
  }
  t.end();
});

t.test('commands that read accounts, sources, or the clock load few files', async (t) => {
  const data = folderFor(t);
  const records = join(data, 'records.ndjson');
  writeFileSync(records, '{"kind":"category","key":"news","label":"News"}\n');
  t.match(await run(data, 'ingest', records), { code: 0 });
  t.match(await run(data, 'user', 'add', 'ann'), { code: 0 });
  writeFileSync(join(data, 'sources.toml'), FEED);
  for (const args of [
    ['user', 'list'],
    ['key', 'list'],
    ['source', 'list'],
    ['crawl', 'status'],
    ['clock', 'status'],
  ]) {
    const { code, files } = loadedBy(data, args);
    t.equal(code, 0, args.join(' '));
    t.ok(files.length <= FILES_MAX, `${args.join(' ')}: ${files.length} files`);
  }
});

t.test('what was meant is the nearest word, what begins so, or what has such a part', (t) => {
  const words = ['data', 'news-port', 'blog-port', 'rate-limit-news', 'help'];
  t.strictSame(wordsMeant('dta', words), ['data']);
  t.strictSame(wordsMeant('prot', words), ['news-port', 'blog-port']);
  t.strictSame(wordsMeant('rate', words), ['rate-limit-news']);
  t.strictSame(wordsMeant('zzzzzz', words), []);
  t.end();
});
