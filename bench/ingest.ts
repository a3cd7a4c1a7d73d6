/**
 * How fast do records become durable and searchable, and does the front notice?
 *
 * A running server takes a file through its local socket: each batch is acknowledged after it is
 * synced to disk and every reader shows it. Limits: 20,000 news records a second, in at most one
 * second of processor time besides the front's; the p99 of a caller that asks 200 times a second
 * at most twice its idle value.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connectIngest } from '../src/app/ingest-socket.js';
import { runIngest } from '../src/cli/ingest-run.js';
import { round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { figuresOf, Prober } from './prober.js';

const END = '2026-03-31T16:00:00Z';
const IDLE_MS = 5000;

/** News and what it refers to; crawls and blogs would flatter the figure. */
async function newsOnly(from: string, to: string): Promise<number> {
  const out = createWriteStream(to);
  let news = 0;
  for await (const line of createInterface({ input: createReadStream(from) })) {
    const kind = /"kind":"([\w-]+)"/.exec(line)?.[1];
    if (kind === 'news') news += 1;
    if (kind === 'news' || kind === 'media' || kind === 'category') out.write(`${line}\n`);
  }
  out.end();
  await once(out, 'close');
  return news;
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const news = join(folder, 'news.ndjson');
    const data = join(folder, 'store');
    runTagwire(
      'generate',
      '--days',
      '10',
      '--per-day',
      '12000',
      '--media',
      '60',
      '--end',
      END,
      '--out',
      corpus,
    );
    const records = await newsOnly(corpus, news);
    // Something to ask for while nothing else goes on.
    const first = join(folder, 'first.ndjson');
    runTagwire('generate', '--seed', '2', '--days', '1', '--end', END, '--out', first);
    runTagwire('ingest', '--data', data, first);
    const server = await Subject.tagwire(data, `frozen:${END}`, null);
    const prober = new Prober(server.url);
    await pause(2000);
    await prober.stretch();
    await pause(IDLE_MS);
    const idle = await prober.stretch();
    const cpuBefore = server.cpuSeconds();
    const threadsBefore = threadSeconds(server.pid);
    const sink = await connectIngest(data);
    if (sink === null) throw new Error('the server takes no ingest');
    const startMs = performance.now();
    await runIngest({
      paths: [news],
      replay: false,
      untilMs: null,
      sink,
      report: (message) => console.log(message),
      progress: () => undefined,
    });
    const seconds = (performance.now() - startMs) / 1000;
    await sink.close();
    const cpuSeconds = server.cpuSeconds() - cpuBefore;
    const threads = threadSeconds(server.pid);
    const busy = await prober.stretch();
    await prober.stop();
    await server.stop();
    const perSecond = records / seconds;
    table(
      `${records} news records into a running server`,
      ['', 'p50 ms', 'p99 ms', 'max ms', 'answers', 'failures'],
      [
        ['idle', ...figuresOf(idle)],
        ['during ingest', ...figuresOf(busy)],
      ],
    );
    console.log(
      `  ${round(seconds, 1)} s in all, ${round(cpuSeconds, 1)} s of the server's processor time ` +
        `(${round((1e6 * cpuSeconds) / records, 1)} µs a record, the front's answers included)`,
    );
    const busiest = [...threads]
      .map(([id, spent]) => spent - (threadsBefore.get(id) ?? 0))
      .sort((a, b) => b - a)
      .map((spent) => round((1e6 * spent) / records, 1));
    console.log(
      `  processor time of the busiest threads, µs a record: ${busiest.slice(0, 4).join(', ')}`,
    );
    verdict('records/s, synced and searchable', round(perSecond, 0), 20_000, true);
    verdict('p99 as a multiple of idle', busy.p99Ms / idle.p99Ms, 2, false);
  });
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
