/**
 * Does anybody notice a backup, and what does one cost that follows another?
 *
 * Limits: the p99 of the API while a store of a million articles is backed up is at most twice its
 * idle value; an incremental backup writes at most twice what changed: the lines that came in and the
 * files of snapshots that are new. Idle and busy stretches take turns, because the machine's own noise
 * changes. `TAGWIRE_BENCH_ARTICLES` and `TAGWIRE_BENCH_DAYS` ask for other stores.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { round, runScript, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { Prober, Stretch } from './prober.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 1_000_000);
const DAYS = Number(process.env.TAGWIRE_BENCH_DAYS ?? 100);
const END = '2026-03-31T16:00:00Z';
const TURNS = 2;
const IDLE_MS = ARTICLES < 10_000 ? 1000 : 15_000;
/** Part of the articles that comes in between two backups, with bodies. */
const CHANGED_SHARE = 0.01;
const BODY = 'Something happened, and somebody wrote about it at some length. '.repeat(40);

interface Measured {
  idle: Stretch;
  busy: Stretch;
  seconds: number;
  byteLength: number;
}

/** Whole backups of a served store, each into a folder of its own, between idle stretches. */
async function measure(server: Subject, data: string, folder: string): Promise<Measured> {
  const prober = new Prober(server.url);
  await sleep(IDLE_MS);
  await prober.stretch();
  const idle: Stretch[] = [];
  const busy: Stretch[] = [];
  let seconds = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    await sleep(IDLE_MS);
    idle.push(await prober.stretch());
    const startMs = performance.now();
    runTagwire('backup', join(folder, `backup-${turn}`), '--data', data);
    seconds += (performance.now() - startMs) / 1000 / TURNS;
    busy.push(await prober.stretch());
  }
  await prober.stop();
  const byteLength = bytesOf(join(folder, 'backup-0'));
  return { idle: Stretch.of(idle), busy: Stretch.of(busy), seconds, byteLength };
}

/** Bytes that came in, and those that the next backup in the same folder wrote. */
function measureIncrement(data: string, folder: string): { changed: number; written: number } {
  const backup = join(folder, 'backup-0');
  const lines = join(folder, 'more.ndjson');
  const pieces = bytesOf(join(data, 'snapshots', 'pieces'));
  const before = new Set(readdirSync(backup, { recursive: true }) as string[]);
  const count = Math.ceil(ARTICLES * CHANGED_SHARE);
  writeFileSync(lines, linesOf(count));
  runTagwire('ingest', lines, '--data', data);
  runTagwire('backup', backup, '--data', data);
  const fresh = (readdirSync(backup, { recursive: true }) as string[]).filter(
    (path) => path === 'manifest' || !before.has(path),
  );
  const written = fresh.reduce((sum, path) => sum + statSync(join(backup, path)).size, 0);
  const grown = Math.max(0, bytesOf(join(data, 'snapshots', 'pieces')) - pieces);
  return { changed: readFileSync(lines).length + grown, written };
}

function linesOf(count: number): string {
  const lines = Array.from({ length: count }, (_, at) => ({
    kind: 'news',
    media: 'more',
    url: `https://more.example/${at}`,
    title: `Something happened for the time ${at}`,
    tags: [`thing ${at % 50}`, `place ${at % 7}`],
    publishedAt: new Date(Date.parse(END) - (at % 3600) * 1000).toISOString(),
    body: `${at} ${BODY}`,
  }));
  const media = { kind: 'media', media: 'more', title: 'More' };
  return [media, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const clock = `frozen:${END}`;
    runScript('news-corpus', corpus, String(ARTICLES), String(DAYS), END);
    runTagwire('ingest', corpus, '--data', data, '--clock', clock);
    const server = await Subject.tagwire(data, clock, null);
    const { idle, busy, seconds, byteLength } = await measure(server, data, folder);
    const { changed, written } = measureIncrement(data, folder);
    await server.stop();
    table(
      `${ARTICLES} articles, ${round(byteLength / 1e6, 0)} MB in ${round(seconds, 1)} s`,
      ['ms', 'p50', 'p99', 'longest', 'answers', 'failures'],
      [
        ['idle', ...idle.figures],
        ['while it is backed up', ...busy.figures],
      ],
    );
    console.log(
      `  incremental: ${round(changed / 1e6, 1)} MB changed, ${round(written / 1e6, 1)} MB written`,
    );
    verdict('p99 during a backup as a multiple of idle', busy.p99Ms / idle.p99Ms, 2, false);
    verdict('bytes written as a multiple of what changed', written / changed, 2, false);
  });
}
