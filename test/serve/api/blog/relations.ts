import t from 'tap';
import { startServer } from '../harness.js';
import { BLOGS, minutesAgo, NOW, POSTS, post } from './fixture.js';

const BODY = [
  post({
    key: 'links',
    minutes: 90,
    title: 'On knots',
    html:
      '<article><p>See <a href="http://www.plain.example/d?utm_source=x">Knots</a>, ' +
      '<a href="https://m.plain.example/b">ropes</a> and <a href="https://harbour.example/e">mine</a>, ' +
      '<a href="https://candidate.example/f">a candidate</a>.</p></article>' +
      '<aside class="sidebar"><a href="https://plain.example/">Plain</a></aside>',
  }),
  post({
    key: 'back',
    blog: 'plain',
    minutes: 60 * 24 * 10,
    links: [{ url: 'https://harbour.example/a', anchor: '燈塔', location: 'body' }],
  }),
];

const server = await startServer(t, {
  ticksByHand: true,
  now: NOW,
  records: [...BLOGS, ...POSTS, ...BODY],
});
const { getBlog, ingest, clock } = server;

interface Edge {
  sourceBlogId: number;
  targetBlogId: number;
  count: number;
  [field: string]: unknown;
}

interface Relations {
  hours: number;
  nodes: { id: number; slug: string }[];
  edges: Edge[];
  outgoing: Edge[];
  incoming: Edge[];
  evidence: object[];
  coverage: { [field: string]: unknown };
  [field: string]: unknown;
}

async function ask(path: string): Promise<Relations> {
  const response = await getBlog(path);
  t.equal(response.status, 200, path);
  return (await response.json()) as Relations;
}

async function errorOf(path: string, status: number): Promise<string> {
  const response = await getBlog(path);
  t.equal(response.status, status, path);
  return ((await response.json()) as { error: string }).error;
}

/** Edges by slug. */
function edgesOf({ nodes, edges }: Relations): string[] {
  const slugOf = (id: number): string => nodes.find((node) => node.id === id)!.slug;
  return edges.map(
    ({ sourceBlogId, targetBlogId, count }) =>
      `${slugOf(sourceBlogId)}>${slugOf(targetBlogId)} ${count}`,
  );
}

t.test('relations are body mentions between verified blogs, 30 days by default', async (t) => {
  const relations = await ask('/api/v1/relations');
  t.same(edgesOf(relations), ['harbour>plain 1', 'plain>harbour 1']);
  t.match(relations, { hours: 720, days: 30, generatedAt: NOW, mostMentioned: { length: 2 } });
  t.same(relations.nodes, [
    { id: 1, slug: 'harbour', name: '海港隨筆', iconUrl: null },
    { id: 2, slug: 'plain', name: 'Plain Notes', iconUrl: null },
  ]);
  t.match(relations.edges[0], { share: 1, mutual: true, firstMentionAt: minutesAgo(90) });
  t.match(relations.coverage, {
    unknownDatePosts: 1,
    nonBodyLinks: { sidebar: 1, blogroll: 0, comment: 0 },
    graphTruncated: false,
    aggregationTruncated: false,
  });
  const { observedPosts, noBodyPosts, failedPosts, totalPosts } = relations.coverage;
  t.equal(totalPosts, Number(observedPosts) + Number(noBodyPosts) + Number(failedPosts));
});

t.test('the windows are 168, 720 and 2160 hours, and nothing else', async (t) => {
  t.same(edgesOf(await ask('/api/v1/relations?hours=168')), ['harbour>plain 1']);
  t.equal((await ask('/api/v1/relations?hours=2160')).hours, 2160);
  for (const query of ['hours=24', 'hours=', 'hours=0168', 'hours=168&hours=168', 'limit=5']) {
    for (const path of ['/api/v1/relations', '/api/v1/blogs/plain/relations']) {
      t.equal(await errorOf(`${path}?${query}`, 400), 'invalid_query', query);
    }
  }
});

t.test('a blog has its own edges and evidence', async (t) => {
  const profile = await ask('/api/v1/blogs/plain/relations?hours=2160');
  t.same([profile.outgoing.length, profile.incoming.length], [1, 1]);
  t.match(profile, { blogId: 2, profileTruncated: false });
  t.match(profile.evidence, [
    {
      postTitle: 'On knots',
      postUrl: 'https://harbour.example/links',
      targetUrl: 'http://www.plain.example/d',
      anchor: 'Knots',
      publishedAt: minutesAgo(90),
      sourceBlogId: 1,
      targetBlogId: 2,
      location: 'body',
    },
    { anchor: '燈塔', targetUrl: 'https://harbour.example/a' },
  ]);
});

t.test('unknown and unverified blogs are not found', async (t) => {
  for (const slug of ['nobody', 'candidate', '%20', 'a%2Fb', 'x'.repeat(300)]) {
    t.equal(await errorOf(`/api/v1/blogs/${slug}/relations`, 404), 'not_found', slug);
  }
});

t.test('answers are not stored, and HEAD has the headers of GET', async (t) => {
  for (const path of ['/api/v1/relations', '/api/v1/blogs/plain/relations']) {
    const get = await getBlog(path, { headers: { 'accept-encoding': 'identity' } });
    const head = await getBlog(path, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    t.equal(get.headers.get('cache-control'), 'no-store');
    t.equal(get.headers.get('etag'), null);
    t.equal(head.headers.get('content-length'), String((await get.arrayBuffer()).byteLength));
    const post = await getBlog(path, { method: 'POST' });
    t.equal(post.status, 405);
  }
});

t.test('what is hidden is gone when the hide is acknowledged, what is shown is back', async (t) => {
  const edges = async (): Promise<string[]> => edgesOf(await ask('/api/v1/relations'));
  await ingest([{ kind: 'hide', target: 'post', key: 'https://harbour.example/links' }]);
  t.same(await edges(), ['plain>harbour 1']);
  await ingest([{ kind: 'show', target: 'post', key: 'https://harbour.example/links' }]);
  await ingest([{ kind: 'hide', target: 'blog', key: 'plain' }]);
  t.same(await edges(), []);
  t.equal(await errorOf('/api/v1/blogs/plain/relations', 404), 'not_found');
  await ingest([{ kind: 'show', target: 'blog', key: 'plain' }]);
  t.same(await edges(), ['harbour>plain 1', 'plain>harbour 1']);
});

t.test('a candidate that is verified is in the graph at once', async (t) => {
  const candidate = BLOGS.find(({ slug }) => slug === 'candidate')!;
  await ingest([{ ...candidate, verified: true }]);
  t.same(edgesOf(await ask('/api/v1/relations')), [
    'harbour>plain 1',
    'harbour>candidate 1',
    'plain>harbour 1',
  ]);
  await ingest([{ ...candidate, verified: false }]);
});

t.test('windows move with the clock', async (t) => {
  clock.advance(8 * 24 * 3_600_000);
  t.same(edgesOf(await ask('/api/v1/relations?hours=168')), []);
  t.same(edgesOf(await ask('/api/v1/relations?hours=720')), ['harbour>plain 1', 'plain>harbour 1']);
});
