/**
 * Pages of the news service: what they weigh, and what they cost the API beside them.
 *
 * Limits: the API's p99 under 200 pages/s within twice its value without pages; a first view of at
 * most 120 KB compressed, scripts of at most 40 KB. Pages are asked for in turn, so most are
 * remembered; the row "made anew" gives each a query of its own, so that none is.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Caller } from './caller.js';
import { ask, round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';

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
/** One caller beside the pages, at a rate that leaves the front idle. */
const API_PAUSE_MS = 2;
const FIRST_VIEW_KB_MAX = 120;
const SCRIPT_KB_MAX = 40;

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const size = ['--days', '4', '--per-day', '4000', '--blogs', '10', '--end', END];
    runTagwire('generate', ...size, '--out', corpus);
    runTagwire('ingest', '--replay', '--data', data, corpus);
    const server = await Subject.tagwire(data, `frozen:${END}`);
    const { url } = server.at('news', '/');
    await weigh(url);
    const idleMs = await p99Of(url, null);
    const besideMs = await p99Of(url, (at) => PAGES[at % PAGES.length]!);
    const anewMs = await p99Of(url, (at) => {
      const path = PAGES[at % PAGES.length]!;
      return `${path}${path.includes('?') ? '&' : '?'}n=${at}`;
    });
    await server.stop();
    table(
      `API p99 beside ${PAGES_PER_SECOND} pages/s, frozen clock`,
      ['', 'p99 ms'],
      [
        ['no pages', round(idleMs, 3)],
        ['pages in turn', round(besideMs, 3)],
        ['pages made anew', round(anewMs, 3)],
      ],
    );
    verdict('API p99 beside pages, times idle', besideMs / idleMs, 2, false);
  });
}

/** Compressed sizes of pages with what they load. */
async function weigh(url: string): Promise<void> {
  const rows: (string | number)[][] = [];
  let heaviest = 0;
  let scripts = 0;
  for (const path of [...PAGES, '/tag/%E5%8F%B0%E7%81%A3/']) {
    const html = (await ask(new URL(path, url).href, 'identity')).body.toString();
    const files = new Set(
      [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, at]) => at!),
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

/** p99 of the API while pages are asked for at a steady rate; null for none. */
async function p99Of(url: string, pageOf: ((at: number) => string) | null): Promise<number> {
  const api = await Caller.connect(url);
  const pages =
    pageOf === null ? [] : await Promise.all(Array.from({ length: 16 }, () => Caller.connect(url)));
  const endMs = performance.now() + SECONDS * 1000;
  let asked = 0;
  const startMs = performance.now();
  const loads = pages.map(async (caller) => {
    while (performance.now() < endMs) {
      const at = asked++;
      const dueMs = startMs + (at * 1000) / PAGES_PER_SECOND;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      await caller.ask(pageOf!(at));
    }
  });
  const tookMs: number[] = [];
  while (performance.now() < endMs) {
    tookMs.push(await api.ask(API));
    await sleep(API_PAUSE_MS);
  }
  await Promise.all(loads);
  for (const caller of [api, ...pages]) caller.close();
  tookMs.sort((a, b) => a - b);
  return tookMs[Math.floor(tookMs.length * 0.99)]!;
}
