import '../../../../engine/actor/threads-here.js';
import t, { type Test } from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../../../../src/kernel/clock.js';
import { tempFolder } from '../../../../store/helper.js';
import { type Harness, startServer } from '../../harness.js';
import {
  BUDGET,
  everyday,
  hoursAfter,
  MEDIA,
  QUAKE,
  report,
  reports,
  START_MS,
} from '../event-world.js';
// In the same process: what loads a server costs more than these tests.
import '../clock-behind.js';
import './event-threads.js';

type Json = { [field: string]: unknown };

/** A server at 18:00 with two days of stories, ticked through the hours. */
async function startWorld(owner: Test) {
  const harness = await startServer(owner, {
    ticksByHand: true,
    now: hoursAfter(0),
    records: MEDIA,
  });
  const { app, clock } = harness;
  const advance = async (hours: number): Promise<void> => {
    const atMs = START_MS + hours * HOUR_MS;
    clock.set(atMs);
    await app.pipeline.advance(atMs);
  };
  const ask = async (path: string): Promise<Json> => {
    const response = await harness.get(path);
    owner.equal(response.status, 200, path);
    return (await response.json()) as Json;
  };
  return { ...harness, advance, ask };
}

t.test('events', async (t) => {
  const { advance, ask, get, ingest, news, clock } = await startWorld(t);

  await t.test('before the first run there is no snapshot: 503, and no threads', async (t) => {
    t.equal((await get('/api/v1/events')).status, 503);
    const { threads, days, dayHours } = await ask('/api/v1/events/threads');
    t.strictSame([threads, days, dayHours], [[], [], []]);
    t.equal((await get('/api/v1/events/threads/1')).status, 404);
  });

  await advance(0.2);
  await t.test('no bursting tag: a snapshot without events', async (t) => {
    const { events, dayStats, baseline, prev, next, stale } = await ask('/api/v1/events');
    t.strictSame(events, []);
    t.strictSame(dayStats, [{ hour: hoursAfter(0), top: 0, count: 0 }]);
    t.strictSame(baseline, {
      outlets: { blue: 0, green: 0, other: 0 },
      articles: { blue: 0, green: 0, other: 0 },
    });
    t.strictSame([prev, next, stale], [null, null, false]);
  });

  // The quake: blue and other outlets; the budget: all camps, later.
  await ingest([
    ...everyday(20),
    ...reports(QUAKE, [0, 1, 2, 3, 8], 61),
    report(QUAKE, 'local', 62),
  ]);
  await advance(1.2);
  await ingest([...everyday(80), ...reports(BUDGET, [0, 1, 4, 5, 6], 110)]);
  await advance(2.7);

  await t.test('an event carries every field of the contract', async (t) => {
    const { data } = await news.GET('/api/v1/events');
    t.equal(data!.hour, hoursAfter(2));
    t.equal(data!.builtAt, new Date(START_MS + 154 * MINUTE_MS).toISOString());
    t.equal(data!.prev, hoursAfter(1));
    t.equal(data!.next, null);
    t.strictSame(data!.dayHours, [hoursAfter(0), hoursAfter(1), hoursAfter(2)]);
    t.strictSame(
      data!.dayStats.map(({ count }) => count),
      [0, 1, 2],
    );
    t.strictSame(data!.baseline.outlets, { blue: 4, green: 4, other: 2 });
    const event = data!.events.find(({ major }) => major.includes('強震'))!;
    t.strictSame(new Set(event.tags.map(({ tag }) => tag)), new Set(QUAKE.tags));
    t.equal(event.relatedEventPk, String(event.threadId));
    t.equal(event.hours, 2);
    t.equal(event.prevRank, 1);
    t.equal(event.firstTime, hoursAfter(1));
    t.equal(event.rankTrail!.length, 24);
    t.strictSame(event.rankTrail!.slice(-2), [1, event.rank]);
    t.strictSame(
      event.rankTrail!.slice(0, 22),
      Array.from({ length: 22 }, () => null),
    );
    const fresh = data!.events.find(({ major }) => major.includes('預算案'))!;
    t.equal(fresh.prevRank, null, 'newly ranked');
    t.strictSame(
      data!.events.map(({ rank }) => rank),
      [1, 2],
    );
  });

  await t.test('coverage counts outlets that wrote the main tags', async (t) => {
    const { data } = await news.GET('/api/v1/events');
    const quake = data!.events.find(({ major }) => major.includes('強震'))!.coverage;
    t.strictSame(quake.camps, { blue: 4, green: 0, other: 1 });
    t.equal(quake.articles, 10, 'the outlet that is of no news category does not count');
    t.strictSame(quake.share, { blue: 100, green: 0 });
    t.equal(quake.lean, Math.log2(4.5 / 0.5));
    t.equal(quake.tilt, null, 'four outlets of both camps are too few');
    t.strictSame(quake.blindspot, ['green']);
    const budget = data!.events.find(({ major }) => major.includes('預算案'))!.coverage;
    t.strictSame(budget.camps, { blue: 2, green: 3, other: 0 });
    t.strictSame(budget.blindspot, []);
  });

  await t.test('representative news: six at most, one of each outlet, camps in turn', async (t) => {
    const { data } = await news.GET('/api/v1/events');
    const { news: items } = data!.events.find(({ major }) => major.includes('預算案'))!;
    t.equal(items.length, 5);
    t.equal(new Set(items.map(({ media }) => media)).size, 5);
    t.not(items[0]!.camp, items[1]!.camp);
  });

  await t.test('limit cuts, and malformed parameters are refused', async (t) => {
    t.equal(((await ask('/api/v1/events?limit=1')).events as Json[]).length, 1);
    for (const query of ['limit=0', 'limit=31', 'limit=x', 'at=yesterday', 'at=2026-03-10']) {
      t.equal((await get(`/api/v1/events?${query}`)).status, 400, query);
    }
  });

  await t.test('at: the newest hour at or before it (decision 37)', async (t) => {
    const at = async (time: string) => ask(`/api/v1/events?at=${encodeURIComponent(time)}`);
    t.equal((await at(hoursAfter(1))).hour, hoursAfter(1));
    t.equal((await at(hoursAfter(1.99))).hour, hoursAfter(1));
    t.equal((await at(hoursAfter(1))).next, hoursAfter(2));
    t.equal((await at(hoursAfter(500))).hour, hoursAfter(2));
    t.equal((await get(`/api/v1/events?at=${hoursAfter(-1)}`)).status, 404);
    t.equal((await at(hoursAfter(1))).stale, false);
  });

  await t.test('the hour’s snapshot is the last run of the hour', async (t) => {
    const { builtAt } = await ask(`/api/v1/events?at=${hoursAfter(1)}`);
    t.equal(builtAt, new Date(START_MS + 94 * MINUTE_MS).toISOString());
  });

  await t.test('what is hidden vanishes, the numbers stay', async (t) => {
    const { data: before } = await news.GET('/api/v1/events');
    const item = before!.events[0]!.news[0]!;
    await ingest([{ kind: 'hide', target: 'news', key: item.url }]);
    const { data: hidden } = await news.GET('/api/v1/events');
    t.notOk(JSON.stringify(hidden).includes(item.url));
    t.strictSame(hidden!.events[0]!.coverage, before!.events[0]!.coverage);
    const day = await ask('/api/v1/events/threads');
    t.notOk(JSON.stringify(day).includes(item.url));
    const threadId = before!.events[0]!.threadId!;
    t.notOk(JSON.stringify(await ask(`/api/v1/events/threads/${threadId}`)).includes(item.url));
    t.notOk(
      JSON.stringify(await ask(`/api/v1/events/threads/${threadId}/coverage`)).includes(item.url),
    );
    t.notOk((await (await get('/feeds/events.xml')).text()).includes(item.url));
    await ingest([{ kind: 'show', target: 'news', key: item.url }]);
    const { data: shown } = await news.GET('/api/v1/events');
    t.strictSame(shown, before);
  });

  await t.test('an unchanged answer is 304, and articles are never used unasked', async (t) => {
    const plain = { 'accept-encoding': 'identity' };
    const first = await get('/api/v1/events', { headers: plain });
    t.equal(first.headers.get('cache-control'), 'public, max-age=0, must-revalidate');
    const etag = first.headers.get('etag')!;
    t.equal(
      (await get('/api/v1/events', { headers: { ...plain, 'if-none-match': etag } })).status,
      304,
    );
    const head = await get('/api/v1/events', { method: 'HEAD', headers: plain });
    t.equal(head.headers.get('content-length'), first.headers.get('content-length'));
  });

  await t.test('three hours without a run make it stale, and it is still served', async (t) => {
    clock.set(START_MS + 5.6 * HOUR_MS);
    t.equal((await ask('/api/v1/events')).stale, true);
    clock.set(START_MS + 2.7 * HOUR_MS);
    t.equal((await ask('/api/v1/events')).stale, false);
  });
});

t.test('a restart answers the same', async (t) => {
  const data = tempFolder(t);
  const paths = ['/api/v1/events', '/api/v1/events/threads', '/api/v1/events/threads/1'];
  const answersOf = async ({ get }: Harness): Promise<unknown[]> =>
    Promise.all(paths.map(async (path) => (await get(path)).json()));
  const first = await startServer(t, {
    ticksByHand: true,
    now: hoursAfter(0),
    records: MEDIA,
    flags: { data },
  });
  await first.ingest([...everyday(1), ...reports(QUAKE, [0, 1, 4, 5, 8], 2)]);
  first.clock.set(START_MS + 9 * HOUR_MS);
  await first.app.pipeline.advance(START_MS + 9 * HOUR_MS);
  const before = await answersOf(first);
  t.match(before[2], { thread: { hours: 9 } });
  await first.app.close();
  const second = await startServer(t, { ticksByHand: true, now: hoursAfter(9), flags: { data } });
  t.strictSame(await answersOf(second), before);
});
