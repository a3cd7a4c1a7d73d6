/**
 * What a store of an older format is asked: once by the version that wrote it, and by every version
 * after that. See make.ts and old-formats.test.ts.
 */

/** Where the stores' clock stands still: nine days after their first articles, some hours after the last. */
export const NOW = '2024-05-10T06:00:00.000Z';
/** Named in addresses: that of any port, as the oldest of these stores have it. */
export const PUBLIC_URL = 'http://127.0.0.1:0';
/** An hour whose articles have lost their bodies. */
const OLD_HOUR = '2024-05-01T00:00:00.000Z';

export type ServiceName = 'news' | 'blog';

export interface Question {
  service: ServiceName;
  path: string;
}

export interface Answer extends Question {
  status: number;
  body: unknown;
}

/** Questions whose answers name what the others are about. */
export const FIRST: readonly Question[] = [
  { service: 'news', path: '/articles?since=2024-04-29T00:00:00Z&until=2024-05-02T00:00:00Z' },
  { service: 'news', path: `/ranking?at=${OLD_HOUR}` },
  { service: 'news', path: '/articles?limit=5' },
  { service: 'news', path: '/ranking?limit=5' },
];

const THEN: readonly Question[] = [
  { service: 'news', path: '/media' },
  { service: 'news', path: '/categories' },
  { service: 'news', path: `/events?at=${OLD_HOUR}` },
  { service: 'news', path: '/similarity' },
  { service: 'news', path: '/similarity/daily' },
  { service: 'news', path: '/journalists' },
  { service: 'blog', path: '/blogs' },
  { service: 'blog', path: '/articles?limit=5' },
  { service: 'blog', path: '/relations' },
  { service: 'blog', path: '/topics' },
];

/** The rest of the questions, for the ids and tags of an old hour. */
export function questionsAbout(articles: readonly number[], tags: readonly string[]): Question[] {
  const news = (path: string): Question => ({ service: 'news', path });
  return [
    ...THEN,
    ...articles.flatMap((id) => [
      news(`/articles/${id}/content`),
      news(`/articles/${id}/similarity`),
    ]),
    ...tags.map((tag) => news(`/tags/${encodeURIComponent(tag)}/stats`)),
  ];
}

/** Asks a server; its own address, which changes, is left out of the answer. */
export async function ask(
  urls: { readonly [S in ServiceName]: string },
  { service, path }: Question,
  headers: { [name: string]: string } = {},
): Promise<Answer> {
  const response = await fetch(`${urls[service]}/api/v1${path}`, { headers });
  const text = (await response.text()).replaceAll(urls[service], '');
  return { service, path, status: response.status, body: JSON.parse(text) };
}
