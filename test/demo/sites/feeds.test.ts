import fc from 'fast-check';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import t from 'tap';
import { wholeHtml } from '../../../demo/sites/article-text.js';
import type { SiteArticle } from '../../../demo/sites/content.js';
import { FEED_ITEMS, feedOf } from '../../../demo/sites/feeds.js';
import { article, nastyLine, owner, siteWith } from './example-site.js';

const RUNS = { numRuns: 60 };
/** What XML cannot hold is left out. */
const NOT_XML = /[\ufffe\uffff]/g;

function item(title: string, tag: string): SiteArticle {
  return article(1, { title, description: title, tags: [tag], authors: [tag] });
}

t.test('RSS gives back every text as it was', async () => {
  const check = fc.property(nastyLine, nastyLine, (title, tag) => {
    const one = item(title, tag);
    const view = siteWith([one], { feed: 'rss', feedText: 'whole', tracking: 'none' });
    const feed = parseRssFeed(feedOf(view).text);
    const [read] = feed.items ?? [];
    const sound = title.replace(NOT_XML, '');
    return (
      feed.title === owner.title &&
      read?.title === sound.trim() &&
      read.description === sound.trim() &&
      read.link === one.url &&
      read.content?.encoded === wholeHtml(one) &&
      read.dc?.creators?.[0] === tag.replace(NOT_XML, '').trim() &&
      (read.categories ?? []).some(({ name }) => name === tag.replace(NOT_XML, '').trim()) &&
      Date.parse(String(read.pubDate)) === one.publishedMs
    );
  });
  fc.assert(check, RUNS);
});

t.test('Atom gives back every text as it was', async () => {
  const check = fc.property(nastyLine, nastyLine, (title, tag) => {
    const one = item(title, tag);
    const view = siteWith([one], { feed: 'atom', feedText: 'whole', tracking: 'none' });
    const feed = parseAtomFeed(feedOf(view).text);
    const [read] = feed.entries ?? [];
    return (
      read?.title?.value === title.replace(NOT_XML, '').trim() &&
      read.id === one.url &&
      read.links?.[0]?.href === one.url &&
      read.content?.value === wholeHtml(one) &&
      read.categories?.[0]?.term === tag.replace(NOT_XML, '') &&
      Date.parse(String(read.published)) === one.publishedMs
    );
  });
  fc.assert(check, RUNS);
});

t.test('JSON Feed gives back every text as it was', async () => {
  const check = fc.property(nastyLine, nastyLine, (title, tag) => {
    const one = item(title, tag);
    const view = siteWith([one], { feed: 'json', feedText: 'whole', tracking: 'none' });
    const feed = parseJsonFeed(JSON.parse(feedOf(view).text));
    const [read] = feed.items ?? [];
    return (
      read?.title === title &&
      read.url === one.url &&
      read.content_html === wholeHtml(one) &&
      read.tags?.[0] === tag &&
      Date.parse(String(read.date_published)) === one.publishedMs
    );
  });
  fc.assert(check, RUNS);
});

t.test('a feed keeps the newest twenty, the newest first', async (t) => {
  const view = siteWith(
    Array.from({ length: 30 }, (_, number) => article(number)),
    { feed: 'rss', tracking: 'none' },
  );
  const { items = [] } = parseRssFeed(feedOf(view).text);
  const wanted = Array.from({ length: FEED_ITEMS }, (_, at) => `第${29 - at}則`);
  t.same(
    items.map(({ title }) => title),
    wanted,
  );
});

t.test('a day stays a day: RSS writes it as one, other formats write nothing', async (t) => {
  const one = article(1, { precision: 'day', publishedMs: Date.UTC(2025, 4, 18, 16) });
  const rss = parseRssFeed(feedOf(siteWith([one], { feed: 'rss' })).text).items?.[0];
  t.equal(rss?.pubDate, undefined);
  t.equal(rss?.dc?.dates?.[0], '2025-05-19');
  const atom = parseAtomFeed(feedOf(siteWith([one], { feed: 'atom' })).text).entries?.[0];
  t.equal(atom?.published, undefined);
  const json = parseJsonFeed(JSON.parse(feedOf(siteWith([one], { feed: 'json' })).text)).items?.[0];
  t.equal(json?.date_published, undefined);
});

t.test(
  'summaries only, campaign parameters, and the publisher of what is only listed',
  async (t) => {
    const publisher = {
      title: '別報',
      home: 'http://other.example/',
      url: 'http://other.example/1',
    };
    const view = siteWith([article(1, { publisher })], {
      ...{ feed: 'rss', feedText: 'summary', tracking: 'canonical' },
    });
    const read = parseRssFeed(feedOf(view).text).items?.[0];
    t.equal(read?.content?.encoded, undefined);
    t.equal(read?.link, 'http://news.example/news/1?utm_source=feed&utm_medium=rss');
    t.same(read?.source, { title: '別報', url: 'http://other.example/' });
  },
);
