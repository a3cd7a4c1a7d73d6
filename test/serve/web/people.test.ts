/** Sign-in, follows, keys and administration over HTTP: what works, and what is refused. */
import '../../engine/actor/threads-here.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { systemClock } from '../../../src/kernel/clock.js';
import { nextOf } from '../../../src/serve/web/visitors.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import {
  BROWSER_PREFIX,
  LINK_PREFIX,
  newSecret,
  SESSION_PREFIX,
} from '../../../src/store/accounts/secret.js';
import { addBlog, Visitor } from './people-world.js';
import { serveAt } from './world.js';

const NOW = '2026-03-10T11:00:00.000Z';
/** A server looks at the accounts this often. */
const LOOK_MS = 400;

async function house(owner: { teardown(work: () => Promise<void> | void): void }) {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-people-'));
  const app = await serveAt(data, NOW);
  owner.teardown(async () => {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  });
  const accounts = Accounts.open(data, systemClock);
  const link = async (login: string): Promise<string> => {
    const text = await accounts.signIn.linkFor(accounts.user(login), null);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    return `${app.blogUrl}/my/sign-in/?token=${text}`;
  };
  const signedIn = async (login: string): Promise<Visitor> => {
    const visitor = new Visitor(app.blogUrl);
    const answer = await visitor.signIn(await link(login));
    if (answer.status !== 303) throw new Error(`sign-in answered ${answer.status}`);
    return visitor;
  };
  return { app, accounts, link, signedIn, visitor: () => new Visitor(app.blogUrl) };
}

t.test('a link signs in once; guessed, used and foreign ones do not', async (t) => {
  const { app, accounts, link, visitor } = await house(t);
  await accounts.addUser('ann', '');
  const address = await link('ann');
  const ann = visitor();
  const opened = await ann.get(new URL(address).pathname + new URL(address).search);
  t.equal(opened.headers.get('cache-control'), 'private, no-store');
  t.match(await opened.text(), 'name="token"', 'opening alone signs nobody in');
  t.equal((await ann.get('/my/')).status, 303);
  const used = await ann.signIn(address);
  t.equal(used.status, 303);
  t.equal(used.headers.get('location'), '/my/');
  const [cookie = ''] = used.headers.getSetCookie();
  t.match(cookie, /^tagwire-session-\d+=session_/);
  t.match(cookie, /; HttpOnly; SameSite=Lax$/);
  t.equal((await ann.get('/my/')).status, 200);
  t.equal((await visitor().signIn(address)).status, 200, 'twice: a page that says so');
  for (const token of [
    '',
    'x',
    newSecret(LINK_PREFIX),
    newSecret(SESSION_PREFIX),
    '%00',
    '<script>',
  ]) {
    const guess = visitor();
    const csrf = await guess.csrf();
    const answer = await guess.post('/my/sign-in/', { csrf, do: 'use', token });
    t.equal(answer.status, 200, token);
    t.notOk(
      answer.headers.getSetCookie().some((line) => line.includes('session_')),
      token,
    );
  }
  const bound = await accounts.signIn.linkFor(accounts.user('ann'), newSecret(BROWSER_PREFIX));
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  const other = visitor();
  t.notMatch(await (await other.get(`/my/sign-in/?token=${bound}`)).text(), 'name="token"');
  const forced = await other.signIn(`${app.blogUrl}/my/sign-in/?token=${bound}`);
  t.equal(forced.status, 200);
  t.notOk(forced.headers.getSetCookie().some((line) => line.includes('session_')));
});

t.test('a form counts only from our own page, with its own token', async (t) => {
  const { app, accounts, signedIn, visitor } = await house(t);
  await accounts.addUser('ann', '');
  await addBlog(app, { slug: 'tea', name: 'Tea' });
  const ann = await signedIn('ann');
  const follow = { do: 'follow', blog: 'tea' };
  const csrf = await ann.csrf('/my/');
  const refused = async (
    form: Record<string, string>,
    headers: Record<string, string>,
    what: string,
  ) => t.equal((await ann.post('/my/', form, headers)).status, 403, what);
  await refused({ ...follow, csrf }, { origin: 'https://evil.example.org' }, 'another origin');
  await refused({ ...follow, csrf }, { origin: 'null' }, 'no origin to speak of');
  await refused(follow, {}, 'no token');
  await refused({ ...follow, csrf: `${csrf}x` }, {}, 'a changed token');
  await refused({ ...follow, csrf: await visitor().csrf() }, {}, "somebody else's token");
  t.strictSame(accounts.follows.of(accounts.user('ann')), []);
  t.equal(
    (await ann.get(`/my/?do=follow&blog=tea&csrf=${csrf}`)).status,
    200,
    'GET changes nothing',
  );
  accounts.refresh();
  t.strictSame(accounts.follows.of(accounts.user('ann')), []);
  t.equal((await ann.post('/my/', { ...follow, csrf })).status, 303);
  accounts.refresh();
  t.equal(accounts.follows.of(accounts.user('ann')).length, 1);
  const api = await ann.get('/api/v1/articles', { accept: 'application/json' });
  t.strictSame(api.headers.getSetCookie(), [], 'the API knows no cookies');
  t.equal(api.headers.get('cache-control'), 'no-store');
  const posted = await ann.post('/api/v1/articles', { ...follow, csrf });
  t.equal(posted.status, 405);
});

t.test('nobody is led to another host', async (t) => {
  const { accounts, link, visitor } = await house(t);
  await accounts.addUser('ann', '');
  const foreign = [
    '//evil.example.org/',
    'https://evil.example.org/',
    '/\\evil.example.org',
    '/my//evil',
    '/my/\r\nset-cookie: a=b',
    'javascript:alert(1)',
    '/docs',
    '',
    '/mystery/',
    '/my/?x=//evil',
    '/my/\u0000',
  ];
  for (const next of foreign) t.equal(nextOf(next), '/my/', next);
  for (const next of ['/my/', '/admin/users/', '/blogs/tea/', '/topics/tag%3Aabc/', '/me/opml']) {
    t.equal(nextOf(next), next);
  }
  for (const next of foreign.slice(0, 3)) {
    const ann = visitor();
    const address = new URL(await link('ann'));
    const csrf = await ann.csrf(address.pathname + address.search);
    const token = address.searchParams.get('token')!;
    const answer = await ann.post('/my/sign-in/', { csrf, do: 'use', token, next });
    t.equal(answer.headers.get('location'), '/my/', next);
  }
});

t.test('10,000 mails asked for are answered alike, whether there is a user or not', async (t) => {
  const { accounts, visitor } = await house(t);
  await accounts.addUser('ann@example.org', '');
  const bodies = new Map<string, Set<string>>();
  for (const login of ['ann@example.org', 'nobody@example.org']) {
    const asking = visitor();
    const csrf = await asking.csrf();
    const seen: string[] = [];
    for (let count = 0; count < 8; count++) {
      const answer = await asking.post('/my/sign-in/', { csrf, do: 'ask', login });
      seen.push(`${answer.status} ${(await answer.text()).replaceAll(/csrf[^>]*/g, '')}`);
    }
    bodies.set(login, new Set(seen));
  }
  const [ann, nobody] = [...bodies.values()];
  t.strictSame(ann, nobody);
  t.equal(ann!.size, 2, 'sent three times, then told to wait');
});

t.test('keys: three, shown once, revoked by their owner alone', async (t) => {
  const { app, accounts, signedIn } = await house(t);
  for (const login of ['ann', 'bob']) await accounts.addUser(login, '');
  const ann = await signedIn('ann');
  const keys: string[] = [];
  for (const label of ['one', '<b>two</b>', 'three']) {
    const html = await (await ann.act('/my/', { do: 'create-key', label })).text();
    keys.push(/blog_[\w-]{43}/.exec(html)![0]);
  }
  const fourth = await (await ann.act('/my/', { do: 'create-key', label: 'four' })).text();
  t.notMatch(fourth, /blog_[\w-]{43}/);
  const page = await (await ann.get('/my/')).text();
  t.notOk(
    keys.some((key) => page.includes(key)),
    'never again',
  );
  t.match(page, '&lt;b&gt;two&lt;/b&gt;');
  const asked = (key: string) =>
    fetch(`${app.blogUrl}/api/v1/articles`, { headers: { 'x-api-key': key } });
  t.equal((await asked(keys[0]!)).headers.get('x-ratelimit-limit'), '1000');
  accounts.refresh();
  const [first] = accounts.keysOf(accounts.user('ann'));
  const bob = await signedIn('bob');
  await bob.act('/my/', { do: 'revoke-key', id: String(first!.id) });
  t.equal((await asked(keys[0]!)).status, 200, "not somebody else's");
  const revoked = await ann.act('/my/', { do: 'revoke-key', id: String(first!.id) });
  t.equal((await asked(keys[0]!)).status, 401);
  const said = await (await ann.get(revoked.headers.get('location')!)).text();
  t.match(said, '已撤銷金鑰', 'says what was done');
  t.match(await (await ann.act('/my/', { do: 'create-key', label: 'new' })).text(), '已建立金鑰');
  const claimed = await (await ann.get('/my/?done=everything')).text();
  t.notMatch(claimed, 'class="outcome"', 'an address of somebody else says nothing was done');
  const keyed = await fetch(`${app.blogUrl}/me/feed.xml`, {
    headers: { 'x-api-key': keys[1]! },
    redirect: 'manual',
  });
  t.equal(keyed.status, 303, 'a key reads nothing private');
});

t.test('OPML and digest hold what is followed and nothing that is hidden', async (t) => {
  const { app, accounts, signedIn, visitor } = await house(t);
  await accounts.addUser('ann', '');
  const nasty = '"><script>alert(1)</script>&\u0001';
  await addBlog(app, { slug: 'tea', name: nasty, title: `Tea ${nasty}` });
  await addBlog(app, { slug: 'rice', name: 'Rice', title: 'Of rice' });
  const ann = await signedIn('ann');
  for (const blog of ['tea', 'rice']) await ann.act('/my/', { do: 'follow', blog });
  for (const path of ['/me/opml', '/me/feed.xml', '/me/feed.json']) {
    t.equal((await visitor().get(path)).status, 303, `${path} without a session`);
    t.equal(
      (await visitor().get(path)).headers.get('location'),
      `/my/sign-in/?next=${encodeURIComponent(path)}`,
    );
  }
  const feed = await ann.get('/me/feed.xml');
  t.equal(feed.headers.get('cache-control'), 'private, no-store');
  const text = await feed.text();
  t.match(text, 'Of rice');
  t.notMatch(text.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, ''), '<script>alert');
  const summaries = [...text.matchAll(/<description>(.*?)<\/description>/gs)].map(([, one]) => one);
  t.ok(
    summaries.some((one) => one!.includes('Tea "&gt;')),
    'readers take it for HTML, and it is a text',
  );
  t.notMatch(text, '\u0001');
  const json = await ann.get('/me/feed.json');
  t.equal(json.headers.get('content-type'), 'application/feed+json; charset=utf-8');
  const { version, items } = (await json.json()) as { version: string; items: { id: string }[] };
  t.equal(version, 'https://jsonfeed.org/version/1.1');
  t.strictSame(
    items.map(({ id }) => id),
    [...text.matchAll(/<guid[^>]*>([^<]+)</g)].map(([, id]) => id),
    'the same articles in both forms',
  );
  t.match(
    await (await ann.get('/me/opml')).text(),
    /<opml/,
    'blogs that were never read are left out',
  );
  await accounts.addUser('root', '', { role: 'admin' });
  const root = await signedIn('root');
  t.equal((await root.act('/admin/?state=verified', { do: 'hide', blog: 'rice' })).status, 200);
  const after = await (await ann.get('/me/feed.xml')).text();
  t.notMatch(after, 'Of rice', 'gone as soon as it is acknowledged');
  t.notMatch(await (await ann.get('/')).text(), 'Of rice');
  t.equal((await ann.get('/blogs/rice/')).status, 404);
});

t.test('what somebody mutes is in none of their feeds, and a bad filter makes none', async (t) => {
  const { app, accounts, signedIn } = await house(t);
  await accounts.addUser('ann', '');
  await addBlog(app, { slug: 'tea', name: 'Tea', title: 'Of tea' });
  await addBlog(app, { slug: 'rice', name: 'Rice', title: 'Of rice' });
  const ann = await signedIn('ann');
  for (const blog of ['tea', 'rice']) await ann.act('/my/', { do: 'follow', blog });
  const made = async (form: Record<string, string>): Promise<string> =>
    (await ann.act('/my/', { do: 'create-feed', ...form })).text();
  const urlIn = (page: string): string =>
    /[^<>]*\/feeds\/secret\.xml\?token=feed_[\w-]{43}/.exec(page)![0];
  const digest = urlIn(await made({ service: 'digest', mute: 'OF RICE, coffee' }));
  for (const url of [digest, digest.replace('.xml', '.json')]) {
    const text = await (await fetch(url)).text();
    t.match(text, 'Of tea');
    t.notMatch(text, 'Of rice');
  }
  const news = urlIn(await made({ service: 'news', mute: 'a,b', fold: 'similar' }));
  t.equal((await fetch(news)).status, 200);
  t.match(await made({ service: 'news', muteMedia: 'nobody' }), 'there is no media');
  t.match(await made({ service: 'news', country: 'tw' }), 'country must be');
});

t.test(
  'a list of what somebody mutes counts in all of their feeds, and in no others',
  async (t) => {
    const { app, accounts, signedIn } = await house(t);
    for (const login of ['ann', 'bob']) await accounts.addUser(login, '');
    await addBlog(app, { slug: 'tea', name: 'Tea', title: 'Of tea' });
    await addBlog(app, { slug: 'rice', name: 'Rice', title: 'Of rice' });
    const atMs = app.clock.nowMs() - 3_600_000;
    const titles = { sunrise: ['Rice is dear', 'Tea is cheap'], harbour: ['Tea in the harbour'] };
    const lines = Object.entries(titles).flatMap(([media, of]) => [
      { kind: 'media', media, title: media },
      ...of.map((title, at) => ({
        ...{ kind: 'news', media, title, url: `https://${media}.example/${at}` },
        publishedAt: new Date(atMs).toISOString(),
      })),
    ]);
    const bytes = new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'));
    await app.pipeline.ingest([bytes], false, app.clock.nowMs());
    const urls = new Map<string, string>();
    for (const login of ['ann', 'bob']) {
      const visitor = await signedIn(login);
      for (const blog of ['tea', 'rice']) await visitor.act('/my/', { do: 'follow', blog });
      for (const service of ['digest', 'news']) {
        const page = await (await visitor.act('/my/', { do: 'create-feed', service })).text();
        urls.set(
          `${login} ${service}`,
          /[^<>]*\/feeds\/secret\.xml\?token=feed_[\w-]{43}/.exec(page)![0],
        );
      }
    }
    const ann = await signedIn('ann');
    const refused = await ann.act('/my/', { do: 'mute', words: '', media: 'nobody' });
    t.match(await refused.text(), 'nobody');
    t.equal(
      (await ann.act('/my/', { do: 'mute', words: ' rice,snow', media: 'harbour' })).status,
      303,
    );
    const read = async (name: string) => (await fetch(urls.get(name)!)).text();
    for (const [name, holds, lacks] of [
      ['ann digest', ['Of tea'], ['Of rice']],
      ['ann news', ['Tea is cheap'], ['Rice is dear', 'Tea in the harbour']],
      ['bob digest', ['Of tea', 'Of rice'], []],
      ['bob news', ['Tea is cheap', 'Rice is dear', 'Tea in the harbour'], []],
    ] as const) {
      const text = await read(name);
      for (const one of holds) t.match(text, one, name);
      for (const one of lacks) t.notMatch(text, one, name);
    }
    for (const [who, count] of [
      [ann, 1],
      [await signedIn('bob'), 3],
    ] as const) {
      const tried = await (await who.act('/my/', { do: 'try-feed', service: 'news' })).text();
      t.match(
        /<strong>[^<]*<\/strong>/.exec(tried)![0],
        ` ${count} `,
        'a trial counts as the feed does',
      );
    }
    const page = await (await ann.get('/my/')).text();
    t.match(page, 'value="rice,snow"');
    t.match(page, '/?mute=rice%2Csnow&amp;muteMedia=harbour');
    const own = await (await ann.act('/my/', { do: 'export' })).json();
    t.match(own, { muted: { words: ['rice', 'snow'], media: ['harbour'] } });
  },
);

t.test('a link of a tag tries the question of it, after signing in', async (t) => {
  const { app, accounts, signedIn } = await house(t);
  await accounts.addUser('ann', '');
  const path = '/my/?service=news&tag=%E6%8D%B7%E9%81%8B&label=Metro';
  const away = await fetch(app.blogUrl + path, { redirect: 'manual' });
  const signIn = new URL(away.headers.get('location')!, app.blogUrl);
  t.same([away.status, signIn.pathname], [303, '/my/sign-in/']);
  t.same(signIn.searchParams.get('next'), path, 'back to the question');
  const ann = await signedIn('ann');
  const page = await (await ann.get(path)).text();
  t.match(page, 'value="捷運"');
  t.match(page, 'value="Metro"');
  t.same(accounts.feeds.of(accounts.user('ann')).length, 0, 'nothing is saved by a link');
  const wrong = await ann.get('/my/?service=event&thread=x');
  t.equal(wrong.status, 200);
  t.match(await wrong.text(), 'named by the number');
});

t.test('a secret address opens one feed without a session, until it is revoked', async (t) => {
  const { app, accounts, signedIn } = await house(t);
  const user = await accounts.addUser('ann', '');
  await accounts.addUser('bob', '');
  await addBlog(app, { slug: 'tea', name: 'Tea', title: 'Of tea' });
  await addBlog(app, { slug: 'rice', name: 'Rice', title: 'Of rice' });
  const ann = await signedIn('ann');
  await ann.act('/my/', { do: 'follow', blog: 'tea' });
  const made = async (form: Record<string, string>): Promise<string> => {
    const page = await (await ann.act('/my/', { do: 'create-feed', ...form })).text();
    return /[^<>]*\/feeds\/secret\.xml\?token=feed_[\w-]{43}/.exec(page)?.[0] ?? page;
  };
  const digest = await made({ service: 'digest', label: 'Reader' });
  const asked = await made({ service: 'blog', q: 'rice', owner: '', tag: '' });
  t.notMatch(await (await ann.get('/my/')).text(), /token=feed_/, 'shown once');
  const read = async (url: string): Promise<[number, string, string]> => {
    const answer = await fetch(url);
    const { status, headers } = answer;
    return [status, headers.get('cache-control') ?? '', await answer.text()];
  };
  for (const [url, holds, not] of [
    [digest, 'Of tea', 'Of rice'],
    [asked, 'Of rice', 'Of tea'],
    [asked.replace('.xml', '.json'), 'Of rice', 'Of tea'],
  ] as const) {
    const [status, caching, text] = await read(url);
    t.same([status, caching], [200, 'private, no-store']);
    t.match(text, holds);
    t.notMatch(text, not);
  }
  t.match(
    await (await ann.act('/my/', { do: 'create-feed', service: 'blog', owner: 'none' })).text(),
    'there is no such blog',
  );
  const other = `${digest.slice(0, -1)}${digest.endsWith('A') ? 'E' : 'A'}`;
  t.equal((await read(other))[0], 404, 'another secret');
  const secret = new URL(digest).searchParams.get('token')!;
  t.equal((await ann.act('/my/', { do: 'export' })).status, 200);
  t.notMatch(await (await ann.act('/my/', { do: 'export' })).text(), secret);
  accounts.refresh();
  const [first] = accounts.feeds.of(user);
  const bob = await signedIn('bob');
  await bob.act('/my/', { do: 'revoke-feed', id: String(first!.id) });
  t.equal((await read(digest))[0], 200, "not somebody else's");
  let last = 200;
  for (let at = 0; at < 30; at++) [last] = await read(digest);
  t.equal(last, 429, 'one address is asked for so often a minute');
  await ann.act('/my/', { do: 'revoke-feed', id: String(first!.id) });
  t.equal((await read(digest))[0], 404);
  await ann.act('/my/', { do: 'delete', login: 'ann' });
  t.equal((await read(asked))[0], 404, 'nor when the person is gone');
});

t.test('a list of another reader is followed as far as its blogs are listed', async (t) => {
  const { app, accounts, signedIn } = await house(t);
  await accounts.addUser('ann', '');
  await addBlog(app, { slug: 'tea', name: 'Tea' });
  await addBlog(app, { slug: 'rice', name: 'Rice', verified: false });
  const ann = await signedIn('ann');
  await ann.get('/my/?lang=en');
  const list = `<opml><outline text="<b>" xmlUrl="https://tea.example.org/feed.xml"/>
    <outline xmlUrl="https://rice.example.org/feed.xml"/><outline xmlUrl="javascript:alert(1)"/>`;
  const html = await (await ann.act('/my/', { do: 'import-follows', list })).text();
  t.match(html, 'Newly followed: 1. Not listed here: 2.');
  t.notMatch(html, 'javascript:alert');
  accounts.refresh();
  t.strictSame(
    accounts.follows.of(accounts.user('ann')).map(({ blog }) => blog),
    ['tea'],
  );
  const again = await (await ann.act('/my/', { do: 'import-follows', list })).text();
  t.match(again, 'Newly followed: 0.');
  const long = 'x'.repeat(70_000);
  t.equal((await ann.act('/my/', { do: 'import-follows', list: long })).status, 413);
});

t.test('administration is for administrators, and every change is written down', async (t) => {
  const { app, accounts, signedIn, visitor } = await house(t);
  await accounts.addUser('ann', '');
  const root = await accounts.addUser('root', '', { role: 'admin' });
  await addBlog(app, { slug: 'tea', name: 'Tea', verified: false });
  const ann = await signedIn('ann');
  for (const path of [
    '/admin/',
    '/admin/users/',
    '/admin/store/',
    '/admin/audit/',
    '/admin/sources/',
  ]) {
    t.equal((await ann.get(path)).status, 403, path);
    t.equal((await visitor().get(path)).status, 303, path);
  }
  const csrf = await ann.csrf('/my/');
  const refused = await ann.post('/admin/', { csrf, do: 'verify', blog: 'tea' });
  t.equal(refused.status, 403);
  t.equal((await ann.get('/blogs/tea/')).status, 404, 'a candidate has no page');
  const admin = await signedIn('root');
  await admin.act('/admin/', { do: 'verify', blog: 'tea' });
  t.equal((await ann.get('/blogs/tea/')).status, 200);
  await admin.act('/admin/?state=verified', { do: 'hide', blog: 'tea' });
  t.equal((await ann.get('/blogs/tea/')).status, 404);
  const unknown = await admin.act('/admin/?state=hidden', { do: 'verify', blog: 'never' });
  t.match(await unknown.text(), 'never');
  await admin.act('/admin/users/', { do: 'add', login: 'eve', name: 'Eve' });
  const link = await (await admin.act('/admin/users/', { do: 'link', login: 'eve' })).text();
  const address = /https?:[^<]*token=signin_[\w-]+/.exec(link)![0];
  t.equal((await visitor().signIn(address)).status, 303);
  t.equal(
    (await admin.act('/admin/users/', { do: 'role', login: 'eve', role: 'owner' })).status,
    403,
  );
  accounts.refresh();
  t.equal(accounts.user('eve').role, 'user');
  const entries = accounts.audit(20).filter(({ by }) => by === root.id);
  t.strictSame(entries.map(({ action, target }) => `${action} ${target}`).reverse(), [
    'blog verified blog tea',
    'blog hidden blog tea',
    'user added user 3',
    'sign-in link made user 3',
  ]);
  t.match(await (await admin.get('/admin/audit/')).text(), 'blog hidden');
});

t.test('administrators hide and show media and articles, and take it back', async (t) => {
  const { app, accounts, signedIn } = await house(t);
  await accounts.addUser('root', '', { role: 'admin' });
  const admin = await signedIn('root');
  await admin.get('/my/?lang=en');
  const { pipeline, clock } = app;
  const url = 'https://gazette.example/1';
  const lines = [
    {
      kind: 'media',
      media: 'gazette',
      title: 'The Gazette',
      camp: 'other',
      homepage: 'https://gazette.example/',
    },
    { kind: 'news', media: 'gazette', url, title: 'Of roses' },
  ];
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  t.same((await pipeline.ingest([bytes], false, clock.nowMs())).rejects, []);
  const listed = async (): Promise<number> => {
    const answer = await fetch(`${app.newsUrl}/api/v1/articles`);
    return ((await answer.json()) as { articles: object[] }).articles.length;
  };
  const act = async (path: string, form: Record<string, string>): Promise<Response> =>
    admin.post(path, { csrf: await admin.csrf('/admin/users/'), ...form });
  const entryIn = (html: string): string => /name="entry" value="(\d+)"/.exec(html)?.[1] ?? '';
  for (const [path, form, name] of [
    ['/admin/media/', { key: 'gazette' }, 'gazette'],
    [`/admin/items/?url=${encodeURIComponent(url)}`, { key: url, target: 'news' }, url],
  ] as const) {
    t.match(await (await admin.get(path)).text(), name === url ? 'Of roses' : 'The Gazette');
    const html = await (await act(path, { do: 'hide', ...form })).text();
    t.match(html, `${name} is hidden.`, 'says what was done');
    t.equal(await listed(), 0);
    const undone = await act('/admin/audit/', { do: 'undo', entry: entryIn(html) });
    t.match(await undone.text(), /Undone: (media|article) hidden/);
    t.equal(await listed(), 1);
    await act(path, { do: 'hide', ...form });
    await act(path, { do: 'show', ...form });
    t.equal(await listed(), 1);
  }
  t.match(
    await (await act('/admin/audit/', { do: 'undo', entry: '999' })).text(),
    'this can be undone no longer',
  );
  t.match(
    await (
      await fetch(`${app.newsUrl}/media/gazette/`, { headers: { accept: 'text/html' } })
    ).text(),
    `${app.blogUrl}/admin/media/?q=gazette`,
    'the way from its page',
  );
  await act('/admin/users/', { do: 'add', login: 'eve', name: 'Eve' });
  const removal = { do: 'remove', login: 'eve' };
  t.equal((await act('/admin/users/', removal)).status, 400, 'a person is not removed unasked');
  const removed = await act('/admin/users/', { ...removal, sure: 'eve' });
  t.match(await removed.text(), 'eve is removed');
});

t.test('sessions are ended, an account is exported and deleted', async (t) => {
  const { accounts, signedIn } = await house(t);
  await accounts.addUser('ann', 'Ann');
  const [here, there] = [await signedIn('ann'), await signedIn('ann')];
  await here.act('/my/', { do: 'end-others' });
  t.equal((await there.get('/my/')).status, 303);
  t.equal((await here.get('/my/')).status, 200);
  const exported = await here.act('/my/', { do: 'export' });
  t.match(exported.headers.get('content-disposition'), 'attachment');
  t.match(await exported.json(), {
    user: { login: 'ann', name: 'Ann' },
    sessions: [{ way: 'link' }],
  });
  await here.act('/my/', { do: 'delete', login: 'bob' });
  t.equal((await here.get('/my/')).status, 200, 'the wrong login deletes nothing');
  await here.act('/my/', { do: 'delete', login: 'ann' });
  t.equal((await here.get('/my/')).status, 303);
  accounts.refresh();
  t.equal(accounts.find('ann'), null);
});

t.test('addresses of blogs and topics lead to the present one', async (t) => {
  const { app, visitor } = await house(t);
  await addBlog(app, { slug: 'a.b-c_1', name: 'Odd' });
  const asking = visitor();
  t.equal((await asking.get('/blogs/a.b-c_1/')).status, 200);
  const numbered = await asking.get('/blogs/1/');
  t.equal(numbered.status, 301);
  t.equal(numbered.headers.get('location'), '/blogs/a.b-c_1/');
  t.equal((await asking.get('/blogs/a.b-c_1')).headers.get('location'), '/blogs/a.b-c_1/');
  for (const path of [
    '/blogs/%00/',
    '/blogs/a%2Fb/',
    '/blogs/100%25/',
    '/blogs/%ff/',

    '/blogs/999/',
  ]) {
    const { status } = await asking.get(path);
    t.ok(status === 404 || status === 400, `${path} ${status}`);
  }
  const old = await asking.get('/topics/rss%3A颱風/');
  t.equal(old.status, 301);
  t.match(old.headers.get('location'), /^\/topics\/tag%3A[0-9a-f]{64}\/$/);
  t.equal((await asking.get('/topics/颱風/')).headers.get('location'), old.headers.get('location'));
});

t.test('an empty store has pages that say what to do, and whole files', async (t) => {
  const { visitor } = await house(t);
  const asking = visitor();
  for (const path of ['/', '/blogs/', '/topics/', '/relations/', '/my/sign-in/']) {
    const answer = await asking.get(path);
    t.equal(answer.status, 200, path);
    t.match(await answer.text(), 'class="empty"', path);
  }
  t.match(await (await asking.get('/sitemap.xml')).text(), '/relations/</loc>');
});
