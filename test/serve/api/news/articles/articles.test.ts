import '../../../../engine/actor/threads-here.js';
import t from 'tap';
import { tempFolder } from '../../../../store/helper.js';
import { startServer } from '../../harness.js';
import { ARTICLES, article, CATALOG, NOW } from '../fixture.js';
// In the same process: what loads a server costs more than these tests.
import './content.js';
import './list-end.js';

const server = await startServer(t, { now: NOW, records: [...CATALOG, ...ARTICLES] });
const { news, get } = server;

async function titles(query: string): Promise<string[]> {
  const response = await get(`/api/v1/articles${query}`);
  const body = (await response.json()) as { articles: { title: string }[] };
  return body.articles.map(({ title }) => title);
}

async function errorOf(query: string): Promise<string> {
  const response = await get(`/api/v1/articles${query}`);
  t.equal(response.status, 400, query);
  t.equal(response.headers.get('cache-control'), 'no-store');
  return ((await response.json()) as { error: string }).error;
}

t.test('the last 24 hours come newest first, with every field', async (t) => {
  const { data } = await news.GET('/api/v1/articles');
  t.strictSame(data?.query, {
    q: null,
    media: null,
    category: null,
    tag: null,
    camp: null,
    since: '2026-03-09T04:00:00.000Z',
    until: '2026-03-10T04:00:00.000Z',
    limit: 50,
  });
  t.strictSame(
    data?.articles.map(({ title }) => title),
    [
      '沒有時間',
      '晴川市長宣布新線通車',
      'ＡＢＣ公司 Profit 大增',
      '颱風來襲',
      '捷運誤點',
      '轉介而來',
      '只有日期',
    ],
  );
  t.equal(data?.count, 7);
  t.equal(data?.nextCursor, null);
  t.equal(data?.facets, undefined);
  t.strictSame(data?.articles[1], {
    id: data?.articles[1]?.id,
    media: 'sunrise',
    mediaTitle: '朝陽報',
    camp: 'blue',
    title: '晴川市長宣布新線通車',
    description: '全長十二公里,沿線設八站。',
    url: 'https://sunrise.example/a',
    image: 'https://sunrise.example/a.jpg',
    publishedAt: '2026-03-10T03:50:00.000Z',
    datePending: false,
    section: '政治',
    tags: ['晴川市', '捷運'],
    lang: 'zh',
  });
  t.equal(data?.articles[0]?.datePending, true, 'no time and not yet read');
  t.equal(data?.articles[0]?.publishedAt, '2026-03-10T03:55:00.000Z', 'so first sight orders it');
  t.equal(
    data?.articles[6]?.publishedAt,
    '2026-03-10T03:10:00.000Z',
    'a day is ordered by first sight',
  );
});

t.test('q finds text in titles and summaries, and exact tags, in any case and width', async (t) => {
  t.strictSame(await titles('?q=捷運'), ['晴川市長宣布新線通車', '捷運誤點'], 'tag or title');
  t.strictSame(await titles('?q=十二公里'), ['晴川市長宣布新線通車'], 'summary');
  t.strictSame(await titles('?q=abc'), ['ＡＢＣ公司 Profit 大增']);
  t.strictSame(await titles('?q=ＰＲＯＦＩＴ'), ['ＡＢＣ公司 Profit 大增']);
  t.strictSame(await titles('?q=川'), ['晴川市長宣布新線通車'], 'one character');
  t.strictSame(
    await titles('?q=晴川'),
    ['晴川市長宣布新線通車'],
    'part of a tag only matches by title',
  );
  t.strictSame(await titles('?q=財報'), ['ＡＢＣ公司 Profit 大增'], 'a tag that is in no text');
  t.strictSame(await titles('?q=財'), [], 'part of a tag is not the tag');
  t.strictSame(await titles('?q=%25'), []);
  t.equal((await titles('?q=')).length, 7, 'an empty q asks nothing');
});

t.test('media, category, camp and tag narrow together', async (t) => {
  t.strictSame(await titles('?media=harbour,plain&camp=green'), [
    'ＡＢＣ公司 Profit 大增',
    '捷運誤點',
    '轉介而來',
  ]);
  t.strictSame(await titles('?category=tv'), ['ＡＢＣ公司 Profit 大增', '捷運誤點', '轉介而來']);
  t.strictSame(await titles('?category=blue&media=harbour'), []);
  t.strictSame(await titles('?category=all&tag=%E9%A2%B1%E9%A2%A8'), ['颱風來襲']);
  t.strictSame(await titles('?tag=ａｂｃ'), ['ＡＢＣ公司 Profit 大增']);
  t.strictSame(await titles('?tag=捷運&q=市長'), ['晴川市長宣布新線通車']);
  t.strictSame(await titles('?tag=捷運&q=颱風'), []);
  t.strictSame(await titles('?media=wire'), [], 'a medium that is only cited has none');
});

t.test('since, until and hours set the window', async (t) => {
  t.strictSame(await titles('?hours=0.5'), [
    '沒有時間',
    '晴川市長宣布新線通車',
    'ＡＢＣ公司 Profit 大增',
    '颱風來襲',
  ]);
  t.strictSame(
    await titles('?since=2026-03-10T03:20:00Z&until=2026-03-10T03:40:00.000Z'),
    ['颱風來襲', '捷運誤點'],
    'since is inclusive, until is not',
  );
  t.strictSame(await titles('?since=2026-03-10T11:20:00%2B08:00&until=2026-03-10T03:31:00Z'), [
    '颱風來襲',
    '捷運誤點',
  ]);
  t.strictSame(
    await titles('?until=2026-03-09&hours=744'),
    ['昨日舊聞'].filter(() => false),
  );
  t.strictSame(
    await titles('?since=2026-03-08&until=2026-03-10'),
    ['昨日舊聞'],
    'dates are midnights in Taipei',
  );
  t.strictSame(
    await titles('?since=2026-03-10T00:00:00Z&until=2026-03-11T00:00:00Z&media=sunrise'),
    ['晴川市長宣布新線通車'],
    'what is dated ahead waits',
  );
});

t.test('facets count the whole query', async (t) => {
  const { data } = await news.GET('/api/v1/articles', {
    params: { query: { facets: '1', limit: 1 } },
  });
  t.strictSame(data?.facets, {
    total: 7,
    camps: { blue: 1, green: 3, other: 3 },
    media: [
      { media: 'harbour', count: 3 },
      { media: 'plain', count: 3 },
      { media: 'sunrise', count: 1 },
    ],
  });
});

t.test('malformed questions name the parameter', async (t) => {
  t.match(await errorOf('?limit=0'), /limit must be an integer from 1 to 200/);
  t.match(await errorOf('?limit=1e2'), /limit/);
  t.match(await errorOf('?media=nobody'), /media: there is no media "nobody"/);
  t.match(await errorOf(`?media=${Array(51).fill('plain').join(',')}`), /media/);
  t.match(await errorOf('?category=nothing'), /category/);
  t.match(await errorOf('?camp=red'), /camp must be blue, green or other/);
  t.match(await errorOf('?since=yesterday'), /since/);
  t.match(await errorOf('?since=2026-02-30'), /since/);
  t.match(await errorOf('?since=2026-03-10T00:00:00'), /offset/);
  t.match(await errorOf('?since=2026-03-10T00:00:00+08:00'), /%2B/);
  t.match(await errorOf('?since=2026-03-10&until=2026-03-09'), /since must be before until/);
  t.match(await errorOf('?since=2026-02-01T00:00:00Z&until=2026-03-04T00:00:01Z'), /31 days/);
  t.match(await errorOf('?hours=745'), /hours/);
  t.match(await errorOf(`?q=${'字'.repeat(61)}`), /q/);
  t.match(await errorOf(`?tag=${'字'.repeat(41)}`), /tag/);
  t.match(await errorOf('?facets=2'), /facets/);
  t.match(await errorOf('?limit=5&limit=5'), /limit/);
  t.match(await errorOf('?q=%ff'), /UTF-8|q/);
  t.match(await errorOf('?cursor=abc'), /cursor/);
  t.equal(
    (await get('/api/v1/articles?limit=200&unknown=1')).status,
    200,
    'unknown ones are ignored',
  );
  t.equal(
    (await get(`/api/v1/articles?since=2026-02-01T00:00:00Z&until=2026-03-04T00:00:00Z`)).status,
    200,
    '31 days exactly',
  );
});

t.test('a cursor goes on where its page ended, and fits only its own question', async (t) => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '?limit=2' : `?limit=2&cursor=${cursor}`;
    const body = (await (await get(`/api/v1/articles${query}`)).json()) as {
      nextCursor: string | null;
      articles: { title: string }[];
    };
    t.equal(
      body.nextCursor === null ? body.articles.length : 2,
      body.articles.length,
      'a page before the last is full',
    );
    seen.push(...body.articles.map(({ title }) => title));
    cursor = body.nextCursor;
  } while (cursor !== null);
  t.strictSame(seen, await titles(''));

  const first = (await (await get('/api/v1/articles?limit=2&camp=green')).json()) as {
    nextCursor: string;
  };
  const good = first.nextCursor;
  t.equal(
    (await get(`/api/v1/articles?limit=9&camp=green&cursor=${good}`)).status,
    200,
    'limit may change',
  );
  t.match(await errorOf(`?limit=2&camp=blue&cursor=${good}`), /cursor/, 'filters may not');
  t.match(
    await errorOf(`?limit=2&camp=green&hours=23&cursor=${good}`),
    /cursor/,
    'nor may the window',
  );
  for (let at = 0; at < good.length; at++) {
    const other = good[at] === 'A' ? 'B' : 'A';
    await errorOf(`?limit=2&camp=green&cursor=${good.slice(0, at)}${other}${good.slice(at + 1)}`);
  }
  await errorOf(`?limit=2&camp=green&cursor=${good}A`);
  await errorOf(`?limit=2&camp=green&cursor=${'A'.repeat(2049)}`);
});

t.test('an answer is revalidated by its entity tag until something changes', async (t) => {
  const one = await get('/api/v1/articles?limit=3');
  const etag = one.headers.get('etag')!;
  t.equal(one.headers.get('cache-control'), 'public, max-age=0, must-revalidate');
  t.equal(one.headers.get('vary'), 'accept-encoding');
  const same = await get('/api/v1/articles?limit=3', { headers: { 'if-none-match': etag } });
  t.equal(same.status, 304);
  t.equal(await same.text(), '');
  t.equal((await get('/api/v1/articles?limit=4')).headers.get('etag') === etag, false);
  await server.ingest([article({ key: 'new', minutes: 1, title: '剛剛發生' })]);
  const changed = await get('/api/v1/articles?limit=3', { headers: { 'if-none-match': etag } });
  t.equal(changed.status, 200);
  t.strictSame(await titles('?limit=1'), ['剛剛發生']);
});

t.test('an entity tag holds as long as the answer, wherever the articles lie', async (t) => {
  const data = tempFolder(t);
  const tagOf = async (records: readonly object[]): Promise<string> => {
    const one = await startServer(t, { now: NOW, flags: { data } });
    for (const record of records) await one.ingest([record]);
    const { headers } = await one.get('/api/v1/articles?limit=3');
    await one.app.close();
    return headers.get('etag')!;
  };
  const before = await tagOf([...CATALOG, ...ARTICLES]);
  t.equal(await tagOf([]), before, 'after a restart');
  t.not(await tagOf([article({ key: 'more', minutes: 1 })]), before, 'after another article');
});

t.test(
  'what is hidden is gone before the acknowledgement, and comes back when shown',
  async (t) => {
    const key = 'https://harbour.example/d';
    await server.ingest([{ kind: 'hide', target: 'news', key }]);
    t.strictSame(await titles('?q=誤點'), []);
    await server.ingest([{ kind: 'show', target: 'news', key }]);
    t.strictSame(await titles('?q=誤點'), ['捷運誤點']);
    await server.ingest([{ kind: 'hide', target: 'media', key: 'harbour' }]);
    t.strictSame(await titles('?camp=green'), []);
    t.match(await errorOf('?media=harbour'), /harbour/);
    await server.ingest([{ kind: 'show', target: 'media', key: 'harbour' }]);
    t.equal((await titles('?camp=green')).length, 3);
  },
);

t.test(
  'a page round meets neither gaps nor doubles while articles come, go and change',
  async (t) => {
    const first = (await (await get('/api/v1/articles?limit=3')).json()) as {
      nextCursor: string;
      articles: { url: string }[];
    };
    await server.ingest([
      article({ key: 'fresh', minutes: 2 }),
      article({ key: 'late', minutes: 33, title: '遲到' }),
      { ...article({ key: 'd', media: 'harbour', title: '捷運誤點(更正)' }) },
    ]);
    const rest = (await (
      await get(`/api/v1/articles?limit=50&cursor=${first.nextCursor}`)
    ).json()) as {
      articles: { url: string; title: string }[];
    };
    const urls = [...first.articles, ...rest.articles].map(({ url }) => url);
    t.equal(new Set(urls).size, urls.length, 'no article twice');
    for (const key of [
      'https://harbour.example/d',
      'https://plain.example/day',
      'https://plain.example/c',
    ]) {
      t.ok(urls.includes(key), `${key} is there`);
    }
    t.ok(rest.articles.some(({ title }) => title === '捷運誤點(更正)'));
  },
);

t.test('HEAD has the headers of GET, and other methods are refused', async (t) => {
  const headers = { 'accept-encoding': 'identity' };
  const getResponse = await get('/api/v1/articles?limit=2', { headers });
  const headResponse = await get('/api/v1/articles?limit=2', { method: 'HEAD', headers });
  const length = (await getResponse.arrayBuffer()).byteLength;
  t.equal(headResponse.headers.get('content-length'), String(length));
  t.equal(headResponse.headers.get('etag'), getResponse.headers.get('etag'));
  const post = await get('/api/v1/articles', { method: 'POST' });
  t.equal(post.status, 405);
  t.equal(post.headers.get('allow'), 'GET, HEAD');
});
