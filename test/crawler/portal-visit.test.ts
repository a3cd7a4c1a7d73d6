import t from 'tap';
import { portalDueMs } from '../../src/crawler/portal-visit.js';
import type { PortalSource } from '../../src/crawler/sources/model.js';
import type { PortalDocument, StoriesDocument } from '../../src/documents/documents.js';
import { HOUR_MS, isoOf, MINUTE_MS } from '../../src/kernel/clock.js';
import { at, media, START_MS, startPaperCrawl } from './paper-web.js';

const LIST = 'https://gazette.example/topics';
const FEATURES = 'https://gazette.example/features';

function listOf(url: string, kind: PortalSource['kind'], story?: string): PortalSource {
  return { url, kind, rule: { item: 'li', link: 'a', story }, pagesMax: 3 };
}

function portalPage(
  ids: readonly string[],
  nextUrl: string | null = null,
): { document: PortalDocument } {
  const items = ids.map((id) => ({
    ...{ id, title: `Topic ${id}`, url: `https://gazette.example/topic/${id}`, image: null },
    ...{ sponsored: false, stories: [] },
  }));
  return { document: { kind: 'portal', items, nextUrl, dropped: [] } };
}

function stories(count: number): { document: StoriesDocument } {
  const all = Array.from({ length: count }, (_, number) => ({
    ...{ url: `https://gazette.example/${number}`, title: `Story ${number}` },
    published: at(START_MS - number * HOUR_MS),
  }));
  return { document: { kind: 'stories', title: null, image: null, stories: all, nextUrl: null } };
}

t.test('portals are due at once, then at minute 50 of every hour', async (t) => {
  t.equal(portalDueMs(null), Number.NEGATIVE_INFINITY);
  t.equal(portalDueMs(START_MS), START_MS + 50 * MINUTE_MS);
  t.equal(portalDueMs(START_MS + 50 * MINUTE_MS), START_MS + 110 * MINUTE_MS);
  t.equal(portalDueMs(START_MS + 55 * MINUTE_MS), START_MS + 110 * MINUTE_MS);
});

t.test('topics are read with their stories, from every page of a list', async (t) => {
  const sources = [listOf(LIST, 'topic', 'ol li'), listOf(FEATURES, 'feature')];
  const portal = { link: LIST, rulesUrl: null, sources };
  const crawl = await startPaperCrawl(t, [media('gazette', [], { portal })]);
  crawl.web.answers.set(LIST, portalPage(['a', 'b'], `${LIST}?page=2`));
  crawl.web.answers.set(`${LIST}?page=2`, portalPage(['c'], LIST));
  crawl.web.answers.set(FEATURES, portalPage(['d']));
  for (const id of ['a', 'b', 'c'])
    crawl.web.answers.set(`https://gazette.example/topic/${id}`, stories(2));
  await crawl.pass(MINUTE_MS);
  const items = crawl.log.of('portal-item');
  t.same(
    items.map(({ id }) => id),
    ['a', 'b', 'c', 'd'],
  );
  t.same(
    items.map(({ listPage }) => listPage),
    [1, 1, 2, 1],
  );
  t.match(items[0], { media: 'gazette', itemKind: 'topic', title: 'Topic a' });
  t.match(items[0]!.stories, [{ url: 'https://gazette.example/0', date: isoOf(START_MS) }, {}]);
  t.match(crawl.log.of('portal-check'), [{ status: 'ok', fetched: 4, error: null }]);
});

t.test(
  'a list that fails leaves the others, and says so; a portal that fails says that',
  async (t) => {
    const portal = {
      link: LIST,
      rulesUrl: null,
      sources: [listOf(LIST, 'topic'), listOf(FEATURES, 'feature')],
    };
    const crawl = await startPaperCrawl(t, [media('gazette', [], { portal })]);
    crawl.web.answers.set(LIST, portalPage(['a']));
    crawl.web.answers.set(FEATURES, { fails: 'server-error' });
    await crawl.pass(MINUTE_MS);
    t.match(crawl.log.of('portal-check').at(-1), {
      status: 'partial',
      sources: [
        { items: 1, error: null },
        { items: 0, error: /server-error/ },
      ],
    });
    crawl.web.answers.set(LIST, { fails: 'timeout' });
    await crawl.pass(HOUR_MS, 10 * MINUTE_MS);
    t.match(crawl.log.of('portal-check').at(-1), { status: 'failed', error: /timeout/ });
    t.equal(crawl.log.of('portal-check').length, 2, 'once at the start, once at minute 50');
  },
);

t.test('stories that cannot be read leave those that are known', async (t) => {
  const portal = { link: LIST, rulesUrl: null, sources: [listOf(LIST, 'topic', 'ol li')] };
  const crawl = await startPaperCrawl(t, [media('gazette', [], { portal })]);
  crawl.web.answers.set(LIST, portalPage(['a']));
  crawl.web.answers.set('https://gazette.example/topic/a', { fails: 'timeout' });
  await crawl.pass(MINUTE_MS);
  t.notOk('stories' in crawl.log.of('portal-item')[0]!, 'an absent field keeps its value');
});
