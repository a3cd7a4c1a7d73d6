import t from 'tap';
import { startServer } from '../../harness.js';
import { ARTICLES, article, CATALOG, NOW } from '../fixture.js';

const MANY = Array.from({ length: 230 }, (_, at) =>
  article({
    key: `many-${at}`,
    media: 'harbour',
    title: `港 ${at}`,
    minutes: 120 + at,
    tags: [`標籤${at % 60}`, at % 3 === 0 ? '港口' : 'PORT', ...(at === 7 ? ['Port'] : [])],
  }),
);

/** What is on most of an outlet's articles counts as well. */
function withOwnTags(record: object): object {
  return 'media' in record ? { ...record, tagging: 'own' } : record;
}

const { get, ingest } = await startServer(t, {
  now: NOW,
  records: [...CATALOG.map(withOwnTags), ...ARTICLES, ...MANY],
});

interface MediaPage {
  media: string;
  title: string;
  icon: string | null;
  hours: number;
  articleCount: number;
  topTags: { tag: string; count: number }[];
  articles: { id: number; title: string; tags: string[] }[];
}

async function ask(path: string): Promise<MediaPage> {
  return (await (await get(`/api/v1/media/${path}`)).json()) as MediaPage;
}

t.test('a media with its articles of the last 24 hours', async (t) => {
  const page = await ask('sunrise');
  t.match(page, {
    media: 'sunrise',
    title: '朝陽報',
    icon: 'https://sunrise.example/icon.png',
    hours: 24,
    articleCount: 1,
    topTags: [
      { tag: '捷運', count: 1 },
      { tag: '晴川市', count: 1 },
    ],
  });
  t.same(
    page.articles.map(({ title }) => title),
    ['晴川市長宣布新線通車'],
    'neither yesterday nor tomorrow',
  );
  t.same(Object.keys(page.articles[0]!).sort(), [
    'id',
    'image',
    'publishedAt',
    'tags',
    'title',
    'url',
  ]);
});

t.test('hours go from 1 to 168', async (t) => {
  t.equal((await ask('sunrise?hours=168')).articleCount, 2);
  t.equal((await ask('harbour?hours=1')).articleCount, 3);
  for (const hours of ['0', '169', 'x', '24.0']) {
    t.equal((await get(`/api/v1/media/sunrise?hours=${hours}`)).status, 400, hours);
  }
});

t.test('counting ends at 200, the list at 60, the tags at 50', async (t) => {
  const page = await ask('harbour');
  t.equal(page.articleCount, 200);
  t.equal(page.articles.length, 60);
  t.equal(page.topTags.length, 50);
  t.same(
    page.articles.slice(0, 4).map(({ title }) => title),
    ['ＡＢＣ公司 Profit 大增', '捷運誤點', '轉介而來', '港 0'],
    'newest first',
  );
});

t.test('tags that differ in case only are one, in the spelling most used', async (t) => {
  const { topTags } = await ask('harbour');
  // 200 counted: three of the fixture, then at 0 to 196, a third of them with the other tag.
  t.same(topTags.slice(0, 2), [
    { tag: 'PORT', count: 131 + 0 },
    { tag: '港口', count: 66 },
  ]);
  const counts = topTags.map(({ count }) => count);
  t.same(
    counts,
    [...counts].sort((a, b) => b - a),
    'most frequent first',
  );
});

t.test('what a discovery source found is not its own', async (t) => {
  const page = await ask('finder?hours=168');
  t.match(page, { media: 'finder', icon: null, articleCount: 0, topTags: [], articles: [] });
  t.equal((await ask('wire')).articleCount, 0, 'media that are only cited are media');
});

t.test('unknown and hidden media are 404', async (t) => {
  for (const code of ['nobody', 'SUNRISE', 'sunrise%20', '%E5%A0%B1']) {
    const response = await get(`/api/v1/media/${code}`);
    t.equal(response.status, 404, code);
    t.match(await response.json(), { error: /there is no media/ });
  }
  await ingest([{ kind: 'hide', target: 'media', key: 'plain' }]);
  t.equal((await get('/api/v1/media/plain')).status, 404);
  await ingest([{ kind: 'show', target: 'media', key: 'plain' }]);
  t.equal((await get('/api/v1/media/plain')).status, 200);
});

t.test('what is hidden leaves count, tags and list at once', async (t) => {
  await ingest([{ kind: 'hide', target: 'news', key: 'https://sunrise.example/a' }]);
  t.match(await ask('sunrise'), { articleCount: 0, topTags: [], articles: [] });
});
