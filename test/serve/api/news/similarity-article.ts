/** `/api/v1/articles/{id}/similarity` and `/api/v1/similarity/daily`. */
import t from 'tap';
import { proseOf } from '../../../news/similarity/prose.js';
import { type Harness, startServer } from '../harness.js';
import { article, MEDIA, NOW, retold, STORY } from './similarity-world.js';

interface Matches {
  indexedAt: string | null;
  chars: number | null;
  windowDays: number;
  matches: {
    article: { title: string; media: string };
    score: number;
    kind: string;
    evidence: string;
  }[];
}

interface Daily {
  from: string;
  to: string;
  days: string[];
  totals: { [column: string]: number[] };
  media: { media: string; [column: string]: string | number[] }[];
}

const DAY_MINUTES = 24 * 60;

const ARTICLES = [
  article({ key: 'first', media: 'sunrise', minutes: 300, body: STORY }),
  article({ key: 'retold', media: 'plain', minutes: 100, body: retold(300, 5) }),
  article({ key: 'copy', media: 'harbour', minutes: 200, body: STORY }),
  article({ key: 'short', media: 'plain', minutes: 70, body: '短短一則。' }),
  article({ key: 'unread', media: 'plain', minutes: 60 }),
  article({ key: 'mirrored', media: 'mirror', minutes: 90, body: STORY }),
];

async function matchesOf(server: Harness, id: number, query = ''): Promise<Matches> {
  return (await (await server.get(`/api/v1/articles/${id}/similarity${query}`)).json()) as Matches;
}

t.test('similar reports of an article', async (t) => {
  const server = await startServer(t, {
    ticksByHand: true,
    now: NOW,
    records: [...MEDIA, ...ARTICLES],
  });

  t.test('come with higher similarity first', async (t) => {
    const { indexedAt, chars, windowDays, matches } = await matchesOf(server, 1);
    t.equal(indexedAt, '2026-03-09T22:59:00.000Z'.replace('22:59', '23:01'));
    t.equal(chars, 400, 'letters of the normal form');
    t.equal(windowDays, 7);
    t.same(
      matches.map(({ article, kind }) => [article.title, kind]),
      [
        ['標題 copy', 'identical'],
        ['標題 retold', 'high'],
      ],
    );
    t.equal(matches[0]!.score, 1);
    t.ok([...matches[0]!.evidence].length <= 100);
  });

  t.test('keep to the threshold', async (t) => {
    t.equal((await matchesOf(server, 1, '?threshold=0.9')).matches.length, 1);
  });

  t.test('of a short text are none, and chars is null', async (t) => {
    const { indexedAt, chars, matches } = await matchesOf(server, 4);
    t.ok(indexedAt !== null);
    t.equal(chars, null);
    t.same(matches, []);
  });

  t.test('of an article without text wait', async (t) => {
    t.match(await matchesOf(server, 5), { indexedAt: null, chars: null, matches: [] });
  });

  t.test('of a syndicated source are none', async (t) => {
    t.match(await matchesOf(server, 6), { chars: null, matches: [] });
  });

  t.test('answer 404 for what there is not, 400 for what is malformed', async (t) => {
    t.equal((await server.get('/api/v1/articles/99/similarity')).status, 404);
    t.equal((await server.get('/api/v1/articles/0/similarity')).status, 400);
    t.equal((await server.get('/api/v1/articles/1/similarity?threshold=0.3')).status, 400);
    await server.ingest([{ kind: 'hide', target: 'news', key: 'https://harbour.example/copy' }]);
    t.equal((await server.get('/api/v1/articles/3/similarity')).status, 404);
    t.equal((await matchesOf(server, 1)).matches.length, 1);
    await server.ingest([{ kind: 'show', target: 'news', key: 'https://harbour.example/copy' }]);
  });

  t.test('stay when the texts have expired', async (t) => {
    await server.app.pipeline.tick(Date.parse(NOW) + 9 * DAY_MINUTES * 60_000);
    server.clock.advance(9 * DAY_MINUTES * 60_000);
    const { chars, matches } = await matchesOf(server, 1);
    t.equal(chars, 400);
    t.equal(matches.length, 2);
    await server.ingest([article({ key: 'late', media: 'plain', minutes: 250, body: STORY })]);
    t.equal((await matchesOf(server, 1)).matches.length, 2, 'what comes now is compared no more');
  });
});

t.test('daily numbers', async (t) => {
  const records = [
    ...MEDIA,
    article({ key: 'old', media: 'sunrise', minutes: 2 * DAY_MINUTES, body: STORY }),
    article({ key: 'copy', media: 'harbour', minutes: DAY_MINUTES, body: STORY }),
    article({ key: 'twin', media: 'plain', minutes: DAY_MINUTES, body: STORY }),
    article({
      key: 'citing',
      media: 'plain',
      minutes: 30,
      body: `據外電社報導，${proseOf(9, 0, 200)}`,
    }),
    article({ key: 'mirrored', media: 'mirror', minutes: 90, body: STORY }),
  ];
  const server = await startServer(t, { ticksByHand: true, now: NOW, records });
  const daily = async (query = ''): Promise<Daily> =>
    (await (await server.get(`/api/v1/similarity/daily${query}`)).json()) as Daily;
  const rowOf = ({ media }: Daily, code: string) => media.find((one) => one.media === code);

  t.test('cover 30 days up to today unless asked otherwise', async (t) => {
    const { from, to, days } = await daily();
    t.same([from, to, days.length], ['2026-02-09', '2026-03-10', 30]);
    t.equal((await daily('?to=2026-03-01')).from, '2026-01-31');
  });

  t.test('count a pair once, on the date of its later article', async (t) => {
    const { totals, ...rest } = await daily('?from=2026-03-08&to=2026-03-10');
    t.same(totals, {
      articles: [1, 2, 1],
      pairs: [0, 3, 0],
      identical: [0, 3, 0],
      citations: [0, 0, 1],
    });
    t.match(rowOf(rest as Daily, 'sunrise'), { articles: [1, 0, 0], pairs: [0, 2, 0] });
    t.match(rowOf(rest as Daily, 'plain'), { citing: [0, 0, 1] });
    t.match(rowOf(rest as Daily, 'wire'), { cited: [0, 0, 1] });
    t.notOk(rowOf(rest as Daily, 'mirror'), 'syndicated content is out');
  });

  t.test('count an article once as copied or copying, on its own date', async (t) => {
    const answer = await daily('?from=2026-03-08&to=2026-03-10');
    t.match(rowOf(answer, 'sunrise'), { copied: [1, 0, 0], copying: [0, 0, 0] });
    // Published at the same time: neither copies the other, both copy the first.
    t.match(rowOf(answer, 'harbour'), { copied: [0, 0, 0], copying: [0, 1, 0] });
    t.match(rowOf(answer, 'plain'), { copied: [0, 0, 0], copying: [0, 1, 0] });
    const before = await daily('?from=2026-03-08&to=2026-03-08');
    t.match(rowOf(before, 'sunrise'), { copied: [1] }, 'whoever copies may do so later');
    t.match(rowOf(await daily('?from=2026-03-09&to=2026-03-09'), 'harbour'), { copying: [1] });
  });

  t.test('span at most 366 days', async (t) => {
    t.equal(
      (await server.get('/api/v1/similarity/daily?from=2025-03-10&to=2026-03-10')).status,
      200,
    );
    for (const query of [
      'from=2025-03-09&to=2026-03-10',
      'from=2026-03-11',
      'to=x',
      'threshold=2',
    ]) {
      t.equal((await server.get(`/api/v1/similarity/daily?${query}`)).status, 400, query);
    }
  });
});
