/** What is explained can be computed again by a stranger, from the answer alone. */
import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/clock.js';
import { startServer } from '../harness.js';
import { postsBefore, topicIdOf } from './topic-posts.js';

const NOW = '2026-05-01T04:00:00Z';
const NOW_MS = Date.parse(NOW);
const BLOGS = ['ada', 'ben', 'cem', 'dora'];
/** In a few titles and bodies; in many; in bodies only, for long, without and with native blogs. */
const WORDS = ['核四公投', '藻礁公投', '萊豬公投', '重啟機組'];

interface ExplainedBlog {
  slug: string;
  titleArticleIds: number[];
  bodyArticleIds: number[];
  contribution: number;
}

interface Explained {
  window: { articles: number; since: string; until: string };
  baseline: { articles: number; titleArticleIds: number[]; bodyArticleIds: number[] } | null;
  blogs: ExplainedBlog[];
  bodyBlogs: ExplainedBlog[];
  nativeBlogs: { slug: string; articleId: number | null }[];
  label: string;
  titlePosts: number;
  bodyPosts: number;
  documentFrequency: number | null;
  matchingRule: string;
  posts: number;
  score: number;
  gateBlogs: number;
  twiceBlogs: number;
  peakPosts: number;
  recentShare: number | null;
  baselineShare: number | null;
  lift: number | null;
  refusal: string | null;
  rank: number | null;
  complete: boolean;
  articles: { id: number; title: string; url: string; publishedAt: string; blogSlug: string }[];
}

/** As somebody would who has the formulas and no code of ours. */
function computeAgain(answer: Explained): Partial<Explained> {
  const { window, baseline } = answer;
  const matching = [...answer.blogs, ...answer.bodyBlogs];
  const titlePosts = matching.flatMap((one) => one.titleArticleIds).length;
  const bodyPosts = matching.flatMap((one) => one.bodyArticleIds).length;
  const documentFrequency = (titlePosts + bodyPosts) / window.articles;
  const titlesOnly = documentFrequency > 0.02;
  let score = 0;
  for (const { titleArticleIds, bodyArticleIds } of answer.blogs) {
    const weights = [
      ...titleArticleIds.map(() => 2),
      ...(titlesOnly ? [] : bodyArticleIds.map(() => 1)),
    ];
    score += weights.reduce((sum, weight, k) => sum + weight * 0.5 ** k, 0);
  }
  const posts = titlePosts + (titlesOnly ? 0 : bodyPosts);
  const sizes = matching.map((one) => one.titleArticleIds.length + one.bodyArticleIds.length);
  const twiceBlogs = sizes.filter((size) => size >= 2).length;
  const peakPosts = Math.max(0, ...sizes);
  const past = baseline ?? { articles: 0, titleArticleIds: [], bodyArticleIds: [] };
  const pastTitles = past.titleArticleIds.length;
  const pastPosts = pastTitles + past.bodyArticleIds.length;
  const recentShare = posts / window.articles;
  const baselineShare =
    baseline === null ? null : (titlesOnly ? pastTitles : pastPosts) / past.articles;
  const isBackground =
    pastPosts >= 3 && pastTitles < pastPosts / 3 && answer.nativeBlogs.length < 2;
  const isBroad = sizes.length >= 3 && twiceBlogs >= 2 && peakPosts >= 3;
  const refusal =
    answer.blogs.length < 2
      ? 'too-few-blogs'
      : isBroad
        ? isBackground
          ? 'background'
          : null
        : 'broad-gate';
  return {
    ...{ titlePosts, bodyPosts, documentFrequency, posts, score },
    ...{ gateBlogs: sizes.length, twiceBlogs, peakPosts },
    matchingRule: titlesOnly ? 'title-only' : 'title-and-body',
    ...{ recentShare, baselineShare, refusal },
    lift: baselineShare === null || baselineShare === 0 ? null : recentShare / baselineShare,
  };
}

const iso = (atMs: number): string => new Date(atMs).toISOString();
const post = postsBefore(NOW_MS);

/** Articles of four blogs, some with a word in the title and some in the body. */
function posts(word: string, blogs: string, titles: number, agoMs: number): object[] {
  const bySlug = { a: 'ada', b: 'ben', c: 'cem' } as { [first: string]: string };
  return [...blogs].map((first, at) =>
    post(
      bySlug[first]!,
      agoMs + at * MINUTE_MS,
      at < titles ? `談${word}` : '無題',
      at < titles ? '' : `說到${word}。`,
    ),
  );
}

const RECORDS = [
  { kind: 'media', media: 'paper', title: 'The Paper' },
  ...BLOGS.map((slug) => ({
    kind: 'blog',
    slug,
    name: `Blog of ${slug}`,
    sourceUrl: `https://${slug}.example/`,
    ...(slug === 'cem' ? { category: '重啟機組' } : {}),
  })),
  ...[1, 2].map((at) => ({
    kind: 'news',
    media: 'paper',
    url: `https://paper.example/${at}`,
    title: 'News',
    publishedAt: iso(NOW_MS - DAY_MS),
    tags: WORDS,
  })),
  ...Array.from({ length: 1000 }, () => post('dora', 5 * HOUR_MS, '無題', '')),
  ...Array.from({ length: 100 }, () => post('dora', 60 * DAY_MS, '無題', '')),
  ...posts('核四公投', 'abacab', 4, HOUR_MS),
  ...posts('核四公投', 'ab', 1, 50 * DAY_MS),
  ...posts('藻礁公投', 'abcabcabcabcabcabcabcabc', 5, 2 * HOUR_MS),
  ...posts('萊豬公投', 'aaabbc', 0, 3 * HOUR_MS),
  ...posts('萊豬公投', 'abcab', 1, 50 * DAY_MS),
  ...posts('重啟機組', 'aaabbc', 0, 4 * HOUR_MS),
  ...posts('重啟機組', 'abcab', 1, 50 * DAY_MS),
  post('ben', 6 * HOUR_MS, '無題', '', { labels: ['重啟機組'] }),
];

t.test('the numbers of a topic', async (t) => {
  const server = await startServer(t, { ticksByHand: true, now: NOW, records: RECORDS });
  server.clock.advance(10 * MINUTE_MS);
  await server.app.pipeline.tick(server.clock.nowMs());
  const ask = async <T>(path: string): Promise<T> => {
    const response = await server.getBlog(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
  };
  const pathOf = (id: string): string => `/api/v1/explain/topic/${encodeURIComponent(id)}`;

  await t.test('are those that its inputs give, and those of the ranking', async (t) => {
    const refusals = new Set<string | null>();
    const rules = new Set<string>();
    for (const hours of [168, 720, 2160]) {
      const { items } = await ask<{
        items: {
          id: string;
          posts: number;
          score: number;
          titlePosts: number;
          lift: number | null;
          baselineShare: number | null;
          recentShare: number;
          blogs: number;
        }[];
      }>(`/api/v1/topics?hours=${hours}`);
      for (const word of WORDS) {
        const answer = await ask<Explained>(`${pathOf(topicIdOf(word))}?hours=${hours}`);
        t.match(answer, computeAgain(answer), `${word} ${hours}`);
        refusals.add(answer.refusal);
        rules.add(answer.matchingRule);
        const sum = answer.blogs.reduce((total, { contribution }) => total + contribution, 0);
        t.equal(sum, answer.score);
        t.equal(answer.complete, true);
        const place = items.findIndex(({ id }) => id === topicIdOf(word));
        t.equal(answer.rank, place < 0 ? null : place + 1, 'its place is that of the ranking');
        if (place < 0) continue;
        const { posts, score, titlePosts, lift, baselineShare, recentShare } = items[place]!;
        t.match(answer, { posts, score, titlePosts, lift, baselineShare, recentShare });
        t.equal(answer.blogs.length, items[place]!.blogs);
      }
    }
    t.same([...rules].sort(), ['title-and-body', 'title-only']);
    t.ok(refusals.has('background') && refusals.has(null), [...refusals].join());
  });

  await t.test('name each article once, with the blog under which it counts', async (t) => {
    const answer = await ask<Explained>(pathOf(topicIdOf('核四公投')));
    const named = [...answer.blogs, ...answer.bodyBlogs].flatMap(
      ({ slug, titleArticleIds, bodyArticleIds }) =>
        [...titleArticleIds, ...bodyArticleIds].map((id) => `${id} ${slug}`),
    );
    t.same(answer.articles.map(({ id, blogSlug }) => `${id} ${blogSlug}`).sort(), named.sort());
    for (const { title, id } of answer.articles) {
      const inTitle = answer.blogs.some((one) => one.titleArticleIds.includes(id));
      t.equal(title.includes('核四公投'), inTitle);
    }
    const times = answer.articles.map(({ publishedAt }) => publishedAt);
    t.same(times, [...times].sort().reverse());
    t.ok(times.every((time) => time >= answer.window.since && time <= answer.window.until));
    t.equal(answer.window.articles, 1000 + 6 + 24 + 6 + 6 + 1);
    t.same(
      (await ask<Explained>(pathOf(topicIdOf('重啟機組')))).nativeBlogs.map(
        ({ slug, articleId }) => [slug, articleId === null],
      ),
      [
        ['ben', false],
        ['cem', true],
      ],
    );
  });

  await t.test('follow what is hidden at once, and do not name it', async (t) => {
    const before = await ask<Explained>(pathOf(topicIdOf('核四公投')));
    const [hidden] = before.articles;
    await server.ingest([{ kind: 'hide', target: 'post', key: hidden!.url }]);
    const after = await ask<Explained>(pathOf(topicIdOf('核四公投')));
    t.notMatch(JSON.stringify(after), JSON.stringify(hidden!.url));
    t.equal(after.posts, before.posts - 1);
    t.equal(after.window.articles, before.window.articles - 1);
    t.match(after, computeAgain(after));
  });

  await t.test('are refused as the topic itself is', async (t) => {
    const statusOf = async (path: string): Promise<[number, string]> => {
      const response = await server.getBlog(path);
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    t.same(await statusOf(pathOf('nothing')), [404, 'not_found']);
    t.same(await statusOf(pathOf(topicIdOf('沒有的詞'))), [404, 'not_found']);
    t.same(await statusOf(`${pathOf(topicIdOf('核四公投'))}?hours=24`), [400, 'invalid_query']);
    t.same(await statusOf(`${pathOf(topicIdOf('核四公投'))}?limit=1`), [400, 'invalid_query']);
    await server.ingest([{ kind: 'revoke', topic: topicIdOf('萊豬公投') }]);
    t.same(await statusOf(pathOf(topicIdOf('萊豬公投'))), [410, 'gone']);
  });
});

interface Direction {
  count: number;
  share: number | null;
  mentionsMade: number;
  firstMentionAt: string | null;
  lastMentionAt: string | null;
  articles: { id: number; url: string; publishedAt: string; targetUrl: string }[];
}

interface Relation {
  source: { id: number };
  target: { id: number };
  window: { since: string; until: string };
  mutual: boolean;
  forward: Direction;
  reverse: Direction;
  mentions: { blogId: number; slug: string; count: number; articleIds: number[] }[];
  complete: boolean;
}

t.test('the numbers between two blogs', async (t) => {
  let at = 0;
  const links = (blog: string, agoMs: number, ...targets: string[]): object => {
    at += 1;
    const url = `https://${blog}.example/links-${at}`;
    const publishedAt = iso(NOW_MS - agoMs);
    const body = targets.map((slug) => ({
      url: `https://${slug}.example/a`,
      anchor: slug,
      location: 'body',
    }));
    return { kind: 'post', blog, url, title: `Links ${at}`, publishedAt, links: body };
  };
  const server = await startServer(t, {
    ticksByHand: true,
    now: NOW,
    records: [
      ...RECORDS.slice(0, 5),
      links('ada', HOUR_MS, 'ben', 'ben', 'cem'),
      links('ada', 2 * HOUR_MS, 'ben', 'dora', 'cem'),
      links('ada', 20 * DAY_MS, 'cem'),
      links('ada', 40 * DAY_MS, 'ben'),
      links('ben', 3 * HOUR_MS, 'ada'),
      links('ben', 15 * DAY_MS, 'dora'),
      links('cem', 15 * DAY_MS, 'ada', 'cem'),
    ],
  });
  const ask = async <T>(path: string): Promise<T> =>
    (await (await server.getBlog(path)).json()) as T;
  const explain = (source: string, target: string, hours: number): Promise<Relation> =>
    ask(`/api/v1/explain/relation?source=${source}&target=${target}&hours=${hours}`);

  /** The edge from the articles that the answer names. */
  function edgeAgain({ source, target, forward, reverse, mentions }: Relation): object {
    const counted = mentions.find(({ blogId }) => blogId === target.id)!;
    t.same(
      forward.articles.map(({ id }) => id),
      counted.articleIds,
    );
    const times = forward.articles.map(({ publishedAt }) => publishedAt).sort();
    return {
      sourceBlogId: source.id,
      targetBlogId: target.id,
      count: forward.articles.length,
      share: forward.articles.length / mentions.flatMap(({ articleIds }) => articleIds).length,
      firstMentionAt: times[0],
      lastMentionAt: times.at(-1),
      mutual: reverse.articles.length > 0,
    };
  }

  await t.test('are those that its inputs give, and those of the graph', async (t) => {
    let edgesMet = 0;
    for (const hours of [168, 720, 2160]) {
      const { edges } = await ask<{ edges: object[] }>(`/api/v1/relations?hours=${hours}`);
      for (const source of BLOGS) {
        for (const target of BLOGS) {
          const answer = await explain(source, target, hours);
          const edge = edges.find((one) => {
            const { sourceBlogId, targetBlogId } = one as { [id: string]: number };
            return sourceBlogId === answer.source.id && targetBlogId === answer.target.id;
          });
          if (edge === undefined) {
            t.match(answer.forward, { count: 0, share: null, firstMentionAt: null, articles: [] });
            t.equal(answer.mutual, false);
            continue;
          }
          edgesMet += 1;
          t.same(edgeAgain(answer), edge, `${source} ${target} ${hours}`);
          const { count, share, firstMentionAt, lastMentionAt } = answer.forward;
          t.match(edge, { count, share, firstMentionAt, lastMentionAt, mutual: answer.mutual });
          t.equal(answer.complete, true);
        }
      }
    }
    t.equal(edgesMet, 4 + 6 + 6);
  });

  await t.test('follow what is hidden at once', async (t) => {
    const before = await explain('ada', 'ben', 720);
    await server.ingest([{ kind: 'hide', target: 'post', key: before.forward.articles[0]!.url }]);
    const after = await explain('ada', 'ben', 720);
    t.notMatch(JSON.stringify(after), before.forward.articles[0]!.url);
    t.equal(after.forward.count, before.forward.count - 1);
    await server.ingest([{ kind: 'hide', target: 'blog', key: 'ben' }]);
    t.equal(
      (await server.getBlog('/api/v1/explain/relation?source=ada&target=ben')).status,
      404,
      'a blog that is not shown is not there',
    );
  });

  await t.test('are refused without two blogs', async (t) => {
    for (const [query, status, error] of [
      ['', 400, 'invalid_query'],
      ['?source=ada', 400, 'invalid_query'],
      ['?source=ada&target=cem&hours=1', 400, 'invalid_query'],
      ['?source=ada&target=nobody', 404, 'not_found'],
      ['?source=%00&target=cem', 404, 'not_found'],
    ] as const) {
      const response = await server.getBlog(`/api/v1/explain/relation${query}`);
      t.equal(response.status, status, query);
      t.match(await response.json(), { error });
    }
  });
});
