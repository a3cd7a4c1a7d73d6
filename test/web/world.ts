/** An invented world for pages, lived through as the demo does, and the pages that it has. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, serve } from '../../src/app/app.js';
import { ManualClock } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { fillStore } from '../app/filled-store.js';

/** Where the world ends: a Tuesday evening in Taipei. */
const END = '2026-03-10T11:00:00.000Z';
const WORLD = { seed: 28, days: 3, media: 14, perDay: 260, blogs: 12, endMs: Date.parse(END) };

/** Something to tear down when the test ends. */
interface Owner {
  teardown(work: () => Promise<void> | void): void;
}

/** Serves a world; `data` is a folder that was filled already, for tests outside of the project. */
export async function startWorld(
  owner: Owner,
  given?: { data: string; now: string },
): Promise<App> {
  const data = given?.data ?? mkdtempSync(join(tmpdir(), 'tagwire-web-'));
  if (given === undefined) await fillStore(data, WORLD);
  const app = await serveAt(data, given?.now ?? END);
  owner.teardown(async () => {
    await app.close();
    if (given === undefined) rmSync(data, { recursive: true, force: true });
  });
  return app;
}

/** A server whose time stands still. */
export async function serveAt(data: string, now: string): Promise<App> {
  const flags = {
    ...{ data, newsPort: 0, blogPort: 0, adminPort: 0, logLevel: 'silent' },
    ...{ rateLimitNews: 1_000_000, rateLimitPages: 1_000_000, rateLimitBlogAnonymous: 1_000_000 },
  };
  const config = resolveConfig({ flags, environment: {}, file: {} });
  const clock = new ManualClock(Date.parse(now));
  const app = await serve({ config, logger: silentLogger, clock: () => clock });
  await app.pipeline.rebuilt();
  return app;
}

/** A page of each kind, with the status that it answers. */
export interface PagePath {
  path: string;
  status: number;
}

/** Asks the API for one of everything that pages are about. */
export async function newsPaths(newsUrl: string): Promise<PagePath[]> {
  const json = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${newsUrl}${path}`)).json()) as T;
  const { events } = await json<{ events: { threadId: number }[] }>('/api/v1/events?limit=1');
  const { articles } = await json<{ articles: { id: number; media: string; tags: string[] }[] }>(
    '/api/v1/articles?limit=20',
  );
  const { journalists } = await json<{ journalists: { name: string }[] }>(
    '/api/v1/journalists?limit=1',
  );
  const [article] = articles;
  const tag = articles.find(({ tags }) => tags.length > 0)!.tags[0]!;
  const paths = [
    '/',
    '/tags/',
    `/tag/${encodeURIComponent(tag)}/`,
    `/eve/${events[0]!.threadId}/`,
    '/articles/?q=&camp=blue',
    `/articles/${article!.id}/`,
    '/similarity/?hours=168',
    '/journalists/',
    `/journalists/${encodeURIComponent(journalists[0]!.name)}/`,
    '/topics/',
    '/media/',
    `/media/${article!.media}/`,
    '/stats/',
  ];
  return [
    ...paths.map((path) => ({ path, status: 200 })),
    { path: '/eve/999999999/', status: 404 },
    { path: '/nowhere/', status: 404 },
  ];
}
