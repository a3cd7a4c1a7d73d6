import t, { type Test } from 'tap';
import { startServer } from '../../harness.js';
import { ARTICLES, article, CATALOG, NOW } from '../fixture.js';

interface Row {
  id: number;
  media: string;
  mediaTitle: string;
  title: string;
  publishedAt: string;
  publishedDate?: string;
  bodyStatus: string;
  bodyChars: number;
  contentFetchedAt: string | null;
  publisher: { media: string };
  discoverySources: { media: string }[];
}

interface Page {
  media: string;
  title: string;
  sourceKind: string;
  publisher: { media: string } | null;
  limit: number;
  count: number;
  nextCursor: string | null;
  articles: Row[];
}

const found = (minutes: number) => ({
  media: 'finder',
  url: `https://finder.example/${minutes}`,
  discoveredAt: NOW,
});

/** History beyond what is kept in memory, every tenth one with a word of its own. */
const HISTORY = Array.from({ length: 700 }, (_, at) =>
  article({
    key: `h${at}`,
    media: 'plain',
    title: at % 10 === 0 ? `史料 ${at} 罕見` : `史料 ${at}`,
    description: at === 15 ? '摘要裡的ＷＯＲＤ' : null,
    tags: at === 25 ? ['Word'] : at === 35 ? ['Wordy'] : [],
    minutes: 60 * 24 * 60 + at,
    ...(at % 100 === 0 ? { discovery: found(at) } : {}),
  }),
);

const server = await startServer(t, {
  ticksByHand: true,
  now: NOW,
  records: [...CATALOG, ...HISTORY, ...ARTICLES],
});
const { get, ingest, clock } = server;

async function ask(path: string): Promise<Page> {
  const response = await get(`/api/v1/media/${path}`);
  t.equal(response.status, 200, path);
  return (await response.json()) as Page;
}

/** Every article of a list, page by page. */
async function walk(path: string, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor = ''; ; ) {
    const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await ask(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${more}`);
    t.equal(page.count, page.articles.length);
    rows.push(...page.articles);
    if (page.nextCursor === null) return rows;
    t.equal(page.count, limit, 'a page that another follows is full');
    cursor = page.nextCursor;
  }
}

function titles(rows: readonly Row[]): string[] {
  return rows.map(({ title }) => title);
}

t.test(
  'a publisher lists its articles by descending id, with the state of their texts',
  async (t) => {
    const page = await ask('sunrise/content');
    t.match(page, {
      media: 'sunrise',
      title: '朝陽報',
      sourceKind: 'publisher',
      publisher: { media: 'sunrise', name: '朝陽報', country: '台灣', countryCode: 'TW' },
      limit: 40,
      count: 2,
      nextCursor: null,
    });
    t.same(titles(page.articles), ['昨日舊聞', '晴川市長宣布新線通車'], 'what waits is not there');
    t.match(page.articles[1], {
      authors: ['記者林某某'],
      description: '全長十二公里,沿線設八站。',
      tags: ['晴川市', '捷運'],
      publisher: { media: 'sunrise' },
      discoverySources: [],
      bodyStatus: 'ok',
      bodyChars: 200,
      contentFetchedAt: '2026-03-10T03:51:00.000Z',
    });
    t.match(page.articles[0], { bodyStatus: 'not_fetched', bodyChars: 0, contentFetchedAt: null });
    t.notOk('publishedDate' in page.articles[0]!);
  },
);

t.test('an article with only a date says so', async (t) => {
  const { articles } = await ask('plain/content?limit=3');
  t.same(titles(articles), ['沒有時間', '只有日期', '颱風來襲']);
  t.match(articles[1], { publishedDate: '2026-03-10', publishedDatePrecision: 'day' });
});

t.test('pages go down by id without gaps or repeats', async (t) => {
  for (const limit of [1, 40, 100]) {
    const rows = await walk('plain/content', limit === 1 ? 100 : limit);
    const ids = rows.map(({ id }) => id);
    t.equal(ids.length, 703);
    t.same(
      ids,
      [...new Set(ids)].sort((a, b) => b - a),
    );
  }
  t.equal((await ask('plain/content?limit=1')).count, 1);
});

t.test('limit goes from 1 to 100, hours from 1 to 168, q to 60 characters', async (t) => {
  for (const query of [
    'limit=0',
    'limit=101',
    'hours=0',
    'hours=169',
    `q=${'長'.repeat(61)}`,
    'limit=1&limit=1',
    'cursor=x',
  ]) {
    t.equal((await get(`/api/v1/media/plain/content?${query}`)).status, 400, query);
  }
  t.equal((await get(`/api/v1/media/plain/content?q=${'長'.repeat(60)}`)).status, 200);
});

t.test(
  'hours keep to what was published lately, and to the window of the first page',
  async (t) => {
    t.same(titles(await walk('harbour/content?hours=1', 100)), [
      '轉介而來',
      '捷運誤點',
      'ＡＢＣ公司 Profit 大增',
    ]);
    t.same(titles((await ask('sunrise/content?hours=24')).articles), ['晴川市長宣布新線通車']);
    const first = await ask('harbour/content?hours=1&limit=1');
    clock.advance(30 * 60_000);
    const rest = await ask(`harbour/content?hours=1&limit=5&cursor=${first.nextCursor}`);
    t.same(titles(rest.articles), ['捷運誤點', 'ＡＢＣ公司 Profit 大增'], 'the window stays');
    t.same(titles((await ask('harbour/content?hours=1')).articles), ['ＡＢＣ公司 Profit 大增']);
    clock.set(Date.parse(NOW));
  },
);

t.test('a discovery source lists what it found; articles stay with their publishers', async (t) => {
  const page = await ask('finder/content');
  t.match(page, { media: 'finder', title: '探報', sourceKind: 'discovery', publisher: null });
  t.equal(page.count, 8);
  t.match(page.articles[0], {
    media: 'harbour',
    mediaTitle: '海港新聞網',
    publisher: { media: 'harbour' },
    discoverySources: [{ media: 'finder', title: '探報首頁', url: 'https://finder.example/1' }],
  });
  t.same(
    page.articles.slice(1).map(({ media }) => media),
    Array(7).fill('plain'),
  );
  t.same(titles(await walk('finder/content?q=%E8%BD%89%E4%BB%8B', 1)), ['轉介而來']);
  t.equal((await walk('finder/content?q=%E5%8F%B2%E6%96%99', 3)).length, 7);
});

async function searches(t: Test): Promise<void> {
  const find = (q: string, code = 'plain'): Promise<Row[]> =>
    walk(`${code}/content?q=${encodeURIComponent(q)}`, 60);
  t.same(titles(await find('颱風')), ['颱風來襲']);
  t.equal((await find('罕見')).length, 70);
  t.same(titles(await find('word')), ['史料 25', '史料 15'], 'summary, tag; not a longer tag');
  t.same(titles(await find('ｗｏｒｄｙ')), ['史料 35']);
  t.same(await find('無此字'), []);
  t.equal((await find('')).length, 703, 'an empty keyword asks for nothing');
  t.equal((await find('史')).length, 700);
  t.equal((await find('史料 100 ', 'finder')).length, 1, 'among what a source found, too');
  const both = await ask('plain/content?q=%E5%8F%B2&hours=168');
  t.same(both.articles, [], 'with hours, both must hold');
}

t.test('q finds text of titles and summaries and exact tags', searches);

t.test('what q finds has the state of its text, too', async (t) => {
  const { articles } = await ask(`sunrise/content?q=${encodeURIComponent('晴川')}`);
  t.match(articles, [{ bodyStatus: 'ok', bodyChars: 200 }]);
});

t.test('q finds the same in days that lie on disk', async (t) => {
  await server.app.pipeline.tick(clock.nowMs() + 10 * 60_000);
  await server.app.pipeline.snapshot();
  const { articlesOnDisk } = server.app.pipeline.indices.catalog.figures;
  t.equal(articlesOnDisk, HISTORY.length);
  await searches(t);
});

t.test('rows are read in the order of ids, unknown ones as null', async (t) => {
  const rows = await server.app.pipeline.newsItems([702, 999_999, 701], true);
  t.same(
    rows.map((row) => row && [row.record.title, row.hasBody]),
    [['ＡＢＣ公司 Profit 大增', false], null, ['晴川市長宣布新線通車', true]],
  );
  t.same(await server.app.pipeline.newsItems([], true), []);
  await t.rejects(server.app.pipeline.newsItems(Array(257).fill(1), false), /at most 256/);
});

t.test('a cursor fits only the question that it came from', async (t) => {
  const { nextCursor } = await ask('plain/content?limit=5&q=%E5%8F%B2');
  const status = async (path: string): Promise<number> =>
    (await get(`/api/v1/media/${path}&cursor=${nextCursor}`)).status;
  t.equal(await status('plain/content?limit=9&q=%E5%8F%B2'), 200, 'the limit may change');
  t.equal(await status('plain/content?limit=5'), 400);
  t.equal(await status('plain/content?limit=5&q=%E6%96%99'), 400);
  t.equal(await status('plain/content?limit=5&q=%E5%8F%B2&hours=5'), 400);
  t.equal(await status('harbour/content?limit=5&q=%E5%8F%B2'), 400);
  const changed = `${nextCursor!.slice(0, -1)}${nextCursor!.endsWith('A') ? 'B' : 'A'}`;
  const path = `/api/v1/media/plain/content?limit=5&q=%E5%8F%B2&cursor=${changed}`;
  t.equal((await get(path)).status, 400);
});

t.test('texts expire seven days after publication', async (t) => {
  const state = async (): Promise<Row> => (await ask('sunrise/content')).articles.at(-1)!;
  clock.set(Date.parse('2026-03-17T03:49:59.999Z'));
  t.match(await state(), { bodyStatus: 'ok', bodyChars: 200 });
  clock.set(Date.parse('2026-03-17T03:50:00.000Z'));
  t.match(await state(), {
    bodyStatus: 'expired',
    bodyChars: 0,
    contentFetchedAt: '2026-03-10T03:51:00.000Z',
  });
  const { articles } = await ask('plain/content?limit=1');
  t.match(articles[0], { bodyStatus: 'not_fetched' }, 'what was never there cannot expire');
  clock.set(Date.parse(NOW));
});

t.test('what waits for its time is listed once it has come', async (t) => {
  clock.set(Date.parse('2026-03-10T06:00:00Z'));
  t.equal(titles((await ask('sunrise/content')).articles)[0], '明日之事');
  clock.set(Date.parse(NOW));
  t.equal((await ask('sunrise/content')).count, 2);
});

t.test('what is hidden leaves at once, and what is erased for good', async (t) => {
  const count = async (path: string): Promise<number> => (await ask(path)).count;
  const key = 'https://harbour.example/found';
  await ingest([{ kind: 'hide', target: 'news', key }]);
  t.same([await count('harbour/content'), await count('finder/content')], [2, 7]);
  await ingest([{ kind: 'show', target: 'news', key }]);
  t.same([await count('harbour/content'), await count('finder/content')], [3, 8]);
  await ingest([{ kind: 'hide', target: 'media', key: 'plain' }]);
  t.equal((await get('/api/v1/media/plain/content')).status, 404);
  t.equal(await count('finder/content'), 1, 'nor are articles of a hidden publisher found');
  await ingest([{ kind: 'show', target: 'media', key: 'plain' }]);
  const [{ id } = { id: 0 }] = (await ask('harbour/content')).articles;
  await ingest([{ kind: 'erase', target: 'news', key }]);
  t.same([await count('harbour/content'), await count('finder/content')], [2, 7]);
  t.same(await server.app.pipeline.newsItems([id], true), [null], 'nor is it in the store');
});

t.test('an article that moves to another media moves in the lists', async (t) => {
  await ingest([
    { kind: 'news', media: 'harbour', url: 'https://plain.example/c', title: '颱風轉向' },
  ]);
  t.equal(titles((await ask('harbour/content?limit=3')).articles).includes('颱風轉向'), true);
  t.equal(titles((await ask('plain/content?limit=3')).articles).includes('颱風轉向'), false);
});

t.test('media that do not exist are 404, after what is malformed', async (t) => {
  t.equal((await get('/api/v1/media/nobody/content')).status, 404);
  t.equal((await get('/api/v1/media/nobody/content?limit=0')).status, 400);
  t.equal((await get('/api/v1/media/nobody/content?cursor=abc')).status, 400);
});

t.test('an unchanged page is 304', async (t) => {
  const first = await get('/api/v1/media/sunrise/content');
  t.equal(first.headers.get('cache-control'), 'public, max-age=0, must-revalidate');
  const headers = { 'if-none-match': first.headers.get('etag')! };
  t.equal((await get('/api/v1/media/sunrise/content', { headers })).status, 304);
});
