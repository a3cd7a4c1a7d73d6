/** `tagwire export --dump`, as a user runs it, with and without a server on the store. */
import '../../engine/actor/threads-here.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { serve } from '../../../src/app/app.js';
import { frozenClock } from '../../../src/kernel/clock.js';
import { resolveConfig } from '../../../src/kernel/config.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { lockFolder } from '../../../src/store/lock.js';
import { loggedStore } from './logged-store.js';
import { folderFor, run } from './run-command.js';
import { runHere } from './run-here.js';

const LINES = [
  { kind: 'media', media: 'tree', title: 'The Tree' },
  ...[1, 2, 3].map((day) => ({
    kind: 'news',
    media: 'tree',
    url: `https://tree.example/${day}`,
    title: `Leaf ${day}`,
    publishedAt: `2026-03-0${day}T04:00:00Z`,
    observedAt: `2026-03-0${day}T04:01:00Z`,
  })),
];

t.test('a dump of a period is what the server gives day by day', async (t) => {
  const data = await loggedStore(t, LINES);
  const place = folderFor(t);
  const dump = (file: string, ...options: string[]) =>
    runHere(data, 'export', '--dump', 'articles', ...options, join(place, file));
  const period = ['--from', '2026-03-01', '--to', '2026-03-02'];
  await t.test('one that fails leaves no file, which the next would be refused for', async (t) => {
    const release = lockFolder(data);
    const text = join(place, 'all.ndjson');
    for (const [file, options] of [
      ['alone.gz', ['--dump', 'articles', ...period]],
      ['all.ndjson', []],
    ] as const) {
      const done = await run(data, 'export', ...options, join(place, file));
      t.match(done, { code: 1, err: /in use by process/ }, file);
      t.notOk(existsSync(join(place, file)), file);
    }
    release();
    t.match(await runHere(data, 'export', text), { code: 0 });
    t.match(await runHere(data, 'export', text), { code: 1 }, 'never over another file');
    t.ok(existsSync(text));
  });
  t.match(await dump('alone.gz', ...period), { code: 0, err: /exported news articles, \d+ bytes/ });
  const alone = readFileSync(join(place, 'alone.gz'));
  t.match(await dump('alone.gz', ...period), { code: 1 }, 'never over another file');
  t.same(readFileSync(join(place, 'alone.gz')), alone);
  const titles = gunzipSync(alone)
    .toString()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { title: string }).title);
  t.same(titles, ['Leaf 2', 'Leaf 1']);
  const flags = { data, newsPort: 0, blogPort: 0, adminPort: 0, logLevel: 'silent' };
  const config = resolveConfig({ flags, environment: {}, file: {} });
  const clock = () => frozenClock(Date.parse('2026-03-05T00:00:00Z'));
  const app = await serve({ config, logger: silentLogger, clock });
  t.teardown(() => app.close());
  await app.pipeline.rebuilt();
  t.match(await dump('beside.gz', ...period), { code: 0 });
  t.same(readFileSync(join(place, 'beside.gz')), alone);
  const one = await dump('day.parquet', '--from', '2026-03-02', '--format', 'parquet');
  t.match(one, { code: 0 });
  const served = await fetch(`${app.newsUrl}/api/v1/dumps/articles/2026-03-02.parquet`);
  t.same(readFileSync(join(place, 'day.parquet')), Buffer.from(await served.arrayBuffer()));
});

t.test('what cannot be dumped is said in a line', async (t) => {
  const data = folderFor(t);
  const ask = (...options: string[]) => runHere(data, 'export', ...options, join(data, 'x'));
  for (const [options, message] of [
    [['--dump', 'trees', '--from', '2026-03-01'], /no trees; there are news: articles/],
    [['--dump', 'pairs', '--service', 'blog', '--from', '2026-03-01'], /no blog pairs/],
    [['--dump', 'pairs'], /needs --from/],
    [['--dump', 'pairs', '--from', '2026-02-30'], /must be dates/],
    [['--dump', 'pairs', '--from', '2026-03-02', '--to', '2026-03-01'], /must not be before/],
    [['--dump', 'pairs', '--from', '2026-03-02', '--format', 'csv'], /ndjson.gz, parquet/],
    [['--from', '2026-03-02'], /go with --dump/],
  ] as const) {
    t.match(await ask(...options), { code: 1, err: message });
  }
});
