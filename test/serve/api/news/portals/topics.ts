/** `/api/v1/topics` in its three shapes, and the topics of `/api/v1/media-stats`. */
import t from 'tap';
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '../../../../../src/kernel/clock.js';
import { startServer } from '../../harness.js';

const NOW = '2026-03-10T04:00:30.000Z';
const NOW_MS = Date.parse('2026-03-10T04:00:00.000Z');

interface Item {
  id: string;
  title: string;
  time: string;
  kind: string;
  status: string;
  backlog: boolean;
  parentId: number | null;
  updatedAt: string | null;
  storyFirstAt: string | null;
  storyLastAt: string | null;
  storyCount: number | null;
  tags: string[];
  media?: string;
  coverage?: Coverage | null;
  children?: Item[];
}

interface Coverage {
  tags: string[];
  basis: string;
  count: number;
  capped: boolean;
  mediaCount: number;
  latest: { id: number; title: string; time: string }[];
}

interface MediaRow {
  media: string;
  link: string;
  count: number;
  counts: object;
  check: { status: string; stale: boolean; [field: string]: unknown };
  latest: Item | null;
  recent: Item[];
}

interface Overview {
  kind: string;
  media: MediaRow[];
  feed: (Item & { mediaTitle: string; icon: string | null; mediaImage: string | null })[];
  tags: { tag: string; media: number; topic: number; feature: number }[];
}

interface Search {
  tag: string | null;
  q: string | null;
  total: number;
  mediaCount: number;
  counts: object;
  topics: Item[];
  tags: object[];
}

interface OfMedia {
  media: string;
  kind: string;
  title: string;
  link: string;
  mediaImage: string | null;
  check: MediaRow['check'];
  count: number;
  counts: object;
  topics: Item[];
}

function ago(ms: number): string {
  return isoOf(NOW_MS - ms);
}

/** An item; `ages` are those of its stories, `seen` that of first sight. */
function item(media: string, id: string, ages: number[], seen: number, more: object = {}): object {
  return {
    kind: 'portal-item',
    media,
    id,
    itemKind: 'topic',
    title: `${media} ${id}`,
    url: `https://${media}.example/topics/${id}`,
    stories: ages.map((age, at) => ({
      url: `https://${media}.example/${id}/${at}`,
      title: `第 ${at} 則`,
      date: ago(age),
    })),
    observedAt: ago(seen),
    ...more,
  };
}

function check(media: string, age: number, status: string, more: object = {}): object {
  return { kind: 'portal-check', media, checkedAt: ago(age), status, fetched: 3, ...more };
}

function news(media: string, path: string, age: number, tags: string[]): object {
  const url = `https://${media}.example/${path}`;
  const time = { publishedAt: ago(age), observedAt: ago(age) };
  return { kind: 'news', media, url, title: `報導 ${path}`, ...time, tags };
}

const MEDIA = [
  {
    kind: 'media',
    media: 'dawn',
    title: '晨報',
    icon: 'https://dawn.example/icon.png',
    portal: {
      link: 'https://dawn.example/topics',
      rulesUrl: 'https://code.example/dawn',
      sources: [{ url: 'https://dawn.example/topics', kind: 'topic' }],
    },
  },
  { kind: 'media', media: 'dusk', title: '晚報', homepage: 'https://dusk.example/' },
  {
    kind: 'media',
    media: 'silent',
    title: '靜報',
    portal: { sources: [{ url: 'https://silent.example/list', kind: 'auto' }] },
  },
  { kind: 'media', media: 'plain', title: '平報' },
];

const SOURCE = { url: 'https://dawn.example/topics', kind: 'topic', items: 3, pages: 2 };

const RECORDS = [
  ...MEDIA,
  news('dawn', 'a', HOUR_MS, ['颱風', '防災']),
  news('dusk', 'b', 2 * HOUR_MS, ['颱風']),
  news('plain', 'c', 3 * DAY_MS, ['颱風']),
  news('plain', 'd', 3 * DAY_MS + MINUTE_MS, ['颱風']),
  news('dawn', 'old/0', 4 * HOUR_MS, ['捷運', '晴川市', '新聞']),
  news('dawn', 'old/1', 5 * HOUR_MS, ['捷運', '長橋站']),
  check('dawn', 40 * DAY_MS, 'ok', { sources: [SOURCE] }),
  item('dawn', 'old', [4 * HOUR_MS, 5 * HOUR_MS, 30 * DAY_MS], 40 * DAY_MS),
  item('dawn', 'bare', [], 40 * DAY_MS, {
    title: '沒有日期',
    stories: [{ url: 'https://x.example/1' }],
  }),
  item('dawn', 'typhoon', [HOUR_MS, 2 * DAY_MS], 5 * DAY_MS, {
    title: '強烈颱風專題',
    image: 'https://dawn.example/t.jpg',
    sponsored: true,
  }),
  item('dawn', 'people', [3 * HOUR_MS], 4 * DAY_MS, {
    title: '颱風人物',
    parentId: 'typhoon',
    itemKind: 'feature',
  }),
  item('dawn', 'gone', [91 * DAY_MS], 200 * DAY_MS, { title: '舊颱風' }),
  item('dawn', 'edge', [90 * DAY_MS], 200 * DAY_MS, { title: '九十天' }),
  item('dusk', 'wind', [], 2 * DAY_MS, { title: '颱風　防災', itemKind: 'feature' }),
  item('dusk', 'later', [], HOUR_MS, { title: '後來', itemKind: 'feature', listPage: 3 }),
  item('dusk', 'second', [], HOUR_MS, { title: '第二頁', itemKind: 'feature', listPage: 2 }),
  check('dusk', 5 * DAY_MS, 'ok'),
  check('dusk', 200 * MINUTE_MS, 'partial', { fetched: 1 }),
  check('dawn', 10 * MINUTE_MS, 'ok', { sources: [{ ...SOURCE, error: null }] }),
];

const { get, ingest, clock } = await startServer(t, {
  ticksByHand: true,
  now: NOW,
  records: RECORDS,
});

async function ask<T>(query: string): Promise<T> {
  const response = await get(`/api/v1/topics${query}`);
  if (response.status !== 200) throw new Error(`${query}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function refuse(query: string, status: number, message: RegExp): Promise<void> {
  const response = await get(`/api/v1/topics${query}`);
  t.equal(response.status, status, query);
  t.match(((await response.json()) as { error: string }).error, message);
}

async function titled(title: string): Promise<Item> {
  const { topics } = await ask<Search>(`?q=${encodeURIComponent(title)}`);
  return topics.find((one) => one.title === title)!;
}

t.test('an item is told whole', async (t) => {
  const { topics } = await ask<OfMedia>('?media=dawn');
  const { children, coverage, ...typhoon } = topics[0]!;
  t.strictSame(typhoon, {
    id: typhoon.id,
    time: ago(5 * DAY_MS),
    backlog: false,
    title: '強烈颱風專題',
    url: 'https://dawn.example/topics/typhoon',
    image: 'https://dawn.example/t.jpg',
    kind: 'topic',
    status: 'active',
    sponsored: true,
    parentId: null,
    storyFirstAt: ago(2 * DAY_MS),
    storyLastAt: ago(HOUR_MS),
    updatedAt: ago(HOUR_MS),
    storyCount: 2,
    tags: ['颱風'],
  });
  t.strictSame(
    children!.map(({ title, kind, parentId }) => [title, kind, parentId]),
    [['颱風人物', 'feature', Number(typhoon.id)]],
    'its sub-topics, of any kind, point to it',
  );
  t.notOk('coverage' in children![0]!, 'without coverage');
});

t.test('updatedAt: newest story, else first sight, else unknown', async (t) => {
  t.match(await titled('dawn old'), { backlog: true, updatedAt: ago(4 * HOUR_MS) });
  t.match(await titled('沒有日期'), { backlog: true, updatedAt: null, storyCount: 1 });
  t.match(await titled('颱風　防災'), {
    backlog: false,
    updatedAt: ago(2 * DAY_MS),
    storyCount: null,
    storyFirstAt: null,
    storyLastAt: null,
  });
  t.match(await titled('後來'), { backlog: true, updatedAt: null }, 'third page of the list');
  t.match(await titled('第二頁'), { backlog: false, updatedAt: ago(HOUR_MS) });
});

t.test('a topic has ended when its newest story is older than 90 days', async (t) => {
  t.equal((await titled('舊颱風')).status, 'ended');
  t.equal((await titled('九十天')).status, 'active');
  t.equal((await titled('沒有日期')).status, 'active', 'unknown dates end nothing');
});

t.test('without media, tag and q: media, feed and tags', async (t) => {
  const { kind, media, feed, tags } = await ask<Overview>('');
  t.equal(kind, 'topic');
  t.strictSame(
    media.map((row) => [row.media, row.link, row.count]),
    [
      ['dawn', 'https://dawn.example/topics', 5],
      ['dusk', 'https://dusk.example/', 0],
      ['silent', 'https://silent.example/list', 0],
    ],
    'media with a portal, an item or a check; newest update first, then by code',
  );
  const [dawn, dusk] = media;
  t.strictSame(dawn!.counts, { topic: 5, feature: 1 });
  t.equal(dawn!.latest!.title, '強烈颱風專題');
  t.notOk('coverage' in dawn!.latest!);
  t.strictSame(
    dawn!.recent.map(({ title }) => title),
    ['強烈颱風專題', 'dawn old', '九十天', '舊颱風'],
    'four recent ones, by update',
  );
  t.strictSame([dusk!.latest, dusk!.recent], [null, []]);
  t.strictSame(
    feed.map(({ title }) => title),
    ['強烈颱風專題', 'dawn old', '九十天'],
    'no ended ones, and none whose update time is unknown',
  );
  t.match(feed[0], {
    media: 'dawn',
    mediaTitle: '晨報',
    icon: 'https://dawn.example/icon.png',
    mediaImage: 'https://dawn.example/icon.png',
  });
  t.strictSame(
    tags,
    [
      { tag: '颱風', media: 2, topic: 1, feature: 1 },
      { tag: '防災', media: 1, topic: 0, feature: 1 },
    ],
    'neither ended ones nor sub-topics count',
  );
});

t.test('kind, per and limit of the overview', async (t) => {
  const { feed, media } = await ask<Overview>('?kind=feature&per=1&limit=1');
  t.strictSame(
    feed.map(({ title }) => title),
    ['第二頁'],
  );
  t.strictSame(
    media.map((row) => [row.media, row.count, row.recent.length]),
    [
      ['dusk', 3, 1],
      ['dawn', 1, 1],
      ['silent', 0, 0],
    ],
  );
});

t.test('coverage: articles of the past 3 days with the tags of the name', async (t) => {
  const { feed } = await ask<Overview>('');
  t.match(feed[0]!.coverage, {
    tags: ['颱風'],
    basis: 'title',
    count: 3,
    capped: false,
    mediaCount: 3,
    latest: [{ title: '報導 a' }, { title: '報導 b' }, { title: '報導 c' }],
  });
  t.match(feed[0]!.coverage!.latest[0], {
    media: 'dawn',
    mediaTitle: '晨報',
    url: 'https://dawn.example/a',
    time: ago(HOUR_MS),
  });
  const { topics } = await ask<OfMedia>('?media=dusk&kind=feature');
  t.match(topics.find(({ title }) => title.startsWith('颱風'))!.coverage, {
    tags: ['颱風', '防災'],
    count: 3,
    mediaCount: 3,
  });
  t.equal(topics.find(({ title }) => title === '後來')!.coverage, null, 'no tag, no coverage');
});

t.test(
  'coverage by what its own articles have in common, where the name says nothing',
  async (t) => {
    const { feed } = await ask<Overview>('');
    t.match(feed[1], {
      tags: [],
      coverage: { tags: ['捷運'], basis: 'page', count: 2, mediaCount: 1 },
    });
  },
);

t.test('with tag or q: names of all kinds and media, ended ones too', async (t) => {
  const found = await ask<Search>('?tag=%E9%A2%B1%E9%A2%A8');
  t.match(found, { tag: '颱風', q: null, total: 4, mediaCount: 2 });
  t.strictSame(found.counts, { topic: 2, feature: 2 });
  t.strictSame(
    found.topics.map(({ media, title }) => [media, title]),
    [
      ['dawn', '強烈颱風專題'],
      ['dawn', '颱風人物'],
      ['dawn', '舊颱風'],
      ['dusk', '颱風　防災'],
    ],
    'media with most matches first, then newest update',
  );
  t.notOk('coverage' in found.topics[0]!);
  t.equal(found.tags.length, 2);
  t.match(await ask<Search>('?q=DAWN'), { q: 'DAWN', tag: null, total: 1 }, 'in any case');
  t.match(await ask<Search>('?q=%E9%A2%B1%E9%A2%A8&limit=1'), { total: 4, topics: { length: 1 } });
  const both = await ask<Search>(
    `?q=${encodeURIComponent('人物')}&tag=${encodeURIComponent('颱風')}`,
  );
  t.equal(both.total, 1);
  t.match(await ask<Search>('?tag=nothing'), { total: 0, mediaCount: 0, topics: [] });
});

t.test('with media: its topics with what lies below them', async (t) => {
  const answer = await ask<OfMedia>('?media=dawn');
  t.match(answer, {
    media: 'dawn',
    kind: 'topic',
    title: '晨報',
    link: 'https://dawn.example/topics',
    mediaImage: 'https://dawn.example/icon.png',
    count: 5,
    counts: { topic: 5, feature: 1 },
  });
  t.strictSame(
    answer.topics.map(({ title }) => title),
    ['強烈颱風專題', 'dawn old', '九十天', '舊颱風', '沒有日期'],
    'ended ones too, unknown update times last',
  );
  t.strictSame((await ask<OfMedia>('?media=dawn&kind=feature')).topics, []);
  t.equal((await ask<OfMedia>('?media=dawn&limit=2')).topics.length, 2);
  const narrowed = await ask<OfMedia>(`?media=dawn&q=${encodeURIComponent('強烈')}`);
  t.strictSame([narrowed.topics.length, narrowed.count], [1, 5]);
});

t.test('checks: pending, complete, partial and stale', async (t) => {
  const { media } = await ask<Overview>('');
  const of = (code: string) => media.find((row) => row.media === code)!.check;
  t.strictSame(of('silent'), {
    checkedAt: null,
    lastSuccessAt: null,
    status: 'pending',
    fetched: 0,
    stale: true,
    sources: [],
    error: null,
  });
  t.strictSame(of('dawn'), {
    checkedAt: ago(10 * MINUTE_MS),
    lastSuccessAt: ago(10 * MINUTE_MS),
    status: 'ok',
    fetched: 3,
    stale: false,
    sources: [{ ...SOURCE, error: null }],
    error: null,
  });
  t.match(of('dusk'), {
    checkedAt: ago(200 * MINUTE_MS),
    lastSuccessAt: ago(5 * DAY_MS),
    status: 'partial',
    fetched: 1,
    stale: true,
  });
});

t.test('media-stats tells of tracked portals, and of no others', async (t) => {
  const response = await get('/api/v1/media-stats');
  const { media } = (await response.json()) as { media: { media: string; topics: unknown }[] };
  const of = (code: string) => media.find((row) => row.media === code)!.topics;
  t.strictSame(of('dawn'), {
    media: 'dawn',
    sources: [{ ...SOURCE, error: null }],
    checkedAt: ago(10 * MINUTE_MS),
    lastSuccessAt: ago(10 * MINUTE_MS),
    status: 'ok',
    counts: { topic: 5, feature: 1 },
    rulesUrl: 'https://code.example/dawn',
  });
  t.match(of('silent'), { status: 'pending', counts: { topic: 0, feature: 0 } });
  t.match((of('dusk') as { rulesUrl: string }).rulesUrl, /\/docs\/media\/dusk$/);
  t.equal(of('plain'), null);
});

t.test('malformed questions', async () => {
  await refuse('?kind=series', 400, /kind must be topic or feature/);
  await refuse('?kind=auto', 400, /kind/);
  await refuse('?limit=121', 400, /1 to 120/);
  await refuse('?media=dawn&limit=201', 400, /1 to 200/);
  await refuse('?q=a&limit=501', 400, /limit/);
  await refuse('?limit=0', 400, /limit/);
  await refuse('?per=0', 400, /per/);
  await refuse('?per=11', 400, /per/);
  await refuse(`?q=${'長'.repeat(51)}`, 400, /q must be text of 1 to 50/);
  await refuse('?q=', 400, /q/);
  await refuse(`?tag=${'長'.repeat(41)}`, 400, /tag/);
  await refuse('?tag=%20', 400, /tag/);
  await refuse('?media=', 400, /media/);
  await refuse('?media=nobody', 404, /"nobody" has no tracked topics/);
  await refuse('?media=plain', 404, /"plain" has no tracked topics/);
  await ask('?limit=120');
  await ask('?media=dawn&limit=200');
  await ask(`?q=${'長'.repeat(50)}&limit=500`);
  t.equal((await ask<Search>('?q=%01')).total, 0, 'nothing is in every name');
});

t.test('an answer keeps its entity tag while nothing that it shows changes', async (t) => {
  const first = await get('/api/v1/topics');
  const etag = first.headers.get('etag')!;
  t.equal(first.headers.get('cache-control'), 'public, max-age=0, must-revalidate');
  const again = await get('/api/v1/topics', { headers: { 'if-none-match': etag } });
  t.equal(again.status, 304);
  await ingest([news('plain', 'other', 0, ['別事'])]);
  const still = await get('/api/v1/topics', { headers: { 'if-none-match': etag } });
  t.equal(still.status, 304, 'an article about something else');
});

t.test('what is hidden is gone at once: articles, then whole media', async (t) => {
  const url = 'https://dawn.example/a';
  await ingest([{ kind: 'hide', target: 'news', key: url }]);
  const { coverage } = (await ask<Overview>('')).feed[0]!;
  t.match(coverage, {
    count: 2,
    mediaCount: 2,
    latest: [{ title: '報導 b' }, { title: '報導 c' }],
  });
  t.strictSame((await titled('颱風　防災')).tags, ['颱風'], 'its tag is in service no more');
  await ingest([{ kind: 'show', target: 'news', key: url }]);
  t.equal((await ask<Overview>('')).feed[0]!.coverage!.count, 3);
  await ingest([{ kind: 'hide', target: 'media', key: 'dawn' }]);
  const { media, feed, tags } = await ask<Overview>('');
  t.strictSame(
    media.map((row) => row.media),
    ['dusk', 'silent'],
  );
  t.strictSame(feed, []);
  t.match(tags, [{ tag: '颱風', media: 1, topic: 0, feature: 1 }]);
  t.equal((await ask<Search>(`?q=${encodeURIComponent('颱風')}`)).total, 1);
  await refuse('?media=dawn', 404, /no tracked topics/);
  await ingest([{ kind: 'show', target: 'media', key: 'dawn' }]);
  t.equal((await ask<Overview>('')).feed.length, 3);
});

t.test('time moves: a topic ends, a check grows stale, articles leave coverage', async (t) => {
  clock.advance(MINUTE_MS);
  t.equal((await titled('九十天')).status, 'ended');
  t.equal((await ask<Overview>('')).feed[0]!.coverage!.count, 2, 'three days are over for one');
  clock.advance(170 * MINUTE_MS);
  t.equal((await ask<OfMedia>('?media=dawn')).check.stale, true, 'three hours and a minute');
  clock.advance(-MINUTE_MS);
  t.equal((await ask<OfMedia>('?media=dawn')).check.stale, false);
});
