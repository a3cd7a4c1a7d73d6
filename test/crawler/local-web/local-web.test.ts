import '../../engine/actor/threads-here.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { parseFeed } from 'feedsmith';
import { parseHTML } from 'linkedom';
import { parse } from 'smol-toml';
import t from 'tap';
import { extractHtml } from '../../../src/documents/html.js';
import { DAY_MS, HOUR_MS, ManualClock, MINUTE_MS } from '../../../src/kernel/clock.js';
import { type ArticleSet, inventedSet, realSet } from './article-sets.js';
import { ask, type Reply } from './ask.js';
import {
  AGGREGATOR,
  type LocalWeb,
  type LocalWebOptions,
  type PublishedArticle,
  startLocalWeb,
} from './local-web.js';
import { normalForm } from './normal-form.js';

const END_MS = Date.UTC(2025, 4, 20, 4);
const invented = inventedSet({ endMs: END_MS });
const folder = process.env.TAGWIRE_TEST_DATA;

async function opened(
  t: { teardown(end: () => Promise<void>): void },
  options: Partial<LocalWebOptions> = {},
): Promise<{ web: LocalWeb; clock: ManualClock }> {
  const clock = new ManualClock(END_MS);
  const web = await startLocalWeb({ clock, sets: [invented], ...options });
  t.teardown(() => web.close());
  return { web, clock };
}

/** The text of a document, by the charset of its site. */
function textOf(web: LocalWeb, key: string, { bytes }: Reply): string {
  return new TextDecoder(web.site(key).style.charset).decode(bytes);
}

async function feedLinks(web: LocalWeb, key: string): Promise<string[]> {
  const { owner, style } = web.site(key);
  const text = textOf(web, key, await ask(owner.home + style.feedPath));
  const { feed, format } = parseFeed(text);
  const items: unknown[] = format === 'atom' ? (feed.entries ?? []) : (feed.items ?? []);
  return items.map((item) => {
    const { link, links, url } = item as {
      link?: string;
      url?: string;
      links?: { href: string }[];
    };
    return String(link ?? url ?? links?.[0]?.href).replace(/[?&]utm_.*/, '');
  });
}

t.test('every feed shows the newest twenty of what is published, whatever the time', async (t) => {
  const { web, clock } = await opened(t);
  for (const atMs of [END_MS - DAY_MS, END_MS - 9 * HOUR_MS, END_MS]) {
    clock.set(atMs);
    const published = web.published(atMs);
    for (const key of web.siteKeys()) {
      if (web.site(key).style.feed === null) continue;
      const wanted = published.filter(({ site }) => site === key).slice(0, 20);
      t.same(
        await feedLinks(web, key),
        wanted.map(({ url }) => url),
        `${key} at ${atMs}`,
      );
    }
  }
});

t.test('every published article has its page, which holds its title and text', async (t) => {
  const { web } = await opened(t);
  const published = web.published(END_MS);
  t.ok(published.length > 100);
  t.equal(new Set(published.map(({ url }) => url)).size, published.length);
  for (const { site, url, title, body, html, originalUrl } of published) {
    const reply = await ask(url);
    const page = textOf(web, site, reply);
    const { document } = parseHTML(page);
    t.equal(document.querySelector('h1')?.textContent, title, url);
    for (const part of document.querySelectorAll('script, .ad-break')) part.remove();
    const text = normalForm(String(document.body.textContent));
    const wanted = body ?? parseHTML(`<body>${html ?? ''}</body>`).document.body.textContent;
    t.ok(text.includes(normalForm(wanted)), `${url} holds the text`);
    t.equal(web.localUrlOf(originalUrl), url);
    t.equal(web.originalUrlOf(url), originalUrl);
  }
});

t.test('nothing is there before its time', async (t) => {
  const { web, clock } = await opened(t);
  const later = web.published(END_MS).filter(({ visibleMs }) => visibleMs > END_MS - 6 * HOUR_MS);
  clock.set(END_MS - 6 * HOUR_MS);
  t.ok(later.length > 10);
  for (const { url } of later.slice(0, 20)) t.equal((await ask(url)).status, 404);
});

t.test('Big5 sites are Big5, and what it lacks is a reference', async (t) => {
  const { web } = await opened(t);
  const keys = web.siteKeys().filter((key) => web.site(key).style.charset === 'big5');
  t.equal(keys.length, 2);
  for (const key of keys) {
    const reply = await ask(web.site(key).owner.home);
    t.equal(reply.headers['content-type'], 'text/html', 'the header does not say so');
    t.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(reply.bytes));
    t.notMatch(textOf(web, key, reply), '\ufffd');
  }
});

t.test('a silent change shows on the page from its time on', async (t) => {
  const { web, clock } = await opened(t, { changed: 100 });
  const early = web.published(END_MS - 21 * HOUR_MS);
  clock.set(END_MS);
  const byUrl = new Map(web.published(END_MS).map((article) => [article.url, article]));
  let changed = 0;
  for (const before of early) {
    const after = byUrl.get(before.url);
    if (before.kind !== 'news' || after === undefined) continue;
    if (after.title === before.title && after.body === before.body) continue;
    changed += 1;
    const reply = await ask(before.url);
    const { document } = parseHTML(textOf(web, before.site, reply));
    t.equal(document.querySelector('h1')?.textContent, after.title);
  }
  t.ok(changed > 3, `${changed} have changed`);
});

t.test('conditional requests, compression, moved feeds, campaign addresses', async (t) => {
  const { web } = await opened(t);
  const moved = web.siteKeys().find((key) => web.site(key).style.tracking === 'redirect') as string;
  const { owner, style } = web.site(moved);
  const old = await ask(`${owner.home}feed`);
  t.same([old.status, old.headers.location], [301, owner.home + style.feedPath]);
  const feed = await ask(owner.home + style.feedPath, { 'accept-encoding': 'gzip' });
  t.equal(feed.headers['content-encoding'], 'gzip');
  t.match(gunzipSync(feed.bytes).toString(), '<rss');
  const etag = String(feed.headers.etag);
  const again = await ask(owner.home + style.feedPath, { 'if-none-match': etag });
  t.same([again.status, again.bytes.length], [304, 0]);
  t.equal(web.counts(moved).notModified, 1);
  const [first] = web.published(END_MS).filter(({ site }) => site === moved);
  const tracked = await ask(`${first?.url}?utm_source=feed`);
  t.same([tracked.status, tracked.headers.location], [302, first?.url]);
});

t.test('the aggregator lists articles of other sites, some by addresses of its own', async (t) => {
  const { web } = await opened(t);
  const links = await feedLinks(web, AGGREGATOR);
  const own = links.filter((url) => url.startsWith(web.site(AGGREGATOR).owner.home));
  t.ok(own.length > 0 && own.length < links.length);
  const discovered = new Set(
    web
      .published(END_MS)
      .filter(({ isDiscovered }) => isDiscovered)
      .map(({ url }) => url),
  );
  for (const url of links) {
    const target = own.includes(url) ? (await ask(url)).headers.location : url;
    t.ok(discovered.has(String(target)), url);
  }
});

t.test('faults are those that were asked for, and the same for the same seed', async (t) => {
  const { web } = await opened(t, { faults: { seed: 4, errors: 20, unavailable: 20, resets: 20 } });
  const [key] = web.siteKeys() as [string];
  const { home } = web.site(key).owner;
  const statuses = async (): Promise<number[]> => {
    const seen: number[] = [];
    for (let n = 0; n < 40; n++) seen.push((await ask(home).catch(() => ({ status: 0 }))).status);
    return seen;
  };
  const seen = await statuses();
  for (const status of [0, 200, 500, 503]) t.ok(seen.includes(status), `${status}`);
  t.same(
    web.counts(key).log.map(({ status }) => status),
    seen,
  );
  const other = await opened(t, { faults: { seed: 4, errors: 20, unavailable: 20, resets: 20 } });
  const same: number[] = [];
  for (let n = 0; n < 40; n++) {
    const reply = await ask(other.web.site(key).owner.home).catch(() => ({ status: 0 }));
    same.push(reply.status);
  }
  t.same(same, seen);
  web.setFaults({ away: [{ site: key, fromMs: 0, toMs: END_MS + 1 }] });
  await t.rejects(ask(home));
  web.setFaults({ truncated: 100 });
  await t.rejects(ask(home));
  web.setFaults({ wrongType: 100 });
  t.equal((await ask(home)).headers['content-type'], 'application/octet-stream');
  web.setFaults({ slow: 100, slowMs: 30 });
  t.equal((await ask(home)).status, 200);
  t.equal((await ask(`${home}robots.txt`)).status, 200);
});

t.test('feeds that give new guids do so at every visit', async (t) => {
  const { web } = await opened(t);
  for (const key of web.siteKeys()) {
    const { owner, style } = web.site(key);
    if (style.feed === null) continue;
    web.setFaults({ newGuids: [key] });
    const [one, other] = [
      await ask(owner.home + style.feedPath),
      await ask(owner.home + style.feedPath),
    ];
    const ids = (reply: Reply): string[] =>
      [
        ...textOf(web, key, reply).matchAll(
          /<guid[^>]*>([^<]+)|<entry>\s*[\s\S]*?<id>([^<]+)|"id":"([^"]+)/g,
        ),
      ].map(([, a, b, c]) => String(a ?? b ?? c));
    const before = new Set(ids(one));
    if (before.size === 0) continue;
    t.notOk(
      ids(other).some((id) => before.has(id)),
      key,
    );
  }
});

t.test('connections and requests under way are counted', async (t) => {
  const { web } = await opened(t, { faults: { slow: 100, slowMs: 50 } });
  const [one, other] = web.siteKeys() as [string, string];
  const ofOne = web.site(one).owner.home;
  await Promise.all([ask(ofOne), ask(ofOne), ask(ofOne), ask(web.site(other).owner.home)]);
  t.equal(web.counts(one).requestsMax, 3);
  t.equal(web.counts(one).connectionsMax, 3);
  t.equal(web.counts(other).requestsMax, 1);
  t.equal(web.counts(one).byKind.list, 3);
});

t.test('a site can be built in another way for a test', async (t) => {
  const key = 'b0001';
  const { web } = await opened(t, { styles: { [key]: { crawlDelayS: 3, feed: 'rss' } } });
  const { owner } = web.site(key);
  const robots = await ask(new URL('/robots.txt', owner.home).href);
  t.match(robots.bytes.toString(), 'Crawl-delay: 3');
  t.match(web.sourcesToml(), `${owner.home}rss.xml`);
});

t.test('the sources name every site once, with channels that answer', async (t) => {
  const { web } = await opened(t);
  interface Channel {
    url: string;
  }
  const sources = parse(web.sourcesToml()) as unknown as {
    media: {
      code: string;
      feed?: Channel[];
      sitemap?: Channel[];
      list?: Channel[];
      portal?: { list: Channel[] };
    }[];
    blog: { slug: string; feed: string }[];
  };
  const keys = [...sources.media.map(({ code }) => code), ...sources.blog.map(({ slug }) => slug)];
  t.same(keys.sort(), [...web.siteKeys(), AGGREGATOR].sort());
  const urls = sources.media.flatMap(({ feed, sitemap, list, portal }) =>
    [...(feed ?? []), ...(sitemap ?? []), ...(list ?? []), ...(portal?.list ?? [])].map(
      ({ url }) => url,
    ),
  );
  t.equal(sources.media.filter(({ sitemap }) => sitemap !== undefined).length, 1);
  t.equal(sources.media.filter(({ list }) => list !== undefined).length, 1);
  t.equal(sources.media.filter(({ portal }) => portal !== undefined).length, 1);
  for (const url of [...urls, ...sources.blog.map(({ feed }) => feed)]) {
    const { status } = await ask(url);
    t.ok(status === 200 || status === 301, `${url} answers ${status}`);
  }
});

t.test('real outlets and blogs become sites, too', async (t) => {
  if (folder === undefined) {
    t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
    return;
  }
  const window = { fromMs: Date.UTC(2022, 4, 21), toMs: Date.UTC(2022, 5, 2) };
  const sets: ArticleSet[] = [
    realSet(folder, 'zh-politics'),
    realSet(folder, 'zh-referendum', window),
    realSet(folder, 'blogs-en', window),
  ];
  const { web, clock } = await opened(t, { sets, changed: 0 });
  clock.set(window.toMs);
  const published = web.published(window.toMs);
  t.equal(published.length, 3402 + 2877 + 967);
  t.equal(new Set(published.map(({ url }) => url)).size, published.length);
  t.equal(web.siteKeys().length, 8 + 8);
  const faults: string[] = [];
  for (const [index, { site, url, title, body }] of published.entries()) {
    if (index % 20 !== 0) continue;
    const { document } = parseHTML(textOf(web, site, await ask(url)));
    for (const part of document.querySelectorAll('script, .ad-break')) part.remove();
    const text = normalForm(String(document.body.textContent));
    if (document.querySelector('h1')?.textContent !== title) faults.push(`title ${url}`);
    if (body !== null && !text.includes(normalForm(body))) faults.push(`body ${url}`);
  }
  t.same(faults, []);
  t.ok(web.topics(window.toMs - MINUTE_MS).length > 5, 'the portal has topics');
  t.same(
    mentions(web, published),
    wantedMentions(folder, web),
    'and mention one another as they do',
  );
});

/** Which post's own text links to which blog, by what is on the pages. */
function mentions(web: LocalWeb, published: readonly PublishedArticle[]): string[] {
  const homes = web.siteKeys().map((key) => ({ key, home: web.site(key).owner.home }));
  const pairs = new Set<string>();
  for (const { site, url, kind } of published) {
    if (kind !== 'post') continue;
    const { host } = web.site(site);
    const page = host.page(url.slice(host.origin.length));
    for (const link of extractHtml(String(page.content), url).links) {
      const target = homes.find(({ home }) => `${link.url}/`.startsWith(home))?.key;
      if (link.location !== 'body' || target === undefined || target === site) continue;
      pairs.add(`${url} ${target}`);
    }
  }
  return [...pairs].sort();
}

function wantedMentions(folder: string, web: LocalWeb): string[] {
  const [, ...rows] = readFileSync(join(folder, 'blogs-en', 'crosslinks.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((row) => row.split('\t'));
  return rows.map(([url, , target]) => `${web.localUrlOf(String(url))} ${target}`).sort();
}
