/**
 * The error table of the contract, made from the service's own OpenAPI document: every parameter of
 * every endpoint is misused in every way that its schema rules out, and what is left is fuzzed.
 */
import '../../../engine/actor/threads-here.js';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { startServer } from '../harness.js';
import { BLOGS, NOW, POSTS } from './fixture.js';
// In the same process: what loads a server costs more than these tests.
import '../error-sentences.js';

const { app, getBlog } = await startServer(t, { now: NOW, records: [...BLOGS, ...POSTS] });

interface Schema {
  type?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minLength?: number;
  pattern?: string;
  format?: string;
  enum?: (string | number)[];
  const?: string | number;
  anyOf?: Schema[];
  default?: unknown;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: Schema;
}

interface Operation {
  parameters?: Parameter[];
  responses: { [status: string]: { headers?: object } };
}

const document = (await (await getBlog('/api/v1/openapi.json')).json()) as {
  paths: { [path: string]: { get: Operation } };
};
const operations = Object.entries(document.paths).map(([path, { get }]) => ({ path, ...get }));

/** Statuses and codes of the contract's error table. */
const CODES: { [status: number]: string[] } = {
  400: ['invalid_query', 'invalid_cursor'],
  401: ['invalid_api_key'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  410: ['gone'],
  429: ['rate_limit_exceeded'],
  503: ['unavailable'],
};

function urlOf(path: string): string {
  return path.replace('{slug}', 'plain').replace('{id}', 'tag%3Ax');
}

/** Asks for JSON and checks what holds for every error. */
async function errorOf(path: string, init?: RequestInit): Promise<[number, string]> {
  const response = await getBlog(path, init);
  const { error } = (await response.json()) as { error: string };
  assert.ok(CODES[response.status]?.includes(error), `${path}: ${response.status} ${error}`);
  assert.match(response.headers.get('cache-control') ?? '', /no-store/);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  for (const name of ['limit', 'remaining', 'reset']) {
    assert.match(response.headers.get(`x-ratelimit-${name}`) ?? '', /^\d+$/, `${path}: ${name}`);
  }
  return [response.status, error];
}

/** The body of an answer; of a stream, which has no end, nothing. */
async function bodyOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return '';
  }
  return response.text();
}

/** Texts that a schema rules out, unescaped. */
function misusesOf({
  type,
  minimum,
  maximum,
  maxLength,
  minLength = 1,
  pattern,
  ...rest
}: Schema): string[] {
  if (rest.anyOf !== undefined || rest.enum !== undefined)
    return ['', 'nonsense', '169', '-1', '1e2'];
  if (type === 'integer' || type === 'number') {
    const texts = [
      '',
      'x',
      '1.5',
      '1e1',
      '+1',
      ' 1',
      '01',
      '0x1',
      'NaN',
      'Infinity',
      '1,2',
      '99999999999999999999',
    ];
    if (minimum !== undefined) texts.push(String(minimum - 1), String(-minimum - 1));
    if (maximum !== undefined) texts.push(String(maximum + 1));
    return texts;
  }
  const texts: string[] = [];
  if (maxLength !== undefined) {
    texts.push('x'.repeat(maxLength + 1));
    // Escaped, a longer one would not fit into the head of a request.
    if (maxLength <= 500) texts.push('字'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1));
  }
  if (minLength > 0) texts.push('');
  if (pattern !== undefined)
    texts.push('nonsense', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00+00:00');
  return texts;
}

t.test('every parameter is refused in every way that its schema rules out', async (t) => {
  for (const { path, parameters = [] } of operations) {
    for (const { name, in: place, schema } of parameters) {
      if (place !== 'query') continue;
      for (const text of misusesOf(schema)) {
        const found = await errorOf(`${urlOf(path)}?${name}=${encodeURIComponent(text)}`);
        t.strictSame(found, [400, 'invalid_query'], `${path} ${name}=${text.slice(0, 30)}`);
      }
      const fine = encodeURIComponent(String(schema.default ?? schema.anyOf?.[0]?.const ?? 'x'));
      const [status] = await errorOf(`${urlOf(path)}?${name}=${fine}&${name}=${fine}`);
      t.equal(status, 400, `${path}: ${name} twice`);
      const [escaped] = await errorOf(`${urlOf(path)}?${name}=%ff`);
      t.equal(escaped, 400, `${path}: ${name} is not UTF-8`);
    }
  }
});

t.test(
  'unknown and repeated parameters, bodies and other methods are refused everywhere',
  async (t) => {
    for (const { path, parameters = [] } of operations) {
      const url = urlOf(path);
      for (const query of [
        'unknown=1',
        'unknown',
        '%75nknown=',
        'a=1&a=1',
        '=1',
        'LIMIT=1',
        'limit[]=1',
      ]) {
        if (parameters.some(({ name }) => query.startsWith(`${name}=`))) continue;
        t.strictSame(await errorOf(`${url}?${query}`), [400, 'invalid_query'], `${url}?${query}`);
      }
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        t.strictSame(
          await errorOf(url, { method }),
          [405, 'method_not_allowed'],
          `${method} ${url}`,
        );
      }
      const key = { headers: { 'x-api-key': 'blog_nonsense' } };
      t.strictSame(await errorOf(url, key), [401, 'invalid_api_key'], url);
      const preflight = await fetch(`${app.blogUrl}${url}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
      });
      t.equal(preflight.status, 204);
      t.match(preflight.headers.get('access-control-allow-headers'), /x-api-key/);
    }
  },
);

t.test('what is not there is 404', async (t) => {
  for (const { path, parameters = [] } of operations) {
    t.equal((await errorOf(`${urlOf(path)}/`))[0], 404, 'no trailing slash');
    if (parameters.some(({ in: place }) => place === 'path')) {
      const nobody = path.replace(/\{[^}]+\}/, 'nobody');
      t.strictSame(await errorOf(nobody), [404, 'not_found'], nobody);
      t.ok(document.paths[path]!.get.responses['404'], `${path} documents it`);
    }
  }
  for (const path of [
    '/api/v1',
    '/api/v2/articles',
    '/api/v1/Articles',
    '/api/v1//articles',
    '/%2e%2e/x',
  ]) {
    t.strictSame(await errorOf(path), [404, 'not_found'], path);
  }
});

t.test('every documented error is of the table, and every success says no-store', async (t) => {
  for (const { path, responses } of operations) {
    for (const status of Object.keys(responses)) {
      if (status !== '200') t.ok(CODES[Number(status)], `${path} ${status}`);
    }
    for (const status of ['400', '401', '405', '429', '503'])
      t.ok(responses[status], `${path} ${status}`);
    t.notOk(responses['304'], `${path} has no entity tag`);
    const response = await getBlog(urlOf(path), { headers: { accept: 'application/json' } });
    await bodyOf(response);
    t.equal(response.headers.get('cache-control'), 'no-store', path);
    t.equal(response.headers.get('etag'), null, path);
  }
});

t.test('whatever is asked, the answer is 200 or an error of the table', async (t) => {
  const names = [
    ...new Set(operations.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name))),
  ];
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '50',
      '168',
      '720',
      '2160',
      '',
      '%',
      '%00',
      '%F0%9F%98%80',
      'plain',
      '2026-03-01T00:00:00Z',
      '2026-03-02T00:00:00.000Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
    ),
    fc.string({ maxLength: 8 }).map(encodeURIComponent),
    fc
      .string({ unit: 'binary', maxLength: 4 })
      .map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))),
  );
  const query = fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'));
  const slug = fc.constantFrom(
    'plain',
    'harbour',
    'candidate',
    'nobody',
    '%',
    '%2F',
    '..%2f',
    'a'.repeat(300),
  );
  const path = fc.constantFrom(...operations.map((one) => one.path));
  const property = fc.asyncProperty(path, slug, query, async (template, code, asked) => {
    const url = `${template.replace(/\{[^}]+\}/, code)}${asked && `?${asked}`}`;
    const response = await getBlog(url, { headers: { accept: 'application/json' } });
    const text = await bodyOf(response);
    if (response.status === 200) return;
    const { error } = JSON.parse(text) as { error: string };
    assert.ok(CODES[response.status]?.includes(error), `${url}: ${response.status} ${error}`);
    assert.notEqual(response.status, 503, url);
  });
  const details = await fc.check(property, { numRuns: 600 });
  t.comment(`seed ${details.seed}`);
  t.notOk(details.failed, fc.defaultReportMessage(details) ?? 'in every run');
});
