/** The first day of a store: answers from the first article on, which say what is still missing. */
import '../engine/actor/threads-here.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { Pipeline } from '../../src/app/pipeline.js';
import { FirstTicks } from '../../src/app/scheduler.js';
import { HOUR_MS, isoOf, MINUTE_MS, SECOND_MS } from '../../src/kernel/clock.js';
import { type Harness, startServer } from '../serve/api/harness.js';

const START = '2026-03-02T12:03:00Z';
const START_MS = Date.parse(START);
const LOOKS_MAX = 200;
const LOOK_MS = 50;

interface Ranking {
  snapshot: {
    available: boolean;
    articleCount: number;
    computedAt: string;
    basis: { validFrom: string };
  };
  entries: { tag: string; burst: number | null }[];
}

const CATALOG = [
  { kind: 'category', key: 'news', label: 'News' },
  { kind: 'media', media: 'gazette', title: 'Gazette', categories: ['news'] },
];

function article(number: number): object {
  const url = `https://gazette.example/${number}`;
  const publishedAt = isoOf(START_MS - number * MINUTE_MS);
  return {
    kind: 'news',
    media: 'gazette',
    url,
    title: `Bridge ${number}`,
    publishedAt,
    tags: ['bridge'],
  };
}

function articles(from: number, count: number): object[] {
  return Array.from({ length: count }, (_, at) => article(from + at));
}

/** Lets the server's clock go on until the ranking counts so many articles. */
async function rankingOf({ app, get, clock }: Harness, count: number): Promise<Ranking> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    clock.advance(SECOND_MS);
    await app.pipeline.settle();
    const response = await get('/api/v1/ranking');
    const ranking = response.status === 200 ? ((await response.json()) as Ranking) : null;
    if (ranking?.snapshot.articleCount === count) return ranking;
    await sleep(LOOK_MS);
  }
  throw new Error(`no ranking counts ${count} articles`);
}

/** The store that the first test ranks, and what its clock says then. */
const data = mkdtempSync(join(tmpdir(), 'tagwire-ticks-'));
let laterMs = START_MS;
t.teardown(() => rmSync(data, { recursive: true, force: true }));

t.test('a new store ranks within seconds of its first article', async (t) => {
  const harness = await startServer(t, { now: START, flags: { data } });
  const { get, ingest } = harness;
  const messageOf = async (path: string): Promise<string> =>
    ((await (await get(path)).json()) as { error: string }).error;

  t.match(await messageOf('/api/v1/ranking'), /^there is no snapshot .* yet: .*first article$/);
  t.match(await messageOf(`/api/v1/ranking?at=${START}`), /^there is no snapshot .* yet/);
  t.equal((await get('/api/v1/events')).status, 503);
  t.match(await messageOf('/api/v1/events'), /within seconds of the first article$/);

  await ingest([...CATALOG, ...articles(0, 3)]);
  const first = await rankingOf(harness, 3);
  t.strictSame(
    first.entries.map(({ tag, burst }) => [tag, burst]),
    [['bridge', null]],
  );
  t.equal(first.snapshot.available, false);
  t.ok(Date.parse(first.snapshot.basis.validFrom) > START_MS + 24 * HOUR_MS);
  t.ok(Date.parse(first.snapshot.computedAt) < START_MS + 7 * MINUTE_MS, 'before a regular run');

  await harness.app.pipeline.settle();
  const events = await get('/api/v1/events');
  t.equal(events.status, 200);
  t.match(await events.json(), {
    events: [],
    available: false,
    validFrom: first.snapshot.basis.validFrom,
  });

  await ingest(articles(3, 4));
  await rankingOf(harness, 7);
  t.pass('twice as many articles are ranked anew');
  laterMs = harness.clock.nowMs();
});

t.test('a server without an entry passes its regular runs, and writes none of them', async (t) => {
  const { app, clock } = await startServer(t, { now: START });
  clock.set(START_MS + 3 * HOUR_MS);
  await app.pipeline.tick(clock.nowMs());
  t.equal((await app.pipeline.state()).sequence, 0);
  const { actors } = await app.pipeline.figures();
  for (const [name, { heap }] of Object.entries(actors)) t.equal(heap.held, 0, `${name} sleeps`);
});

t.test('the first article is ranked within seconds, also after runs over none', async (t) => {
  const harness = await startServer(t, { now: START, records: CATALOG });
  const { app, clock, ingest } = harness;
  clock.set(START_MS + 10 * MINUTE_MS);
  await app.pipeline.tick(clock.nowMs());
  const { sequence } = await app.pipeline.state();
  t.ok(sequence > CATALOG.length, 'a regular run was written');
  await ingest(articles(0, 3));
  const ranking = await rankingOf(harness, 3);
  t.ok(Date.parse(ranking.snapshot.computedAt) < START_MS + 20 * MINUTE_MS, 'before a regular run');
});

t.test('a store that has ranked articles waits for its regular runs', async (t) => {
  // A minute after a regular run, so that none is due while it is looked at.
  const tenMinutes = 10 * MINUTE_MS;
  const nowMs = Math.ceil(laterMs / tenMinutes) * tenMinutes + MINUTE_MS;
  const { app, clock, ingest } = await startServer(t, { now: isoOf(nowMs), flags: { data } });
  await ingest(articles(7, 9));
  await app.pipeline.tick(clock.nowMs());
  const { sequence } = await app.pipeline.state();
  for (let look = 0; look < 30; look++) {
    clock.advance(SECOND_MS);
    await sleep(LOOK_MS * 2);
  }
  t.equal((await app.pipeline.state()).sequence, sequence);
});

t.test('a start waits until it knows whether there is a ranking', async (t) => {
  const tags: { tickMs: number | null } = { tickMs: null };
  const there = new Set<string>();
  const pipeline = {
    indices: { tags, catalog: { figures: { articles: 5 } }, directory: { figures: {} } },
    isThere: (index: string) => there.has(index),
    isTakingIn: false,
  };
  const first = new FirstTicks(pipeline as unknown as Pipeline);
  t.notOk(first.isDue(START_MS), 'rankings are still being read');
  there.add('tags');
  t.notOk(first.isDue(START_MS), 'articles are still being read');
  there.add('catalog');
  there.add('directory');
  t.ok(first.isDue(START_MS), 'there are none');
  tags.tickMs = START_MS;
  t.ok(first.isDue(START_MS), 'nor were there when it started');
  const second = new FirstTicks(pipeline as unknown as Pipeline);
  t.notOk(second.isDue(START_MS), 'there is one');
});

t.test(
  'a store without articles when it started is new, whatever was computed since',
  async (t) => {
    const figures = { articles: 0 };
    const tags: { tickMs: number | null } = { tickMs: null };
    const pipeline = {
      indices: { tags, catalog: { figures }, directory: { figures: {} } },
      isThere: (index: string) => index !== 'tags',
      isTakingIn: false,
    };
    const first = new FirstTicks(pipeline as unknown as Pipeline);
    t.notOk(first.isDue(START_MS), 'there is nothing to rank');
    tags.tickMs = START_MS;
    figures.articles = 1;
    t.ok(first.isDue(START_MS), 'there is an article');
  },
);
