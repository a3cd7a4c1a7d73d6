/** Every number of a ranking of topics, counted again from the page of each topic and from `explain`. */
import t from 'tap';
import { Random } from '../../../../demo/random.js';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/clock.js';
import { startServer } from '../harness.js';
import { postsBefore } from './topic-posts.js';

const NOW = '2026-05-01T04:00:00Z';
const NOW_MS = Date.parse(NOW);
const BLOGS = Array.from({ length: 9 }, (_, at) => `blog-${at}`);
/** From the commonest, in one article of five, to the rarest. */
const WORDS = Array.from({ length: 24 }, (_, at) => `議題${String.fromCharCode(0x4e00 + 7 * at)}`);
const POSTS = 1500;

interface Item {
  id: string;
  label: string;
  score: number;
  posts: number;
  blogs: number;
  titlePosts: number;
  bodyOnlyPosts: number;
  recentShare: number;
  baselineShare: number | null;
  lift: number | null;
  matchingRule: string;
}

interface Page {
  topic: { matchingRule: string };
  gate: { blogs: number; twiceBlogs: number; peakPosts: number; passed: boolean };
  blogs: {
    id: number;
    slug: string;
    posts: number;
    score: number;
    titlePosts: number;
    bodyOnlyPosts: number;
  }[];
  articles: { id: number; blogSlug: string }[];
  truncated: boolean;
}

interface Named {
  id: number;
  titleArticleIds: number[];
  bodyArticleIds: number[];
  contribution: number;
}

interface Explained extends Omit<Item, 'blogs' | 'bodyOnlyPosts'> {
  blogs: Named[];
  bodyBlogs: Named[];
  bodyPosts: number;
  gateBlogs: number;
  rank: number | null;
}

const sum = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((total, one) => total + of(one), 0);
const close = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9 * Math.max(1, a);

/** Articles of nine blogs, some of which write much; each word has its own share of titles. */
function corpus(): object[] {
  const random = new Random(54);
  const part = (): number => random.next() / 2 ** 32;
  const post = postsBefore(NOW_MS);
  const records = Array.from({ length: POSTS }, () => {
    const blog = BLOGS[Math.floor(BLOGS.length * part() ** 2)]!;
    const found = WORDS.filter((_, at) => part() < 0.2 / (1 + at));
    const inTitle = found.filter(() => part() < 0.3);
    const agoMs = part() < 0.5 ? 6 * DAY_MS * part() : 100 * DAY_MS * part();
    const body = `說到${found.join('、')}。`;
    return post(blog, HOUR_MS + Math.floor(agoMs), `談${inTitle.join('與')}`, body);
  });
  return [
    { kind: 'media', media: 'paper', title: 'The Paper' },
    ...BLOGS.map((slug) => ({
      kind: 'blog',
      slug,
      name: slug,
      sourceUrl: `https://${slug}.example/`,
    })),
    ...[1, 2].map((at) => ({
      kind: 'news',
      media: 'paper',
      url: `https://paper.example/${at}`,
      title: 'News',
      publishedAt: new Date(NOW_MS - DAY_MS).toISOString(),
      tags: WORDS,
    })),
    ...records,
  ];
}

t.test('every number of the ranking can be counted again', async (t) => {
  const server = await startServer(t, { ticksByHand: true, now: NOW, records: corpus() });
  server.clock.advance(10 * 60_000);
  await server.app.pipeline.tick(server.clock.nowMs());
  const ask = async <T>(path: string): Promise<T> => {
    const response = await server.getBlog(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
  };
  const rules = new Set<string>();
  let fewerThanGate = 0;
  for (const hours of [168, 720, 2160]) {
    const { items } = await ask<{ items: Item[] }>(`/api/v1/topics?hours=${hours}`);
    t.ok(items.length > 3, `${items.length} topics in ${hours} hours`);
    for (const [at, item] of items.entries()) {
      const id = encodeURIComponent(item.id);
      const page = await ask<Page>(`/api/v1/topics/${id}?hours=${hours}`);
      const explained = await ask<Explained>(`/api/v1/explain/topic/${id}?hours=${hours}`);
      const name = `${item.label} in ${hours} hours`;
      rules.add(item.matchingRule);
      if (page.gate.blogs > item.blogs) fewerThanGate += 1;
      t.ok(item.blogs >= 2, name);
      t.match(page, { topic: { matchingRule: item.matchingRule }, gate: { passed: true } });
      t.equal(page.blogs.length, item.blogs, `blogs of ${name}`);
      t.equal(
        sum(page.blogs, (one) => one.posts),
        item.posts,
        `posts of ${name}`,
      );
      t.equal(
        sum(page.blogs, (one) => one.titlePosts),
        item.titlePosts,
      );
      t.equal(
        sum(page.blogs, (one) => one.bodyOnlyPosts),
        item.bodyOnlyPosts,
      );
      t.ok(
        close(
          sum(page.blogs, (one) => one.score),
          item.score,
        ),
        `score of ${name}`,
      );
      t.ok(page.blogs.every((one) => one.posts === one.titlePosts + one.bodyOnlyPosts));
      if (!page.truncated) {
        t.equal(page.articles.length, item.posts);
        for (const { slug, posts } of page.blogs) {
          t.equal(page.articles.filter(({ blogSlug }) => blogSlug === slug).length, posts);
        }
      }
      const isTitleOnly = item.matchingRule === 'title-only';
      const counted = (one: Named): number =>
        one.titleArticleIds.length + (isTitleOnly ? 0 : one.bodyArticleIds.length);
      t.equal(explained.rank, at + 1);
      t.same(
        explained.blogs.map((one) => [one.id, counted(one), one.contribution]),
        page.blogs.map((one) => [one.id, one.posts, one.score]),
      );
      t.ok(explained.bodyBlogs.every((one) => counted(one) === 0 && one.contribution === 0));
      t.equal(explained.gateBlogs, explained.blogs.length + explained.bodyBlogs.length);
      t.equal(explained.gateBlogs, page.gate.blogs);
      const { score, posts, titlePosts, recentShare, baselineShare, lift, matchingRule } = item;
      const same = { score, posts, titlePosts, recentShare, baselineShare, lift, matchingRule };
      t.match(explained, same, `explain of ${name}`);
    }
  }
  t.same([...rules].sort(), ['title-and-body', 'title-only']);
  t.ok(fewerThanGate > 0, 'for some, the gate looked at more blogs than count');
});
