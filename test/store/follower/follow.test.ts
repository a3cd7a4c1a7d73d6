import '../../engine/actor/threads-here.js';
import assert from 'node:assert/strict';
import t from 'tap';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { ServerWorld, START } from '../../serve/streams/world.js';
import { equal, follower, ready, same } from './helper.js';

const TIMEOUT = { timeout: 240_000 };
const EARLIER = (minutes: number) =>
  new Date(Date.parse(START) - minutes * MINUTE_MS).toISOString();

const MEDIA = [
  { kind: 'category', key: 'daily', label: '日報' },
  { kind: 'media', media: 'sunrise', title: '日出', camp: 'blue', categories: ['daily'] },
  {
    kind: 'media',
    media: 'harbour',
    title: 'Harbour',
    camp: 'green',
    icon: 'https://h.test/i.png',
  },
  {
    kind: 'blog',
    slug: 'alpha',
    name: 'Alpha',
    sourceUrl: 'https://alpha.test/',
    category: 'tech',
  },
  { kind: 'blog', slug: 'beta', name: '乙', sourceUrl: 'https://beta.test/', description: 'b' },
];

function news(key: number, more: object = {}): object {
  return {
    ...{ kind: 'news', media: key % 2 === 0 ? 'sunrise' : 'harbour', url: `https://n.test/${key}` },
    ...{ title: `第${key}則 颱風`, description: `摘要 ${key}`, tags: ['颱風', `t${key % 3}`] },
    ...{ publishedAt: EARLIER(key), section: '社會', image: `https://n.test/${key}.jpg`, ...more },
  };
}

function post(key: number, more: object = {}): object {
  return {
    ...{ kind: 'post', blog: key % 2 === 0 ? 'alpha' : 'beta', url: `https://p.test/${key}?a=文` },
    ...{ title: `Post ${key}`, summary: `about <b>${key}</b> & more`, author: 'A. Writer' },
    ...{ publishedAt: key % 3 === 0 ? null : EARLIER(key), imageUrl: null, ...more },
  };
}

t.test('a copy shows what the other server shows, under the same ids', TIMEOUT, async (t) => {
  const origin = await new ServerWorld().start();
  t.teardown(() => origin.end());
  await origin.ingest(...MEDIA);
  for (let key = 1; key <= 30; key++) await origin.ingest(news(key), post(key));
  await origin.ingest(news(31, { publishedAt: undefined, body: undefined }));
  // What changed last is told last: ids come in another order than here.
  await origin.ingest(news(3, { title: '改了' }), {
    kind: 'hide',
    target: 'news',
    key: 'https://n.test/5',
  });
  const copy = await follower(t, origin);
  await ready(copy);
  await same(origin, copy);
  const answer = await fetch(`${copy.newsUrl}/api/v1/articles?q=颱風&camp=green&tag=t1&limit=3`);
  const there = await fetch(`${origin.newsUrl}/api/v1/articles?q=颱風&camp=green&tag=t1&limit=3`);
  const [here, original] = (await Promise.all([answer.json(), there.json()])) as {
    articles: unknown[];
  }[];
  assert.equal(here!.articles.length, 3);
  assert.deepEqual(here!.articles, original!.articles);
  for (const path of ['/api/v1/media', '/api/v1/categories'])
    await equal(origin, copy, 'news', path);

  await t.test('changes arrive, and what is hidden or erased vanishes', async () => {
    await origin.ingest(
      news(40),
      post(40),
      news(4, { title: '又改了', tags: [] }),
      { kind: 'hide', target: 'news', key: 'https://n.test/6' },
      { kind: 'erase', target: 'news', key: 'https://n.test/7' },
      { kind: 'hide', target: 'post', key: 'https://p.test/6?a=文' },
      { kind: 'hide', target: 'blog', key: 'beta' },
      { kind: 'media', media: 'sunrise', title: '日出報', camp: 'green' },
    );
    await same(origin, copy);
    await origin.ingest(
      { kind: 'show', target: 'news', key: 'https://n.test/6' },
      { kind: 'show', target: 'blog', key: 'beta' },
      { kind: 'hide', target: 'media', key: 'harbour' },
    );
    await same(origin, copy);
  });

  await t.test('it takes no records', async () => {
    await assert.rejects(copy.ingest(news(99)), { code: 'STORE_READ_ONLY', message: /copy of/ });
    await assert.rejects(copy.app.pipeline.advance(1), { code: 'STORE_READ_ONLY' });
  });

  await t.test('what it cannot know is asked there', async () => {
    const path = '/api/v1/articles/9/similarity?threshold=0.7';
    const moved = await fetch(`${copy.newsUrl}${path}`, { redirect: 'manual' });
    assert.equal(moved.status, 307);
    assert.equal(moved.headers.get('location'), `${origin.newsUrl}${path}`);
    const { error } = (await moved.json()) as { error: string };
    assert.match(error, /this copy does not have/);
    const followed = await fetch(`${copy.newsUrl}/api/v1/articles/10/content`);
    assert.equal(((await followed.json()) as { article: { id: number } }).article.id, 10);
    const shown = await fetch(`${copy.blogUrl}/topics/?days=30`, { redirect: 'manual' });
    assert.equal(shown.status, 307);
    assert.equal(shown.headers.get('location'), `${origin.blogUrl}/topics/?days=30`);
    assert.equal((await fetch(`${copy.newsUrl}/`)).status, 200);
    const relations = await fetch(`${copy.blogUrl}/api/v1/relations`, { redirect: 'manual' });
    assert.equal(relations.status, 307);
    assert.equal(((await relations.json()) as { error: string }).error, 'not_copied');
  });

  await t.test('it goes on after a restart of either side, and answers meanwhile', async () => {
    await copy.restart();
    await same(origin, copy);
    await origin.ingest(news(50));
    await same(origin, copy);
  });
});
