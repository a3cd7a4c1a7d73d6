import '../../../engine/actor/threads-here.js';
import t from 'tap';
import { startServer } from '../harness.js';
import { BLOGS, minutesAgo, NOW, POSTS, post } from './fixture.js';
// In the same process: what loads a server costs more than these tests.
import './blogs.js';
import './relations.js';
import './status.js';

const server = await startServer(t, {
  ticksByHand: true,
  now: NOW,
  records: [...BLOGS, ...POSTS],
  flags: { blogPublicUrl: 'https://blogs.example/' },
});
const { getBlog, ingest } = server;

interface Page {
  items: { id: number; title: string; url: string; publishedAt: string | null }[];
  nextCursor: string | null;
  window: { since: string; until: string };
}

async function page(path: string): Promise<Page> {
  const response = await getBlog(path);
  t.equal(response.status, 200, path);
  return (await response.json()) as Page;
}

async function titles(query: string, path = '/api/v1/articles'): Promise<string[]> {
  return (await page(`${path}${query}`)).items.map(({ title }) => title);
}

async function errorOf(path: string, status = 400): Promise<string> {
  const response = await getBlog(path);
  t.equal(response.status, status, path);
  t.equal(response.headers.get('cache-control'), 'no-store');
  return ((await response.json()) as { error: string }).error;
}

t.test('articles come newest first with every field, unknown dates stay null', async (t) => {
  const { items, nextCursor, window } = await page('/api/v1/articles');
  t.strictSame(window, { since: '2026-02-08T04:00:00.000Z', until: NOW }, '720 hours by default');
  t.equal(nextCursor, null);
  t.strictSame(
    items.map(({ title }) => title),
    ['燈塔 <b>& 船</b>', 'ＡＢＣ of ropes', 'Undated', 'Knots'],
  );
  t.strictSame(items[0], {
    id: items[0]!.id,
    title: '燈塔 <b>& 船</b>',
    url: 'https://harbour.example/a',
    author: '林某',
    publishedAt: minutesAgo(10),
    updatedAt: minutesAgo(8),
    imageUrl: 'https://harbour.example/a%7Cb.jpg',
    blogSlug: 'harbour',
    blogName: '海港隨筆',
    summary: '第一段&第二段',
    observedAt: minutesAgo(5),
    iconUrl: null,
  });
  t.match(items[2], { publishedAt: null, observedAt: minutesAgo(30), summary: '' });
  const ropes = items[1] as unknown as { summary: string };
  t.equal([...ropes.summary].length, 499, 'the start of the body, without the blank at its end');
});

t.test('a summary has at most 500 code points of plain text', async (t) => {
  await ingest([
    post({ key: 'long', minutes: 1, summary: null, body: '😀'.repeat(700) }),
    post({ key: 'given', minutes: 2, summary: 'Given', body: 'Body' }),
  ]);
  const { items } = await page('/api/v1/articles?limit=2');
  const summaries = items.map((item) => (item as unknown as { summary: string }).summary);
  t.equal([...summaries[0]!].length, 500);
  t.equal(summaries[1], 'Given');
  await ingest([post({ key: 'long', minutes: 1, title: 'Renamed' })]);
  const again = (await page('/api/v1/articles?limit=1')).items[0] as unknown as {
    title: string;
    summary: string;
  };
  t.equal(again.title, 'Renamed');
  t.equal([...again.summary].length, 500, 'an update without a body keeps the summary');
  await ingest([
    { kind: 'erase', target: 'post', key: 'https://harbour.example/long' },
    { kind: 'erase', target: 'post', key: 'https://harbour.example/given' },
  ]);
});

t.test('q is plain text in the title or in the name of the blog', async (t) => {
  t.strictSame(await titles('?q=abc'), ['ＡＢＣ of ropes'], 'any case and width');
  t.strictSame(await titles('?q=plain'), ['ＡＢＣ of ropes', 'Knots'], 'name of the blog');
  t.strictSame(await titles('?q=%E9%9A%A8'), ['燈塔 <b>& 船</b>', 'Undated'], 'one character');
  t.strictSame(await titles('?q=n'), ['ＡＢＣ of ropes', 'Undated', 'Knots'], 'both at once');
  t.strictSame(await titles('?q=.*'), [], 'no pattern');
  t.strictSame(await titles('?q=%25'), [], 'no wildcard');
  t.strictSame(await titles('?q=ropes+of'), [], 'not a list of words');
  t.equal((await titles('?q=')).length, 4, 'an empty q asks nothing');
  t.strictSame(await titles('?q=knots&blog=plain'), ['Knots']);
  t.strictSame(await titles('?q=knots&blog=harbour'), []);
});

t.test('blog restricts to a code, in the query or in the path', async (t) => {
  t.strictSame(await titles('?blog=plain'), ['ＡＢＣ of ropes', 'Knots']);
  t.strictSame(await titles('', '/api/v1/blogs/plain/articles'), ['ＡＢＣ of ropes', 'Knots']);
  t.strictSame(await titles('?q=KNOTS', '/api/v1/blogs/plain/articles'), ['Knots']);
  t.strictSame(await titles('?blog=nobody'), [], 'a code that nobody has restricts to nothing');
  t.strictSame(await titles('?blog=candidate'), [], 'nor is an unverified one told of');
  t.equal(await errorOf('/api/v1/blogs/nobody/articles', 404), 'not_found');
  t.equal(await errorOf('/api/v1/blogs/candidate/articles', 404), 'not_found');
  t.equal(await errorOf('/api/v1/blogs/plain/articles?blog=plain'), 'invalid_query');
});

t.test('hours and since with until set the window', async (t) => {
  t.strictSame(await titles('?hours=1'), [
    '燈塔 <b>& 船</b>',
    'ＡＢＣ of ropes',
    'Undated',
    'Knots',
  ]);
  t.equal((await titles('?hours=2160')).length, 5, '90 days');
  t.strictSame(
    await titles(`?since=${minutesAgo(40)}&until=${minutesAgo(20)}`),
    ['Undated', 'Knots'],
    'since is inclusive, until is not',
  );
  const { window } = await page(
    '/api/v1/articles?since=2026-03-01T00:00:00Z&until=2026-03-02T00:00:00.500Z',
  );
  t.strictSame(window, { since: '2026-03-01T00:00:00.000Z', until: '2026-03-02T00:00:00.500Z' });
  t.equal(
    (await titles('?since=2025-12-10T04:00:00Z&until=2026-03-10T04:00:00Z')).length,
    5,
    '90 days exactly',
  );
  await ingest([post({ key: 'now', minutes: 0, title: 'Now' })]);
  t.equal((await titles('?hours=1'))[0], 'Now', 'a window from now holds now');
  await ingest([{ kind: 'erase', target: 'post', key: 'https://harbour.example/now' }]);
});

t.test('every misuse of a parameter is invalid_query', async (t) => {
  const time = '2026-03-01T00:00:00Z';
  for (const query of [
    'limit=0',
    'limit=201',
    'limit=1.0',
    'limit=',
    'limit=+5',
    'hours=0',
    'hours=2161',
    'hours=1.5',
    `q=${'x'.repeat(101)}`,
    'q=%ff',
    'q=a&q=b',
    'limit=5&limit=5',
    'unknown=1',
    'Limit=5',
    `since=${time}`,
    `until=${time}`,
    `since=${time}&until=2026-03-02T00:00:00Z&hours=24`,
    `since=${time}&until=2026-03-02T00:00:00Z&hours=720`,
    `since=${time}&until=2026-03-02T00:00:00Z&%68ours=720`,
    `since=${time}&hours=24`,
    `since=${time}&until=${time}`,
    `since=2026-03-02T00:00:00Z&until=${time}`,
    'since=2025-12-10T03:59:59.999Z&until=2026-03-10T04:00:00Z',
    'since=2026-03-01&until=2026-03-02',
    'since=2026-03-01T00:00:00%2B00:00&until=2026-03-02T00:00:00Z',
    'since=2026-03-01T00:00:00.5Z&until=2026-03-02T00:00:00Z',
    'since=2026-03-01T00:00Z&until=2026-03-02T00:00:00Z',
    'since=2026-02-30T00:00:00Z&until=2026-03-02T00:00:00Z',
    'since=2026-03-01T00:00:00z&until=2026-03-02T00:00:00Z',
    'since=2026-03-01T24:00:00Z&until=2026-03-02T00:00:00Z',
    `cursor=${'A'.repeat(2049)}`,
    'facets=1',
  ]) {
    t.equal(await errorOf(`/api/v1/articles?${query}`), 'invalid_query', query);
    t.equal(await errorOf(`/api/v1/blogs/plain/articles?${query}`), 'invalid_query', query);
  }
});

t.test('a round of pages meets every article once and keeps its window', async (t) => {
  const seen: string[] = [];
  const windows = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const one: Page = await page(`/api/v1/articles?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...one.items.map(({ title }) => title));
    windows.add(JSON.stringify(one.window));
    t.equal(one.items.length, 2, 'a page is full');
    cursor = one.nextCursor;
    server.clock.advance(1000);
  }
  t.equal(windows.size, 1, 'the first page fixes the window');
  t.strictSame(seen, await titles(''));
  server.clock.set(Date.parse(NOW));
});

t.test('a cursor fits only its own question and is not to be changed', async (t) => {
  const { nextCursor } = await page('/api/v1/articles?limit=1&q=n');
  const good = nextCursor!;
  t.ok(good.length <= 2048);
  t.equal((await page(`/api/v1/articles?limit=9&q=n&cursor=${good}`)).items.length, 2);
  for (const path of [
    `/api/v1/articles?limit=1&cursor=${good}`,
    `/api/v1/articles?limit=1&q=N&cursor=${good}`,
    `/api/v1/articles?limit=1&q=n&hours=24&cursor=${good}`,
    `/api/v1/articles?limit=1&q=n&blog=plain&cursor=${good}`,
    `/api/v1/blogs/plain/articles?limit=1&q=n&cursor=${good}`,
    `/api/v1/blogs?limit=1&q=n&cursor=${good}`,
    `/api/v1/articles?limit=1&q=n&cursor=${good}A`,
    `/api/v1/articles?limit=1&q=n&cursor=${good.slice(0, -1)}`,
    '/api/v1/articles?cursor=',
    '/api/v1/articles?cursor=abc',
    `/api/v1/articles?cursor=${'A'.repeat(2048)}`,
  ]) {
    t.equal(await errorOf(path), 'invalid_cursor', path);
  }
  for (let at = 0; at < good.length; at++) {
    const other = good[at] === 'A' ? 'B' : 'A';
    const changed = `${good.slice(0, at)}${other}${good.slice(at + 1)}`;
    t.equal(await errorOf(`/api/v1/articles?limit=1&q=n&cursor=${changed}`), 'invalid_cursor');
  }
});

t.test('a cursor of another store is invalid here', async (t) => {
  const other = await startServer(t, {
    ticksByHand: true,
    now: NOW,
    records: [...BLOGS, ...POSTS],
  });
  const body = (await (await other.getBlog('/api/v1/articles?limit=1')).json()) as Page;
  t.equal(await errorOf(`/api/v1/articles?limit=1&cursor=${body.nextCursor}`), 'invalid_cursor');
});

t.test('hiding and showing count before they are acknowledged', async (t) => {
  const all = await titles('');
  const key = 'https://plain.example/d';
  await ingest([{ kind: 'hide', target: 'post', key }]);
  t.strictSame(await titles('?q=knots'), []);
  await ingest([{ kind: 'show', target: 'post', key }]);
  t.strictSame(await titles('?q=knots'), ['Knots']);
  await ingest([{ kind: 'hide', target: 'blog', key: 'plain' }]);
  t.strictSame(await titles('?q=plain'), []);
  t.equal(await errorOf('/api/v1/blogs/plain/articles', 404), 'not_found');
  await ingest([{ kind: 'show', target: 'blog', key: 'plain' }]);
  t.strictSame(await titles(''), all);
});

t.test('verifying a blog lists what it wrote, a new name shows at once', async (t) => {
  const candidate = { ...BLOGS[2], verified: true, name: 'No Longer a Candidate' };
  await ingest([candidate]);
  t.ok((await titles('')).includes('Never to be seen'));
  t.strictSame(await titles('?q=longer'), ['Never to be seen']);
  await ingest([{ ...candidate, name: 'Another Name' }]);
  t.strictSame(await titles('?q=longer'), []);
  const { items } = await page('/api/v1/articles?q=another+name');
  t.match(items[0], { blogName: 'Another Name' });
  await ingest([{ ...candidate, verified: false }]);
  t.notOk((await titles('')).includes('Never to be seen'));
});

t.test('titles are told as they are, hostile ones included', async (t) => {
  const { rejects } = await ingest([
    post({ key: 'html', minutes: 1, title: '"><script>alert(1)</script> \\ \u2028' }),
    post({ key: 'controls', minutes: 2, title: 'a\u0000b\u0007c\ud800d\r\n  e' }),
    post({ key: 'wide', minutes: 3, title: '😀'.repeat(900) }),
    post({ key: 'vast', minutes: 4, title: 'x'.repeat(10_000_000) }),
  ]);
  t.equal(rejects.length, 1, 'a line of 10 MB is refused, the rest goes on');
  const { items } = await page('/api/v1/articles?limit=3');
  t.equal(items[0]!.title, '"><script>alert(1)</script> \\');
  t.equal(items[1]!.title, 'abc\ufffdd e');
  t.equal([...items[2]!.title].length, 500);
  const keys = ['html', 'controls', 'wide'].map((key) => `https://harbour.example/${key}`);
  await ingest(keys.map((key) => ({ kind: 'erase', target: 'post', key })));
});

t.test('the quota and Retry-After can be read by scripts of other sites', async (t) => {
  const { headers } = await getBlog('/api/v1/articles');
  const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ');
  for (const name of [
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'retry-after',
  ]) {
    t.ok(exposed.includes(name), name);
  }
  t.equal(headers.get('access-control-allow-credentials'), null, 'cookies are not accepted');
  t.equal(headers.get('set-cookie'), null);
});

t.test('HEAD has the headers of GET, other methods are refused', async (t) => {
  for (const path of ['/api/v1/articles', '/api/v1/blogs/plain/articles?limit=1']) {
    const headers = { 'accept-encoding': 'identity' };
    const get = await getBlog(path, { headers });
    const head = await getBlog(path, { method: 'HEAD', headers });
    t.equal(head.headers.get('content-length'), String((await get.arrayBuffer()).byteLength));
    t.equal(get.headers.get('cache-control'), 'no-store');
    t.equal(get.headers.get('etag'), null);
    t.equal(get.headers.get('access-control-allow-origin'), '*');
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const refused = await getBlog(path, { method });
      t.equal(refused.status, 405);
      t.equal(refused.headers.get('allow'), 'GET, HEAD');
      t.match(await refused.json(), { error: 'method_not_allowed', detail: String });
    }
  }
});

t.test(
  'a post of this very moment is listed when it is acknowledged, with or without a date',
  async (t) => {
    const { clock } = server;
    clock.advance(12_345);
    const at = new Date(clock.nowMs()).toISOString();
    await ingest([
      post({ key: 'dated', publishedAt: at, title: 'Dated now' }),
      { ...post({ key: 'seen', minutes: null, title: 'Seen now' }), observedAt: at },
      post({ key: 'ahead', publishedAt: new Date(clock.nowMs() + 5000).toISOString() }),
    ]);
    for (const path of ['/api/v1/articles', '/api/v1/blogs/harbour/articles']) {
      t.strictSame(await titles('?limit=2', path), ['Seen now', 'Dated now'], path);
    }
    clock.advance(5000);
    t.strictSame(await titles('?limit=2'), ['Post ahead', 'Seen now'], 'its time has come');
  },
);
