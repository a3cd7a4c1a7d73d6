import t from 'tap';
import { startServer } from '../../harness.js';
import { article, CATALOG, NOW } from '../fixture.js';

const MINUTE = 60_000;
/** `NOW` without its seconds: the minute up to which answers reach. */
const NOW_MINUTE = Date.parse('2026-03-10T04:00:00.000Z');

/** A text of `length` different-looking characters that nobody else has. */
function text(seed: number, length = 400): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(0x5000 + (state % 4000));
  }).join('');
}

const ORIGINAL = text(11);
/** Three quarters of the original: Dice 0.75 or a little less. */
const COPY = `${ORIGINAL.slice(0, 300)}${text(12, 100)}`;
const SOURCE = '據朝陽報報導，';

const ARTICLES = [
  article({
    key: 'first',
    minutes: 60,
    authors: ['記者陳沐芮／台北報導'],
    tags: ['捷運', '晴川市'],
    image: 'https://sunrise.example/first.jpg',
    body: ORIGINAL,
  }),
  article({
    key: 'copy',
    media: 'harbour',
    minutes: 30,
    authors: ['林朔岳台北'],
    tags: ['捷運'],
    body: `${SOURCE}${COPY}`,
  }),
  article({
    key: 'same',
    media: 'plain',
    minutes: 20,
    authors: ['陳沐芮、吳棠'],
    tags: ['捷運'],
    body: ORIGINAL,
  }),
  article({ key: 'desk', minutes: 10, authors: ['綜合報導'], body: text(21) }),
  article({ key: 'editor', minutes: 9, authors: ['責任編輯／吳棠'], body: text(22) }),
  article({ key: 'nobody', media: 'harbour', minutes: 8, body: text(23) }),
  article({
    key: 'short',
    media: 'harbour',
    minutes: 60 * 47,
    authors: ['林朔岳'],
    tags: [],
    body: '短文',
  }),
  article({ key: 'old', minutes: 60 * 49, authors: ['陳沐芮'], body: text(24) }),
  article({ key: 'later', minutes: -5, authors: ['陳沐芮'], body: text(25) }),
];

interface Similar {
  pairs: number;
  articles: number;
  later: number;
  earlier: number;
  sameAuthor: number;
  identical: number;
}
interface List {
  generatedAt: string;
  hours: number;
  threshold: number;
  limit: number;
  index: { analyzed: number; pairs: number; windowDays: number; from: string };
  totals: { journalists: number; articles: number; credited: number };
  journalists: { name: string; articles: number; latest: string; similar: Similar }[];
}
interface Detail {
  name: string;
  hours: number;
  stats: { articles: number; averageChars: number | null; tags: object[]; similar: Similar };
  media: object[];
  articles: { title: string; bodyStatus: string; bodyChars: number }[];
  pairs: {
    own: { title: string; bodyLength: number; authors: string[] };
    other: { title: string; attributions: object[] };
    kind: string;
    relation: string;
  }[];
}

const { get, ingest, clock } = await startServer(t, {
  ticksByHand: true,
  now: NOW,
  records: [...CATALOG, ...ARTICLES],
});

async function list(query = ''): Promise<List> {
  return (await (await get(`/api/v1/journalists${query}`)).json()) as List;
}

async function detail(name: string, query = ''): Promise<Detail> {
  const path = `/api/v1/journalists/${encodeURIComponent(name)}${query}`;
  return (await (await get(path)).json()) as Detail;
}

t.test(
  'people of the last 48 hours, most articles first, with what their pairs come to',
  async (t) => {
    const answer = await list();
    t.match(answer, {
      hours: 48,
      threshold: 0.65,
      limit: 500,
      generatedAt: new Date(NOW_MINUTE).toISOString(),
    });
    t.strictSame(answer.index, {
      analyzed: 6,
      pairs: 3,
      windowDays: 7,
      from: new Date(NOW_MINUTE - 48 * 60 * MINUTE).toISOString(),
    });
    t.strictSame(answer.totals, { journalists: 3, articles: 4, credited: 6 });
    t.strictSame(
      answer.journalists.map(({ name, articles }) => [name, articles]),
      [
        ['陳沐芮', 2],
        ['林朔岳', 2],
        ['吳棠', 1],
      ],
      'of equally many the one with the newest article first',
    );
    t.strictSame(answer.journalists[0], {
      name: '陳沐芮',
      articles: 2,
      media: [
        { media: 'plain', name: '平原通訊', count: 1 },
        { media: 'sunrise', name: '朝陽報', count: 1 },
      ],
      withBody: 2,
      cited: 0,
      latest: new Date(NOW_MINUTE - 20 * MINUTE).toISOString(),
      compared: 2,
      similar: { pairs: 3, articles: 2, later: 1, earlier: 1, sameAuthor: 1, identical: 1 },
    });
    t.match(answer.journalists[1], {
      withBody: 1,
      cited: 1,
      compared: 1,
      similar: { pairs: 2, articles: 1, later: 1, earlier: 1, sameAuthor: 0, identical: 0 },
    });
  },
);

t.test('hours, threshold and limit narrow the list', async (t) => {
  t.strictSame((await list('?hours=1')).totals, { journalists: 3, articles: 3, credited: 5 });
  t.match(await list('?hours=49'), { totals: { articles: 5 }, journalists: [{ articles: 3 }] });
  const strict = await list('?threshold=0.9');
  t.match(strict, { threshold: 0.9, index: { pairs: 1 } });
  t.match(strict.journalists[0]?.similar, { pairs: 1, later: 0, earlier: 0, sameAuthor: 1 });
  const first = await list('?limit=1');
  t.equal(first.journalists.length, 1);
  t.equal(first.totals.journalists, 3, 'totals are of everybody');
});

t.test('malformed parameters answer 400', async (t) => {
  const bad = ['hours=0', 'hours=169', 'hours=x', 'hours=1.5', 'threshold=0.49', 'threshold=1.01'];
  for (const query of [...bad, 'limit=0', 'limit=3001', 'limit=', 'hours=1&hours=2']) {
    t.equal((await get(`/api/v1/journalists?${query}`)).status, 400, query);
  }
  t.equal((await get('/api/v1/journalists?hours=168&limit=3000&threshold=1')).status, 200);
  for (const query of ['hours=0', 'hours=721', 'threshold=0.4', 'threshold=']) {
    const path = `/api/v1/journalists/${encodeURIComponent('陳沐芮')}?${query}`;
    t.equal((await get(path)).status, 400, query);
  }
  t.equal((await get(`/api/v1/journalists/${encodeURIComponent('陳')}`)).status, 400);
  t.equal((await get(`/api/v1/journalists/${'a'.repeat(41)}`)).status, 400);
  t.equal((await get(`/api/v1/journalists/${encodeURIComponent('陳'.repeat(40))}`)).status, 404);
});

t.test('a name that no article of the period carries answers 404', async (t) => {
  const response = await get(`/api/v1/journalists/${encodeURIComponent('周無人')}`);
  t.equal(response.status, 404);
  t.match(await response.json(), { error: /周無人/ });
  const path = `/api/v1/journalists/${encodeURIComponent('吳棠')}`;
  t.equal((await get(`${path}?hours=1`)).status, 200);
  clock.advance(60 * MINUTE);
  t.equal((await get(`${path}?hours=1`)).status, 404);
  clock.advance(-60 * MINUTE);
});

t.test('one journalist with articles, pairs and counts', async (t) => {
  const answer = await detail('陳沐芮', '?hours=48');
  const [line] = (await list()).journalists;
  t.equal(answer.name, '陳沐芮');
  t.strictSame(answer.stats, {
    articles: 2,
    withBody: 2,
    averageChars: 400,
    cited: 0,
    tags: [
      { tag: '捷運', count: 2 },
      { tag: '晴川市', count: 1 },
    ],
    similar: line?.similar,
  });
  t.strictSame(answer.articles[1], {
    ...{ id: 1, media: 'sunrise', mediaTitle: '朝陽報', title: '第 first 則' },
    url: 'https://sunrise.example/first',
    image: 'https://sunrise.example/first.jpg',
    publishedAt: new Date(NOW_MINUTE - 60 * MINUTE).toISOString(),
    tags: ['捷運', '晴川市'],
    bodyStatus: 'ok',
    bodyChars: 400,
    byline: ['記者陳沐芮／台北報導'],
    coauthors: [],
    attributions: [],
    matches: 2,
    compared: true,
  });
  t.match(answer.articles[0], {
    title: '第 same 則',
    byline: ['陳沐芮、吳棠'],
    coauthors: ['吳棠'],
  });
  t.strictSame(
    answer.pairs.map(({ own, other, kind, relation }) => [own.title, other.title, kind, relation]),
    [
      ['第 first 則', '第 same 則', 'identical', 'earlier'],
      ['第 same 則', '第 copy 則', 'high', 'later'],
      ['第 first 則', '第 copy 則', 'high', 'earlier'],
    ],
    'the most similar first, of equal ones the newest',
  );
  t.match(answer.pairs[0], { score: 1, containment: 1, minutes: 40, sameAuthor: true });
  t.match(answer.pairs[2], {
    own: { bodyLength: 400, authors: ['記者陳沐芮／台北報導'], country: '台灣', attributions: [] },
    other: {
      attributions: [
        {
          media: 'sunrise',
          name: '朝陽報',
          countryCode: 'TW',
          evidence: /^據朝陽報報導/,
          kind: 'explicit',
        },
      ],
    },
    minutes: 30,
    sameAuthor: false,
    ownCitesOther: false,
    otherCitesOwn: true,
  });
  t.match(answer, { index: { compared: 2, pending: 0, windowDays: 7 } });
  const other = await detail('林朔岳');
  t.match(other.pairs, [{ ownCitesOther: false }, { ownCitesOther: true, otherCitesOwn: false }]);
  t.match(other.articles, [
    { bodyStatus: 'ok' },
    { bodyStatus: 'short', bodyChars: 2, compared: false },
  ]);
  t.match(other.stats, { cited: 1, averageChars: 400 + SOURCE.length });
});

t.test('a transcribed name is found by any of its dots', async (t) => {
  await ingest([article({ key: 'dot', minutes: 2, authors: ['多米安‧柯瑞爾'] })]);
  for (const name of ['多米安·柯瑞爾', '多米安‧柯瑞爾', '多米安・柯瑞爾']) {
    t.equal((await detail(name)).name, '多米安·柯瑞爾');
  }
});

t.test('the sources that a text names stand with its content', async (t) => {
  const { articles } = (await (await get('/api/v1/articles?q=copy')).json()) as {
    articles: { id: number }[];
  };
  const content = async () =>
    (await (await get(`/api/v1/articles/${articles[0]!.id}/content`)).json()) as {
      content: { attributions: object[] };
    };
  const { attributions } = (await content()).content;
  t.match(attributions, [
    { media: 'sunrise', name: '朝陽報', country: '台灣', countryCode: 'TW', kind: 'explicit' },
  ]);
  t.equal(attributions.length, 1);
  await ingest([{ kind: 'hide', target: 'media', key: 'sunrise' }]);
  t.strictSame((await content()).content.attributions, [], 'a hidden media is not named');
  await ingest([{ kind: 'show', target: 'media', key: 'sunrise' }]);
  t.equal((await content()).content.attributions.length, 1);
});

t.test('what is hidden leaves lists, pairs and details at once', async (t) => {
  await ingest([{ kind: 'hide', target: 'news', key: 'https://plain.example/same' }]);
  t.notOk((await list()).journalists.some(({ name }) => name === '吳棠'));
  t.match((await detail('陳沐芮', '?hours=48')).stats, { articles: 1, similar: { pairs: 1 } });
  await ingest([{ kind: 'show', target: 'news', key: 'https://plain.example/same' }]);
  t.match((await detail('陳沐芮', '?hours=48')).stats, { articles: 2, similar: { pairs: 3 } });
});

t.test('answers are revalidated by entity tags', async (t) => {
  for (const path of [
    '/api/v1/journalists',
    `/api/v1/journalists/${encodeURIComponent('陳沐芮')}`,
  ]) {
    // Each encoding has a tag of its own.
    const plain = { 'accept-encoding': 'identity' };
    const etag = (await get(path, { headers: plain })).headers.get('etag')!;
    const headers = { ...plain, 'if-none-match': etag };
    t.equal((await get(path, { headers })).status, 304);
    clock.advance(MINUTE);
    t.equal((await get(path, { headers })).status, 200);
    clock.advance(-MINUTE);
  }
});

t.test('bylines and pairs outlast the texts', async (t) => {
  clock.advance(8 * 24 * 60 * MINUTE);
  const answer = await detail('陳沐芮', '?hours=720');
  t.match(answer.stats, { articles: 4, similar: { pairs: 3 } });
  for (const { bodyStatus, bodyChars } of answer.articles) {
    t.strictSame([bodyStatus, bodyChars], ['expired', 0]);
  }
  t.equal((await get(`/api/v1/journalists/${encodeURIComponent('陳沐芮')}`)).status, 404);
});
