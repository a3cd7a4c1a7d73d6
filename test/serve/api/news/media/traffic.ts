import t from 'tap';
import {
  monthsShown,
  referenceMonthsOf,
} from '../../../../../src/serve/api/news/media/media-lists.js';
import { startServer } from '../../harness.js';
import { CATALOG } from '../fixture.js';

const NOW = '2026-03-10T04:00:30.000Z';

interface Traffic {
  generatedAt: string;
  collectionStartedAt: string | null;
  months: string[];
  media: {
    media: string;
    sourceKind: string;
    firstAcquiredAt: string | null;
    monthly: { month: string; articles: number }[];
  }[];
}

/** An article of `media` published at one instant and first seen at another. */
function at(media: string, publishedAt: string | undefined, observedAt: string, more = {}): object {
  const key = `${publishedAt ?? 'pending'}-${observedAt}`.replaceAll(':', '');
  const url = `https://${media}.example/${key}`;
  return { kind: 'news', media, url, title: key, publishedAt, observedAt, ...more };
}

const FOUND = {
  discovery: {
    media: 'finder',
    url: 'https://finder.example/1',
    discoveredAt: '2026-02-03T00:00:00Z',
  },
};

const RECORDS = [
  ...CATALOG,
  // Both sides of midnight in Taipei between February and March.
  at('sunrise', '2026-02-28T15:59:59.999Z', '2026-02-28T16:00:00Z'),
  at('sunrise', '2026-02-28T16:00:00.000Z', '2026-02-28T16:01:00Z'),
  at('sunrise', '2024-04-15T00:00:00.000Z', '2026-02-01T00:00:00Z'),
  at('sunrise', '2024-03-31T15:00:00.000Z', '2026-02-01T00:00:00Z'),
  at('sunrise', undefined, '2026-03-09T00:00:00Z'),
  at('sunrise', '2026-03-10T03:59:59.999Z', '2026-03-10T04:00:00Z'),
  at('sunrise', '2026-03-10T04:05:00.000Z', '2026-03-10T04:00:00Z'),
  at('sunrise', '2026-03-12T00:00:00.000Z', '2026-03-10T04:00:00Z'),
  at('harbour', '2026-02-02T00:00:00.000Z', '2026-02-02T00:01:00Z', FOUND),
  at('harbour', '2026-03-02T00:00:00.000Z', '2026-03-02T00:01:00Z', { bodyStatus: 'error' }),
];

const server = await startServer(t, { now: NOW, records: RECORDS });

async function ask(): Promise<Traffic> {
  return (await (await server.get('/api/v1/media-traffic-comparison')).json()) as Traffic;
}

function counts({ media }: Traffic, code: string): { [month: string]: number } {
  const monthly = media.find((one) => one.media === code)!.monthly;
  const some = monthly.filter(({ articles }) => articles > 0);
  return Object.fromEntries(some.map(({ month, articles }) => [month, articles]));
}

t.test('months are those of publication in Taipei, the last 24, ascending', async (t) => {
  const traffic = await ask();
  t.equal(traffic.generatedAt, '2026-03-10T04:00:00.000Z');
  t.equal(traffic.months.length, 24);
  t.equal(traffic.months[0], '2024-04');
  t.equal(traffic.months.at(-1), '2026-03');
  t.same(traffic.months, [...traffic.months].sort());
  for (const { media, monthly } of traffic.media) {
    t.same(
      monthly.map(({ month }) => month),
      traffic.months,
      `${media} has every month`,
    );
  }
  t.same(counts(traffic, 'sunrise'), { '2024-04': 1, '2026-02': 1, '2026-03': 2 });
});

t.test('articles without a time of their own or with a time to come are left out', async (t) => {
  t.equal(counts(await ask(), 'sunrise')['2026-03'], 2);
  server.clock.set(Date.parse('2026-03-12T00:01:00Z'));
  t.equal(counts(await ask(), 'sunrise')['2026-03'], 4, 'their time has come');
  server.clock.set(Date.parse('2026-02-28T15:59:00Z'));
  const earlier = await ask();
  t.equal(earlier.months.at(-1), '2026-02', 'the current month is that of the clock');
  t.same(counts(earlier, 'sunrise'), { '2024-03': 1, '2024-04': 1 });
  server.clock.set(Date.parse(NOW));
});

t.test('texts make no difference, and every registered media is there', async (t) => {
  const traffic = await ask();
  t.same(counts(traffic, 'harbour'), { '2026-02': 1, '2026-03': 1 });
  t.same(
    traffic.media.map(({ media, sourceKind }) => `${media} ${sourceKind}`),
    [
      'finder discovery',
      'harbour publisher',
      'plain publisher',
      'sunrise publisher',
      'wire publisher',
    ],
  );
});

t.test('discovery sources count what they found', async (t) => {
  const traffic = await ask();
  t.same(counts(traffic, 'finder'), { '2026-02': 1 });
  t.same(
    Object.fromEntries(traffic.media.map(({ media, firstAcquiredAt }) => [media, firstAcquiredAt])),
    {
      finder: '2026-02-03T00:00:00.000Z',
      harbour: '2026-02-02T00:01:00.000Z',
      plain: null,
      sunrise: '2026-02-01T00:00:00.000Z',
      wire: null,
    },
  );
  t.equal(traffic.collectionStartedAt, '2026-02-01T00:00:00.000Z');
});

t.test('hidden articles leave counts and come back, updates move them', async (t) => {
  const url = 'https://harbour.example/2026-02-02T000000.000Z-2026-02-02T000100Z';
  const { ingest } = server;
  await ingest([{ kind: 'hide', target: 'news', key: url }]);
  let traffic = await ask();
  t.same([counts(traffic, 'harbour'), counts(traffic, 'finder')], [{ '2026-03': 1 }, {}]);
  await ingest([{ kind: 'show', target: 'news', key: url }]);
  await ingest([{ kind: 'hide', target: 'media', key: 'harbour' }]);
  traffic = await ask();
  t.same(counts(traffic, 'finder'), {}, 'those of a hidden publisher too');
  t.notOk(traffic.media.some(({ media }) => media === 'harbour'));
  await ingest([{ kind: 'show', target: 'media', key: 'harbour' }]);
  t.same(counts(await ask(), 'finder'), { '2026-02': 1 });
  await ingest([{ kind: 'news', media: 'harbour', url, title: '改期', publishedAt: '2026-01-05' }]);
  traffic = await ask();
  t.same(counts(traffic, 'harbour'), { '2026-01': 1, '2026-03': 1 });
  t.same(counts(traffic, 'finder'), { '2026-01': 1 });
});

t.test('an unchanged answer is 304 until the minute ends', async (t) => {
  const path = '/api/v1/media-traffic-comparison';
  const plain = { 'accept-encoding': 'identity' };
  const first = await server.get(path, { headers: plain });
  t.equal(first.headers.get('cache-control'), 'public, max-age=30');
  const headers = { ...plain, 'if-none-match': first.headers.get('etag')! };
  t.equal((await server.get(path, { headers })).status, 304);
});

t.test('an empty store has the current month and no beginning', async (t) => {
  const { get } = await startServer(t, { now: NOW });
  const traffic = (await (await get('/api/v1/media-traffic-comparison')).json()) as Traffic;
  t.strictSame(traffic, {
    generatedAt: '2026-03-10T04:00:00.000Z',
    collectionStartedAt: null,
    months: ['2026-03'],
    media: [],
  });
});

t.test('older months of the reference stand before the last 24', async (t) => {
  const current = 24_314;
  const range = (first: number): number[] =>
    Array.from({ length: current - first + 1 }, (_, at) => first + at);
  t.same(monthsShown([], [], current), [current]);
  t.same(monthsShown([current - 3], [], current), range(current - 3));
  t.same(monthsShown([], [current - 5], current), range(current - 5));
  t.same(monthsShown([current - 400], [], current), range(current - 23), 'no older ones but these');
  t.same(monthsShown([], [9, 12, current - 2], current), [9, 12, ...range(current - 23)]);
  t.same(monthsShown([current + 1], [current + 7], current), [current]);
});

t.test('reference months are texts such as 2024-06', async (t) => {
  t.same(referenceMonthsOf({ months: ['2024-06', '2020-01', '2024-06'] }), [24240, 24293]);
  for (const rules of [null, {}, { months: '2024-06' }, { months: ['2024'] }, { months: [1] }])
    t.throws(() => referenceMonthsOf(rules), { code: 'CONFIG_INVALID' });
});
