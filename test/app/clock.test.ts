/** A wrong clock beside a live server and between two of them: nothing of the store is harmed. */
import '../engine/actor/threads-here.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type App, serve } from '../../src/app/app.js';
import { askClock, resetClock } from '../../src/app/cli/actions/clock.js';
import { RenewedSink } from '../../src/app/cli/open-sink.js';
import { StoreClock } from '../../src/app/clock-watch.js';
import { DAY_MS, HOUR_MS, isoOf, ManualClock, MINUTE_MS } from '../../src/kernel/clock.js';
import { type Config, resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { linesOf } from '../serve/api/harness.js';
import { CATALOG } from '../serve/api/news/fixture.js';
import { openLog } from '../store/log/helper.js';

const YEAR_MS = 365.25 * DAY_MS;

function configIn(owner: Test): Config {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-clock-'));
  owner.teardown(() => rmSync(data, { recursive: true, force: true }));
  const flags = { data, newsPort: 0, blogPort: 0, adminPort: 0, logLevel: 'silent' };
  return resolveConfig({ flags, environment: {}, file: {} });
}

function reports(atMs: number, count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: 'news',
    media: ['sunrise', 'harbour', 'plain'][at % 3],
    url: `https://paper.example/${atMs}-${at}`,
    title: `Report ${at}`,
    tags: ['bridge', `tag${at % 5}`],
    publishedAt: isoOf(atMs - at * MINUTE_MS),
    observedAt: isoOf(atMs - at * MINUTE_MS),
    body: `Body ${at} `.repeat(40),
  }));
}

async function statusOf(app: App, path: string): Promise<number> {
  return (await fetch(`${app.newsUrl}${path}`)).status;
}

async function bodyOf(app: App, path: string): Promise<{ [field: string]: unknown }> {
  return (await (await fetch(`${app.newsUrl}${path}`)).json()) as { [field: string]: unknown };
}

t.test('a clock that jumps beside a live server moves nothing', async (t) => {
  const config = configIn(t);
  const startMs = Date.now();
  let offMs = 0;
  const wall = { nowMs: () => Date.now() + offMs };
  const app = await serve({ config, logger: silentLogger, clocks: { wall } });
  t.teardown(() => app.close());
  await app.pipeline.ingest([linesOf([...CATALOG, ...reports(startMs, 20)])], false, startMs);
  await app.pipeline.settle();
  const { articles } = (await bodyOf(app, '/api/v1/articles')) as { articles: { id: number }[] };
  const content = `/api/v1/articles/${articles[0]!.id}/content`;
  const before = await bodyOf(app, content);
  const tickMs = app.pipeline.lastTickMs!;

  for (const jumpMs of [8 * DAY_MS, 400 * YEAR_MS, -400 * YEAR_MS, -2 * HOUR_MS]) {
    offMs = jumpMs;
    await new Promise((resolve) => setTimeout(resolve, 1200));
    t.ok(Math.abs(app.clock.nowMs() - Date.now()) < MINUTE_MS, `${jumpMs}: time goes on`);
    const list = (await bodyOf(app, '/api/v1/articles')) as { articles: object[] };
    t.equal(list.articles.length, 20, `${jumpMs}: articles are listed`);
    t.same(await bodyOf(app, content), before, `${jumpMs}: no text has expired`);
    t.ok(app.pipeline.lastTickMs! - tickMs < HOUR_MS, `${jumpMs}: no tick lies ahead`);
    const ready = await (await fetch(`${app.adminUrl}/readyz`)).text();
    t.match(ready, /^ready\n(.*\n)*clock held: .*tagwire clock accept/, `${jumpMs}: it is told`);
    t.match(await (await fetch(`${app.adminUrl}/metrics`)).text(), /tagwire_clock_held 1/);
    const report = await askClock(config, silentLogger, 'status');
    t.equal(report.state, 'held', 'the command line is told too');
  }
  await t.rejects(resetClock(config, silentLogger, null), /a server holds this store/);
  offMs = 0;
  t.match(await (await fetch(`${app.adminUrl}/metrics`)).text(), /tagwire_clock_held 0/);

  await t.test(
    'who feeds the store from beside goes by the time that its holder believes',
    async (t) => {
      const sink = await RenewedSink.open(config);
      t.teardown(() => sink.close());
      const clock = await StoreClock.follow(() => sink.clock());
      const offset = () => Math.abs(clock.nowMs() - Date.now());
      for (const jumpMs of [8 * DAY_MS, -400 * YEAR_MS]) {
        offMs = jumpMs;
        await clock.look();
        t.ok(offset() < MINUTE_MS, `${jumpMs}: a jump is not followed`);
      }
      offMs = 2 * HOUR_MS;
      await askClock(config, silentLogger, 'accept');
      t.ok(offset() < MINUTE_MS, 'it goes on until it looks');
      await clock.look();
      t.ok(Math.abs(offset() - 2 * HOUR_MS) < MINUTE_MS, 'what an operator accepts is followed');
    },
  );
  offMs = 3 * DAY_MS;
  t.equal((await askClock(config, silentLogger, 'accept')).state, 'right');
  t.ok(app.clock.nowMs() - Date.now() > 2 * DAY_MS, 'an operator may know better');
});

t.test('a server that starts with a wrong clock learns the time from the one before', async (t) => {
  const config = configIn(t);
  let offMs = 0;
  const wall = { nowMs: () => Date.now() + offMs };
  const run = async (work: (app: App) => Promise<void> | void): Promise<void> => {
    const app = await serve({ config, logger: silentLogger, clocks: { wall } });
    try {
      await work(app);
    } finally {
      await app.close();
    }
  };
  const log = await openLog(config.data);
  await log.ingest({ bytes: linesOf([...CATALOG]), replay: false, nowMs: Date.now() });
  await log.close();
  t.equal((await askClock(config, silentLogger, 'status')).state, 'proving', 'no note was left');
  t.equal(
    (await askClock(config, silentLogger, 'accept')).state,
    'right',
    'of a stopped store too',
  );
  for (const jumpMs of [8 * DAY_MS, -50 * YEAR_MS]) {
    offMs = jumpMs;
    await run(async (app) => {
      t.ok(Math.abs(app.clock.nowMs() - Date.now()) < MINUTE_MS);
      t.ok((app.pipeline.lastTickMs ?? 0) < Date.now() + HOUR_MS);
      t.equal(await statusOf(app, '/api/v1/articles'), 200);
    });
  }
});

/** When the events of some answers were built. */
function builtOf(answers: readonly unknown[]): number {
  const built = answers
    .map((answer) => (answer as { builtAt?: string }).builtAt)
    .find((at) => at !== undefined);
  return Date.parse(built!);
}

t.test('a store whose time ran ahead is brought back', async (t) => {
  const config = configIn(t);
  const startMs = Date.UTC(2026, 2, 10, 4);
  const clock = new ManualClock(startMs);
  const run = async <T>(work: (app: App) => Promise<T>): Promise<T> => {
    const app = await serve({ config, logger: silentLogger, clock: () => clock });
    try {
      await app.pipeline.rebuilt();
      return await work(app);
    } finally {
      await app.close();
    }
  };
  const PATHS = ['/api/v1/ranking?limit=20', '/api/v1/events', '/api/v1/articles?hours=48'];
  const ask = async (app: App): Promise<unknown[]> => {
    await app.pipeline.settle();
    const bodies = await Promise.all(PATHS.map((path) => bodyOf(app, path)));
    return bodies;
  };
  const advance = async (app: App, ms: number): Promise<void> => {
    clock.advance(ms);
    await app.pipeline.tick(clock.nowMs());
  };
  const before = await run(async (app) => {
    await app.pipeline.ingest([linesOf([...CATALOG, ...reports(startMs, 60)])], false, startMs);
    await app.pipeline.tick(startMs);
    for (let hour = 0; hour < 3; hour++) await advance(app, 50 * MINUTE_MS);
    const answers = await ask(app);
    clock.advance(8 * DAY_MS);
    await app.pipeline.tick(clock.nowMs());
    clock.advance(-8 * DAY_MS);
    return answers;
  });
  const nowMs = clock.nowMs();
  await run(async (app) => {
    t.ok(app.pipeline.lastTickMs! > nowMs + 7 * DAY_MS, 'its time lies ahead');
    clock.advance(HOUR_MS);
    await app.pipeline.tick(clock.nowMs());
    t.ok(app.pipeline.lastTickMs! > nowMs + 7 * DAY_MS, 'and does not move');
    clock.advance(-HOUR_MS);
  });
  const reset = await resetClock(config, silentLogger, nowMs);
  t.match(reset, { toMs: nowMs });
  t.ok(reset.ticks >= 72);
  await t.rejects(resetClock(config, silentLogger, nowMs), /nothing to set back/);
  await run(async (app) => {
    t.equal(app.pipeline.lastTickMs, nowMs);
    t.same(await ask(app), before, 'answers are those of before');
    const builtMs = builtOf(before);
    t.ok(builtMs < nowMs, 'events among them');
    await advance(app, HOUR_MS);
    await app.pipeline.ingest([linesOf(reports(clock.nowMs(), 20))], false, clock.nowMs());
    await advance(app, 10 * MINUTE_MS);
    await app.pipeline.settle();
    const { snapshot } = (await bodyOf(app, PATHS[0]!)) as { snapshot: { computedAt: string } };
    t.ok(Date.parse(snapshot.computedAt) > nowMs + HOUR_MS, 'and time goes on');
    t.ok(builtOf(await ask(app)) > nowMs, 'for events too');
  });
  const again = await run(ask);
  t.ok(again, 'after another start too');
});
