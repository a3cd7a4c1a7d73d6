/**
 * How fast do records become durable and searchable, and does the front notice?
 *
 * A running server takes a file through its local socket: each batch is acknowledged after it is
 * synced to disk and searchable; pairs, rankings and the rest follow. A first file warms it up.
 * Limits: 20,000 news records a second; meanwhile the p99 of a caller that asks 200 times a second
 * is at most twice its idle value. Records with bodies, five times as large, stand beside it.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectIngest } from '../src/app/ingest-socket.js';
import { runIngest } from '../src/cli/ingest-run.js';
import { round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { Prober } from './prober.js';

const END = '2026-03-31T16:00:00Z';
const IDLE_MS = 5000;
/** The two files: days before, to warm up, and the days that are measured. */
const STRETCHES = [
  ['--seed', '1', '--days', '3', '--end', '2026-03-21T16:00:00Z'],
  ['--seed', '2', '--days', '10', '--end', END],
] as const;

/** News and what it refers to, each with and without bodies; crawls and blogs would flatter. */
async function newsOnly(corpus: string, full: string, bare: string): Promise<number> {
  const outs = [createWriteStream(full), createWriteStream(bare)] as const;
  let news = 0;
  for await (const line of createInterface({ input: createReadStream(corpus) })) {
    const record = JSON.parse(line) as { kind: string; body?: string };
    if (record.kind === 'news') news += 1;
    if (!['news', 'media', 'category'].includes(record.kind)) continue;
    outs[0].write(`${line}\n`);
    delete record.body;
    outs[1].write(`${JSON.stringify(record)}\n`);
  }
  for (const out of outs) {
    out.end();
    await once(out, 'close');
  }
  return news;
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const path = (name: string): string => join(folder, name);
    const counts = STRETCHES.map((options, at) => {
      const size = ['--per-day', '12000', '--media', '60'];
      runTagwire('generate', ...options, ...size, '--out', path(`corpus-${at}`));
      return newsOnly(path(`corpus-${at}`), path(`full-${at}`), path(`bare-${at}`));
    });
    const [, records] = (await Promise.all(counts)) as [number, number];
    await flood('without bodies', path('bare-0'), path('bare-1'), records, true);
    await flood('with bodies', path('full-0'), path('full-1'), records, false);
  });
}

/** Sends a file to a server that knows another one already. */
async function flood(
  name: string,
  first: string,
  path: string,
  records: number,
  isLimited: boolean,
): Promise<void> {
  await withFolder(async (data) => {
    const server = await Subject.tagwire(data, `frozen:${END}`, null);
    await send(data, first);
    const prober = new Prober(server.url);
    await sleep(2000);
    await prober.stretch();
    await sleep(IDLE_MS);
    const idle = await prober.stretch();
    const cpuBefore = server.cpuSeconds();
    const threadsBefore = threadSeconds(server.pid);
    const times = await send(data, path, () => prober.stretch());
    const settling = await prober.stretch();
    const cpuSeconds = server.cpuSeconds() - cpuBefore;
    const threads = threadSeconds(server.pid);
    await prober.stop();
    await server.stop();
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
    if (!isLimited) console.log(`  ${perSecond} records/s, synced and searchable`);
    else verdict('records/s, synced and searchable', perSecond, 20_000, true);
    verdict(
      'p99 as a multiple of idle, until searchable',
      times.flooded.p99Ms / idle.p99Ms,
      2,
      false,
    );
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
