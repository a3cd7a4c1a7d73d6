import '../../../actor/threads-here.js';
import t from 'tap';
import { startServer } from '../../harness.js';
import { ARTICLES, article, CATALOG, NOW } from '../fixture.js';

interface Found {
  articles: { id: number; title: string; publishedAt: string }[];
  nextCursor: string | null;
  count: number;
}

t.test('operators find what they say, page by page', async (t) => {
  const many = Array.from({ length: 250 }, (_, at) =>
    article({
      key: `n${at}`,
      minutes: 60 + at,
      media: at % 2 === 0 ? 'harbour' : 'plain',
      title: `第 ${at} 則 ${at % 3 === 0 ? '颱風' : '晴天'}`,
    }),
  );
  const { get } = await startServer(t, { now: NOW, records: [...CATALOG, ...ARTICLES, ...many] });
  const search = async (query: string, rest = ''): Promise<Found> => {
    const response = await get(`/api/v1/articles/search?query=${encodeURIComponent(query)}${rest}`);
    t.equal(response.status, 200, query);
    return (await response.json()) as Found;
  };
  t.match((await search('捷運 -tag:捷運')).articles, [{ title: '捷運誤點' }]);
  t.equal((await search('"新線通車" OR 誤點')).count, 2);
  const titles: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await search('颱風 media:harbour -"第 0 則"', `&limit=7${cursor}`);
    titles.push(...page.articles.map(({ title }) => title));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  const expected = many.flatMap((_, at) => (at % 6 === 0 && at > 0 ? [`第 ${at} 則 颱風`] : []));
  t.same(titles, expected);
  t.equal(
    (await search('NOT 颱風', '&limit=200')).articles.every(({ title }) => !title.includes('颱風')),
    true,
  );
  for (const [query, rest] of [
    ['(', ''],
    ['media:nobody', ''],
    ['甲', '&cursor=abc'],
    ['x'.repeat(4096), ''],
  ] as const) {
    const response = await get(`/api/v1/articles/search?query=${encodeURIComponent(query)}${rest}`);
    t.equal(response.status, 400, query.slice(0, 10));
  }
});

t.test('a histogram counts what the list shows, step by step', async (t) => {
  const { get } = await startServer(t, { now: NOW, records: [...CATALOG, ...ARTICLES] });
  for (const query of [
    'hours=48',
    'hours=48&media=sunrise',
    'hours=72&q=捷運',
    'since=2026-03-08&until=2026-03-10&step=day',
    'hours=5&camp=green',
  ]) {
    const list = (await (
      await get(`/api/v1/articles?${query.replace('&step=day', '')}&limit=200`)
    ).json()) as Found;
    const found = (await (await get(`/api/v1/articles/histogram?${query}`)).json()) as {
      since: string;
      until: string;
      total: number;
      step: 'hour' | 'day';
      buckets: { start: string; count: number }[];
    };
    t.equal(found.total, list.articles.length, query);
    const lengthMs = found.step === 'day' ? 86_400_000 : 3_600_000;
    for (const { start, count } of found.buckets) {
      const startMs = Date.parse(start);
      const mine = list.articles.filter(({ publishedAt }) => {
        const atMs = Date.parse(publishedAt);
        return atMs >= startMs && atMs < startMs + lengthMs;
      });
      t.equal(count, mine.length, `${query} ${start}`);
    }
    t.ok(Date.parse(found.buckets[0]!.start) <= Date.parse(found.since));
  }
  t.equal((await get('/api/v1/articles/histogram?hours=9999')).status, 400);
});

t.test('a histogram of a query counts what the search finds, step by step', async (t) => {
  const many = Array.from({ length: 450 }, (_, at) =>
    article({
      key: `n${at}`,
      minutes: 30 + at * 7,
      media: at % 2 === 0 ? 'harbour' : 'plain',
      title: `第 ${at} 則 ${at % 3 === 0 ? '颱風' : '晴天'}`,
    }),
  );
  const { get } = await startServer(t, { now: NOW, records: [...CATALOG, ...ARTICLES, ...many] });
  let met = 0;
  for (const query of [
    '颱風',
    '颱風 OR 捷運',
    '颱風 -media:harbour',
    '(晴天 OR tag:捷運) NOT "第 1 則"',
    `晴天 before:${NOW.slice(0, 10)}`,
    'NOT 颱風',
    '沒有的詞',
  ]) {
    for (const window of ['', '&hours=48', '&since=2026-03-08&until=2026-03-10']) {
      const asked = `query=${encodeURIComponent(query)}${window}`;
      const times: number[] = [];
      for (let cursor = ''; ; ) {
        const page = (await (
          await get(`/api/v1/articles/search?${asked}&limit=200${cursor}`)
        ).json()) as Found;
        times.push(...page.articles.map(({ publishedAt }) => Date.parse(publishedAt)));
        if (page.nextCursor === null) break;
        cursor = `&cursor=${page.nextCursor}`;
      }
      for (const step of ['hour', 'day'] as const) {
        const found = (await (
          await get(`/api/v1/articles/histogram?${asked}&step=${step}`)
        ).json()) as {
          since: string;
          countedSince: string;
          total: number;
          buckets: { start: string; count: number }[];
        };
        t.equal(found.total, times.length, `${query} ${window}`);
        t.equal(found.countedSince, found.since);
        const lengthMs = step === 'day' ? 86_400_000 : 3_600_000;
        t.same(
          found.buckets.map(({ count }) => count),
          found.buckets.map(({ start }) => {
            const startMs = Date.parse(start);
            return times.filter((atMs) => atMs >= startMs && atMs < startMs + lengthMs).length;
          }),
          `${query} ${window} ${step}`,
        );
        met += found.total;
      }
    }
  }
  t.ok(met > 1000, `${met} articles counted`);
  for (const rest of ['query=%28', 'query=a&q=b', 'query=a&media=plain', 'query=media:nobody']) {
    const response = await get(`/api/v1/articles/histogram?${rest}`);
    t.equal(response.status, 400, rest);
  }
});

t.test('many are looked up at once, and what is missing says why', async (t) => {
  const { get, getBlog, ingest } = await startServer(t, {
    now: NOW,
    records: [...CATALOG, ...ARTICLES],
  });
  await ingest([
    { kind: 'hide', target: 'news', key: 'https://plain.example/c' },
    { kind: 'erase', target: 'news', key: 'https://harbour.example/b' },
    {
      kind: 'blog',
      slug: 'alpha',
      name: 'A',
      sourceUrl: 'https://alpha.example/',
      feeds: [],
      verified: true,
    },
    { kind: 'post', blog: 'alpha', url: 'https://alpha.example/1', title: '一' },
  ]);
  const urls = [
    'HTTPS://Sunrise.example:443/a?utm_source=x#top',
    'https://plain.example/c',
    'https://harbour.example/b',
    'https://nowhere.example/',
    'mailto:a@b.example',
    'https://sunrise.example/later',
  ];
  const query = `url=${urls.map(encodeURIComponent).join('+')}&id=1,999`;
  const { results } = (await (await get(`/api/v1/lookup?${query}`)).json()) as {
    results: object[];
  };
  t.match(results, [
    { url: urls[0], canonicalUrl: 'https://sunrise.example/a', article: { id: 1 } },
    { reason: 'not_shown' },
    { reason: 'not_shown' },
    { reason: 'unknown' },
    { canonicalUrl: null, reason: 'malformed' },
    { reason: 'not_shown' },
    { id: 1, article: { url: 'https://sunrise.example/a' } },
    { id: 999, reason: 'unknown' },
  ]);
  const blogs = (await (await getBlog('/api/v1/lookup?id=1')).json()) as { results: object[] };
  t.match(blogs.results, [{ id: 1, article: { title: '一' } }]);
  for (const bad of [
    '',
    'id=0',
    'id=x',
    `id=${Array.from({ length: 101 }, (_, at) => at + 1)}`,
    'url=',
  ]) {
    t.equal((await get(`/api/v1/lookup?${bad}`)).status, 400, bad.slice(0, 10));
  }
});
