/**
 * What do a million articles weigh, how long does the front notice a snapshot, and how soon does
 * a restarted server answer?
 *
 * Limits: memory of the process beyond an empty one at most 1.5 times the bytes of the articles'
 * JSON, as it was ingested, without bodies (as it is answered stands beside it); a snapshot never
 * holds the front's thread for more than 5 ms. Beside that stands how long the front worked at a
 * stretch, and how late a process is meanwhile that has nothing to do: the machine's own limit. The
 * articles are of a hundred days: the real press writes 10,000 a day. `TAGWIRE_BENCH_ARTICLES` and
 * `TAGWIRE_BENCH_DAYS` ask for others.
 */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { goBeforeHelpers } from '../src/actor/priority.js';
import { Pipeline } from '../src/app/pipeline.js';
import { readVocabulary } from '../src/cli/vocabulary-files.js';
import { generateCorpus } from '../src/generator/corpus.js';
import { DAY_MS } from '../src/kernel/clock.js';
import { tuneCollector } from '../src/kernel/collect.js';
import { silentLogger } from '../src/kernel/logger.js';
import { ingestFile, Meter, round, Subject, table, threadMs, verdict, withFolder } from './lab.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 1_000_000);
const DAYS = Number(process.env.TAGWIRE_BENCH_DAYS ?? 100);
const END = '2026-03-31T16:00:00Z';
/** A store that is served has ticked for as long as windows are. */
const TICKED_MS = 3 * DAY_MS;
/** As `tagwire serve` sets it where it can. */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '131072' };
const MIB = 1024 * 1024;
/** Period of the timer that notices holds. */
const TIMER_MS = 1;
/** Long enough for the collectors of all threads to have come round; nothing to wait for in a trial. */
const REST_MS = ARTICLES < 10_000 ? 0 : 15_000;

/** News without bodies and what it refers to; returns records, and the bytes of each article's last. */
async function writeCorpus(path: string): Promise<{ records: number; jsonBytes: number }> {
  const perDay = Math.ceil(ARTICLES / DAYS);
  const options = { seed: 3, days: DAYS, endMs: Date.parse(END), media: 100, perDay, blogs: 0 };
  const out = createWriteStream(path);
  const bytesOf = new Map<string, number>();
  let records = 0;
  for (const line of generateCorpus(options, readVocabulary())) {
    const record = JSON.parse(line) as { kind: string; url: string; body?: string };
    if (!['news', 'media', 'category'].includes(record.kind)) continue;
    delete record.body;
    const json = JSON.stringify(record);
    if (record.kind === 'news') {
      records += 1;
      bytesOf.set(record.url, Buffer.byteLength(json));
    }
    if (!out.write(`${json}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  let jsonBytes = 0;
  for (const bytes of bytesOf.values()) jsonBytes += bytes;
  return { records, jsonBytes };
}

/** Bytes of the articles as the API answers them. */
function answerBytes(pipeline: Pipeline): number {
  const filter = {
    sinceMs: 0,
    untilMs: Date.parse(END),
    nowMs: Date.parse(END),
    media: null,
    tagKey: null,
    needle: null,
  };
  const page = pipeline.indices.catalog.page(filter, null, Number.MAX_SAFE_INTEGER);
  return page.slices.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Memory of a process without pages of files: LevelDB maps its tables, and those are cache. */
function memoryBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
  return 1024 * (kib('RssAnon') + kib('RssShmem'));
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

interface Holds {
  /** The time that it all took. */
  tookMs: number;
  /** The longest time by which a timer of this thread was late. */
  lateMs: number;
  /** The longest that this thread worked at a stretch. */
  workedMs: number;
  /** How late a process was that did nothing else: the machine's own. */
  machineMs: number;
}

/** What kept this thread from its turn while something went on. @param machine the lone timer. */
async function holdsOf(work: () => Promise<void>, machine: Meter): Promise<Holds> {
  const holds = { tookMs: 0, lateMs: 0, workedMs: 0, machineMs: 0 };
  await machine.read();
  const startMs = performance.now();
  let lastMs = startMs;
  let lastWorkedMs = threadMs();
  const timer = setInterval(() => {
    const [nowMs, workedMs] = [performance.now(), threadMs()];
    holds.lateMs = Math.max(holds.lateMs, nowMs - lastMs - TIMER_MS);
    holds.workedMs = Math.max(holds.workedMs, workedMs - lastWorkedMs);
    [lastMs, lastWorkedMs] = [nowMs, workedMs];
  }, TIMER_MS);
  await work();
  clearInterval(timer);
  holds.tookMs = performance.now() - startMs;
  holds.machineMs = Number(await machine.read());
  return holds;
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const { records, jsonBytes } = await writeCorpus(corpus);
    mkdirSync(data);
    // As the server's own thread is.
    goBeforeHelpers();
    tuneCollector();
    const pipeline = await Pipeline.open(data, 'warn', silentLogger);
    await pipeline.start();
    await ingestFile(pipeline, corpus, Date.parse(END));
    // As in a store that is served: windows move with the store's time and let go of what is old.
    await pipeline.tick(Date.parse(END) - TICKED_MS);
    await pipeline.tick(Date.parse(END));
    await pipeline.settle();
    const answers = answerBytes(pipeline);
    const { articles, usedBytes, heldBytes, runs } = pipeline.indices.catalog.figures;
    // What the ingest left behind is collected and compacted meanwhile.
    await sleep(REST_MS);
    const machine = new Meter('timer');
    const busy = await holdsOf(() => pipeline.snapshot(), machine);
    const idle = await holdsOf(() => sleep(busy.tookMs), machine);
    await machine.stop();
    await pipeline.close();

    const empty = await weigh(join(folder, 'empty'), {});
    const plain = await weigh(data, {});
    const told = await weigh(data, ALLOCATOR);
    const emptyTold = await weigh(join(folder, 'empty'), ALLOCATOR);
    const ownBytes = plain.bytes - empty.bytes;
    const row = (name: string, bytes: number): (string | number)[] => [
      name,
      round(bytes / MIB, 0),
      round(bytes / jsonBytes),
      round(bytes / answers),
    ];
    table(
      `${articles} articles of ${records} records`,
      ['', 'MiB', 'of their JSON', 'of their answers'],
      [
        row('their JSON as ingested, without bodies', jsonBytes),
        row('their JSON as answered', answers),
        row('runs in the arena', usedBytes),
        row('the arena after the ingest', heldBytes),
        row('a restarted server beyond an empty one', ownBytes),
        row('the same where glibc returns large arrays', told.bytes - emptyTold.bytes),
        ['an empty server', round(empty.bytes / MIB, 0), '', ''],
      ],
    );
    console.log(
      `  ${runs} runs; snapshot in ${round(busy.tookMs / 1000, 1)} s; ready ${round(plain.readyMs / 1000, 1)} s after a restart`,
    );
    const held = (name: string, { lateMs, machineMs, workedMs }: Holds): (string | number)[] => [
      name,
      ...[lateMs, machineMs, workedMs].map((ms) => round(ms)),
    ];
    table(
      'a timer of the front, ms at worst',
      ['', 'late', 'in a process without work', 'work of the front at a stretch'],
      [held('snapshot', busy), held('as long without one', idle)],
    );
    verdict('memory as a multiple of the JSON', ownBytes / jsonBytes, 1.5, false);
    verdict('longest hold of the front by a snapshot, ms', busy.lateMs, 5, false);
  });
}
