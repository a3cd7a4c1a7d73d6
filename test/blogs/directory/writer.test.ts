import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { PostRecord } from '../../../src/kernel/model/records.js';
import { blogMaskOf, blogOf, crawlOf, postMaskOf, postOf } from './records.js';
import { START_MS } from './script.js';
import { PUBLIC_URL, World } from './world.js';

const NOON_MS = START_MS + 12 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

function worldWith(...posts: PostRecord[]): World {
  return new World()
    .fold(blogOf(1), blogOf(2), ...posts)
    .cut()
    .acknowledge();
}

function idsOf(world: World): number[] {
  return world.posts().map(({ id }) => id);
}

/** Bytes that a fresh directory takes for the same posts. */
function usedBytesOf(posts: readonly PostRecord[]): number {
  const world = worldWith();
  for (const post of posts) world.fold({ ...post, previousSortMs: null });
  return usedBytesNow(world.cut());
}

/** Bytes in use after idle work, with one run per segment, and everything dropped released. */
function usedBytesNow(world: World): number {
  world.settle().snapshot();
  world.fold(crawlOf('blog-1', NOON_MS)).cut().acknowledge();
  world.fold(crawlOf('blog-1', NOON_MS + 1)).cut();
  return world.lastDelta!.usedBytes;
}

t.test('memory is that of one run per segment after any number of updates', async (t) => {
  const world = worldWith();
  const posts = Array.from({ length: 60 }, (_, at) => postOf(at + 1, 'blog-1', NOON_MS));
  for (let round = 0; round < 40; round++) {
    posts.forEach((post, at) => {
      const sortMs = START_MS + ((at + round) % 3) * WEEK_MS + at * MINUTE_MS;
      const previousSortMs = round === 0 ? null : post.sortMs;
      const title = `Round ${round} of ${at}`;
      posts[at] = { ...post, sortMs, publishedMs: sortMs, previousSortMs, title };
      world.fold(posts[at]!);
      if (at % 7 === round % 7) world.cut().acknowledge();
    });
  }
  t.equal(usedBytesNow(world.cut()), usedBytesOf(posts));
  t.match(world.reader.figures, { runs: 3, posts: 60, blogs: 2, segments: 3 });
});

t.test('slices that readers hold keep their bytes until they acknowledge', async (t) => {
  const posts = Array.from({ length: 30 }, (_, at) => postOf(at + 1, 'blog-1', NOON_MS + at));
  const world = worldWith(...posts).settle();
  const filter = { sinceMs: 0, untilMs: 8e14, blog: null, needle: null };
  const { slices } = world.reader.posts(filter, null, 30);
  const directory = world.reader.blogs(null, 0, 10).slices;
  const texts = [world.textOf(slices), world.textOf(directory)];
  for (let round = 0; round < 20; round++) {
    for (const post of posts) {
      world.fold({ ...post, title: `Round ${round}`, previousSortMs: post.sortMs });
    }
    world.fold(crawlOf('blog-2', NOON_MS + round)).cut();
    while (world.writer.canCompact) {
      world.writer.compact();
      world.cut();
    }
    t.equal(world.textOf(slices), texts[0], 'the old page is whole');
    t.equal(world.textOf(directory), texts[1], 'so is that of the directory');
  }
  for (const post of posts) {
    world
      .acknowledge()
      .fold({ ...post, title: 'Later', previousSortMs: post.sortMs })
      .cut();
  }
  t.not(world.textOf(slices), texts[0], 'then the memory is used again');
});

t.test('what is erased is in no later snapshot', async (t) => {
  const posts = [1, 2, 3].map((id) =>
    postOf(id, `blog-${(id % 2) + 1}`, NOON_MS, { title: `Secret ${id}` }),
  );
  const world = worldWith(...posts).settle();
  const holds = (text: string): boolean =>
    world.snapshot().chunks.some(({ bytes }) => Buffer.from(bytes).includes(text));
  t.ok(holds('Secret 1'));
  world.fold(postMaskOf('erase', posts[0]!)).cut();
  t.notOk(holds('Secret 1'));
  t.ok(holds('Secret 2'));
  world.fold(blogMaskOf('erase', 'blog-1')).cut();
  t.notOk(holds('Secret 2'), 'nor what an erased blog wrote');
  t.notOk(holds('Name of 1'), 'nor the blog itself');
  t.ok(holds('Secret 3') && holds('Name of 2'), 'the rest stays');
});

t.test('a block whose blogs are all erased is in no snapshot, also after a restart', async (t) => {
  const world = worldWith().fold(blogMaskOf('erase', 'blog-1'), blogMaskOf('erase', 'blog-2'));
  const names = (): string[] => world.snapshot().chunks.map(({ name }) => name);
  t.same(names(), []);
  world.restart(world.cut().snapshot());
  t.same(names(), []);
  world.fold(blogOf(3)).cut();
  t.match(world.blogs(), [{ slug: 'blog-3' }], 'the next blog of the block is listed');
});

t.test('records in any order are survived', async (t) => {
  const world = new World();
  world.fold(
    postOf(1, 'nobody', NOON_MS),
    postOf(2, 'nobody', NOON_MS, { previousSortMs: NOON_MS - 1 }),
    postMaskOf('hide', postOf(9, 'nobody', NOON_MS)),
    postMaskOf('erase', postOf(5_000_000, 'nobody', NOON_MS)),
    blogMaskOf('hide', 'nobody'),
    blogMaskOf('erase', 'nobody'),
    crawlOf('nobody', NOON_MS),
    { ...postMaskOf('hide', postOf(1, 'x', 1)), target: 'news' },
    { ...blogMaskOf('hide', 'blog-1'), target: 'media' },
    { ...crawlOf('x', NOON_MS), blog: null, media: 'outlet' },
  );
  t.strictSame(idsOf(world.cut()), []);
  world.fold(blogOf(70), postOf(5_000_000, 'blog-70', NOON_MS)).cut();
  t.strictSame(idsOf(world), [5_000_000]);
  t.strictSame(
    world.blogs().map(({ id }) => id),
    [70],
  );
});

t.test("a post that moves to another blog is that one's", async (t) => {
  const world = worldWith(postOf(1, 'blog-1', NOON_MS));
  world.fold(postOf(1, 'blog-2', NOON_MS, { previousSortMs: NOON_MS })).cut();
  t.strictSame(world.posts({ blog: 1 }), []);
  t.match(world.posts({ blog: 2 }), [{ id: 1, blogSlug: 'blog-2', blogName: 'Name of 2' }]);
  t.equal(world.blogs()[0]!.lastPublishedAt, null);
});

t.test('titles are found in long runs by index, in several indexes, and without', async (t) => {
  const count = 70_000;
  const words = ['alpha', 'beta', '台灣', 'ｶﾞ', 'x'];
  const titleOf = (id: number): string => `${words[id % 5]} ${id % 9973}`;
  const posts = Array.from({ length: count }, (_, at) =>
    postOf(at + 1, `blog-${(at % 2) + 1}`, START_MS + (at % 1000) * MINUTE_MS, {
      title: titleOf(at + 1),
    }),
  );
  const world = worldWith();
  for (const post of posts) world.fold(post);
  world.cut().acknowledge();
  const questions = ['台灣 77', '9972', 'alpha 1', '灣', 'ガ 55', 'nothing here', 'of 2'];
  const wanted = (q: string): number[] =>
    posts
      .filter(({ id, blog }) => {
        const name = `name of ${blog.slice(5)}`;
        return `${titleOf(id).normalize('NFKC')}`.includes(q) || name.includes(q);
      })
      .sort((a, b) => b.sortMs - a.sortMs || b.id - a.id)
      .slice(0, 20)
      .map(({ id }) => id);
  const found = (q: string): number[] => {
    const filter = { sinceMs: 0, untilMs: 8e14, blog: null, needle: world.reader.needleOf(q) };
    const { slices } = world.reader.posts(filter, null, 20);
    return world.itemsOf<{ id: number }>(slices).map(({ id }) => id);
  };
  for (const q of questions) t.strictSame(found(q), wanted(q), `${q}, by native search`);
  t.ok(world.writer.canCompact, 'an index is wanted');
  world.settle();
  const [run] = world.lastDelta!.segments[0]!.runs;
  t.equal(run!.index.length, 2, 'one section for 65,536 rows, one for the rest');
  for (const q of questions) t.strictSame(found(q), wanted(q), `${q}, by index`);
  world.fold(postOf(count + 1, 'blog-1', NOON_MS, { title: '台灣 77 late' })).cut();
  t.equal(found('77 late')[0], count + 1, 'a new post is found at once');
  world.restart(world.snapshot()).settle();
  for (const q of questions) t.strictSame(found(q), wanted(q), `${q}, after a restart`);
});

t.test('a stated page of ours, sound addresses, no icons', async (t) => {
  const odd = blogOf(3, {
    sourceUrl: 'https://[::1]:8080/a[b]|c%zz',
    iconUrl: 'https://blog-3.example/icon.png',
    feeds: [{ url: 'https://blog-3.example/rss', type: 'rss' }],
    expectedIntervalHours: 0.4,
    canonicalSlug: 'third',
  });
  const world = worldWith().fold(odd).cut();
  const detail = world.detailOf(world.reader.blog('blog-3')!);
  t.match(detail, {
    url: `${PUBLIC_URL}/blogs/blog-3/`,
    sourceUrl: 'https://[::1]:8080/a%5Bb%5D%7Cc%25zz',
    iconUrl: null,
    expectedIntervalHours: 1,
    feeds: [{ url: 'https://blog-3.example/rss', type: 'rss' }],
  });
  t.notOk('canonicalPath' in detail);
  t.equal(world.reader.blog('blog-9'), null);
});

t.test('pages larger than the scratch memory are whole', async (t) => {
  const summary = '長'.repeat(500);
  const posts = Array.from({ length: 800 }, (_, at) =>
    postOf(at + 1, 'blog-1', NOON_MS + at, { summary }),
  );
  t.strictSame(idsOf(worldWith(...posts)), posts.map(({ id }) => id).reverse());
});

t.test('a chunk that is no run, or cut short, is refused', async (t) => {
  const world = worldWith(postOf(1, 'blog-1', NOON_MS), postOf(2, 'blog-2', NOON_MS)).settle();
  const { sequence, chunks } = world.snapshot();
  const damaged = (change: (bytes: Uint8Array) => Uint8Array): (() => void) => {
    return () =>
      new World().restart({
        sequence,
        chunks: chunks.map(({ name, bytes }) => ({
          name,
          bytes: name.startsWith('posts') ? change(bytes.slice()) : bytes,
        })),
      });
  };
  t.throws(damaged((bytes) => bytes.fill(1, 0, 8)));
  t.throws(damaged((bytes) => bytes.slice(0, -64)));
  t.throws(damaged((bytes) => bytes.slice(0, 10)));
  t.throws(() => world.writer.restore('nonsense 1 2', new Uint8Array(8)));
  t.doesNotThrow(damaged((bytes) => bytes));
});
