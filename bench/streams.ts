/**
 * A copy of everything from `/api/v1/changes`, beside gzip alone over the same bytes; and what idle
 * streams cost.
 *
 * Limits: from the beginning at 50,000 items/s, or 60% of gzip's rate; idle streams 20 KB each in the
 * server (200 MB for 10,000). `TAGWIRE_BENCH_DAYS` asks for another number of days of 10,000 articles.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { memoryBytes } from './process-memory.js';

const DAYS = Number(process.env.TAGWIRE_BENCH_DAYS ?? 3);
const PER_DAY = 10_000;
const END = '2026-03-31T16:00:00Z';
const ITEMS_PER_SECOND_MIN = 50_000;
const GZIP_SHARE_MIN = 0.6;
const STREAM_BYTES_MAX = 20_000;
const STREAMS = 1000;
const ROUNDS = 3;
/** Until the garbage of opening is gone. */
const SETTLE_MS = 3000;

interface Walk {
  items: number;
  seconds: number;
  pages: Buffer[];
}

async function walk(url: string): Promise<Walk> {
  const pages: Buffer[] = [];
  let items = 0;
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
  const seconds = (performance.now() - startMs) / 1000;
  for (const page of pages)
    items += (JSON.parse(page.toString()) as { changes: [] }).changes.length;
  return { items, seconds, pages };
}

function gzipSeconds(pages: readonly Buffer[]): number {
  const startMs = performance.now();
  for (const page of pages) gzipSync(page);
  return (performance.now() - startMs) / 1000;
}

async function openStreams(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at++) {
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/v1/stream HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    await once(socket, 'data');
    sockets.push(socket);
  }
  return sockets;
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'data');
    const days = String(DAYS);
    runTagwire(
      'generate',
      '--days',
      days,
      '--per-day',
      String(PER_DAY),
      '--end',
      END,
      '--out',
      corpus,
    );
    runTagwire('ingest', '--replay', '--data', data, corpus);
    let pid = 0;
    const environment = { TAGWIRE_STREAMS_PER_ADDRESS: '10000' };
    const noteOf = (its: number): void => {
      pid = its;
    };
    const server = await Subject.tagwire(data, `frozen:${END}`, null, 'auto', environment, noteOf);
    try {
      const { origin } = new URL(server.url);
      const rows: number[][] = [];
      for (let at = 0; at < ROUNDS; at++) {
        const { items, seconds, pages } = await walk(origin);
        const gzip = gzipSeconds(pages);
        rows.push([
          items,
          round(items / seconds, 0),
          round(items / gzip, 0),
          round(gzip / seconds),
        ]);
      }
      const head = ['changes', 'items/s', 'gzip alone, items/s', 'share of gzip'];
      table('everything from the beginning, page by page', head, rows);
      const best = rows.reduce((one, other) => (other[1]! > one[1]! ? other : one));
      if (best[1]! >= ITEMS_PER_SECOND_MIN) {
        verdict('items/s', best[1]!, ITEMS_PER_SECOND_MIN, true);
      } else verdict('share of gzip', best[3]!, GZIP_SHARE_MIN, true);
      const before = memoryBytes(pid);
      const sockets = await openStreams(origin, STREAMS);
      await sleep(SETTLE_MS);
      const each = (memoryBytes(pid) - before) / STREAMS;
      for (const socket of sockets) socket.destroy();
      table('idle streams', ['streams', 'bytes each'], [[STREAMS, round(each, 0)]]);
      verdict('bytes of an idle stream', each, STREAM_BYTES_MAX, false);
    } finally {
      await server.stop();
    }
  });
}
