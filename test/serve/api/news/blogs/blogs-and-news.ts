/** News and blogs together: who links to an article, which outlets a blog reads, and what hiding does to both. */
import t from 'tap';
import type { ReadingAnswer } from '../../../../../src/serve/api/blog/reading.js';
import type { ArticleMentionsAnswer } from '../../../../../src/serve/api/news/mentions.js';
import { BLOGS, post } from '../../blog/fixture.js';
import { startServer } from '../../harness.js';
import { article, CATALOG, NOW } from '../fixture.js';

const LINKED = 'https://sunrise.example/politics/7';

const server = await startServer(t, {
  ticksByHand: true,
  now: NOW,
  records: [
    ...CATALOG.map((one) =>
      'media' in one && one.media === 'sunrise'
        ? { ...one, homepage: 'https://sunrise.example/' }
        : one,
    ),
    ...BLOGS,
    post({
      key: 'about',
      minutes: 50,
      title: 'On the line',
      links: [
        {
          url: 'http://www.sunrise.example/politics/7/?utm_source=b',
          anchor: '新線',
          location: 'body',
        },
        { url: 'https://sunrise.example/nowhere', anchor: '', location: 'body' },
        { url: 'https://harbour.example/own', anchor: 'mine', location: 'body' },
      ],
    }),
    post({
      key: 'later',
      blog: 'plain',
      minutes: 20,
      links: [{ url: LINKED, anchor: 'a report', location: 'body' }],
    }),
    post({
      key: 'beside',
      blog: 'plain',
      minutes: 10,
      links: [{ url: LINKED, anchor: 'a report', location: 'sidebar' }],
    }),
    post({
      key: 'unverified',
      blog: 'candidate',
      minutes: 15,
      links: [{ url: LINKED, anchor: 'a report', location: 'body' }],
    }),
  ],
});
const { get, getBlog, ingest } = server;

const mentionsOf = async (id: number): Promise<ArticleMentionsAnswer> =>
  (await (await get(`/api/v1/articles/${id}/mentions`)).json()) as ArticleMentionsAnswer;
const readingOf = async (slug: string): Promise<ReadingAnswer> =>
  (await (await getBlog(`/api/v1/blogs/${slug}/reading`)).json()) as ReadingAnswer;
const titlesOf = ({ mentions }: ArticleMentionsAnswer): string[] =>
  mentions.map(({ post: { title } }) => title);

async function idOf(url: string): Promise<number> {
  const found = (await (await get(`/api/v1/lookup?url=${url}`)).json()) as {
    results: { article?: { id: number } }[];
  };
  return found.results[0]!.article!.id;
}

t.test('an article that comes after the posts is linked by them', async (t) => {
  const before = await readingOf('harbour');
  t.same([before.links, before.unresolved, before.outlets], [2, 2, []]);
  await ingest([
    article({ key: 'politics/7', minutes: 30, title: '晴川市長宣布新線通車' }),
    article({ key: 'other', minutes: 25 }),
  ]);
  const id = await idOf(LINKED);
  const answer = await mentionsOf(id);
  t.same(titlesOf(answer), ['Post later', 'On the line'], 'verified blogs, links in bodies');
  t.same([answer.count, answer.blogs, answer.limited], [2, 2, false]);
  const [, about] = answer.mentions;
  t.equal(about!.anchor, '新線');
  t.equal(about!.targetUrl, 'http://www.sunrise.example/politics/7/');
  t.match(about!.post.blogUrl, /\/blogs\/harbour\/$/);
  t.equal((await mentionsOf(await idOf('https://sunrise.example/other'))).count, 0);
});

t.test('a blog is told with the outlets that it links to', async (t) => {
  const { links, unresolved, outlets, posts, limited } = await readingOf('harbour');
  t.same([posts, links, unresolved, limited], [1, 2, 1, false], 'its own host is no outlet');
  const [outlet] = outlets;
  t.match(outlet, { media: 'sunrise', mediaTitle: '朝陽報', articles: 1, posts: 1 });
  t.match(outlet!.latest, [{ postTitle: 'On the line', anchor: '新線' }]);
  t.match(outlet!.latest[0]!.article.newsUrl, /\/articles\/\d+\/$/);
});

t.test('what is hidden on one side is told on neither', async (t) => {
  const id = await idOf(LINKED);
  const mask = (kind: string, target: string, key: string): Promise<unknown> =>
    ingest([{ kind, target, key }]);
  await mask('hide', 'blog', 'plain');
  t.same(titlesOf(await mentionsOf(id)), ['On the line']);
  await mask('show', 'blog', 'plain');
  await mask('hide', 'post', 'https://harbour.example/about');
  t.same(titlesOf(await mentionsOf(id)), ['Post later']);
  await mask('show', 'post', 'https://harbour.example/about');
  await mask('hide', 'news', LINKED);
  t.equal((await get(`/api/v1/articles/${id}/mentions`)).status, 404);
  t.same((await readingOf('harbour')).outlets, []);
  await mask('show', 'news', LINKED);
  await mask('hide', 'media', 'sunrise');
  t.same((await readingOf('harbour')).outlets, []);
  await mask('show', 'media', 'sunrise');
  t.equal((await readingOf('harbour')).outlets.length, 1);
});

t.test('what is not there is said so', async (t) => {
  t.equal((await get('/api/v1/articles/999999/mentions')).status, 404);
  t.equal((await get('/api/v1/articles/x/mentions')).status, 400);
  t.equal((await getBlog('/api/v1/blogs/candidate/reading')).status, 404);
  t.equal((await getBlog('/api/v1/blogs/plain/reading?hours=5')).status, 400);
  t.equal((await get('/api/v1/events/threads/999/blogs')).status, 404);
  const id = encodeURIComponent(`tag:${'0'.repeat(64)}`);
  t.equal((await getBlog(`/api/v1/topics/${id}/news`)).status, 404);
});
