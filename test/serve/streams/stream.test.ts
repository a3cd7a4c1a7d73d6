import '../../engine/actor/threads-here.js';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { STREAMS } from '../../../src/kernel/limits.js';
import { startServer } from '../api/harness.js';
import { everyday, hoursAfter, MEDIA, QUAKE, reports } from '../api/news/event-world.js';
import { article, CATALOG } from '../api/news/fixture.js';
import { EventReader, type SentEvent } from './sse.js';
import { Copy, ServerWorld } from './world.js';

interface Owner {
  teardown(work: () => Promise<void>): void;
}

const isLive = (events: readonly { event: string }[]) =>
  events.some(({ event }) => event === 'live');

async function worldOf(t: Owner, flags: object = {}): Promise<ServerWorld> {
  const world = await new ServerWorld(flags).start();
  t.teardown(() => world.end());
  await world.ingest(...CATALOG, article({ key: 'a', minutes: 5, tags: ['捷運'] }));
  return world;
}

t.test('a stream begins now and tells what comes, what changes and what goes', async (t) => {
  const world = await worldOf(t);
  const reader = new EventReader(`${world.newsUrl}/api/v1/stream`);
  const { headers } = await reader.opened();
  t.match(headers, { 'content-type': /^text\/event-stream/, 'cache-control': 'no-store' });
  await reader.until(isLive);
  await world.ingest(article({ key: 'b', minutes: 4, media: 'harbour' }));
  await world.ingest({ kind: 'hide', target: 'news', key: 'https://sunrise.example/a' });
  await reader.until(() => reader.changes().length === 2);
  t.match(reader.changes(), [
    { kind: 'article', id: 2, article: { media: 'harbour' } },
    { kind: 'article', id: 1, gone: true },
  ]);
  const page = await (await fetch(`${world.newsUrl}/api/v1/changes?since=${reader.lastId}`)).json();
  t.match(page, { changes: [], caughtUp: true }, 'its ids are tokens of changes');
  await reader.close();
});

t.test('a stream goes on after a cut and after a restart where it was', async (t) => {
  const world = await worldOf(t);
  const copy = new Copy(() => world.newsUrl);
  await copy.follow();
  for (let round = 0; round < 3; round++) {
    const reader = new EventReader(`${world.newsUrl}/api/v1/stream`, copy.token);
    await reader.until(isLive);
    const before = reader.changes().length;
    await world.ingest(article({ key: `live ${round}`, minutes: 3 }));
    await reader.until(() => reader.changes().length > before);
    for (const change of reader.changes()) copy.take(change);
    copy.token = reader.lastId;
    await reader.close();
    await world.ingest(article({ key: `missed ${round}`, minutes: 2 }));
    if (round === 1) await world.restart();
  }
  await copy.follow();
  t.same(copy.articles(world.clock.nowMs()).size, (await world.listed('news')).size);
  const since = new EventReader(`${world.newsUrl}/api/v1/stream?since=${copy.token}`);
  await since.until(isLive);
  t.same(since.changes(), []);
  await since.close();
});

t.test('filters look at what articles show', async (t) => {
  const world = await worldOf(t);
  const question: [string, string[]][] = [
    ['tag=捷運', ['y']],
    ['media=harbour', ['x', 'y']],
    ['category=tv', ['x', 'y']],
    ['q=颱風', ['x']],
    ['kind=media', []],
    ['kind=article&q=PROFIT&media=harbour,sunrise', ['z']],
  ];
  const readers = question.map(
    ([query]) => new EventReader(encodeURI(`${world.newsUrl}/api/v1/stream?${query}`)),
  );
  for (const reader of readers) await reader.until(isLive);
  await world.ingest(
    article({ key: 'x', media: 'harbour', minutes: 4, title: '颱風來襲' }),
    article({ key: 'y', media: 'harbour', minutes: 3, tags: ['捷運'] }),
    article({ key: 'z', media: 'sunrise', minutes: 2, title: 'Ｐrofit' }),
    { kind: 'media', media: 'wire', title: '外電', external: true },
  );
  for (const [at, [query, wanted]] of question.entries()) {
    const reader = readers[at]!;
    const count = Math.max(1, wanted.length);
    await reader.until(() => reader.changes().length >= count + (query.startsWith('kind') ? 0 : 1));
    const keys = reader
      .changes()
      .filter(({ kind }) => kind === 'article')
      .map((change) => (change.article as { url: string }).url.split('/').at(-1));
    t.same(keys, wanted, query);
    await reader.close();
  }
});

t.test('what is wrong with a stream is told before it begins', async (t) => {
  const world = await worldOf(t, { streamsPerAddress: 2 });
  const statusOf = async (query: string, id = '') => {
    const headers = id === '' ? {} : { 'last-event-id': id };
    const response = await fetch(`${world.newsUrl}/api/v1/stream?${query}`, { headers });
    await response.body?.cancel();
    return response.status;
  };
  for (const query of [
    'kind=x',
    'media=nobody',
    'category=x',
    `q=${'x'.repeat(4096)}`,
    'since=abc',
    `tag=${'x'.repeat(500)}`,
  ]) {
    t.equal(await statusOf(query), 400, query.slice(0, 20));
  }
  t.equal(await statusOf('', 'x'.repeat(5000)), 400);
  const two = [1, 2].map(() => new EventReader(`${world.newsUrl}/api/v1/stream`));
  for (const reader of two) await reader.until(isLive);
  t.equal(await statusOf(''), 429, 'one address holds so many');
  const head = await fetch(`${world.newsUrl}/api/v1/stream`, { method: 'HEAD' });
  t.equal(head.status, 429);
  await two[0]!.close();
  while ((await statusOf('')) === 429) await sleep(20);
  await two[1]!.close();
  const cut = new AbortController();
  const open = await fetch(`${world.newsUrl}/api/v1/stream`, { signal: cut.signal });
  t.equal(open.headers.get('x-accel-buffering'), 'no', 'a proxy passes each change on');
  cut.abort();
});

t.test('a client that does not read costs one piece, is told, and misses nothing', async (t) => {
  const world = await worldOf(t);
  const url = `${world.newsUrl}/api/v1/stream?kind=article`;
  let reader = new EventReader(url);
  await reader.until(isLive);
  await reader.pause();
  const pausedMs = performance.now();
  const text = '長'.repeat(900);
  let written = 0;
  const more = async () => {
    const lines = Array.from({ length: 500 }, (_, at) =>
      article({ key: `many ${written + at}`, minutes: 1, description: text }),
    );
    written += lines.length;
    await world.ingest(...lines);
    await sleep(100);
  };
  // More than sockets and both buffers of the system take.
  for (let round = 0; round < 16; round++) await more();
  await reader.resume();
  const ids = new Set<unknown>();
  let isTold = false;
  while (ids.size < written) {
    let at = 0;
    await reader.until((events) => {
      for (const { event, data } of events.slice(at)) {
        isTold ||= event === 'behind';
        if (event === 'article') ids.add(JSON.parse(data).id);
      }
      at = events.length;
      return ids.size >= written || reader.isOver;
    });
    if (ids.size >= written) break;
    // Where all this took so long it was let go: it comes back with the last id that it has.
    t.ok(
      performance.now() - pausedMs > STREAMS.stallMs,
      'it is let go only when it has taken nothing for a while',
    );
    isTold = true;
    reader = new EventReader(url, reader.lastId);
  }
  t.ok(isTold, 'it is told that it is behind');
  t.equal(ids.size, written);
  await reader.close();
});

t.test('streams that are opened and cut leave nothing behind', async (t) => {
  const world = await worldOf(t);
  for (let round = 0; round < 20; round++) {
    const readers = Array.from(
      { length: 15 },
      () => new EventReader(`${world.newsUrl}/api/v1/stream`),
    );
    for (const reader of readers) t.equal((await reader.opened()).statusCode, 200);
    for (const reader of readers) await reader.close();
    await sleep(5);
  }
  const last = new EventReader(`${world.newsUrl}/api/v1/stream`);
  await last.until(isLive);
  await last.close();
});

t.test('rankings are told when they are computed', async (t) => {
  const world = await worldOf(t);
  const reader = new EventReader(`${world.newsUrl}/api/v1/stream?kind=ranking`);
  await reader.until(isLive);
  const before = reader.events.length;
  world.clock.set(world.clock.nowMs() + 10 * MINUTE_MS);
  await world.app.pipeline.tick(world.clock.nowMs());
  await reader.until((events) => events.length > before);
  t.match(JSON.parse(reader.events.at(-1)!.data), { order: 'burst', entries: [{ tag: '捷運' }] });
  await reader.close();
});

t.test('events are told when they are computed', async (t) => {
  const server = await startServer(t, { now: hoursAfter(0), records: MEDIA });
  const reader = new EventReader(`${server.app.newsUrl}/api/v1/stream?kind=events`);
  await reader.until(isLive);
  const before = reader.events.length;
  await server.ingest([...everyday(10), ...reports(QUAKE, [0, 1, 2, 3, 4, 5], 20)]);
  server.clock.set(Date.parse(hoursAfter(2)));
  await server.app.pipeline.advance(server.clock.nowMs());
  await server.app.pipeline.settle();
  const list = (await (await server.get('/api/v1/events?limit=10')).json()) as { builtAt: string };
  t.match(JSON.stringify(list), QUAKE.tags[0]!);
  // The hour before it may have been computed, and told, on the way.
  const tells = ({ event, data }: SentEvent) =>
    event === 'events' && JSON.parse(data).builtAt === list.builtAt;
  await reader.until((events) => events.slice(before).some(tells));
  const told = JSON.parse(reader.events.findLast(tells)!.data);
  t.same(told, list, 'as the list has them');
  t.same(reader.changes(), [], 'and nothing else, which was not asked for');
  await reader.close();
});

t.test('articles of some blogs are told to those that ask for them', async (t) => {
  const world = await new ServerWorld().start();
  t.teardown(() => world.end());
  const blog = (slug: string) => ({
    ...{ kind: 'blog', slug, name: slug, sourceUrl: `https://${slug}.example/`, verified: true },
  });
  await world.ingest(blog('alpha'), blog('beta'));
  const url = `${world.blogUrl}/api/v1/stream`;
  const [some, all] = [new EventReader(`${url}?kind=article&blog=beta`), new EventReader(url)];
  for (const reader of [some, all]) await reader.until(isLive);
  const post = (slug: string) => ({
    ...{ kind: 'post', blog: slug, url: `https://${slug}.example/1`, title: `of ${slug}` },
  });
  await world.ingest(post('alpha'), post('beta'));
  for (const [reader, slugs] of [
    [some, ['beta']],
    [all, ['alpha', 'beta']],
  ] as const) {
    await reader.until(() => reader.changes().length >= slugs.length);
    t.same(
      reader.changes().map(({ article }) => (article as { blogSlug: string }).blogSlug),
      slugs,
    );
    await reader.close();
  }
});
