/**
 * What does crawling cost, and does anybody else notice?
 *
 * Sites are invented and lie on loopback, a host each. Limits: 200 unchanged polls a second, 100
 * changed feeds of 30 items a second (read, told apart, sent to the log), 25 article pages a second
 * for each thread that reads them, beside Readability alone on the same page; 10,000 sources that wait
 * in 100 MB; a source that hangs delays another by a second at most; the API's p99 while its own
 * crawler works as fast as it can, beside its idle value.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { createExtractPool } from '../src/app/crawling/crawl-tools.js';
import { Crawler } from '../src/crawler/crawler.js';
import { createWebFetcher } from '../src/crawler/fetch/polite-fetcher.js';
import { IconFolder } from '../src/crawler/icon-folder.js';
import type { RecordSink } from '../src/crawler/parts.js';
import { PoolExtractor } from '../src/crawler/pool-extractor.js';
import type { IngestRecord } from '../src/crawler/records/article-records.js';
import { readSources } from '../src/crawler/sources/read-sources.js';
import { CrawlStore } from '../src/crawler/state/crawl-store.js';
import { checkSelector } from '../src/documents/list.js';
import { ManualClock } from '../src/kernel/clock.js';
import { silentLogger } from '../src/kernel/logger.js';
import { freePort, round, Subject, serverScript, table, verdict, withFolder } from './lab.js';
import { Prober } from './prober.js';

const THREADS = 1;

/** Counts what it is sent. */
class CountingSink implements RecordSink {
  records = 0;
  items = 0;
  async send(records: readonly IngestRecord[]) {
    this.records += records.length;
    this.items += records.filter(({ kind }) => kind === 'news').length;
    return { rejects: [] };
  }
  async registered() {
    return [];
  }
}

/** Host of the site with a number: 127.0.1.1 and on. */
function hostOf(number: number): string {
  return `127.${1 + Math.floor(number / 62_500)}.${1 + (Math.floor(number / 250) % 250)}.${1 + (number % 250)}`;
}

function sourcesOf(count: number, port: number, path: string, content: string): string {
  return Array.from(
    { length: count },
    (_, at) =>
      `[[media]]\ncode = "s${at}"\ntitle = "Site ${at}"\n[[media.feed]]\nurl = "http://${hostOf(at)}:${port}${path}"\ncontent = "${content}"\n`,
  ).join('\n');
}

interface Bench {
  crawler: Crawler;
  sink: CountingSink;
  clock: ManualClock;
  close(): Promise<void>;
}

async function benchOf(folder: string, toml: string): Promise<Bench> {
  const clock = new ManualClock(Date.now());
  const pool = createExtractPool(THREADS);
  const sink = new CountingSink();
  const settings = { allow: ['127.0.0.0/8'], userAgent: 'TagwireBench/1', hostGapMs: 1 };
  mkdirSync(folder, { recursive: true });
  const crawler = new Crawler({
    ...{ clock, sink, logger: silentLogger, callbackUrl: null },
    store: await CrawlStore.open(folder, silentLogger),
    fetcher: createWebFetcher(settings, clock, silentLogger),
    extractor: new PoolExtractor(pool),
    icons: new IconFolder(join(folder, 'icons')),
  });
  const file = readSources(toml, checkSelector);
  if (file.faults.length > 0) throw new Error(JSON.stringify(file.faults[0]));
  await crawler.use(file);
  const close = async (): Promise<void> => {
    await crawler.close();
    await pool.close();
  };
  return { crawler, sink, clock, close };
}

/** Seconds that it takes to do everything that is due. */
async function timed(bench: Bench): Promise<number> {
  const startMs = performance.now();
  await bench.crawler.runDue();
  return (performance.now() - startMs) / 1000;
}

async function polls(folder: string, port: number): Promise<void> {
  const same = await benchOf(join(folder, 'same'), sourcesOf(1000, port, '/same', 'none'));
  await timed(same);
  same.crawler.pollNow();
  const sameSeconds = await timed(same);
  await same.close();
  const fresh = await benchOf(
    join(folder, 'fresh'),
    sourcesOf(300, port, '/fresh?items=30', 'feed'),
  );
  await timed(fresh);
  fresh.crawler.pollNow();
  fresh.sink.items = 0;
  const freshSeconds = await timed(fresh);
  await fresh.close();
  table(
    'Polls in one thread',
    ['', 'polls/s', 'items/s'],
    [
      ['unchanged (304)', Math.round(1000 / sameSeconds), 0],
      [
        'changed, 30 items each',
        Math.round(300 / freshSeconds),
        Math.round(fresh.sink.items / freshSeconds),
      ],
    ],
  );
  verdict('unchanged polls/s', 1000 / sameSeconds, 200, true);
  verdict('changed feeds/s', 300 / freshSeconds, 100, true);
}

async function pages(folder: string, port: number): Promise<void> {
  const bench = await benchOf(
    join(folder, 'pages'),
    sourcesOf(10, port, '/pages?items=20', 'page'),
  );
  const seconds = await timed(bench);
  const count = bench.sink.items;
  await bench.close();
  const html = await (await fetch(`http://127.0.0.1:${port}/page/7`)).text();
  const startMs = performance.now();
  let alone = 0;
  while (performance.now() - startMs < 5000) {
    const { document } = parseHTML(html);
    new Readability(document as never).parse();
    alone += 1;
  }
  const aloneRate = alone / ((performance.now() - startMs) / 1000);
  const rate = count / seconds;
  table(
    `Article pages of ${Math.round(html.length / 1000)} KB`,
    ['', 'pages/s'],
    [
      [`crawled: fetched, read on ${THREADS} thread, sent`, round(rate)],
      ['Readability alone', round(aloneRate)],
    ],
  );
  verdict('pages/s for each thread', rate / THREADS, 25, true);
  console.log(`  ${round(rate / aloneRate)} of Readability alone`);
}

async function waiting(folder: string, port: number): Promise<void> {
  const toml = sourcesOf(10_000, port, '/same', 'page');
  globalThis.gc?.();
  const before = process.memoryUsage();
  const bench = await benchOf(join(folder, 'waiting'), toml);
  // One look at each, so that all of them have a state.
  await timed(bench);
  globalThis.gc?.();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.external - before.heapUsed - before.external;
  console.log(
    `\n10,000 sources that wait: ${round(bytes / 1e6)} MB of heap and buffers, ${round((after.rss - before.rss) / 1e6)} MB of the process`,
  );
  verdict('MB for 10,000 sources', bytes / 1e6, 100, false);
  await bench.close();
}

async function hung(folder: string, port: number): Promise<void> {
  const others = sourcesOf(20, port, '/same', 'none');
  const bad = Array.from(
    { length: 5 },
    (_, at) =>
      `[[media]]\ncode = "h${at}"\ntitle = "Hung ${at}"\nfeed = "http://${hostOf(900 + at)}:${port}/hung"\n`,
  );
  const bench = await benchOf(join(folder, 'hung'), [...bad, others].join('\n'));
  const startMs = performance.now();
  const done = bench.crawler.runDue();
  while (bench.sink.items < 20) await sleep(5);
  const delayMs = performance.now() - startMs;
  console.log(`\n20 sources beside 5 that hang: all read after ${Math.round(delayMs)} ms`);
  verdict('ms of delay', delayMs, 1000, false);
  await bench.close();
  await done;
}

async function front(folder: string, port: number): Promise<void> {
  const data = join(folder, 'front');
  mkdirSync(data, { recursive: true });
  const all = `${sourcesOf(400, port, '/fresh?items=30', 'feed')}\n`.replaceAll(
    'content = "feed"',
    'content = "feed"\nevery = "10s"',
  );
  writeFileSync(join(data, 'sources.toml'), all);
  const environment = {
    TAGWIRE_CRAWL: 'true',
    TAGWIRE_CRAWL_ALLOW: '127.0.0.0/8',
    TAGWIRE_CRAWL_GAP_MS: '1',
  };
  const idleServer = await Subject.tagwire(join(folder, 'idle'), 'system', null);
  const idleProber = new Prober(idleServer.url);
  await sleep(2000);
  await idleProber.stretch();
  await sleep(5000);
  const idle = await idleProber.stretch();
  await idleProber.stop();
  await idleServer.stop();
  const server = await Subject.tagwire(data, 'system', null, 'auto', environment);
  const prober = new Prober(server.url);
  await sleep(3000);
  await prober.stretch();
  const before = await crawled(server);
  await sleep(10_000);
  const busy = await prober.stretch();
  const after = await crawled(server);
  await prober.stop();
  await server.stop();
  table(
    'A caller, ms',
    ['', 'p50', 'p99', 'longest', 'answers', 'failed'],
    [
      ['idle server', ...idle.figures],
      ['while it crawls at full speed', ...busy.figures],
    ],
  );
  console.log(
    `  ${Math.round((after - before) / 10)} items stored a second meanwhile; p99 ${round(busy.p99Ms / idle.p99Ms)} times idle`,
  );
}

async function crawled(server: Subject): Promise<number> {
  const text = await (await fetch(server.at('admin', '/metrics').url)).text();
  return Number(/^tagwire_log_sequence (\d+)/m.exec(text)?.[1] ?? 0);
}

export async function run(): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/page/1`;
  const farm = await Subject.start(
    'the sites',
    url,
    serverScript('feed-farm'),
    [String(port)],
    null,
  );
  try {
    await withFolder(async (folder) => {
      await polls(folder, port);
      await pages(folder, port);
      await hung(folder, port);
      await waiting(folder, port);
      await front(folder, port);
    });
  } finally {
    await farm.stop();
  }
}
