/** Each example of `/api/v1` is an answer that shows something, whatever the store holds. */
import '../../../engine/actor/threads-here.js';
import t from 'tap';
import { startServer } from '../harness.js';
import { inventedWorld, PUBLIC, postOn } from '../invented-world.js';
import { article, CATALOG, NOW } from './fixture.js';
// In the same process: what loads a server costs more than these tests.
import '../list-feeds.js';

const NOT_YET = new Set(['/api/v1/events', '/api/v1/ranking', '/api/v1/ranking.csv']);

t.setTimeout(200_000);

/** The world lives as long as the file. */
const owner = t;

interface Endpoint {
  method: string;
  path: string;
  example: string;
  body?: object;
}

/** Endpoints that answer once: a stream has no end. */
async function endpointsOf(get: (path: string) => Promise<Response>): Promise<Endpoint[]> {
  const { endpoints } = (await (await get('/api/v1')).json()) as { endpoints: Endpoint[] };
  for (const { method, body } of endpoints) {
    if ((method === 'POST') !== (body !== undefined)) throw new Error('what is posted has a body');
  }
  return endpoints.filter(({ path }) => !path.endsWith('/stream'));
}

/** Entries of the longest list of an answer, at any depth. */
function longest(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Math.max(own, ...Object.values(value).map(longest));
}

t.test('with a world of a day each example answers, and has something to show', async (t) => {
  const server = await inventedWorld(owner);
  await postOn(server);
  const { get, post } = server;
  const endpoints = await endpointsOf(get);
  t.ok(endpoints.length > 25, 'every endpoint is listed');
  t.ok(
    endpoints.some(({ body }) => body !== undefined),
    'one of them takes a body',
  );
  for (const { path, example, body } of endpoints) {
    t.ok(example.startsWith(PUBLIC), example);
    const address = example.slice(PUBLIC.length);
    const response = await (body === undefined ? get(address) : post(address, body));
    t.equal(response.status, 200, example);
    t.notMatch(example, /[{}]/, 'nothing is left to fill in');
    const form = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    t.match(new URL(example).pathname, form, `an example of ${path}`);
    if (path.includes('/{day}.')) {
      t.ok((await response.arrayBuffer()).byteLength > 0, `${example} is not empty`);
      continue;
    }
    if (path.endsWith('.csv')) {
      t.ok((await response.text()).trim().split('\r\n').length > 1, `${example} has rows`);
      continue;
    }
    t.ok(
      longest(await response.json()) > 0 || path.endsWith('/content') || path === '/api/v1/media',
      `${example} is not empty`,
    );
  }
});

t.test('an example follows what is hidden, and an empty store has no dead ends', async (t) => {
  const server = await startServer(t, {
    ticksByHand: true,
    now: NOW,
    flags: { newsPublicUrl: PUBLIC },
  });
  const check = async (): Promise<Map<string, string>> => {
    const endpoints = await endpointsOf(server.get);
    for (const { example, body } of endpoints) {
      const { pathname, search } = new URL(example);
      const address = pathname + search;
      const { status } = await (body === undefined
        ? server.get(address)
        : server.post(address, body));
      // These answer so while nothing was ever computed.
      const isEarly = status === 503 && NOT_YET.has(pathname);
      t.ok(status === 200 || isEarly, `${status} ${example}`);
    }
    return new Map(endpoints.map(({ path, example }) => [path, new URL(example).pathname]));
  };
  t.equal((await check()).get('/api/v1/articles/{id}/content'), '/api/v1/articles');
  const bodies = ['x', 'y'].map((letter) => letter.repeat(300));
  const articles = bodies.map((body, at) => article({ key: `n${at}`, minutes: 5 + at, body }));
  await server.ingest([...CATALOG, ...articles]);
  server.clock.advance(2000);
  const shown = (await check()).get('/api/v1/articles/{id}/content')!;
  const answer = (await (await server.get(shown)).json()) as { article: { url: string } };
  await server.ingest([{ kind: 'hide', target: 'news', key: answer.article.url }]);
  server.clock.advance(2000);
  const after = (await check()).get('/api/v1/articles/{id}/content')!;
  t.not(after, shown);
  t.match(after, /content$/);
});
