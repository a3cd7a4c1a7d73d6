/** What people get wrong: every mistake is one line, and nothing is made by it. */
import '../../engine/actor/threads-here.js';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { dataDefault } from '../../../src/app/cli/options.js';
import { startServer } from '../../serve/api/harness.js';
import { folderFor, main, type Owner } from './run-command.js';
import { runHere } from './run-here.js';

const RECORD = '{"kind":"category","key":"news","label":"News"}\n';

/** A folder with a few files that people confuse with others. */
function folderWithFiles(owner: Owner): string {
  const folder = folderFor(owner);
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'file'), '');
  writeFileSync(join(folder, 'broken.toml'), 'data = \n');
  writeFileSync(join(folder, 'misspelt.toml'), 'newPort = 1\n');
  writeFileSync(join(folder, 'records.ndjson'), RECORD);
  writeFileSync(join(folder, 'array.json'), `[${RECORD}]`);
  writeFileSync(join(folder, 'table.csv'), 'title,url\nOne,https://daily.example/1\n');
  writeFileSync(join(folder, 'pretty.json'), JSON.stringify(JSON.parse(RECORD), null, 2));
  writeFileSync(join(folder, 'feed.xml'), '<?xml version="1.0"?><rss/>');
  writeFileSync(join(folder, 'page.html'), '<!DOCTYPE html><html></html>');
  writeFileSync(join(folder, 'archive.zip'), 'PK\x03\x04');
  writeFileSync(join(folder, 'packed'), gzipSync(RECORD));
  return folder;
}

t.test('a mistake is told in one line, with what to do, and makes no store', async (t) => {
  const folder = folderWithFiles(t);
  const at = (name: string): string => join(folder, name);
  const cases: [args: string[], code: number, told: RegExp][] = [
    [
      ['serve', '--data', at('file')],
      1,
      /file: a file stands where a folder is expected; .*--data$/m,
    ],
    [
      ['serve', '--data', at('file/x')],
      1,
      /x: a file stands where .* \(\S+\/file is a file\); name/,
    ],
    [['token', 'create', 'x', '--data', at('file')], 1, /\/file: a file stands where a folder/],
    [['doctor', '--data', at('file')], 1, /\/file: a file stands where a folder is expected/],
    [['crawl', '--data', at('file')], 1, /\/file: a file stands where a folder is expected/],
    [['serve', '--news-public-url', 'news.example.org'], 2, /address with its scheme/],
    [['serve', '--config', at('none.toml')], 2, /none\.toml: there is no such file/],
    [['serve', '--config', at('broken.toml')], 2, /broken\.toml:1:\d+: /],
    [['serve', '--config', at('misspelt.toml')], 2, /misspelt\.toml.*did you mean newsPort\?/],
    [['inspect', 'feed', 'http://127.0.0.1:8081/'], 1, /--crawl-allow 127\.0\.0\.1 /],
    [['blog', 'list'], 1, /there is no store in .*nowhere/],
    [['blog', 'add', 'x'], 1, /needs --name/],
    [['blog', 'add', 'x', '--name', 'X'], 1, /needs --name and --url/],
    [['blog', 'add', '--file', at('none')], 1, /none: there is no such file/],
    [['media', 'hide', 'x'], 1, /there is no store/],
    [['user', 'list'], 1, /there is no store/],
    [['key', 'list'], 1, /there is no store/],
    [['verify', '--pairs'], 1, /there is no store/],
    [['topics', 'explain', 'x'], 1, /there is no store/],
    [['compact'], 1, /there is no store/],
    [['backup', at('copy')], 1, /there is no store/],
    [['export', at('x')], 1, /there is no store/],
    [['import', at('none')], 1, /none: there is no such file/],
    [['import', folder], 1, /this is a folder/],
    [['ingest', at('none')], 1, /none: there is no such file/],
    [['ingest', at('records.ndjson'), '--data', at('file')], 1, /a file stands where/],
    [['crawl', 'status'], 2, /there is no .*sources\.toml/],
    [['source', 'list'], 2, /there is no .*sources\.toml/],
    [['source', 'list', '--sources', folder], 2, /this is a folder/],
    [['inspect', 'feed', at('none')], 1, /none: there is no such file/],
    [
      ['generate', '--days', '1', '--per-day', '5', '--out', at('none/x')],
      1,
      /no such file or folder/,
    ],
  ];
  const nowhere = at('nowhere');
  for (const [args, code, told] of cases) {
    const done = await runHere(nowhere, ...args);
    t.equal(done.code, code, args.join(' '));
    t.match(done.err, told, args.join(' '));
    t.equal(done.err.trimEnd().split('\n').length, 1, `${args.join(' ')}: ${done.err}`);
  }
  t.notOk(existsSync(nowhere), 'nothing was made');
  t.strictSame(readdirSync(at('empty')), []);
});

t.test('a port or an address that cannot be had is told with its option', async (t) => {
  const data = folderFor(t);
  const taken = createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as { port: number };
  const cases: [args: string[], told: RegExp][] = [
    [['--news-port', `${port}`], /:\d+ is in use .*--news-port\n/],
    [['--admin-port', `${port}`], /:\d+ is in use .*--admin-port\n/],
    [['--host', '192.0.2.1'], /192\.0\.2\.1 is no address of this machine.*--host\n/],
  ];
  const free = ['--blog-port', '0', '--news-port', '0', '--admin-port', '0'];
  for (const [args, told] of cases) {
    const { code, err } = await runHere(data, 'serve', ...free, ...args);
    t.equal(code, 1, args.join(' '));
    t.match(err, told, args.join(' '));
    t.equal(err.trimEnd().split('\n').length, 1, err);
  }
});

t.test('an empty TAGWIRE_DATA is told', async (t) => {
  const { code, err } = await runHere('', 'blog', 'list');
  t.equal(code, 2);
  t.equal(err, 'tagwire: TAGWIRE_DATA: expected the path of a folder, got ""\n');
});

t.test('a folder that may not be written is told', async (t) => {
  const folder = folderFor(t);
  if (process.getuid?.() !== 0) return void t.comment('skipped: only root can become another user');
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '-e',
      `process.setuid(65534); import(${JSON.stringify(`file://${main}`)})`,
      'ingest',
      '-',
      '--data',
      join(folder, 'x'),
    ],
    { input: RECORD, env: { PATH: process.env.PATH }, cwd: '/' },
  );
  t.equal(status, 1);
  t.match(stderr.toString(), /^tagwire: .*: no permission; give it to the user.*\n$/);
});

t.test('a store that is made is told once, and where', async (t) => {
  const folder = folderWithFiles(t);
  const data = join(folder, 'new');
  const first = await runHere(data, 'ingest', join(folder, 'records.ndjson'));
  t.match(first.err, `made a new store in ${data}\n`);
  t.match(first.out, 'accepted 1, updated 0, unchanged 0, rejected 0');
  const child = spawn(process.execPath, [main, 'ingest', '-', '--data', data]);
  child.stdin.end(gzipSync(RECORD + RECORD.replace('"news"', '"world"')));
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  t.strictSame(await once(child, 'close'), [0, null]);
  t.match(said.out, 'accepted 1, updated 0, unchanged 1, rejected 0', 'a packed standard input');
  t.notMatch(said.err, /store/);
});

t.test('what is wrong in files that a server is sent', async (t) => {
  const folder = folderWithFiles(t);
  const data = join(folder, 'new');
  await startServer(t, { now: '2026-03-31T16:00:00Z', flags: { data } });
  const packed = await runHere(data, 'ingest', join(folder, 'packed'));
  t.match(packed.out, 'accepted 1', 'files are unpacked by content');

  await t.test('what is no NDJSON is told as a whole, with what to use', async (t) => {
    const at = (name: string): string => join(folder, name);
    const cases: [name: string, told: RegExp][] = [
      ['table.csv', /table, not records.*docs\/records\.md.*mlr --icsv/],
      ['array.json', /JSON array.*jq -c '\.\[\]'/],
      ['pretty.json', /spans several lines.*jq -c \./],
      ['feed.xml', /XML.*tagwire inspect feed/],
      ['page.html', /HTML.*tagwire inspect page/],
      ['archive.zip', /zip archive/],
      ['empty', /this is a folder/],
    ];
    const { code, out, err } = await runHere(data, 'ingest', ...cases.map(([name]) => at(name)));
    t.equal(code, 1);
    t.match(out, 'accepted 0, updated 0, unchanged 0, rejected 0');
    const lines = err.split('\n');
    for (const [index, [name, told]] of cases.entries()) t.match(lines[index], told, name);
  });

  await t.test('a line that is refused is told once', async (t) => {
    const wrong = join(folder, 'wrong');
    writeFileSync(wrong, `${RECORD}{"kind":"news","tag":[]}\n`);
    const { err } = await runHere(data, 'ingest', wrong);
    const told = err.split('\n').filter((line) => !line.startsWith('ingest: '));
    t.strictSame(told.slice(0, -1), [
      `${wrong}:2: media: is required, but absent`,
      `${wrong}:2: news.tag: unknown field, ignored; did you mean tags?`,
      `refused lines are set aside in ${join(folder, 'new')}/rejects.ndjson`,
    ]);
  });
});

t.test('a time without a zone is refused with the option that names one', async (t) => {
  const folder = folderFor(t);
  const news = '{"kind":"news","media":"daily","url":"https://daily.example/1","title":"One"';
  writeFileSync(join(folder, 'times'), `${news},"publishedAt":"2026-11-20 08:00:00"}\n`);
  writeFileSync(join(folder, 'words'), `${news},"publishedAt":"yesterday"}\n`);
  const check = (...args: string[]) => runHere(join(folder, 'data'), 'ingest', '--check', ...args);
  const hint = /times without a zone: --zone says which one they are in\n$/;
  t.match(await check(join(folder, 'times')), { code: 1, err: hint });
  t.match(await check(join(folder, 'times'), '--zone', '+01:00'), { code: 0, err: /^$/ });
  t.notMatch((await check(join(folder, 'words'))).err, hint);
});

t.test('lines can be checked without a store', async (t) => {
  const folder = folderWithFiles(t);
  const data = join(folder, 'new');
  writeFileSync(join(folder, 'mixed'), `${RECORD}{"kind":"news"}\n`);
  const { code, out, err } = await runHere(data, 'ingest', '--check', join(folder, 'mixed'));
  t.equal(code, 1);
  t.equal(out, 'checked 2, sound 1, refused 1\n');
  t.match(err, /mixed:2: media: is required, but absent\n$/);
  t.notOk(existsSync(data), 'nothing was made');
});

t.test('who stops reading ends the command without a word', async (t) => {
  const child = spawn(process.execPath, [main, 'generate', '--days', '2'], { cwd: '/' });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  t.strictSame(await once(child, 'close'), [0, null]);
  t.notMatch(err, /Error|EPIPE/);
});

t.test(
  'the default folder is local, or the one of the user where all folders share Tagwire',
  (t) => {
    const home = { XDG_DATA_HOME: '/home/me/.data' };
    const of = (installed: string, current: string) => dataDefault(home, installed, current);
    t.equal(of('/src/tagwire', '/src/tagwire'), 'tagwire-data');
    t.equal(of('/src/tagwire', '/tmp'), 'tagwire-data');
    t.equal(of('/my/project/node_modules/tagwire', '/my/project'), 'tagwire-data');
    t.equal(of('/my/project/node_modules/tagwire', '/my/project/deep/er'), 'tagwire-data');
    t.equal(of('/home/me/.npm/_npx/1/node_modules/tagwire', '/tmp'), 'tagwire-data');
    t.equal(of('/usr/lib/node_modules/tagwire', '/tmp'), '/home/me/.data/tagwire');
    t.match(dataDefault({}, '/usr/lib/node_modules/tagwire', '/tmp'), /\/\.local\/share\/tagwire$/);
    t.end();
  },
);
