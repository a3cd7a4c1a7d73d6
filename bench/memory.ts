/**
 * What do a million articles weigh, how long does the front notice a snapshot, and how soon does
 * a restarted server answer?
 *
 * Limits: memory of the process beyond an empty one at most 1.5 times the bytes of the articles'
 * JSON, as it was ingested, without bodies (as it is answered stands beside it); a snapshot never holds the front's thread for more than 5 ms.
 * `TAGWIRE_BENCH_ARTICLES` asks for another number of articles.
 */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Pipeline } from '../src/app/pipeline.js';
import { readVocabulary } from '../src/cli/vocabulary-files.js';
import { generateCorpus } from '../src/generator/corpus.js';
import { silentLogger } from '../src/kernel/logger.js';
import { ingestFile, round, Subject, table, verdict, withFolder } from './lab.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 1_000_000);
const DAYS = 31;
const END = '2026-03-31T16:00:00Z';
const MIB = 1024 * 1024;
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

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const { records, jsonBytes } = await writeCorpus(corpus);
    mkdirSync(data);
    const pipeline = await Pipeline.open(data, 'warn', silentLogger);
    await pipeline.start();
    await ingestFile(pipeline, corpus, Date.parse(END));
    // As in a store that is served: windows move with the store's time and let go of what is old.
    await pipeline.advance(Date.parse(END));
    const answers = answerBytes(pipeline);
    const { articles, usedBytes, heldBytes, runs } = pipeline.indices.catalog.figures;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startMs = performance.now();
    await pipeline.snapshot();
    const snapshotMs = performance.now() - startMs;
    delay.disable();
    await pipeline.close();

    const emptyFolder = join(folder, 'empty');
    const empty = await Subject.tagwire(emptyFolder, `frozen:${END}`);
    const emptyBytes = memoryBytes(empty.pid);
    await empty.stop();
    const restartMs = performance.now();
    const server = await Subject.tagwire(data, `frozen:${END}`, null);
    const readyMs = performance.now() - restartMs;
    // What was needed only to start goes when the collectors come round.
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const ownBytes = memoryBytes(server.pid) - emptyBytes;
    await server.stop();
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
        ['an empty server', round(emptyBytes / MIB, 0), '', ''],
      ],
    );
    console.log(
      `  ${runs} runs; snapshot in ${round(snapshotMs / 1000, 1)} s; ready ${round(readyMs / 1000, 1)} s after a restart`,
    );
    verdict('memory as a multiple of the JSON', ownBytes / jsonBytes, 1.5, false);
    verdict('longest hold of the front by a snapshot, ms', delay.max / 1e6, 5, false);
  });
}
