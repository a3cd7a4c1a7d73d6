/** The rules of the contract for relations, one by one. */
import t from 'tap';
import { blogMaskOf, blogOf, linkOf, postMaskOf, postOf, START_MS } from './records.js';
import { homeOf as home, worldOf } from './small-world.js';
import { World } from './world.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = START_MS + 100 * DAY_MS;
const RECENT_MS = NOW_MS - HOUR_MS;

t.test('count is the number of distinct source articles', async (t) => {
  const world = worldOf(2).fold(
    postOf(1, 1, RECENT_MS, [`${home(2)}a`, `${home(2)}b`, `${home(2)}a`]),
    postOf(2, 1, RECENT_MS, [home(2)]),
  );
  t.same(world.edgesOf(NOW_MS), ['1>2 2']);
});

t.test('share is of the article-to-blog mentions of the source', async (t) => {
  const world = worldOf(4).fold(
    postOf(1, 1, RECENT_MS, [home(2), home(3), home(4)]),
    postOf(2, 1, RECENT_MS, [home(2)]),
    postOf(3, 1, RECENT_MS),
  );
  const shares = world
    .relations(NOW_MS)
    .edges.map(({ targetBlogId, share }) => [targetBlogId, share]);
  t.same(shares, [
    [2, 0.5],
    [3, 0.25],
    [4, 0.25],
  ]);
  world.fold(blogMaskOf('hide', 3));
  t.same(
    world.relations(NOW_MS).edges.map(({ share }) => share),
    [2 / 3, 1 / 3],
    'hidden targets are in no share',
  );
});

t.test('a blog never mentions itself, under any of its addresses', async (t) => {
  const world = new World().fold(
    blogOf(1, { aliases: ['old.example/me'] }),
    postOf(1, 1, RECENT_MS, [home(1), 'http://www.old.example/me/x', 'https://old.example/']),
  );
  const { edges, coverage } = world.relations(NOW_MS);
  t.same(edges, []);
  t.equal(coverage.unresolvedLinks, 1);
});

t.test('windows are 7, 30 and 90 days by publication time, both ends included', async (t) => {
  const world = worldOf(2);
  const ages = [0, 168, 720, 2160].map((hours) => hours * HOUR_MS);
  ages.forEach((ageMs, at) => {
    world.fold(
      postOf(2 * at + 1, 1, NOW_MS - ageMs, [home(2)]),
      postOf(2 * at + 2, 1, NOW_MS - ageMs - 1, [home(2)]),
    );
  });
  t.same(world.edgesOf(NOW_MS, 168), ['1>2 3']);
  t.same(world.edgesOf(NOW_MS, 720), ['1>2 5']);
  t.same(world.edgesOf(NOW_MS, 2160), ['1>2 7']);
  t.same(world.edgesOf(NOW_MS - 1, 168), ['1>2 3'], 'what lies ahead waits for its time');
  t.same(world.edgesOf(NOW_MS + 1, 2160), ['1>2 6']);
  const { hours, days, generatedAt } = world.relations(NOW_MS, 168);
  t.same([hours, days, generatedAt], [168, 7, new Date(NOW_MS).toISOString()]);
});

t.test('first and last mention are those of the window', async (t) => {
  const world = worldOf(2).fold(
    ...[5, 40, 2, 80].map((daysAgo, at) => postOf(at + 1, 1, NOW_MS - daysAgo * DAY_MS, [home(2)])),
  );
  const spanOf = (hours: 168 | 720 | 2160): number[] =>
    world
      .relations(NOW_MS, hours)
      .edges.flatMap(({ firstMentionAt, lastMentionAt }) =>
        [firstMentionAt, lastMentionAt].map((at) => (NOW_MS - Date.parse(at!)) / DAY_MS),
      );
  t.same(spanOf(168), [5, 2]);
  t.same(spanOf(2160), [80, 2]);
});

t.test('mutual says that a reverse mention exists in the same window', async (t) => {
  const world = worldOf(2).fold(
    postOf(1, 1, RECENT_MS, [home(2)]),
    postOf(2, 1, RECENT_MS, [home(2)]),
    postOf(3, 2, NOW_MS - 20 * DAY_MS, [home(1)]),
  );
  t.same(world.relations(NOW_MS, 168).mutual, []);
  t.same(
    world.relations(NOW_MS, 168).edges.map(({ mutual }) => mutual),
    [false],
  );
  const { edges, mutual } = world.relations(NOW_MS, 720);
  t.same(
    edges.map((edge) => edge.mutual),
    [true, true],
  );
  t.same(mutual, [{ sourceBlogId: 1, targetBlogId: 2, forwardCount: 2, reverseCount: 1 }]);
});

t.test('links outside the body are counted and are no mentions', async (t) => {
  const links = [
    linkOf(home(2), 'sidebar'),
    linkOf(home(2), 'blogroll'),
    linkOf(home(2), 'blogroll'),
    linkOf(home(2), 'comment'),
  ];
  const world = worldOf(2).fold(postOf(1, 1, RECENT_MS, [], { links }));
  const { edges, coverage } = world.relations(NOW_MS);
  t.same(edges, []);
  t.same(coverage.nonBodyLinks, { sidebar: 1, blogroll: 2, comment: 1 });
});

t.test('coverage adds up: observed, without body, failed', async (t) => {
  const world = worldOf(2).fold(
    postOf(1, 1, RECENT_MS, [home(2)]),
    postOf(2, 1, RECENT_MS, [home(2)], { bodyChars: 0, bodyHash: '' }),
    postOf(3, 1, RECENT_MS, []),
    postOf(4, 1, RECENT_MS, [], { bodyChars: 0, bodyHash: '' }),
    postOf(5, 1, RECENT_MS, [], { bodyChars: 0, links: [linkOf(home(2), 'sidebar')] }),
    postOf(6, 1, RECENT_MS, [home(2)], { linksTruncated: true }),
    postOf(7, 1, null, [home(2), 'https://blog-2.example:8080/'], { observedMs: RECENT_MS }),
    postOf(8, 1, null, [home(2)], { observedMs: NOW_MS - 91 * DAY_MS }),
  );
  const { coverage, edges } = world.relations(NOW_MS);
  t.match(coverage, {
    observedPosts: 4,
    noBodyPosts: 1,
    failedPosts: 1,
    totalPosts: 6,
    truncatedPosts: 1,
    unknownDatePosts: 1,
  });
  t.equal(edges[0]!.count, 3, 'posts without a date mention nobody');
  t.equal(coverage.unresolvedLinks, 0, 'and a host on another port is another host');
});

t.test('sampledAt is when the newest counted post was first collected', async (t) => {
  const world = worldOf(2);
  t.equal(world.relations(NOW_MS).coverage.sampledAt, null);
  const seen = (id: number, atMs: number, observedMs: number, blog = 1): void => {
    world.fold(postOf(id, blog, atMs, [], { observedMs }));
  };
  seen(1, RECENT_MS, NOW_MS - 50);
  seen(2, NOW_MS - 8 * DAY_MS, NOW_MS - 20);
  seen(3, RECENT_MS, NOW_MS - 10, 2);
  const sampled = (hours: 168 | 720): number =>
    Date.parse(world.relations(NOW_MS, hours).coverage.sampledAt!) - NOW_MS;
  t.same([sampled(168), sampled(720)], [-10, -10]);
  world.fold(blogMaskOf('hide', 2));
  t.same([sampled(168), sampled(720)], [-50, -20]);
  world.fold(blogMaskOf('show', 2));
  t.same([sampled(168), sampled(720)], [-10, -10]);
});

t.test('unverified blogs are nowhere, and their addresses nobody knows', async (t) => {
  const world = worldOf(2).fold(
    blogOf(3, { verified: false }),
    blogOf(4, { verified: false, sourceUrl: 'https://blog-2.example/four/' }),
    postOf(1, 1, RECENT_MS, [home(2), home(3), 'https://blog-2.example/four/x']),
    postOf(2, 3, RECENT_MS, [home(2)]),
  );
  const { nodes, coverage } = world.relations(NOW_MS);
  t.same(world.edgesOf(NOW_MS), ['1>2 1'], 'a candidate takes nothing from whom it lies below');
  t.same(
    nodes.map(({ id }) => id),
    [1, 2],
  );
  t.match(coverage, { totalPosts: 1, unresolvedLinks: 0 });
  t.equal(world.profile(NOW_MS, 'blog-3'), null);
  world.fold(blogOf(3), blogOf(4, { sourceUrl: 'https://blog-2.example/four/' }));
  t.same(world.edgesOf(NOW_MS), ['1>2 1', '1>3 1', '1>4 1', '3>2 1'], 'verified: at once');
});

t.test('hiding and showing blogs and posts changes relations at once', async (t) => {
  const world = worldOf(3).fold(
    postOf(1, 1, RECENT_MS, [home(2), home(3)]),
    postOf(2, 2, RECENT_MS, [home(1)]),
  );
  const all = ['1>2 1', '1>3 1', '2>1 1'];
  t.same(world.edgesOf(NOW_MS), all);
  t.same(world.fold(blogMaskOf('hide', 2)).edgesOf(NOW_MS), ['1>3 1']);
  t.equal(world.relations(NOW_MS).coverage.totalPosts, 1);
  t.equal(world.profile(NOW_MS, 'blog-2'), null);
  t.same(world.fold(blogMaskOf('show', 2)).edgesOf(NOW_MS), all);
  t.same(world.fold(postMaskOf('hide', 1)).edgesOf(NOW_MS), ['2>1 1']);
  t.same(world.profile(NOW_MS, 'blog-3')!.evidence, []);
  world.fold(postOf(1, 1, RECENT_MS, [home(3)]));
  t.same(world.edgesOf(NOW_MS), ['2>1 1'], 'an update does not unhide');
  t.same(world.fold(postMaskOf('show', 1)).edgesOf(NOW_MS), ['1>3 1', '2>1 1']);
  t.same(world.fold(blogMaskOf('erase', 1)).edgesOf(NOW_MS), []);
  t.equal(world.reader.figures.posts, 1, 'an erased blog takes its posts along');
});

t.test('a hidden blog keeps its pages from the owner of its host', async (t) => {
  const world = worldOf(2).fold(
    blogOf(3, { sourceUrl: 'https://blog-2.example/three/' }),
    postOf(1, 1, RECENT_MS, ['https://blog-2.example/three/x']),
    blogMaskOf('hide', 3),
  );
  t.same(world.edgesOf(NOW_MS), []);
  t.equal(world.relations(NOW_MS).coverage.unresolvedLinks, 0, 'nor is the link unresolved');
  world.fold(blogMaskOf('erase', 3));
  t.same(world.edgesOf(NOW_MS), ['1>2 1'], 'an erased one does not');
});

t.test('an alias that comes or goes resolves old links again', async (t) => {
  const world = worldOf(2).fold(
    postOf(1, 1, RECENT_MS, ['https://moved.example/old/post', 'https://moved.example/else']),
  );
  t.same(world.edgesOf(NOW_MS), []);
  world.fold(blogOf(2, { aliases: ['moved.example/old'] }));
  t.same(world.edgesOf(NOW_MS), ['1>2 1']);
  t.equal(world.relations(NOW_MS).coverage.unresolvedLinks, 1);
  world.fold(blogOf(2));
  t.same(world.edgesOf(NOW_MS), []);
  t.equal(world.relations(NOW_MS).coverage.unresolvedLinks, 0);
});

t.test('an edit replaces what the post said before', async (t) => {
  const world = worldOf(3).fold(postOf(1, 1, RECENT_MS, [home(2)]));
  world.fold(postOf(1, 1, RECENT_MS - DAY_MS, [home(3)], { previousSortMs: RECENT_MS }));
  t.same(world.edgesOf(NOW_MS), ['1>3 1']);
  world.fold(postOf(1, 2, RECENT_MS, [home(3)]));
  t.same(world.edgesOf(NOW_MS), ['2>3 1'], 'even to another blog');
  world.fold(postOf(1, 2, null, [home(3)]));
  t.same(world.edgesOf(NOW_MS), [], 'without a date it mentions nobody');
});

t.test(
  'evidence is the newest public body links, with title and address of the post',
  async (t) => {
    const world = worldOf(3);
    for (let id = 1; id <= 30; id++) {
      const links = [
        linkOf(home(3), 'body', 'third'),
        linkOf(`${home(2)}post/${id}?x=1`, 'body', `第 ${id} 篇`),
        linkOf(`${home(2)}again`),
      ];
      world.fold(postOf(id, 1, NOW_MS - id * HOUR_MS, [], { links, title: `標題 ${id} "q"` }));
    }
    const { evidence, profileTruncated, blogId, outgoing, incoming } = world.profile(
      NOW_MS,
      'blog-2',
    )!;
    t.equal(evidence.length, 20);
    t.same(evidence[0], {
      postId: 1,
      postTitle: '標題 1 "q"',
      postUrl: 'https://blog-1.example/posts/1',
      publishedAt: new Date(NOW_MS - HOUR_MS).toISOString(),
      sourceBlogId: 1,
      targetBlogId: 2,
      targetUrl: 'https://blog-2.example/post/1?x=1',
      anchor: '第 1 篇',
      location: 'body',
    });
    t.same(
      evidence.map(({ postId }) => postId),
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
    t.equal(profileTruncated, true);
    t.equal(blogId, 2);
    t.same([outgoing.length, incoming.length], [0, 1]);
    t.equal(incoming[0]!.share, 0.5, 'shares are of the whole source, not of the profile');
  },
);

t.test('a profile of a quiet blog is empty but for the blog and the coverage', async (t) => {
  const world = worldOf(3).fold(postOf(1, 1, RECENT_MS, [home(2)]));
  const profile = world.profile(NOW_MS, 'blog-3')!;
  t.match(profile, { edges: [], outgoing: [], incoming: [], evidence: [], mutual: [] });
  t.same(
    profile.nodes.map(({ slug }) => slug),
    ['blog-3'],
  );
  t.equal(profile.profileTruncated, false);
  t.equal(profile.coverage.totalPosts, 1, 'coverage is of the site');
  t.equal(world.profile(NOW_MS, 'no-such-blog'), null);
});

t.test('the graph has at most 500 edges, the rankings 100 entries, and both say so', async (t) => {
  const world = worldOf(130);
  for (let source = 1; source <= 130; source++) {
    const targets = Array.from({ length: 4 }, (_, at) => home(((source + at) % 130) + 1));
    const back = home(((source + 128) % 130) + 1);
    world.fold(postOf(source, source, RECENT_MS, [...targets, back]));
  }
  const { edges, nodes, mostMentioned, mutual, coverage } = world.relations(NOW_MS);
  t.equal(edges.length, 500);
  t.same([mostMentioned.length, mutual.length], [100, 100]);
  t.match(coverage, { graphTruncated: true, aggregationTruncated: true });
  const named = [...edges, ...mutual].flatMap((one) => [one.sourceBlogId, one.targetBlogId]);
  const ids = new Set([...named, ...mostMentioned.map(({ blogId }) => blogId)]);
  t.same(
    nodes.map(({ id }) => id),
    [...ids].sort((a, b) => a - b),
    'nodes are what the lists name',
  );
  const keys = edges.map(({ sourceBlogId, targetBlogId }) => 1000 * sourceBlogId + targetBlogId);
  t.same(
    keys,
    [...keys].sort((a, b) => a - b),
    'equal edges go by source and target',
  );
  const small = worldOf(3).fold(postOf(1, 1, RECENT_MS, [home(2), home(3)]));
  t.match(small.relations(NOW_MS).coverage, { graphTruncated: false, aggregationTruncated: false });
});

t.test('a pair beyond the hundredth is noticed, however weak it is', async (t) => {
  // Of 15 blogs that all mention each other twice, 101 pairs are left, the last of them weaker.
  const pairs = Array.from({ length: 15 }, (_, low) =>
    Array.from({ length: low }, (_, high) => [low + 1, high + 1] as const),
  ).flat();
  const world = worldOf(15);
  let id = 0;
  for (const [index, [one, other]] of pairs.slice(0, 101).entries()) {
    for (let round = index < 100 ? 2 : 1; round > 0; round--) {
      world.fold(postOf(++id, one, RECENT_MS, [home(other)]));
      world.fold(postOf(++id, other, RECENT_MS, [home(one)]));
    }
    if (index === 99) t.equal(world.relations(NOW_MS).coverage.aggregationTruncated, false);
  }
  const { mutual, coverage } = world.relations(NOW_MS);
  t.equal(mutual.length, 100);
  t.ok(mutual.every(({ forwardCount }) => forwardCount === 2));
  t.equal(coverage.aggregationTruncated, true);
});

t.test('a blog has at most 500 edges of its own, whatever the site has', async (t) => {
  const world = worldOf(620);
  for (let source = 2; source <= 610; source++) {
    world.fold(postOf(source, source, RECENT_MS, [home(1)]));
  }
  world.fold(postOf(1, 1, RECENT_MS, [home(2), home(3)]));
  const profile = world.profile(NOW_MS, 'blog-1')!;
  t.equal(profile.edges.length, 500);
  t.equal(profile.outgoing.length + profile.incoming.length, 500);
  t.match(profile, { profileTruncated: true, coverage: { graphTruncated: true } });
  t.same(profile.mostMentioned[0], { blogId: 1, mentions: 609, incomingBlogs: 609 });
  t.equal(profile.mutual.length, 2);
});

t.test('a post with 2,000 links is one article', async (t) => {
  const links = Array.from({ length: 2000 }, (_, at) => linkOf(`${home(2 + (at % 3))}${at}`));
  const world = worldOf(4).fold(postOf(1, 1, RECENT_MS, [], { links, linksTruncated: true }));
  t.same(world.edgesOf(NOW_MS), ['1>2 1', '1>3 1', '1>4 1']);
  t.equal(world.relations(NOW_MS).coverage.truncatedPosts, 1);
  t.equal(world.reader.figures.links, 2000);
});

t.test('links that are no addresses cost nothing and break nothing', async (t) => {
  const strange = ['', 'http://', 'mailto:x@y', 'http://[', '\0', 'https://\ud800/', home(2)];
  const world = worldOf(2).fold(
    blogOf(3, { sourceUrl: 'nonsense', aliases: ['', 'http://', '::', '\ud800', ' '] }),
    postOf(1, 1, RECENT_MS, strange, { title: '\ud800', url: 'https://x.example/\ud83d' }),
  );
  t.same(world.edgesOf(NOW_MS), ['1>2 1']);
  t.equal(world.relations(NOW_MS).coverage.unresolvedLinks, 0);
});
