import fc from 'fast-check';
import t from 'tap';
import { pageAt } from '../../../demo/sites/site.js';
import { sitemapAt } from '../../../demo/sites/sitemaps.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { article, NOW_MS, nastyLine, siteWith } from './example-site.js';

const TOKEN = /<\?[^>]*\?>|<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|[^<]+/gy;
const REFERENCE = /&(?!(?:amp|lt|gt|quot|#39|#13);)/;

/** Whether tags are closed in order, attributes quoted, and every ampersand a reference. */
function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < xml.length) {
    const token = TOKEN.exec(xml);
    if (token === null || REFERENCE.test(token[0])) return false;
    const [, closing, name, , empty] = token;
    if (name === undefined || empty === '/') continue;
    if (closing === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

function locations(xml: string | null): string[] {
  return [...(xml ?? '').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url as string);
}

t.test('sitemaps are well-formed whatever the articles hold', async (t) => {
  t.notOk(isWellFormed('<a>&nbsp;</a>'), 'the check can fail');
  t.notOk(isWellFormed('<a><b></a></b>'), 'the check can fail');
  const check = fc.property(nastyLine, (text) => {
    const one = article(1, { title: text, tags: [text], image: 'http://news.example/?a=1&b=2' });
    const view = siteWith([one], { sitemap: 'index' }, { title: text });
    const paths = ['sitemap.xml', 'sitemap-news.xml', 'sitemap-0.xml'];
    return paths.every((path) => isWellFormed(sitemapAt(view, path) ?? '<'));
  });
  fc.assert(check, { numRuns: 80 });
});

t.test('an index names sitemaps that hold every article once', async (t) => {
  const articles = Array.from({ length: 1203 }, (_, n) =>
    article(n % 500, {
      ...{ url: `http://news.example/news/${n}`, visibleMs: NOW_MS - n * 60_000 },
    }),
  );
  const view = siteWith(articles, { sitemap: 'index' });
  const maps = locations(sitemapAt(view, 'sitemap.xml'));
  t.equal(maps.length, 4);
  const named = maps
    .filter((url) => !url.includes('news.xml'))
    .flatMap((url) => locations(sitemapAt(view, url.slice('http://news.example/'.length))));
  t.equal(named.length, articles.length);
  t.equal(new Set(named).size, articles.length);
  t.equal(sitemapAt(view, 'sitemap-3.xml'), null, 'and no more than there are');
});

t.test('a news sitemap holds two days', async (t) => {
  const old = article(1, { url: 'http://news.example/old', visibleMs: NOW_MS - 2 * DAY_MS });
  const xml = sitemapAt(siteWith([old, article(2)], { sitemap: 'news' }), 'sitemap-news.xml');
  t.same(locations(xml), ['http://news.example/news/2']);
  t.match(xml, '<news:publication_date>2025-05-20T02:02:00+08:00</news:publication_date>');
});

t.test('robots.txt names the sitemap, and the delay where there is one', async (t) => {
  const view = siteWith([article(1)], { sitemap: 'plain', crawlDelayS: 2 });
  const { content, contentType } = pageAt(view, '/robots.txt');
  t.match(content, 'Sitemap: http://news.example/sitemap.xml');
  t.match(content, 'Crawl-delay: 2');
  t.equal(contentType, 'text/plain');
  t.notMatch(pageAt(siteWith([], { sitemap: 'none' }), '/robots.txt').content, 'Sitemap');
});
