import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { at, BLOG, dump, MEDIA, makeDesk, news, post, readAll, recordsOf } from './helper.js';

const URL_1 = 'https://abc.example/1';
const SECRET = 'a sentence that nobody may find again';

const mask = (kind: string, target: string, key: string) => ({ kind, target, key });

t.test(
  'hiding twice is hiding once; showing undoes it; showing what is shown is nothing',
  async (t) => {
    const { log, send } = await makeDesk(t);
    await send([MEDIA, news(1)]);
    const outcomes: string[] = [];
    for (const kind of ['show', 'hide', 'hide', 'show', 'show', 'hide']) {
      const { accepted, updated, unchanged } = await send([mask(kind, 'news', URL_1)]);
      outcomes.push(`${kind} ${accepted}${updated}${unchanged}`);
    }
    t.same(outcomes, ['show 001', 'hide 100', 'hide 001', 'show 010', 'show 001', 'hide 010']);
    t.same(await recordsOf(log, 'show'), [
      { kind: 'show', target: 'news', key: URL_1, id: 1, sortMs: Date.parse(at(0)) },
    ]);
    t.equal((await recordsOf(log, 'hide')).length, 2);
  },
);

t.test('masks in one request see each other', async (t) => {
  const { send } = await makeDesk(t);
  const lines = ['hide', 'hide', 'show', 'hide'].map((kind) => mask(kind, 'media', 'abc'));
  t.match(await send([MEDIA, ...lines]), { accepted: 2, updated: 2, unchanged: 1 });
});

t.test(
  'what was erased is gone from every earlier entry and every file, and the chain holds',
  async (t) => {
    const desk = await makeDesk(t);
    await desk.send([
      MEDIA,
      news(1, { title: SECRET, body: `${SECRET} body`, publishedAt: at(0) }),
    ]);
    await desk.send([news(2), news(1, { description: `more of ${SECRET}` })]);
    await desk.send([news(1, { publishedAt: at(5) })]);
    t.match(await desk.send([mask('erase', 'news', URL_1)]), { accepted: 1 });
    t.equal(await desk.log.item('news', 1), null);
    await desk.reopen();
    t.equal(await desk.log.item('news', 1), null);
    const kinds = (await readAll(desk.log)).map(({ record, body }) => [record.kind, body]);
    t.same(
      kinds.map(([kind]) => kind),
      ['media', 'skip', 'news', 'skip', 'skip', 'erase'],
    );
    t.ok(kinds.every(([, body]) => body === null));
    await desk.log.close();
    t.same(await dump(desk.folder, 'b'), []);
    const folder = join(desk.folder, 'log');
    for (const name of readdirSync(folder)) {
      t.notOk(readFileSync(join(folder, name)).includes(SECRET), `${name} does not hold it`);
    }
    await desk.reopen();
  },
);

t.test(
  'what was erased cannot come back, be hidden or be shown; erasing again is nothing',
  async (t) => {
    const { send } = await makeDesk(t);
    await send([
      MEDIA,
      news(1),
      news(2),
      mask('hide', 'news', URL_1),
      mask('erase', 'news', URL_1),
    ]);
    const { accepted, updated, unchanged, rejects } = await send([
      news(1),
      mask('hide', 'news', URL_1),
      mask('show', 'news', URL_1),
      mask('erase', 'news', URL_1),
      news(3),
    ]);
    t.same([accepted, updated, unchanged], [1, 0, 1]);
    t.same(
      rejects.map(({ index, reason }) => `${index} ${reason}`),
      [
        '0 news: this item was erased for good',
        `1 hide: news "${URL_1}" was erased for good`,
        `2 show: news "${URL_1}" was erased for good`,
      ],
    );
  },
);

t.test(
  'in one request an erasure sees what came before it and holds for what comes after',
  async (t) => {
    const { log, send } = await makeDesk(t);
    const result = await send([
      MEDIA,
      news(1, { title: SECRET }),
      mask('erase', 'news', URL_1),
      news(1),
      news(2),
    ]);
    t.match(result, { accepted: 4, rejects: [{ index: 3 }] });
    t.same(
      (await readAll(log)).map(({ record }) => record.kind),
      ['media', 'skip', 'erase', 'news'],
    );
  },
);

t.test('erasing a media or blog takes along what belongs to it, and nothing else', async (t) => {
  const { log, send } = await makeDesk(t);
  const other = { ...MEDIA, media: 'xyz', title: 'XYZ' };
  await send([MEDIA, other, BLOG, news(1), news(2, { media: 'xyz' }), post(1), news(3)]);
  await send([mask('erase', 'media', 'abc')]);
  t.same(
    (await readAll(log)).map(({ record }) => record.kind),
    ['skip', 'media', 'blog', 'skip', 'news', 'post', 'skip', 'erase'],
  );
  await send([mask('erase', 'blog', 'tea')]);
  t.same(
    (await readAll(log)).map(({ record }) => record.kind),
    ['skip', 'media', 'skip', 'skip', 'news', 'skip', 'skip', 'erase', 'erase'],
  );
  const { rejects } = await send([MEDIA, news(4), news(1), BLOG, post(2)]);
  t.same(
    rejects.map(({ reason }) => reason),
    [
      'media: this item was erased for good',
      'media: "abc" was erased for good',
      'news: this item was erased for good',
      'blog: this item was erased for good',
      'blog: "tea" was erased for good',
    ],
  );
});

t.test('an article that moved between media is erased with its present one', async (t) => {
  const { log, send } = await makeDesk(t);
  const other = { ...MEDIA, media: 'xyz', title: 'XYZ' };
  await send([MEDIA, other, news(1), news(1, { media: 'xyz' })]);
  await send([mask('erase', 'media', 'abc')]);
  t.ok(await log.item('news', 1));
  await send([mask('erase', 'media', 'xyz')]);
  t.equal(await log.item('news', 1), null);
});
