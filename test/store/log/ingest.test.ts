import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  at,
  BLOG,
  bytesOf,
  DAY_MS,
  type Desk,
  dump,
  entriesOf,
  HOUR_MS,
  MEDIA,
  makeDesk,
  NOW_MS,
  news,
  post,
  readAll,
  recordsOf,
} from './helper.js';

const BODY = 'The quick brown fox. '.repeat(20);

t.test('lines are counted as accepted, updated, unchanged or rejected', async (t) => {
  const { send } = await makeDesk(t);
  const first = await send([MEDIA, BLOG, news(1), news(2), post(1)]);
  t.match(first, { accepted: 5, updated: 0, unchanged: 0, rejects: [] });
  const second = await send([news(1), news(2, { title: 'New' }), news(3), '{']);
  t.match(second, { accepted: 1, updated: 1, unchanged: 1 });
  t.match(second.rejects, [{ index: 3 }]);
  const third = await send([news(4), news(4), news(4, { section: 's' })]);
  t.match(third, { accepted: 1, updated: 1, unchanged: 1 });
});

t.test('lines that are sent again without an answer are counted as the first time', async (t) => {
  const { log, send } = await makeDesk(t);
  await send([MEDIA, BLOG, news(1), news(3)]);
  const sentBehind = log.head.sequence;
  const hide = { kind: 'hide', target: 'news', key: 'https://abc.example/3' };
  const lines = [MEDIA, news(1, { title: 'New' }), news(2), news(2), post(1), hide, '{'];
  const first = await send(lines);
  t.match(first, { accepted: 3, updated: 1, unchanged: 2 });
  const { sequence } = log.head;
  t.match(await send(lines), { accepted: 0, updated: 0, unchanged: 6 });
  const again = { bytes: bytesOf([...lines, news(4)]), replay: false, nowMs: NOW_MS, sentBehind };
  t.match(await log.ingest(again), { accepted: 4, updated: 1, unchanged: 2 });
  t.equal(log.head.sequence, sequence + 1, 'what was not there yet came in');
});

t.test(
  'the same record twice changes nothing: neither the head nor a byte of the store',
  async (t) => {
    const desk = await makeDesk(t);
    const lines = [
      { kind: 'category', key: 'tech', label: 'Tech' },
      MEDIA,
      BLOG,
      news(1, { body: BODY, tags: ['a', 'b'], publishedAt: '2026-01-30' }),
      news(2, { discovery: { media: 'abc', url: 'https://a.example/', discoveredAt: at(0) } }),
      post(1, {
        body: BODY,
        links: [{ url: 'https://x.example/', anchor: 'x', location: 'body' }],
      }),
      {
        kind: 'portal-item',
        media: 'abc',
        id: 'p',
        itemKind: 'auto',
        title: 'P',
        url: 'https://abc.example/p',
      },
      {
        kind: 'portal-check',
        media: 'abc',
        checkedAt: at(-5),
        status: 'ok',
        fetched: 1,
        sources: [],
      },
      { kind: 'crawl', media: 'abc', at: at(-5), ok: true },
      { kind: 'hide', target: 'news', key: 'https://abc.example/2' },
      { kind: 'revoke', post: 'https://tea.example/1' },
    ];
    t.match(await desk.send(lines), { accepted: lines.length, rejects: [] });
    const { head } = desk.log;
    await desk.log.close();
    const before = await dump(desk.folder, 'hlinb');
    await desk.reopen();
    const again = await desk.send(lines);
    t.match(again, { accepted: 0, updated: 0, unchanged: lines.length, rejects: [] });
    t.same(desk.log.head, head);
    t.equal(again.blocks.length, 1);
    t.match(again.blocks[0], { firstSequence: head.sequence + 1, count: 0 });
    await desk.log.close();
    t.same(await dump(desk.folder, 'hlinb'), before);
    await desk.reopen();
  },
);

t.test('ids are counted up, kept by updates and never reused', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([MEDIA, BLOG, news(1), post(1), news(2), post(2)]);
  await desk.send([{ kind: 'erase', target: 'news', key: 'https://abc.example/2' }]);
  await desk.reopen();
  await desk.send([news(2), news(1, { title: 'x' }), news(3), post(3)]);
  const ids = async (kind: 'news' | 'post') =>
    (await recordsOf(desk.log, kind)).map(({ id, url }) => `${id} ${url.split('/').at(-1)}`);
  t.same(await ids('news'), ['1 1', '1 1', '3 3']);
  t.same(await ids('post'), ['1 1', '2 2', '3 3']);
});

t.test('ids of a copy come in any order, and new ones follow the highest', async (t) => {
  const { log, send } = await makeDesk(t);
  await send([MEDIA]);
  const bytes = bytesOf([news(1, { id: 7 }), news(2, { id: 3 })]);
  t.match(await log.ingest({ bytes, replay: false, nowMs: NOW_MS, isCopy: true }), { accepted: 2 });
  t.equal(log.head.nextIds.news, 8);
});

t.test('a record of an unknown media or blog is refused with a sentence that helps', async (t) => {
  const { send, folder } = await makeDesk(t);
  const lines = [
    news(1),
    post(1),
    { kind: 'crawl', media: 'abc', at: at(0), ok: true },
    { kind: 'crawl', blog: 'tea', at: at(0), ok: true },
    {
      kind: 'portal-item',
      media: 'abc',
      id: 'p',
      itemKind: 'auto',
      title: 'P',
      url: 'https://a.example/',
    },
    { kind: 'hide', target: 'news', key: 'https://abc.example/1' },
    { kind: 'revoke', post: 'https://tea.example/1' },
  ];
  const { accepted, rejects } = await send(lines);
  t.equal(accepted, 0);
  const media = 'media: "abc" is not registered; send its media record first';
  const blog = 'blog: "tea" is not registered; send its blog record first';
  t.same(
    rejects.map(({ reason }) => reason),
    [
      media,
      blog,
      media,
      blog,
      media,
      'hide: there is no news "https://abc.example/1"',
      'revoke: there is no post "https://tea.example/1"',
    ],
  );
  const kept = readFileSync(join(folder, 'rejects.ndjson'), 'utf8');
  t.equal(kept, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
});

t.test('a media that comes in the same request, but later, comes too late', async (t) => {
  const { send } = await makeDesk(t);
  t.match(await send([news(1), MEDIA, news(2)]), { accepted: 2, rejects: [{ index: 0 }] });
});

t.test('a body lies beside its record until it expires', async (t) => {
  const desk = await makeDesk(t);
  const expire = (atMs: number): Promise<void> =>
    desk.log.expireBodies({ atMs, coveredSequence: desk.log.head.sequence }, true);
  await desk.send([
    MEDIA,
    BLOG,
    news(1, { body: BODY, publishedAt: at(0) }),
    post(1, { body: 'p' }),
  ]);
  t.equal((await desk.log.item('news', 1))?.body, BODY.trim());
  t.equal((await desk.log.item('post', 1))?.body, 'p');
  t.equal(await desk.log.item('news', 2), null);
  await expire(NOW_MS + 7 * DAY_MS - 1);
  t.equal((await desk.log.item('news', 1))?.body, BODY.trim());
  await expire(NOW_MS + 7 * DAY_MS);
  t.match(await desk.log.item('news', 1), { body: null, record: { bodyStatus: 'ok' } });
  t.equal((await desk.log.item('post', 1))?.body, 'p');
  await expire(NOW_MS + 180 * DAY_MS);
  t.equal((await desk.log.item('post', 1))?.body, null);
  t.equal((await readAll(desk.log)).length, 4, 'the entries stay');
});

t.test(
  'a text that was replaced stays for as long as the article kept its own, or until it is erased',
  async (t) => {
    const texts = ['one', 'two', 'three'].map((word) => `${BODY} The ${word} said so at noon.`);
    const desk = await makeDesk(t);
    const version = (text: string | undefined, minutes: number, fields: object = {}) =>
      news(1, { body: text, observedAt: at(minutes), publishedAt: at(0), ...fields });
    const kept = async (): Promise<string[]> => [
      ...(await desk.log.item('news', 1, true))!.earlier.values(),
    ];
    await desk.send([MEDIA, version(texts[0], 1)]);
    await desk.send([version(texts[1], 2), version(texts[1], 3, { section: 'city' })]);
    await desk.send([version(texts[2], 4, { publishedAt: at(60) })]);
    t.same(await kept(), [texts[1], texts[0]], 'newest first');
    t.same((await desk.log.item('news', 1))!.earlier, new Map(), 'only where it is asked for');
    const expire = (atMs: number): Promise<void> =>
      desk.log.expireBodies({ atMs, coveredSequence: desk.log.head.sequence }, true);
    await expire(NOW_MS + 7 * DAY_MS - 1);
    t.equal((await kept()).length, 2);
    await expire(NOW_MS + 7 * DAY_MS);
    t.same(await kept(), []);
    t.equal((await desk.log.item('news', 1))!.body, texts[2], 'its own has another hour');
    await desk.send([MEDIA, news(2, { body: texts[0] })]);
    await desk.send([news(2, { body: texts[1] })]);
    await desk.send([{ kind: 'erase', target: 'news', key: 'https://abc.example/2' }]);
    await desk.log.close();
    t.same(await dump(desk.folder, 'p'), [], 'nothing is left of either');
    await desk.reopen();
  },
);

async function bodyKeys(desk: Desk): Promise<[number, string][]> {
  await desk.log.close();
  const found = await dump(desk.folder, 'b');
  await desk.reopen();
  return found.map(([key, value]) => [
    Number.parseInt(key.slice(2, 14), 16),
    Buffer.from(value, 'hex').toString(),
  ]);
}

t.test('a body moves with the time of its article, within a request and across them', async (t) => {
  const desk = await makeDesk(t);
  const week = 7 * DAY_MS;
  await desk.send([MEDIA, news(1, { body: BODY, publishedAt: at(0) })]);
  t.same(await bodyKeys(desk), [[NOW_MS + week, BODY.trim()]]);
  await desk.send([news(1, { publishedAt: at(60) })]);
  t.same(await bodyKeys(desk), [[NOW_MS + HOUR_MS + week, BODY.trim()]]);
  await desk.send([
    news(1, { publishedAt: at(120) }),
    news(1, { publishedAt: at(180) }),
    news(1, { publishedAt: at(60) }),
  ]);
  t.same(await bodyKeys(desk), [[NOW_MS + HOUR_MS + week, BODY.trim()]]);
  await desk.send([news(1, { body: 'other', publishedAt: at(0) })]);
  t.same(await bodyKeys(desk), [[NOW_MS + week, 'other']]);
  await desk.send([news(1, { body: null })]);
  t.same(await bodyKeys(desk), []);
  t.match(await desk.log.item('news', 1), { body: null, record: { bodyStatus: 'missing' } });
});

t.test('an article says what its time was before', async (t) => {
  const { log, send } = await makeDesk(t);
  await send([MEDIA, news(1), news(1, { publishedAt: at(-60) }), news(1, { title: 'x' })]);
  const seen = (await recordsOf(log, 'news')).map((one) => [one.sortMs, one.previousSortMs]);
  t.same(seen, [
    [NOW_MS, null],
    [NOW_MS - HOUR_MS, NOW_MS],
    [NOW_MS - HOUR_MS, NOW_MS - HOUR_MS],
  ]);
});

t.test('an older entry of an article is not read with the body of a newer one', async (t) => {
  const { log, send } = await makeDesk(t);
  await send([MEDIA, news(1, { body: 'first', publishedAt: at(0) })]);
  await send([news(1, { body: 'second', publishedAt: at(0) })]);
  t.same(
    (await readAll(log)).map(({ body }) => body),
    [null, null, 'second'],
  );
});

t.test('crawls and portal checks keep the newest of each source', async (t) => {
  const { log, send } = await makeDesk(t);
  const crawl = (minutes: number, fields = {}) => ({
    kind: 'crawl',
    media: 'abc',
    at: at(minutes),
    ok: true,
    ...fields,
  });
  const check = (minutes: number, status: string) => ({
    kind: 'portal-check',
    media: 'abc',
    checkedAt: at(minutes),
    status,
    fetched: 0,
    sources: [],
  });
  await send([MEDIA, BLOG]);
  t.match(
    await send([
      crawl(0),
      crawl(-1),
      crawl(0),
      crawl(5),
      crawl(5, { ok: false, error: 'late' }),
      { ...crawl(-9), media: undefined, blog: 'tea' },
    ]),
    {
      accepted: 2,
      updated: 1,
      unchanged: 3,
      rejects: [],
    },
  );
  t.match(await send([check(0, 'running'), check(-1, 'ok'), check(0, 'ok'), check(0, 'ok')]), {
    accepted: 1,
    updated: 1,
    unchanged: 2,
    rejects: [],
  });
  t.same(
    (await recordsOf(log, 'crawl')).map(({ atMs }) => (atMs - NOW_MS) / 60_000),
    [0, 5, -9],
  );
  t.same(
    (await recordsOf(log, 'portal-check')).map(({ status }) => status),
    ['running', 'ok'],
  );
});

t.test('blocks carry what became durable, with its bodies, up to the head', async (t) => {
  const { log, send } = await makeDesk(t);
  const { blocks } = await send([MEDIA, news(1, { body: 'text', publishedAt: at(0) })]);
  const entries = blocks.flatMap((block) => entriesOf(block));
  t.same(entries, await readAll(log));
  t.match(entries, [{ sequence: 1 }, { sequence: 2, body: 'text' }]);
});

t.test('the secret of a store is its own and stays', async (t) => {
  const desk = await makeDesk(t);
  const other = await makeDesk(t);
  const secret = Buffer.from(desk.log.secret);
  t.equal(secret.length, 32);
  t.notOk(secret.equals(other.log.secret));
  await desk.reopen();
  t.ok(secret.equals(desk.log.secret));
});

t.test('entries are set aside for one actor', async (t) => {
  const desk = await makeDesk(t);
  await desk.send([MEDIA, news(1)]);
  await desk.log.skip('tags', 2);
  await desk.log.skip('tag', 1);
  await desk.reopen();
  t.same(await desk.log.skipped('tags'), [2]);
  t.same(await desk.log.skipped('tag'), [1]);
  t.same(await desk.log.skipped('events'), []);
  t.match((await readAll(desk.log)).at(-2)?.record, { kind: 'skip', actor: 'tags', sequence: 2 });
});

t.test('a closed log takes nothing', async (t) => {
  const { log, send } = await makeDesk(t);
  await log.close();
  await t.rejects(send([MEDIA]), { code: 'STORE_CLOSED' });
});
