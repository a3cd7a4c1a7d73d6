/**
 * Crawls that are compared with the web that they crawled: what was published on a local web while a clock
 * moved, and what a server tells afterwards.
 *
 * Invariant: the crawler is a process of its own (crawl-child.ts), so that it can be restarted and killed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { DAY_MS, HOUR_MS, isoOf, ManualClock, MINUTE_MS } from '../../../src/kernel/clock.js';
import { startServer } from '../../serve/api/harness.js';
import { type ArticleSet, inventedSet } from './article-sets.js';
import { CrawlProcess } from './crawl-process.js';
import type { Faults } from './faults.js';
import { type LocalWeb, type PublishedArticle, startLocalWeb } from './local-web.js';
import { normalForm } from './normal-form.js';

const STEP_MS = 10 * MINUTE_MS;
/** While nothing new appears. */
const LONG_STEP_MS = HOUR_MS;
/** Articles of this time before the crawl are on the sites, too. */
export const BEFORE_MS = 2 * HOUR_MS;

/** An article as the service shows it. */
interface Served {
  id: number;
  media: string;
  url: string;
  title: string;
  publishedAt: string;
  publishedDatePrecision?: string;
  authors: string[];
  tags: string[];
}

interface Course {
  set: ArticleSet;
  fromMs: number;
  /** From then on nothing new appears; the end by default. */
  quietMs?: number;
  toMs: number;
  faults?: Faults;
  /** Whether there are two restarts and a kill. */
  isInterrupted: boolean;
}

/** When it is looked what is due. */
function instantsOf({ fromMs, toMs, quietMs = toMs }: Course): number[] {
  const instants: number[] = [];
  for (let atMs = fromMs; atMs <= toMs; atMs += atMs < quietMs ? STEP_MS : LONG_STEP_MS) {
    instants.push(atMs);
  }
  return instants;
}

/** Crawls a local web, and returns what is served afterwards. */
export async function crawlThrough(
  t: Test,
  course: Course,
): Promise<{ web: LocalWeb; served: Map<string, Served>; body(id: number): Promise<string> }> {
  const { set, fromMs, toMs, faults = {}, isInterrupted } = course;
  const data = mkdtempSync(join(tmpdir(), 'tagwire-local-web-'));
  const clock = new ManualClock(fromMs);
  const web = await startLocalWeb({ clock, sets: [set], faults });
  const sources = join(data, 'sources.toml');
  writeFileSync(sources, web.sourcesToml());
  const crawler = new CrawlProcess(data, sources);
  t.teardown(async () => {
    crawler.abandon();
    await web.close();
    rmSync(data, { recursive: true, force: true });
  });
  const instants = instantsOf(course);
  const [first, middle, last] = [1, 2, 3].map((part) => Math.floor((instants.length * part) / 4));
  for (const [step, atMs] of instants.entries()) {
    clock.set(atMs);
    if (isInterrupted && step === middle) await crawler.killedAt(atMs, 120);
    await crawler.at(atMs);
    if (isInterrupted && (step === first || step === last)) await crawler.stop();
  }
  await crawler.stop();
  const server = await startServer(t, { now: isoOf(toMs), flags: { data } });
  const served = new Map<string, Served>();
  const since = encodeURIComponent(isoOf(toMs - 30 * DAY_MS));
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await server.get(`/api/v1/articles?limit=100&since=${since}${next}`);
    const page = (await answer.json()) as { articles: Served[]; nextCursor: string | null };
    for (const article of page.articles) {
      t.notOk(served.has(article.url), `${article.url} is there once`);
      served.set(article.url, article);
    }
    cursor = page.nextCursor;
  }
  const body = async (id: number): Promise<string> => {
    const answer = await server.get(`/api/v1/articles/${id}/content`);
    const { content } = (await answer.json()) as { content: { body: string | null } };
    return content.body ?? '';
  };
  return { web, served, body };
}

/** What each address has shown, at each hour of a span. */
type Versions = Map<string, PublishedArticle[]>;

/** A silent change is found at the next look, which may be a day later: until then, what was is right. */
export function versionsOf(web: LocalWeb, fromMs: number, toMs: number): Versions {
  const versions: Versions = new Map();
  for (let atMs = toMs; atMs > fromMs; atMs -= HOUR_MS / 2) {
    for (const article of web.published(atMs)) {
      versions.set(article.url, [...(versions.get(article.url) ?? []), article]);
    }
  }
  return versions;
}

/** Compares what was published with what is served, kind by kind. */
export async function compare(
  t: Test,
  crawl: Awaited<ReturnType<typeof crawlThrough>>,
  published: readonly PublishedArticle[],
  versions: Versions = new Map(),
): Promise<void> {
  const misses: { [kind: string]: string[] } = {};
  const miss = (kind: string, what: string): void => {
    misses[kind] = [...(misses[kind] ?? []), what];
  };
  let compared = 0;
  for (const wanted of published) {
    if (wanted.kind !== 'news') continue;
    compared += 1;
    const article = crawl.served.get(wanted.url);
    if (article === undefined) {
      miss('missing', `${wanted.site} ${wanted.url}`);
      continue;
    }
    if (article.media !== wanted.site) miss('site', `${article.media} for ${wanted.site}`);
    const known = versions.get(wanted.url) ?? [wanted];
    if (!known.some(({ title }) => article.title === title)) {
      miss('title', `${article.title} for ${wanted.title}`);
    }
    if (!known.some((version) => isSameTime(article, version))) {
      miss(
        'time',
        `${article.publishedAt} for ${isoOf(wanted.publishedMs ?? 0)} ${wanted.precision}`,
      );
    }
    const body = normalForm(await crawl.body(article.id));
    if (!known.some((version) => normalForm(version.body) === body)) miss('body', wanted.url);
  }
  const share = (kind: string): number => (misses[kind]?.length ?? 0) / compared;
  const told = JSON.stringify(misses).slice(0, 2000);
  t.ok(compared > 50, `${compared} articles are compared`);
  t.same(misses.missing ?? [], [], 'nothing is missing');
  t.same(misses.site ?? [], [], 'everything stands at its own site');
  t.ok(share('title') <= 0.01 && share('time') <= 0.01, `titles and times are right: ${told}`);
  t.ok(share('body') <= 0.01, `bodies are equal: ${told}`);
}

function isSameTime(article: Served, wanted: PublishedArticle): boolean {
  if (wanted.publishedMs === null) return true;
  if (wanted.precision === 'second') return Date.parse(article.publishedAt) === wanted.publishedMs;
  const atMs = Date.parse(article.publishedAt);
  return atMs >= wanted.publishedMs && atMs < wanted.publishedMs + DAY_MS;
}

/** A press that is small, and busy enough. */
export function busySet(fromMs: number, endMs: number): ArticleSet {
  const days = (endMs - fromMs + BEFORE_MS) / DAY_MS;
  return inventedSet({ endMs, days, perDay: 240, blogs: 2 });
}
