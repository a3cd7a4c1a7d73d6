import t, { type Test } from 'tap';
import { DAY_MS, HOUR_MS, isoOf } from '../../../../src/kernel/clock.js';
import { type Harness, startServer } from '../harness.js';

const START = '2023-03-01T00:00:00.000Z';
const START_MS = Date.parse(START);
const DAYS = 40;

/** Three articles a day of two outlets, for forty days. */
function records(): object[] {
  const list: object[] = [
    { kind: 'media', media: 'tree', title: 'The Tree', camp: 'green' },
    { kind: 'media', media: 'lake', title: 'The Lake', camp: 'blue' },
  ];
  for (let number = 0; number < 3 * DAYS; number++) {
    list.push({
      kind: 'news',
      media: number % 3 === 0 ? 'lake' : 'tree',
      url: `https://paper.example/${number}`,
      title: number % 10 === 0 ? `Otters seen, ${number}` : `Report ${number}`,
      tags: number % 6 === 0 ? ['weather'] : [],
      publishedAt: isoOf(START_MS + number * 8 * HOUR_MS),
    });
  }
  return list;
}

/** A server whose older days lie on disk. */
async function serverWithHistory(t: Test): Promise<Harness> {
  const harness = await startServer(t, {
    ticksByHand: true,
    now: isoOf(START_MS + DAYS * DAY_MS),
    records: records(),
  });
  harness.clock.advance(60 * DAY_MS);
  await harness.app.pipeline.tick(harness.clock.nowMs());
  await harness.app.pipeline.snapshot();
  const { articles, articlesOnDisk } = harness.app.pipeline.indices.catalog.figures;
  t.same({ articles, articlesOnDisk }, { articles: 0, articlesOnDisk: 3 * DAYS });
  return harness;
}

interface Page {
  articles: { title: string }[];
  nextCursor: string | null;
}

const window = { since: START, until: isoOf(START_MS + 31 * DAY_MS) };

t.test('a window a month and more ago answers as a recent one does', async (t) => {
  const { news } = await serverWithHistory(t);
  const { data } = await news.GET('/api/v1/articles', {
    params: { query: { ...window, facets: '1', limit: 200 } },
  });
  t.equal(data!.count, 93);
  t.equal(data!.articles[0]!.title, 'Report 92');
  t.equal(data!.articles.at(-1)!.title, 'Otters seen, 0');
  t.same(data!.facets, {
    total: 93,
    camps: { blue: 31, green: 62, other: 0 },
    media: [
      { media: 'tree', count: 62 },
      { media: 'lake', count: 31 },
    ],
  });
});

t.test('search, tags and outlets narrow a window on disk, page by page', async (t) => {
  const { news } = await serverWithHistory(t);
  const titles: string[] = [];
  const query = { ...window, q: 'OTTERS', media: ['tree'], limit: 3 };
  let cursor: string | null = '';
  while (cursor !== null) {
    const { data: page }: { data?: Page } = await news.GET('/api/v1/articles', {
      params: { query: cursor === '' ? query : { ...query, cursor } },
      querySerializer: { array: { style: 'form', explode: false } },
    });
    titles.push(...page!.articles.map(({ title }) => title));
    cursor = page!.nextCursor;
  }
  const wanted = [80, 70, 50, 40, 20, 10].map((number) => `Otters seen, ${number}`);
  t.same(titles, wanted);
  const { data } = await news.GET('/api/v1/articles', {
    params: { query: { ...window, tag: 'Weather', limit: 200 } },
  });
  t.equal(data!.count, 16);
});

t.test('an article on disk can be read, hidden and shown like any other', async (t) => {
  const { news, ingest } = await serverWithHistory(t);
  const content = () => news.GET('/api/v1/articles/{id}/content', { params: { path: { id: 11 } } });
  const titles = async () => {
    const { data } = await news.GET('/api/v1/articles', {
      params: { query: { ...window, q: 'seen, 10' } },
    });
    return data!.articles.map(({ title }) => title);
  };
  t.equal((await content()).data!.article.title, 'Otters seen, 10');
  t.same(await titles(), ['Otters seen, 10']);
  await ingest([{ kind: 'hide', target: 'news', key: 'https://paper.example/10' }]);
  t.equal((await content()).response.status, 404);
  t.same(await titles(), []);
  await ingest([{ kind: 'show', target: 'news', key: 'https://paper.example/10' }]);
  t.same(await titles(), ['Otters seen, 10']);
});

t.test('a window may begin on disk and end in memory', async (t) => {
  const { app, clock, news, ingest } = await serverWithHistory(t);
  const late = {
    kind: 'news',
    media: 'tree',
    title: 'Late Report',
    url: 'https://paper.example/l',
  };
  await ingest([{ ...late, publishedAt: isoOf(START_MS + 30 * DAY_MS + HOUR_MS) }]);
  // Its day had gone, and may or may not have been brought back by now.
  const { articles, articlesOnDisk } = app.pipeline.indices.catalog.figures;
  t.ok(articles === 1 || articles === 4, 'it came after its day had gone');
  t.equal(articles + articlesOnDisk, 3 * DAYS + 1);
  t.ok(clock.nowMs() > START_MS);
  const { data } = await news.GET('/api/v1/articles', {
    params: { query: { ...window, q: 'report', limit: 4 } },
  });
  t.same(
    data!.articles.map(({ title }) => title),
    ['Report 92', 'Report 91', 'Late Report', 'Report 89'],
  );
});
