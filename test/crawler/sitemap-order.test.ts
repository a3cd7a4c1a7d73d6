/** Which sitemaps of an index are read, and that all are in the end. */
import t from 'tap';
import { childrenOf, dueChildren } from '../../src/crawler/channel-read.js';
import type { SitemapDocument } from '../../src/documents/documents.js';
import { HOUR_MS } from '../../src/kernel/clock.js';
import { CRAWL } from '../../src/kernel/limits.js';
import { at, channel, media, page, START_MS, startPaperCrawl } from './paper-web.js';

const SITE = 'https://gazette.example';
const SITEMAP: SitemapDocument = {
  ...{ kind: 'sitemap', sitemaps: [], entries: [], charset: 'utf-8', dropped: [] },
};

t.test('the highest number looks newest, and dates come before', async (t) => {
  const of = (path: string, modified: number | null = null) => ({
    url: `${SITE}/${path}`,
    modified: modified === null ? null : at(modified),
  });
  const sitemaps = [of('posts-2.xml'), of('pages.xml'), of('posts-10.xml'), of('tags.xml')];
  const urls = childrenOf({ sitemaps: [...sitemaps, of('old.xml', 1), of('new.xml', 2)] });
  const names = ['new.xml', 'old.xml', 'posts-10.xml', 'posts-2.xml', 'tags.xml', 'pages.xml'];
  t.same(
    urls,
    names.map((name) => `${SITE}/${name}`),
  );
});

t.test('half of a turn is for what was never read', async (t) => {
  const urls = Array.from({ length: 40 }, (_, place) => `${SITE}/${place}`);
  const read = { etag: null, lastModified: null, bytesHash: 'x' };
  const known = Object.fromEntries(urls.slice(0, 20).map((url) => [url, read]));
  const due = dueChildren(urls, known).map((url) => Number(url.split('/').at(-1)));
  t.same(due, [0, 1, 2, 3, 4, 20, 21, 22, 23, 24]);
});

t.test('all sitemaps of an index without dates are read in the end, newest first', async (t) => {
  const index = `${SITE}/index.xml`;
  const entry = media('gazette', [channel(index, { type: 'sitemap', everyMs: HOUR_MS })]);
  const crawl = await startPaperCrawl(t, [entry]);
  const numbers = Array.from({ length: 25 }, (_, place) => place + 1);
  const child = (number: number): string => `${SITE}/posts-${number}.xml`;
  const story = (number: number): string => `${SITE}/story-${number}`;
  const sitemaps = numbers.map((number) => ({ url: child(number), modified: null }));
  crawl.web.answers.set(index, { document: { ...SITEMAP, sitemaps } });
  const blank = { title: null, published: null, modified: null, keywords: [], image: null };
  for (const number of numbers) {
    const entries = [{ ...blank, url: story(number) }];
    crawl.web.answers.set(child(number), { document: { ...SITEMAP, entries, sitemaps: [] } });
    const document = page({ title: `Story ${number} of many`, published: at(START_MS - HOUR_MS) });
    crawl.web.answers.set(story(number), { document });
  }
  await crawl.pass(10 * 60_000);
  const first = crawl.web.requests.filter((url) => url.includes('posts-'));
  t.equal(first.length, CRAWL.sitemapsMax);
  t.equal(first[0], child(25), 'the newest-looking first');
  await crawl.pass(6 * HOUR_MS, 10 * 60_000);
  t.equal(crawl.log.news.size, 25);
});
