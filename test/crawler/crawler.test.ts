import '../engine/actor/threads-here.js';
import t from 'tap';
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '../../src/kernel/clock.js';
import {
  at,
  blog,
  channel,
  feed,
  media,
  type PaperAnswer,
  page,
  START_MS,
  startPaperCrawl,
} from './paper-web.js';

const FEED = 'https://gazette.example/feed';
const story = (number: number): string => `https://gazette.example/${number}`;

function answers(...items: { url: string; title: string; atMs?: number }[]): PaperAnswer {
  const entries = items.map(({ url, title, atMs = START_MS }) => ({
    url,
    title,
    published: at(atMs),
  }));
  return { document: feed(entries) };
}

t.test('an article is stored once, with the text of its page', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  crawl.web.answers.set(
    FEED,
    answers({ url: story(1), title: 'Bridge opens', atMs: START_MS - HOUR_MS }),
  );
  crawl.web.answers.set(story(1), {
    document: page({ title: 'Bridge opens - Gazette', keywords: ['bridge'] }),
  });
  await crawl.pass(3 * HOUR_MS);
  const record = crawl.log.news.get(story(1))!;
  t.match(record, { media: 'gazette', title: 'Bridge opens', tags: ['bridge'], bodyStatus: 'ok' });
  t.equal(record.publishedAt, isoOf(START_MS - HOUR_MS));
  t.match(record.body, /Words of the page/);
  t.equal(crawl.log.of('news').length, 1, 'the second look after an hour changed nothing');
  t.equal(crawl.web.requests.filter((url) => url === story(1)).length, 2);
});

t.test('tags of the entry come before the keywords of every page, and after its own', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  const entry = { url: story(1), title: 'Bridge opens', categories: ['bridge'] };
  const bare = { url: story(2), title: 'Ferry closes' };
  const own = { url: story(3), title: 'Ferry opens', categories: ['ferry'] };
  crawl.web.answers.set(FEED, { document: feed([entry, bare, own]) });
  const general = { keywords: ['news', 'world'], hasGeneralKeywords: true };
  crawl.web.answers.set(story(1), { document: page({ title: 'Bridge opens', ...general }) });
  crawl.web.answers.set(story(2), { document: page({ title: 'Ferry closes', ...general }) });
  const document = page({ title: 'Ferry opens', keywords: ['boats'], hasGeneralKeywords: false });
  crawl.web.answers.set(story(3), { document });
  await crawl.pass(HOUR_MS);
  t.same(crawl.log.news.get(story(1))?.tags, ['bridge']);
  t.same(crawl.log.news.get(story(2))?.tags, ['news', 'world']);
  t.same(crawl.log.news.get(story(3))?.tags, ['boats']);
});

t.test('a media is registered before its articles, and a crawl is told', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)], { camp: 'blue' })]);
  crawl.web.answers.set(FEED, answers());
  await crawl.pass(MINUTE_MS);
  t.match(crawl.log.records[0], { kind: 'media', media: 'gazette', camp: 'blue' });
  t.match(crawl.log.of('crawl'), [{ media: 'gazette', ok: true, method: 'feed', items: 0 }]);
});

t.test(
  'pages are looked at again after 1, 6 and 24 hours, and a silent change is an update',
  async (t) => {
    const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
    crawl.web.answers.set(FEED, answers({ url: story(1), title: 'Bridge opens' }));
    crawl.web.answers.set(story(1), { document: page({ title: 'Bridge opens' }) });
    await crawl.pass(4 * HOUR_MS, 10 * MINUTE_MS);
    crawl.web.answers.set(story(1), {
      document: page({ title: 'Bridge closes', body: 'Quite another text. '.repeat(9) }),
    });
    await crawl.pass(3 * HOUR_MS, 10 * MINUTE_MS);
    t.match(crawl.log.news.get(story(1)), { title: 'Bridge closes', body: /Quite another/ });
    await crawl.pass(3 * DAY_MS, HOUR_MS);
    t.equal(crawl.web.requests.filter((url) => url === story(1)).length, 4);
    t.equal(crawl.log.of('news').length, 2);
  },
);

t.test(
  'the canonical address is the identity, and one that is known already is dropped',
  async (t) => {
    const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
    const canonicalUrl = 'https://gazette.example/bridge';
    crawl.web.answers.set(
      FEED,
      answers(
        { url: story(1), title: 'Bridge opens' },
        { url: story(2), title: 'Bridge opens today' },
      ),
    );
    for (const number of [1, 2])
      crawl.web.answers.set(story(number), { document: page({ canonicalUrl }) });
    await crawl.pass(HOUR_MS);
    t.same([...crawl.log.news.keys()], [canonicalUrl]);
    const [source] = crawl.crawler.sources;
    t.equal(source!.channels[0]!.state.ledger.dropped.repeated, 1);
  },
);

t.test('a feed that changes its addresses, or its guids, brings nothing twice', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED, { content: 'feed' })])]);
  for (let round = 0; round < 5; round++) {
    const item = { title: 'Bridge opens today', published: at(START_MS), content: '<p>Text</p>' };
    const byGuid = { ...item, guid: 'g1', url: `https://gazette.example/a?s=${round}` };
    const byTitle = {
      ...item,
      title: 'Another headline',
      guid: `g${round}`,
      url: `https://gazette.example/b?s=${round}`,
    };
    crawl.web.answers.set(FEED, { document: feed([byGuid, byTitle]) });
    crawl.crawler.pollNow();
    await crawl.pass(MINUTE_MS);
  }
  t.equal(crawl.log.news.size, 2);
});

t.test('items of one guid are told apart by title and time', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED, { content: 'feed' })])]);
  const items = [1, 2, 3].map((number) => ({
    ...{ guid: 'same', url: story(number), title: `Headline number ${number}` },
    published: at(START_MS - number * HOUR_MS),
  }));
  crawl.web.answers.set(FEED, { document: feed(items) });
  await crawl.pass(MINUTE_MS);
  t.equal(crawl.log.news.size, 3);
});

t.test('what the log could not take is sent again, and nothing is lost', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED, { content: 'feed' })])]);
  crawl.web.answers.set(FEED, {
    ...answers({ url: story(1), title: 'Bridge opens' }),
    etag: '"1"',
  } as PaperAnswer);
  crawl.log.isDown = true;
  await crawl.pass(10 * MINUTE_MS);
  t.equal(crawl.log.news.size, 0);
  crawl.log.isDown = false;
  await crawl.pass(10 * MINUTE_MS);
  t.equal(crawl.log.news.size, 1);
});

t.test('a page that cannot be read is tried again, its headline is stored meanwhile', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  crawl.web.answers.set(FEED, answers({ url: story(1), title: 'Bridge opens' }));
  crawl.web.answers.set(story(1), { fails: 'server-error' });
  await crawl.pass(2 * MINUTE_MS);
  t.equal(crawl.log.news.size, 0, 'a first failure may be an accident');
  await crawl.pass(10 * MINUTE_MS);
  t.match(crawl.log.news.get(story(1)), { title: 'Bridge opens', bodyStatus: 'error' });
  crawl.web.answers.set(story(1), { document: page({}) });
  await crawl.pass(2 * HOUR_MS);
  t.match(crawl.log.news.get(story(1)), { bodyStatus: 'ok', body: /Words/ });
});

t.test('what a page answers decides on the state of the text', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  const cases: [PaperAnswer, string][] = [
    [{ fails: 'robots' }, 'not_fetched'],
    [{ fails: 'blocked' }, 'blocked'],
    [{ document: { kind: 'fault', reason: 'login-wall', message: 'wall' } }, 'blocked'],
    [{ document: { kind: 'fault', reason: 'timeout', message: 'slow' } }, 'error'],
    [{ document: page({ body: null as never, bodyState: 'missing' }) }, 'missing'],
  ];
  cases[4]![0] = { document: { ...page({}), body: null, bodyState: 'missing', bodySource: null } };
  crawl.web.answers.set(
    FEED,
    answers(...cases.map((_, at) => ({ url: story(at), title: `Headline ${at}` }))),
  );
  for (const [number, [answer]] of cases.entries()) crawl.web.answers.set(story(number), answer);
  await crawl.pass(HOUR_MS);
  cases.forEach(([, status], number) => {
    t.equal(crawl.log.news.get(story(number))?.bodyStatus, status, `${number}`);
  });
});

t.test('addresses that lead inward are dropped, and told', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  crawl.web.answers.set(FEED, answers({ url: story(1), title: 'Bridge opens' }));
  crawl.web.answers.set(story(1), { fails: 'private-address' });
  await crawl.pass(HOUR_MS);
  t.equal(crawl.log.news.size, 0);
  t.match(crawl.crawler.sources[0]!.channels[0]!.state.ledger.dropped, {
    'page private-address': 1,
  });
});

t.test('410 ends a feed, other failures put it off further and further', async (t) => {
  const other = 'https://other.example/feed';
  const crawl = await startPaperCrawl(t, [
    media('gazette', [channel(FEED)]),
    media('other', [channel(other)]),
  ]);
  crawl.web.answers.set(FEED, { fails: 'gone' });
  crawl.web.answers.set(other, { fails: 'timeout' });
  await crawl.pass(DAY_MS, 5 * MINUTE_MS);
  t.equal(crawl.web.requests.filter((url) => url === FEED).length, 1);
  const tries = crawl.web.requests.filter((url) => url === other).length;
  t.ok(tries >= 6 && tries <= 10, `${tries} tries in a day`);
  t.match(
    crawl.log.of('crawl').find(({ media: code }) => code === 'other'),
    { ok: false, error: /timeout/ },
  );
});

t.test('a server that asks for patience gets it', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  crawl.web.answers.set(FEED, { fails: 'rate-limited', retryAfterMs: 5 * HOUR_MS });
  await crawl.pass(4 * HOUR_MS, 10 * MINUTE_MS);
  t.equal(crawl.web.requests.length, 1);
});

t.test(
  'a feed that has moved for good is read at its new address after a restart, too',
  async (t) => {
    const moved = 'https://gazette.example/new-feed';
    const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
    crawl.web.answers.set(FEED, { ...answers(), url: moved, movedTo: moved } as PaperAnswer);
    crawl.web.answers.set(moved, answers());
    await crawl.pass(MINUTE_MS);
    await crawl.restart();
    crawl.crawler.pollNow();
    await crawl.crawler.runDue();
    t.equal(crawl.web.requests.at(-1), moved);
  },
);

t.test('visits and schedules survive a restart', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  crawl.web.answers.set(FEED, answers({ url: story(1), title: 'Bridge opens' }));
  crawl.web.answers.set(story(1), { document: page({}) });
  await crawl.pass(MINUTE_MS);
  const polls = crawl.web.requests.length;
  await crawl.restart();
  await crawl.crawler.runDue();
  t.equal(crawl.web.requests.length, polls, 'nothing is due again because of the restart');
  await crawl.pass(2 * HOUR_MS);
  t.equal(crawl.web.requests.filter((url) => url === story(1)).length, 2, 'the second look came');
  t.equal(crawl.log.of('media').length, 1, 'and the media is not registered again');
});

t.test('one source that hangs delays no other', async (t) => {
  const entries = Array.from({ length: 20 }, (_, at) => {
    const url = `https://s${at}.example/feed`;
    return media(`s${at}`, [channel(url, { content: 'feed' })]);
  });
  const crawl = await startPaperCrawl(t, entries);
  for (const { channels, key } of entries) {
    crawl.web.answers.set(
      channels[0]!.url,
      answers({ url: `https://${key}.example/1`, title: 'A headline' }),
    );
  }
  crawl.web.hung.add('https://s0.example/feed');
  void crawl.crawler.runDue();
  for (let tries = 0; tries < 200 && crawl.log.news.size < 19; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  t.equal(crawl.log.news.size, 19);
  // Let the teardown end it.
  crawl.crawler.close = async () => undefined;
});

t.test('a blog whose feed carries whole texts is stored from it, with its links', async (t) => {
  const url = 'https://ann.example/feed';
  const crawl = await startPaperCrawl(t, [blog('ann', [channel(url, { content: 'auto' })])]);
  const content = '<p>See <a href="https://bob.example/1">Bob</a>.</p>';
  const items = [
    { url: 'https://ann.example/1', title: 'Whole', content, published: at(START_MS) },
    {
      url: 'https://ann.example/2',
      title: 'Teaser',
      summary: 'Only a little.',
      published: at(START_MS),
    },
    { url: 'https://elsewhere.example/3', title: 'A link to elsewhere', published: at(START_MS) },
  ];
  crawl.web.answers.set(url, { document: feed(items) });
  const links = [{ url: 'https://bob.example/2', anchor: 'Bob', location: 'sidebar' as const }];
  crawl.web.answers.set('https://ann.example/2', { document: page({ links }) });
  await crawl.pass(10 * MINUTE_MS);
  t.match(crawl.log.news.get('https://ann.example/1'), {
    kind: 'post',
    blog: 'ann',
    html: content,
  });
  t.match(crawl.log.news.get('https://ann.example/2'), { links, body: /Words/ });
  t.ok(crawl.log.news.has('https://elsewhere.example/3'));
  t.notOk(
    crawl.web.requests.includes('https://elsewhere.example/3'),
    'pages of others are not read',
  );
});

t.test('a discovery source finds articles of publishers that are known', async (t) => {
  const aggregator = 'https://finder.example/feed';
  const crawl = await startPaperCrawl(t, [
    media('gazette', [channel(FEED)]),
    media('finder', [channel(aggregator)], {
      sourceKind: 'discovery',
      homepage: 'https://finder.example/',
    }),
  ]);
  crawl.web.answers.set(FEED, answers({ url: story(1), title: 'Own headline' }));
  crawl.web.answers.set(story(1), { document: page({ title: 'Own headline' }) });
  await crawl.pass(MINUTE_MS);
  crawl.web.answers.set(
    aggregator,
    answers(
      { url: story(1), title: 'Their headline' },
      { url: 'https://finder.example/go?to=2', title: 'A second story' },
      { url: 'https://stranger.example/3', title: 'A third story' },
    ),
  );
  crawl.web.answers.set('https://finder.example/go?to=2', {
    document: page({ title: 'Second' }),
    url: story(2),
  });
  crawl.web.answers.set('https://stranger.example/3', { document: page({ title: 'Third' }) });
  await crawl.pass(7 * HOUR_MS, 10 * MINUTE_MS);
  t.match(crawl.log.news.get(story(1)), {
    title: 'Own headline',
    media: 'gazette',
    discovery: { media: 'finder' },
  });
  t.match(crawl.log.news.get(story(2)), {
    title: 'Second',
    media: 'gazette',
    discovery: { media: 'finder' },
  });
  t.notOk(crawl.log.news.has('https://stranger.example/3'));
  t.notOk(
    crawl.web.requests.includes('https://stranger.example/3'),
    'what nobody of ours wrote is not read',
  );
  const finder = crawl.crawler.sources[1]!;
  t.match(finder.channels[0]!.state.ledger.dropped, { 'unknown-publisher': 1 });
});

t.test('a date that lies ahead, or none, leaves the article where it was seen', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED, { content: 'none' })])]);
  crawl.web.answers.set(
    FEED,
    answers(
      { url: story(1), title: 'Ahead', atMs: START_MS + 5 * HOUR_MS },
      { url: story(2), title: 'In time', atMs: START_MS - HOUR_MS },
    ),
  );
  await crawl.pass(MINUTE_MS);
  t.equal(crawl.log.news.get(story(1))!.publishedAt, undefined);
  t.equal(crawl.log.news.get(story(2))!.publishedAt, isoOf(START_MS - HOUR_MS));
});

t.test('what an administrator has switched off is left alone', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  const record = {
    kind: 'media',
    media: 'gazette',
    enabled: false,
    external: false,
    collectingSinceMs: 5,
  };
  crawl.log.registeredMedia.push({ record: record as never, hidden: false });
  await crawl.restart();
  await crawl.pass(HOUR_MS);
  t.equal(crawl.web.requests.length, 0);
});

t.test('sources come and go with the file', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  crawl.web.answers.set(FEED, answers());
  await crawl.pass(MINUTE_MS);
  const other = 'https://other.example/feed';
  crawl.web.answers.set(other, answers());
  await crawl.crawler.use({
    categories: [],
    faults: [],
    entries: [media('other', [channel(other)])],
  });
  await crawl.crawler.runDue();
  t.match(crawl.log.of('media').at(-1), { media: 'gazette', schedule: 'off' });
  t.equal(crawl.web.requests.at(-1), other);
  crawl.web.requests.length = 0;
  await crawl.pass(DAY_MS, HOUR_MS);
  t.notOk(crawl.web.requests.includes(FEED));
});

t.test('a sitemap that is read for the first time brings no archive', async (t) => {
  const url = 'https://gazette.example/sitemap.xml';
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(url, { type: 'sitemap' })])]);
  const blank = { title: null, published: null, keywords: [], image: null };
  const entries = [
    { ...blank, url: story(1), modified: at(START_MS - HOUR_MS) },
    { ...blank, url: story(2), modified: at(START_MS - 9 * DAY_MS) },
    { ...blank, url: story(3), modified: null, title: 'News', published: at(START_MS - HOUR_MS) },
  ];
  const document = {
    kind: 'sitemap' as const,
    sitemaps: [],
    entries,
    charset: 'utf-8',
    dropped: [],
  };
  crawl.web.answers.set(url, { document });
  for (const number of [1, 2, 3])
    crawl.web.answers.set(story(number), {
      document: page({ title: `Page ${number}`, isMarkedArticle: true }),
    });
  await crawl.pass(30 * MINUTE_MS);
  t.same([...crawl.log.news.keys()].sort(), [story(1), story(3)]);
  t.match(crawl.log.news.get(story(1)), { title: 'Page 1' });
});

t.test('an article without a time gets the one that its page gives later', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  crawl.web.answers.set(FEED, { document: feed([{ url: story(1), title: 'Bridge opens' }]) });
  crawl.web.answers.set(story(1), { document: page({}) });
  await crawl.pass(MINUTE_MS);
  t.equal(crawl.log.news.get(story(1))!.publishedAt, undefined);
  crawl.web.answers.set(story(1), { document: page({ published: at(START_MS - HOUR_MS) }) });
  await crawl.pass(2 * HOUR_MS);
  t.equal(crawl.log.news.get(story(1))!.publishedAt, isoOf(START_MS - HOUR_MS));
});

t.test('a page that robots.txt forbids for now is read when it no longer does', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  crawl.web.answers.set(FEED, answers({ url: story(1), title: 'Bridge opens' }));
  crawl.web.answers.set(story(1), { fails: 'robots' });
  await crawl.pass(MINUTE_MS);
  t.match(crawl.log.news.get(story(1)), { bodyStatus: 'not_fetched' });
  crawl.web.answers.set(story(1), { document: page({}) });
  await crawl.pass(2 * HOUR_MS);
  t.match(crawl.log.news.get(story(1)), { bodyStatus: 'ok' });
});

t.test(
  'an article whose page goes away stays, and what its feed says later still counts',
  async (t) => {
    const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
    crawl.web.answers.set(FEED, answers({ url: story(1), title: 'Bridge opens' }));
    crawl.web.answers.set(story(1), { document: page({}) });
    await crawl.pass(MINUTE_MS);
    crawl.web.answers.set(story(1), { fails: 'not-found' });
    await crawl.pass(3 * DAY_MS, HOUR_MS);
    t.match(crawl.log.news.get(story(1)), { bodyStatus: 'ok', body: /Words/ });
    t.same(crawl.crawler.sources[0]!.channels[0]!.state.ledger.dropped, {});
    crawl.web.answers.set(FEED, answers({ url: story(1), title: 'Bridge opens at last' }));
    crawl.crawler.pollNow();
    await crawl.pass(MINUTE_MS);
    t.match(crawl.log.news.get(story(1)), { title: 'Bridge opens at last' });
  },
);

t.test('a page that was empty once is read later, one that costs too much is not', async (t) => {
  const crawl = await startPaperCrawl(t, [media('gazette', [channel(FEED)])]);
  crawl.web.answers.set(
    FEED,
    answers({ url: story(1), title: 'Bridge opens' }, { url: story(2), title: 'Ferry sinks' }),
  );
  for (const [number, reason] of [
    [1, 'empty'],
    [2, 'timeout'],
  ] as const) {
    crawl.web.answers.set(story(number), { document: { kind: 'fault', reason, message: reason } });
  }
  await crawl.pass(MINUTE_MS);
  t.match(crawl.log.news.get(story(1)), { bodyStatus: 'error' });
  for (const number of [1, 2])
    crawl.web.answers.set(story(number), {
      document: page({ body: `Text of ${number}. `.repeat(20) }),
    });
  await crawl.pass(3 * DAY_MS, HOUR_MS);
  t.match(crawl.log.news.get(story(1)), { bodyStatus: 'ok', body: /Text of 1/ });
  t.match(crawl.log.news.get(story(2)), { bodyStatus: 'error' });
  const { ledger } = crawl.crawler.sources[0]!.channels[0]!.state;
  t.same(ledger.dropped, { 'page empty': 1, 'page timeout': 1 }, 'each is told once');
});
