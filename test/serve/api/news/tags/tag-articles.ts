import t from 'tap';
import { startServer } from '../../harness.js';
import { ARTICLES, article, CATALOG, NOW } from '../fixture.js';

const MANY = Array.from({ length: 230 }, (_, at) =>
  article({ key: `many-${at}`, media: 'plain', minutes: 60 + at, tags: ['大量'] }),
);

const { get, ingest, clock } = await startServer(t, {
  now: NOW,
  records: [
    ...CATALOG,
    ...ARTICLES,
    ...MANY,
    article({ key: 'old', minutes: 60 * 47, title: '舊', tags: ['ABC'] }),
    article({ key: 'older', minutes: 60 * 49, title: '更舊', tags: ['ABC'] }),
    article({ key: 'oldest', minutes: 60 * 336 - 1, title: '最舊', tags: ['ABC'] }),
    article({ key: 'gone', minutes: 60 * 336 + 1, title: '不見', tags: ['ABC'] }),
  ],
});

interface TagArticles {
  tag: string;
  hours: number;
  articles: { id: number; title: string; media: string; tags: string[] }[];
}

async function ask(path: string): Promise<TagArticles> {
  return (await (await get(`/api/v1/tags/${path}`)).json()) as TagArticles;
}

function titles({ articles }: TagArticles): string[] {
  return articles.map(({ title }) => title);
}

t.test('the newest articles of a tag, of the last 48 hours unless said otherwise', async (t) => {
  const answer = await ask('ABC/articles');
  t.match(answer, { tag: 'ABC', hours: 48 });
  t.same(titles(answer), ['ＡＢＣ公司 Profit 大增', '舊']);
  t.same(Object.keys(answer.articles[0]!).sort(), [
    'id',
    'image',
    'media',
    'mediaTitle',
    'publishedAt',
    'tags',
    'title',
    'url',
  ]);
});

t.test('case and width make no difference, and the tag is told in normal form', async (t) => {
  for (const spelling of ['abc', 'ＡＢＣ', ' aBc ']) {
    const answer = await ask(`${encodeURIComponent(spelling)}/articles`);
    t.same(titles(answer), ['ＡＢＣ公司 Profit 大增', '舊'], spelling);
  }
  t.equal((await ask('%EF%BC%A1/articles')).tag, 'A');
});

t.test('hours go from 1 to 336', async (t) => {
  t.same(titles(await ask('ABC/articles?hours=1')), ['ＡＢＣ公司 Profit 大增']);
  t.same(titles(await ask('ABC/articles?hours=336')).slice(1), ['舊', '更舊', '最舊']);
  for (const hours of ['0', '337', '1.5', '-1', '', 'x', '1&hours=2']) {
    t.equal((await get(`/api/v1/tags/ABC/articles?hours=${hours}`)).status, 400, hours);
  }
});

t.test('limit goes from 1 to 200 and is 60', async (t) => {
  const tag = encodeURIComponent('大量');
  const count = async (query: string): Promise<number> =>
    (await ask(`${tag}/articles${query}`)).articles.length;
  t.equal(await count(''), 60);
  t.equal(await count('?limit=1'), 1);
  t.equal(await count('?limit=200'), 200);
  for (const limit of ['0', '201', '1e2']) {
    t.equal((await get(`/api/v1/tags/${tag}/articles?limit=${limit}`)).status, 400, limit);
  }
});

t.test('a tag that nobody carries has an empty list; what is no tag is refused', async (t) => {
  t.same((await ask('%E7%84%A1%E4%BA%BA/articles')).articles, []);
  const long = encodeURIComponent('長'.repeat(41));
  for (const path of [`${long}/articles`, '%20/articles', '%C0%80/articles', '%00/articles']) {
    const response = await get(`/api/v1/tags/${path}`);
    t.equal(response.status, 400, path);
    t.match(await response.json(), { error: /^tag must be/ });
  }
  t.equal((await ask(`${encodeURIComponent('長'.repeat(40))}/articles`)).articles.length, 0);
});

t.test('a slash belongs to the tag when it is escaped', async (t) => {
  await ingest([article({ key: 'slash', minutes: 1, title: '斜線', tags: ['A/B', '50%'] })]);
  t.same(titles(await ask('A%2FB/articles')), ['斜線']);
  t.same(titles(await ask('50%25/articles')), ['斜線']);
});

t.test('what is hidden leaves at once, and an unchanged answer is 304', async (t) => {
  const first = await get('/api/v1/tags/ABC/articles');
  t.equal(first.headers.get('cache-control'), 'public, max-age=0, must-revalidate');
  const headers = { 'if-none-match': first.headers.get('etag')! };
  t.equal((await get('/api/v1/tags/ABC/articles', { headers })).status, 304);
  const key = 'https://harbour.example/b';
  await ingest([{ kind: 'hide', target: 'news', key }]);
  const second = await get('/api/v1/tags/ABC/articles', { headers });
  t.equal(second.status, 200);
  t.same(titles((await second.json()) as TagArticles), ['舊']);
  await ingest([{ kind: 'show', target: 'news', key }]);
  t.equal(titles(await ask('ABC/articles')).length, 2);
});

t.test('the window ends now, whatever the clock says', async (t) => {
  clock.set(Date.parse(NOW) - 60 * 60_000);
  t.same(titles(await ask('ABC/articles')), ['舊', '更舊']);
  clock.set(Date.parse(NOW));
});
