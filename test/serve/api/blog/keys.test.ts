/** API keys over HTTP: quotas, the rule against probing, revocation, what must not be kept. */
import '../../../engine/actor/threads-here.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { DirectoryReader } from '../../../../src/blogs/directory/reader.js';
import { ManualClock, systemClock } from '../../../../src/kernel/clock.js';
import { resolveConfig } from '../../../../src/kernel/config.js';
import { silentLogger } from '../../../../src/kernel/logger.js';
import { KeyGate } from '../../../../src/serve/api/blog/key-gate.js';
import type { BlogSources } from '../../../../src/serve/api/blog/sources.js';
import { CursorSealer } from '../../../../src/serve/api/cursor.js';
import { ReplyCache } from '../../../../src/serve/api/replies/reply-cache.js';
import { createBlogService } from '../../../../src/serve/api/services.js';
import { createUwsServer } from '../../../../src/serve/http/uws-server.js';
import { Accounts } from '../../../../src/store/accounts/accounts.js';
import { newApiKey } from '../../../../src/store/accounts/secret.js';
import { requestText } from '../../http/sample-service.js';
import { startServer } from '../harness.js';
import { BLOGS, NOW } from './fixture.js';

const PATH = '/api/v1/blogs';

type Owner = { teardown(work: () => Promise<void> | void): void };

function folderFor(owner: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-keys-'));
  owner.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Asked {
  status: number;
  error: string | undefined;
  headers: Headers;
}

/** A blog service without blogs under a clock of the test's own. */
async function serviceFor(owner: Owner, limits: { anonymous: number; key: number }) {
  const monotonic = new ManualClock(1_000_000);
  const accounts = Accounts.open(folderFor(owner), systemClock);
  const gate = new KeyGate(accounts, monotonic);
  const looked: string[] = [];
  const keys = {
    cached: (apiKey: string) => gate.cached(apiKey),
    verify: (apiKey: string) => {
      looked.push(apiKey);
      return gate.verify(apiKey);
    },
  };
  const sources: BlogSources = {
    directory: new DirectoryReader(),
    cachePart: new ReplyCache().partsOf('blog'),
    clock: new ManualClock(Date.parse(NOW)),
    monotonic,
    cursors: new CursorSealer(new Uint8Array(32)),
    keys,
    ask: async () => null,
    cold: async () => null,
    isAvailable: async () => true,
    onClose: (work: () => void) => owner.teardown(work),
    lookup: {},
    publicUrl: 'http://127.0.0.1',
    version: '0',
  } as unknown as BlogSources;
  const flags = {
    rateLimitBlogAnonymous: limits.anonymous,
    rateLimitBlogKey: limits.key,
    trustedProxies: '127.0.0.1',
  };
  const context = {
    config: resolveConfig({ flags, environment: {}, file: {} }),
    monotonic,
    logger: silentLogger,
    version: '0',
    ready: () => true,
    isThere: () => true,
    metrics: { observe: () => undefined },
  };
  const { listener } = createBlogService(context, sources);
  const server = createUwsServer({ host: '127.0.0.1', port: 0, listener });
  const { port } = await server.listen();
  owner.teardown(() => server.close());
  const ask = async (apiKey: string | null, address = '203.0.113.1'): Promise<Asked> => {
    const headers = { 'x-forwarded-for': address, ...(apiKey && { 'x-api-key': apiKey }) };
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers });
    const { error } = (await response.json()) as { error?: string };
    return { status: response.status, error, headers: response.headers };
  };
  await accounts.addUser('ann', '');
  const keyOf = async () => accounts.createKey('ann', '');
  return { monotonic, accounts, gate, looked, ask, keyOf, port };
}

/** What many keys, each from its address, are answered, asked one after the other on one connection. */
async function statusesOf(
  port: number,
  asked: readonly (readonly [apiKey: string, address: string])[],
): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  const lines = asked.map(([apiKey, address]) =>
    requestText(`GET ${PATH}`, `x-forwarded-for: ${address}`, `x-api-key: ${apiKey}`),
  );
  socket.write(lines.join(''));
  let text = '';
  let statuses: string[] = [];
  for await (const bytes of socket) {
    text += String(bytes);
    statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!);
    if (statuses.length === asked.length) break;
  }
  return statuses;
}

function quotaOf({ headers }: Asked): (string | null)[] {
  return ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
}

t.test('a key passes the bucket of its address once, then has its own', async (t) => {
  const { ask, keyOf } = await serviceFor(t, { anonymous: 3, key: 5 });
  const { apiKey } = await keyOf();
  t.strictSame(quotaOf(await ask(null)), ['3', '2', '60']);
  t.strictSame(quotaOf(await ask(apiKey)), ['5', '4', '60'], 'first seen: both are counted');
  t.strictSame(quotaOf(await ask(null)), ['3', '0', '60']);
  t.equal((await ask(null)).status, 429, 'the address is used up');
  for (const remaining of ['3', '2', '1', '0']) {
    const asked = await ask(apiKey);
    t.equal(asked.status, 200, 'a known key needs no bucket of its address');
    t.strictSame(quotaOf(asked), ['5', remaining, '60']);
  }
  const over = await ask(apiKey);
  t.match(over, { status: 429, error: 'rate_limit_exceeded' });
  t.strictSame(quotaOf(over), ['5', '0', '60']);
  t.equal(over.headers.get('retry-after'), '60');
});

t.test('windows end after a minute, to the millisecond', async (t) => {
  const { ask, keyOf, monotonic } = await serviceFor(t, { anonymous: 2, key: 2 });
  const { apiKey } = await keyOf();
  await ask(apiKey);
  await ask(apiKey);
  monotonic.advance(59_999);
  const refused = await ask(apiKey);
  t.equal(refused.status, 429);
  t.equal(refused.headers.get('retry-after'), '1');
  monotonic.advance(1);
  t.strictSame(quotaOf(await ask(apiKey)), ['2', '1', '60']);
});

t.test('behind a used-up address no key is looked at, valid or not', async (t) => {
  const { ask, keyOf, looked, monotonic } = await serviceFor(t, { anonymous: 2, key: 5 });
  const { apiKey } = await keyOf();
  t.match(await ask(newApiKey()), { status: 401, error: 'invalid_api_key' });
  t.match(await ask('blog_nonsense'), { status: 401, error: 'invalid_api_key' });
  t.equal(looked.length, 2);
  for (const key of [newApiKey(), apiKey, 'x']) {
    const asked = await ask(key);
    t.match(asked, { status: 429, error: 'rate_limit_exceeded' });
    t.strictSame(quotaOf(asked), ['2', '0', '60'], 'the quota is that of the address');
  }
  t.equal(looked.length, 2, 'validation was not reached');
  t.equal((await ask(apiKey, '203.0.113.2')).status, 200, 'from another address it is');
  t.equal((await ask(apiKey)).status, 200, 'and then it is known from everywhere');
  monotonic.advance(60_000);
  t.equal((await ask(newApiKey())).status, 401, 'after the window it is looked at again');
});

t.test('a key that was valid once needs no bucket of its address, whatever changes', async (t) => {
  const { ask, keyOf, accounts } = await serviceFor(t, { anonymous: 3, key: 9 });
  const { apiKey, key } = await keyOf();
  t.equal((await ask(apiKey)).status, 200);
  for (const status of [401, 401, 429]) t.equal((await ask(newApiKey())).status, status);
  t.strictSame(quotaOf(await ask(apiKey)), ['9', '7', '60'], 'guesses from its address');
  const other = await keyOf();
  t.strictSame(quotaOf(await ask(apiKey)), ['9', '6', '60'], 'a new key');
  await accounts.revokeKey(other.key.id);
  t.strictSame(quotaOf(await ask(apiKey)), ['9', '5', '60'], 'another key revoked');
  t.equal((await ask(null)).status, 429, 'the address is still used up');
  await accounts.revokeKey(key.id);
  t.equal((await ask(apiKey)).status, 429, 'revoked, it is a guess like any other');
});

t.test('after a restart a key that was used is known, one that was not is not', async (t) => {
  const data = folderFor(t);
  const flags = { data, rateLimitBlogAnonymous: '2', rateLimitBlogKey: '9' };
  const accounts = Accounts.open(data, systemClock);
  await accounts.addUser('ann', '');
  const [used, unused] = [
    await accounts.createKey('ann', 'used'),
    await accounts.createKey('ann', 'unused'),
  ];
  const ask = async (url: string, apiKey: string) =>
    (await fetch(`${url}${PATH}`, { headers: { 'x-api-key': apiKey } })).status;
  const first = await startServer(t, { ticksByHand: true, now: NOW, records: BLOGS, flags });
  t.equal(await ask(first.app.blogUrl, used.apiKey), 200);
  await first.app.close();
  const second = await startServer(t, { ticksByHand: true, now: NOW, flags });
  let guessed = 401;
  for (let tries = 0; tries < 3 && guessed === 401; tries++) {
    guessed = await ask(second.app.blogUrl, newApiKey());
  }
  t.equal(guessed, 429, 'guesses have used up the address');
  t.equal(await ask(second.app.blogUrl, used.apiKey), 200);
  t.equal(await ask(second.app.blogUrl, unused.apiKey), 429);
  await accounts.revokeKey(used.key.id);
  let status = 200;
  for (let tries = 0; tries < 100 && status === 200; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    status = await ask(second.app.blogUrl, used.apiKey);
  }
  t.equal(status, 429, 'revoked by another process: no longer known');
});

t.test('a revoked key is forgotten and answers 401', async (t) => {
  const { ask, keyOf, accounts } = await serviceFor(t, { anonymous: 4, key: 5 });
  const one = await keyOf();
  const other = await keyOf();
  t.equal((await ask(one.apiKey)).status, 200);
  t.equal((await ask(other.apiKey)).status, 200);
  await accounts.revokeKey(one.key.id);
  const refused = await ask(one.apiKey);
  t.match(refused, { status: 401, error: 'invalid_api_key' });
  t.strictSame(quotaOf(refused), ['4', '1', '60'], 'it counts against the address');
  t.equal((await ask(other.apiKey)).status, 200, 'others go on');
});

t.test('ten thousand unknown keys from many addresses cost a bounded memory', async (t) => {
  const { ask, gate, looked, keyOf, port } = await serviceFor(t, { anonymous: 1, key: 5 });
  const { apiKey } = await keyOf();
  t.equal((await ask(apiKey)).status, 200);
  const statuses = new Map<string, number>();
  for (let round = 0; round < 100; round++) {
    const batch = Array.from(
      { length: 100 },
      (_, at) => [newApiKey(), `198.51.100.${at}`] as const,
    );
    for (const status of await statusesOf(port, batch)) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  t.strictSame([...statuses.entries()].sort(), [
    ['401', 100],
    ['429', 9900],
  ]);
  t.equal(looked.length, 101, 'one look for each address, whatever it sends');
  t.equal(gate.size, 1, 'only valid keys are remembered');
});

t.test('answers to who identifies himself are private and nothing is kept', async (t) => {
  const data = folderFor(t);
  const { app, getBlog } = await startServer(t, {
    ticksByHand: true,
    now: NOW,
    records: BLOGS,
    flags: { data },
  });
  const accounts = Accounts.open(data, systemClock);
  await accounts.addUser('ann', '');
  const { apiKey, key } = await accounts.createKey('ann', '');
  const cacheOf = async (
    headers: Record<string, string>,
    path = PATH,
  ): Promise<[number, string | null]> => {
    const response = await getBlog(path, { headers });
    await response.text();
    return [response.status, response.headers.get('cache-control')];
  };
  t.strictSame(await cacheOf({}), [200, 'no-store']);
  t.strictSame(
    await cacheOf({ 'x-api-key': apiKey }),
    [200, 'private, no-store'],
    'made a moment ago',
  );
  t.strictSame(await cacheOf({ authorization: `Bearer ${apiKey}` }), [200, 'private, no-store']);
  t.strictSame(await cacheOf({ 'x-api-key': newApiKey() }), [401, 'private, no-store']);
  t.strictSame(await cacheOf({ 'x-api-key': apiKey }, '/api/v1/blogs?x=1'), [
    400,
    'private, no-store',
  ]);
  t.strictSame(await cacheOf({}, '/api/v1/openapi.json'), [200, 'no-store']);
  t.strictSame(await cacheOf({ 'x-api-key': '' }), [200, 'no-store'], 'an empty header is none');
  const { headers } = await fetch(`${app.blogUrl}${PATH}`, { headers: { 'x-api-key': apiKey } });
  t.equal(headers.get('x-ratelimit-limit'), '1000', 'a thousand a minute');
  const twice = await fetch(`${app.blogUrl}${PATH}`, {
    headers: [
      ['x-api-key', apiKey],
      ['x-api-key', apiKey],
    ],
  });
  t.equal(twice.status, 401, 'two keys are none');
  await accounts.revokeKey(key.id);
  const startMs = performance.now();
  let status = 200;
  while (status === 200 && performance.now() - startMs < 5000) {
    [status] = await cacheOf({ 'x-api-key': apiKey });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  t.equal(status, 401, 'revoked by another process');
  t.comment(`in force after ${Math.round(performance.now() - startMs)} ms`);
});
