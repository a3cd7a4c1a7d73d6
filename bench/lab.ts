/**
 * What the benchmarks share: a corpus, servers as child processes, wrk, and tables.
 *
 * Servers run on processor 0 and the load on processor 1 where `taskset` is there, so that they do
 * not take each other's time. Figures of one table come from one run, in turns.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pipeline } from '../src/app/pipeline.js';
import { mainThreadMs } from './main-thread.js';
import { ask, headerBlock } from './raw-answer.js';

const compiled = join(dirname(fileURLToPath(import.meta.url)), '..');
/** The command, compiled. */
export const tagwire = join(compiled, 'src', 'app', 'cli', 'main.js');
/** With which the command starts a server (src/app/cli/bin/tagwire.js); its peers get the same. */
const SERVER_FLAGS = ['--min-semi-space-size=16'];

const BATCH_BYTES = 1024 * 1024;
/** How often a server is asked whether its indices are read. */
const LOOK_MS = 20;
/** Seconds that a clock tick of /proc lasts. */
const TICK_SECONDS = 0.01;

/** True when wrk is installed; says so otherwise. */
export function hasWrk(): boolean {
  const found = spawnSync('wrk', ['-v']).error === undefined;
  if (!found) console.log('skipped: this benchmark needs wrk (Debian package wrk)');
  return found;
}

const pinned = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

function onProcessor(
  processor: number | null,
  command: string,
  args: string[],
): [string, string[]] {
  return pinned && processor !== null
    ? ['taskset', ['-c', String(processor), command, ...args]]
    : [command, args];
}

/** A folder that is removed when `work` is done. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command of the command line to its end. */
export function runTagwire(...args: string[]): string {
  return runToEnd([tagwire, ...args]);
}

/** Runs a script of bench/servers to its end, started as a server is; returns what it printed. */
export function runScript(name: string, ...args: string[]): string {
  return runToEnd([...SERVER_FLAGS, serverScript(name), ...args]);
}

function runToEnd(args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Processor seconds of all processes that this one has run to their end; NaN without Linux. */
export function childCpuSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * TICK_SECONDS;
  } catch {
    return Number.NaN;
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** A server under measurement. */
export class Subject {
  readonly name: string;
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #ports: { news: number; blog: number; admin: number } | null;

  private constructor(
    name: string,
    url: string,
    child: ChildProcess,
    ports: { news: number; blog: number; admin: number } | null = null,
  ) {
    this.name = name;
    this.url = url;
    this.#child = child;
    this.#ports = ports;
  }

  /** The same server, asked for something else. */
  at(service: 'news' | 'blog' | 'admin', path: string): Subject {
    const url = `http://127.0.0.1:${this.#ports?.[service]}${path}`;
    return new Subject(this.name, url, this.#child, this.#ports);
  }

  /** Starts a compiled script, on processor 0 unless told otherwise, and waits until it answers. */
  static async start(
    name: string,
    url: string,
    script: string,
    args: string[],
    processor: number | null = 0,
    environment: Record<string, string> = {},
    onSpawn: (pid: number) => void = () => undefined,
  ): Promise<Subject> {
    const server = [...SERVER_FLAGS, script, ...args];
    const [command, all] = onProcessor(processor, process.execPath, server);
    const env = { ...process.env, ...environment };
    const child = spawn(command, all, { stdio: ['ignore', 'ignore', 'inherit'], env });
    // A benchmark that fails leaves no server behind.
    process.once('exit', () => child.kill('SIGKILL'));
    if (child.pid !== undefined) onSpawn(child.pid);
    for (let tries = 0; tries < 600; tries++) {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
      const answer = await fetch(url).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok) return new Subject(name, url, child);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${name} does not answer at ${url}`);
  }

  /**
   * Starts the machine's own limit: a bare uWebSockets.js handler that sends to everybody what
   * another server answers now, headers and all. @param folder for a file of its own.
   */
  static async bareLike(
    url: string,
    folder: string,
    processor: number | null = 0,
    encoding = 'identity',
  ): Promise<Subject> {
    const { body, headers } = await ask(url, encoding);
    const answer = { headers: headerBlock(headers), body: body.toString('base64') };
    const file = join(folder, 'answer.json');
    writeFileSync(file, JSON.stringify(answer));
    const port = await freePort();
    const script = serverScript('constant-answer');
    const bareUrl = `http://127.0.0.1:${port}/`;
    return Subject.start('bare uWS', bareUrl, script, [String(port), file], processor);
  }

  /** Starts the real server on a store; `processor` null leaves its threads all processors. */
  static async tagwire(
    data: string,
    clock: string,
    processor: number | null = 0,
    httpServer: 'auto' | 'node' = 'auto',
    environment: Record<string, string> = {},
    onSpawn: (pid: number) => void = () => undefined,
  ): Promise<Subject> {
    const [news, blog, admin] = [await freePort(), await freePort(), await freePort()];
    const args = [
      ...['serve', '--data', data, '--clock', clock, '--log-level', 'warn'],
      ...[
        '--rate-limit-news',
        '9999999',
        '--rate-limit-pages',
        '9999999',
        '--news-port',
        String(news),
      ],
      ...['--rate-limit-blog-anonymous', '9999999'],
      ...['--blog-port', String(blog), '--admin-port', String(admin)],
      ...['--http-server', httpServer],
    ];
    const url = `http://127.0.0.1:${news}/api/v1/articles?limit=50`;
    const ports = { news, blog, admin };
    const name = httpServer === 'node' ? 'tagwire, node:http' : 'tagwire';
    const all = [name, url, tagwire, args, processor, environment, onSpawn] as const;
    const subject = await Subject.start(...all);
    return new Subject(name, url, subject.#child, ports);
  }

  /** Starts the real server on a store, as seen by clients of the blog service. */
  static async tagwireBlog(data: string, clock: string): Promise<Subject> {
    const [news, blog, admin] = [await freePort(), await freePort(), await freePort()];
    const args = [
      ...['serve', '--data', data, '--clock', clock, '--log-level', 'warn'],
      ...['--rate-limit-blog-anonymous', '9999999', '--rate-limit-blog-key', '9999999'],
      ...['--news-port', String(news), '--blog-port', String(blog), '--admin-port', String(admin)],
    ];
    return Subject.start('tagwire', `http://127.0.0.1:${blog}/api/v1/blogs`, tagwire, args);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Waits until every index has been read; lists and searches are answered before that. */
  async whole(): Promise<void> {
    const ready = this.at('admin', '/readyz').url;
    while ((await (await fetch(ready)).text()).includes('rebuilding')) await sleep(LOOK_MS);
  }

  /** Processor seconds of the whole process so far; NaN where the system does not tell. */
  cpuSeconds(): number {
    try {
      const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS;
    } catch {
      return Number.NaN;
    }
  }

  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) return;
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

/** A script of bench/servers that measures by itself and says a line whenever it gets or has one. */
export class Meter {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(name: string, ...args: string[]) {
    const script = [serverScript(name), ...args];
    this.#child = spawn(process.execPath, script, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  /** What was measured since the last call, or what it says to a text. */
  async read(text = ''): Promise<string> {
    this.#child.stdin!.write(`${text}\n`);
    return this.next();
  }

  /** What it says by itself. */
  async next(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('a measuring script ended early');
    return value as string;
  }

  async stop(): Promise<void> {
    this.#child.stdin!.end();
    await once(this.#child, 'exit');
  }
}

/** Path of a script of bench/servers: servers, callers and other processes beside the one measured. */
export function serverScript(name: string): string {
  return join(compiled, 'bench', 'servers', `${name}.js`);
}

export interface Load {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the server for each request. */
  cpuMicros: number;
  /** Of that, its main thread's. */
  frontMicros: number;
  errors: number;
}

/** One stretch of load from processor 1. `script` is a wrk script in Lua. */
export async function load(
  subject: Subject,
  seconds: number,
  connections = 64,
  script?: string,
  encoding?: string,
): Promise<Load> {
  const before = subject.cpuSeconds();
  const frontBefore = mainThreadMs(subject.pid);
  const scripted = script === undefined ? [] : ['-s', script];
  const [command, args] = onProcessor(1, 'wrk', [
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...scripted],
    ...(encoding === undefined ? [] : ['-H', `accept-encoding: ${encoding}`]),
    subject.url,
  ]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  const figure = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? 'NaN';
  const requests = Number(figure(/(\d+) requests in/));
  return {
    requestsPerSecond: Number(figure(/Requests\/sec:\s+([\d.]+)/)),
    p50Ms: milliseconds(figure(/50%\s+([\d.]+\w+)/)),
    p99Ms: milliseconds(figure(/99%\s+([\d.]+\w+)/)),
    cpuMicros: (1e6 * (subject.cpuSeconds() - before)) / requests,
    frontMicros: (1000 * (mainThreadMs(subject.pid) - frontBefore)) / requests,
    errors: Number(/Non-2xx.*: (\d+)/.exec(text)?.[1] ?? 0),
  };
}

function milliseconds(text: string): number {
  const value = Number.parseFloat(text);
  if (text.endsWith('us')) return value / 1000;
  return text.endsWith('ms') ? value : value * 1000;
}

let schedule: number | null = null;
const scheduleBytes = Buffer.alloc(128);
const SPACE = 0x20;
const ZERO = 0x30;

/**
 * Processor milliseconds of the main thread, which a benchmark runs on: what the engine's helpers
 * collect and compile meanwhile is not in them. Of the whole process where Linux is not there.
 */
export function threadMs(): number {
  return threadTimes().workedMs;
}

/** The same, and for how long the thread was ready and waited for a processor (0 without Linux). */
export function threadTimes(): { workedMs: number; waitedMs: number } {
  try {
    // No texts are made of it: who asks each millisecond would be measured collecting garbage.
    schedule ??= openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    readSync(schedule, scheduleBytes, 0, scheduleBytes.length, 0);
    const workedNs = wholeNumberAt(scheduleBytes, 0);
    const waitedNs = wholeNumberAt(scheduleBytes, scheduleBytes.indexOf(SPACE) + 1);
    return { workedMs: workedNs / 1e6, waitedMs: waitedNs / 1e6 };
  } catch {
    const { user, system } = process.cpuUsage();
    return { workedMs: (user + system) / 1000, waitedMs: 0 };
  }
}

/** The decimal number that begins at an offset. */
function wholeNumberAt(bytes: Buffer, from: number): number {
  let number = 0;
  for (let at = from; bytes[at]! >= ZERO; at++) number = 10 * number + bytes[at]! - ZERO;
  return number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value below which a share of the values lies; NaN when there is none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Prints rows under a heading, columns aligned. */
export function table(heading: string, head: string[], rows: (string | number)[][]): void {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)));
  console.log(`\n${heading}`);
  for (const row of cells) {
    console.log(
      `  ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ')}`,
    );
  }
}

/** One verdict line: a figure against its stated limit. */
export function verdict(what: string, value: number, limit: number, atLeast: boolean): void {
  const holds = atLeast ? value >= limit : value <= limit;
  const relation = atLeast ? 'at least' : 'at most';
  console.log(`  ${holds ? 'holds' : 'FAILS'}: ${what} ${round(value)} (${relation} ${limit})`);
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** Ingests a file in batches of whole lines, as the command line does. */
export async function ingestFile(pipeline: Pipeline, path: string, nowMs: number): Promise<void> {
  const file = await open(path);
  let rest = Buffer.alloc(0);
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(BATCH_BYTES), 0, BATCH_BYTES);
    if (bytesRead === 0) break;
    const joined = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    const end = joined.lastIndexOf(0x0a) + 1;
    rest = joined.subarray(end);
    await pipeline.ingest([Uint8Array.from(joined.subarray(0, end))], false, nowMs);
  }
  await file.close();
  await pipeline.settle();
}
