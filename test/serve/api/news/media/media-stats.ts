import t from 'tap';
import { frozenClock } from '../../../../../src/kernel/clock.js';
import { CatalogDirectory } from '../../../../../src/news/catalog/answers/directory.js';
import { MediaReader } from '../../../../../src/news/media/reader.js';
import { mediaStatsRoute } from '../../../../../src/serve/api/news/media/media-stats.js';
import type { NewsSources } from '../../../../../src/serve/api/news/sources.js';
import { ReplyCache } from '../../../../../src/serve/api/replies/reply-cache.js';
import { mediaOf } from '../../../../news/catalog/records.js';
import { startServer } from '../../harness.js';

const NOW = '2026-03-10T04:00:30.000Z';

interface Stats {
  generatedAt: string;
  todayStart: string;
  totals: {
    today: number;
    last24h: number;
    publishingMedia24h: number;
    pendingDate: number;
    activeSources: number;
    disabledSources: number;
    taggedShare24h: number;
    statusCounts: { [status: string]: number };
  };
  media: { media: string; [field: string]: unknown }[];
}

const MEDIA = [
  { kind: 'category', key: 'news', label: '新聞' },
  {
    kind: 'media',
    media: 'daily',
    title: '日報',
    camp: 'blue',
    categories: ['news', 'unknown'],
    country: '台灣',
    countryCode: 'TW',
    icon: 'https://daily.example/icon.png',
    schedule: '*/20 * * * *',
    collectingSince: '2026-01-01T00:00:00Z',
    crawler: {
      methods: ['rss', 'sitemap'],
      transport: 'HTTP',
      body: 'page',
      lastVerifiedMethod: 'sitemap',
      links: [{ label: 'rules', url: 'https://code.example/daily' }],
    },
  },
  { kind: 'media', media: 'quiet', title: '靜報' },
  { kind: 'media', media: 'finder', title: '探報', sourceKind: 'discovery' },
  { kind: 'media', media: 'closed', title: '停刊', enabled: false, schedule: '*/5 * * * *' },
  { kind: 'media', media: 'paused', title: '暫停', schedule: 'off' },
  { kind: 'media', media: 'agency', title: '外電社', external: true },
];

function at(media: string, hoursAgo: number, more: object = {}): object {
  const atMs = Date.parse('2026-03-10T04:00:00.000Z') - hoursAgo * 3_600_000;
  const time = new Date(atMs).toISOString();
  const url = `https://${media}.example/${hoursAgo}`;
  return { kind: 'news', media, url, title: url, publishedAt: time, observedAt: time, ...more };
}

const ARTICLES = [
  at('daily', 0),
  at('daily', 1, { tags: ['a'] }),
  at('daily', 11.9),
  at('daily', 12, { tags: ['a', 'b'] }),
  at('daily', 12.1, { tags: [] }),
  at('daily', 24, { tags: ['a'] }),
  at('daily', 24.1),
  at('daily', 168),
  at('daily', 168.1),
  at('daily', 2, {
    publishedAt: undefined,
    discovery: { media: 'finder', url: 'https://finder.example/', discoveredAt: NOW },
  }),
];

const { get, ingest, clock, app } = await startServer(t, {
  now: NOW,
  records: [...MEDIA, ...ARTICLES],
});

async function ask(): Promise<Stats> {
  return (await (await get('/api/v1/media-stats')).json()) as Stats;
}

async function row(code: string): Promise<Stats['media'][number]> {
  return (await ask()).media.find(({ media }) => media === code)!;
}

t.test('windows: today from midnight in Taipei, 24 hours, 7 days', async (t) => {
  const stats = await ask();
  t.equal(stats.generatedAt, '2026-03-10T04:00:00.000Z');
  t.equal(stats.todayStart, '2026-03-09T16:00:00.000Z');
  t.match(await row('daily'), {
    today: 4,
    last24h: 6,
    last7d: 8,
    pendingDate: 1,
    taggedShare24h: 3 / 6,
    lastArticle: '2026-03-10T03:00:00.000Z',
    collectingSince: '2026-01-01T00:00:00.000Z',
  });
});

t.test('a media is told whole', async (t) => {
  t.match(await row('daily'), {
    title: '日報',
    icon: 'https://daily.example/icon.png',
    sourceKind: 'publisher',
    category: 'news',
    categoryLabel: '新聞',
    camp: 'blue',
    schedule: '*/20 * * * *',
    country: '台灣',
    countryCode: 'TW',
    crawler: {
      methods: ['rss', 'sitemap'],
      transport: 'HTTP',
      body: 'page',
      lastVerifiedMethod: 'sitemap',
      links: [{ label: 'rules', url: 'https://code.example/daily' }],
    },
    topics: null,
  });
  t.match(await row('quiet'), {
    icon: null,
    category: null,
    categoryLabel: null,
    camp: 'other',
    schedule: 'ingest',
    countryCode: 'ZZ',
    today: 0,
    collectingSince: null,
    taggedShare24h: null,
    lastArticle: null,
    lastCrawlOk: null,
    status: 'stale',
    crawler: { methods: [], transport: null, body: '', lastVerifiedMethod: null },
  });
});

t.test('every registered media is listed, also those that are off or only cited', async (t) => {
  const { media, totals } = await ask();
  t.same(
    media.map((one) => `${one.media} ${one.schedule} ${one.status}`),
    [
      'agency off disabled',
      'closed off disabled',
      'daily */20 * * * * ok',
      'finder ingest ok',
      'paused off disabled',
      'quiet ingest stale',
    ],
  );
  t.match(totals, {
    activeSources: 3,
    disabledSources: 3,
    statusCounts: { ok: 2, stale: 1, failing: 0, disabled: 3 },
  });
  t.equal(totals.activeSources + totals.disabledSources, media.length);
});

t.test('discovery sources count what they found; totals count publishers', async (t) => {
  t.match(await row('finder'), { today: 1, last24h: 1, last7d: 1, pendingDate: 1, camp: 'other' });
  t.match((await ask()).totals, {
    today: 4,
    last24h: 6,
    publishingMedia24h: 1,
    pendingDate: 1,
    taggedShare24h: 0.5,
  });
});

t.test('crawls: the last good one with its method, failing after three hours', async (t) => {
  const crawl = (time: string, ok: boolean, method: string | null = null): object => ({
    kind: 'crawl',
    media: 'daily',
    at: `2026-03-10T${time}:00Z`,
    ok,
    method,
    error: ok ? null : 'timeout',
  });
  await ingest([crawl('00:30', true, 'rss')]);
  t.match(await row('daily'), {
    status: 'ok',
    lastCrawlOk: '2026-03-10T00:30:00.000Z',
    crawler: { lastVerifiedMethod: 'rss' },
  });
  await ingest([crawl('01:30', false), crawl('03:59', false)]);
  t.match(await row('daily'), { status: 'failing', lastCrawlOk: '2026-03-10T00:30:00.000Z' });
  t.equal((await ask()).totals.statusCounts.failing, 1);
  await ingest([crawl('04:00', true, 'sitemap')]);
  t.match(await row('daily'), { status: 'ok', crawler: { lastVerifiedMethod: 'sitemap' } });
});

t.test('hidden articles and media leave counts, and come back', async (t) => {
  const url = 'https://daily.example/1';
  await ingest([{ kind: 'hide', target: 'news', key: url }]);
  t.match(await row('daily'), { today: 3, lastArticle: '2026-03-10T02:00:00.000Z' });
  await ingest([{ kind: 'show', target: 'news', key: url }]);
  t.match(await row('daily'), { today: 4 });
  await ingest([{ kind: 'hide', target: 'media', key: 'daily' }]);
  const { media, totals } = await ask();
  t.notOk(media.some((one) => one.media === 'daily'));
  t.match(totals, { today: 0, last24h: 0, taggedShare24h: 0, publishingMedia24h: 0 });
  t.match(await row('finder'), { today: 0 });
  await ingest([{ kind: 'show', target: 'media', key: 'daily' }]);
  t.match(await row('finder'), { today: 1 });
});

t.test('a page that was read or dated later is pending no more', async (t) => {
  const url = 'https://daily.example/2';
  await ingest([{ kind: 'news', media: 'daily', url, title: '已讀', body: '內文' }]);
  t.match(await row('daily'), { pendingDate: 0, today: 4 });
  await ingest([
    { kind: 'news', media: 'daily', url, title: '已知', publishedAt: '2026-03-01T00:00:00Z' },
  ]);
  t.match(await row('daily'), { pendingDate: 0, today: 3, last7d: 7 });
});

t.test('windows move with the clock alone', async (t) => {
  clock.set(Date.parse('2026-03-10T16:00:30Z'));
  t.match(await row('daily'), { today: 0, last24h: 4 });
  clock.set(Date.parse('2026-03-24T16:00:30Z'));
  t.match(await row('daily'), { last7d: 0, status: 'stale', taggedShare24h: null });
  clock.set(Date.parse(NOW));
});

t.test('media without links of their own lead to a page of their rules', async (t) => {
  const { crawler } = (await row('quiet')) as unknown as {
    crawler: { links: { label: string; url: string }[] };
  };
  const [{ url } = { url: '' }] = crawler.links;
  t.match(url, /\/docs\/media\/quiet$/);
  const page = await fetch(`${app.newsUrl}${new URL(url).pathname}`);
  t.equal(page.status, 200);
  t.match(page.headers.get('content-type'), 'text/html');
  t.match(await page.text(), '靜報');
  t.equal((await fetch(`${app.newsUrl}/docs/media/nobody`)).status, 404);
  await ingest([{ kind: 'media', media: 'quiet', title: '<b>"靜"&' }]);
  const text = await (await fetch(`${app.newsUrl}/docs/media/quiet`)).text();
  t.match(text, '&lt;b&gt;&quot;靜&quot;&amp;');
  t.notMatch(text, '<b>');
});

t.test('an unchanged answer is 304 until the minute ends, and comes compressed', async (t) => {
  const first = await get('/api/v1/media-stats', { headers: { 'accept-encoding': 'identity' } });
  t.equal(first.headers.get('cache-control'), 'public, max-age=30');
  const etag = first.headers.get('etag')!;
  const headers = { 'if-none-match': etag, 'accept-encoding': 'identity' };
  t.equal((await get('/api/v1/media-stats', { headers })).status, 304);
  const packed = await get('/api/v1/media-stats', { headers: { 'accept-encoding': 'br' } });
  t.equal(packed.headers.get('content-encoding'), 'br');
});

t.test('tracked topics are shown as they are, and anew when they change', async (t) => {
  const media = [{ record: mediaOf('daily'), hidden: false }];
  const topics = { generation: 1, topicsOf: () => ({ status: `${topics.generation}` }) };
  const sources = {
    catalog: { directory: new CatalogDirectory({ categories: [], media }, '') },
    media: new MediaReader(),
    clock: frozenClock(Date.parse(NOW)),
    cachePart: new ReplyCache().partsOf('news'),
    publicUrl: 'https://news.example',
    mediaTopics: topics,
  } as unknown as NewsSources;
  const route = mediaStatsRoute(sources);
  const told = async (): Promise<unknown> => {
    const { body } = await route.handle({ query: {}, raw: { query: '' } } as never);
    return (JSON.parse(Buffer.from(body).toString()) as Stats).media[0]!.topics;
  };
  t.same(await told(), { status: '1' });
  topics.generation = 2;
  t.same(await told(), { status: '2' });
});
