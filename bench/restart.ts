/**
 * How soon does a store answer again: after a clean stop, a kill, and the loss of all snapshots? And
 * how much memory does that take beside what the server takes when it runs?
 *
 * Articles with bodies, from the generator, 10,000 a day; their bodies have expired but for the last
 * week. Limits: lists and searches 3 s after a stop and after a kill; without snapshots every index
 * 60 s for a hundred days and 20 s for thirty; no start and no replay takes more memory than the
 * running server does at its peak in the minute after.
 * `TAGWIRE_BENCH_DAYS` asks for another length (30 unless told), `TAGWIRE_BENCH_STORE` for a store
 * that is there already, which is copied and stays as it is.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { round, runTagwire, Subject, table, tagwire, verdict, withFolder } from './lab.js';
import { watchMemory } from './process-memory.js';

const DAYS = Number(process.env.TAGWIRE_BENCH_DAYS ?? 30);
const STORE = process.env.TAGWIRE_BENCH_STORE;
const PER_DAY = 10_000;
const END = '2026-03-31T16:00:00Z';
const LOST_SECONDS_MAX = DAYS > 30 ? 60 : 20;
const STARTS = 3;
/** How long a server runs in which its memory is looked at. */
const RUN_MS = DAYS < 2 ? 1000 : 30_000;
const MIB = 1024 * 1024;

interface Start {
  /** Until lists and searches are answered, and until everything is. */
  seconds: number;
  wholeSeconds: number;
  cpuSeconds: number;
  peakBytes: number;
  server: Subject;
}

async function start(data: string): Promise<Start> {
  const startMs = performance.now();
  const secondsNow = (): number => (performance.now() - startMs) / 1000;
  let told: () => number = () => 0;
  const server = await Subject.tagwire(data, `frozen:${END}`, null, 'auto', {}, (pid) => {
    told = watchMemory(pid);
  });
  const seconds = secondsNow();
  await server.whole();
  const wholeSeconds = secondsNow();
  return { seconds, wholeSeconds, cpuSeconds: server.cpuSeconds(), peakBytes: told(), server };
}

/** Replays a corpus into a store; seconds and the peak of memory. */
async function replay(corpus: string, data: string): Promise<{ seconds: number; bytes: number }> {
  const startMs = performance.now();
  const args = [tagwire, 'ingest', '--replay', '--data', data, corpus];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const peak = watchMemory(child.pid!);
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`ingest ended with ${status}`);
  return { seconds: (performance.now() - startMs) / 1000, bytes: peak() };
}

function bytesOf(folder: string): number {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** The store to be started, and what it took to replay it, where that was done here. */
async function makeStore(
  folder: string,
): Promise<{ data: string; replayed: { seconds: number; bytes: number } | null }> {
  const data = join(folder, 'store');
  if (STORE !== undefined) {
    cpSync(STORE, data, { recursive: true });
    return { data, replayed: null };
  }
  const corpus = join(folder, 'corpus.ndjson');
  const size = ['--days', String(DAYS), '--per-day', String(PER_DAY), '--media', '60'];
  runTagwire('generate', '--seed', '1', '--end', END, ...size, '--out', corpus);
  const replayed = await replay(corpus, data);
  rmSync(corpus);
  return { data, replayed };
}

function row(title: string, starts: readonly Start[]): string[] {
  const list = (of: (start: Start) => number, digits?: number): string =>
    starts.map((one) => round(of(one), digits)).join(' ');
  return [
    title,
    list(({ seconds }) => seconds),
    list(({ wholeSeconds }) => wholeSeconds),
    list(({ cpuSeconds }) => cpuSeconds),
    list(({ peakBytes }) => peakBytes / MIB, 0),
  ];
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const { data, replayed } = await makeStore(folder);
    const stopped: Start[] = [];
    const killed: Start[] = [];
    let running = 0;
    for (let turn = 0; turn < STARTS; turn++) {
      const first = await start(data);
      stopped.push(first);
      await first.server.kill();
      const second = await start(data);
      killed.push(second);
      if (turn === 0) {
        const peak = watchMemory(second.server.pid);
        await sleep(RUN_MS);
        running = peak();
      }
      await second.server.stop();
    }
    const sizes = ['log', 'snapshots', 'history'].map((name) => [
      `${name}, MiB`,
      round(bytesOf(join(data, name)) / MIB, 0),
    ]);
    rmSync(join(data, 'snapshots'), { recursive: true });
    const lost = await start(data);
    await lost.server.stop();
    const head = ['', 'lists, s', 'whole, s', 'processor, s', 'peak, MiB'];
    table(`${DAYS * PER_DAY} articles of ${DAYS} days`, head, [
      row('after a stop', stopped),
      row('after a kill', killed),
      row('without snapshots', [lost]),
    ]);
    table(
      'The store',
      ['', ''],
      [
        ...(replayed === null ? [] : [['replayed, s', round(replayed.seconds)]]),
        ...(replayed === null ? [] : [['replayed, peak, MiB', round(replayed.bytes / MIB, 0)]]),
        ...sizes,
        ['a running server, MiB', round(running / MIB, 0)],
      ],
    );
    const least = (starts: readonly Start[]): number =>
      Math.min(...starts.map(({ seconds }) => seconds));
    verdict('s, after a stop', least(stopped), 3, false);
    verdict('s, after a kill', least(killed), 3, false);
    verdict('s, without snapshots', lost.wholeSeconds, LOST_SECONDS_MAX, false);
    const peaks = [killed[0]!.peakBytes, lost.peakBytes, replayed?.bytes ?? 0];
    verdict(
      'peak of a start or replay, of a running server',
      Math.max(...peaks) / running,
      1,
      false,
    );
  });
}
