/** What is registered, page by page: for people who administer a store. */
import t from 'tap';
import { REGISTRY } from '../../../src/kernel/limits.js';
import type { BlogRecord } from '../../../src/kernel/model/records.js';
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

t.test('no more media and categories than a store takes, whatever came before', async (t) => {
  const desk = await makeDesk(t);
  const { mediaMax, categoriesMax } = REGISTRY;
  const media = Array.from({ length: mediaMax + 1 }, (_, at) => ({ ...MEDIA, media: `m${at}` }));
  const first = await desk.send(media);
  t.equal(first.rejects.length, 1);
  t.match(first.rejects[0]!.reason, `media: ${mediaMax} media are registered`);
  const categories = Array.from({ length: categoriesMax + 2 }, (_, at) => ({
    ...{ kind: 'category', key: `c${at}`, label: 'C' },
  }));
  t.equal((await desk.send(categories)).rejects.length, 2);
  await desk.reopen();
  const again = await desk.send([{ ...media[0]!, title: 'New' }, media.at(-1)!]);
  t.match(again, { accepted: 0, updated: 1 }, 'what is there may change');
  t.equal(again.rejects.length, 1);
});
