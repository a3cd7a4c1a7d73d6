/** Which blogs write about an event, and which of them wrote before the first report. */
import t from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../../../../src/kernel/clock.js';
import type { ThreadBlogsAnswer } from '../../../../../src/serve/api/news/mentions.js';
import { startServer } from '../../harness.js';
import { BUDGET, MEDIA, QUAKE, reports, START_MS } from '../event-world.js';

const NOW_MS = START_MS + 5 * HOUR_MS;

const { app, clock, news, get, ingest } = await startServer(t, {
  ticksByHand: true,
  now: new Date(START_MS).toISOString(),
  records: [
    ...MEDIA,
    { kind: 'blog', slug: 'quay', name: 'Letters', sourceUrl: 'https://quay.example/' },
    { kind: 'blog', slug: 'hill', name: 'Notes', sourceUrl: 'https://hill.example/' },
    { kind: 'blog', slug: 'new', name: 'New', sourceUrl: 'https://new.example/', verified: false },
  ],
});
const quake = reports(QUAKE, [0, 1, 2, 3, 4, 5, 6, 8], 100) as { url: string }[];
const budget = reports(BUDGET, [3, 6, 7, 9], 120) as { url: string }[];

/** A post some minutes after the start that links to reports. */
function post(blog: string, minutes: number, to: readonly { url: string }[], title = 'A post') {
  const at = new Date(START_MS + minutes * MINUTE_MS).toISOString();
  const links = to.map(({ url }, link) => ({ url, anchor: `link ${link}`, location: 'body' }));
  const url = `https://${blog}.example/${minutes}`;
  return { kind: 'post', blog, url, title, publishedAt: at, observedAt: at, links };
}

await ingest([
  ...[...quake, ...budget],
  post('quay', 150, [quake[0]!, quake[3]!]),
  post('hill', 160, [budget[0]!], 'Another matter'),
  post('hill', 40, [quake[1]!], 'Written before anybody'),
  post('new', 170, [quake[0]!], 'Of nobody that is listed'),
]);
await app.pipeline.advance(NOW_MS);
clock.set(NOW_MS + MINUTE_MS);
await app.pipeline.settle();

const { data: events } = await news.GET('/api/v1/events');
const thread = events!.events.find(({ major }) => major.includes('強震'))!.threadId!;
const blogsOf = async (): Promise<ThreadBlogsAnswer> =>
  (await (await get(`/api/v1/events/threads/${thread}/blogs`)).json()) as ThreadBlogsAnswer;

t.test('posts that link to an event are told, newest first, with what they link to', async (t) => {
  const { first, count, blogs, earlier, limited, posts } = await blogsOf();
  t.match(first, { media: 'outlet0', publishedAt: '2026-03-10T11:40:00.000Z' });
  t.same([count, blogs, earlier, limited], [2, 2, 1, false]);
  t.same(
    posts.map(({ post: { title, blogSlug }, beforeFirst }) => [title, blogSlug, beforeFirst]),
    [
      ['A post', 'quay', false],
      ['Written before anybody', 'hill', true],
    ],
    'neither those of another event nor those of a blog that is not listed',
  );
  t.equal(posts[0]!.articleIds.length, 2);
  const newest = { targetUrl: quake[3]!.url, anchor: 'link 1' };
  t.match(posts[0], newest, 'the link to the newest report is shown');
});

t.test('what is hidden is not told, and comes back when it is shown', async (t) => {
  const mask = (kind: string) => ingest([{ kind, target: 'blog', key: 'quay' }]);
  await mask('hide');
  t.same([(await blogsOf()).count, (await blogsOf()).posts[0]!.post.blogSlug], [1, 'hill']);
  await mask('show');
  t.equal((await blogsOf()).count, 2);
});
