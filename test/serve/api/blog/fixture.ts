/** A few invented blogs and what they wrote, at round times. */

export const NOW = '2026-03-10T04:00:00.000Z';

export const BLOGS = [
  {
    kind: 'blog',
    slug: 'harbour',
    name: '海港隨筆',
    sourceUrl: 'https://harbour.example/',
    category: 'life',
    description: 'Letters from the quay',
    feeds: [
      { url: 'https://harbour.example/feed.xml', type: 'atom' },
      { url: 'https://harbour.example/sitemap.xml', type: 'sitemap' },
    ],
    discoveredAt: '2025-01-01T00:00:00Z',
  },
  { kind: 'blog', slug: 'plain', name: 'Plain Notes', sourceUrl: 'http://plain.example' },
  {
    kind: 'blog',
    slug: 'candidate',
    name: 'Unverified Candidate',
    sourceUrl: 'https://candidate.example/',
    verified: false,
  },
];

/** An instant some minutes before `NOW`. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
}

export interface PostSpec {
  key: string;
  blog?: string;
  minutes?: number | null;
  [field: string]: unknown;
}

/** A post record; `minutes` is its age, null for a post without a date. */
export function post({ key, blog = 'harbour', minutes = 60, ...rest }: PostSpec): object {
  const seen = { observedAt: minutesAgo((minutes ?? 60) - 5) };
  return {
    kind: 'post',
    blog,
    url: `https://${blog}.example/${key}`,
    title: `Post ${key}`,
    ...(minutes === null ? {} : { publishedAt: minutesAgo(minutes) }),
    ...seen,
    ...rest,
  };
}

export const POSTS = [
  post({
    key: 'a',
    minutes: 10,
    title: '燈塔 <b>& 船</b>',
    author: '林某',
    summary: '<p>第一段&amp;第二段</p><script>x()</script>',
    imageUrl: 'https://harbour.example/a|b.jpg',
    updatedAt: minutesAgo(8),
  }),
  post({
    key: 'b',
    blog: 'plain',
    minutes: 20,
    title: 'ＡＢＣ of ropes',
    body: 'Body '.repeat(300),
  }),
  post({ key: 'c', minutes: null, title: 'Undated', observedAt: minutesAgo(30) }),
  post({ key: 'd', blog: 'plain', minutes: 40, title: 'Knots', body: '短文' }),
  post({ key: 'e', minutes: 60 * 24 * 40, title: 'Old letter' }),
  post({ key: 'f', blog: 'candidate', minutes: 15, title: 'Never to be seen' }),
];
