import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import t from 'tap';
import { startServer } from './harness.js';
import { ARTICLES, CATALOG, NOW } from './news/fixture.js';

const ALPHA = {
  kind: 'blog',
  slug: 'alpha',
  name: '甲',
  sourceUrl: 'https://alpha.example/',
  feeds: [],
  verified: true,
};
const POST = {
  kind: 'post',
  blog: 'alpha',
  url: 'https://alpha.example/1',
  title: '一 & <二>',
  publishedAt: '2026-03-10T03:00:00Z',
};

t.test('a list as a feed holds what the list shows, in both forms', async (t) => {
  const { get, ingest } = await startServer(t, { now: NOW, records: [...CATALOG, ...ARTICLES] });
  for (const query of ['', '?media=sunrise&hours=48', '?q=捷運&limit=1', '?tag=颱風']) {
    const list = (await (
      await get(`/api/v1/articles${query === '' ? '?limit=50' : query}`)
    ).json()) as {
      articles: { url: string; title: string }[];
    };
    const urls = list.articles.map(({ url }) => url);
    const xml = await get(`/feeds/articles.xml${query}`);
    t.match(xml.headers.get('content-type'), /^application\/rss\+xml/);
    t.same(
      parseRssFeed(await xml.text()).items?.map(({ link }) => link) ?? [],
      urls,
      `xml ${query}`,
    );
    const json = await get(`/feeds/articles.json${query}`);
    t.match(json.headers.get('content-type'), /^application\/feed\+json/);
    t.same(
      parseJsonFeed(await json.text()).items?.map(({ url }) => url) ?? [],
      urls,
      `json ${query}`,
    );
  }
  const etag = (await get('/feeds/articles.xml')).headers.get('etag')!;
  t.equal((await get('/feeds/articles.xml', { headers: { 'if-none-match': etag } })).status, 304);
  await ingest([{ kind: 'hide', target: 'news', key: 'https://sunrise.example/a' }]);
  const after = await get('/feeds/articles.xml', { headers: { 'if-none-match': etag } });
  t.equal(after.status, 200);
  t.notMatch(await after.text(), 'https://sunrise.example/a<');
  t.equal((await get('/feeds/articles.json?media=nobody')).status, 400);
  t.equal((await get('/feeds/articles.json?limit=0')).status, 400);
});

t.test('blogs have feeds too, of all or of one', async (t) => {
  const { getBlog, ingest } = await startServer(t, { now: NOW, records: [ALPHA, POST] });
  const xml = parseRssFeed(await (await getBlog('/feeds/articles.xml?blog=alpha')).text());
  t.match(xml.items, [{ title: '一 & <二>', link: 'https://alpha.example/1' }]);
  const json = await getBlog('/feeds/articles.json');
  t.equal(json.headers.get('cache-control'), 'no-store');
  t.match(parseJsonFeed(await json.text()).items, [{ url: 'https://alpha.example/1' }]);
  const etag = json.headers.get('etag')!;
  const again = () => getBlog('/feeds/articles.json', { headers: { 'if-none-match': etag } });
  t.equal((await again()).status, 304);
  await ingest([{ kind: 'hide', target: 'post', key: POST.url }]);
  const after = await again();
  t.equal(after.status, 200, 'what is hidden is another feed');
  t.same(
    ((await after.json()) as { items: unknown }).items,
    [],
    'JSON Feed requires items, also none',
  );
  t.equal((await getBlog('/feeds/articles.xml?blog=nobody')).status, 404);
  t.equal((await getBlog('/feeds/articles.xml?what=1')).status, 400);
});
