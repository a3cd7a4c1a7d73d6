/** Finding a source from one address, as a person would by hand. */
import fc from 'fast-check';
import t from 'tap';
import { type FindOptions, findSource } from '../../../src/crawler/finding/find-source.js';
import { addressesOf, feedChoices } from '../../../src/crawler/finding/places.js';
import type { SourceEntry } from '../../../src/crawler/sources/model.js';
import { appendEntry } from '../../../src/crawler/sources/write-sources.js';
import { read } from '../sources/reading.js';
import { article, fakeWeb, items, link, NOW_MS, type Web, whole } from './fake-web.js';

const SITE = 'https://quay.example/';
const NONE: FindOptions = {
  known: [],
  defaults: { content: null, zoneOffsetMs: null, everyMs: null },
};

async function find(input: string, web: Web, options: Partial<FindOptions> = {}, robots = {}) {
  const tools = fakeWeb(web, robots);
  const finding = await findSource(input, tools, { ...NONE, ...options });
  return { finding, asked: tools.asked };
}

/** The address of the channel that was found, or why none was. */
async function channelOf(input: string, web: Web): Promise<string> {
  const { finding } = await find(input, web);
  return finding.kind === 'found' ? finding.entry.channels[0]!.url : finding.message;
}

t.test('a feed is taken as it is', async (t) => {
  const { finding, asked } = await find('quay.example/feed', {
    [`${SITE}feed`]: { feed: { siteUrl: SITE, items: items(SITE, 3, whole), language: 'en' } },
    [`${SITE}1`]: article,
  });
  t.match(finding, {
    kind: 'found',
    entry: {
      kind: 'blog',
      key: 'quay-example',
      name: 'Quay Notes',
      sourceUrl: SITE,
      channels: [{ type: 'feed', url: `${SITE}feed`, content: 'auto' }],
    },
    summary: { items: 3, dated: 3, newestMs: NOW_MS, wholeTexts: true, language: 'en' },
    sample: { url: `${SITE}1`, title: 'A story', authors: ['Ann Quay'], bodyFrom: 'page' },
    problems: [],
  });
  t.strictSame(asked, [`${SITE}feed`, `${SITE}1`]);
});

t.test('tags and links are shown as the crawl stores them', async (t) => {
  const link = (url: string) => ({ url, location: 'body' as const, anchor: 'x' });
  const page = {
    page: {
      ...(article as { page: object }).page,
      keywords: ['of the page'],
      links: [link('https://page.example/')],
    },
  } as Web[string];
  const storedOf = async (part: object, options: Partial<FindOptions> = {}) => {
    const [first] = items(SITE, 1);
    const web = {
      [`${SITE}feed`]: { feed: { items: [{ ...first!, ...part }] } },
      [`${SITE}1`]: page,
    };
    const { finding } = await find(`${SITE}feed`, web, options);
    return finding.kind === 'found' ? finding.stored : finding.message;
  };
  const categories = ['of the feed'];
  const content = `<p>${'Whole words. '.repeat(60)}<a href="https://feed.example/">x</a></p>`;
  t.strictSame(
    await storedOf({ categories, content }),
    { from: 'feed', tags: categories, links: ['https://feed.example/'] },
    'a feed that carries the text is all that is read',
  );
  t.strictSame(await storedOf({ content: null, summary: null }), {
    ...{ from: 'page', tags: ['of the page'], links: ['https://page.example/'] },
  });
  const media = await storedOf({ categories, content: null, summary: null }, { kind: 'media' });
  t.strictSame(media, { from: 'page', tags: ['of the page'], links: null });
});

t.test('a feed that only a Link header names is found', async (t) => {
  const named = (type: string): string => `</rss>; rel="alternate"; type="${type}"`;
  const feed = { feed: { items: items(SITE, 3) } };
  const channel = (type: string) =>
    channelOf(SITE, { [SITE]: { page: {}, link: named(type) }, [`${SITE}rss`]: feed });
  t.equal(await channel('application/atom+xml; charset=utf-8'), `${SITE}rss`);
  const web: Web = {
    [SITE]: { page: {}, link: '</odd>; rel=alternate; type=text/html' },
    [`${SITE}odd`]: feed,
  };
  t.not(await channelOf(SITE, web), `${SITE}odd`, 'another language of the page is no feed');
});

t.test('what is proposed can be written and read again', async (t) => {
  const { finding } = await find(SITE, {
    [SITE]: {
      page: { siteName: 'The "Quay"', feeds: [link(`${SITE}rss`)], iconUrl: `${SITE}i.png` },
    },
    [`${SITE}rss`]: { feed: { description: 'Notes\nfrom the sea', items: items(SITE, 40) } },
  });
  if (finding.kind !== 'found') throw new Error(finding.message);
  const { entries, faults } = read(appendEntry('', finding.entry));
  t.strictSame(faults, []);
  t.same({ ...entries[0], line: 0 }, finding.entry);
});

t.test('a scheme is tried, https first', async (t) => {
  t.strictSame(addressesOf(' quay.example '), ['https://quay.example/', 'http://quay.example/']);
  t.strictSame(addressesOf('localhost:8080/x'), [
    'https://localhost:8080/x',
    'http://localhost:8080/x',
  ]);
  t.strictSame(addressesOf('feed://quay.example/a'), [
    'https://quay.example/a',
    'http://quay.example/a',
  ]);
  t.strictSame(addressesOf('feed:https://quay.example/a'), ['https://quay.example/a']);
  for (const bad of [
    '',
    'two words',
    'ftp://quay.example',
    'mailto:a@quay.example',
    'https://',
    '?',
  ]) {
    t.strictSame(addressesOf(bad), [], bad);
  }
  t.equal(
    await channelOf('quay.example/feed', {
      'https://quay.example/feed': { fails: 'no connection' },
      'http://quay.example/feed': { feed: { items: items(SITE, 1) } },
    }),
    'http://quay.example/feed',
  );
});

t.test(
  'feeds of a page: never comments, parts only when asked for, full texts first',
  async (t) => {
    const choose = (page: string, ...feeds: ReturnType<typeof link>[]): string[] =>
      feedChoices(feeds, page).map(({ url }) => url.slice(SITE.length));
    const comments = link(`${SITE}comments/feed`, 'Comments for Quay');
    const sea = link(`${SITE}category/sea/feed`, 'Sea');
    const main = link(`${SITE}feed`, 'Quay');
    t.strictSame(choose(SITE, comments, sea, main), ['feed', 'category/sea/feed']);
    t.strictSame(choose(`${SITE}category/sea/`, main, sea), ['category/sea/feed', 'feed']);
    t.strictSame(choose(SITE, link(`${SITE}s.xml`, 'Quay summary'), link(`${SITE}f.xml`, 'Full')), [
      'f.xml',
      's.xml',
    ]);
    t.strictSame(choose(SITE, link(`${SITE}linked.xml`, '', ''), main), ['feed', 'linked.xml']);
    t.strictSame(choose(SITE, link(`${SITE}feed.json`, '', 'application/feed+json'), main), [
      'feed',
      'feed.json',
    ]);
    t.strictSame(choose(SITE, link(`${SITE}podcast.xml`), main), ['feed', 'podcast.xml']);
    t.strictSame(choose(SITE, main, main), ['feed']);
    for (const title of ['Quay » Comments Feed', 'Quay » Kommentar-Feed', '漁港 » 留言RSS 供稿']) {
      t.strictSame(choose(SITE, link(`${SITE}a/feed`, title), main), ['feed'], title);
    }
  },
);

t.test('of two equal feeds the one with whole texts is taken', async (t) => {
  const page = { page: { feeds: [link(`${SITE}a`), link(`${SITE}b`), link(`${SITE}c`)] } };
  const short = { feed: { items: items(SITE, 3) } };
  const full = { feed: { items: items(SITE, 3, whole) } };
  const url = (name: string): string => SITE + name;
  t.equal(await channelOf(SITE, { [SITE]: page, [url('a')]: short, [url('b')]: full }), url('b'));
  t.equal(await channelOf(SITE, { [SITE]: page, [url('a')]: short, [url('b')]: short }), url('a'));
  const empty = { feed: {} };
  t.equal(await channelOf(SITE, { [SITE]: page, [url('b')]: empty }), url('b'), 'a new site');
  t.equal(await channelOf(SITE, { [SITE]: page, [url('a')]: empty, [url('c')]: short }), url('c'));
});

t.test('the home page, well-known places and sitemaps are tried in turn', async (t) => {
  const page = { page: {} };
  const feed = { feed: { items: items(SITE, 2) } };
  const deep = `${SITE}a/b.html`;
  const home = { page: { feeds: [link(`${SITE}main.xml`)] } };
  t.equal(
    await channelOf(deep, { [deep]: page, [SITE]: home, [`${SITE}main.xml`]: feed }),
    `${SITE}main.xml`,
  );
  t.equal(
    await channelOf(deep, { [deep]: page, [`${SITE}a/atom.xml`]: feed }),
    `${SITE}a/atom.xml`,
  );
  t.equal(await channelOf(SITE, { [SITE]: page, [`${SITE}blog/feed`]: feed }), `${SITE}blog/feed`);
  const sitemap = {
    sitemap: {
      entries: [
        { url: `${SITE}1`, modified: null, title: 'x', published: null, keywords: [], image: null },
      ],
    },
  };
  t.equal(
    await channelOf(SITE, { [SITE]: page, [`${SITE}sitemap.xml`]: sitemap }),
    `${SITE}sitemap.xml`,
  );
  const named = `${SITE}maps/news.xml`;
  const { finding } = await find(
    SITE,
    { [SITE]: page, [named]: sitemap },
    {},
    { sitemaps: [named] },
  );
  t.match(finding, { kind: 'found', entry: { channels: [{ type: 'sitemap', url: named }] } });
});

t.test('a page that lists the feeds of a site is opened', async (t) => {
  const list = { page: { feeds: [link(SITE), link(`${SITE}rss/`), link(`${SITE}rss/all.xml`)] } };
  const web: Web = {
    [SITE]: { page: { feeds: [link(`${SITE}rss/`, 'RSS', '')] } },
    [`${SITE}rss/`]: list,
    [`${SITE}rss/all.xml`]: { feed: { items: items(SITE, 2) } },
  };
  t.equal(await channelOf(SITE, web), `${SITE}rss/all.xml`);
});

t.test(
  'of an index of sitemaps its news is taken, and what was not looked at is told',
  async (t) => {
    const entry = { url: `${SITE}1`, modified: null, title: 'x', keywords: [], image: null };
    const published = { atMs: NOW_MS, precision: 'second' as const };
    const { finding } = await find(`${SITE}index.xml`, {
      [`${SITE}index.xml`]: {
        sitemap: {
          sitemaps: [
            { url: `${SITE}old.xml`, modified: null },
            { url: `${SITE}news.xml`, modified: null },
          ],
        },
      },
      [`${SITE}news.xml`]: { sitemap: { entries: [{ ...entry, published }] } },
      [`${SITE}1`]: article,
    });
    t.match(finding, {
      kind: 'found',
      entry: { kind: 'media', key: 'quay-example', channels: [{ url: `${SITE}news.xml` }] },
      summary: { items: 1, newestMs: NOW_MS },
    });
    const sitemaps = Array.from({ length: 9 }, (_, at) => ({
      url: `${SITE}${at}.xml`,
      modified: null,
    }));
    const plain = await find(`${SITE}index.xml`, {
      [`${SITE}index.xml`]: { sitemap: { sitemaps } },
      [`${SITE}8.xml`]: { sitemap: { entries: [{ ...entry, title: null, published: null }] } },
      [`${SITE}1`]: article,
    });
    t.match(plain.finding, {
      entry: { channels: [{ url: `${SITE}index.xml` }] },
      problems: [/^8 of its 9 sitemaps have not been looked at/],
    });
  },
);

t.test('a site that gives nothing is refused with everything that was tried', async (t) => {
  const { finding, asked } = await find('quay.example', { [SITE]: { page: {} } });
  t.match(finding, { kind: 'refused', message: /names no feed/ });
  t.strictSame(
    finding.tried.map(({ url }) => url),
    asked,
  );
  t.ok(asked.length > 10 && asked.length < 30, `${asked.length} were tried`);
  t.equal(new Set(asked).size, asked.length);
  t.match((await find('quay.example', {})).finding, { kind: 'refused', message: /404/ });
  t.match((await find('not an address', {})).finding, { kind: 'refused', tried: [] });
});

t.test('a site that answers a page to everything ends', async (t) => {
  const web = new Proxy<Web>({}, { get: () => ({ page: {} }) });
  const { finding, asked } = await find(`${SITE}deep/er/`, web);
  t.equal(finding.kind, 'refused');
  t.ok(asked.length <= 48);
});

t.test('a feed of several pages is read as far as a crawl goes, which is told', async (t) => {
  const url = (page: number): string => (page === 1 ? `${SITE}feed` : `${SITE}feed?page=${page}`);
  const webOf = (pages: number): Web => {
    const web: Web = { [`${SITE}1`]: article };
    for (let page = 1; page <= pages; page++) {
      const own = items(`${SITE}${page === 1 ? '' : `${page}-`}`, 3);
      const nextUrl = page < pages ? url(page + 1) : null;
      web[url(page)] = { feed: { siteUrl: SITE, items: own, nextUrl } };
    }
    return web;
  };
  const { finding } = await find(url(1), webOf(3));
  t.match(finding, { summary: { items: 9, pages: 3, goesOn: false } });
  const long = await find(url(1), webOf(9));
  t.match(long.finding, { summary: { items: 15, pages: 5, goesOn: true } });
  if (long.finding.kind === 'found') t.match(long.finding.problems[0], /goes on behind its page 5/);
  t.notOk(long.asked.includes(url(6)));
  const circle = webOf(2);
  circle[url(2)] = { feed: { items: items(SITE, 3), nextUrl: url(1) } };
  t.match((await find(url(1), circle)).finding, { summary: { items: 3, pages: 1 } });
});

t.test('robots.txt forbids no feed that somebody names, and pages', async (t) => {
  const web: Web = { [`${SITE}feed`]: { feed: { items: items(SITE, 2) } }, [SITE]: { page: {} } };
  t.equal((await find(`${SITE}feed`, web, {}, { forbidden: /feed/ })).finding.kind, 'found');
  const { finding } = await find(SITE, web, {}, { forbidden: /./ });
  t.match(finding, { kind: 'refused', message: /obeyRobots/ });
});

t.test('what is known already is not proposed again', async (t) => {
  const web: Web = { [`${SITE}feed`]: { feed: { siteUrl: SITE, items: items(SITE, 2) } } };
  const first = (await find(`${SITE}feed`, web)).finding;
  if (first.kind !== 'found') throw new Error(first.message);
  const known: SourceEntry[] = [first.entry];
  t.match((await find(`${SITE}feed`, web, { known })).finding, {
    kind: 'refused',
    message: 'it is in the sources already, as blog "quay-example"',
  });
  const elsewhere = { ...first.entry, sourceUrl: 'https://other.example/', channels: [] };
  const second = (await find(`${SITE}feed`, web, { known: [elsewhere as SourceEntry] })).finding;
  t.match(second, { kind: 'found', entry: { key: /^quay-example-[0-9a-f]{8}$/ } });
});

t.test('media are told by their rhythm, and by the caller', async (t) => {
  const busy = items(SITE, 20).map((item, at) => ({
    ...item,
    published: { atMs: NOW_MS - at * 3_600_000, precision: 'second' as const },
  }));
  const web: Web = {
    [`${SITE}feed`]: { feed: { title: 'Quay News - RSS', items: busy } },
    [`${SITE}1`]: article,
  };
  t.match((await find(`${SITE}feed`, web)).finding, {
    entry: { kind: 'media', title: 'Quay News', camp: 'other', channels: [{ content: 'page' }] },
  });
  t.match((await find(`${SITE}feed`, web, { kind: 'blog', key: 'mine' })).finding, {
    entry: { kind: 'blog', key: 'mine', name: 'Quay News', channels: [{ content: 'auto' }] },
  });
});

t.test(
  'problems are named, and texts of the feed stand in for pages that are closed',
  async (t) => {
    const feed = (part: object): Web => ({
      [`${SITE}feed`]: { feed: { items: items(SITE, 2, part) } },
    });
    const problemsOf = async (
      web: Web,
      robots = {},
    ): Promise<{ text: string; content: string }> => {
      const { finding } = await find(`${SITE}feed`, web, { kind: 'media' }, robots);
      if (finding.kind !== 'found') throw new Error(finding.message);
      return { text: finding.problems.join(' '), content: finding.entry.channels[0]!.content };
    };
    const forbidden = await problemsOf(feed(whole), { forbidden: /./ });
    t.match(forbidden.text, /robots.txt, .*`obeyRobots = false`, forbids this page.*taken instead/);
    t.equal(forbidden.content, 'feed');
    const wall: Web = { ...feed({}), [`${SITE}1`]: { page: { bodyState: 'blocked' } } };
    t.match(await problemsOf(wall), { text: /behind a login/, content: 'page' });
    t.match((await problemsOf(feed({ published: null }))).text, /2 of 2 items have no date/);
    t.match(
      (await problemsOf({ ...feed({}), [`${SITE}1`]: { page: {} } })).text,
      /names no author/,
    );
    const past = { published: { atMs: 0, precision: 'second' as const } };
    t.match((await problemsOf(feed(past))).text, /more than a year old/);
    const future = { published: { atMs: NOW_MS * 2, precision: 'second' as const } };
    t.match((await problemsOf(feed(future))).text, /in the future/);
  },
);

t.test('any input and any answers come to an end', async (t) => {
  const thing = fc.constantFrom<Web[string]>(
    { page: {} },
    { page: { feeds: [link(`${SITE}feed`), link('https://other.example/rss')] } },
    { feed: {} },
    { feed: { items: items(SITE, 2), siteUrl: 'nonsense' } },
    { sitemap: { sitemaps: [{ url: `${SITE}sitemap.xml`, modified: null }] } },
    { fails: 'gone' },
  );
  const url = fc.constantFrom(
    SITE,
    `${SITE}feed`,
    `${SITE}sitemap.xml`,
    `${SITE}1`,
    'https://other.example/rss',
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), url), fc.dictionary(url, thing), async (input, web) => {
      const { finding, asked } = await find(input, web);
      return asked.length <= 48 && (finding.kind === 'found' || finding.message !== '');
    }),
    { numRuns: 300 },
  );
  t.pass();
});
