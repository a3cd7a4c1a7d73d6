/** What is registered, page by page: for people who administer a store. */
import t from 'tap';
import type { BlogRecord } from '../../src/model/records.js';
import { BLOG, type Desk, MEDIA, makeDesk } from './helper.js';

async function slugsOf({ log }: Desk): Promise<{ slugs: string[]; pages: number }> {
  const slugs: string[] = [];
  let pages = 0;
  for (let after: string | null = ''; after !== null; pages++) {
    const page: Awaited<ReturnType<typeof log.registry>> = await log.registry('blog', after);
    slugs.push(...page.items.map(({ record }) => (record as BlogRecord).slug));
    after = page.next;
  }
  return { slugs, pages };
}

t.test('a new store has nothing registered', async (t) => {
  const { log } = await makeDesk(t);
  t.strictSame(await log.registry('blog', ''), { items: [], next: null });
  t.strictSame(await log.registry('media', ''), { items: [], next: null });
});

t.test(
  'the newest record of each, the unverified and the masked too, erased ones not',
  async (t) => {
    const desk = await makeDesk(t);
    await desk.send([
      BLOG,
      { ...BLOG, slug: 'Zoo', verified: false },
      { ...BLOG, slug: 'gone' },
      { ...BLOG, name: 'Green tea' },
      MEDIA,
      { kind: 'hide', target: 'blog', key: 'tea' },
      { kind: 'hide', target: 'blog', key: 'Zoo' },
      { kind: 'show', target: 'blog', key: 'Zoo' },
      { kind: 'erase', target: 'blog', key: 'gone' },
    ]);
    const { items } = await desk.log.registry('blog', '');
    t.match(items, [
      { record: { slug: 'Zoo', verified: false }, hidden: false },
      { record: { slug: 'tea', name: 'Green tea', verified: true }, hidden: true },
    ]);
    t.equal(items.length, 2);
    t.match(await desk.log.registry('media', ''), {
      items: [{ record: { media: 'abc' } }],
      next: null,
    });
  },
);

t.test('many are read in pages, each once, in order', async (t) => {
  const desk = await makeDesk(t);
  const wanted = Array.from({ length: 1203 }, (_, at) => `blog-${String(at).padStart(4, '0')}`);
  await desk.send(wanted.map((slug) => ({ ...BLOG, slug })));
  const { slugs, pages } = await slugsOf(desk);
  t.strictSame(slugs, wanted);
  t.equal(pages, 3);
});
