import t from 'tap';
import { keywordNoiseOf } from '../../../../../src/serve/api/news/media/media-page.js';
import { startServer } from '../../harness.js';
import { article, CATALOG, NOW } from '../fixture.js';

const server = await startServer(t, {
  ticksByHand: true,
  now: NOW,
  records: [
    ...CATALOG,
    article({ key: '1', minutes: 10, title: '新北市長談捷運', tags: ['交通', 'AI'] }),
    article({ key: '2', minutes: 20, title: 'AI晶片大廠 捷運與捷運', tags: ['ai'] }),
    article({ key: '3', minutes: 30, title: 'MAIN street', tags: [] }),
    article({ key: '4', minutes: 60 * 30, title: '昨日颱風', tags: ['颱風'] }),
    article({
      key: '5',
      media: 'harbour',
      minutes: 5,
      title: '甲',
      tags: ['新北市', '新北', '捷運'],
    }),
    article({ key: '6', media: 'harbour', minutes: 6, title: '乙', tags: ['長', 'ai', '今日'] }),
    article({
      ...{ key: '7', media: 'harbour', minutes: 7, title: '經轉介', tags: ['轉介'] },
      discovery: {
        media: 'finder',
        title: 'x',
        url: 'https://finder.example/7',
        discoveredAt: '2026-03-10T03:54:00Z',
      },
    }),
    article({ key: '8', minutes: -60, title: '未來的事', tags: ['未來'] }),
  ],
});
const { get } = server;

interface Keywords {
  media: string;
  hours: number;
  from: string;
  to: string;
  sampledArticles: number;
  capped: boolean;
  terms: { label: string; count: number }[];
}

async function keywords(path: string): Promise<Keywords> {
  const response = await get(`/api/v1/media/${path}`);
  t.equal(response.status, 200, path);
  return (await response.json()) as Keywords;
}

await server.app.pipeline.advance(Date.parse('2026-03-10T04:00:00Z'));

t.test('tags, and tags of the whole press in titles, once for each article', async (t) => {
  t.strictSame(await keywords('sunrise/keywords'), {
    media: 'sunrise',
    hours: 168,
    from: '2026-03-03T04:00:00.000Z',
    to: '2026-03-10T04:00:00.000Z',
    sampledArticles: 4,
    capped: false,
    terms: [
      // Two spellings of one tag; 捷運 twice in one title; 新北 lies within 新北市.
      { label: 'ai', count: 2 },
      { label: '捷運', count: 2 },
      { label: '新北市', count: 1 },
      { label: '颱風', count: 1 },
    ],
  });
});

t.test('hours set the window', async (t) => {
  const { sampledArticles, from, terms } = await keywords('sunrise/keywords?hours=1');
  t.equal(sampledArticles, 3);
  t.equal(from, '2026-03-10T03:00:00.000Z');
  t.notOk(terms.some(({ label }) => label === '颱風'));
});

t.test(
  'categories and generic words are no keywords, single characters no title words',
  async (t) => {
    const { terms } = await keywords('harbour/keywords');
    t.notOk(terms.some(({ label }) => label === '今日'));
    t.ok(
      terms.some(({ label }) => label === '長'),
      'as a tag it may stand',
    );
    const sunrise = await keywords('sunrise/keywords');
    t.notOk(sunrise.terms.some(({ label }) => label === '交通' || label === '長'));
  },
);

t.test('a discovery source has the articles that were found through it', async (t) => {
  const { sampledArticles, terms } = await keywords('finder/keywords');
  t.equal(sampledArticles, 1);
  t.strictSame(terms, [{ label: '轉介', count: 1 }]);
});

t.test('what is hidden counts no more, and comes back', async (t) => {
  const key = 'https://harbour.example/7';
  await server.ingest([{ kind: 'hide', target: 'news', key }]);
  t.strictSame((await keywords('finder/keywords')).terms, []);
  await server.ingest([{ kind: 'show', target: 'news', key }]);
  t.equal((await keywords('finder/keywords')).terms.length, 1);
});

t.test('only the newest 2,000 articles are looked at', async (t) => {
  const many = Array.from({ length: 2001 }, (_, at) =>
    article({ key: `m${at}`, media: 'plain', minutes: 10 + at, tags: [at < 2000 ? 'new' : 'old'] }),
  );
  await server.ingest(many);
  const { sampledArticles, capped, terms } = await keywords('plain/keywords');
  t.equal(sampledArticles, 2000);
  t.equal(capped, true);
  t.strictSame(terms, [{ label: 'new', count: 2000 }]);
});

t.test('malformed questions answer 400, an unknown media 404', async (t) => {
  for (const query of ['hours=0', 'hours=169', 'hours=1e2', 'hours=5&hours=5']) {
    t.equal((await get(`/api/v1/media/sunrise/keywords?${query}`)).status, 400, query);
  }
  t.equal((await get('/api/v1/media/nobody/keywords')).status, 404);
  t.equal((await get('/api/v1/media/%ff/keywords')).status, 400);
});

t.test('rules that are no lists of words are refused', async (t) => {
  t.throws(() => keywordNoiseOf({ categories: ['x'] }), { code: 'CONFIG_INVALID' });
  t.throws(() => keywordNoiseOf(null), { code: 'CONFIG_INVALID' });
  t.throws(() => keywordNoiseOf({ categories: [1], generic: [] }), { code: 'CONFIG_INVALID' });
  t.strictSame([...keywordNoiseOf({ categories: ['ＡＢ'], generic: ['字'] })], ['ab', '字']);
});

t.test(
  'what the whole press writes is no keyword, and of equals the own one is first',
  async (t) => {
    const outlets = ['sunrise', 'harbour', 'plain'];
    const press = await startServer(t, {
      ticksByHand: true,
      now: NOW,
      records: [
        ...CATALOG,
        ...outlets.flatMap((media) =>
          Array.from({ length: 40 }, (_, at) =>
            article({
              ...{ key: `${media}${at}`, media, minutes: 10 + at, title: 'x' },
              tags: [
                ...(at % 2 === 0 ? ['海港大橋'] : []),
                ...(at < 5 ? ['渡輪'] : []),
                ...(at < 5 && media === 'sunrise' ? ['燈塔'] : []),
              ],
            }),
          ),
        ),
      ],
    });
    await press.app.pipeline.advance(Date.parse('2026-03-10T04:00:00Z'));
    const response = await press.get('/api/v1/media/sunrise/keywords');
    const { terms } = (await response.json()) as Keywords;
    t.strictSame(terms, [
      { label: '燈塔', count: 5 },
      { label: '渡輪', count: 5 },
    ]);
  },
);

t.test('a derived word of one article of one media is no keyword yet', async (t) => {
  const title = 'On Monday the mayor Ann Harper spoke';
  const press = await startServer(t, {
    ticksByHand: true,
    now: NOW,
    records: [...CATALOG, article({ key: '1', minutes: 10, title, tags: [] })],
  });
  const labels = async (): Promise<string[]> => {
    const response = await press.get('/api/v1/media/sunrise/keywords');
    return ((await response.json()) as Keywords).terms.map(({ label }) => label);
  };
  await press.app.pipeline.advance(Date.parse('2026-03-10T04:00:00Z'));
  t.strictSame(await labels(), []);
  await press.ingest([article({ key: '2', media: 'harbour', minutes: 11, title, tags: [] })]);
  t.strictSame(await labels(), ['Ann Harper'], 'two media have it');
});
