import t from 'tap';
import { startServer } from '../harness.js';
import { ARTICLES, CATALOG, NOW } from './fixture.js';

const { app, news, get, ingest } = await startServer(t, {
  now: NOW,
  records: [...CATALOG, ...ARTICLES],
  flags: { newsPublicUrl: 'https://news.example/' },
});

/** What cannot be there before the first run of the clock. */
const NOTHING_YET: { readonly [path: string]: number } = {
  '/api/v1/ranking': 503,
  '/api/v1/ranking.csv': 503,
  '/api/v1/events': 503,
};

t.test('the index lists every endpoint with an example that works', async (t) => {
  const { data } = await news.GET('/api/v1');
  t.equal(data?.docs, 'https://news.example/docs');
  t.equal(data?.openapi, 'https://news.example/api/v1/openapi.json');
  const document = (await (await get('/api/v1/openapi.json')).json()) as { paths: object };
  t.strictSame(
    [...data!.endpoints.map(({ path }) => path), '/api/v1/openapi.json'].sort(),
    Object.keys(document.paths).sort(),
  );
  for (const { method, example } of data!.endpoints) {
    if (method === 'POST') continue;
    const response = await get(example.replace('https://news.example', ''));
    t.equal(response.status, NOTHING_YET[new URL(example).pathname] ?? 200, example);
    await response.body?.cancel();
  }
});

t.test('categories count their ranking media, the camps included', async (t) => {
  const { data } = await news.GET('/api/v1/categories');
  t.strictSame(data, [
    { key: 'all', label: '全部', media: 3 },
    { key: 'news', label: '新聞', media: 3 },
    { key: 'tv', label: '電視台', media: 1 },
    { key: 'blue', label: '藍營媒體', media: 1 },
    { key: 'green', label: '綠營媒體', media: 1 },
  ]);
});

t.test('media are told by code', async (t) => {
  const { data, response } = await news.GET('/api/v1/media');
  t.strictSame(Object.keys(data!), ['finder', 'harbour', 'plain', 'sunrise', 'wire']);
  t.strictSame(data?.sunrise, {
    title: '朝陽報',
    icon: 'https://sunrise.example/icon.png',
    camp: 'blue',
  });
  t.equal(response.headers.get('cache-control'), 'public, max-age=30', 'until the minute ends');
  await ingest([{ kind: 'media', media: 'plain', title: '平原社', camp: 'green' }]);
  t.equal((await news.GET('/api/v1/media')).data?.plain?.title, '平原社');
  const found = await news.GET('/api/v1/articles', {
    params: { query: { media: ['plain'], limit: 1 } },
  });
  t.match(
    found.data?.articles[0],
    { mediaTitle: '平原社', camp: 'green' },
    'articles follow the record',
  );
});

t.test('unknown paths are JSON 404, trailing slashes too', async (t) => {
  for (const path of [
    '/api/',
    '/api/v1/',
    '/api/v1/articles/',
    '/api/v2',
    '/nothing',
    '/api/v1/articles/1',
  ]) {
    const response = await fetch(`${app.newsUrl}${path}`);
    t.equal(response.status, 404, path);
    t.ok(((await response.json()) as { error: string }).error);
  }
});

t.test('both services document themselves and the blog port answers', async (t) => {
  for (const base of [app.newsUrl, app.blogUrl]) {
    const page = await fetch(`${base}/docs`);
    t.equal(page.status, 200);
    t.match(page.headers.get('content-type'), 'text/html');
    t.match(page.headers.get('content-security-policy'), "default-src 'none'");
    const document = (await (await fetch(`${base}/api/v1/openapi.json`)).json()) as {
      openapi: string;
    };
    t.match(document.openapi, /^3\.1\./);
  }
  const unknown = await fetch(`${app.blogUrl}/api/v1/nothing`);
  t.match(await unknown.json(), { error: 'not_found', detail: /nothing at this path/ });
});

t.test('operators see health, readiness and every queue', async (t) => {
  t.equal((await fetch(`${app.adminUrl}/healthz`)).status, 200);
  t.equal((await fetch(`${app.adminUrl}/readyz`)).status, 200);
  const text = await (await fetch(`${app.adminUrl}/metrics`)).text();
  for (const name of [
    'tagwire_requests_total{service="news",route="/api/v1/media",status="200"}',
    'tagwire_actor_lag_entries{actor="catalog"} 0',
    'tagwire_index_items{index="catalog",kind="articles"}',
    'tagwire_log_sequence',
    'tagwire_request_duration_seconds_bucket',
  ]) {
    t.ok(text.includes(name), name);
  }
  t.equal((await fetch(`${app.adminUrl}/nothing`)).status, 404);
});
