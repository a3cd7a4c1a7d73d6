/** Routes that take POST: what they take, what they refuse, and their own rate limit. */
import { once } from 'node:events';
import net from 'node:net';
import t from 'tap';
import type { ServiceOptions } from '../../../src/serve/http/service-options.js';
import { type Sample, startSample } from './sample-service.js';

async function sampleFor(
  test: { teardown(handler: () => Promise<void>): void },
  changes: Partial<ServiceOptions> = {},
): Promise<Sample> {
  const sample = await startSample(changes);
  test.teardown(() => sample.server.close());
  return sample;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

t.test(
  'a question that is posted is read and answered, with the headers of every answer',
  async (t) => {
    const { url } = await sampleFor(t);
    const ask = (body: string, headers: Record<string, string> = JSON_HEADERS) =>
      fetch(`${url}/api/v1/posted`, { method: 'POST', headers, body });
    for (let turn = 0; turn < 3; turn++) {
      const answer = await ask(JSON.stringify({ text: 'x'.repeat(900) }));
      t.equal(answer.status, 200);
      t.same(await answer.json(), { letters: 900 });
      t.equal(answer.headers.get('access-control-allow-origin'), '*');
      t.equal(answer.headers.get('cache-control'), 'no-store');
      t.equal(answer.headers.get('etag'), null);
    }
    t.equal(
      (await ask('{"text":"a"}', { 'content-type': 'application/json; charset=UTF-8' })).status,
      200,
    );
    const chunked = await fetch(`${url}/api/v1/posted`, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: new Blob(['{"text":', '"火"}']).stream(),
      duplex: 'half',
    } as RequestInit);
    t.same(await chunked.json(), { letters: 1 });
  },
);

t.test('what is wrong with a body is said, and nothing of it is repeated at length', async (t) => {
  const { url } = await sampleFor(t);
  const cases: [body: string | Uint8Array<ArrayBuffer>, status: number, message: RegExp][] = [
    ['', 400, /^the body must be JSON in UTF-8, for example \{"text":"word"\}$/],
    ['{"text":"a"', 400, /^the body must be JSON/],
    [Uint8Array.from([0x22, 0xff, 0x22]), 400, /^the body must be JSON in UTF-8/],
    ['[]', 400, /^the body must be a JSON object/],
    ['null', 400, /^the body must be a JSON object/],
    ['{}', 400, /text/],
    ['{"text":7}', 400, /^text must be string/],
    ['{"text":"a","times":0}', 400, /^times must be/],
    [
      '{"text":"a","other":1}',
      400,
      /^the body has an unknown field "other"; there are text, times$/,
    ],
    ['{"text":"a","__proto__":{}}', 400, /unknown field "__proto__"/],
    [`{"text":"a","${'y'.repeat(300)}":1}`, 400, /^.{0,140}$/],
    [`{"text":"${'x'.repeat(1000)}"}`, 413, /^the body holds at most 1000 bytes$/],
    [`{"text":"${'x'.repeat(10_000_000)}"}`, 413, /^the body holds at most 1000 bytes$/],
    [`${'['.repeat(990)}`, 400, /^the body must be JSON/],
  ];
  for (const [body, status, message] of cases) {
    const answer = await fetch(`${url}/api/v1/posted`, {
      method: 'POST',
      headers: JSON_HEADERS,
      body,
    });
    t.equal(answer.status, status, String(body).slice(0, 40));
    t.match(((await answer.json()) as { error: string }).error, message);
  }
  for (const headers of [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=big5' },
    { ...JSON_HEADERS, 'content-encoding': 'gzip' },
  ]) {
    const answer = await fetch(`${url}/api/v1/posted`, {
      method: 'POST',
      headers,
      body: '{"text":"a"}',
    });
    t.equal(answer.status, 415, JSON.stringify(headers));
    t.match(((await answer.json()) as { error: string }).error, /application\/json/);
  }
  const unasked = await fetch(`${url}/api/v1/posted?a=1&a=2`, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: '{"text":"a"}',
  });
  t.equal(unasked.status, 400);
});

t.test('other methods are 405 with what is allowed, a preflight allows POST', async (t) => {
  const { url } = await sampleFor(t);
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await fetch(`${url}/api/v1/posted`, { method });
    t.equal(answer.status, 405, method);
    t.equal(answer.headers.get('allow'), 'POST', method);
  }
  const preflight = await fetch(`${url}/api/v1/posted`, {
    method: 'OPTIONS',
    headers: { origin: 'http://a.test', 'access-control-request-method': 'POST' },
  });
  t.equal(preflight.status, 204);
  t.equal(preflight.headers.get('access-control-allow-methods'), 'POST');
  t.match(preflight.headers.get('access-control-allow-headers'), /content-type/);
});

t.test('has a rate limit of its own, and leaves the one of other routes alone', async (t) => {
  const { url } = await sampleFor(t);
  const ask = () =>
    fetch(`${url}/api/v1/posted`, { method: 'POST', headers: JSON_HEADERS, body: '{"text":"a"}' });
  const before = Number((await fetch(`${url}/api/v1/echo`)).headers.get('x-ratelimit-remaining'));
  for (let turn = 0; turn < 40; turn++) t.equal((await ask()).status, 200);
  const refused = await ask();
  t.equal(refused.status, 429);
  t.equal(refused.headers.get('x-ratelimit-limit'), '40');
  t.ok(Number(refused.headers.get('retry-after')) > 0);
  const after = Number((await fetch(`${url}/api/v1/echo`)).headers.get('x-ratelimit-remaining'));
  t.equal(after, before - 1);
});

t.test('clients that go away while they send leave room for others', async (t) => {
  const { url, port } = await sampleFor(t, { rateLimits: { anonymous: 100_000 } });
  const head = `POST /api/v1/posted HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n`;
  for (let client = 0; client < 39; client++) {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`${head}{"text"`);
    await new Promise((resolve) => setImmediate(resolve));
    socket.resetAndDestroy();
  }
  const answer = await fetch(`${url}/api/v1/posted`, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: '{"text":"still here"}',
  });
  t.equal(answer.status, 200);
});
