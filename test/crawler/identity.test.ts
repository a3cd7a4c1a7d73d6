/** What counts as the same article: over polls, redirects and pages that several items show. */
import t, { type Test } from 'tap';
import type { SitemapEntry } from '../../src/documents/documents.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import {
  at,
  channel,
  feed,
  media,
  type PaperCrawl,
  page,
  START_MS,
  startPaperCrawl,
} from './paper-web.js';

const FEED = 'https://gazette.example/feed';
const SITE = 'https://gazette.example';

interface Entry {
  path: string;
  title: string;
  guid?: string;
  hours?: number;
}

/** A crawl of one feed that carries whole texts; each list of entries is a poll. */
async function polled(t: Test, ...polls: Entry[][]): Promise<PaperCrawl> {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED, { content: 'feed' })])]);
  for (const entries of polls) {
    const items = entries.map(({ path, title, guid, hours }) => ({
      ...{ url: `${SITE}/${path}`, title, guid: guid ?? null, content: `<p>Text of ${path}</p>` },
      published: hours === undefined ? null : at(START_MS - hours * HOUR_MS),
    }));
    crawl.web.answers.set(FEED, { document: feed(items) });
    crawl.crawler.pollNow();
    await crawl.pass(MINUTE_MS);
  }
  return crawl;
}

const stored = (crawl: PaperCrawl): string[] =>
  [...crawl.log.news.keys()].map((url) => new URL(url).pathname.slice(1)).sort();
const dropped = (crawl: PaperCrawl): object =>
  crawl.crawler.sources[0]!.channels[0]!.state.ledger.dropped;

t.test('entries with addresses and guids of their own are items of their own', async (t) => {
  const forecast = (day: number, hours?: number): Entry => ({
    ...{ path: `forecast-${day}`, guid: `f${day}`, title: 'Forecast for the coast' },
    ...(hours === undefined ? {} : { hours }),
  });
  const undated = await polled(t, [forecast(1)], [forecast(2), forecast(1)], [forecast(3)]);
  t.same(stored(undated), ['forecast-1', 'forecast-2', 'forecast-3'], 'without a time');
  const timed = await polled(t, [forecast(1, 5)], [forecast(2, 5), forecast(1, 5)]);
  t.same(stored(timed), ['forecast-1', 'forecast-2'], 'at one time');
  const { guid: _, ...bare } = forecast(1);
  const unnamed = await polled(t, [bare], [{ ...bare, path: 'forecast-2' }, bare]);
  t.same(stored(unnamed), ['forecast-1', 'forecast-2'], 'without guids and times');
});

t.test('title and time decide where there is no guid, and what they drop is told', async (t) => {
  const entry = { title: 'Bridge opens again', hours: 5 };
  const crawl = await polled(t, [{ ...entry, path: 'bridge' }], [{ ...entry, path: 'bridge-2' }]);
  t.same(stored(crawl), ['bridge']);
  t.same(dropped(crawl), { 'same title and time': 1 });
  const both = ['a', 'b'].map((path) => ({ ...entry, path }));
  t.same(stored(await polled(t, both)), ['a', 'b'], 'side by side they are two');
});

t.test('a list with other addresses and guids at each poll brings nothing twice', async (t) => {
  const titles = ['Tolls rise in spring', 'Eels are back again', 'Mast falls on pier'];
  const list = (poll: number): Entry[] =>
    titles.map((title, place) => ({
      ...{ path: `${place}-${poll}`, title, guid: `${place}-${poll}`, hours: place + 1 },
    }));
  t.same(stored(await polled(t, list(1), list(2), list(3))), ['0-1', '1-1', '2-1']);
});

t.test('a guid keeps an item one when title, time and address change together', async (t) => {
  const others = [1, 2, 3].map((n) => ({
    path: `o${n}`,
    title: `Other story ${n}`,
    guid: `o${n}`,
  }));
  const crawl = await polled(
    t,
    [{ path: 'mast-falls', title: 'Mast falls on the pier', guid: 'g7', hours: 9 }, ...others],
    [{ path: 'pier-shut', title: 'Pier shut: a mast fell', guid: 'g7', hours: 1 }, ...others],
  );
  t.same(stored(crawl), ['mast-falls', 'o1', 'o2', 'o3']);
  t.match(crawl.log.news.get(`${SITE}/mast-falls`), { title: 'Pier shut: a mast fell' });
});

t.test('guids that number the places of a list name nothing', async (t) => {
  const list = (...names: string[]): Entry[] =>
    names.map((name, place) => ({ path: name, title: `Story of ${name}`, guid: `${place + 1}` }));
  const moving = await polled(t, list('d', 'c', 'b'), list('e', 'd', 'c'), list('f', 'e', 'd'));
  t.same(stored(moving), ['b', 'c', 'd', 'e', 'f'], 'a list that moves on');
  const whole = await polled(t, list('a', 'b', 'c'), list('x', 'y', 'z'));
  t.same(stored(whole), ['a', 'b', 'c', 'x', 'y', 'z'], 'a list that is another one');
});

/** A crawl of a feed whose pages are read. */
async function visited(
  t: Test,
  titles: { [path: string]: string },
  answer: (path: string) => ReturnType<typeof page>,
  led: (path: string) => string = (path) => `${SITE}/${path}`,
): Promise<PaperCrawl> {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  const items = Object.entries(titles).map(([path, title], place) => ({
    ...{ url: `${SITE}/${path}`, title, guid: path, published: at(START_MS - place * HOUR_MS) },
  }));
  crawl.web.answers.set(FEED, { document: feed(items) });
  for (const path of Object.keys(titles)) {
    crawl.web.answers.set(`${SITE}/${path}`, { document: answer(path), url: led(path) });
  }
  await crawl.pass(30 * MINUTE_MS);
  return crawl;
}

const TITLES = { a: 'Bridge opens again', b: 'Ferry sinks at quay', c: 'Tolls rise in spring' };

t.test('a redirect gives an address only where the page bears the headline', async (t) => {
  const away = (path: string): string => `https://other.example/${path}`;
  const text = (path: string): string => `The long text of ${path} goes on and on. `.repeat(60);
  const others = await visited(
    t,
    TITLES,
    (path) => page({ title: 'Hello', body: text(path) }),
    away,
  );
  t.same([...others.log.news.keys()].sort(), [`${SITE}/a`, `${SITE}/b`, `${SITE}/c`]);
  const own = (path: string) => page({ title: `${TITLES[path as 'a']} | Other`, body: text(path) });
  const borne = await visited(t, TITLES, own, away);
  t.same([...borne.log.news.keys()].sort(), ['a', 'b', 'c'].map(away));
  const sorry = () => page({ title: 'All our news', body: text('the front') });
  const one = await visited(t, TITLES, sorry, () => `${SITE}/sorry`);
  t.same(stored(one), ['a', 'b', 'c'], 'one page for all of them');
});

t.test('one short text for several headlines is a wall, in whatever language', async (t) => {
  const wall = (path: string) =>
    page({ title: 'Un moment', body: `Nous vérifions votre navigateur, requête ${path}42f6ae91.` });
  const crawl = await visited(t, TITLES, wall);
  t.same(stored(crawl), ['a', 'b', 'c']);
  for (const record of crawl.log.news.values()) {
    t.match(record, { bodyStatus: 'blocked' }, String(record.url));
    t.notOk(record.body, 'its text is none of an article');
  }
  for (const path of ['a', 'b', 'c']) {
    const body = `At last the words of ${path}, which go on for a while. `.repeat(40);
    crawl.web.answers.set(`${SITE}/${path}`, {
      document: page({ title: TITLES[path as 'a'], body }),
    });
  }
  await crawl.pass(2 * DAY_MS, HOUR_MS);
  for (const record of crawl.log.news.values()) t.match(record, { body: /At last the words/ });
});

t.test('a wall in place of an article that was read takes nothing away', async (t) => {
  const crawl = await visited(t, TITLES, (path) =>
    page({ title: TITLES[path as 'a'], body: `The words of ${path} go on. `.repeat(80) }),
  );
  for (const path of ['a', 'b', 'c']) {
    const document = page({ title: 'Un moment', body: 'Nous vérifions.', bodyState: 'short' });
    crawl.web.answers.set(`${SITE}/${path}`, { document });
  }
  await crawl.pass(2 * DAY_MS, HOUR_MS);
  for (const record of crawl.log.news.values()) t.match(record, { body: /The words of/ });
});

t.test('headlines that differ in a number are of different items to a wall', async (t) => {
  const titles = { a: 'Notice number 1', b: 'Notice number 2' };
  const wall = () => page({ title: 'Before you go on', body: 'You may accept our partners.' });
  const crawl = await visited(t, titles, wall, () => 'https://other.example/consent');
  t.same(stored(crawl), ['a', 'b']);
  for (const record of crawl.log.news.values()) t.match(record, { bodyStatus: 'blocked' });
});

t.test('short articles of their own are none', async (t) => {
  const titles = { a: 'Depth of the channel on day 1', b: 'Tolls of day 2', c: 'Tides of day 3' };
  const body = (path: string): string => `It measured ${path.charCodeAt(0)} feet and a half.`;
  const crawl = await visited(t, titles, (path) =>
    page({ title: titles[path as 'a'], body: body(path), bodyState: 'short' }),
  );
  for (const record of crawl.log.news.values()) t.match(record, { bodyStatus: 'short' });
});

t.test('what an ordinary sitemap lists is news by its date or markup only', async (t) => {
  const sitemap = `${SITE}/sitemap.xml`;
  const owner = media('gazette', [channel(sitemap, { type: 'sitemap' })]);
  const crawl = await startPaperCrawl(t, [owner]);
  const blank = { title: null, published: null, modified: null, keywords: [], image: null };
  const placed = { ...blank, published: at(START_MS - HOUR_MS) };
  const entries: SitemapEntry[] = ['about', 'dated', 'marked'].map((path) => ({
    ...{ ...blank, url: `${SITE}/${path}` },
  }));
  entries.push({ ...placed, url: `${SITE}/in-news` });
  const common = { sitemaps: [], charset: 'utf-8', dropped: [] };
  crawl.web.answers.set(sitemap, { document: { kind: 'sitemap', entries, ...common } });
  const pages = {
    about: {},
    dated: { published: at(START_MS - DAY_MS) },
    marked: { isMarkedArticle: true },
    'in-news': {},
  };
  for (const [path, more] of Object.entries(pages)) {
    const body = `Words of ${path} that go on for a while. `.repeat(50);
    crawl.web.answers.set(`${SITE}/${path}`, { document: page({ title: path, body, ...more }) });
  }
  await crawl.pass(30 * MINUTE_MS);
  t.same(stored(crawl), ['dated', 'in-news', 'marked']);
  t.same(dropped(crawl), { 'not-an-article': 1 });
});

t.test('an article on several pages is read to its end, and no further', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  const url = (number: number): string => `${SITE}/story/${number}`;
  const entry = { url: url(1), title: 'Bridge opens', published: at(START_MS) };
  crawl.web.answers.set(FEED, { document: feed([entry]) });
  for (const number of [1, 2, 3]) {
    const body = `Words of part ${number} that go on for a while.`;
    // The last one leads to the first.
    const document = page({ title: 'Bridge opens', body, nextUrl: url((number % 3) + 1) });
    crawl.web.answers.set(url(number), { document });
  }
  await crawl.pass(30 * MINUTE_MS);
  t.match(
    crawl.log.news.get(url(1))?.body,
    /^Words of part 1.*\nWords of part 2.*\nWords of part 3/,
  );
  t.equal(crawl.web.requests.filter((one) => one === url(2)).length, 1);
  t.equal(crawl.log.news.size, 1);
});

t.test(
  'the language that a page states is passed on, unless its letters rule it out',
  async (t) => {
    const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
    const stated = {
      'Bridge opens': 'en-GB',
      大橋今天通車: 'en',
      日本首相訪美: 'ja',
      'No word of it': null,
    };
    const items = Object.entries(stated).map(([title, language], number) => {
      const url = `https://gazette.example/language-${number}`;
      crawl.web.answers.set(url, { document: page({ title, language, description: null }) });
      return { url, title, published: at(START_MS) };
    });
    crawl.web.answers.set(FEED, { document: feed(items) });
    await crawl.pass(HOUR_MS);
    const languages = items.map(({ url }) => crawl.log.news.get(url)?.lang ?? null);
    t.same(languages, ['en', null, 'ja', null]);
  },
);
