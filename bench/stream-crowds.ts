/**
 * Parts of `bench streams`: what many streams take of a server, idle ones and such that each article
 * reaches.
 *
 * The streams are read by a process of their own with a low priority (bench/servers/crowd.ts): what a
 * thousand clients do with an article happens elsewhere, as a rule, and takes as much of a processor as
 * telling them. Beside the idle server and the one with streams stands one that takes the same articles
 * in without any: the difference between the last two is the streams'.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectIngest } from '../src/app/ingest/ingest-socket.js';
import { Inspected } from './inspected.js';
import { freePort, Meter, median, round, Subject, table, verdict } from './lab.js';
import { Prober, Stretch } from './prober.js';
import { memoryBytes } from './process-memory.js';

/** Of the 10,000 that a service takes; each side needs as many file descriptors, and the server twice. */
const IDLE_STREAMS = Number(process.env.TAGWIRE_BENCH_STREAMS ?? 9000);
const STREAM_BYTES_MAX = 20_000;
const STREAMS = 1000;
const REACH_MS_MAX = 50;
const ROUNDS = 3;
const ARTICLES_A_TURN = 30;
const ARTICLE_PAUSE_MS = 100;
/** Until what was opened or ended is at rest. */
const SETTLE_MS = 3000;

/** Streams that wait for what a query asks for. */
class Crowd {
  readonly #meter: Meter;

  private constructor(meter: Meter) {
    this.#meter = meter;
  }

  static async open(url: string, count: number, query: string): Promise<Crowd> {
    const crowd = new Crowd(new Meter('crowd', url, String(count), query));
    await crowd.#meter.next();
    return crowd;
  }

  /** Resolves when all look for a text. `last` does at the time at which it came to the last. */
  async looksFor(text: string): Promise<{ last: Promise<number> }> {
    await this.#meter.read(text);
    return { last: this.#meter.next().then(Number) };
  }

  close(): Promise<void> {
    return this.#meter.stop();
  }
}

function openFilesMax(pid: number): string {
  const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
  return /Max open files\s+(\d+)/.exec(limits)?.[1] ?? '?';
}

/**
 * Idle streams of a server with an empty store, in which nothing else comes and goes: its main thread's
 * heap and buffers with all garbage collected, and the memory of the process.
 */
export async function measureIdle(folder: string, clock: string): Promise<void> {
  const port = await freePort();
  const environment = {
    TAGWIRE_STREAMS_PER_ADDRESS: '10000',
    NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
  };
  const server = await Subject.tagwire(join(folder, 'empty'), clock, null, 'auto', environment);
  const inspected = await Inspected.open(port);
  const look = async () => {
    await sleep(SETTLE_MS);
    const { heapBytes, externalBytes } = await inspected.memoryUse();
    return { heapBytes, externalBytes, allBytes: memoryBytes(server.pid) };
  };
  try {
    const rows: (string | number)[][] = [];
    let each = 0;
    await look();
    const before = await look();
    for (let turn = 0; turn < ROUNDS; turn++) {
      const crowd = await Crowd.open(new URL(server.url).origin, IDLE_STREAMS, '');
      const open = await look();
      await crowd.close();
      const after = await look();
      const share = (bytes: (one: typeof before) => number) =>
        [open, after].map((one) => round((bytes(one) - bytes(before)) / IDLE_STREAMS, 0));
      const used = share(({ heapBytes, externalBytes }) => heapBytes + externalBytes);
      const resident = share(({ allBytes }) => allBytes);
      rows.push([turn + 1, used[0]!, resident[0]!, used[1]!, resident[1]!]);
      each = Math.max(each, used[0]!, resident[0]!);
    }
    const limit = openFilesMax(server.pid);
    table(
      `bytes for each of ${IDLE_STREAMS} idle streams (at most ${limit} open files)`,
      ['turn', 'heap and buffers', 'resident', 'ended: heap and buffers', 'ended: resident'],
      rows,
    );
    verdict('bytes of an idle stream', each, STREAM_BYTES_MAX, false);
  } finally {
    inspected.close();
    await server.stop();
  }
}

/** Articles one by one, to a thousand streams, beside a caller with manners. */
export async function measureActive(server: Subject, data: string, endMs: number): Promise<void> {
  const sink = await connectIngest(data);
  if (sink === null) throw new Error('the server takes no ingest');
  const prober = new Prober(server.url);
  const reachMs: number[] = [];
  const stretches: { [name: string]: Stretch[] } = { idle: [], articles: [], streams: [] };
  let articles = 0;
  const send = async (crowd: Crowd | null): Promise<Stretch> => {
    await prober.stretch();
    for (let at = 0; at < ARTICLES_A_TURN; at++) {
      const name = `reached-${articles++}-`;
      const reached = await crowd?.looksFor(name);
      await sink.ingest(new TextEncoder().encode(lineOf(name, endMs)), false);
      const acknowledgedMs = performance.timeOrigin + performance.now();
      if (reached) reachMs.push(Math.max(0, (await reached.last) - acknowledgedMs));
      await sleep(ARTICLE_PAUSE_MS);
    }
    return prober.stretch();
  };
  await sleep(SETTLE_MS);
  for (let turn = 0; turn < ROUNDS; turn++) {
    await prober.stretch();
    await sleep(SETTLE_MS);
    stretches.idle!.push(await prober.stretch());
    stretches.articles!.push(await send(null));
    const crowd = await Crowd.open(
      new URL(server.url).origin,
      STREAMS,
      '?kind=article&tag=streams',
    );
    stretches.streams!.push(await send(crowd));
    await crowd.close();
  }
  await prober.stop();
  await sink.close();
  const [idle, alone, active] = Object.values(stretches).map((some) => Stretch.of(some));
  table(
    'a list, asked 200 times a second',
    ['ms', 'p50', 'p99', 'longest', 'answers', 'failures'],
    [
      ['idle', ...idle!.figures],
      ['articles come in', ...alone!.figures],
      [`and reach ${STREAMS} streams`, ...active!.figures],
    ],
  );
  verdict('p99 as a multiple of idle', active!.p99Ms / idle!.p99Ms, 2, false);
  const figures = [median(reachMs), Math.max(...reachMs)].map((ms) => round(ms));
  table(
    `from the acknowledgement of an article to the last of ${STREAMS} streams`,
    ['articles', 'median ms', 'longest ms'],
    [[reachMs.length, ...figures]],
  );
  verdict('ms, median', median(reachMs), REACH_MS_MAX, false);
}

function lineOf(name: string, endMs: number): string {
  const article = {
    kind: 'news',
    media: 'streams',
    url: `https://streams.example/${name}`,
    title: name,
    tags: ['streams'],
    publishedAt: new Date(endMs - 60_000).toISOString(),
  };
  const media = { kind: 'media', media: 'streams', title: 'Streams' };
  return [media, article].map((line) => `${JSON.stringify(line)}\n`).join('');
}
