/** A clock that stands still behind the store: nothing of the store's future is shown. */
import t from 'tap';
import { HOUR_MS, isoOf, MINUTE_MS } from '../../../../src/kernel/clock.js';
import { startServer } from '../harness.js';
import { BUDGET, everyday, MEDIA, QUAKE, reports, START_MS } from './event-world.js';

type Json = { [field: string]: unknown };

/** Some hours after the beginning of the store, to which clocks are set back. */
const AT_MS = START_MS + 5 * HOUR_MS + 20 * MINUTE_MS;
const FUTURE = ['2199-01-01T00:00:00Z', isoOf(START_MS + 9 * HOUR_MS), isoOf(AT_MS + 1)];

async function startWorld(owner: { teardown(work: () => Promise<void>): void }) {
  const server = await startServer(owner, {
    ticksByHand: true,
    now: isoOf(START_MS),
    records: MEDIA,
  });
  const { app, clock, ingest } = server;
  const advance = async (hours: number): Promise<void> => {
    clock.set(START_MS + hours * HOUR_MS);
    await app.pipeline.advance(START_MS + hours * HOUR_MS);
    await app.pipeline.settle();
  };
  const ask = async (path: string): Promise<Json> => {
    const response = await server.get(path);
    if (response.status !== 200) return { status: response.status };
    return (await response.json()) as Json;
  };
  await ingest([...everyday(1), ...reports(QUAKE, [0, 1, 2, 3, 8], 2)]);
  await advance(4);
  await ingest([...reports(QUAKE, [4, 5], 242), ...reports(BUDGET, [0, 1, 4, 5, 6], 250)]);
  await advance(5 + 20 / 60);
  return { ...server, advance, ask };
}

const PATHS = [
  '/api/v1/ranking?limit=5',
  '/api/v1/ranking?limit=5&trend=1',
  '/api/v1/events',
  '/api/v1/events/threads',
  '/api/v1/events/threads/1',
  '/api/v1/tags/%E5%BC%B7%E9%9C%87/series?hours=6',
];

t.test('a clock behind the store shows what was shown at that time', async (t) => {
  const { advance, ask, clock, get } = await startWorld(t);
  const shown = new Map<string, Json>();
  for (const path of PATHS) shown.set(path, await ask(path));
  const hourOf = (path: string): unknown => {
    const { snapshot, hour } = shown.get(path)! as { snapshot?: Json; hour?: string };
    return snapshot?.hourStart ?? hour;
  };
  t.equal(hourOf('/api/v1/ranking?limit=5'), isoOf(START_MS + 5 * HOUR_MS));
  t.equal(hourOf('/api/v1/events'), isoOf(START_MS + 5 * HOUR_MS));

  await advance(9.9);
  clock.set(AT_MS);

  await t.test('rankings of an hour that is not over are those before it', async (t) => {
    // That of the hour under way was computed again, after what the clock says.
    const past = isoOf(START_MS + 4 * HOUR_MS);
    for (const at of ['', ...FUTURE.map((time) => `&at=${time}`)]) {
      for (const trend of ['', '&trend=1']) {
        const { snapshot } = (await ask(`/api/v1/ranking?limit=5${trend}${at}`)) as {
          snapshot: Json;
        };
        t.equal(snapshot.hourStart, past, at);
        t.ok(Date.parse(snapshot.computedAt as string) <= AT_MS, at);
      }
    }
    const { snapshot } = (await ask(`/api/v1/ranking?at=${isoOf(START_MS + 3 * HOUR_MS)}`)) as {
      snapshot: Json;
    };
    t.equal(snapshot.hourStart, isoOf(START_MS + 3 * HOUR_MS), 'the past is as it was');
  });

  await t.test('events end with the last run that the clock has seen', async (t) => {
    const first = await ask('/api/v1/events');
    t.ok(Date.parse(first.builtAt as string) <= AT_MS);
    t.equal(first.hour, isoOf(START_MS + 4 * HOUR_MS));
    t.equal(first.next, null);
    t.equal((first.dayHours as string[]).at(-1), first.hour);
    t.equal((first.dayStats as Json[]).at(-1)!.hour, first.hour);
    for (const at of FUTURE) t.same(await ask(`/api/v1/events?at=${at}`), first, at);
    const { prev, next } = await ask(`/api/v1/events?at=${isoOf(START_MS + 3 * HOUR_MS)}`);
    t.same([prev, next], [isoOf(START_MS + 2 * HOUR_MS), first.hour]);
  });

  await t.test('threads end there too, and days that are to come have none', async (t) => {
    const { dayHours, days } = await ask('/api/v1/events/threads');
    t.equal((dayHours as string[]).at(-1), isoOf(START_MS + 4 * HOUR_MS));
    t.same(days, ['2026-03-10']);
    const tomorrow = await ask('/api/v1/events/threads?day=2026-03-11');
    t.same([tomorrow.threads, tomorrow.dayHours], [[], []]);
    const { hours, thread } = (await ask('/api/v1/events/threads/1')) as {
      hours: Json[];
      thread: Json;
    };
    t.ok(hours.every(({ hourStart }) => Date.parse(hourStart as string) <= AT_MS));
    t.equal(thread.lastTime, isoOf(START_MS + 4 * HOUR_MS));
    t.match(await (await get('/feeds/events.xml')).text(), /<item>/);
    t.equal((await get('/sitemap.xml')).status, 200);
  });

  await t.test('series are as they were', async (t) => {
    const path = '/api/v1/tags/%E5%BC%B7%E9%9C%87/series?hours=6';
    t.same(await ask(path), shown.get(path));
  });

  await t.test('as the clock goes on, more is shown', async (t) => {
    clock.set(START_MS + 6 * HOUR_MS);
    t.equal((await ask('/api/v1/events')).hour, isoOf(START_MS + 5 * HOUR_MS));
    const { snapshot } = (await ask('/api/v1/ranking')) as { snapshot: Json };
    t.equal(snapshot.hourStart, isoOf(START_MS + 5 * HOUR_MS));
    clock.set(START_MS + 9.9 * HOUR_MS);
    t.equal((await ask('/api/v1/events')).hour, isoOf(START_MS + 9 * HOUR_MS));
    t.same((await ask('/api/v1/events/threads')).days, ['2026-03-10', '2026-03-11']);
  });

  await t.test('a clock before the store began sees nothing', async (t) => {
    clock.set(START_MS - HOUR_MS);
    t.same(await ask('/api/v1/events'), { status: 404 });
    t.same(await ask('/api/v1/ranking'), { status: 404 });
    t.same(await ask('/api/v1/events/threads/1'), { status: 404 });
  });
});
