/** A feed of several pages (RFC 5005) is followed while all that a page lists is new. */
import t from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { CRAWL } from '../../src/kernel/limits.js';
import { at, channel, feed, media, START_MS, startPaperCrawl } from './paper-web.js';

const FEED = 'https://gazette.example/feed';

t.test('a feed goes on at first, after an absence, and no further than it must', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED, { content: 'none' })])]);
  const pageUrl = (number: number): string => (number === 0 ? FEED : `${FEED}?page=${number}`);
  const article = (number: number): string => `https://gazette.example/${number}`;
  /** The newest articles, two on a page, the last page without a next one. */
  const list = (newest: number): void => {
    for (let page = 0; 2 * page < newest; page++) {
      const numbers = [newest - 2 * page, newest - 2 * page - 1].filter((number) => number > 0);
      const items = numbers.map((number) => ({
        ...{ url: article(number), title: `Title ${number}`, published: at(START_MS) },
      }));
      const nextUrl = 2 * page + 2 < newest ? pageUrl(page + 1) : null;
      crawl.web.answers.set(pageUrl(page), { document: feed(items, { nextUrl, ttlMinutes: 60 }) });
    }
  };
  const asked = (): string[] => crawl.web.requests.splice(0).filter((url) => url.startsWith(FEED));
  list(4);
  await crawl.pass(MINUTE_MS);
  t.strictSame(asked(), [FEED, pageUrl(1)], 'at first');
  for (const number of [1, 2, 3, 4]) t.ok(crawl.log.news.has(article(number)));
  list(5);
  await crawl.pass(2 * HOUR_MS);
  t.ok(crawl.log.news.has(article(5)));
  t.notOk(asked().includes(pageUrl(1)), 'what is known is not read again');
  list(11);
  await crawl.pass(2 * HOUR_MS);
  t.ok(asked().includes(pageUrl(2)), 'after an absence');
  for (const number of [6, 7, 8, 9, 10, 11]) t.ok(crawl.log.news.has(article(number)), `${number}`);
  list(11 + 4 * CRAWL.listPagesMax);
  await crawl.pass(2 * HOUR_MS);
  const pages = new Set(asked());
  t.equal(pages.size, CRAWL.listPagesMax, 'within a bound');
});
