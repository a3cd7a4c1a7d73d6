/** The trace of one fetch, as data and as lines. */
import t from 'tap';
import { readSources } from '../../src/crawler/sources/read-sources.js';
import { targetOf, targetsOf, traceFetch } from '../../src/crawler/trace.js';
import { traceLines } from '../../src/crawler/trace-lines.js';
import { article, fakeWeb, items, type Web } from './finding/fake-web.js';

const SITE = 'https://quay.example/';
const SOURCES = `[[media]]
code = "quay"
title = "Quay"
obeyRobots = false
zone = "-01:00"
feed = { url = "https://quay.example/old", include = '/[12]$', exclude = '/2$' }
list = { url = "https://quay.example/list", item = "li", link = "a" }
[media.portal]
[[media.portal.list]]
url = "https://quay.example/topics"
item = "li"
link = "a"
`;
const WEB: Web = {
  [`${SITE}old`]: { to: `${SITE}feed` },
  [`${SITE}feed`]: {
    feed: {
      title: 'Quay\u001b[2J notes',
      charset: 'big5',
      language: 'en',
      items: items(SITE, 3),
      dropped: [{ reason: 'no-title', what: `${SITE}untitled` }],
    },
  },
  [`${SITE}1`]: article,
};

t.test('a trace tells the whole way of a feed', async (t) => {
  const { entries } = readSources(SOURCES, () => null);
  const targets = targetsOf(entries[0]!);
  t.strictSame(
    targets.map(({ type, url, request, reading }) => [
      type,
      url,
      request.ignoreRobots,
      reading.zoneOffsetMs,
    ]),
    [
      ['feed', `${SITE}old`, true, -3_600_000],
      ['list', `${SITE}list`, true, -3_600_000],
      ['portal', `${SITE}topics`, true, -3_600_000],
    ],
  );
  const trace = await traceFetch(fakeWeb(WEB), targets[0]!);
  t.match(trace, {
    fault: null,
    answer: { url: `${SITE}feed`, status: 200, movedTo: `${SITE}feed`, bytes: 26 },
    document: {
      kind: 'feed',
      charset: 'big5',
      items: [{ url: `${SITE}1`, chars: 6 }],
      dropped: [
        { reason: 'no-title' },
        { reason: 'filtered', what: `${SITE}2` },
        { reason: 'filtered', what: `${SITE}3` },
      ],
    },
    article: { title: 'A story', bodyState: 'ok', fault: null },
  });
  t.strictSame(JSON.parse(JSON.stringify(trace)), trace, 'it is plain data');
});

t.test('the proxy of a source is shown by where it is kept', async (t) => {
  for (const [kept, shown] of [
    ['env:PROXY_OF_QUAY', '(from env:PROXY_OF_QUAY)'],
    ['socks5://127.0.0.1:1080', 'socks5://127.0.0.1:1080'],
  ] as const) {
    const text = SOURCES.replace('zone =', `proxy = "${kept}"\nzone =`);
    const [target] = targetsOf(readSources(text, () => null).entries[0]!);
    const lines = traceLines(await traceFetch(fakeWeb(WEB), target!));
    t.ok(lines.includes(`  by the proxy ${shown}`), kept);
  }
});

t.test('its lines can be read, and act on no terminal', async (t) => {
  const trace = await traceFetch(fakeWeb(WEB), targetOf(`${SITE}old`));
  const lines = traceLines(trace);
  t.notMatch(lines.join('\n'), /[\0-\x09\x0b-\x1f]/);
  for (const line of [
    'robots.txt allows it',
    '  user-agent: Tagwire',
    `  301 ${SITE}old → ${SITE}feed`,
    `  moved for good to ${SITE}feed`,
    `answer 200 ${SITE}feed from 192.0.2.7, 26 bytes in 12 ms`,
    'feed "Quay[2J notes" in big5',
    '3 items',
    '  2031-05-06T08:00:00.000Z Story 1 (6 characters)',
    `  no-title ${SITE}untitled`,
    `article ${SITE}1`,
    '  byline: Ann Quay',
    '  links: 0 body, 0 sidebar, 0 blogroll, 0 comment',
  ]) {
    t.ok(lines.includes(line), line);
  }
});

t.test('a portal is traced with the stories of its first item', async (t) => {
  const url = `${SITE}topics`;
  const web: Web = { [url]: { page: {} }, [`${url}/topic`]: { page: {} } };
  const portal = { ...targetOf(url), type: 'portal' as const, rule: { item: 'li', link: 'a' } };
  const inside = await traceFetch(fakeWeb(web), portal);
  t.match(inside.document, { items: [{ title: 'Topic' }], stories: [{ title: 'portal' }] });
  const behind = { ...portal, rule: { ...portal.rule, story: 'p' } };
  const trace = await traceFetch(fakeWeb(web), behind);
  t.match(trace.document, { stories: [{ title: 'stories', url: `${url}/topic/story` }] });
  t.match(traceLines(trace).join('\n'), /1 stories of the first item\n {2}no date stories/);
  const broken = await traceFetch(fakeWeb({ [url]: { page: {} } }), behind);
  t.match(broken.document, { facts: { stories: 'the server answered 404' } });
});

t.test('an index of sitemaps is traced with the entries of one', async (t) => {
  const entry = { url: `${SITE}1`, modified: null, title: 'A', keywords: [], image: null };
  const child = { sitemap: { entries: [{ ...entry, published: null }] } };
  const index = { sitemap: { sitemaps: [{ url: `${SITE}child.xml`, modified: null }] } };
  const web: Web = { [`${SITE}index.xml`]: index, [`${SITE}child.xml`]: child };
  const trace = await traceFetch(fakeWeb(web), targetOf(`${SITE}index.xml`));
  t.match(trace.document, { facts: { sitemaps: `${SITE}child.xml` }, items: [{ title: 'A' }] });
});

t.test('pages, faults and robots are told', async (t) => {
  const linesOf = async (url: string, forbidden = /^$/): Promise<string> =>
    traceLines(await traceFetch(fakeWeb(WEB, { forbidden }), targetOf(url))).join('\n');
  t.match(await linesOf(`${SITE}1`), /page "A story"[\s\S]*title: A story/);
  t.match(
    await linesOf(`${SITE}away`),
    /nothing came of it: the server answered 404 \(not-found\)/,
  );
  t.match(
    await linesOf(`${SITE}feed`, /./),
    /forbids it, .*`obeyRobots = false`[\s\S]*not read: robots.txt, .*`obeyRobots = false`, forbids this page/,
  );
  const feed = { ...targetOf(`${SITE}1`), type: 'feed' as const };
  const trace = await traceFetch(fakeWeb(WEB), feed);
  t.match(trace, { fault: { reason: 'not-a-feed' }, document: null, article: null });
  const tools = fakeWeb(WEB, { forbidden: /./ });
  const own = await traceFetch(tools, {
    ...targetOf(`${SITE}feed`),
    request: { ignoreRobots: true },
  });
  t.match(own, { robots: { allows: false }, article: { fault: null, bodyState: 'ok' } });
  await traceFetch(tools, targetOf(`${SITE}1`));
  t.strictSame(tools.asked, [`${SITE}feed`, `${SITE}1`, `${SITE}1`], 'a page is fetched once');
});
