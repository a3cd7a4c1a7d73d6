import { parse } from 'csv-parse/sync';
import t from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../../../../src/kernel/clock.js';
import { readSets } from '../../../../../src/kernel/outlet-set.js';
import { startServer } from '../../harness.js';
import { BUDGET, MEDIA, QUAKE, reports, START_MS } from '../event-world.js';

const NOW_MS = START_MS + 5 * HOUR_MS;
const TABLES = {
  mine: {
    title: 'Two houses',
    by: 'Mei',
    made: '2026-03-01',
    grounds: 'Who owns which paper.',
    links: ['https://registry.example/'],
    outlets: ['outlet8', 'gone'],
    camps: [
      { label: 'House A', outlets: ['outlet0', 'outlet4'] },
      { label: 'House B', colour: '#aa0000', outlets: ['outlet1', 'outlet5'] },
      { label: 'House C', outlets: ['outlet2'] },
    ],
  },
};
let tables: object = TABLES;

const { app, clock, news, get, ingest } = await startServer(t, {
  ticksByHand: true,
  now: new Date(START_MS).toISOString(),
  sets: { read: () => readSets(tables) },
  records: MEDIA,
});
await ingest([
  ...reports(QUAKE, [0, 1, 2, 3, 4, 5, 6, 8], 100),
  ...reports(BUDGET, [3, 6, 7, 9], 120),
]);
await app.pipeline.advance(NOW_MS);
clock.set(NOW_MS + MINUTE_MS);
await app.pipeline.settle();

async function json(path: string): Promise<Record<string, never>> {
  const response = await get(path);
  t.equal(response.status, 200, path);
  return (await response.json()) as Record<string, never>;
}

async function errorOf(path: string, status: number): Promise<string> {
  const response = await get(path);
  t.equal(response.status, status, path);
  return ((await response.json()) as { error: string }).error;
}

t.test('sets are listed, and one says who made it, when, and on what grounds', async (t) => {
  const { data: list } = await news.GET('/api/v1/sets');
  t.match(list?.sets, [
    {
      name: 'mine',
      title: 'Two houses',
      by: 'Mei',
      outlets: 7,
      camps: ['House A', 'House B', 'House C'],
    },
  ]);
  const { data: set } = await news.GET('/api/v1/sets/{name}', {
    params: { path: { name: 'mine' } },
  });
  t.match(set, {
    ...{ name: 'mine', by: 'Mei', made: '2026-03-01T00:00:00.000Z' },
    ...{
      grounds: 'Who owns which paper.',
      links: ['https://registry.example/'],
      leftOut: ['gone'],
    },
  });
  t.strictSame(
    set?.camps.map(({ key, compared, outlets }) => [key, compared, outlets]),
    [
      ['house-a', true, ['outlet0', 'outlet4']],
      ['house-b', true, ['outlet1', 'outlet5']],
      ['house-c', true, ['outlet2']],
      ['unknown', false, ['outlet8']],
    ],
  );
});

t.test('the ranking of outlets counts their articles alone', async (t) => {
  const { data } = await news.GET('/api/v1/ranking', {
    params: { query: { outlets: 'outlet3,outlet9', trend: '1', related: '1' } },
  });
  t.strictSame(data?.snapshot.basis.media, ['outlet3', 'outlet9']);
  t.equal(data?.onDemand, true);
  t.equal(data?.set?.name, null);
  const budget = data?.entries.find(({ tag }) => tag === '預算案');
  t.strictSame(budget?.media, { outlet3: 2, outlet9: 2 });
  const quake = data?.entries.find(({ tag }) => tag === '強震');
  t.strictSame(quake?.media, { outlet3: 2 });
  t.ok(budget!.burst! > quake!.burst!);
  t.strictSame(
    await json('/api/v1/ranking?outlets=outlet9,outlet3&trend=1&related=1'),
    data as never,
    'in whatever order they are named',
  );
});

t.test('all outlets of the ranking rank as the category of them does', async (t) => {
  const { data: all } = await news.GET('/api/v1/ranking', { params: { query: { limit: 500 } } });
  const outlets = all!.snapshot.basis.media.join();
  const { data: chosen } = await news.GET('/api/v1/ranking', {
    params: { query: { limit: 500, outlets } },
  });
  t.strictSame(chosen!.entries, all!.entries);
  t.strictSame(chosen!.snapshot.basis, all!.snapshot.basis);
  t.notOk('onDemand' in all! || 'set' in all!, 'the answer without outlets says nothing of sets');
});

t.test('a ranking as CSV has the entries of the ranking, of a set as well', async (t) => {
  for (const query of ['?limit=5&related=1', '?limit=5&order=score&set=mine']) {
    const { entries } = (await json(`/api/v1/ranking${query}`)) as unknown as {
      entries: { tag: string; score: number; media: object; related?: object }[];
    };
    t.ok(entries.length > 0);
    const response = await get(`/api/v1/ranking.csv${query}`);
    t.equal(response.headers.get('link'), null, 'a ranking has no pages');
    const rows = parse(await response.text(), { columns: true }) as { [name: string]: string }[];
    t.strictSame(
      rows.map(({ tag, score, media, related }) => [
        ...[tag, Number(score), JSON.parse(media!)],
        related === '' ? undefined : JSON.parse(related!),
      ]),
      entries.map(({ tag, score, media, related }) => [tag, score, media, related]),
    );
  }
});

t.test('events are told by the camps of a set', async (t) => {
  const { data } = await news.GET('/api/v1/events', { params: { query: { set: 'mine' } } });
  t.strictSame(data?.setBaseline, {
    outlets: { 'house-a': 2, 'house-b': 2, 'house-c': 1, unknown: 1 },
    articles: { 'house-a': 4, 'house-b': 4, 'house-c': 2, unknown: 2 },
  });
  t.equal(data?.events.length, 1);
  const [quake] = data!.events;
  t.ok(quake!.major.includes('強震'));
  t.ok(quake!.news.every(({ media }) => /^outlet[012458]$/.test(media)));
  t.match(quake!.setCoverage, {
    articles: 12,
    camps: { 'house-a': 2, 'house-b': 2, 'house-c': 1, unknown: 1 },
    share: { 'house-a': 40, 'house-b': 40, 'house-c': 20 },
    leans: { 'house-a': 0, 'house-b': 0, 'house-c': 0 },
    tilt: null,
    blindspot: [],
  });
  t.strictSame(quake!.coverage.camps, { blue: 3, green: 2, other: 1 }, "the contract's camps, too");
  t.match(data?.missed, [{ outlets: 4, articles: 8 }]);
});

t.test('a camp that hardly sees what another one has is a blind spot', async (t) => {
  const camps = [
    { label: 'A', outlets: ['outlet0', 'outlet1', 'outlet2', 'outlet4', 'outlet5'] },
    { label: 'B', outlets: ['outlet7', 'outlet9'] },
  ];
  tables = { ...TABLES, blind: { ...TABLES.mine, outlets: [], camps } };
  app.sets.reload();
  const { data } = await news.GET('/api/v1/events', { params: { query: { set: 'blind' } } });
  const quake = data!.events.find(({ major }) => major.includes('強震'))!;
  t.match(quake.setCoverage, { tilt: 'a', blindspot: ['b'], share: { a: 100, b: 0 } });
  const id = quake.threadId!;
  const path = { id };
  const { data: coverage } = await news.GET('/api/v1/events/threads/{id}/coverage', {
    params: { path, query: { set: 'blind' } },
  });
  t.strictSame(coverage?.lastHour.setCoverage, quake.setCoverage, 'its coverage says the same');
  t.strictSame(coverage?.event.byOutlet.map(({ media }) => media).sort(), camps[0]!.outlets);
  const { data: whole } = await news.GET('/api/v1/events/threads/{id}/coverage', {
    params: { path },
  });
  t.equal(whole?.event.outlets, 8);
  t.notOk('setCoverage' in whole! || 'set' in whole!);
});

t.test('outlets that cannot be chosen are refused in words', async (t) => {
  const many = Array.from({ length: 61 }, (_, at) => `outlet${at}`).join();
  const refusals: [string, number, RegExp][] = [
    ['outlets=outlet0,outlt1', 400, /no media "outlt1"; did you mean outlet\d\?/],
    ['outlets=outlet0,outlet0', 400, /"outlet0" is named twice/],
    [`outlets=${many}`, 400, /at most 60 outlets, not 61/],
    ['outlets=', 400, /outlets/],
    ['outlets=outlet0,', 400, /outlets/],
    ['outlets=outlet0&set=mine', 400, /cannot be given together/],
    ['set=nothing', 404, /no set "nothing"/],
    ['set=u1', 404, /no set "u1"/],
    [`set=set_${'A'.repeat(43)}`, 404, /no set/],
  ];
  for (const [query, status, message] of refusals) {
    t.match(await errorOf(`/api/v1/ranking?${query}`, status), message, query);
    t.match(await errorOf(`/api/v1/events?${query}`, status), message, query);
  }
  t.match(await errorOf('/api/v1/ranking?set=mine&category=tv', 400), /category cannot be given/);
  t.match(await errorOf('/api/v1/sets/nothing', 404), /no set/);
});

t.test(
  'a set that is changed is answered anew, and a file that is wrong changes nothing',
  async (t) => {
    const before = await json('/api/v1/ranking?set=mine');
    tables = { mine: { ...TABLES.mine, title: 'Three houses', outlets: ['outlet3'] } };
    app.sets.reload();
    const after = await json('/api/v1/ranking?set=mine');
    t.match(after, { set: { title: 'Three houses', leftOut: [] } });
    t.notSame(before.entries, after.entries);
    tables = { mine: { title: 'x' } };
    t.throws(() => app.sets.reload(), { code: 'CONFIG_INVALID' });
    t.strictSame(await json('/api/v1/ranking?set=mine'), after);
  },
);

t.test('what is hidden is in no answer about a set', async (t) => {
  const title = (await json('/api/v1/events?set=mine')) as unknown as {
    events: { news: { title: string; url: string }[] }[];
  };
  const [first] = title.events[0]!.news;
  const url = new URL(first!.url);
  await ingest([{ kind: 'hide', target: 'news', key: url.href }]);
  t.notOk(JSON.stringify(await json('/api/v1/events?set=mine')).includes(first!.title));
  await ingest([{ kind: 'hide', target: 'media', key: 'outlet0' }]);
  const { set } = (await json('/api/v1/ranking?set=mine')) as unknown as {
    set: { leftOut: string[] };
  };
  t.strictSame(set.leftOut, ['outlet0']);
  t.match(await errorOf('/api/v1/ranking?outlets=outlet0', 400), /no media/);
});
