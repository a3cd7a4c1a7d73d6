/** A hub on loopback: what feeds say of it, and what it is told. */
import '../engine/actor/threads-here.js';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import t from 'tap';
import { MINUTE_MS } from '../../src/kernel/clock.js';
import { article, CATALOG } from '../serve/api/news/fixture.js';
import { ServerWorld } from '../serve/streams/world.js';

t.setTimeout(300_000);

const LOOPBACK = '127.0.0.0/8';

interface Owner {
  teardown(work: () => Promise<void> | void): void;
}

/** A hub that takes everything and can be waited for. */
async function hubOf(owner: Owner) {
  const told: string[] = [];
  const wakers: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    told.push(`${request.method} ${new URLSearchParams(body).get('hub.url')}`);
    response.writeHead(204).end();
    for (const wake of wakers.splice(0)) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  owner.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`;
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise<void>((resolve) => wakers.push(resolve));
  };
  return { url, told, until };
}

async function serverOf(owner: Owner, flags: object): Promise<ServerWorld> {
  const world = await new ServerWorld(flags).start();
  owner.teardown(() => world.end());
  return world;
}

/** Feeds of rankings are there with the first ranking. */
const FIRST = ['articles.xml', 'articles.json', 'events.xml', 'events.json'];
const NAMED = {
  news: ['articles', 'events', 'tags'].flatMap((name) => [`${name}.xml`, `${name}.json`]),
  blog: ['articles', 'topics', 'blogs'].flatMap((name) => [`${name}.xml`, `${name}.json`]),
};

const hub = await hubOf(t);
const world = await serverOf(t, { websubHub: hub.url, crawlAllow: LOOPBACK });

t.test('a hub is told of every feed after a start, and then of those that change', async (t) => {
  const inside = await hubOf(t);
  const other = await serverOf(t, { websubHub: inside.url });
  const urls = [
    ...FIRST.map((name) => `POST http://news.example/feeds/${name}`),
    ...NAMED.blog.map((name) => `POST http://blog.example/feeds/${name}`),
  ];
  await hub.until(() => urls.every((url) => hub.told.includes(url)));
  await other.ingest(...CATALOG, article({ key: 'a', minutes: 5 }));
  hub.told.length = 0;
  await world.ingest(...CATALOG, article({ key: 'a', minutes: 5 }));
  const changed = FIRST.slice(0, 2).map((name) => `POST http://news.example/feeds/${name}`);
  await hub.until(() => changed.every((url) => hub.told.includes(url)));
  t.notOk(
    hub.told.some((line) => line.includes('blog.example')),
    'feeds that did not change are not announced',
  );
  t.same(inside.told, [], 'a hub at an address inside is told nothing unless that is allowed');
});

t.test('feeds that are announced name the hub and themselves, others do not', async (t) => {
  await world.ingest(article({ key: 'b', minutes: 5, tags: ['捷運'] }));
  world.clock.set(world.clock.nowMs() + 10 * MINUTE_MS);
  await world.app.pipeline.tick(world.clock.nowMs());
  await world.app.pipeline.settle();
  const read = async (service: 'news' | 'blog', path: string) => {
    const base = service === 'news' ? world.newsUrl : world.blogUrl;
    const response = await fetch(`${base}/feeds/${path}`);
    t.equal(response.status, 200, path);
    const text = await response.text();
    const hubs = /\.xml/.test(path)
      ? parseRssFeed(text).atom?.links?.flatMap(({ rel, href }) => (rel === 'hub' ? [href] : []))
      : parseJsonFeed(text).hubs?.map(({ url }) => url);
    return { link: response.headers.get('link'), hubs: hubs ?? [] };
  };
  for (const service of ['news', 'blog'] as const) {
    for (const name of NAMED[service]) {
      const self = `http://${service}.example/feeds/${name}`;
      t.same(await read(service, name), {
        link: `<${hub.url}>; rel="hub", <${self}>; rel="self"`,
        hubs: [hub.url],
      });
    }
    t.same(await read(service, 'articles.xml?limit=3'), { link: null, hubs: [] });
    t.same(await read(service, 'articles.json?limit=3'), { link: null, hubs: [] });
  }
});
