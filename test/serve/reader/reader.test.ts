/** The Google Reader API over HTTP: signing in, streams and their filters, marks, subscriptions, and abuse. */
import '../../engine/actor/threads-here.js';
import { request } from 'node:http';
import t from 'tap';
import { READER } from '../../../src/kernel/reader-limits.js';
import { articleLine, ingest, ReaderClient, readerWorld } from './reader-world.js';

const STATE = 'user/-/state/com.google';
const ALL = `s=${STATE}/reading-list`;
const UNREAD = `${ALL}&xt=${STATE}/read&n=1000`;

interface Contents {
  items: {
    id: string;
    title: string;
    categories: string[];
    summary: { content: string };
    origin: { streamId: string };
  }[];
  continuation?: string;
}
interface Subscriptions {
  subscriptions: { id: string; title: string; url: string; categories: { label: string }[] }[];
}

t.test('an app password signs in until it is revoked, and nothing else does', async (t) => {
  const { accounts, app, user, password, reader } = await readerWorld(t);
  t.equal((await reader.get('user-info')).status, 200);
  const typed = new ReaderClient(app().blogUrl);
  const shouted = password.toUpperCase().replaceAll('-', ' ');
  t.equal((await typed.signIn('Ann@Example.org', shouted)).status, 200, 'as somebody types it');
  t.notMatch(password, /[lo01]/, 'no letter that is taken for another');
  for (const [login, text] of [
    ['ann@example.org', ''],
    ['ann@example.org', `${password.slice(0, -1)}?`],
    ['nobody', password],
    ['', ''],
  ] as const) {
    const stranger = new ReaderClient(app().blogUrl);
    const answer = await stranger.signIn(login, text);
    t.equal(answer.status, 401, login);
    t.match(await answer.text(), 'Error=BadAuthentication');
  }
  for (const auth of ['', '1.', `2${reader.auth.slice(1)}`, `${reader.auth}x`, '1.%00', 'a/b']) {
    const stranger = new ReaderClient(app().blogUrl);
    stranger.auth = auth;
    t.equal((await stranger.get('subscription/list')).status, 401, auth);
  }
  const [made] = accounts.appPasswords.of(user);
  await accounts.appPasswords.remove(user, made!.id);
  let status = 200;
  for (let tries = 0; tries < 20 && status === 200; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    status = (await reader.get('user-info')).status;
  }
  t.equal(status, 401, 'and what it was given works no more');
});

t.test('a question shows nothing that its owner has muted', async (t) => {
  const { accounts, user, reader } = await readerWorld(t);
  const { id } = accounts.feeds.of(user)[0]!;
  const count = async (): Promise<number> => {
    return (await reader.ids(`s=feed/question:${id}&n=1000`)).length;
  };
  const comesTo = async (expected: number): Promise<void> => {
    for (let tries = 0; tries < 20 && (await count()) !== expected; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    t.equal(await count(), expected);
  };
  await comesTo(6);
  await accounts.muted.save(user, { words: ['ferry 4'], media: [] });
  await comesTo(5);
  await accounts.muted.save(user, { words: [], media: ['harbour', 'gone'] });
  await comesTo(0);
});

t.test('who guesses passwords is slowed down', async (t) => {
  const { app } = await readerWorld(t);
  const stranger = new ReaderClient(app().blogUrl);
  const statuses: number[] = [];
  for (let at = 0; at <= READER.signInsPerMinute; at++) {
    statuses.push((await stranger.signIn('ann@example.org', 'aaaa')).status);
  }
  t.equal(statuses[0], 401);
  t.equal(statuses.at(-1), 429);
});

t.test('a change needs the token of changes where a reader sends one', async (t) => {
  const { reader } = await readerWorld(t);
  const form = `s=feed/blog:tea&ac=edit&t=Leaves`;
  const refused = await reader.post('subscription/edit', `${form}&T=guess`);
  t.equal(refused.status, 401);
  t.equal(refused.headers.get('x-reader-google-bad-token'), 'true');
  const token = (await (await reader.get('token')).text()).trim();
  t.equal((await reader.post('subscription/edit', `${form}&T=${token}`)).status, 200);
  const { subscriptions } = await reader.json<Subscriptions>('subscription/list');
  t.equal(subscriptions[0]?.title, 'Leaves');
  t.equal((await reader.get(`edit-tag?i=2&a=${STATE}/read`)).status, 400, 'nor by GET');
});

t.test('streams are filtered, turned around and read page by page', async (t) => {
  const { reader } = await readerWorld(t);
  const newest = await reader.ids(`${ALL}&n=1000`);
  t.equal(newest.length, 18);
  t.same(await reader.ids(`${ALL}&n=4`), newest, 'pages are the whole');
  t.same(await reader.ids(`${ALL}&n=4&r=o`), [...newest].reverse(), 'the oldest first');
  const ofTea = await reader.ids('s=feed/blog:tea&n=100');
  t.equal(ofTea.length, 6);
  t.equal((await reader.ids(`s=user/-/label/Blogs&n=100`)).length, 12, 'a folder');
  t.same(await reader.ids(`${ALL}&it=feed/blog:tea&n=100`), ofTea);
  t.equal((await reader.ids(`${ALL}&xt=feed/blog:tea&n=100`)).length, 12);
  t.same(await reader.ids('s=feed/blog:moss&n=100'), [], 'one that is not followed');
  const noon = Date.parse('2026-03-10T09:00:00Z') / 1000;
  const before = await reader.ids(`${ALL}&nt=${noon}&n=100`);
  const after = await reader.ids(`${ALL}&ot=${noon + READER.lateMs / 1000}&n=100`);
  t.same([...after, ...before], newest, 'older and newer than an instant');
  for (const query of ['n=x', 'ot=yesterday', 'c=1', 'xt=nonsense', `c=${'9'.repeat(40)}.1`]) {
    t.equal((await reader.get(`stream/items/ids?${ALL}&${query}`)).status, 400, query);
  }
  t.equal((await reader.get('stream/items/ids')).status, 400);
  t.equal((await reader.get('stream/nothing')).status, 404);
});

t.test('items say what lists say, by any form of their ids, and hold no markup', async (t) => {
  const { reader, app } = await readerWorld(t);
  const [id = ''] = await reader.ids('s=feed/question:1&n=100');
  const hex = Number(id).toString(16).padStart(16, '0');
  const long = `tag:google.com,2005:reader/item/${hex}`;
  for (const form of [id, hex, long, hex.toUpperCase()]) {
    const answer = await reader.post('stream/items/contents', new URLSearchParams({ i: form }));
    const { items } = (await answer.json()) as Contents;
    t.equal(items.length, 1, form);
    t.equal(items[0]?.id, long);
    t.equal(items[0]?.title, 'Ferry 0 ＜late＞ & full', 'the same to who takes it for HTML');
    t.match(items[0]?.summary.content, 'and &lt;b&gt;another&lt;/b&gt;</p>');
    t.equal(items[0]?.origin.streamId, 'feed/question:1');
  }
  for (const form of ['', '0', '-4', 'x', '1'.repeat(30), 'tag:google.com,2005:reader/item/zz']) {
    const answer = await reader.post('stream/items/contents', new URLSearchParams({ i: form }));
    t.equal(answer.status, form === '' ? 200 : 400, form);
  }
  const unknown = await reader.post('stream/items/contents', 'i=8000000&i=8000001');
  t.same(((await unknown.json()) as Contents).items, [], 'what there is not');
  await ingest(app(), [{ kind: 'hide', target: 'news', key: 'https://harbour.example/n/0' }]);
  const hidden = await reader.post('stream/items/contents', `i=${id}`);
  t.same(((await hidden.json()) as Contents).items, [], 'hidden is hidden at once');
});

t.test('read, starred and labels hold, also after a restart', async (t) => {
  const { reader, restart } = await readerWorld(t);
  const ids = await reader.ids(`${ALL}&n=100`);
  const mark = (change: string, of: readonly string[]): Promise<Response> =>
    reader.post('edit-tag', `${of.map((id) => `i=${id}`).join('&')}&${change}`);
  await mark(`a=${STATE}/read`, ids.slice(0, 5));
  await mark(`a=${STATE}/starred&a=user/-/label/Keep`, ids.slice(4, 6));
  t.same(await reader.ids(UNREAD), ids.slice(5));
  t.same(await reader.ids(`s=${STATE}/read&n=100`), ids.slice(0, 5));
  await mark(`r=${STATE}/read`, [ids[0]!]);
  await mark(`a=${STATE}/kept-unread`, [ids[1]!]);
  const again = await restart();
  t.same(await again.ids(UNREAD), [ids[0], ids[1], ...ids.slice(5)]);
  t.same(await again.ids(`s=${STATE}/starred&n=100`), ids.slice(4, 6));
  t.same(await again.ids('s=user/-/label/Keep&n=100'), ids.slice(4, 6));
  const { tags } = await again.json<{ tags: { id: string; type?: string }[] }>('tag/list');
  t.ok(tags.some(({ id, type }) => id === 'user/-/label/Keep' && type === 'tag'));
  await again.post('rename-tag', 's=user/-/label/Keep&dest=user/-/label/Kept');
  t.same(await again.ids('s=user/-/label/Kept&n=100'), ids.slice(4, 6));
  await again.post('disable-tag', 's=user/-/label/Kept');
  t.same(await again.ids('s=user/-/label/Kept&n=100'), []);
  t.equal((await again.post('edit-tag', `i=${ids[0]}&a=nonsense`)).status, 400);
  t.equal((await again.post('edit-tag', `a=${STATE}/read`)).status, 400, 'of nothing');
});

t.test('what came after a reader was shown a list stays unread when all is marked', async (t) => {
  const { reader, app } = await readerWorld(t);
  t.equal((await reader.ids(UNREAD)).length, 18);
  await ingest(app(), [articleLine(50, { url: 'https://harbour.example/late' })]);
  t.equal((await reader.post('mark-all-as-read', `s=${STATE}/reading-list`)).status, 200);
  t.equal((await reader.ids(UNREAD)).length, 1);
  const [late = ''] = await reader.ids(UNREAD);
  await reader.post('mark-all-as-read', 's=feed/blog:tea');
  t.same(await reader.ids(UNREAD), [late], 'another stream');
  const longAgo = Date.parse('2026-03-01T00:00:00Z') * 1000;
  await reader.post('mark-all-as-read', `s=feed/question:1&ts=${longAgo}`);
  t.same(await reader.ids(UNREAD), [late], 'up to an instant before');
  await reader.post('mark-all-as-read', 's=feed/question:1&ts=0');
  t.same(await reader.ids(UNREAD), []);
  t.equal((await reader.post('mark-all-as-read', 's=feed/question:1&ts=now')).status, 400);
});

t.test('subscriptions are added by address, shelved, renamed and left', async (t) => {
  const { reader, app, accounts, user } = await readerWorld(t);
  const list = async () => (await reader.json<Subscriptions>('subscription/list')).subscriptions;
  const add = async (address: string) => {
    const answer = await reader.post(
      'subscription/quickadd',
      new URLSearchParams({ quickadd: address }),
    );
    return (await answer.json()) as { numResults: number; streamId?: string };
  };
  const { newsUrl, blogUrl } = app();
  const byFeed = await add('https://moss.example.org/feed.xml');
  t.equal(byFeed.streamId, 'feed/blog:moss', 'a blog, by the address of its feed');
  t.equal((await add(`${blogUrl}/blogs/moss/`)).streamId, 'feed/blog:moss', 'and by its page');
  const tag = await add(`${newsUrl}/tag/Fish/`);
  t.equal((await reader.ids(`s=${tag.streamId}&n=100`)).length, 6, 'a tag, by its page');
  t.equal((await fetch(`${newsUrl}/tag/Fish/`)).status, 200, 'which is there');
  const search = await add(`${newsUrl}/feeds/articles.xml?q=Ferry+3`);
  t.equal((await reader.ids(`s=${search.streamId}&n=100`)).length, 1, 'a search, by its feed');
  t.equal((await add(`${newsUrl}/feeds/articles.xml?q=Ferry+3`)).streamId, search.streamId, 'once');
  for (const nothing of ['https://elsewhere.example/', `${newsUrl}/eve/99999/`, 'x', '%']) {
    t.equal((await add(nothing)).numResults, 0, nothing);
  }
  const edit = (form: string): Promise<Response> => reader.post('subscription/edit', form);
  await edit('ac=edit&s=feed/blog:moss&a=user/-/label/Green&t=Mosses');
  const moss = (await list()).find(({ id }) => id === 'feed/blog:moss');
  t.equal(moss?.title, 'Mosses');
  t.same(
    moss?.categories.map(({ label }) => label),
    ['Green'],
  );
  const opml = await (await reader.get('subscription/export')).text();
  t.match(opml, '<outline text="Green" title="Green">');
  await edit('ac=edit&s=feed/blog:moss&r=user/-/label/Green&a=user/-/label/Wet');
  t.equal((await list()).find(({ id }) => id === 'feed/blog:moss')?.categories[0]?.label, 'Wet');
  await edit('ac=unsubscribe&s=feed/blog:moss');
  await edit(`ac=unsubscribe&s=${search.streamId}`);
  t.equal((await list()).length, 4);
  t.notOk(accounts.follows.has(user, 'moss'));
  t.equal((await edit('ac=unsubscribe&s=feed/question:99')).status, 400, 'none of theirs');
  t.equal((await edit('ac=edit&s=feed/blog:moss&t=x')).status, 404);
  t.equal((await edit('ac=steal&s=feed/blog:tea')).status, 400);
  const outlines =
    '<opml version="2.0"><body><outline htmlUrl="https://moss.example.org/"/></body></opml>';
  t.equal((await reader.post('subscription/import', outlines, 'text/xml')).status, 200);
  t.ok(
    (await list()).some(({ id }) => id === 'feed/blog:moss'),
    'a list of another reader',
  );
  t.equal((await reader.post('subscription/import', 'no list', 'text/xml')).status, 400);
});

t.test('the paths that FreshRSS has lead to the same', async (t) => {
  const { reader, app } = await readerWorld(t);
  const answer = await fetch(`${app().blogUrl}/api/greader.php/reader/api/0/user-info`, {
    headers: { authorization: `GoogleLogin auth=${reader.auth}` },
  });
  t.equal(((await answer.json()) as { userName: string }).userName, 'Ann');
});

t.test('a body that is too long is refused, and what is cut off harms nobody', async (t) => {
  const { reader, app } = await readerWorld(t);
  const long = `i=${'2&i='.repeat(READER.bodyBytesMax / 4)}2`;
  const answer = await reader.post('edit-tag', long, 'application/x-www-form-urlencoded');
  t.equal(answer.status, 413);
  const { hostname, port } = new URL(app().blogUrl);
  const cut = request({
    ...{ hostname, port, method: 'POST', path: '/reader/api/0/edit-tag' },
    headers: { authorization: `GoogleLogin auth=${reader.auth}`, 'content-length': '1000' },
  });
  cut.on('error', () => undefined);
  cut.write('i=2');
  await new Promise((resolve) => setTimeout(resolve, 50));
  cut.destroy();
  t.equal((await reader.get('user-info')).status, 200);
  const many = Array.from({ length: READER.contentsMax + 1 }, (_, at) => `i=${at + 2}`).join('&');
  t.equal((await reader.post('stream/items/contents', many)).status, 400);
});
