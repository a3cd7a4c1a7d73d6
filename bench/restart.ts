/**
 * How soon does a store answer again: after a clean stop, a kill, and the loss of all snapshots?
 *
 * Articles with bodies, from the generator, 10,000 a day; their bodies have expired but for the last
 * week. Limits: 3 s after a stop and after a kill; without snapshots 60 s for a hundred days and 20 s
 * for thirty. `TAGWIRE_BENCH_DAYS` asks for another length (30 unless told).
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';

const DAYS = Number(process.env.TAGWIRE_BENCH_DAYS ?? 30);
const PER_DAY = 10_000;
const END = '2026-03-31T16:00:00Z';
const LOST_SECONDS_MAX = DAYS > 30 ? 60 : 20;
const STARTS = 3;

interface Start {
  seconds: number;
  server: Subject;
}

async function start(data: string): Promise<Start> {
  const startMs = performance.now();
  const server = await Subject.tagwire(data, `frozen:${END}`, null);
  return { seconds: (performance.now() - startMs) / 1000, server };
}

function bytesOf(folder: string): number {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const size = ['--days', String(DAYS), '--per-day', String(PER_DAY), '--media', '60'];
    runTagwire('generate', '--seed', '1', '--end', END, ...size, '--out', corpus);
    const ingestMs = performance.now();
    runTagwire('ingest', '--replay', '--data', data, corpus);
    const ingestSeconds = (performance.now() - ingestMs) / 1000;
    rmSync(corpus);
    const stopped: number[] = [];
    const killed: number[] = [];
    for (let turn = 0; turn < STARTS; turn++) {
      const first = await start(data);
      stopped.push(first.seconds);
      await first.server.kill();
      const second = await start(data);
      killed.push(second.seconds);
      await second.server.stop();
    }
    const mib = (name: string): number => bytesOf(join(data, name)) / 1024 / 1024;
    const rows = [
      ['replayed', round(ingestSeconds)],
      ...['log', 'snapshots', 'history'].map((name) => [`${name}, MiB`, round(mib(name), 0)]),
      ['after a stop', stopped.map((seconds) => round(seconds)).join(' ')],
      ['after a kill', killed.map((seconds) => round(seconds)).join(' ')],
    ];
    rmSync(join(data, 'snapshots'), { recursive: true });
    const lost = await start(data);
    await lost.server.stop();
    rows.push(['without snapshots', round(lost.seconds)]);
    table(`${DAYS * PER_DAY} articles of ${DAYS} days: s`, ['', ''], rows);
    verdict('s, after a stop', Math.min(...stopped), 3, false);
    verdict('s, after a kill', Math.min(...killed), 3, false);
    verdict('s, without snapshots', lost.seconds, LOST_SECONDS_MAX, false);
  });
}
