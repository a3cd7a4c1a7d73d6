/** A small newsroom: three outlets, an aggregator, and articles at round times. */

export const NOW = '2026-03-10T04:00:30.000Z';

export const CATALOG = [
  { kind: 'category', key: 'news', label: '新聞' },
  { kind: 'category', key: 'tv', label: '電視台' },
  {
    kind: 'media',
    media: 'sunrise',
    title: '朝陽報',
    camp: 'blue',
    categories: ['news'],
    country: '台灣',
    countryCode: 'TW',
    icon: 'https://sunrise.example/icon.png',
  },
  {
    kind: 'media',
    media: 'harbour',
    title: '海港新聞網',
    camp: 'green',
    categories: ['news', 'tv'],
    country: '台灣',
    countryCode: 'TW',
  },
  { kind: 'media', media: 'plain', title: '平原通訊', categories: ['news'] },
  { kind: 'media', media: 'finder', title: '探報', sourceKind: 'discovery' },
  { kind: 'media', media: 'wire', title: '外電社', external: true },
];

/** Minutes before `NOW`'s minute. */
function minutesAgo(minutes: number): string {
  return new Date(Date.parse('2026-03-10T04:00:00.000Z') - minutes * 60_000).toISOString();
}

export interface ArticleSpec {
  key: string;
  media?: string;
  title?: string;
  minutes?: number;
  [field: string]: unknown;
}

/** A news record; `minutes` is its age. */
export function article({ key, media = 'sunrise', title, minutes, ...rest }: ArticleSpec): object {
  const time =
    minutes === undefined
      ? {}
      : { publishedAt: minutesAgo(minutes), observedAt: minutesAgo(minutes - 1) };
  return {
    kind: 'news',
    media,
    url: `https://${media}.example/${key}`,
    title: title ?? `第 ${key} 則`,
    ...time,
    ...rest,
  };
}

export const ARTICLES = [
  article({
    key: 'a',
    minutes: 10,
    title: '晴川市長宣布新線通車',
    tags: ['晴川市', '捷運'],
    description: '全長十二公里,沿線設八站。',
    section: '政治',
    image: 'https://sunrise.example/a.jpg',
    authors: ['記者林某某'],
    body: '內文'.repeat(100),
    bodySource: 'json-ld',
  }),
  article({
    key: 'b',
    media: 'harbour',
    minutes: 20,
    title: 'ＡＢＣ公司 Profit 大增',
    tags: ['ABC', '財報'],
  }),
  article({
    key: 'c',
    media: 'plain',
    minutes: 30,
    title: '颱風來襲',
    tags: ['颱風'],
    body: '短文',
  }),
  article({ key: 'd', media: 'harbour', minutes: 40, title: '捷運誤點', tags: [] }),
  article({ key: 'e', media: 'sunrise', minutes: 60 * 30, title: '昨日舊聞' }),
  {
    kind: 'news',
    media: 'plain',
    url: 'https://plain.example/day',
    title: '只有日期',
    publishedAt: '2026-03-10',
    publishedPrecision: 'day',
    observedAt: minutesAgo(50),
  },
  {
    kind: 'news',
    media: 'plain',
    url: 'https://plain.example/pending',
    title: '沒有時間',
    observedAt: minutesAgo(5),
  },
  {
    kind: 'news',
    media: 'sunrise',
    url: 'https://sunrise.example/later',
    title: '明日之事',
    publishedAt: minutesAgo(-120),
    observedAt: minutesAgo(3),
  },
  {
    kind: 'news',
    media: 'harbour',
    url: 'https://harbour.example/found',
    title: '轉介而來',
    publishedAt: minutesAgo(45),
    observedAt: minutesAgo(44),
    discovery: {
      media: 'finder',
      title: '探報首頁',
      url: 'https://finder.example/1',
      discoveredAt: minutesAgo(43),
    },
  },
];
