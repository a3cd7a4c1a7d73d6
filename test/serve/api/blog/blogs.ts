import { parse } from 'csv-parse/sync';
import t from 'tap';
import { startServer } from '../harness.js';
import { BLOGS, minutesAgo, NOW, POSTS, post } from './fixture.js';

const server = await startServer(t, {
  now: NOW,
  records: [...BLOGS, ...POSTS],
  flags: { blogPublicUrl: 'https://blogs.example/' },
});
const { getBlog, ingest } = server;

interface Item {
  id: number;
  slug: string;
  name: string;
  [field: string]: unknown;
}

interface Page {
  items: Item[];
  nextCursor: string | null;
}

async function page(query: string): Promise<Page> {
  const response = await getBlog(`/api/v1/blogs${query}`);
  t.equal(response.status, 200, query);
  return (await response.json()) as Page;
}

async function slugs(query = ''): Promise<string[]> {
  return (await page(query)).items.map(({ slug }) => slug);
}

async function detail(slug: string): Promise<Item & { feeds: object[] }> {
  const response = await getBlog(`/api/v1/blogs/${slug}`);
  t.equal(response.status, 200, slug);
  return ((await response.json()) as { blog: Item & { feeds: object[] } }).blog;
}

async function errorOf(path: string, status = 400): Promise<string> {
  const response = await getBlog(path);
  t.equal(response.status, status, path);
  return ((await response.json()) as { error: string }).error;
}

t.test('the directory lists verified blogs by id with every field', async (t) => {
  const { items, nextCursor } = await page('');
  t.equal(nextCursor, null);
  t.strictSame(items[0], {
    id: items[0]!.id,
    slug: 'harbour',
    name: '海港隨筆',
    url: 'https://blogs.example/blogs/harbour/',
    sourceUrl: 'https://harbour.example/',
    category: 'life',
    description: 'Letters from the quay',
    iconUrl: null,
    discoveredAt: '2025-01-01T00:00:00.000Z',
    lastCrawlSuccessAt: null,
    lastPublishedAt: minutesAgo(10),
    expectedIntervalHours: 24,
  });
  t.match(items[1], {
    slug: 'plain',
    sourceUrl: 'http://plain.example/',
    category: '',
    description: '',
    discoveredAt: null,
  });
  t.equal(items.length, 2, 'the unverified candidate is not listed');
});

t.test('one blog is what the directory says of it, and its feeds', async (t) => {
  const { items } = await page('');
  t.strictSame(await detail('harbour'), {
    ...items[0],
    feeds: [
      { url: 'https://harbour.example/feed.xml', type: 'atom' },
      { url: 'https://harbour.example/sitemap.xml', type: 'sitemap' },
    ],
  });
  t.strictSame(await detail('plain'), { ...items[1], feeds: [] });
  t.strictSame(await detail('%70lain'), { ...items[1], feeds: [] }, 'path parameters are decoded');
  for (const slug of ['nobody', 'candidate', 'Plain', 'a%2Fb', '%00']) {
    t.equal(await errorOf(`/api/v1/blogs/${slug}`, 404), 'not_found', slug);
  }
  t.equal(await errorOf('/api/v1/blogs/%ff'), 'invalid_query');
  t.equal(await errorOf('/api/v1/blogs/plain?limit=1'), 'invalid_query', 'it takes no parameter');
  t.equal(await errorOf('/api/v1/blogs/', 404), 'not_found', 'no trailing slash');
  t.equal(await errorOf('/api/v1/blogs/plain/', 404), 'not_found');
});

t.test('q is plain text in the name', async (t) => {
  t.strictSame(await slugs('?q=PLAIN'), ['plain']);
  t.strictSame(await slugs('?q=%E9%9A%A8'), ['harbour']);
  t.strictSame(await slugs('?q=harbour'), [], 'not in the code');
  t.strictSame(await slugs('?q=candidate'), [], 'nor among candidates');
  t.strictSame(await slugs('?q=.'), []);
  t.equal((await slugs('?q=')).length, 2);
});

t.test('misused parameters and cursors are refused', async (t) => {
  for (const query of [
    'limit=0',
    'limit=201',
    'hours=24',
    'blog=plain',
    'q=a&q=a',
    `q=${'x'.repeat(101)}`,
  ]) {
    t.equal(await errorOf(`/api/v1/blogs?${query}`), 'invalid_query', query);
  }
  const { nextCursor } = await page('?limit=1');
  t.strictSame(await slugs(`?limit=1&cursor=${nextCursor}`), ['plain']);
  t.equal(await errorOf(`/api/v1/blogs?q=p&cursor=${nextCursor}`), 'invalid_cursor');
  t.equal(await errorOf(`/api/v1/articles?cursor=${nextCursor}`), 'invalid_cursor');
  t.equal(await errorOf('/api/v1/blogs?cursor=x'), 'invalid_cursor');
});

t.test('crawls and posts show in the times of a blog', async (t) => {
  await ingest([
    { kind: 'crawl', blog: 'plain', at: minutesAgo(50), ok: true },
    { kind: 'crawl', blog: 'plain', at: minutesAgo(5), ok: false, error: 'HTTP 500' },
  ]);
  t.equal((await detail('plain')).lastCrawlSuccessAt, minutesAgo(50), 'a failure is no success');
  await ingest([{ kind: 'crawl', blog: 'plain', at: minutesAgo(1), ok: true }]);
  t.equal((await detail('plain')).lastCrawlSuccessAt, minutesAgo(1));
  const old = [1, 3, 9].map((days) =>
    post({ key: `old-${days}`, blog: 'plain', minutes: days * 1440 }),
  );
  await ingest(old);
  t.match(await detail('plain'), {
    lastPublishedAt: minutesAgo(20),
    // Gaps of 20 minutes, a day, two days and six: the middle two are about a day and two days.
    expectedIntervalHours: 36,
  });
  await ingest([{ kind: 'hide', target: 'post', key: 'https://plain.example/b' }]);
  t.equal((await detail('plain')).lastPublishedAt, minutesAgo(40), 'a hidden post says nothing');
  await ingest([{ ...BLOGS[1], expectedIntervalHours: 0.2 }]);
  t.equal((await detail('plain')).expectedIntervalHours, 1, 'a stated interval in whole hours');
});

t.test('a blog is not dropped for being quiet', async (t) => {
  await ingest([
    { kind: 'blog', slug: 'quiet', name: 'Quiet', sourceUrl: 'https://quiet.example/' },
    post({ key: 'one', blog: 'quiet', minutes: 6 * 365 * 1440 }),
    { kind: 'crawl', blog: 'quiet', at: minutesAgo(1), ok: true },
  ]);
  t.match(await detail('quiet'), {
    lastPublishedAt: minutesAgo(6 * 365 * 1440),
    lastCrawlSuccessAt: minutesAgo(1),
  });
  const old = '2020-03-01T00:00:00Z&until=2020-05-01T00:00:00Z';
  const found = await getBlog(`/api/v1/blogs/quiet/articles?since=${old}`);
  t.equal(
    ((await found.json()) as { items: object[] }).items.length,
    1,
    'any window of the past can be asked',
  );
  await ingest([{ kind: 'erase', target: 'blog', key: 'quiet' }]);
});

t.test('hidden, shown, renamed, verified: the directory follows at once', async (t) => {
  await ingest([{ kind: 'hide', target: 'blog', key: 'harbour' }]);
  t.strictSame(await slugs(), ['plain']);
  t.equal(await errorOf('/api/v1/blogs/harbour', 404), 'not_found');
  await ingest([{ kind: 'show', target: 'blog', key: 'harbour' }]);
  await ingest([{ ...BLOGS[2], verified: true }]);
  t.strictSame(await slugs(), ['harbour', 'plain', 'candidate']);
  await ingest([{ ...BLOGS[0], name: 'Quay' }]);
  t.strictSame(await slugs('?q=quay'), ['harbour']);
  await ingest([{ kind: 'erase', target: 'blog', key: 'candidate' }]);
  t.strictSame(await slugs(), ['harbour', 'plain']);
});

t.test('a round over many blogs meets each that stays once', async (t) => {
  const many = (from: number, to: number): object[] =>
    Array.from({ length: to - from }, (_, at) => ({
      kind: 'blog',
      slug: `many-${from + at}`,
      name: `Many ${from + at}`,
      sourceUrl: `https://many-${from + at}.example/`,
    }));
  await ingest(many(0, 250));
  const seen: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const one: Page = await page(`?q=many&limit=40${cursor && `&cursor=${cursor}`}`);
    seen.push(...one.items.map(({ name }) => Number(name.slice(5))));
    if (cursor === '') {
      await ingest([
        ...many(250, 260),
        { kind: 'hide', target: 'blog', key: 'many-3' },
        { kind: 'hide', target: 'blog', key: 'many-100' },
      ]);
    }
    cursor = one.nextCursor;
  }
  const wanted = Array.from({ length: 260 }, (_, at) => at).filter((at) => at !== 100);
  t.strictSame(seen, wanted, 'what came is last, what went is left out, nothing is met twice');
});

t.test('the directory as CSV has the rows of the list, page by page', async (t) => {
  const { items } = await page('?limit=200');
  const rows: { id: string; slug: string; lastPublishedAt: string }[] = [];
  for (let next: string | undefined = '/api/v1/blogs.csv?limit=90'; next !== undefined; ) {
    const response: Response = await getBlog(next);
    t.equal(response.headers.get('cache-control'), 'no-store', 'as the list');
    rows.push(...(parse(await response.text(), { columns: true }) as typeof rows));
    next = /^<https:\/\/blogs\.example(\/[^>]+)>; rel="next"$/.exec(
      response.headers.get('link') ?? '',
    )?.[1];
  }
  const first = rows.slice(0, items.length);
  t.strictSame(
    first.map(({ id, slug, lastPublishedAt }) => [Number(id), slug, lastPublishedAt || null]),
    items.map(({ id, slug, lastPublishedAt }) => [id, slug, lastPublishedAt]),
  );
});
