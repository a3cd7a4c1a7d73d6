/**
 * How fast do records become durable and searchable, and does the front notice?
 *
 * A running server takes a file through its local socket, as `tagwire ingest` sends it: each batch
 * is acknowledged after it is synced to disk and searchable; pairs, rankings and the rest follow. A
 * first file, of the days before, warms it up; then it rests until what that left behind has been
 * collected. Limits: 20,000 news records a second; meanwhile the p99 of a caller that asks 200 times
 * a second is at most twice its idle value. Beside it the machine's own limit: the same flood while
 * the caller asks a bare handler in a process of its own, which sends the same bytes and has nothing
 * to do with any of it. The two take turns, and what callers met in all turns counts together: the
 * p99 of a single flood is its ten slowest answers, and varies by half. Last, records with bodies,
 * five times as large.
 */
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  readdirSync,
  readFileSync,
  type WriteStream,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../src/kernel/clock.js';
import { Meter, median, round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { Prober, Stretch } from './prober.js';

const START = Date.parse('2026-03-18T16:00:00Z');
const WARM_DAYS = 3;
const MEASURED_DAYS = 10;
const SPLIT = new Date(START + WARM_DAYS * DAY_MS).toISOString();
const END = new Date(START + (WARM_DAYS + MEASURED_DAYS) * DAY_MS).toISOString();
/** The engine collects what a busy time left behind some eight seconds after it. */
const REST_MS = 12_000;
const IDLE_MS = 5000;
const TURNS = 3;
const STRETCHES = ['warm', 'measured'] as const;

/**
 * News and what it refers to, each with and without bodies, in a file for each stretch; crawls and
 * blogs would flatter. Returns the news of the measured stretch.
 */
async function newsOnly(corpus: string, pathOf: (name: string) => string): Promise<number> {
  const outs = STRETCHES.map((stretch) => ({
    full: createWriteStream(pathOf(`full-${stretch}`)),
    bare: createWriteStream(pathOf(`bare-${stretch}`)),
  })) as [Outs, Outs];
  let news = 0;
  for await (const line of createInterface({ input: createReadStream(corpus) })) {
    const record = JSON.parse(line) as { kind: string; observedAt?: string; body?: string };
    if (!['news', 'media', 'category'].includes(record.kind)) continue;
    const isMeasured = record.kind === 'news' && record.observedAt! >= SPLIT;
    if (isMeasured) news += 1;
    const { full, bare } = outs[isMeasured ? 1 : 0];
    full.write(`${line}\n`);
    delete record.body;
    bare.write(`${JSON.stringify(record)}\n`);
  }
  for (const out of outs.flatMap(({ full, bare }) => [full, bare])) {
    out.end();
    await once(out, 'close');
  }
  return news;
}

interface Outs {
  full: WriteStream;
  bare: WriteStream;
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const path = (name: string): string => join(folder, name);
    const days = ['--days', String(WARM_DAYS + MEASURED_DAYS), '--end', END];
    const size = ['--per-day', '12000', '--media', '60'];
    runTagwire('generate', '--seed', '1', ...days, ...size, '--out', path('corpus'));
    const records = await newsOnly(path('corpus'), path);
    const light = { warm: path('bare-warm'), measured: path('bare-measured'), records };
    const heavy = { warm: path('full-warm'), measured: path('full-measured'), records };
    const own: Flood[] = [];
    const machine: Flood[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      own.push(await flood(light, null));
      machine.push(await flood(light, folder));
    }
    const ownMultiple = print(`${records} news records without bodies`, own);
    verdict('records/s, synced and searchable', perSecondOf(own), 20_000, true);
    verdict('p99 as a multiple of idle, until searchable', ownMultiple, 2, false);
    const multiple = print('The same, the caller at a bare handler', machine);
    console.log(
      `  ${perSecondOf(machine)} records/s; the machine's own p99: ${round(multiple)} times idle`,
    );
    const full = [await flood(heavy, null)];
    const fullMultiple = print('The same records with bodies', full);
    console.log(`  ${perSecondOf(full)} records/s; p99 ${round(fullMultiple)} times idle`);
  });
}

/** Paths of the files, and the records of the measured one. */
interface Files {
  warm: string;
  measured: string;
  records: number;
}

/** What the caller met, and what it took. */
interface Flood {
  records: number;
  idle: Stretch;
  flooded: Stretch;
  settling: Stretch;
  searchableMs: number;
  settledMs: number;
  cpuSeconds: number;
  /** Processor seconds of each thread. */
  threads: number[];
}

/** Sends a file to a server that knows another one already. `bareIn`: folder of a bare handler. */
async function flood({ warm, measured, records }: Files, bareIn: string | null): Promise<Flood> {
  return withFolder(async (data) => {
    const server = await Subject.tagwire(data, `frozen:${END}`, null);
    await send(data, warm, () => Promise.resolve());
    const bare = bareIn === null ? null : await Subject.bareLike(server.url, bareIn, null);
    const prober = new Prober((bare ?? server).url);
    await sleep(REST_MS);
    await prober.stretch();
    await sleep(IDLE_MS);
    const idle = await prober.stretch();
    const cpuBefore = server.cpuSeconds();
    const threadsBefore = threadSeconds(server.pid);
    const sent = await send(data, measured, () => prober.stretch());
    const settling = await prober.stretch();
    const cpuSeconds = server.cpuSeconds() - cpuBefore;
    const threads = [...threadSeconds(server.pid)].map(
      ([id, spent]) => spent - (threadsBefore.get(id) ?? 0),
    );
    await prober.stop();
    await bare?.stop();
    await server.stop();
    return { ...sent, records, idle, flooded: sent.met, settling, cpuSeconds, threads };
  });
}

/** Prints what all turns met together; returns the p99 until searchable as a multiple of idle. */
function print(name: string, floods: readonly Flood[]): number {
  const idle = Stretch.of(floods.map((flood) => flood.idle));
  const flooded = Stretch.of(floods.map((flood) => flood.flooded));
  const settling = Stretch.of(floods.map((flood) => flood.settling));
  table(
    `${name}, into a running server, ${floods.length} times`,
    ['', 'p50 ms', 'p99 ms', 'max ms', 'answers', 'failures'],
    [
      ['idle', ...idle.figures],
      ['until all is searchable', ...flooded.figures],
      ['until all is settled', ...settling.figures],
    ],
  );
  for (const { records, searchableMs, settledMs, cpuSeconds, threads, ...flood } of floods) {
    const busiest = threads
      .sort((a, b) => b - a)
      .slice(0, 4)
      .map((spent) => round((1e6 * spent) / records, 1));
    console.log(
      `  searchable in ${round(searchableMs / 1000, 1)} s, settled in ${round(settledMs / 1000, 1)} s, ` +
        `p99 ${round(flood.flooded.p99Ms / flood.idle.p99Ms)} times idle; ` +
        `${round((1e6 * cpuSeconds) / records, 1)} µs of processor time a record, of its busiest threads ${busiest.join(', ')}`,
    );
  }
  return flooded.p99Ms / idle.p99Ms;
}

function perSecondOf(floods: readonly Flood[]): number {
  return round(
    median(floods.map(({ records, searchableMs }) => (1000 * records) / searchableMs)),
    0,
  );
}

interface Sent<T> {
  searchableMs: number;
  settledMs: number;
  /** What `onSearchable` returned. */
  met: T;
}

/** Sends a file; `onSearchable` is called between its last acknowledgement and the last index. */
async function send<T>(
  data: string,
  path: string,
  onSearchable: () => Promise<T>,
): Promise<Sent<T>> {
  const sender = new Meter('sender', data, path);
  const searchableMs = Number(await sender.next());
  const met = await onSearchable();
  const settledMs = Number(await sender.read());
  await sender.stop();
  return { searchableMs, settledMs, met };
}

/** Processor seconds of each thread of a process, by thread id. */
function threadSeconds(pid: number): Map<string, number> {
  const folder = `/proc/${pid}/task`;
  return new Map(
    readdirSync(folder).map((id) => {
      const stat = readFileSync(join(folder, id, 'stat'), 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [id, (Number(fields[11]) + Number(fields[12])) / 100];
    }),
  );
}
