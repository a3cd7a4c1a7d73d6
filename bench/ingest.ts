/**
 * How fast do records become durable and searchable, and does the front notice?
 *
 * A running server takes a file through its local socket: each batch is acknowledged after it is
 * synced to disk and searchable; pairs, rankings and the rest follow. A first file, of the days
 * before, warms it up; then it rests until what that left behind has been collected. Limits:
 * 20,000 news records a second; meanwhile the p99 of a caller that asks 200 times a second is at most
 * twice its idle value. Beside it, records with bodies, five times as large; and the machine's own
 * limit: the same flood while the caller asks a bare handler in a process of its own, which sends the
 * same bytes and has nothing to do with any of it.
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
import { connectIngest } from '../src/app/ingest-socket.js';
import { runIngest } from '../src/cli/ingest-run.js';
import { DAY_MS } from '../src/kernel/clock.js';
import { round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { Prober } from './prober.js';

const START = Date.parse('2026-03-18T16:00:00Z');
const WARM_DAYS = 3;
const MEASURED_DAYS = 10;
const SPLIT = new Date(START + WARM_DAYS * DAY_MS).toISOString();
const END = new Date(START + (WARM_DAYS + MEASURED_DAYS) * DAY_MS).toISOString();
/** The engine collects what a busy time left behind some eight seconds after it. */
const REST_MS = 12_000;
const IDLE_MS = 5000;
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
    await flood('without bodies', light, { isLimited: true });
    await flood('without bodies, the caller at a bare handler', light, { bareIn: folder });
    await flood('with bodies', heavy, {});
  });
}

/** Paths of the files, and the records of the measured one. */
interface Files {
  warm: string;
  measured: string;
  records: number;
}

/** `isLimited`: so many records a second are asked for. `bareIn`: folder of a bare handler. */
interface Terms {
  isLimited?: boolean;
  bareIn?: string;
}

/** Sends a file to a server that knows another one already. */
async function flood(name: string, files: Files, { isLimited, bareIn }: Terms): Promise<void> {
  const { records } = files;
  await withFolder(async (data) => {
    const server = await Subject.tagwire(data, `frozen:${END}`, null);
    await send(data, files.warm);
    const bare = bareIn === undefined ? null : await Subject.bareLike(server.url, bareIn, null);
    const prober = new Prober((bare ?? server).url);
    await sleep(REST_MS);
    await prober.stretch();
    await sleep(IDLE_MS);
    const idle = await prober.stretch();
    const cpuBefore = server.cpuSeconds();
    const threadsBefore = threadSeconds(server.pid);
    const times = await send(data, files.measured, () => prober.stretch());
    const settling = await prober.stretch();
    const cpuSeconds = server.cpuSeconds() - cpuBefore;
    const threads = threadSeconds(server.pid);
    await prober.stop();
    await bare?.stop();
    await server.stop();
    const multiple = times.flooded.p99Ms / idle.p99Ms;
    table(
      `${records} news records ${name} into a running server`,
      ['', 'p50 ms', 'p99 ms', 'max ms', 'answers', 'failures'],
      [
        ['idle', ...idle.figures],
        ['until all is searchable', ...times.flooded.figures],
        ['until all is settled', ...settling.figures],
      ],
    );
    console.log(
      `  searchable in ${round(times.searchableMs / 1000, 1)} s, settled in ${round(times.settledMs / 1000, 1)} s; ` +
        `${round((1e6 * cpuSeconds) / records, 1)} µs of processor time a record, the front's answers included`,
    );
    const busiest = [...threads]
      .map(([id, spent]) => spent - (threadsBefore.get(id) ?? 0))
      .sort((a, b) => b - a)
      .map((spent) => round((1e6 * spent) / records, 1));
    console.log(
      `  processor time of the busiest threads, µs a record: ${busiest.slice(0, 4).join(', ')}`,
    );
    const perSecond = round((1000 * records) / times.searchableMs, 0);
    if (isLimited) verdict('records/s, synced and searchable', perSecond, 20_000, true);
    else console.log(`  ${perSecond} records/s, synced and searchable`);
    if (bare === null) verdict('p99 as a multiple of idle, until searchable', multiple, 2, false);
    else console.log(`  the machine's own p99: ${round(multiple)} times idle`);
  });
}

interface Sent<T> {
  searchableMs: number;
  settledMs: number;
  /** What `onSearchable` returned. */
  flooded: T;
}

/** Sends a file; `onSearchable` is called between its last acknowledgement and the last index. */
async function send<T = undefined>(
  data: string,
  path: string,
  onSearchable?: () => Promise<T>,
): Promise<Sent<T>> {
  const sink = await connectIngest(data);
  if (sink === null) throw new Error('the server takes no ingest');
  const startMs = performance.now();
  let searchableMs = 0;
  let flooded: T | undefined;
  await runIngest({
    paths: [path],
    replay: false,
    untilMs: null,
    sink: {
      ingest: (bytes, replay) => sink.ingest(bytes, replay),
      advance: (untilMs) => sink.advance(untilMs),
      settle: async () => {
        searchableMs = performance.now() - startMs;
        flooded = await onSearchable?.();
        await sink.settle();
      },
    },
    report: (message) => console.log(message),
    progress: () => undefined,
  });
  const settledMs = performance.now() - startMs;
  await sink.close();
  return { searchableMs, settledMs, flooded: flooded as T };
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
