/**
 * Streams that are opened and cut, a hundred at once, again and again: the server keeps nothing of them.
 *
 * Each is cut at a moment and in a way of its own: before the connection stands, within the request, before
 * the answer, after its head, or when it is live, by a farewell or a reset. Meanwhile articles come in, which
 * the streams are told. Counted are the server's file descriptors after every round, and its memory from
 * the end of the first tenth to the end.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectIngest } from '../../src/app/ingest/ingest-socket.js';
import { freePort } from '../lab.js';
import { memoryBytes } from '../process-memory.js';
import type { Dice, Fault } from './fault.js';
import { endOf, tagwire } from './processes.js';

const STREAMS_PER_ROUND = 100;
const QUERIES = ['', '?kind=article', '?q=storm', '?tag=weather', '?media=abc&kind=article'];
/** A start, and the end of what was cut, on a busy machine. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 50;
/** Connections of the look itself, and files that LevelDB opens and closes. */
const FILES_SPARE = 24;
/** What the collector has not come to; each of the streams of a full run would leave 300 bytes. */
const GROWTH_BYTES_MAX = 32 * 1024 * 1024;

const MOMENTS = ['unconnected', 'halfAsked', 'asked', 'answered', 'live'] as const;

export const fault: Fault = {
  promise: 'Streams that are cut leave no connection and no memory behind, and the server answers.',
  rounds: 1000,
  run: async ({ rounds, dice, folder, progress }) => {
    const figures: Record<string, number> = { streams: 0, articles: 0, files: 0, growthMiB: 0 };
    const violations: string[] = [];
    if (process.platform !== 'linux') {
      return { rounds: 0, violations, figures, skipped: 'the system does not tell open files' };
    }
    const server = await Served.start(join(folder, 'store'));
    try {
      const files = server.files();
      const settledRound = Math.floor(rounds / 10);
      let settledBytes = 0;
      for (let round = 0; round < rounds; round++) {
        await server.ingest(`round-${round}`);
        figures.articles! += 1;
        await Promise.all(
          Array.from({ length: STREAMS_PER_ROUND }, () => cutOne(server.newsPort, dice)),
        );
        figures.streams! += STREAMS_PER_ROUND;
        if (!(await server.hasFiles(files + FILES_SPARE))) {
          violations.push(`round ${round}: ${server.files()} open files, ${files} before`);
        }
        if (round === settledRound) settledBytes = memoryBytes(server.pid);
        progress(`${round + 1} of ${rounds} rounds`);
      }
      const growth = memoryBytes(server.pid) - settledBytes;
      if (growth > GROWTH_BYTES_MAX) violations.push(`memory has grown by ${growth} bytes`);
      const status = await server.look();
      if (status !== 'answers') violations.push(`in the end the server ${status}`);
      figures.files = server.files() - files;
      figures.growthMiB = Math.round(growth / 2 ** 20);
    } finally {
      await server.stop();
    }
    return { rounds, violations, figures };
  },
};

/** Opens a stream and cuts it at some moment. */
async function cutOne(port: number, dice: Dice): Promise<void> {
  const moment = MOMENTS[dice(MOMENTS.length)]!;
  const query = QUERIES[dice(QUERIES.length)]!;
  const isReset = dice(2) === 0;
  const request = `GET /api/v1/stream${query} HTTP/1.1\r\nhost: x\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  if (moment !== 'unconnected') {
    await once(socket, 'connect');
    socket.write(moment === 'halfAsked' ? request.slice(0, request.length - 4) : request);
  }
  if (moment === 'answered') await has(socket, 'HTTP/1.1 200');
  if (moment === 'live') await has(socket, 'event: live');
  if (isReset) socket.resetAndDestroy();
  else socket.destroy();
}

/** Resolves when a text has come, or the connection is over. */
async function has(socket: Socket, text: string): Promise<void> {
  let read = '';
  for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
    read += String(bytes);
    if (read.includes(text)) return;
  }
}

/** A server in a process of its own, on a new store. */
class Served {
  readonly newsPort: number;
  readonly #data: string;
  readonly #child: ChildProcess;

  private constructor(newsPort: number, data: string, child: ChildProcess) {
    this.newsPort = newsPort;
    this.#data = data;
    this.#child = child;
  }

  static async start(data: string): Promise<Served> {
    const [news, blog, admin] = [await freePort(), await freePort(), await freePort()];
    const ports = { 'news-port': news, 'blog-port': blog, 'admin-port': admin };
    const limits = { 'rate-limit-news': 9_999_999, 'streams-per-address': 10_000 };
    const options = Object.entries({ ...ports, ...limits });
    const flags = options.flatMap(([name, value]) => [`--${name}`, String(value)]);
    const server = new Served(news, data, tagwire(['serve', '--data', data, ...flags]));
    await server.ready();
    await server.ingest('first');
    return server;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  files(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  /** Whether there are soon no more open files than so many. */
  async hasFiles(max: number): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
      if (this.files() <= max) return true;
      await sleep(LOOK_MS);
    }
    return false;
  }

  async ready(): Promise<void> {
    for (let waitedMs = 0; (await this.look()) !== 'answers'; waitedMs += LOOK_MS) {
      if (waitedMs >= PATIENCE_MS) throw new Error('the server does not start');
      await sleep(LOOK_MS);
    }
  }

  /** What a list and a new stream say. */
  async look(): Promise<string> {
    const base = `http://127.0.0.1:${this.newsPort}/api/v1`;
    const list = await fetch(`${base}/articles?limit=1`).catch(() => null);
    if (list === null) return 'takes no connection';
    await list.arrayBuffer();
    if (list.status !== 200) return `answers ${list.status}`;
    const stream = await fetch(`${base}/stream`);
    await stream.body?.cancel();
    return stream.status === 200 ? 'answers' : `answers a stream with ${stream.status}`;
  }

  async ingest(name: string): Promise<void> {
    const media = { kind: 'media', media: 'abc', title: 'ABC' };
    const url = `https://abc.example/${name}`;
    const article = {
      kind: 'news',
      media: 'abc',
      url,
      title: `A storm, ${name}`,
      tags: ['weather'],
    };
    const lines = [media, article].map((line) => `${JSON.stringify(line)}\n`).join('');
    const sink = await connectIngest(this.#data);
    if (sink === null) throw new Error('the server takes no ingest');
    await sink.ingest(new TextEncoder().encode(lines), false);
    await sink.close();
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await endOf(this.#child);
  }
}
