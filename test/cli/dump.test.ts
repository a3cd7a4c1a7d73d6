/** `tagwire export --dump`, as a user runs it, with and without a server on the store. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { serve } from '../../src/app/app.js';
import { frozenClock } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { lockFolder } from '../../src/store/lock.js';
import { folderFor, run } from './run-command.js';

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
  const data = folderFor(t);
  const place = folderFor(t);
  const input = join(place, 'lines.ndjson');
  writeFileSync(input, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await run(data, 'ingest', input);
  const dump = (file: string, ...options: string[]) =>
    run(data, 'export', '--dump', 'articles', ...options, join(place, file));
  const period = ['--from', '2026-03-01', '--to', '2026-03-02'];
  t.match(await dump('alone.gz', ...period), { code: 0, err: /exported news articles, \d+ bytes/ });
  const titles = gunzipSync(readFileSync(join(place, 'alone.gz')))
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
  t.match(await dump('beside.gz', ...period), { code: 0 });
  t.same(readFileSync(join(place, 'beside.gz')), readFileSync(join(place, 'alone.gz')));
  const one = await dump('day.parquet', '--from', '2026-03-02', '--format', 'parquet');
  t.match(one, { code: 0 });
  const served = await fetch(`${app.newsUrl}/api/v1/dumps/articles/2026-03-02.parquet`);
  t.same(readFileSync(join(place, 'day.parquet')), Buffer.from(await served.arrayBuffer()));
});

t.test('what cannot be dumped is said in a line', async (t) => {
  const data = folderFor(t);
  const ask = (...options: string[]) => run(data, 'export', ...options, join(data, 'x'));
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

t.test(
  'an export that fails leaves no file, which the next one would be refused for',
  async (t) => {
    const data = folderFor(t);
    const input = join(data, 'lines.ndjson');
    writeFileSync(input, LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await run(data, 'ingest', input);
    const file = join(data, 'dump.gz');
    for (const options of [[], ['--dump', 'articles', '--from', '2026-03-01']]) {
      const release = lockFolder(data);
      t.match(await run(data, 'export', ...options, file), { code: 1, err: /in use by process/ });
      t.notOk(existsSync(file));
      release();
      t.match(await run(data, 'export', ...options, file), { code: 0 });
      t.match(await run(data, 'export', ...options, file), { code: 1 }, 'never over another file');
      t.ok(existsSync(file));
      rmSync(file);
    }
  },
);
