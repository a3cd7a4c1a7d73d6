import '../../engine/actor/threads-here.js';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import type { App } from '../../../src/app/app.js';
import { clearDemo, DemoWorld, isFormerDemo, openDemo } from '../../../src/app/cli/demo-world.js';
import type { IngestSink } from '../../../src/app/ingest/ingest-socket.js';
import { openStore } from '../../../src/app/open-store.js';
import { clockFrom, DAY_MS, HOUR_MS, systemClock } from '../../../src/kernel/clock.js';
import { type Config, resolveConfig } from '../../../src/kernel/config.js';
import { createLogger } from '../../../src/kernel/logger.js';
import { ask } from '../../crawler/local-web/ask.js';
import { folderFor, threadsHere } from './run-command.js';

/** It ends on a morning: of a night little is written, which would make the time of day count. */
const END_MS = Math.floor((systemClock.nowMs() - 2 * HOUR_MS) / DAY_MS) * DAY_MS + 2 * HOUR_MS;
const WORLD = { seed: 11, days: 1, media: 6, perDay: 240, blogs: 5, endMs: END_MS } as const;
/** Apart from the ports of other tests of the demo. */
const FROM_PORT = 21_000;
const LATER_MS = 3 * HOUR_MS;
// Waiting takes most of the time: a demo is opened four times.
t.setTimeout(280_000);
const logger = createLogger({ logLevel: 'silent' }, 'test');
const main = fileURLToPath(new URL('../../../src/app/cli/main.js', import.meta.url));

/** What the first test fills, and a copy of it from before it is served. */
const spare = folderFor(t);

type Line = Record<string, unknown> & { kind: string; url: string };
interface Listed {
  id: number;
  media: string;
  title: string;
  url: string;
}

function configFor(data: string): Config {
  const ports = { newsPort: 0, blogPort: 0, adminPort: 0 };
  const flags = { data, ...ports, rateLimitNews: 100_000, logLevel: 'silent' };
  return resolveConfig({ flags, environment: {}, file: {} });
}

type Registered = Awaited<ReturnType<IngestSink['registry']>>['items'];

/** What the crawler leaves as the catalog has it. */
function catalogOf(items: Registered): object[] {
  return items.map(({ record }) => {
    if (record.kind !== 'media') return {};
    const { media, title, camp, categories, sourceKind, country, countryCode } = record;
    const { homepage, aliases, syndicated, enabled, external, collectingSinceMs } = record;
    return {
      ...{ media, title, camp, categories, sourceKind, country, countryCode },
      ...{ homepage, aliases, syndicated, enabled, external, collectingSinceMs },
      portal: record.portal,
    };
  });
}

async function filled(
  data: string,
): Promise<{ world: DemoWorld; config: Config; catalog: object[] }> {
  const config = configFor(data);
  const world = await DemoWorld.open(data, WORLD, FROM_PORT);
  const sink = await openStore(config, logger);
  await world.fillRecent(sink, () => undefined);
  await world.fillOlder(sink, () => undefined);
  const { items } = await sink.registry('media', '');
  await sink.close();
  return { world, config, catalog: catalogOf(items) };
}

/** Waits until every channel has been polled in this run and nothing is left to do. */
async function crawled(app: App, sinceMs: number): Promise<void> {
  for (;;) {
    const { channels, figures } = await app.crawl!.status();
    const isPolled = channels.every(({ lastPolledMs }) => (lastPolledMs ?? 0) >= sinceMs);
    if (isPolled && figures.active === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function json<T>(url: string): Promise<T> {
  return JSON.parse((await ask(url)).bytes.toString()) as T;
}

/** Everything that the news service lists. */
async function listed(app: App): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const place: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const url = `${app.newsUrl}/api/v1/articles?hours=48&limit=200${place}`;
    const page = await json<{ articles: Listed[]; nextCursor: string | null }>(url);
    all.push(...page.articles);
    cursor = page.nextCursor;
  }
  return all;
}

async function textOf(app: App, { id }: Listed): Promise<string | null> {
  const url = `${app.newsUrl}/api/v1/articles/${id}/content`;
  return (await json<{ content: { body: string | null } }>(url)).content.body;
}

/** What the world says in a span, as lines with the addresses of this machine. */
function saidBy({ world, addresses }: DemoWorld, fromMs: number, toMs: number): Line[] {
  return [...world.span(fromMs, toMs)].map((line) => JSON.parse(addresses.localLine(line)) as Line);
}

/** Addresses of all posts: there are fewer than a page holds. */
async function postsOf(app: App): Promise<string[]> {
  const url = `${app.blogUrl}/api/v1/articles?limit=100`;
  return (await json<{ items: { url: string }[] }>(url)).items.map((item) => item.url);
}

function plain(text: unknown): string {
  return String(text).replace(/\s+/g, '');
}

t.test('the demo crawls its sites, through a restart, and knows the past again', async (t) => {
  const data = join(spare, 'filled');
  const { world, config, catalog } = await filled(data);
  cpSync(data, join(spare, 'copy'), { recursive: true });
  const first = await openDemo(world, config, logger);
  t.teardown(() => first.close());
  const endMs = first.pipeline.lastTickMs!;
  const said = saidBy(world, endMs - WORLD.days * 24 * HOUR_MS, endMs);
  const past = said.filter(({ kind }) => kind === 'news');
  const pastPosts = said.filter(({ kind }) => kind === 'post').map(({ url }) => url);
  await crawled(first, endMs);

  const before = await listed(first);
  const urls = new Set(before.map(({ url }) => url));
  t.equal(urls.size, before.length, 'no article is there twice');
  for (const { url } of past) t.ok(urls.has(url), `${url} is there`);
  const texts = new Map(past.map(({ url, body }) => [url, body]));
  const told = before.find(({ url }) => typeof texts.get(url) === 'string') as Listed;
  t.equal(plain(await textOf(first, told)), plain(texts.get(told.url)));
  t.same(catalogOf((await first.pipeline.registry('media', '')).items), catalog);
  const posts = await postsOf(first);
  t.equal(new Set(posts).size, posts.length, 'no post is there twice');
  t.ok(posts.length >= pastPosts.length && pastPosts.every((url) => posts.includes(url)));
  const { firstUrl } = world.addresses;
  t.equal((await ask(firstUrl)).status, 200);
  await first.close();
  await t.rejects(ask(firstUrl), 'the sites close with the demo');

  const second = await openDemo(world, config, logger, {
    clock: (lastTickMs) => clockFrom(lastTickMs! + LATER_MS),
  });
  t.teardown(() => second.close());
  await crawled(second, endMs + LATER_MS);
  let after = await listed(second);
  t.equal(new Set(after.map(({ url }) => url)).size, after.length, 'nothing is there twice');
  for (const { id, url } of before) {
    t.ok(
      after.some((one) => one.id === id && one.url === url),
      `${url} is what it was`,
    );
  }
  // What came out long before the past's end may be behind the end of its site's feed by now.
  const later = saidBy(world, endMs, endMs + LATER_MS - HOUR_MS).filter(
    ({ kind, url, body, publishedAt }) =>
      kind === 'news' &&
      String(body ?? '').length > 300 &&
      !urls.has(url) &&
      Date.parse(String(publishedAt)) > endMs - HOUR_MS,
  );
  t.ok(later.length > 5, `the world goes on: ${later.length} articles`);
  const isTold = async ({ url, body }: Line): Promise<boolean> => {
    const found = after.find((one) => one.url === url);
    const told = found === undefined ? null : await textOf(second, found);
    return told !== null && plain(told).includes(plain(body).slice(-100));
  };
  // A page that could not be fetched at once has its source rest for half a minute, or twice that.
  let missing = later;
  for (let tries = 0; tries < 100 && missing.length > 0; tries++) {
    after = await listed(second);
    const isThere = await Promise.all(missing.map(isTold));
    missing = missing.filter((_, at) => !isThere[at]);
    if (missing.length > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  for (const { url } of later) {
    t.notOk(
      missing.some((one) => one.url === url),
      `${url} is there, with its text`,
    );
  }
});

/** Reads what a demo says about itself, up to the address of its sites. */
async function siteOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const found = /^sites\s+(\S+)/.exec(line);
    if (found !== null) return String(found[1]);
  }
  throw new Error('the demo ended');
}

t.test('signals end a demo with its sites and its crawler', async (t) => {
  const data = join(spare, 'copy');
  const ports = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0'];
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const args = [...threadsHere, main, 'demo', '--data', data, ...ports, '--log-level', 'silent'];
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH } });
    const closed = once(child, 'close');
    const url = await siteOf(child);
    t.equal((await ask(url)).status, 200);
    child.kill(signal);
    t.strictSame(await closed, [0, null], signal);
    await t.rejects(ask(url));
  }
  t.ok(existsSync(join(data, 'sources.toml')));
});

t.test('a demo without sites is known, and gives way', async (t) => {
  const data = folderFor(t);
  t.notOk(isFormerDemo(data), 'an empty folder is none');
  mkdirSync(join(data, 'log'));
  writeFileSync(join(data, 'demo.json'), JSON.stringify({ options: WORLD, isFilled: true }));
  t.ok(isFormerDemo(data));
  clearDemo(data);
  t.same(readdirSync(data), []);
  const world = await DemoWorld.open(data, WORLD, FROM_PORT);
  t.notOk(world.isFilled);
  t.notOk(isFormerDemo(data));
  const again = await DemoWorld.open(data, WORLD, FROM_PORT + 1000);
  t.same([...again.addresses.ports], [...world.addresses.ports], 'a world keeps its ports');
});
