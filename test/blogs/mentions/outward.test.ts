/** Which posts link to given addresses, against a naive list of the posts that stand. */
import fc from 'fast-check';
import t from 'tap';
import type { LinkingAnswer, OutwardLink } from '../../../src/blogs/mentions/codec.js';
import { blogMaskOf, blogOf, postMaskOf, postOf, START_MS } from './records.js';
import { worldOf } from './small-world.js';
import type { World } from './world.js';

const MINUTE_MS = 60_000;
/** One place under several addresses, and its neighbours that are others. */
const SAME = [
  'https://news.example/a/1?id=7',
  'http://www.news.example/a/1/?id=7#part',
  'https://m.news.example/a/1?utm_source=x&id=7',
  'https://amp.news.example/a//1?id=7',
];
const OTHERS = [
  'https://news.example/a/1',
  'https://news.example/a/1?id=8',
  'https://news.example/b/1?id=7',
  'https://other.example/a/1?id=7',
];
const ALL = [...SAME, ...OTHERS];

function linking(world: World, urls: readonly string[], postsMax = 100): LinkingAnswer {
  return world.writer.ask({ type: 'linking', urls, postsMax }).value as LinkingAnswer;
}

const idsOf = ({ posts }: LinkingAnswer): number[] => posts.map(({ id }) => id);

t.test('a link leads to an article under every form of its address, and to no other', async (t) => {
  const world = worldOf(1).fold(...ALL.map((url, at) => postOf(at + 1, 1, START_MS + at, [url])));
  for (const url of SAME) t.same(idsOf(linking(world, [url])), [4, 3, 2, 1], url);
  for (const [at, url] of OTHERS.entries()) t.same(idsOf(linking(world, [url])), [at + 5], url);
  t.same(linking(world, ['https://nobody.example/', 'no address']), { posts: [], limited: false });
});

t.test(
  'a post is named once with its first link, the newest first, and the rest is told',
  async (t) => {
    const world = worldOf(2).fold(
      postOf(1, 1, START_MS, [SAME[1]!, SAME[0]!, OTHERS[0]!]),
      postOf(2, 2, START_MS + 1, [OTHERS[0]!]),
    );
    const { posts } = linking(world, [OTHERS[0]!, SAME[0]!]);
    t.same(posts, [
      { id: 2, sortMs: START_MS + 1, targets: [0], targetUrl: OTHERS[0], anchor: 'a link' },
      { id: 1, sortMs: START_MS, targets: [1, 0], targetUrl: SAME[1], anchor: 'a link' },
    ]);
    const cut = linking(world, [OTHERS[0]!, SAME[0]!], 1);
    t.same([idsOf(cut), cut.limited], [[2], true]);
  },
);

t.test(
  'links of posts are told in their order, those of hidden posts and blogs are not',
  async (t) => {
    const world = worldOf(2).fold(
      postOf(1, 1, START_MS, [SAME[1]!, OTHERS[3]!]),
      postOf(2, 2, START_MS, [OTHERS[0]!]),
      postOf(3, 1, START_MS, [OTHERS[1]!]),
    );
    const told = (): string[] =>
      (world.writer.ask({ type: 'links', ids: [1, 2, 3, 4] }).value as OutwardLink[]).map(
        ({ id, targetUrl }) => `${id} ${targetUrl}`,
      );
    const all = [`1 ${SAME[1]}`, `1 ${OTHERS[3]}`, `2 ${OTHERS[0]}`, `3 ${OTHERS[1]}`];
    t.same(told(), all);
    world.fold(blogMaskOf('hide', 2), postMaskOf('hide', 3));
    t.same(told(), all.slice(0, 2));
    world.fold(blogMaskOf('show', 2), postMaskOf('erase', 3));
    t.same(told(), all.slice(0, 3));
  },
);

t.test(
  'the posts are those of a naive list, whatever is changed, hidden or restarted',
  async () => {
    const post = fc.integer({ min: 1, max: 5 });
    const blog = fc.integer({ min: 1, max: 3 });
    const links = fc.uniqueArray(fc.nat(ALL.length - 1), { maxLength: 3 });
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ type: fc.constant('post'), post, blog, links }) },
      {
        weight: 3,
        arbitrary: fc.record({
          type: fc.constantFrom('hide', 'show', 'erase', 'hide-blog', 'show-blog', 'unverify'),
          ...{ post, blog, links },
        }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('restart'), post, blog, links }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const world = worldOf(3);
        const naive = new Map<number, { blog: number; links: number[]; atMs: number }>();
        const hidden = new Set<number>();
        const hiddenBlogs = new Set<number>();
        const unverified = new Set<number>();
        steps.forEach(({ type, post, blog, links }, at) => {
          const atMs = START_MS + at * MINUTE_MS;
          if (type === 'post') {
            const own = naive.get(post)?.blog ?? blog;
            const targets = links.map((one) => ALL[one]!);
            world.fold(postOf(post, own, atMs, targets));
            naive.set(post, { blog: own, links, atMs });
          } else if (type === 'hide' || type === 'show' || type === 'erase') {
            world.fold(postMaskOf(type, post));
            if (type === 'hide') hidden.add(post);
            else hidden.delete(post);
            if (type === 'erase') naive.delete(post);
          } else if (type === 'unverify') {
            world.fold(blogOf(blog, { verified: false }));
            unverified.add(blog);
          } else if (type === 'restart') world.restart(world.snapshot());
          else {
            world.fold(blogMaskOf(type === 'hide-blog' ? 'hide' : 'show', blog));
            if (type === 'hide-blog') hiddenBlogs.add(blog);
            else hiddenBlogs.delete(blog);
          }
          const expected = [...naive]
            .filter(([id, { blog: own }]) => {
              return !hidden.has(id) && !hiddenBlogs.has(own) && !unverified.has(own);
            })
            .filter(([, one]) => one.links.some((link) => link < SAME.length))
            .sort(([a, { atMs: aMs }], [b, { atMs: bMs }]) => bMs - aMs || b - a)
            .map(([id]) => id);
          const found = idsOf(linking(world, [SAME[0]!]));
          if (String(found) !== String(expected)) throw new Error(`${found} are not ${expected}`);
        });
      }),
    );
  },
);
