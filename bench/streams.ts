/**
 * What programs that stay in step meet: a copy of everything from `/api/v1/changes` beside gzip alone
 * over the same bytes, a day's dump, idle streams, and a thousand streams that each article reaches.
 *
 * Limits: changes from the beginning at 50,000 items/s, or 60% of gzip's rate; a dump of 10,000 articles
 * in 1 s; 10,000 idle streams in 200 MB; an article at 1,000 streams within 50 ms of its
 * acknowledgement; p99 of a list meanwhile within twice its idle value. Matching is `bench match`.
 * `TAGWIRE_BENCH_DAYS` asks for another number of days of 10,000 articles.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { connectIngest } from '../src/app/ingest/ingest-socket.js';
import {
  ask,
  median,
  round,
  runScript,
  runTagwire,
  Subject,
  table,
  verdict,
  withFolder,
} from './lab.js';
import { Prober, Stretch } from './prober.js';
import { memoryBytes } from './process-memory.js';

const DAYS = Number(process.env.TAGWIRE_BENCH_DAYS ?? 3);
const PER_DAY = 10_000;
const END = '2026-03-31T16:00:00Z';
const LAST_DAY = '2026-03-31';
const ITEMS_PER_SECOND_MIN = 50_000;
const GZIP_SHARE_MIN = 0.6;
const DUMP_MS_MAX = 1000;
const IDLE_STREAMS = Number(process.env.TAGWIRE_BENCH_STREAMS ?? 8000);
const STREAM_BYTES_MAX = 20_000;
const STREAMS = 1000;
const REACH_MS_MAX = 50;
const ROUNDS = 3;
const ARTICLES_A_TURN = 30;
const ARTICLE_PAUSE_MS = 100;
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

async function measureChanges(url: string): Promise<void> {
  const rows: number[][] = [];
  for (let at = 0; at < ROUNDS; at++) {
    const { seconds, pages } = await walk(url);
    const gzip = gzipSeconds(pages);
    const items = itemsOf(pages);
    rows.push([items, round(items / seconds, 0), round(items / gzip, 0), round(gzip / seconds)]);
  }
  const head = ['changes', 'items/s', 'gzip alone, items/s', 'share of gzip'];
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

/** Streams that wait for what a query asks for. */
class Crowd {
  readonly sockets: Socket[] = [];

  static async open(url: string, count: number, query: string): Promise<Crowd> {
    const { hostname, port } = new URL(url);
    const crowd = new Crowd();
    for (let at = 0; at < count; at++) {
      const socket = connect(Number(port), hostname);
      socket.write(`GET /api/v1/stream${query} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
      const [head] = (await once(socket, 'data')) as [Buffer];
      if (!head.includes(' 200 ')) throw new Error(head.toString());
      crowd.sockets.push(socket);
    }
    return crowd;
  }

  /** Resolves when a text has come on every stream, with the time of the last. */
  reached(text: string): Promise<number> {
    return new Promise((resolve) => {
      let missing = this.sockets.length;
      for (const socket of this.sockets) {
        const look = (bytes: Buffer): void => {
          if (!bytes.includes(text)) return;
          socket.off('data', look);
          missing -= 1;
          if (missing === 0) resolve(performance.now());
        };
        socket.on('data', look);
      }
    });
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

async function measureIdle(url: string, pid: number): Promise<void> {
  const before = memoryBytes(pid);
  const crowd = await Crowd.open(url, IDLE_STREAMS, '');
  for (const socket of crowd.sockets) socket.resume();
  await sleep(SETTLE_MS);
  const each = (memoryBytes(pid) - before) / IDLE_STREAMS;
  crowd.close();
  table('idle streams', ['streams', 'bytes each'], [[IDLE_STREAMS, round(each, 0)]]);
  verdict('bytes of an idle stream', each, STREAM_BYTES_MAX, false);
  await sleep(SETTLE_MS);
}

/** Articles one by one, to a thousand streams, beside a caller with manners. */
async function measureActive(server: Subject, data: string): Promise<void> {
  const { origin } = new URL(server.url);
  const sink = await connectIngest(data);
  if (sink === null) throw new Error('the server takes no ingest');
  const prober = new Prober(server.url);
  const reachMs: number[] = [];
  const [idle, active]: [Stretch[], Stretch[]] = [[], []];
  await sleep(SETTLE_MS);
  for (let turn = 0; turn < ROUNDS; turn++) {
    await prober.stretch();
    await sleep(SETTLE_MS);
    idle.push(await prober.stretch());
    const crowd = await Crowd.open(origin, STREAMS, '?kind=article&tag=streams');
    await prober.stretch();
    for (let at = 0; at < ARTICLES_A_TURN; at++) {
      const name = `reached-${turn}-${at}-`;
      const last = crowd.reached(name);
      await sink.ingest(new TextEncoder().encode(lineOf(name)), false);
      const acknowledgedMs = performance.now();
      reachMs.push(Math.max(0, (await last) - acknowledgedMs));
      await sleep(ARTICLE_PAUSE_MS);
    }
    active.push(await prober.stretch());
    crowd.close();
    await sleep(LOOK_MS);
  }
  await prober.stop();
  await sink.close();
  const one = Stretch.of(idle);
  const other = Stretch.of(active);
  table(
    'a list, asked 200 times a second',
    ['ms', 'p50', 'p99', 'longest', 'answers', 'failures'],
    [
      ['idle', ...one.figures],
      [`${STREAMS} active streams`, ...other.figures],
    ],
  );
  verdict('p99 as a multiple of idle', other.p99Ms / one.p99Ms, 2, false);
  const figures = [median(reachMs), Math.max(...reachMs)].map((ms) => round(ms));
  table(
    `from the acknowledgement of an article to the last of ${STREAMS} streams`,
    ['articles', 'median ms', 'longest ms'],
    [[reachMs.length, ...figures]],
  );
  verdict('ms, median', median(reachMs), REACH_MS_MAX, false);
}

function lineOf(name: string): string {
  const article = {
    kind: 'news',
    media: 'streams',
    url: `https://streams.example/${name}`,
    title: name,
    tags: ['streams'],
    publishedAt: new Date(Date.parse(END) - 60_000).toISOString(),
  };
  const media = { kind: 'media', media: 'streams', title: 'Streams' };
  return [media, article].map((line) => `${JSON.stringify(line)}\n`).join('');
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
      await measureIdle(origin, server.pid);
      await measureChanges(origin);
      await measureDumps(origin);
      await measureActive(server, data);
    } finally {
      await server.stop();
    }
  });
}
