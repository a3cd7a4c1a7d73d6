import '../../../../engine/actor/threads-here.js';
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

t.test(
  'relevance is BM25 over titles and summaries, in pages that hold each match once',
  async (t) => {
    const words = ['颱風', '海岸', '捷運', '預算', '晴天'];
    // Some words far more often than others.
    const some = (at: number, times: number): string =>
      Array.from({ length: times }, (_, nth) => words[(at * (nth + 3)) % (2 + (at % 4))]).join(
        '　',
      );
    const many = Array.from({ length: 160 }, (_, at) =>
      article({
        key: `r${at}`,
        minutes: 30 + at,
        title: some(at + 1, 1 + (at % 3)),
        description: at % 5 === 0 ? null : some(at + 7, 2 + (at % 6)),
        tags: at % 9 === 0 ? ['晴天'] : [],
      }),
    );
    const { get } = await startServer(t, { now: NOW, records: [...CATALOG, ...many] });
    interface Rated {
      articles: {
        id: number;
        title: string;
        description: string | null;
        tags: string[];
        publishedAt: string;
        relevance?: number;
      }[];
      nextCursor: string | null;
      leftOut?: number;
      order?: string;
    }
    const ask = async (query: string, rest: string): Promise<Rated> =>
      (await (
        await get(`/api/v1/articles/search?query=${encodeURIComponent(query)}${rest}`)
      ).json()) as Rated;
    const { articles: all } = (await (await get('/api/v1/articles?limit=200')).json()) as Rated;
    const counted = (text: string | null, word: string) => (text ?? '').split(word).length - 1;

    for (const [query, terms] of [
      ['捷運 OR 預算', ['捷運', '預算']],
      ['颱風 海岸 -預算', ['颱風', '海岸']],
      ['晴天 OR 海岸', ['晴天', '海岸']],
      ['NOT 颱風', []],
    ] as const) {
      const { articles: matches } = await ask(query, '&limit=200');
      const sizes = matches.map(
        ({ title, description }) => title.length + (description ?? '').length,
      );
      const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
      const expected = matches.map((one, at) => {
        const score = terms.reduce((sum, term) => {
          const has = all.filter(
            ({ title, description, tags }) =>
              title.includes(term) || (description ?? '').includes(term) || tags.includes(term),
          ).length;
          const idf = Math.log(1 + (all.length - has + 0.5) / (has + 0.5));
          const found = 2 * counted(one.title, term) + counted(one.description, term);
          const tf = Math.max(found, one.tags.includes(term) ? 1 : 0);
          return sum + (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * sizes[at]!) / mean));
        }, 0);
        return { id: one.id, at: one.publishedAt, score: Math.round(score * 1e6) / 1e6 };
      });
      expected.sort(
        (a, b) => b.score - a.score || Date.parse(b.at) - Date.parse(a.at) || b.id - a.id,
      );
      const paged: { id: number; score: number | undefined }[] = [];
      for (let cursor = ''; ; ) {
        const page = await ask(query, `&order=relevance&limit=9${cursor}`);
        t.same([page.order, page.leftOut], ['relevance', 0]);
        t.ok(page.articles.length <= 9);
        paged.push(...page.articles.map(({ id, relevance }) => ({ id, score: relevance })));
        if (page.nextCursor === null) break;
        cursor = `&cursor=${page.nextCursor}`;
      }
      t.same(
        paged,
        expected.map(({ id, score }) => ({ id, score })),
        query,
      );
    }
    const newest = await ask('颱風', '&limit=5');
    t.notOk(
      newest.order !== undefined || newest.articles.some((one) => one.relevance !== undefined),
    );
    const mixed = await get(
      `/api/v1/articles/search?query=%E9%A2%B1%E9%A2%A8&limit=5&order=relevance&cursor=${newest.nextCursor}`,
    );
    t.equal(mixed.status, 400, 'a cursor of the other order');
    t.equal((await get('/api/v1/articles/search?query=a&order=best')).status, 400);
  },
);

t.test(
  'what is muted, of other countries or languages is in no list, and counted nowhere',
  async (t) => {
    const media = [
      { kind: 'media', media: 'abroad', title: '外國社', countryCode: 'JP', categories: ['news'] },
      { kind: 'media', media: 'home', title: '本地社', countryCode: 'KR', categories: ['news'] },
    ];
    const many = Array.from({ length: 120 }, (_, at) => ({
      ...(at % 5 === 0 ? { lang: 'ja-JP' } : at % 5 === 1 ? { lang: 'en' } : {}),
      ...article({
        key: `m${at}`,
        minutes: 10 + 50 * at,
        media: ['abroad', 'home', 'harbour'][at % 3]!,
        title: `第 ${at} 則 ${['颱風', '棒球', 'Ｂａｓｅｂａｌｌ', '預算'][at % 4]}`,
        description: at % 7 === 0 ? '與棒球有關' : null,
        tags: at % 11 === 0 ? ['體育', 'ja'] : [],
      }),
    }));
    const { get } = await startServer(t, { now: NOW, records: [...CATALOG, ...media, ...many] });
    interface Item {
      id: number;
      title: string;
      description: string | null;
      media: string;
      tags: string[];
      lang?: string;
    }
    const pages = async (path: string): Promise<number[]> => {
      const found: number[] = [];
      for (let cursor = ''; ; ) {
        const response = await get(`${path}&limit=17${cursor}`);
        t.equal(response.status, 200, path);
        const page = (await response.json()) as { articles: Item[]; nextCursor: string | null };
        found.push(...page.articles.map(({ id }) => id));
        if (page.nextCursor === null) return found;
        cursor = `&cursor=${page.nextCursor}`;
      }
    };
    const { articles: all } = (await (
      await get('/api/v1/articles?hours=168&limit=200')
    ).json()) as {
      articles: Item[];
    };
    t.equal(all.length, many.length);
    t.same(
      [...new Set(all.map(({ lang }) => lang))].sort(),
      ['en', 'ja', 'zh'],
      'stated, and derived',
    );
    t.same(await pages('/api/v1/articles?hours=168&lang=fr'), []);
    const countries: { [media: string]: string } = { abroad: 'JP', home: 'KR' };
    const holds = ({ title, description, tags }: Item, ...words: string[]): boolean => {
      const text = `${title}\n${description ?? ''}`.normalize('NFKC').toLowerCase();
      return words.some((word) => text.includes(word) || tags.includes(word));
    };
    const cases: [query: string, isLeft: (one: Item) => boolean][] = [
      ['mute=棒球', (one) => !holds(one, '棒球')],
      ['mute=棒球,BASEBALL,體育', (one) => !holds(one, '棒球', 'baseball', '體育')],
      ['mute=颱風&muteMedia=home', (one) => !holds(one, '颱風') && one.media !== 'home'],
      ['country=JP', (one) => countries[one.media] === 'JP'],
      ['country=JP,KR&mute=沒有這個詞', (one) => one.media in countries],
      ['lang=ja', (one) => one.lang === 'ja'],
      ['lang=en,zh&mute=棒球', (one) => one.lang !== 'ja' && !holds(one, '棒球')],
      [
        'lang=en&country=KR&mute=颱風',
        (one) => one.lang === 'en' && one.media === 'home' && !holds(one, '颱風'),
      ],
      ['muteMedia=home,abroad', (one) => !(one.media in countries)],
    ];
    for (const [query, isLeft] of cases) {
      const expected = all.filter(isLeft).map(({ id }) => id);
      t.ok(expected.length > 0 && expected.length < all.length, query);
      const asked = encodeURI(query);
      for (const path of ['?', '?fold=similar&', '/search?query=%E5%89%87&']) {
        t.strictSame(
          await pages(`/api/v1/articles${path}hours=168&${asked}`),
          expected,
          query + path,
        );
      }
      const rated = await pages(
        `/api/v1/articles/search?query=%E5%89%87&order=relevance&hours=168&${asked}`,
      );
      t.strictSame(new Set(rated), new Set(expected));
      const counts = await get(`/api/v1/articles/histogram?hours=168&${asked}`);
      t.equal(((await counts.json()) as { total: number }).total, expected.length);
      const feed = await get(`/feeds/articles.json?hours=168&limit=200&${asked}`);
      t.equal(((await feed.json()) as { items: unknown[] }).items.length, expected.length);
    }
    const within = all.filter((one) => holds(one, '棒球') && !holds(one, '體育'));
    t.strictSame(
      await pages(`/api/v1/articles?hours=168&${encodeURI('q=棒球&mute=體育')}`),
      within.map(({ id }) => id),
      'beside a text that is asked for',
    );
    const refused = ['country=jp', 'country=FR', 'muteMedia=nobody', 'mute=', 'country='];
    for (const bad of [...refused, 'lang=zh-TW', 'lang=EN', 'lang=']) {
      for (const path of ['articles?', 'articles/search?query=a&']) {
        t.equal((await get(`/api/v1/${path}${bad}`)).status, 400, bad);
      }
    }
    const { nextCursor } = (await (await get('/api/v1/articles?mute=a&limit=1')).json()) as {
      nextCursor: string;
    };
    t.equal((await get(`/api/v1/articles?mute=b&limit=1&cursor=${nextCursor}`)).status, 400);
  },
);
