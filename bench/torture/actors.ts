/**
 * Threads of a serving process die, run out of memory and loop for ever, while records come in and
 * callers ask. A second server holds the same records and is left alone: both must say the same.
 */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { type App, serve } from '../../src/app/app.js';
import type { ThreadSettings } from '../../src/app/paths.js';
import { ManualClock } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { messageOf } from '../../src/kernel/errors.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { fillStore } from '../../test/app/filled-store.js';
import type { Fault, Outcome, Run } from './fault.js';

const NOW = '2024-05-10T00:00:00.000Z';
const WORLD = { seed: 5, days: 3, endMs: Date.parse(NOW), media: 6, perDay: 40, blogs: 5 };
const FAULTS = ['throw', 'exit', 'memory', 'loop'] as const;
/** Loops are found after this time, in a test sooner; the service's own limit is many times that. */
const SILENT_MS = { usual: 4000, test: 2000 };
/** What an answer may be late, beyond what a restart takes. */
const STALE_MS_MAX = 2000;
/** Runs of fewer rounds are tests, beside which other things run: only figures come of times there. */
const TIMED_ROUNDS_MIN = 100;
/** Heap of a thread, in megabytes: enough for this store, and soon full. */
const HEAP_MB = 128;
const SENDS_MAX = 50;

const NEWS = [
  ...['articles?limit=50', 'articles?q=a', 'media', 'categories', 'ranking', 'events'],
  ...['events/threads', 'topics', 'similarity', 'similarity/evidence', 'similarity/daily'],
  ...['journalists', 'media-stats'],
];
const BLOG = ['blogs', 'articles', 'topics', 'relations'];

interface Served {
  app: App;
  clock: ManualClock;
}

async function served(data: string, threads: ThreadSettings = {}): Promise<Served> {
  const ports = { newsPort: '0', blogPort: '0', adminPort: '0' };
  const limits = { rateLimitNews: '9999999', rateLimitBlogAnonymous: '9999999' };
  const config = resolveConfig({ flags: { data, ...ports, ...limits }, environment: {}, file: {} });
  const clock = new ManualClock(Date.parse(NOW));
  const app = await serve({ config, logger: silentLogger, clock: () => clock, threads });
  await app.pipeline.rebuilt();
  await app.pipeline.settle();
  return { app, clock };
}

function urlsOf({ newsUrl, blogUrl }: App): string[] {
  return [
    ...NEWS.map((path) => `${newsUrl}/api/v1/${path}`),
    ...BLOG.map((path) => `${blogUrl}/api/v1/${path}`),
  ];
}

async function answersOf(app: App): Promise<string[]> {
  return Promise.all(
    urlsOf(app).map(async (url) => {
      const response = await fetch(url);
      const body = await response.text();
      return `${response.status} ${body.replaceAll(app.newsUrl, '').replaceAll(app.blogUrl, '')}`;
    }),
  );
}

/** Lines of a round: an article and a post, so that every index has something to fold. */
function linesOf(round: number): string {
  const publishedAt = new Date(Date.parse(NOW) - 60_000 * (round % 50)).toISOString();
  const text = `round ${round} `.repeat(30);
  const common = { title: `round ${round}`, publishedAt, observedAt: NOW, body: text };
  const media = { kind: 'media', media: 'torture', title: 'Torture', categories: ['news'] };
  const article = { kind: 'news', media: 'torture', url: `https://t.example/${round}`, ...common };
  const blog = { kind: 'blog', slug: 'torture', name: 'T', sourceUrl: 'https://b.example/' };
  const post = { kind: 'post', blog: 'torture', url: `https://b.example/${round}`, ...common };
  const tagged = { ...article, tags: ['甲市', `標籤${round % 7}`], authors: ['記者陳大文'] };
  return [media, tagged, blog, post].map((line) => JSON.stringify(line)).join('\n');
}

/** Sends lines until they are acknowledged; returns how often that took more than once. */
async function send({ app, clock }: Served, lines: string): Promise<number> {
  for (let resent = 0; ; resent++) {
    try {
      const bytes = new TextEncoder().encode(`${lines}\n`);
      await app.pipeline.ingest([bytes], false, clock.nowMs());
      return resent;
    } catch (error) {
      if (resent >= SENDS_MAX) throw error;
      await sleep(50);
    }
  }
}

/** Asks one thing after the other until told to stop; statuses that are errors. */
async function callers(app: App, isOver: () => boolean): Promise<{ asked: number; bad: string[] }> {
  const bad: string[] = [];
  const urls = urlsOf(app);
  let asked = 0;
  for (; !isOver(); asked++) {
    const url = urls[asked % urls.length]!;
    try {
      const response = await fetch(url);
      const body = await response.text();
      if (response.status >= 500) bad.push(`${url}: ${response.status} ${body.slice(0, 200)}`);
    } catch (error) {
      bad.push(`${url}: ${messageOf(error)}`);
    }
    await sleep(5);
  }
  return { asked, bad };
}

/** Watches when a thread of an index died and when the next one was there. */
async function restartMs(app: App, index: string, isOver: () => boolean): Promise<number> {
  const before = app.pipeline.actorFigures[index]?.crashes ?? 0;
  let diedMs = 0;
  let lastedMs = 0;
  while (!isOver()) {
    const now = app.pipeline.actorFigures[index];
    if (diedMs === 0 && now !== undefined && now.crashes > before) diedMs = performance.now();
    if (diedMs > 0 && lastedMs === 0 && now?.isThere) lastedMs = performance.now() - diedMs;
    await sleep(5);
  }
  return lastedMs;
}

async function run({ rounds, dice, folder, progress }: Run): Promise<Outcome> {
  setFlagsFromString(`--max-old-space-size=${HEAP_MB}`);
  const [own, other, orders] = ['own', 'other', 'orders'].map((name) => join(folder, name));
  mkdirSync(orders!);
  await fillStore(own!, WORLD);
  cpSync(own!, other!, { recursive: true });
  process.env.TAGWIRE_TORTURE_ORDERS = orders;
  const silentMsMax = rounds >= TIMED_ROUNDS_MIN ? SILENT_MS.usual : SILENT_MS.test;
  const worker = fileURLToPath(new URL('./actors-child.js', import.meta.url));
  const broken = await served(own!, { workerPath: () => worker, silentMsMax });
  const twin = await served(other!);
  const violations: string[] = [];
  const figures: Record<string, number> = { answers: 0, resent: 0, longestStaleMs: 0 };
  for (const fault of FAULTS) figures[fault] = 0;
  const targets = [...Object.keys(broken.app.pipeline.indices), 'log'];
  try {
    for (let round = 0; round < rounds; round++) {
      const target = round === 0 ? 'log' : targets[dice(targets.length)]!;
      // The log's own limit is a minute, too long for a round: it only throws and ends here.
      const count = target === 'log' ? 2 : FAULTS.length;
      // A short run has each of them once, where the log is not in the way.
      const fault = FAULTS[round < count ? round : dice(count)]!;
      const what = `round ${round}, ${target} ${fault}`;
      const lines = linesOf(round);
      writeFileSync(join(orders!, target), fault);
      let isOver = false;
      const asking = callers(broken.app, () => isOver);
      const restarting = restartMs(broken.app, target, () => isOver);
      const fromMs = performance.now();
      figures.resent! += await send(broken, lines);
      await broken.app.pipeline.settle();
      const lastedMs = performance.now() - fromMs;
      await sleep(20);
      isOver = true;
      const { asked, bad } = await asking;
      const found = fault === 'loop' ? silentMsMax : 0;
      const staleMs = Math.max(0, lastedMs - (await restarting) - found);
      figures[fault]! += 1;
      figures.answers! += asked;
      figures.longestStaleMs = Math.max(figures.longestStaleMs!, Math.round(staleMs));
      violations.push(...bad.map((one) => `${what}: ${one}`));
      if (rounds >= TIMED_ROUNDS_MIN && staleMs > STALE_MS_MAX) {
        violations.push(`${what}: ${Math.round(staleMs)} ms behind, beyond its restart`);
      }
      if (existsSync(join(orders!, target))) violations.push(`${what}: nothing was broken`);
      await send(twin, lines);
      await twin.app.pipeline.settle();
      const [ours, theirs] = [await answersOf(broken.app), await answersOf(twin.app)];
      ours.forEach((answer, at) => {
        if (answer === theirs[at]) return;
        violations.push(`${what}: ${[...NEWS, ...BLOG][at]} differs from the twin's`);
      });
      progress(`${round + 1} rounds, ${violations.length} violations`);
    }
  } finally {
    delete process.env.TAGWIRE_TORTURE_ORDERS;
    await broken.app.close();
    await twin.app.close();
  }
  return { rounds, violations, figures };
}

export const fault: Fault = {
  promise:
    'threads that throw, exit, run out of memory or loop for ever cost no answer and no record, and are caught up',
  rounds: 1000,
  run,
};
