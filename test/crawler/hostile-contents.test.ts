/**
 * Sites whose words are not what they seem: walls, lost pages, wrong dates, items that never stay the
 * same, lists without end.
 */
import t from 'tap';
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '../../src/kernel/clock.js';
import { CRAWL } from '../../src/kernel/limits.js';
import {
  articlePage,
  assertGood,
  dateAt,
  type FeedEntry,
  feedToml,
  html,
  mediaToml,
  notFound,
  openGoodSites,
  openHostileCrawl,
  openSite,
  rss,
  START_MS,
} from './hostile-web.js';
import { big5 } from './local-web/big5.js';

const RECENT = dateAt(START_MS - MINUTE_MS);
const NONE = ', content = "none"';

const LOGIN = `<!doctype html><html><head><title>Log in</title><link rel="canonical" href="/login"></head><body><h1>Log in</h1><form><input name="user"><input type="password" name="secret"><button>Go</button></form></body></html>`;
const PAYWALL = `<!doctype html><html><head><title>Paid story</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Paid story","isAccessibleForFree":false}</script></head><body><article><h1>Paid story</h1><p>The first two sentences are free. The rest is for those who pay for it, as so often.</p></article></body></html>`;

function numbered(origin: string, count: number, more: Partial<FeedEntry> = {}): FeedEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{ url: `${origin}/story/${at}`, title: `Headline of story ${at}`, guid: `id-${at}` },
    ...{ date: dateAt(START_MS - (at + 1) * MINUTE_MS), ...more },
  }));
}

t.test('pages in place of feeds, and walls in place of articles, are told apart', async (t) => {
  const good = await openGoodSites(t);
  const site = await openSite(t, (path, _request, response) => {
    const entries = numbered(site.origin, 3);
    if (path === '/page') html(response, articlePage('No feed at all', 'none'));
    else if (path === '/wall') html(response, LOGIN);
    else if (path === '/feed') response.end(rss(entries));
    else if (path === '/story/2') html(response, PAYWALL);
    else if (path.startsWith('/story/')) html(response, LOGIN);
    else notFound(response);
  });
  const toml =
    feedToml('page', `${site.origin}/page`) +
    feedToml('wall', `${site.origin}/wall`) +
    feedToml('walled', `${site.origin}/feed`);
  const crawl = await openHostileCrawl(t, toml + good.toml);
  await crawl.now();
  await crawl.later(2 * HOUR_MS);
  t.match(crawl.state('page').lastFault, { reason: 'not-a-feed' });
  t.equal(crawl.health('page'), 'failing');
  t.match(crawl.state('wall').lastFault, { reason: 'login-wall', message: /password/ });
  t.equal(crawl.health('wall'), 'blocked');
  for (const code of ['page', 'wall']) t.equal(crawl.warningsOf(code).length, 1, code);
  const stories = crawl.log.of('news').filter(({ media }) => media === 'walled');
  t.equal(stories.length, 3, 'each story once, under its own address');
  for (const story of stories) {
    t.match(story, { title: /^Headline of story/, bodyStatus: 'blocked', url: /\/story\// });
    t.notOk('body' in story);
  }
  assertGood(t, crawl, good);
});

t.test('texts arrive as they were written, whatever charset they claim', async (t) => {
  const title = '港口新聞：渡輪停駛一天，居民改走陸路';
  const text =
    '渡輪公司表示，因為風浪太大，今天所有航班取消。居民必須改走陸路，來回要花兩個小時。'.repeat(6);
  const types: Record<string, string> = {
    lying: 'text/html; charset=utf-8',
    silent: 'text/html',
    unknown: 'text/html; charset=x-no-such',
  };
  const site = await openSite(t, (path, _request, response) => {
    const [, kind = '', name = ''] = path.split('/');
    if (name === '') return notFound(response);
    response.setHeader(
      'content-type',
      kind === 'feed' ? types[name]!.replace('html', 'xml') : types[name]!,
    );
    const feed = rss([{ url: `${site.origin}/page/${name}`, title, date: RECENT }]);
    const page = articlePage(title, 'x').replace(/<p>.*<\/p>/, `<p>${text}</p>`);
    // The declaration inside would say UTF-8 without being asked.
    response.end(big5(kind === 'feed' ? feed.replace(/^<\?xml[^>]*>/, '') : page));
  });
  const toml = Object.keys(types)
    .map((name) => feedToml(name, `${site.origin}/feed/${name}`))
    .join('');
  const crawl = await openHostileCrawl(t, toml);
  await crawl.now();
  for (const name of Object.keys(types)) {
    const [story] = crawl.log.of('news').filter(({ media }) => media === name);
    t.match(story, { title, body: text, bodyStatus: 'ok' }, name);
  }
});

t.test('dates ahead of us, before the web, or of no calendar are no dates', async (t) => {
  const dates: Record<string, string> = {
    century: 'Fri, 01 Jan 2099 00:00:00 GMT',
    tomorrow: dateAt(START_MS + DAY_MS),
    zone: dateAt(START_MS + 8 * HOUR_MS),
    epoch: 'Thu, 01 Jan 1970 00:00:00 GMT',
    nonsense: 'the day after the flood',
    impossible: '2026-02-31T25:61:00Z',
    far: '275760-09-13T00:00:00Z',
  };
  const fine = START_MS - HOUR_MS;
  const site = await openSite(t, (path, _request, response) => {
    if (path !== '/feed') return notFound(response);
    const entries = Object.entries({ ...dates, fine: dateAt(fine) }).map(([name, date]) => ({
      ...{ url: `${site.origin}/${name}`, title: `The story of ${name}`, guid: name, date },
    }));
    response.end(rss(entries));
  });
  const crawl = await openHostileCrawl(t, feedToml('dates', `${site.origin}/feed`, NONE));
  await crawl.now();
  await crawl.later(2 * DAY_MS, HOUR_MS);
  for (const name of Object.keys(dates)) {
    const sent = crawl.log.records.filter(({ url }) => url === `${site.origin}/${name}`);
    t.match(sent, [{ observedAt: isoOf(START_MS), publishedAt: undefined }], name);
  }
  t.equal(crawl.log.news.get(`${site.origin}/fine`)?.publishedAt, isoOf(fine));
  t.ok(crawl.state('dates').timesMs.every((ms) => ms <= crawl.clock.nowMs()));
  t.ok(crawl.state('dates').dueMs - crawl.clock.nowMs() < HOUR_MS, 'the rhythm is not led astray');
});

t.test(
  'items that change their addresses, identifiers, or both at each poll come once',
  async (t) => {
    const good = await openGoodSites(t);
    let polls = 0;
    const site = await openSite(t, (path, _request, response) => {
      if (!path.startsWith('/feed/')) return notFound(response);
      polls += 1;
      const name = path.slice('/feed/'.length);
      const entries = numbered(site.origin, 20).map((one) => ({
        ...one,
        url: name === 'guids' ? one.url : `${one.url}-${name}-${polls}`,
        guid: name === 'urls' ? one.guid! : `${one.guid}-${name}-${polls}`,
        // Told anew at each poll, so that the entries change as well.
        more: name === 'told' ? `<description>Seen ${polls} times</description>` : '',
      }));
      response.end(rss(entries));
    });
    const names = ['urls', 'guids', 'both', 'told'];
    const toml = names.map((name) => feedToml(name, `${site.origin}/feed/${name}`, NONE)).join('');
    const crawl = await openHostileCrawl(t, toml + good.toml);
    await crawl.now();
    await crawl.later(8 * HOUR_MS);
    t.ok(polls > 30 * names.length, `${polls} polls`);
    for (const name of names) {
      t.equal(crawl.newsOf(name).length, 20, `${name}: each once`);
      t.equal(crawl.state(name).ledger.stored, 20, name);
      t.equal(crawl.health(name), 'ok', name);
    }
    assertGood(t, crawl, good);
  },
);

t.test('items that share one identifier are told apart', async (t) => {
  let count = 3;
  const site = await openSite(t, (path, _request, response) => {
    if (!path.startsWith('/feed/')) return notFound(response);
    // Only the day is told, so that the times are the same as well.
    const date = path === '/feed/days' ? '2026-02-28' : RECENT;
    response.end(rss(numbered(site.origin, count, { guid: 'the one', date }).reverse()));
  });
  const names = ['days', 'times'];
  const toml = names.map((name) => feedToml(name, `${site.origin}/feed/${name}`, NONE)).join('');
  const crawl = await openHostileCrawl(t, toml);
  await crawl.now();
  await crawl.later(HOUR_MS);
  count = 6;
  await crawl.later(HOUR_MS);
  t.equal(crawl.log.of('news').length, 2 * 6, 'nothing is missed, and nothing retitled');
  for (const { url, title } of crawl.log.of('news')) {
    t.equal(title, `Headline of story ${String(url).split('/').at(-1)}`);
  }
});

t.test('a site that shows one page for everything brings no copies of it', async (t) => {
  const good = await openGoodSites(t);
  const lost = articlePage('The Lost Gazette', 'lost', '<link rel="canonical" href="/">');
  const site = await openSite(t, (path, _request, response) => {
    const urls = Array.from({ length: 200 }, (_, at) => `${site.origin}/story/${at}`);
    if (path === '/feed') response.end(rss(numbered(site.origin, 30)));
    else if (path === '/map')
      response.end(
        `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
      );
    else if (path === '/robots.txt') notFound(response);
    else html(response, lost);
  });
  const everywhere = await openSite(t, (_path, _request, response) => html(response, lost));
  const toml =
    feedToml('lost-feed', `${site.origin}/feed`) +
    mediaToml('lost-map', `sitemap = "${site.origin}/map"`) +
    feedToml('lost-all', `${everywhere.origin}/feed`);
  const crawl = await openHostileCrawl(t, toml + good.toml);
  await crawl.now();
  await crawl.later(8 * HOUR_MS);
  const stories = crawl.log.of('news').filter(({ media }) => media === 'lost-feed');
  t.equal(stories.length, 30, 'every headline');
  t.equal(stories.filter(({ body }) => body !== undefined).length, 1, 'and the page once');
  // Both list the same addresses, so the log's newest record may be of either.
  t.equal(crawl.log.of('news').filter(({ media }) => media === 'lost-map').length, 1);
  t.match(crawl.dropped('lost-map'), { repeated: CRAWL.firstEntriesMax - 1 });
  t.equal(crawl.state('lost-all').lastFault?.reason, 'not-a-feed');
  assertGood(t, crawl, good);
});

t.test('a site that loses all its pages one day keeps what is stored of them', async (t) => {
  let isLost = false;
  const site = await openSite(t, (path, _request, response) => {
    const number = /^\/story\/(\d+)$/.exec(path)?.[1];
    if (path === '/feed') response.end(rss(numbered(site.origin, 10)));
    else if (number === undefined) notFound(response);
    else if (isLost) html(response, articlePage('The Lost Gazette', 'lost'));
    else html(response, articlePage(`Headline of story ${number}`, `story ${number}`));
  });
  const crawl = await openHostileCrawl(t, feedToml('loses', `${site.origin}/feed`));
  await crawl.now();
  isLost = true;
  await crawl.later(8 * HOUR_MS);
  const stories = [...crawl.log.news.values()].filter(({ kind }) => kind === 'news');
  const lost = stories.filter(({ title }) => title === 'The Lost Gazette');
  t.equal(stories.length, 10);
  t.ok(lost.length <= 1, `${lost.length} were taken for changes`);
});

t.test('a site without any of its articles is asked for each a few times', async (t) => {
  const good = await openGoodSites(t);
  const site = await openSite(t, (path, _request, response) => {
    if (path === '/feed') response.end(rss(numbered(site.origin, 20)));
    else notFound(response);
  });
  const crawl = await openHostileCrawl(t, feedToml('bare', `${site.origin}/feed`) + good.toml);
  await crawl.now();
  await crawl.later(10 * HOUR_MS, 20 * MINUTE_MS);
  assertGood(t, crawl, good);
  await crawl.later(2 * DAY_MS, HOUR_MS);
  t.same(crawl.newsOf('bare'), []);
  t.same(crawl.dropped('bare'), { 'page not-found': 20 });
  const asked = site.requests.filter((path) => path === '/story/7').length;
  t.equal(asked, CRAWL.retryMs.length + 1);
  t.equal(crawl.source('bare').waitingVisits, 0);
});

t.test('sitemaps without end, within themselves, or of a thousand others', async (t) => {
  const good = await openGoodSites(t);
  const total = CRAWL.sitemapEntriesMax;
  let isLater = false;
  const site = await openSite(t, (path, _request, response) => {
    const { origin } = site;
    const story = /^\/(?:new|story|child)\/\d+$/.exec(path);
    const loc = (url: string): string => `<loc>${origin}${url}</loc>`;
    if (path === '/vast') {
      const entries = Array.from({ length: total }, (_, at) => `<url>${loc(`/story/${at}`)}</url>`);
      const fresh = isLater ? `<url>${loc('/new/1')}</url>` : '';
      response.end(`<urlset>${fresh}${entries.slice(fresh === '' ? 0 : 1).join('')}</urlset>`);
    } else if (path === '/self') {
      response.end(
        `<sitemapindex><sitemap>${loc('/self')}</sitemap><sitemap>${loc('/self?2')}</sitemap></sitemapindex>`,
      );
    } else if (path === '/self?2') {
      response.end(`<sitemapindex><sitemap>${loc('/self')}</sitemap></sitemapindex>`);
    } else if (path === '/many') {
      const children = Array.from({ length: 1000 }, (_, at) => {
        const modified = isoOf(START_MS - at * HOUR_MS);
        return `<sitemap>${loc(`/part/${at}`)}<lastmod>${modified}</lastmod></sitemap>`;
      });
      response.end(`<sitemapindex>${children.join('')}</sitemapindex>`);
    } else if (path.startsWith('/part/')) {
      const modified = `<lastmod>${isoOf(START_MS - HOUR_MS)}</lastmod>`;
      response.end(`<urlset><url>${loc(`/child/${path.slice(6)}`)}${modified}</url></urlset>`);
    } else if (story !== null) html(response, articlePage(`Story at ${path}`, path));
    else notFound(response);
  });
  const toml = ['vast', 'self', 'many']
    .map((name) => mediaToml(name, `sitemap = { url = "${site.origin}/${name}", every = "10m" }`))
    .join('');
  const crawl = await openHostileCrawl(t, toml + good.toml);
  await crawl.now();
  t.equal(crawl.newsOf('vast').length, CRAWL.firstEntriesMax);
  t.same(crawl.dropped('vast'), { 'too-old': total - CRAWL.firstEntriesMax });
  t.equal(crawl.newsOf('many').length, CRAWL.sitemapsMax);
  isLater = true;
  await crawl.later(3 * HOUR_MS, 20 * MINUTE_MS);
  t.ok(crawl.newsOf('vast').includes(`${site.origin}/new/1`), 'what is new afterwards comes');
  t.equal(crawl.newsOf('vast').length, CRAWL.firstEntriesMax + 1);
  const parts = new Set(site.requests.filter((path) => path.startsWith('/part/')));
  t.equal(parts.size, CRAWL.sitemapsMax, 'only the newest parts are asked for');
  t.same(crawl.newsOf('self'), []);
  t.equal(crawl.health('self'), 'empty');
  t.equal(crawl.warningsOf('self').length, 1);
  const selves = site.requests.filter((path) => path.startsWith('/self')).length;
  t.ok(selves <= 3 * crawl.state('self').ledger.polls, `${selves} requests`);
  assertGood(t, crawl, good);
});

t.test('portals whose items are gone, or whose pages go in circles', async (t) => {
  const good = await openGoodSites(t);
  const site = await openSite(t, (path, _request, response) => {
    const number = Number(/^\/circle\/(\d)$/.exec(path)?.[1] ?? 0);
    const topic = `<li><a href="/topic/${number}">Topic number ${number}</a></li>`;
    if (path.startsWith('/feed/')) response.end(rss(numbered(`${site.origin}${path}`, 1)));
    else if (path === '/empty') html(response, '<ol><p>There is nothing here today.</p></ol>');
    else if (path.startsWith('/circle/'))
      html(
        response,
        `<ol>${topic}</ol><a class="next" href="/circle/${(number + 1) % 3}">More</a>`,
      );
    else if (path === '/self')
      html(response, `<ol>${topic}</ol><a class="next" href="/self">More</a>`);
    else notFound(response);
  });
  const portal = (path: string): string =>
    `feed = { url = "${site.origin}/feed${path}", content = "none" }\n[[media.portal.list]]\nurl = "${site.origin}${path}"\nkind = "topic"\npages = 9\nitem = "li"\nlink = "a"\nnext = "a.next"\nstory = "p a"\n`;
  const toml =
    mediaToml('portal-empty', portal('/empty')) +
    mediaToml('portal-circle', portal('/circle/0')) +
    mediaToml('portal-self', portal('/self'));
  const crawl = await openHostileCrawl(t, toml + good.toml);
  await crawl.now();
  await crawl.later(3 * HOUR_MS);
  const checkOf = (code: string) =>
    crawl.log.of('portal-check').filter(({ media }) => media === code);
  t.match(checkOf('portal-empty')[0], {
    status: 'failed',
    error: /"li" matches nothing/,
    fetched: 0,
  });
  t.match(checkOf('portal-circle')[0], {
    status: 'ok',
    fetched: 3,
    sources: [{ pages: 3, error: null }],
  });
  t.match(checkOf('portal-self')[0], {
    status: 'ok',
    fetched: 1,
    sources: [{ pages: 1, error: null }],
  });
  for (const code of ['portal-empty', 'portal-circle', 'portal-self']) {
    t.equal(checkOf(code).length, 1 + 3, `${code} is read once an hour`);
    t.equal(crawl.newsOf(code).length, 1, `${code}: its feed is read all the same`);
  }
  assertGood(t, crawl, good);
});

t.test(
  'a log that takes nothing for hours has no site asked all the time, and is told once',
  async (t) => {
    const good = await openGoodSites(t);
    const crawl = await openHostileCrawl(t, good.toml);
    crawl.log.isDown = true;
    await crawl.now();
    await crawl.later(2 * HOUR_MS, MINUTE_MS);
    for (const [name, { requests }] of good.sites) {
      const asked = requests.filter((path) => path === '/feed').length;
      t.ok(asked >= 3 && asked <= 40, `${asked} polls of ${name}`);
      t.match(crawl.warningsOf(name), [{ level: 'error', message: /could not be stored/ }]);
    }
    crawl.log.isDown = false;
    await crawl.later(10 * MINUTE_MS, MINUTE_MS);
    for (const name of good.sites.keys())
      t.equal(crawl.newsOf(name).length, 3, `${name} is complete`);
  },
);

t.test('a log that refuses everything is told of once a listing', async (t) => {
  const site = await openSite(t, (path, _request, response) => {
    if (path === '/feed') response.end(rss(numbered(site.origin, 200)));
    else notFound(response);
  });
  const crawl = await openHostileCrawl(t, feedToml('refused', `${site.origin}/feed`, NONE));
  crawl.log.send = async (records) => ({
    rejects: records.map((_, index) => ({ index, reason: 'it does not please' })),
  });
  await crawl.now();
  await crawl.later(HOUR_MS);
  t.match(crawl.warningsOf('refused'), [{ facts: { items: 200, reason: 'it does not please' } }]);
  t.match(crawl.dropped('refused'), { refused: 200 });
});
