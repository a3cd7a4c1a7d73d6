/**
 * Pages of the news service: what they weigh, and what they cost the API beside them.
 *
 * Limits: the API's p99 under 200 pages/s within twice its value without pages; a first view of at
 * most 120 KB compressed, scripts of at most 40 KB; 3 ms of the front's thread for a page that is
 * made anew; a page complete in Chromium within a second on a processor slowed four times. Pages are
 * asked for in turn, so most are remembered; the row "made anew" gives each a query of its own, so
 * that none is.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { Caller } from './caller.js';
import { median, round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { Prober } from './prober.js';
import { ask } from './raw-answer.js';

const END = '2026-03-31T16:00:00Z';
const PAGES = [
  '/',
  '/tags/',
  '/articles/',
  '/similarity/?hours=168',
  '/journalists/',
  '/media/',
  '/stats/',
];
const PAGES_PER_SECOND = 200;
const SECONDS = 8;
const API = '/api/v1/articles?limit=50';
/** Pages that are under way at once. */
const CALLERS = 16;
/** Without pages and with them in turns, of which the middle one counts. */
const TURNS = 3;
/** Requests by which the front's time for a page is measured. */
const FRONT_ROUNDS = 150;
const FRONT_MS_MAX = 3;
const CHROMIUM = '/usr/bin/chromium';
const SLOWED = 4;
/** Views of each page, of which the middle one counts. */
const VIEWS = 3;
const COMPLETE_MS_MAX = 1000;
const FIRST_VIEW_KB_MAX = 120;
const SCRIPT_KB_MAX = 40;

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const size = ['--days', '3', '--per-day', '2000', '--blogs', '10', '--end', END];
    runTagwire('generate', ...size, '--out', corpus);
    runTagwire('ingest', '--replay', '--data', data, corpus);
    const server = await Subject.tagwire(data, `frozen:${END}`);
    try {
      await measure(server);
    } finally {
      await server.stop();
    }
  });
}

async function measure(server: Subject): Promise<void> {
  await server.whole();
  const { url } = server.at('news', '/');
  const pages = [...PAGES, ...(await pagesAbout(url))];
  await weigh(url, pages);
  await timeFront(server.pid, url, pages);
  await timeChromium(url, pages);
  await besideApi(url, pages);
}

/** The API's times in a process of their own, so that callers of pages do not count. */
async function besideApi(url: string, pages: readonly string[]): Promise<void> {
  const prober = new Prober(new URL(API, url).href);
  const pageOf = (at: number): string => pages[at % pages.length]!;
  let made = 0;
  const anewOf = (at: number): string => {
    const path = pageOf(at);
    return `${path}${path.includes('?') ? '&' : '?'}n=${made++}`;
  };
  const rows: number[][] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const idleMs = await p99Of(prober, url, null);
    const besideMs = await p99Of(prober, url, pageOf);
    const anewMs = await p99Of(prober, url, anewOf);
    rows.push([idleMs, besideMs, anewMs, besideMs / idleMs]);
  }
  await prober.stop();
  table(
    `API p99 beside ${PAGES_PER_SECOND} pages/s, frozen clock, in turns`,
    ['', 'no pages, ms', 'pages in turn, ms', 'made anew, ms', 'times idle'],
    rows.map((row, at) => [at + 1, ...row.map((value) => round(value, 3))]),
  );
  verdict('API p99 beside pages, times idle', median(rows.map((row) => row[3]!)), 2, false);
}

/** Pages about one thing: the first event with its first tag and article, and an outlet. */
async function pagesAbout(url: string): Promise<string[]> {
  const { body } = await ask(new URL('/api/v1/events?limit=1', url).href, 'identity');
  const { events } = JSON.parse(body.toString()) as {
    events: { threadId: number; major: string[]; news: { id: number; media: string }[] }[];
  };
  const [{ threadId, major, news }] = events as [(typeof events)[0]];
  return [
    `/eve/${threadId}/`,
    `/tag/${encodeURIComponent(major[0]!)}/`,
    `/articles/${news[0]!.id}/`,
    `/media/${news[0]!.media}/`,
  ];
}

/** Compressed sizes of pages with what they load. */
async function weigh(url: string, pages: readonly string[]): Promise<void> {
  const rows: (string | number)[][] = [];
  let heaviest = 0;
  let scripts = 0;
  for (const path of pages) {
    const html = (await ask(new URL(path, url).href, 'identity')).body.toString();
    const files = new Set(
      [...html.matchAll(/(?:src|href|data-script|data-style)="(\/assets\/[^"]+)"/g)].map(
        ([, at]) => at!,
      ),
    );
    let loadedKb = 0;
    let scriptKb = 0;
    for (const file of files) {
      const { body } = await ask(new URL(file, url).href, 'identity');
      const kb = gzipSync(body).length / 1024;
      loadedKb += kb;
      if (file.endsWith('.js')) scriptKb += kb;
    }
    const pageKb = gzipSync(html).length / 1024;
    heaviest = Math.max(heaviest, pageKb + loadedKb);
    scripts = Math.max(scripts, scriptKb);
    rows.push([path, round(pageKb, 1), round(pageKb + loadedKb, 1), round(scriptKb, 1)]);
  }
  table('pages, gzip', ['', 'page KB', 'first view KB', 'scripts KB'], rows);
  verdict('first view, KB', heaviest, FIRST_VIEW_KB_MAX, false);
  verdict('scripts, KB', scripts, SCRIPT_KB_MAX, false);
}

/** What a page takes of the front's thread, with all that a request costs there. */
async function timeFront(pid: number, url: string, pages: readonly string[]): Promise<void> {
  const caller = await Caller.connect(url);
  const frontMsOf = async (pathOf: (at: number) => string): Promise<number> => {
    await caller.ask(pathOf(-1));
    caller.check();
    const before = frontMs(pid);
    for (let at = 0; at < FRONT_ROUNDS; at++) await caller.ask(pathOf(at));
    caller.check();
    return round((frontMs(pid) - before) / FRONT_ROUNDS, 2);
  };
  const rows: [string, number, number][] = [];
  for (const path of pages) {
    const more = path.includes('?') ? '&' : '?';
    const rememberedMs = await frontMsOf(() => path);
    rows.push([path, rememberedMs, await frontMsOf((at) => `${path}${more}n=${at}`)]);
  }
  caller.close();
  table("the front's time for a page, ms", ['', 'remembered', 'made anew'], rows);
  verdict('heaviest page, ms', Math.max(...rows.map(([, , ms]) => ms)), FRONT_MS_MAX, false);
}

/** Processor time of the main thread; NaN where the system does not tell. */
function frontMs(pid: number): number {
  const path = `/proc/${pid}/task/${pid}/schedstat`;
  if (!existsSync(path)) return Number.NaN;
  return Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6;
}

/** When a page is complete in a browser whose processor is slowed. */
async function timeChromium(url: string, pages: readonly string[]): Promise<void> {
  if (!existsSync(CHROMIUM)) return console.log(`no ${CHROMIUM}: a browser's time is not measured`);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const rows: [string, number, number][] = [];
  try {
    for (const path of pages) {
      const views: View[] = [];
      for (let at = 0; at < VIEWS; at++) views.push(await view(browser, new URL(path, url).href));
      const middle = (of: (view: View) => number): number => round(median(views.map(of)), 0);
      rows.push([path, middle(({ completeMs }) => completeMs), middle(({ workedMs }) => workedMs)]);
    }
  } finally {
    await browser.close();
  }
  table(
    `in Chromium, processor slowed ${SLOWED} times, ms`,
    ['', 'complete', 'its thread worked'],
    rows,
  );
  verdict('slowest page, ms', Math.max(...rows.map(([, ms]) => ms)), COMPLETE_MS_MAX, false);
}

/** Times of one view; what its thread worked is the same on a busy machine. */
interface View {
  completeMs: number;
  workedMs: number;
}

/** A first view: nothing is in the browser's cache. */
async function view(browser: Browser, address: string): Promise<View> {
  const tab = await browser.newPage();
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await tab.goto(address, { waitUntil: 'load' });
  const { metrics } = await session.send('Performance.getMetrics');
  const completeMs = await tab.evaluate<number>(
    "performance.getEntriesByType('navigation')[0].loadEventStart",
  );
  await tab.close();
  const workedS = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  return { completeMs, workedMs: workedS * 1000 };
}

/** p99 of the API while pages are asked for at a steady rate; null for none. */
async function p99Of(
  prober: Prober,
  url: string,
  pageOf: ((at: number) => string) | null,
): Promise<number> {
  await prober.stretch();
  if (pageOf === null) await sleep(SECONDS * 1000);
  else await askPages(url, pageOf);
  return (await prober.stretch()).p99Ms;
}

async function askPages(url: string, pageOf: (at: number) => string): Promise<void> {
  const callers = await Promise.all(Array.from({ length: CALLERS }, () => Caller.connect(url)));
  const startMs = performance.now();
  const endMs = startMs + SECONDS * 1000;
  let asked = 0;
  await Promise.all(
    callers.map(async (caller) => {
      while (performance.now() < endMs) {
        const at = asked++;
        const waitMs = startMs + (at * 1000) / PAGES_PER_SECOND - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        await caller.ask(pageOf(at));
        caller.check();
      }
      caller.close();
    }),
  );
}
