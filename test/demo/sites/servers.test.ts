import { createServer } from 'node:net';
import { parseFeed } from 'feedsmith';
import { parseHTML } from 'linkedom';
import { parse } from 'smol-toml';
import t from 'tap';
import { World } from '../../../demo/corpus.js';
import { readVocabulary } from '../../../demo/read-vocabulary.js';
import { DemoAddresses, DemoSites, freePorts } from '../../../demo/sites/servers.js';
import { HOUR_MS, ManualClock } from '../../../src/kernel/clock.js';
import { ask } from '../../crawler/local-web/ask.js';

const END_MS = Date.UTC(2025, 4, 20, 4);
const WORLD = { seed: 3, days: 2, media: 12, perDay: 400, blogs: 8, endMs: END_MS } as const;
const world = new World(WORLD, readVocabulary());
const catalog = world.catalog();

async function opened(t: { teardown(end: () => Promise<void>): void }) {
  const clock = new ManualClock(END_MS);
  const addresses = new DemoAddresses(
    catalog,
    await freePorts(new DemoAddresses(catalog, 1).ports.size),
  );
  const errors: string[] = [];
  const sites = new DemoSites(world, addresses, clock, (reason) => errors.push(reason));
  await sites.start();
  t.teardown(() => sites.close());
  return { clock, addresses, sites, errors };
}

interface Sources {
  media: {
    code: string;
    homepage: string;
    kind?: string;
    feed: { url: string }[];
    portal?: object;
  }[];
  blog: { slug: string; url: string; feed: string; aliases?: string[] }[];
}

async function links(url: string): Promise<string[]> {
  const { feed, format } = parseFeed((await ask(url)).bytes.toString());
  const items: unknown[] = format === 'atom' ? (feed.entries ?? []) : (feed.items ?? []);
  return items.map((item) => {
    const { link, links } = item as { link?: string; links?: { href: string }[] };
    return String(link ?? links?.[0]?.href).replace(/\?utm_.*/, '');
  });
}

t.test('every outlet and blog has a feed whose articles have pages', async (t) => {
  const { sites, errors } = await opened(t);
  const sources = parse(sites.sourcesToml()) as unknown as Sources;
  t.equal(sources.media.length, WORLD.media + 1, 'the outlets and the aggregator');
  t.equal(sources.blog.length, WORLD.blogs);
  t.ok(sources.media.some(({ portal }) => portal !== undefined));
  const feeds = [
    ...sources.media.map(({ feed }) => feed[0]?.url),
    ...sources.blog.map(({ feed }) => feed),
  ];
  let articles = 0;
  for (const url of feeds) {
    const [first] = await links(String(url));
    if (first === undefined) continue;
    const found = await ask(first);
    // The aggregator's own addresses lead to the publishers'.
    const page = found.status === 302 ? await ask(String(found.headers.location)) : found;
    t.equal(page.status, 200, first);
    const { document } = parseHTML(page.bytes.toString());
    t.ok(document.querySelector('h1'), first);
    articles += 1;
  }
  t.ok(articles > WORLD.media, `${articles} sites have articles`);
  t.same(errors, []);
});

t.test('the past and the pages name the same articles by the same addresses', async (t) => {
  const { sites, addresses } = await opened(t);
  const past = [...world.span(END_MS - 24 * HOUR_MS, END_MS)].map((line) =>
    addresses.localLine(line),
  );
  const records = past.map((line) => JSON.parse(line) as Record<string, unknown>);
  const known = new Set(
    records.filter(({ kind }) => kind === 'news' || kind === 'post').map(({ url }) => url),
  );
  t.notMatch(
    past.join('\n').replace(/https:\/\/(?:ads|social|chat)\.example/g, ''),
    /https:\/\/[a-z0-9.]+\.example\//,
  );
  const sources = parse(sites.sourcesToml()) as unknown as Sources;
  let seen = 0;
  for (const { feed, kind } of sources.media) {
    if (kind === 'discovery') continue;
    for (const url of await links(String(feed[0]?.url))) if (known.has(url)) seen += 1;
  }
  t.ok(seen > 100, `${seen} articles of feeds are known from the past`);
  for (const { url, slug } of sources.blog) {
    const record = JSON.parse(
      addresses.localLine(catalog.find((line) => line.includes(`"slug":"${slug}"`)) as string),
    );
    t.equal(record.sourceUrl, url);
  }
});

t.test('what the world says later is there later', async (t) => {
  const { sites, addresses, clock } = await opened(t);
  const sources = parse(sites.sourcesToml()) as unknown as Sources;
  const feed = String(sources.media[0]?.feed[0]?.url);
  const before = await links(feed);
  clock.advance(12 * HOUR_MS);
  const after = await links(feed);
  t.ok(after.some((url) => !before.includes(url)));
  const code = sources.media[0]?.code;
  const said = [...world.span(END_MS, END_MS + 12 * HOUR_MS)]
    .map((line) => JSON.parse(addresses.localLine(line)) as Record<string, unknown>)
    .filter(({ kind, media }) => kind === 'news' && media === code)
    .map(({ url }) => url);
  t.ok(after.some((url) => said.includes(url)));
});

t.test('aliases of blogs, and pages of no site', async (t) => {
  const { addresses } = await opened(t);
  const line = catalog.find((text) => text.startsWith('{"kind":"blog"')) as string;
  const blog = { ...JSON.parse(line), aliases: ['elsewhere.example'] };
  const own = new DemoAddresses([JSON.stringify(blog)], 20_000);
  t.same(JSON.parse(own.localLine(JSON.stringify(blog))).aliases, [
    '127.0.0.1:20000/~elsewhere.example',
  ]);
  t.equal(addresses.localOf('https://outside.test/a'), 'https://outside.test/a');
});

t.test('other methods are refused, and a HEAD has no body', async (t) => {
  const { sites } = await opened(t);
  const sources = parse(sites.sourcesToml()) as unknown as Sources;
  const home = String(sources.media[0]?.homepage);
  t.equal((await ask(home, {}, 'POST')).status, 405);
  const head = await ask(home, {}, 'HEAD');
  t.same([head.status, head.bytes.length], [200, 0]);
  t.ok(Number(head.headers['content-length']) > 0);
});

t.test('a site whose port is taken stays away, the others open', async (t) => {
  const addresses = new DemoAddresses(
    catalog,
    await freePorts(new DemoAddresses(catalog, 1).ports.size),
  );
  const [, port] = [...addresses.ports.values()] as [number, number];
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const errors: string[] = [];
  const sites = new DemoSites(world, addresses, new ManualClock(END_MS), (reason) =>
    errors.push(reason),
  );
  await sites.start();
  t.equal(errors.length, 1);
  t.match(errors[0], 'could not be opened');
  await sites.close();
  await new Promise((resolve) => other.close(resolve));
});
