import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import '../../engine/actor/threads-here.js';
import { ServerWorld } from '../../serve/streams/world.js';
import { eventually, follower, following, readiness, ready, same } from './helper.js';

const TIMEOUT = { timeout: 240_000 };
const MEDIA = { kind: 'media', media: 'sunrise', title: '日出', camp: 'blue' };
const news = (key: string) => ({
  ...{ kind: 'news', media: 'sunrise', url: `https://n.test/${key}`, title: key },
  publishedAt: '2026-03-10T03:00:00.000Z',
});

type Answer = (path: string, response: ServerResponse) => void;

/** Something that says it is a news service; `answer` is what it does with a question of changes. */
async function pretender(t: Test, answer: Answer) {
  const asked: string[] = [];
  const peer = { answer, url: '', asked };
  const server = createServer((request, response) => {
    const path = request.url!;
    asked.push(path);
    if (path.startsWith('/api/v1/openapi.json')) {
      json(response, { paths: { '/api/v1/changes': {}, '/api/v1/media': {} } });
    } else if (path.startsWith('/api/v1/changes')) peer.answer(path, response);
    else if (path === '/api/v1/media')
      json(response, { sunrise: { title: '日出', camp: 'violet' } });
    else response.writeHead(404).end('{"error":"no such path"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return peer;
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const shownArticle = (id: number, more: object = {}) => ({
  ...{ kind: 'article', id },
  article: {
    ...{ id, media: 'sunrise', mediaTitle: '日出', camp: 'blue', title: `第${id}則` },
    ...{ description: null, url: `https://n.test/${id}`, image: null, section: null, tags: [] },
    ...{ publishedAt: '2026-03-10T03:00:00.000Z', datePending: false, ...more },
  },
});
const page = (changes: unknown[], nextToken = 'a', caughtUp = true) => ({
  ...{ changes, nextToken, caughtUp },
});

t.test('what a peer does wrong is told, and followed once it is mended', TIMEOUT, async (t) => {
  const wrongs: [string, Answer, RegExp][] = [
    ['text', (_, response) => void response.end('<html>'), /is not JSON/],
    ['another shape', (_, response) => json(response, { items: [] }), /lacks changes/],
    ['no token', (_, response) => json(response, { changes: [], caughtUp: true }), /lacks changes/],
    [
      'ids that are none',
      (_, response) => json(response, page([{ kind: 'article', id: 'x', article: {} }])),
      /has the id "x"/,
    ],
    [
      'nothing shown',
      (_, response) => json(response, page([{ kind: 'article', id: 1 }])),
      /nothing/,
    ],
    ['an end', (_, response) => void response.destroy(), /does not answer/],
    ['trouble', (_, response) => void response.writeHead(500).end('{"error":"boom"}'), /500: boom/],
    [
      'a limit',
      (_, response) => void response.writeHead(429, { 'retry-after': '1' }).end('{}'),
      /answers 429/,
    ],
  ];
  const peer = await pretender(t, wrongs[0]![1]);
  const copy = await follower(t, [peer.url]);
  for (const [what, answer, expected] of wrongs) {
    peer.answer = answer;
    await eventually(async () => assert.match((await readiness(copy)).text, expected, what));
    assert.equal((await readiness(copy)).status, 503, 'a copy that never was whole is not ready');
  }
  peer.answer = (_, response) =>
    json(
      response,
      page([shownArticle(7), { kind: 'later thing', id: 1 }, shownArticle(900, { title: 7 })]),
    );
  await ready(copy);
  const { text } = await readiness(copy);
  assert.match(text, /left-out news 1/, 'one article is refused, the others are there');
  assert.deepEqual([...(await copy.listed('news')).keys()], ['article 7']);
  const metrics = await (await fetch(`${copy.app.adminUrl}/metrics`)).text();
  assert.match(metrics, /tagwire_copy_whole\{service="news"\} 1/);
  assert.match(metrics, /tagwire_copy_left_out\{service="news"\} [1-9]/);
  peer.answer = wrongs[0]![1];
  await eventually(async () => assert.match((await readiness(copy)).text, /trouble news/));
  assert.equal(
    (await readiness(copy)).status,
    200,
    'what it has is answered while the peer is away',
  );
});

t.test(
  'what contradicts itself is left out and counted, and the rest is taken',
  TIMEOUT,
  async (t) => {
    const changes = [
      ...[shownArticle(-5), shownArticle(0), shownArticle(2 ** 53 - 2), shownArticle(1)],
      ...[shownArticle(2, { url: 'https://n.test/1' }), shownArticle(3)],
      ...[
        shownArticle(3, { url: 'https://n.test/other' }),
        { kind: 'article', id: -7, gone: true },
      ],
    ];
    let pages = 0;
    const peer = await pretender(t, (_, response) => {
      pages += 1;
      // The second page has the address of an article that is known by then.
      const told = pages === 1 ? changes : [shownArticle(4, { url: 'https://n.test/3' })];
      json(response, page(told, `token ${Math.min(pages, 2)}`, pages > 1));
    });
    const copy = await follower(t, [peer.url]);
    await ready(copy);
    assert.deepEqual([...(await copy.listed('news')).keys()].sort(), ['article 1', 'article 3']);
    assert.match((await readiness(copy)).text, /left-out news [6-9]/);
  },
);

t.test(
  'a peer that says "more" and tells nothing new is in trouble, and asked less and less',
  TIMEOUT,
  async (t) => {
    for (const told of [[], [shownArticle(1)]]) {
      const peer = await pretender(t, (_, response) => json(response, page(told, 'a', false)));
      const copy = await follower(t, [peer.url]);
      await eventually(async () => {
        const { status, text } = await readiness(copy);
        assert.equal(status, 503);
        assert.match(text, /trouble news .* there is more, and tells nothing new/);
      });
    }
  },
);

t.test('a redirect is followed within the host, and to no other', TIMEOUT, async (t) => {
  const hidden = await pretender(t, (_, response) => json(response, page([shownArticle(9)])));
  const peer = await pretender(t, (path, response) => {
    const location = path.includes('again') ? '' : `${path}&again=1`;
    if (location === '') json(response, page([shownArticle(1)]));
    else response.writeHead(307, { location }).end();
  });
  const copy = await follower(t, [peer.url]);
  await ready(copy);
  assert.deepEqual([...(await copy.listed('news')).keys()], ['article 1']);
  peer.answer = (path, response) =>
    void response.writeHead(302, { location: hidden.url + path }).end();
  await eventually(async () =>
    assert.match((await readiness(copy)).text, /redirects to .* not asked/),
  );
  assert.deepEqual(hidden.asked, []);
});

t.test('shorter pages are asked for where a page does not come', TIMEOUT, async (t) => {
  const limitOf = (path: string) => Number(/limit=(\d+)/.exec(path)![1]);
  const peer = await pretender(t, (path, response) => {
    if (limitOf(path) > 300) response.destroy();
    else json(response, page([shownArticle(1)]));
  });
  const copy = await follower(t, [peer.url]);
  await ready(copy);
  const limits = peer.asked.filter((path) => path.startsWith('/api/v1/changes')).map(limitOf);
  assert.deepEqual(limits.slice(0, 3), [1000, 500, 250]);
});

t.test('a token that is refused begins the copy anew, without what is gone', TIMEOUT, async (t) => {
  const all = [shownArticle(1), shownArticle(2), shownArticle(3)];
  const peer = await pretender(t, (_, response) => json(response, page(all, 'first')));
  const copy = await follower(t, [peer.url]);
  await ready(copy);
  assert.equal((await copy.listed('news')).size, 3);
  // The server was restored from a copy that lacks the last article, and has other tokens.
  peer.answer = (path, response) => {
    if (path.includes('since=first')) response.writeHead(410).end('{"error":"gone"}');
    else if (path.includes('since=')) json(response, page([], 'second'));
    else json(response, page(all.slice(0, 2), 'second'));
  };
  await eventually(async () => {
    assert.deepEqual([...(await copy.listed('news')).keys()].sort(), ['article 1', 'article 2']);
  });
  const { sequence } = await copy.app.pipeline.state();
  await copy.restart();
  await ready(copy);
  assert.equal((await copy.listed('news')).size, 2);
  assert.ok(copy.app.pipeline.headSequence <= sequence + 1, 'nothing is written twice');
});

/** A store whose server was stopped, and a copy that has followed it, for the next test to go on with. */
let replaced: { first: ServerWorld; copy: ServerWorld } | null = null;

t.test('a store with other ids replaces the copy as a whole', TIMEOUT, async (t) => {
  const first = await new ServerWorld().start();
  await first.ingest(MEDIA, news('a'), news('b'), news('c'));
  let origin = first;
  const peer = await pretender(t, (path, response) => {
    fetch(`${origin.newsUrl}${path}`)
      .then(async (answer) => {
        response.writeHead(answer.status).end(await answer.text());
      })
      // One of the two has ended meanwhile.
      .catch(() => response.destroy());
  });
  const copy = await following([peer.url]);
  await ready(copy);
  await same(origin, copy);
  const second = await new ServerWorld().start();
  t.teardown(() => second.end());
  await second.ingest(MEDIA, news('c'), news('d'));
  origin = second;
  await first.app.close();
  await copy.app.renews;
  await copy.restart();
  await ready(copy);
  await same(second, copy);
  replaced = { first, copy };
});

t.test(
  'a folder with records of its own is not made a copy, nor the other way',
  TIMEOUT,
  async (t) => {
    const { first: own, copy } = replaced!;
    t.teardown(() => Promise.all([own.end(), copy.end()]));
    const opening = new ServerWorld({ data: own.data, follow: 'http://127.0.0.1:1' });
    await assert.rejects(opening.start(), { code: 'CONFIG_INVALID', message: /store of its own/ });
    await own.start();
    assert.equal((await own.listed('news')).size, 3, 'it is what it was');
    await copy.app.close();
    const alone = new ServerWorld({ data: copy.data });
    await assert.rejects(alone.start(), { code: 'STORE_READ_ONLY', message: /--follow/ });
    await copy.start();
    await assert.rejects(new ServerWorld({ follow: own.newsUrl, crawl: true }).start(), {
      code: 'CONFIG_INVALID',
    });
  },
);
