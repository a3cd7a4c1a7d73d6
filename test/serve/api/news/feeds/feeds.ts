import { parseRssFeed } from 'feedsmith';
import { Parser } from 'htmlparser2';
import t from 'tap';
import { HOUR_MS } from '../../../../../src/kernel/clock.js';
import { startServer } from '../../harness.js';
import { everyday, hoursAfter, MEDIA, QUAKE, report, reports, START_MS } from '../event-world.js';

/** Names and texts of an XML document; throws where elements do not nest. */
function elementsOf(xml: string): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = [];
  const open: { name: string; text: string }[] = [];
  const parser = new Parser(
    {
      onopentag: (name) => {
        const element = { name, text: '' };
        found.push(element);
        open.push(element);
      },
      ontext: (text) => {
        const last = open.at(-1);
        if (last !== undefined) last.text += text;
      },
      onclosetag: (name) => {
        if (open.pop()?.name !== name) throw new Error(`${name} is not closed`);
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  if (open.length > 0) throw new Error(`${open.at(-1)!.name} is open at the end`);
  parser.end();
  return found;
}

const ODD_TAG = 'AC/DC 100% & <b>';

t.test('feeds', async (t) => {
  const { app, clock, get, ingest } = await startServer(t, {
    ticksByHand: true,
    now: hoursAfter(0),
    records: MEDIA,
  });
  const odd = { tags: [ODD_TAG, '其他'], title: '<script>alert("1")</script> & ]]> 標題' };
  await ingest([
    ...everyday(1),
    ...reports(QUAKE, [0, 1, 4, 5, 8], 2),
    report(odd, 0, 5),
    { ...report(odd, 1, 6), description: '一 < 二 & "三"' },
  ]);
  clock.set(START_MS + HOUR_MS);
  await app.pipeline.advance(START_MS + HOUR_MS);

  await t.test('new events validate and read back', async (t) => {
    const response = await get('/feeds/events.xml');
    t.equal(response.status, 200);
    t.equal(response.headers.get('content-type'), 'application/rss+xml; charset=utf-8');
    const xml = await response.text();
    elementsOf(xml);
    const feed = parseRssFeed(xml);
    t.match(feed.description, /belong to their publishers.*source of the data/);
    t.match(feed.copyright, /publishers/);
    t.equal(feed.items!.length, 1);
    const [item] = feed.items!;
    t.match(item!.link, /\/eve\/1\/$/);
    t.equal(item!.guid!.value, item!.link);
    t.match(item!.title, /花蓮強震/);
    t.match(item!.description, /<li><a href="https:\/\/outlet\d\.example\//);
    t.equal(new Date(item!.pubDate!).toISOString(), hoursAfter(0));
    t.strictSame(new Set(item!.categories!.map(({ name }) => name)), new Set(QUAKE.tags));
  });

  await t.test('the articles of an event, newest first, in both forms', async (t) => {
    const feed = parseRssFeed(await (await get('/feeds/events/1.xml')).text());
    const { articles } = (await (await get('/api/v1/events/threads/1/articles')).json()) as {
      articles: { title: string; url: string }[];
    };
    t.ok(articles.length > 5);
    t.strictSame(
      feed.items!.map(({ link, title }) => [link, title]),
      articles.map(({ url, title }) => [url, title]),
    );
    const json = (await (await get('/feeds/events/1.json')).json()) as { items: { url: string }[] };
    t.strictSame(
      json.items.map(({ url }) => url),
      articles.map(({ url }) => url),
    );
    t.equal((await get('/feeds/events/99.xml')).status, 404);
    t.equal((await get('/feeds/events/x.xml')).status, 400);
  });

  await t.test('the reports of a tag, newest first, whatever the tag and the titles', async (t) => {
    const response = await get(`/feeds/tag/${encodeURIComponent(ODD_TAG)}.xml`);
    t.equal(response.status, 200);
    const xml = await response.text();
    elementsOf(xml);
    const feed = parseRssFeed(xml);
    t.match(feed.title, 'AC/DC 100% & <b>');
    t.equal(feed.items!.length, 2);
    t.match(feed.items![0]!.title, /<script>alert\("1"\)<\/script> & \]\]> 標題/);
    t.match(feed.items![0]!.description, '一 &lt; 二 &amp;');
    t.strictSame(
      feed.items!.map(({ dc }) => dc?.creators),
      [['第 1 報'], ['第 0 報']],
    );
    t.strictSame(
      feed.items![0]!.categories!.map(({ name }) => name),
      [ODD_TAG, '其他'],
    );
  });

  await t.test(
    'case and width make no difference, and an unknown tag has an empty feed',
    async (t) => {
      const same = await get(`/feeds/tag/${encodeURIComponent('ａｃ/dc 100% & <B>')}.xml`);
      t.equal(parseRssFeed(await same.text()).items!.length, 2);
      const none = await get('/feeds/tag/%E7%84%A1.xml');
      t.equal(none.status, 200);
      t.strictSame(parseRssFeed(await none.text()).items ?? [], []);
    },
  );

  await t.test('what is no tag is refused', async (t) => {
    t.equal((await get(`/feeds/tag/${'x'.repeat(41)}.xml`)).status, 400);
    t.equal((await get('/feeds/tag/%FF.xml')).status, 400);
    t.equal((await get('/feeds/tag/.xml')).status, 404);
  });

  await t.test('an unchanged feed is 304, a changed one is not', async (t) => {
    const path = `/feeds/tag/${encodeURIComponent(QUAKE.tags[0]!)}.xml`;
    const etag = (await get(path)).headers.get('etag')!;
    t.equal((await get(path, { headers: { 'if-none-match': etag } })).status, 304);
    await ingest([report(QUAKE, 6, 59)]);
    t.equal((await get(path, { headers: { 'if-none-match': etag } })).status, 200);
  });

  await t.test('the sitemap lists pages, and is valid XML', async (t) => {
    const response = await get('/sitemap.xml');
    t.equal(response.headers.get('content-type'), 'application/xml; charset=utf-8');
    const elements = elementsOf(await response.text());
    t.equal(elements[0]!.name, 'urlset');
    const addresses = elements.filter(({ name }) => name === 'loc').map(({ text }) => text);
    t.ok(addresses.some((address) => address.endsWith('/docs')));
    t.ok(addresses.some((address) => address.endsWith('/tags/')));
    t.ok(addresses.some((address) => address.endsWith('/eve/1/')));
    t.equal(new Set(addresses).size, addresses.length);
  });
});
