/** Webhooks over HTTP: made on the page, delivered to a receiver, refused where they must be. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { createAddressRules } from '../../../src/crawler/fetch/addresses.js';
import { createFetcher, deliver } from '../../../src/crawler/fetch/fetcher.js';
import { ManualClock, MINUTE_MS, systemClock, systemMonotonic } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import '../../engine/actor/threads-here.js';
import { tempFolder } from '../../store/helper.js';
import { root } from '../../tidy/root.js';
import { article, CATALOG } from '../api/news/fixture.js';
import { ServerWorld } from '../streams/world.js';
import { addBlog, Visitor } from './people-world.js';

t.setTimeout(120_000);

const LOOPBACK = '127.0.0.0/8';
const PATH = '/my/webhooks/';

interface Owner {
  teardown(work: () => Promise<void> | void): void;
}

async function house(owner: Owner, flags: object = { webhookAllow: LOOPBACK }) {
  const world = new ServerWorld({ rateLimitPages: 1_000_000, ...flags });
  await world.start();
  owner.teardown(() => world.end());
  const accounts = Accounts.open(world.data, systemClock);
  await accounts.addUser('ann', '');
  const text = await accounts.signIn.linkFor(accounts.user('ann'), null);
  const ann = new Visitor(world.app.blogUrl);
  let status = 0;
  for (let tries = 0; tries < 100 && status !== 303; tries++) {
    status = (await ann.signIn(`${world.app.blogUrl}/my/sign-in/?token=${text}`)).status;
    if (status !== 303) await sleep(50);
  }
  await ann.get('/my/?lang=en');
  return { world, accounts, ann };
}

/** What a receiver was sent. */
interface Received {
  headers: IncomingMessage['headers'];
  text: string;
  body: { webhook: number; service: string; test?: true; changes: Change[]; nextToken: string };
}

interface Change {
  kind: string;
  id: number | string;
  gone?: true;
  article?: { title: string };
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

async function receiver(owner: Owner, answer: Answer = (response) => response.end()) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ headers: request.headers, text: body, body: JSON.parse(body || '{}') });
    answer(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  owner.teardown(() => end(server));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

function end(server: Server): void {
  server.closeAllConnections();
  server.close();
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

async function made(
  ann: Visitor,
  wish: Record<string, string>,
): Promise<{ secret: string; id: string }> {
  const html = await (await ann.act(PATH, { do: 'add', ...wish })).text();
  const secret = /<code class="secret">([^<]+)</.exec(html)?.[1] ?? '';
  const ids = [...html.matchAll(/name="id" value="(\d+)"/g)].map(([, id]) => id!);
  return { secret, id: ids.at(-1)! };
}

t.test('what fits a filter is posted, and goes on after a restart', async (t) => {
  const { world, ann } = await house(t);
  await world.ingest(...CATALOG, article({ key: 'before', minutes: 9, title: 'A storm before' }));
  const { url, received } = await receiver(t);
  const { secret, id } = await made(ann, { url, service: 'news', q: 'storm', kind: 'article' });
  t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.notMatch(await (await ann.get(PATH)).text(), secret, 'shown once');
  await addBlog(world.app, { slug: 'tea', name: 'Tea', title: 'A storm in a teacup' });
  const blog = await receiver(t);
  await made(ann, { url: blog.url, service: 'blog', owner: 'tea' });
  await world.ingest({ kind: 'hide', target: 'post', key: 'https://tea.example.org/post' });
  await until(() => blog.received.length > 0);
  t.match(blog.received[0]!.body, { service: 'blog', changes: [{ gone: true }] });
  await world.ingest(
    article({ key: 'calm', minutes: 5, title: 'A calm day' }),
    article({ key: 'storm', minutes: 4, title: 'A storm comes' }),
  );
  await until(() => received.length > 0);
  await world.restart();
  await world.ingest(article({ key: 'storm2', minutes: 3, title: 'The storm goes' }));
  await until(() => received.length > 1);
  t.strictSame(
    received.flatMap(({ body }) => body.changes.map((change) => change.article!.title)),
    ['A storm comes', 'The storm goes'],
  );
  const [first] = received;
  t.match(first!.body, { webhook: Number(id), service: 'news' });
  t.match(first!.headers, { 'content-type': 'application/json', 'user-agent': /^Tagwire/ });
  const since = first!.body.nextToken;
  const later = await (await fetch(`${world.newsUrl}/api/v1/changes?since=${since}`)).json();
  t.match(later, { changes: [{ article: { title: 'The storm goes' } }] }, 'the token is good');
  const metrics = async (): Promise<string> =>
    (await fetch(`${world.app.adminUrl}/metrics`)).text();
  t.match(await metrics(), /tagwire_webhooks\{state="on"\} 2/);
  await until(async () => /deliveries_total\{result="accepted"\} 1/.test(await metrics()));
});

t.test('the receiver of the docs takes what is signed, and nothing else', async (t) => {
  const { world, ann } = await house(t);
  const page = readFileSync(join(root, 'docs', 'webhooks.md'), 'utf8');
  const file = join(tempFolder(t), 'receiver.mjs');
  writeFileSync(file, /```js\n(\/\/ receiver\.mjs[\s\S]*?)```/.exec(page)![1]!);
  const { port } = await freeAddress();
  const url = `http://127.0.0.1:${port}/`;
  const { secret, id } = await made(ann, { url, service: 'blog' });
  // Its clock is that of the server, which signs the time.
  const clock = `data:text/javascript,Date.now=()=>${world.clock.nowMs()}`;
  const child = spawn(process.execPath, ['--import', clock, file, secret, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  t.match(await outputOf(child), 'listening');
  const [tested, line] = await Promise.all([
    ann.act(PATH, { do: 'test', id }).then((answer) => answer.text()),
    outputOf(child),
  ]);
  t.match(tested, 'The test was accepted');
  t.match(line, '0 changes');
  const time = String(Math.floor(world.clock.nowMs() / 1000));
  const signature = `v1,${'A'.repeat(43)}=`;
  const headers = { 'webhook-id': 'msg_x', 'webhook-timestamp': time };
  const post = async (more: Record<string, string>): Promise<number> =>
    (await fetch(url, { method: 'POST', headers: more, body: '{"changes":[]}' })).status;
  t.equal(await post({ ...headers, 'webhook-signature': signature }), 401);
  t.equal(await post(headers), 401);
  t.equal(await post({}), 401);
});

t.test('a secret can be replaced: it is shown once, and both sign for a day', async (t) => {
  const { world, ann, accounts } = await house(t);
  await world.ingest(...CATALOG);
  const { url, received } = await receiver(t);
  const { secret, id } = await made(ann, { url, service: 'news' });
  const html = await (await ann.act(PATH, { do: 'secret', id })).text();
  const fresh = /<code class="secret">([^<]+)</.exec(html)![1]!;
  t.match(fresh, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.not(fresh, secret);
  t.notMatch(await (await ann.get(PATH)).text(), fresh, 'shown once');
  const isSignedWith = ({ headers, text }: Received, key: string, at: number): boolean => {
    const hash = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'));
    hash.update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`);
    const signatures = String(headers['webhook-signature']).split(' ');
    return signatures[at] === `v1,${hash.digest('base64')}`;
  };
  await world.ingest(article({ key: 'one', minutes: 5 }));
  await until(() => received.length === 1);
  t.ok(isSignedWith(received[0]!, fresh, 0), 'by the new one');
  t.ok(isSignedWith(received[0]!, secret, 1), 'and by the former one');
  world.clock.set(world.clock.nowMs() + 25 * 60 * MINUTE_MS);
  await world.ingest(article({ key: 'two', minutes: 5 }));
  await until(() => received.length === 2);
  t.ok(isSignedWith(received[1]!, fresh, 0));
  t.notMatch(received[1]!.headers['webhook-signature'], ' ', 'the former one is good no more');
  accounts.refresh();
  t.match(accounts.webhooks.all(), [{ secret: fresh, former: { secret } }], 'after a restart, too');
  const bob = await accounts.addUser('bob', '');
  await t.rejects(accounts.webhooks.replaceSecret(bob, Number(id), 0), { code: 'INPUT_INVALID' });
});

t.test('a failing receiver is shown, can be tested, paused, resumed and deleted', async (t) => {
  const { world, ann, accounts } = await house(t);
  await world.ingest(...CATALOG);
  let status = 500;
  const { url, received } = await receiver(t, (response) => response.writeHead(status).end());
  const { id } = await made(ann, { url, service: 'news', label: 'Mine' });
  await world.ingest(article({ key: 'one', minutes: 5 }));
  await until(() => received.length === 1);
  await until(async () => (await (await ann.get(PATH)).text()).includes('answered 500'));
  const failing = await (await ann.get(PATH)).text();
  for (const text of ['Mine', url, 'Failures', 'Next try']) t.match(failing, text);
  t.match(await (await ann.act(PATH, { do: 'test', id })).text(), 'was not accepted');
  t.match(await (await ann.act(PATH, { do: 'test', id })).text(), 'every 10 seconds');
  const paused = await ann.act(PATH, { do: 'pause', id });
  t.equal(paused.status, 303);
  t.match(await (await ann.get(PATH)).text(), 'paused');
  t.match(await (await ann.get(paused.headers.get('location')!)).text(), 'The webhook pauses');
  status = 204;
  t.equal((await ann.act(PATH, { do: 'resume', id })).status, 303);
  await until(() => received.length === 3);
  t.equal(received[2]!.body.changes.length, 1, 'what failed comes, at once');
  t.equal(received[2]!.headers['webhook-id'], received[0]!.headers['webhook-id']);
  const exported = await (await ann.act('/my/', { do: 'export' })).text();
  t.match(JSON.parse(exported), { webhooks: [{ url, label: 'Mine', service: 'news' }] });
  t.notMatch(exported, 'whsec_');
  await ann.act(PATH, { do: 'remove', id });
  accounts.refresh();
  t.strictSame(accounts.webhooks.all(), []);
  const last = await made(ann, { url, service: 'news' });
  await ann.act(PATH, { do: 'secret', id: last.id });
  await ann.act('/my/', { do: 'delete', login: 'ann' });
  accounts.refresh();
  t.strictSame(accounts.webhooks.all(), [], 'they go with the account');
  t.notMatch(readFileSync(join(world.data, 'accounts', 'journal'), 'utf8'), 'whsec_');
});

t.test('what is no address of the public web, and no filter, is refused', async (t) => {
  // What is opened to the crawler is opened to no user.
  const { world, ann, accounts } = await house(t, { crawlAllow: LOOPBACK });
  await world.ingest(...CATALOG);
  const refused = async (wish: Record<string, string>, why: RegExp): Promise<void> => {
    const url = 'https://hooks.example.org/';
    const answer = await ann.act(PATH, { do: 'add', url, service: 'news', ...wish });
    const html = await answer.text();
    t.match(html, why, JSON.stringify(wish));
    t.match(html, 'Not done', JSON.stringify(wish));
  };
  for (const url of ['ftp://a.example/', 'file:///etc/passwd', 'javascript:alert(1)']) {
    await refused({ url }, /addresses are not fetched/);
  }
  await refused({ url: 'https://ann:secret@a.example/' }, /holds a name or a password/);
  for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '2130706433']) {
    await refused(
      { url: `http://${host}/` },
      /is not a public address; --webhook-allow \S+ opens it\./,
    );
  }
  await refused({ url: 'http://a.example:25/' }, /is not for the web/);
  await refused({ url: 'nonsense' }, /is not an address/);
  await refused({ url: `https://a.example/${'x'.repeat(5000)}` }, /is not an address/);
  await refused({ category: 'nowhere' }, /there is no category/);
  await refused({ owner: 'nobody' }, /there is no media/);
  await refused({ kind: 'ranking' }, /kind must be some of article, media/);
  await refused({ tag: 'x'.repeat(300) }, /tag/);
  await refused({ service: 'blog', tag: 'tea' }, /tag is not a parameter/);
  await refused({ q: 'x'.repeat(5000) }, /q must/);
  await refused({ label: 'x'.repeat(300) }, /at most 200 characters/);
  t.strictSame(accounts.webhooks.all(), []);
  for (let count = 0; count < 5; count++) {
    await made(ann, { url: 'https://hooks.example.org/', service: 'news' });
  }
  const full = await (await ann.get(PATH)).text();
  t.notMatch(full, 'name="url"');
  await refused({}, /at most 5 webhooks/);
  await accounts.addUser('bob', '');
  t.throws(() => accounts.webhooks.ofUser(accounts.user('bob'), 1), { code: 'INPUT_INVALID' });
  for (const act of ['test', 'pause', 'resume', 'remove']) {
    const answer = await ann.act(PATH, { do: act, id: '99' });
    t.match(await answer.text(), /no webhook of yours/, act);
  }
  t.equal((await ann.act(PATH, { do: 'nothing' })).status, 400);
  t.equal((await ann.post(PATH, { do: 'remove', id: '1' })).status, 403, 'no token');
  const stranger = new Visitor(world.app.blogUrl);
  t.equal(
    (await stranger.get(PATH)).headers.get('location'),
    '/my/sign-in/?next=%2Fmy%2Fwebhooks%2F',
  );
});

t.test('no receiver is waited for too long, followed elsewhere, or read at length', async (t) => {
  const post = async (
    url: string,
    rules = createAddressRules([LOOPBACK]),
    addresses: readonly string[] = ['127.0.0.1'],
    headersMs = 60_000,
  ) => {
    const fetcher = createFetcher({
      ...{ rules, userAgent: 'Tagwire', clock: new ManualClock(0), logger: silentLogger },
      monotonic: systemMonotonic,
      resolve: async () => addresses,
      limits: { headersMs, totalMs: 90_000 },
    });
    t.teardown(() => fetcher.close());
    return deliver(fetcher, { url, headers: {}, body: Buffer.from('{}') });
  };
  const never = await receiver(t, () => undefined);
  t.match(await post(never.url, undefined, undefined, 300), {
    isAccepted: false,
    status: 0,
    message: /did not answer within/,
  });
  const closes = await receiver(t, (response) => void response.socket!.destroy());
  t.match(await post(closes.url), { isAccepted: false, message: /broke/ });
  const large = await receiver(t, (response) => response.end(Buffer.alloc(10_000_000)));
  t.match(await post(large.url), { isAccepted: true, status: 200 });
  const drips = await receiver(t, (response) => void response.write('x'));
  t.match(await post(drips.url), { isAccepted: true, status: 200 });
  const inward = await receiver(t);
  for (const status of [301, 302, 303, 307, 308]) {
    const redirects = await receiver(t, (response) => {
      response.writeHead(status, { location: inward.url }).end();
    });
    t.match(await post(redirects.url), { isAccepted: false, status, message: /not followed/ });
  }
  t.strictSame(inward.received, []);
  const busy = await receiver(t, (response) => {
    response.writeHead(429, { 'retry-after': '120' }).end();
  });
  t.match(await post(busy.url), { isAccepted: false, status: 429, retryAfterMs: 120_000 });
  const outside = createAddressRules([]);
  const named = inward.url.replace('127.0.0.1', 'hooks.example.org');
  t.match(await post(named, outside), { isAccepted: false, message: /is not a public address/ });
  t.match(await post(named, outside, ['10.1.2.3']), { message: /is not a public address/ });
  t.strictSame(inward.received, [], 'a name that resolves inward later is not connected to');
  t.match(await post(named), { isAccepted: true });
  t.equal(inward.received.length, 1);
});

async function outputOf(child: ChildProcess): Promise<string> {
  const [bytes] = (await once(child.stdout!, 'data')) as [Buffer];
  return bytes.toString();
}

async function freeAddress(): Promise<AddressInfo> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return address;
}
