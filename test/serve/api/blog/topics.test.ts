import '../../../engine/actor/threads-here.js';
import t, { type Test } from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kernel/clock.js';
import type { TopicNewsAnswer } from '../../../../src/serve/api/blog/reading.js';
import { tempFolder } from '../../../store/helper.js';
import { type Harness, startServer } from '../harness.js';
import { postsBefore, topicIdOf } from './topic-posts.js';
// In the same process: what loads a server costs more than these tests.
import './explain.js';
import './recount.js';

const NOW = '2026-05-01T04:00:00Z';
const NOW_MS = Date.parse(NOW);
const PUBLIC_URL = 'https://blogs.example';
const BLOGS = ['ada', 'ben', 'cem', 'dora'];

interface Item {
  id: string;
  label: string;
  source: string;
  score: number;
  posts: number;
  blogs: number;
  titlePosts: number;
  bodyOnlyPosts: number;
  recentShare: number;
  baselineShare: number | null;
  lift: number | null;
  matchingRule: string;
  matchingReason: string | null;
  url?: string;
}

interface Vocabulary {
  status: string;
  excludedTermCount: number;
  exclusionReasons: { [reason: string]: number };
  activeSet: { activeTerms: number; inactiveReasons: { [reason: string]: number } } | null;
  frequencyBaseline: { totalPosts: number; coveredPosts: number } | null;
}

interface Ranking {
  items: Item[];
  nextCursor: null;
  hours: number;
  minimumBlogs: number;
  truncated: boolean;
  coverage: { matchedPosts: number };
  vocabulary: Vocabulary;
  generatedAt: string;
}

interface HistoryArticle {
  id: number;
  title: string;
  url: string;
  blogSlug: string;
  evidenceState: string;
  observedAt: string;
}

interface Detail {
  topic: {
    id: string;
    label: string;
    canonicalId: string;
    source: string;
    excludedReason: string | null;
    inactiveReason: string | null;
    matchingStatus: string;
    articleCount: number | null;
    matchingRule: string;
    matchingReason: string | null;
    url?: string;
  };
  gate: { blogs: number; twiceBlogs: number; peakPosts: number; passed: boolean };
  blogs: { slug: string; posts: number; score: number; bodyOnlyPosts: number }[];
  articles: { id: number; title: string }[];
  truncated: boolean;
  history: {
    articles: HistoryArticle[];
    nextCursor: string | null;
    confirmed: number;
    pending: number;
    total: number;
    lastObservedAt: string | null;
  };
}

const iso = (atMs: number): string => new Date(atMs).toISOString();
const pathOf = (id: string): string => `/api/v1/topics/${encodeURIComponent(id)}`;

const post = postsBefore(NOW_MS);
let nextNews = 0;

/** Articles of the news that carry the tags, `count` of them. */
function news(count: number, ...tags: string[]): object[] {
  return Array.from({ length: count }, () => {
    nextNews += 1;
    const publishedAt = iso(NOW_MS - DAY_MS - nextNews * MINUTE_MS);
    const url = `https://paper.example/${nextNews}`;
    return { kind: 'news', media: 'paper', url, title: 'News', publishedAt, tags };
  });
}

/** Articles that hold nothing, so that a few matches are not 2% of all. */
function filler(count: number, agoMs = HOUR_MS): object[] {
  return Array.from({ length: count }, () => post('dora', agoMs, '無題', ''));
}

const opening = [
  { kind: 'media', media: 'paper', title: 'The Paper' },
  ...BLOGS.map((slug) => ({
    kind: 'blog',
    slug,
    name: `Blog of ${slug}`,
    sourceUrl: `https://${slug}.example/`,
  })),
];

/** Three, two and one articles of three blogs: just enough for the broad gate. */
function broad(title: (at: number) => string, body: string, agoMs = 2 * HOUR_MS): object[] {
  const blogs = ['ada', 'ada', 'ada', 'ben', 'ben', 'cem'];
  return blogs.map((blog, at) => post(blog, agoMs + at * MINUTE_MS, title(at), body));
}

async function start(t: Test, ...records: object[]): Promise<Harness> {
  const server = await startServer(t, {
    ticksByHand: true,
    now: NOW,
    records: [...opening, ...records],
    flags: { blogPublicUrl: PUBLIC_URL },
  });
  await later(server, 10 * MINUTE_MS);
  return server;
}

/** Time goes on, with its ticks. */
async function later({ app, clock }: Harness, byMs: number): Promise<void> {
  clock.advance(byMs);
  await app.pipeline.tick(clock.nowMs());
}

async function json<T>(server: Harness, path: string): Promise<T> {
  const response = await server.getBlog(path);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

async function ranked(server: Harness, query = ''): Promise<Ranking> {
  return json<Ranking>(server, `/api/v1/topics${query}`);
}

async function detail(server: Harness, id: string, query = ''): Promise<Detail> {
  return json<Detail>(server, `${pathOf(id)}${query}`);
}

t.test('a ranking tells everything of its topics', async (t) => {
  const server = await start(
    t,
    ...news(3, '核四公投', 'NBA'),
    ...news(1, 'nba'),
    ...filler(400),
    ...broad((at) => (at === 0 ? '談核四公投' : '無題'), '說到核四公投，就想到 nba。'),
  );
  const answer = await ranked(server);
  t.equal(answer.nextCursor, null);
  t.equal(answer.hours, 720);
  t.equal(answer.minimumBlogs, 2);
  t.equal(answer.truncated, false);
  t.equal(answer.vocabulary.status, 'ready');
  t.same(answer.coverage, { matchedPosts: 6 });
  t.match(answer.items[0], {
    id: topicIdOf('核四公投'),
    label: '核四公投',
    source: 'tag-vocabulary',
    posts: 6,
    blogs: 3,
    titlePosts: 1,
    bodyOnlyPosts: 5,
    baselineShare: null,
    lift: null,
    matchingRule: 'title-and-body',
    matchingReason: null,
    url: `${PUBLIC_URL}/topics/${encodeURIComponent(topicIdOf('核四公投'))}/`,
  });
  // Blog by blog: 2 + 1/2 + 1/4, 1 + 1/2, 1.
  t.equal(answer.items[0]!.score, 5.25);
  t.equal(answer.items[0]!.recentShare, 6 / 406);
  t.equal(answer.items[1]!.label, 'NBA', 'the spelling that most articles use');
  t.equal(answer.items[1]!.score, 1.75 + 1.5 + 1);
  const told = await json<TopicNewsAnswer>(server, `${pathOf(topicIdOf('核四公投'))}/news`);
  t.match(told, { label: '核四公投', count: 3 }, 'only articles that carry its term');
  const times = told.articles.map(({ publishedAt }) => publishedAt);
  t.same(times, [...times].sort().reverse(), 'newest first');
  t.match(told.articles[0], { media: 'paper', mediaTitle: 'The Paper', title: 'News' });
});

t.test('two titles and one body of one blog make 3.25', async (t) => {
  const server = await start(
    t,
    ...news(2, '核四公投'),
    ...filler(400),
    ...['談核四公投', '再談核四公投', '無題'].map((title) =>
      post('ada', HOUR_MS, title, '核四公投'),
    ),
  );
  const { blogs } = await detail(server, topicIdOf('核四公投'));
  t.match(blogs, [{ slug: 'ada', posts: 3, score: 3.25, bodyOnlyPosts: 1 }]);
  t.same((await ranked(server)).items, [], 'one blog makes no listed topic');
});

t.test('parameters are checked', async (t) => {
  const server = await start(t);
  for (const query of [
    '?hours=24',
    '?limit=0',
    '?limit=201',
    '?cursor=x',
    '?hours=168&hours=168',
  ]) {
    const response = await server.getBlog(`/api/v1/topics${query}`);
    t.equal(response.status, 400, query);
    t.match(await response.json(), { error: 'invalid_query', detail: String });
  }
  for (const hours of [168, 720, 2160]) {
    t.equal((await ranked(server, `?hours=${hours}`)).hours, hours);
  }
  const head = await server.getBlog('/api/v1/topics', { method: 'HEAD' });
  t.equal(head.status, 200);
  t.equal(head.headers.get('cache-control'), 'no-store');
});

t.test('limit cuts the ranking, and truncated tells', async (t) => {
  const words = ['核四公投', '藻礁公投', '萊豬公投'];
  const server = await start(
    t,
    ...news(2, ...words),
    ...filler(600),
    ...broad(() => words.join('、'), ''),
  );
  const all = await ranked(server);
  t.equal(all.items.length, 3);
  t.equal(all.truncated, false);
  const two = await ranked(server, '?limit=2');
  t.same(two.items, all.items.slice(0, 2));
  t.equal(two.truncated, true);
});

t.test('above 2% of the articles only titles score, and all matches pass the gate', async (t) => {
  const server = await start(
    t,
    ...news(2, '核四公投'),
    ...filler(100),
    ...broad(() => '談核四公投', ''),
    ...broad(() => '無題', '核四公投'),
  );
  const { items, coverage } = await ranked(server);
  t.match(items, [
    {
      posts: 6,
      titlePosts: 6,
      bodyOnlyPosts: 0,
      matchingRule: 'title-only',
      matchingReason: 'high-window-document-frequency-title-only',
    },
  ]);
  t.equal(coverage.matchedPosts, 6, 'body hits of a frequent term do not count');
  const { topic, blogs, history } = await detail(server, topicIdOf('核四公投'));
  t.equal(topic.matchingReason, 'high-window-document-frequency-title-only');
  t.equal(history.total, 12, 'but they are kept');
  t.equal(
    blogs.reduce((sum, { bodyOnlyPosts }) => sum + bodyOnlyPosts, 0),
    0,
    'and its page counts as the ranking does',
  );
});

t.test('a frequent term passes the gate by all its matches', async (t) => {
  const server = await start(
    t,
    ...news(2, '核四公投'),
    ...filler(100),
    ...broad((at) => (at === 0 || at === 3 ? '談核四公投' : '無題'), '核四公投'),
  );
  const { items } = await ranked(server);
  t.match(items, [
    { posts: 2, blogs: 2, titlePosts: 2, bodyOnlyPosts: 0, score: 4, matchingRule: 'title-only' },
  ]);
  const { gate } = await detail(server, topicIdOf('核四公投'));
  t.same(gate, { blogs: 3, twiceBlogs: 2, peakPosts: 3, passed: true });
});

t.test('a frequent term in the titles of one blog is no topic', async (t) => {
  const server = await start(
    t,
    ...news(2, '核四公投'),
    ...filler(100),
    ...broad((at) => (at === 0 ? '談核四公投' : '無題'), '核四公投'),
  );
  t.same((await ranked(server)).items, []);
});

t.test('what stands in bodies for long needs blogs that label it themselves', async (t) => {
  const server = await start(
    t,
    ...news(2, '核四公投'),
    ...filler(400),
    ...filler(100, 60 * DAY_MS),
    ...broad(() => '無題', '核四公投', 50 * DAY_MS),
    ...broad(() => '無題', '核四公投'),
  );
  t.same((await ranked(server)).items, []);
  t.equal((await ranked(server)).coverage.matchedPosts, 6, 'its articles are matched all the same');
  const { topic } = await detail(server, topicIdOf('核四公投'));
  t.equal(topic.matchingReason, 'body-dominant-without-native-label-consensus');
  await server.ingest([
    post('ada', HOUR_MS, '無題', '', { labels: ['核四公投'] }),
    {
      kind: 'blog',
      slug: 'ben',
      name: 'Ben',
      sourceUrl: 'https://ben.example/',
      category: '核四公投',
    },
  ]);
  const { items, vocabulary } = await ranked(server);
  t.equal(items.length, 1, 'a label of one blog and the category of another');
  t.equal(items[0]!.baselineShare, 6 / 106);
  t.equal(items[0]!.lift, items[0]!.recentShare / (6 / 106));
  t.match(vocabulary.frequencyBaseline, { totalPosts: 106, coveredPosts: 6 });
});

t.test('terms that are no topics answer with their reason', async (t) => {
  const reasons = {
    字: 'too-short',
    '2026': 'pure-number',
    '5月1日': 'pure-date',
    '！？！': 'punctuation-only',
    照片: 'tag-noise',
    生活: 'no-equal',
    記者: 'upstream-noise',
    國內新聞: 'upstream-no-equal',
    'https://a.example': 'invalid-label',
  };
  const server = await start(t, ...news(2, ...Object.keys(reasons)), ...news(1, '罕見的詞'));
  for (const [tag, reason] of Object.entries(reasons)) {
    const { topic } = await detail(server, `tag:${tag}`);
    t.equal(topic.excludedReason, reason, tag);
    t.equal(topic.matchingStatus, 'excluded');
    t.equal(topic.articleCount, 2);
    t.equal('url' in topic, tag !== '！？！', 'punctuation has no page');
  }
  const { topic } = await detail(server, topicIdOf('罕見的詞'));
  t.match(topic, { matchingStatus: 'inactive', inactiveReason: 'low-frequency' });
  const { vocabulary } = await ranked(server);
  t.equal(vocabulary.excludedTermCount, 9);
  t.equal(vocabulary.exclusionReasons['tag-noise'], 1);
  t.same(vocabulary.activeSet?.inactiveReasons, { 'low-frequency': 1, 'memory-budget': 0 });
});

t.test('older ids and spellings lead to the topic', async (t) => {
  const server = await start(t, ...news(2, 'NBA'), post('ada', HOUR_MS, 'NBA', ''));
  for (const id of [topicIdOf('nba'), 'tag:NBA', 'tag:ｎｂａ', 'rss:Nba']) {
    const { topic } = await detail(server, id);
    t.equal(topic.id, topicIdOf('nba'), id);
    t.equal(topic.canonicalId, topicIdOf('nba'));
  }
  for (const id of ['nba', 'tag:', 'tag:沒有的詞', topicIdOf('沒有的詞'), 'cat:nba']) {
    const response = await server.getBlog(pathOf(id));
    t.equal(response.status, 404, id);
    t.match(await response.json(), { error: 'not_found', detail: String });
  }
});

t.test('a word that only blogs use as a label is not in the vocabulary', async (t) => {
  const server = await start(t, post('ada', HOUR_MS, '題', '', { labels: ['自己的話'] }));
  const { topic, history } = await detail(server, 'rss:自己的話');
  t.match(topic, {
    source: 'rss-category',
    matchingStatus: 'excluded',
    excludedReason: 'not-in-tag-vocabulary',
    articleCount: null,
  });
  t.equal(history.total, 0);
});

t.test('history pages by a cursor that is bound to its topic', async (t) => {
  const words = ['核四公投', '藻礁公投'];
  const records = Array.from({ length: 205 }, (_, at) =>
    post(BLOGS[at % 4]!, at * HOUR_MS, words.join(), ''),
  );
  const server = await start(t, ...news(2, ...words), ...records);
  const [first, other] = words.map(topicIdOf) as [string, string];
  const seen: HistoryArticle[] = [];
  let cursor: string | null = null;
  const sizes: number[] = [];
  do {
    const query: string = cursor === null ? '' : `?historyCursor=${cursor}`;
    const { history } = await detail(server, first, query);
    seen.push(...history.articles);
    sizes.push(history.articles.length);
    t.match(history, { total: 205, confirmed: 205, pending: 0 });
    cursor = history.nextCursor;
    if (cursor === null) break;
    t.ok(cursor.length <= 256);
    const wrong = await server.getBlog(`${pathOf(other)}?historyCursor=${cursor}`);
    t.equal(wrong.status, 400);
    t.match(await wrong.json(), { error: 'invalid_cursor', detail: String });
  } while (sizes.length < 10);
  t.same(sizes, [100, 100, 5]);
  t.equal(new Set(seen.map(({ id }) => id)).size, 205);
  t.equal(seen[0]!.observedAt, '2026-05-01T04:00:00.000Z');
  const recent = await detail(server, first, '?hours=168');
  t.equal(recent.articles.length, 100);
  t.equal(recent.truncated, true);
  t.equal(recent.history.total, 205, 'history does not depend on hours');
});

t.test('a hidden post or blog is gone from answers at once, and comes back', async (t) => {
  const records = broad(() => '談核四公投', '');
  const server = await start(t, ...news(2, '核四公投'), ...filler(400), ...records);
  const id = topicIdOf('核四公投');
  const { url } = records[0] as { url: string };
  await server.ingest([{ kind: 'hide', target: 'post', key: url }]);
  t.same((await ranked(server)).items, [], 'the gate is not passed any more');
  const hidden = await detail(server, id);
  t.equal(hidden.history.total, 5);
  t.notOk(hidden.articles.some((article) => (article as unknown as { url: string }).url === url));
  await server.ingest([{ kind: 'show', target: 'post', key: url }]);
  t.equal((await ranked(server)).items.length, 1);
  await server.ingest([{ kind: 'hide', target: 'blog', key: 'ada' }]);
  const masked = await detail(server, id);
  t.same(
    masked.blogs.map(({ slug }) => slug),
    ['ben', 'cem'],
  );
  t.equal(masked.history.total, 3);
  await server.ingest([
    { kind: 'show', target: 'blog', key: 'ada' },
    { kind: 'blog', slug: 'ada', name: 'Ada', sourceUrl: 'https://ada.example/', verified: false },
  ]);
  t.equal((await detail(server, id)).history.total, 3, 'an unverified blog is not shown either');
});

t.test('all evidence withdrawn answers 410', async (t) => {
  const records = broad(() => '談核四公投與藻礁公投', '');
  const server = await start(t, ...news(2, '核四公投', '藻礁公投'), ...filler(400), ...records);
  await server.ingest([{ kind: 'revoke', topic: topicIdOf('核四公投') }]);
  const gone = await server.getBlog(pathOf(topicIdOf('核四公投')));
  t.equal(gone.status, 410);
  t.match(await gone.json(), { error: 'gone', detail: String });
  t.same(
    (await ranked(server)).items.map(({ label }) => label),
    ['藻礁公投'],
  );
  const urls = records.map((record) => (record as { url: string }).url);
  for (const post of urls.slice(1)) await server.ingest([{ kind: 'revoke', post }]);
  t.equal((await detail(server, topicIdOf('藻礁公投'))).history.total, 1);
  await server.ingest([{ kind: 'revoke', post: urls[0] }]);
  t.equal((await server.getBlog(pathOf(topicIdOf('藻礁公投')))).status, 410);
  await server.ingest([post('ada', HOUR_MS, '又談核四公投', '')]);
  const again = await detail(server, topicIdOf('核四公投'));
  t.equal(again.history.total, 1, 'new evidence is evidence');
});

t.test('an article that changed keeps what was found as pending', async (t) => {
  const first = post('ada', HOUR_MS, '談核四公投', '');
  const server = await start(t, ...news(2, '核四公投'), first);
  await server.ingest([{ ...first, title: '改了題目' }]);
  const { history, articles } = await detail(server, topicIdOf('核四公投'));
  t.match(history, { total: 1, confirmed: 0, pending: 1 });
  t.match(history.articles, [{ title: '改了題目', evidenceState: 'pending' }]);
  t.same(articles, []);
});

t.test('evidence outlives the vocabulary', async (t) => {
  const server = await start(t, ...news(2, '核四公投'), post('ada', HOUR_MS, '談核四公投', ''));
  await later(server, 92 * DAY_MS);
  await server.ingest([
    ...news(2, '別的話題').map((record) => ({
      ...record,
      publishedAt: iso(server.clock.nowMs() - DAY_MS),
    })),
  ]);
  await later(server, DAY_MS);
  const { topic, history } = await detail(server, topicIdOf('核四公投'));
  t.match(topic, {
    label: '核四公投',
    matchingStatus: 'excluded',
    excludedReason: 'not-in-tag-vocabulary',
    articleCount: null,
  });
  t.match(history, { total: 1, confirmed: 0, pending: 1 });
});

t.test('without news the vocabulary is unavailable and the rest is served', async (t) => {
  const server = await start(t, post('ada', HOUR_MS, '題', '文'));
  const { vocabulary, items } = await ranked(server);
  t.match(vocabulary, { status: 'unavailable', version: null, activeSet: null });
  t.same(items, []);
  t.equal((await server.getBlog('/api/v1/articles')).status, 200);
  await server.ingest(news(2, '核四公投'));
  await later(server, 10 * MINUTE_MS);
  t.equal((await ranked(server)).vocabulary.status, 'ready', 'the first articles make a set');
});

t.test('a restart changes no answer', async (t) => {
  const data = tempFolder(t);
  const options = {
    ticksByHand: true,
    now: NOW,
    flags: { data, blogPublicUrl: 'https://blogs.example' },
  };
  const server = await startServer(t, options);
  await server.ingest([
    ...opening,
    ...news(2, '核四公投', 'NBA'),
    ...filler(400),
    ...broad(() => '談核四公投', 'nba'),
  ]);
  await later(server, 10 * MINUTE_MS);
  const before = [await ranked(server), await detail(server, topicIdOf('nba'))];
  await server.app.close();
  const again = await startServer(t, options);
  again.clock.advance(10 * MINUTE_MS);
  t.same([await ranked(again), await detail(again, topicIdOf('nba'))], before);
  await again.ingest([post('cem', HOUR_MS, 'nba', '')]);
  await later(again, DAY_MS);
  t.equal((await detail(again, topicIdOf('nba'))).history.confirmed, 7);
});
