/**
 * What do a million articles weigh, how long does the front notice a snapshot, and how soon does
 * a restarted server answer?
 *
 * Limits: memory of the process beyond one with a single record at most 1.5 times the bytes of the articles'
 * JSON, as it was ingested, without bodies (as it is answered stands beside it); a snapshot never
 * blocks the front's thread for more than 5 ms. A pause is time in which the thread worked or waited for
 * a processor, at a stretch. Its timer can be later than that, and on a machine that is not one's own
 * a thread seems to work while another machine does: beside it stands what a process met meanwhile
 * that has nothing to do, the machine's own limit. The articles are of a hundred days: the real press
 * writes 10,000 a day. `TAGWIRE_BENCH_ARTICLES` and `TAGWIRE_BENCH_DAYS` ask for others.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { round, runScript, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { memoryBytes } from './process-memory.js';
import type { Pauses, SnapshotRun } from './servers/snapshot-pauses.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 1_000_000);
const DAYS = Number(process.env.TAGWIRE_BENCH_DAYS ?? 100);
const END = '2026-03-31T16:00:00Z';
/** As `tagwire serve` sets it where it can. */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };
const MIB = 1024 * 1024;
/**
 * The engine collects and compacts what a busy time left behind some 8 to 18 s after it; nothing to
 * wait for in a trial.
 */
const REST_MS = ARTICLES < 10_000 ? 0 : 25_000;

/** Writes news without bodies; returns its records, and the bytes of each article's last. */
function writeCorpus(path: string): { records: number; jsonBytes: number } {
  return JSON.parse(runScript('news-corpus', path, String(ARTICLES), String(DAYS), END));
}

/** Memory of a server on a store, some time after its start, and how long that took. */
async function weigh(
  data: string,
  environment: Record<string, string>,
): Promise<{ bytes: number; readyMs: number }> {
  const startMs = performance.now();
  const server = await Subject.tagwire(data, `frozen:${END}`, null, 'auto', environment);
  const readyMs = performance.now() - startMs;
  // What was needed only to start goes when the collectors come round.
  await sleep(REST_MS);
  const bytes = memoryBytes(server.pid);
  await server.stop();
  return { bytes, readyMs };
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const { records, jsonBytes } = writeCorpus(corpus);
    const { catalog, snapshot, idle, answerBytes }: SnapshotRun = JSON.parse(
      runScript('snapshot-pauses', data, corpus, END, String(REST_MS)),
    );
    const { articles, usedBytes, heldBytes, runs } = catalog;

    // Of an empty one most threads are not there yet.
    const [line, single] = [join(folder, 'one.ndjson'), join(folder, 'one')];
    writeFileSync(line, `${JSON.stringify({ kind: 'media', media: 'one', title: 'One' })}\n`);
    runTagwire('ingest', '--clock', `frozen:${END}`, '--data', single, line);
    const one = await weigh(single, {});
    const plain = await weigh(data, {});
    const told = await weigh(data, ALLOCATOR);
    const oneTold = await weigh(single, ALLOCATOR);
    const ownBytes = plain.bytes - one.bytes;
    const row = (name: string, bytes: number): (string | number)[] => [
      name,
      round(bytes / MIB, 0),
      round(bytes / jsonBytes),
      round(bytes / answerBytes),
    ];
    table(
      `${articles} articles of ${records} records`,
      ['', 'MiB', 'of their JSON', 'of their answers'],
      [
        row('their JSON as ingested, without bodies', jsonBytes),
        row('their JSON as answered', answerBytes),
        row('runs in the arena', usedBytes),
        row('the arena after the ingest', heldBytes),
        row('a restarted server beyond one with a record', ownBytes),
        row('the same where glibc returns large arrays', told.bytes - oneTold.bytes),
        ['a server with one record', round(one.bytes / MIB, 0), '', ''],
      ],
    );
    console.log(
      `  ${runs} runs; snapshot in ${round(snapshot.tookMs / 1000, 1)} s; ready ${round(plain.readyMs / 1000, 1)} s after a restart`,
    );
    const stretch = (name: string, { front, machine }: Pauses): (string | number)[] => {
      const figures = [front.busyMs, machine.busyMs, front.lateMs, machine.lateMs];
      return [name, ...figures.map((ms) => round(ms))];
    };
    table(
      'ms at worst',
      ['', 'the front blocked', 'a process without work', 'its timer late', 'the other one'],
      [stretch('snapshot', snapshot), stretch('as long without one', idle)],
    );
    verdict('memory as a multiple of the JSON', ownBytes / jsonBytes, 1.5, false);
    verdict('longest pause of the front by a snapshot, ms', snapshot.front.busyMs, 5, false);
  });
}
