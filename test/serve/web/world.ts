/** An invented world for pages, lived through as the demo does, and the pages that it has. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateCorpus } from '../../../demo/corpus.js';
import { readVocabulary } from '../../../demo/read-vocabulary.js';
import { type App, serve } from '../../../src/app/app.js';
import { DAY_MS, HOUR_MS, ManualClock, MINUTE_MS } from '../../../src/kernel/clock.js';
import { resolveConfig } from '../../../src/kernel/config.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { readSets } from '../../../src/kernel/outlet-set.js';
import { replayInto } from '../../app/filled-store.js';
import { postsBefore } from '../api/blog/topic-posts.js';

/** Shorter tags are places and sections. */
const TOPIC_LENGTH_MIN = 4;
/** Where the world ends: a Tuesday evening in Taipei. */
export const END = '2026-03-10T11:00:00.000Z';
const WORLD = { seed: 28, days: 3, media: 14, perDay: 70, blogs: 12, endMs: Date.parse(END) };

/** A set of outlets, as a configuration has it: two in one camp, one in another, and more in none. */
export function papersOf([first, second, third, ...others]: readonly string[]): object {
  return {
    papers: {
      title: 'Papers',
      by: 'An editor',
      grounds: 'Who owns them.',
      links: ['https://registry.example/'],
      camps: [
        { label: 'One house', outlets: [first, second] },
        { label: 'Another', outlets: [third] },
      ],
      outlets: others,
    },
  };
}

const SETS = papersOf([
  ...['qingtingpolitics', 'harborledger', 'denghebiz'],
  ...['chenyuwire', 'yelanglife'],
]);

/** Something to tear down when the test ends. */
interface Owner {
  teardown(work: () => Promise<void> | void): void;
}

/** The store of that world, for who needs its folder. */
export function fillWorld(data: string): Promise<void> {
  const lines = [...generateCorpus(WORLD, readVocabulary())];
  return replayInto(data, [...lines, ...topicPosts(lines), retitled(lines, END)]);
}

/** The newest article that was seen an hour before an end, with another headline half an hour later. */
export function retitled(lines: readonly string[], end: string): string {
  const articles = lines
    .map((line) => JSON.parse(line) as { kind: string; title: string; observedAt?: string })
    .filter(({ kind, observedAt }) => kind === 'news' && observedAt !== undefined);
  const seenBefore = Date.parse(end) - HOUR_MS;
  const article = articles.findLast((one) => Date.parse(one.observedAt!) < seenBefore)!;
  const observedAt = new Date(seenBefore + 30 * MINUTE_MS).toISOString();
  return JSON.stringify({ ...article, title: `Told anew: ${article.title}`, observedAt });
}

/** Posts of three blogs about what the news tell of: enough for a topic. */
function topicPosts(lines: readonly string[]): string[] {
  const records = lines.map((line) => JSON.parse(line) as { kind: string; tags?: string[] });
  const counts = new Map<string, number>();
  for (const tag of records.flatMap(({ kind, tags = [] }) => (kind === 'news' ? tags : []))) {
    if (tag.length >= TOPIC_LENGTH_MIN) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const [[topic]] = [...counts].sort(([, a], [, b]) => b - a) as [[string, number]];
  const post = postsBefore(Date.parse(END));
  return ['b0000', 'b0000', 'b0000', 'b0001', 'b0001', 'b0002'].map((blog, at) =>
    JSON.stringify(post(blog, HOUR_MS + at * MINUTE_MS, `${topic} (${at})`, `About ${topic}.`)),
  );
}

/** Serves a store that `fill` fills, at an instant; the store goes when the test ends. */
export async function servedFrom(
  owner: Owner,
  now: string,
  fill: (data: string) => Promise<void>,
  sets = SETS,
): Promise<App> {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-web-'));
  owner.teardown(() => rmSync(data, { recursive: true, force: true }));
  await fill(data);
  const app = await serveAt(data, now, {}, sets);
  owner.teardown(() => app.close());
  return app;
}

/** A server whose time stands still. */
export async function serveAt(
  data: string,
  now: string,
  more: object = {},
  sets = SETS,
): Promise<App> {
  const flags = {
    ...{ data, newsPort: 0, blogPort: 0, adminPort: 0, logLevel: 'silent' },
    ...{ rateLimitNews: 1_000_000, rateLimitPages: 1_000_000, rateLimitBlogAnonymous: 1_000_000 },
    ...more,
  };
  const config = resolveConfig({ flags, environment: {}, file: {} });
  const clock = new ManualClock(Date.parse(now));
  const read = (): ReturnType<typeof readSets> => readSets(sets);
  const app = await serve({ config, logger: silentLogger, clock: () => clock, sets: { read } });
  await app.pipeline.rebuilt();
  return app;
}

/** A page of each kind, with the status that it answers. */
export interface PagePath {
  path: string;
  status: number;
}

const answerOf = async <T>(base: string, path: string): Promise<T> =>
  (await (await fetch(`${base}${path}`)).json()) as T;

/** Asks the news service for one of everything that its pages are about. */
export async function newsPaths({ newsUrl }: App): Promise<PagePath[]> {
  const json = <T>(path: string): Promise<T> => answerOf<T>(newsUrl, `/api/v1${path}`);
  const { events } = await json<{ events: { threadId: number }[] }>('/events?limit=1');
  const { articles } = await json<{
    articles: { id: number; media: string; tags: string[]; publishedAt: string }[];
  }>('/articles?limit=20');
  const { journalists } = await json<{ journalists: { name: string }[] }>('/journalists?limit=1');
  const graph = await json<{ edges: { source: string; target: string }[] }>(
    '/similarity?hours=168',
  );
  const { revisions } = await json<{ revisions: { article: { id: number } }[] }>('/revisions');
  const [article] = articles;
  const [edge] = graph.edges;
  const tag = articles.find(({ tags }) => tags.length > 0)!.tags[0]!;
  const dayBefore = new Date(Date.parse(article!.publishedAt) - DAY_MS).toISOString();
  const shown = [
    '/',
    `/?at=${dayBefore}`,
    '/tags/',
    `/tag/${encodeURIComponent(tag)}/`,
    `/eve/${events[0]!.threadId}/`,
    `/eve/${events[0]!.threadId}/articles/`,
    '/articles/',
    '/articles/?q=zzzz&camp=blue',
    '/articles/?fold=similar&hours=168&mute=x,y',
    `/articles/${article!.id}/`,
    '/similarity/?hours=168',
    `/similarity/?hours=168&source=${edge!.source}&target=${edge!.target}`,
    '/journalists/',
    `/journalists/${encodeURIComponent(journalists[0]!.name)}/`,
    '/topics/',
    '/media/',
    `/media/${article!.media}/`,
    '/stats/',
    '/revisions/',
    '/sets/',
    '/sets/papers/',
    '/?set=papers',
    `/eve/${events[0]!.threadId}/?set=papers`,
    '/since/',
    '/since/?hours=6',
    `/articles/${revisions[0]!.article.id}/`,
  ];
  const missing = [
    ...[
      '/eve/999999999/',
      '/eve/999999999/articles/',
      '/articles/999999999/',
      '/journalists/Nobody/',
    ],
    ...['/media/nowhere/', '/nowhere/'],
  ];
  return [...withStatus(200, shown), ...withStatus(404, missing)];
}

/** Asks the blog service for one of everything that its pages are about. */
export async function blogPaths({ blogUrl }: App): Promise<PagePath[]> {
  const json = <T>(path: string): Promise<T> => answerOf<T>(blogUrl, `/api/v1${path}`);
  const { items: blogs } = await json<{ items: { slug: string }[] }>('/blogs?limit=1');
  const { items: topics } = await json<{ items: { id: string }[] }>('/topics?limit=1');
  const shown = [
    '/',
    '/?q=zzzz',
    '/blogs/',
    `/blogs/${blogs[0]!.slug}/`,
    '/topics/',
    `/topics/${encodeURIComponent(topics[0]!.id)}/`,
    '/relations/',
    '/api/status',
    '/my/sign-in/',
  ];
  return [
    ...withStatus(200, shown),
    ...withStatus(404, ['/blogs/nobody/', '/topics/nothing/', '/nowhere/']),
  ];
}

function withStatus(status: number, paths: readonly string[]): PagePath[] {
  return paths.map((path) => ({ path, status }));
}
