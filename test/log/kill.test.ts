/**
 * Kills the process at moments of a seeded dice, again and again on the same store, and holds the
 * store against what was acknowledged.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { connectIngest, type IngestSink } from '../../src/app/ingest-socket.js';
import { readVocabulary } from '../../src/cli/vocabulary-files.js';
import { generateCorpus } from '../../src/generator/corpus.js';
import type { LogRecord } from '../../src/model/records.js';
import { tempFolder } from '../store/helper.js';
import { NOW_MS, openLog, readAll } from './helper.js';
import { BATCH_ARTICLES, batchOf } from './kill-batches.js';

const CHILD = fileURLToPath(new URL('./kill-child.js', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const KILLS = 4;
const PORTS = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0'];

// Many processes in turn take long on a busy machine.
t.setTimeout(180_000);

/** A dice of its own seed: the same moments in every run. */
function makeDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function run(args: string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Every record of a store, its chain verified from the first entry to the head. */
async function recordsIn(folder: string): Promise<LogRecord[]> {
  const log = await openLog(folder);
  const entries = await readAll(log);
  const { sequence } = log.head;
  await log.close();
  if (entries.length !== sequence) throw new Error('the log does not end at its head');
  return entries.map(({ record }) => record);
}

/** Ids by address; throws when an address has two ids or an id two addresses. */
function idsOf(records: LogRecord[], kind: 'news' | 'post'): Map<string, number> {
  const ids = new Map<string, number>();
  for (const record of records) {
    if (record.kind !== kind) continue;
    const known = ids.get(record.url) ?? record.id;
    if (known !== record.id) throw new Error(`${record.url} has two ids`);
    ids.set(record.url, record.id);
  }
  if (new Set(ids.values()).size !== ids.size) throw new Error('an id was given twice');
  return ids;
}

/** Compares a store with the batches that were acknowledged: all of each, and each once. */
async function checkBatches(t: Test, folder: string, acknowledged: Set<number>): Promise<void> {
  const records = await recordsIn(folder);
  const news = idsOf(records, 'news');
  const posts = idsOf(records, 'post');
  const missing: string[] = [];
  for (const number of acknowledged) {
    if (number === 0) continue;
    if (!posts.has(`https://tea.example/${number}`)) missing.push(`post ${number}`);
    for (let at = 0; at < BATCH_ARTICLES; at++) {
      const url = `https://abc.example/${number * BATCH_ARTICLES + at}`;
      if (!news.has(url)) missing.push(url);
    }
  }
  t.same(missing, [], `${acknowledged.size} batches acknowledged, ${records.length} entries sound`);
  t.equal(news.size, posts.size * BATCH_ARTICLES, 'no batch is there in part');
}

t.test('a killed ingest has everything that it acknowledged', async (t) => {
  const folder = tempFolder(t);
  const dice = makeDice(1);
  const acknowledged = new Set<number>();
  for (let round = 0; round < KILLS; round++) {
    const child = run([CHILD, folder, String(acknowledged.size)]);
    const target = acknowledged.size + 1 + dice(20);
    const lines = createInterface({ input: child.stdout! });
    const enough = new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        acknowledged.add(Number(line));
        if (acknowledged.size >= target) resolve();
      });
      child.once('exit', () => resolve());
    });
    await enough;
    await pause(dice(12));
    const drained = once(lines, 'close');
    await kill(child);
    await drained;
    t.equal(child.signalCode, 'SIGKILL', 'it was at work until then');
    await checkBatches(t, folder, acknowledged);
  }
});

async function connected(folder: string): Promise<IngestSink> {
  for (;;) {
    const sink = await connectIngest(folder);
    if (sink !== null) return sink;
    await pause(20);
  }
}

t.test('a killed server has everything that it acknowledged over its socket', async (t) => {
  const folder = tempFolder(t);
  const dice = makeDice(2);
  const acknowledged = new Set<number>();
  for (let round = 0; round < KILLS; round++) {
    const child = run([MAIN, 'serve', '--data', folder, '--log-level', 'error', ...PORTS]);
    const sink = await connected(folder);
    const target = acknowledged.size + 1 + dice(20);
    const failures: unknown[] = [];
    let killed: Promise<void> | null = null;
    for (let number = acknowledged.size; killed === null; number++) {
      const sent = sink.ingest(batchOf(number), false).then(() => {
        acknowledged.add(number);
      });
      const other = sink.ingest(batchOf(number + 1), false).then(() => {
        acknowledged.add(number + 1);
      });
      const settled = Promise.allSettled([sent, other]);
      if (number >= target) {
        await pause(dice(12));
        killed = kill(child);
      }
      for (const outcome of await settled) {
        if (outcome.status === 'rejected') failures.push(outcome.reason);
      }
      number += 1;
    }
    await killed;
    for (const failure of failures) t.match(failure, { code: 'STORE_CLOSED' });
    await checkBatches(t, folder, acknowledged);
  }
});

t.test('a killed `tagwire ingest` can be run again, and nothing is lost or doubled', async (t) => {
  const folder = tempFolder(t);
  const file = join(tempFolder(t), 'corpus.ndjson');
  const size = { seed: 3, days: 2, endMs: NOW_MS, media: 20, perDay: 3000, blogs: 20 };
  const lines = [...generateCorpus(size, readVocabulary())];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const dice = makeDice(3);
  const args = [MAIN, 'ingest', '--data', folder, '--log-level', 'error', file];
  for (let round = 0; round < KILLS; round++) {
    const child = run(args);
    await pause(250 + dice(900));
    if (child.exitCode === null) await kill(child);
    await recordsIn(folder);
  }
  const last = run(args);
  const [code] = await once(last, 'exit');
  t.equal(code, 0);
  const records = await recordsIn(folder);
  for (const kind of ['news', 'post'] as const) {
    const sent = lines.map((line) => JSON.parse(line) as { kind: string; url: string });
    const urls = new Set(sent.filter((one) => one.kind === kind).map(({ url }) => url));
    t.equal(idsOf(records, kind).size, urls.size, `${urls.size} of ${kind}`);
  }
});
