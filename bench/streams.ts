/**
 * What programs that stay in step meet: a copy of everything from `/api/v1/changes` beside gzip alone
 * over the same bytes, a day's dump, idle streams, and a thousand streams that each article reaches.
 *
 * Limits: changes from the beginning at 50,000 items/s, or 60% of gzip's rate; a dump of 10,000 articles
 * in 1 s; 10,000 idle streams in 200 MB; an article at 1,000 streams within 50 ms of its
 * acknowledgement; p99 of a list meanwhile within twice its idle value. Matching is `bench match`.
 * `TAGWIRE_BENCH_DAYS` asks for another number of days of 10,000 articles.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  median,
  round,
  runScript,
  runTagwire,
  Subject,
  table,
  verdict,
  withFolder,
} from './lab.js';
import { ask } from './raw-answer.js';
import { measureActive, measureIdle } from './stream-crowds.js';

const DAYS = Number(process.env.TAGWIRE_BENCH_DAYS ?? 3);
const PER_DAY = 10_000;
const END = '2026-03-31T16:00:00Z';
const LAST_DAY = '2026-03-31';
const ITEMS_PER_SECOND_MIN = 50_000;
const GZIP_SHARE_MIN = 0.6;
const DUMP_MS_MAX = 1000;
const ROUNDS = 3;
/** Until the garbage of opening is gone. */
const SETTLE_MS = 3000;
const LOOK_MS = 200;

/** Reads all changes; what that took, and the pages. */
async function walk(url: string): Promise<{ seconds: number; pages: Buffer[] }> {
  const pages: Buffer[] = [];
  let token = '';
  const startMs = performance.now();
  for (let caughtUp = false; !caughtUp; ) {
    const since = token === '' ? '' : `&since=${token}`;
    const response = await fetch(`${url}/api/v1/changes?limit=2000${since}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    pages.push(bytes);
    // The end of a page names its token: a program that keeps bytes need not parse all of them.
    const end = bytes.subarray(bytes.lastIndexOf('"nextToken"')).toString();
    token = /"nextToken":"([^"]+)"/.exec(end)![1]!;
    caughtUp = end.includes('"caughtUp":true');
  }
  return { seconds: (performance.now() - startMs) / 1000, pages };
}

function itemsOf(pages: readonly Buffer[]): number {
  const countOf = (page: Buffer) => (JSON.parse(page.toString()) as { changes: [] }).changes.length;
  return pages.reduce((sum, page) => sum + countOf(page), 0);
}

function gzipSeconds(pages: readonly Buffer[]): number {
  const startMs = performance.now();
  for (const page of pages) gzipSync(page);
  return (performance.now() - startMs) / 1000;
}

/**
 * As `fetch` asks for them: compressed by the server, decompressed here, and gzip alone on what came out.
 * Both take their time beside what else the machine does; the server's own processor time does not.
 */
async function measureChanges(server: Subject): Promise<void> {
  const rows: number[][] = [];
  for (let at = 0; at < ROUNDS; at++) {
    const cpuSeconds = server.cpuSeconds();
    const { seconds, pages } = await walk(new URL(server.url).origin);
    const serverSeconds = server.cpuSeconds() - cpuSeconds;
    const gzip = gzipSeconds(pages);
    const items = itemsOf(pages);
    const figures = [round(items / seconds, 0), round(items / gzip, 0), round(gzip / seconds)];
    rows.push([items, ...figures, round((1e6 * serverSeconds) / items, 1)]);
  }
  const cpu = 'µs of the server’s processors each';
  const head = ['changes', 'items/s', 'gzip alone, items/s', 'share of gzip', cpu];
  table('everything from the beginning, page by page', head, rows);
  const rates = median(rows.map(([, rate]) => rate!));
  const shares = median(rows.map(([, , , share]) => share!));
  if (rates >= ITEMS_PER_SECOND_MIN) verdict('items/s', rates, ITEMS_PER_SECOND_MIN, true);
  else verdict('share of gzip', shares, GZIP_SHARE_MIN, true);
}

async function measureDumps(url: string): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const format of ['ndjson.gz', 'parquet']) {
    const times: number[] = [];
    let byteLength = 0;
    for (let at = 0; at < ROUNDS; at++) {
      const startMs = performance.now();
      const { body } = await ask(`${url}/api/v1/dumps/articles/${LAST_DAY}.${format}`, 'identity');
      times.push(performance.now() - startMs);
      byteLength = body.length;
    }
    rows.push([format, byteLength, ...times.map((ms) => round(ms, 0)), median(times)]);
  }
  const head = ['', 'bytes', ...Array.from({ length: ROUNDS }, (_, at) => `ms, ${at + 1}`)];
  const cells = rows.map((row) => row.slice(0, -1));
  table(`a day's dump of ${PER_DAY} articles`, head, cells);
  verdict('ms of a dump', Math.max(...rows.map((row) => Number(row.at(-1)))), DUMP_MS_MAX, false);
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const clock = `frozen:${END}`;
    runScript('news-corpus', corpus, String(DAYS * PER_DAY), String(DAYS), END);
    runTagwire('ingest', corpus, '--data', data, '--clock', clock);
    const environment = { TAGWIRE_STREAMS_PER_ADDRESS: '10000' };
    const server = await Subject.tagwire(data, clock, null, 'auto', environment);
    try {
      // What else the threads read at first would be measured, too.
      const ready = server.at('admin', '/readyz').url;
      while (!(await (await fetch(ready)).text()).startsWith('ready\n')) await sleep(LOOK_MS);
      await sleep(SETTLE_MS);
      const { origin } = new URL(server.url);
      await measureChanges(server);
      await measureDumps(origin);
      await measureActive(server, data, Date.parse(END));
    } finally {
      await server.stop();
    }
    await measureIdle(folder, clock);
  });
}
