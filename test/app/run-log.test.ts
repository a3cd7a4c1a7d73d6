/** What a server says of itself: which lines, and what must not be in them. */
import t from 'tap';
import { serve } from '../../src/app/app.js';
import { RequestTally } from '../../src/app/metrics/requests.js';
import { progressLine, RebuildProgress } from '../../src/app/readiness.js';
import { nodeAdvice, RunLog } from '../../src/app/run-log.js';
import { ManualClock, systemClock } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { type Logger, prettyLine } from '../../src/kernel/logger.js';
import { Accounts } from '../../src/store/accounts/accounts.js';
import { newApiKey } from '../../src/store/accounts/secret.js';
import { folderFor } from './cli/run-command.js';

const MEDIA = '{"kind":"media","media":"one","title":"One"}\n';

interface Line {
  level: string;
  msg: string;
  [field: string]: unknown;
}

function recorder(): { lines: Line[]; logger: Logger } {
  const lines: Line[] = [];
  const at =
    (level: string) =>
    (first: unknown, msg?: string): void => {
      const fields = typeof first === 'string' ? { msg: first } : { ...(first as object), msg };
      lines.push({ level, ...fields } as Line);
    };
  const [debug, info, warn, error] = ['debug', 'info', 'warn', 'error'].map(at);
  return { lines, logger: { debug, info, warn, error } as unknown as Logger };
}

t.test('an index that has read nothing yet waits or loads its snapshot', async (t) => {
  const tags = { index: 'tags', ofEntries: 5000, secondsLeft: null };
  t.equal(progressLine({ ...tags, entries: 0 }), 'tags: not begun, or loading its snapshot');
  t.equal(
    progressLine({ ...tags, entries: 1200, secondsLeft: 40 }),
    'tags: 1200 of 5000 entries (24%), about 40 s left',
  );
});

t.test('a limit of connections is a warning only where it is low', async (t) => {
  const { lines, logger } = recorder();
  const runLog = new RunLog(logger, new RequestTally());
  runLog.limited(20_000, 9000);
  runLog.limited(300, 50);
  t.match(lines, [
    { level: 'info', openFiles: 20_000, connectionsOfEach: 9000 },
    { level: 'warn', openFiles: 300, msg: /^few file descriptors: .* raise the limit/ },
  ]);
});

t.test('a line for people has time, level, name, message and fields', async (t) => {
  const line = prettyLine(
    '{"level":"warn","time":"2026-03-31T16:00:00.000Z","name":"tagwire","ms":1200,"route":"/a b","msg":"slow"}\n',
  );
  t.equal(line, '2026-03-31T16:00:00.000Z warn  tagwire: slow  ms=1200  route="/a b"\n');
  const failed = prettyLine(
    '{"level":"error","time":"T","name":"x","err":{"stack":"Error: a\\n  at b"},"msg":"failed"}',
  );
  t.equal(failed, 'T error x: failed\nError: a\n  at b\n');
});

t.test('the time left follows from the rate of the last seconds', async (t) => {
  const clock = new ManualClock();
  const rebuilding = [
    { index: 'tags', entries: 0 },
    { index: 'events', entries: 0 },
  ];
  const progress = new RebuildProgress({ rebuilding, headSequence: 10_000 }, () => clock.nowMs());
  progress.look();
  t.equal(progress.secondsLeft(['tags']), null);
  // A snapshot is there at once: it is no rate.
  for (const entries of [5000, 5500, 6000]) {
    clock.advance(1000);
    rebuilding[0]!.entries = entries;
    progress.look();
  }
  t.match(progress.indices[0], { index: 'tags', entries: 6000, ofEntries: 10_000, secondsLeft: 8 });
  t.equal(progress.secondsLeft(['tags']), 8);
  t.equal(progress.secondsLeft(['tags', 'events']), null, 'events have not begun');
  t.equal(progress.secondsLeft(['media']), 0, 'what is there needs no time');
});

t.test('a start is told every five seconds, and not while it stands still', async (t) => {
  const { lines, logger } = recorder();
  const log = new RunLog(logger, new RequestTally());
  const at = (entries: number) => [{ index: 'tags', entries, ofEntries: 9, secondsLeft: null }];
  for (let second = 0; second < 20; second++) log.progress(at(Math.min(second, 10)), second * 1000);
  log.progress([], 20_000);
  t.same(
    lines.map(({ msg }) => msg),
    ['reading', 'reading', 'every index is read'],
  );
  const quick = recorder();
  new RunLog(quick.logger, new RequestTally()).progress([], 0);
  t.same(quick.lines, [], 'a start that took no time is not worth a line');
});

t.test('slow answers, refusals of a minute and threads that are back are told', async (t) => {
  const { lines, logger } = recorder();
  const log = new RunLog(logger, new RequestTally());
  const { observe } = log.observer('news');
  observe('/api/v1/events', 200, 0.999);
  observe('/api/v1/events', 200, 1.2);
  for (const status of [429, 429, 401, 404, 410, 304]) observe('/api/v1/media', status, 0.001);
  log.stop();
  log.stop();
  t.same(lines, [
    {
      level: 'warn',
      service: 'news',
      route: '/api/v1/events',
      status: 200,
      ms: 1200,
      msg: 'slow request',
    },
    { level: 'info', service: 'news', status: 429, count: 2, msg: 'requests refused' },
    { level: 'info', service: 'news', status: 401, count: 1, msg: 'requests refused' },
  ]);
});

t.test('a version of Node.js that is out of support gets advice', async (t) => {
  t.match(nodeAdvice('v20.20.2'), /Node.js 20 gets no security fixes.*22 or 24/);
  t.equal(nodeAdvice('v22.1.0'), null);
  t.equal(nodeAdvice('v24.1.0'), null);
});

t.test(
  'a server says what it serves, logs requests on demand, and gives nothing away',
  async (t) => {
    const data = folderFor(t);
    const accounts = Accounts.open(data, systemClock);
    await accounts.addUser('ann', '');
    const { apiKey } = await accounts.createKey('ann', '');
    const ports = { newsPort: 0, blogPort: 0, adminPort: 0 };
    const flags = { data, ...ports, logLevel: 'debug' };
    const { lines, logger } = recorder();
    const config = resolveConfig({ flags, environment: {}, file: {} });
    const app = await serve({ config, logger });
    t.teardown(() => app.close());
    const started = lines.find(({ msg }) => msg === 'serving');
    t.match(started, {
      node: process.version,
      articles: 0,
      blogs: 0,
      sources: null,
      entries: Number,
    });
    t.ok((started?.storeBytes as number) > 0);
    const wrong = newApiKey();
    const cursor = 'c0ffee'.repeat(9);
    for (const key of [apiKey, wrong]) {
      const headers = { 'x-api-key': key, authorization: `Bearer ${key}` };
      await fetch(`${app.blogUrl}/api/v1/articles?cursor=${cursor}&limit=5`, { headers });
    }
    await fetch(`${app.newsUrl}/api/v1/articles?limit=1&Cursor=${cursor}`);
    const requests = lines.filter(({ msg }) => msg === 'request');
    t.match(requests, [
      {
        service: 'blog',
        method: 'GET',
        path: '/api/v1/articles',
        query: 'cursor=…&limit=5',
        status: 400,
      },
      { service: 'blog', status: 401 },
      { service: 'news', query: 'limit=1&Cursor=…' },
    ]);
    await app.pipeline.ingest([Buffer.from('{"kind":"nothing"}\n')], false, Date.now());
    t.match(lines.at(-1), { level: 'warn', count: 1, first: 1, msg: 'lines refused' });
    await app.pipeline.ingest([Buffer.from(MEDIA)], false, Date.now());
    await app.pipeline.settle();
    t.notOk(
      lines.some(({ msg }) => /folded again/.test(msg as string)),
      'threads that begin with the first record of a new store read nothing again',
    );
    const all = JSON.stringify(lines);
    for (const secret of [apiKey, wrong, cursor]) t.notOk(all.includes(secret));
  },
);
