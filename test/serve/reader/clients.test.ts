/** Readers of feeds, request by request: what each asks in its first reading of everything is answered. */
import '../../engine/actor/threads-here.js';
import t, { type Test } from 'tap';
import { type ClientRequest, NETNEWSWIRE, NEWSFLASH, READ_YOU } from './client-requests.js';
import { type ReaderClient, readerWorld } from './reader-world.js';

/** Three items of two blogs within 30 days and six articles with the tag. */
const ITEMS = 18;
const LONG = 'tag:google.com,2005:reader/item/';

interface Answer {
  itemRefs?: { id: string }[];
  items?: { id: string; title: string; origin: { streamId: string }; categories: string[] }[];
  continuation?: string;
  subscriptions?: { id: string; title: string; url: string; categories: { id: string }[] }[];
  tags?: { id: string }[];
  unreadcounts?: { id: string; count: number }[];
  userName?: string;
}

async function play(t: Test, reader: ReaderClient, requests: readonly ClientRequest[]) {
  let token = '';
  let unread: string[] = [];
  const seen = new Map<string, NonNullable<Answer['items']>[number]>();
  for (const { method, path, form, ids, paged, expects } of requests) {
    const written = unread.map((id) => {
      const long = LONG + Number(id).toString(16).padStart(16, '0');
      return `i=${ids === 'long' ? long : id}`;
    });
    const body = form?.replace('{T}', token).replace('{unread}', written.join('&'));
    const found: string[] = [];
    for (let after = ''; ; ) {
      const answer = await (method === 'GET' ? reader.get(path + after) : reader.post(path, body!));
      t.equal(answer.status, 200, `${method} ${path}`);
      const text = await answer.text();
      if (expects === 'token') {
        token = text.trim();
        t.match(token, /^[\w.-]{40,}$/);
        break;
      }
      if (expects === 'ok') {
        t.equal(text, 'OK');
        break;
      }
      const value = JSON.parse(text) as Answer;
      if (expects === 'user') t.equal(value.userName, 'Ann');
      if (expects === 'tags') t.match(value.tags?.[0]?.id, /starred$/);
      if (expects === 'subscriptions') t.equal(value.subscriptions?.length, 3);
      if (expects === 'counts') t.same(value.unreadcounts, []);
      for (const item of value.items ?? []) seen.set(item.id, item);
      found.push(...(value.itemRefs ?? []).map(({ id }) => id));
      if (paged !== true || value.continuation === undefined) break;
      after = `&c=${value.continuation}`;
    }
    if (expects === 'ids' && path.includes('reading-list')) {
      t.equal(found.length, ITEMS, 'every item, over all pages');
      t.equal(new Set(found).size, ITEMS, 'each once');
      unread = found;
    }
  }
  return seen;
}

for (const [name, requests] of Object.entries({ NETNEWSWIRE, NEWSFLASH, READ_YOU })) {
  t.test(`${name.toLowerCase()} reads everything, and marks it`, async (t) => {
    const { reader } = await readerWorld(t);
    const seen = await play(t, reader, requests);
    t.equal(seen.size, ITEMS, 'every item has come with what it says');
    const streams = new Set([...seen.values()].map(({ origin }) => origin.streamId));
    t.same([...streams].sort(), ['feed/blog:rain', 'feed/blog:tea', 'feed/question:1']);
  });
}
