/**
 * How long does a window of 31 days take whose days lie on disk, and what do others notice?
 *
 * A store of 400 days is restarted, so that only the last month is in memory. Windows anywhere in
 * the rest are asked for one after the other: pages, searches for frequent, rare and absent text,
 * facets. Limits: p99 at most 200 ms; the p99 of a caller that asks 200 times a second meanwhile at
 * most twice its idle one.
 * `TAGWIRE_BENCH_ARTICLES` asks for another number of articles.
 */
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateCorpus } from '../demo/corpus.js';
import { readVocabulary } from '../demo/read-vocabulary.js';
import { Pipeline } from '../src/app/pipeline.js';
import { DAY_MS, HOUR_MS, isoOf } from '../src/kernel/clock.js';
import { silentLogger } from '../src/kernel/logger.js';
import { ingestFile, quantile, round, Subject, table, verdict, withFolder } from './lab.js';
import { Prober } from './prober.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 1_000_000);
const DAYS = 400;
const WINDOW_DAYS = 31;
const END_MS = Date.parse('2026-03-31T16:00:00Z');
const QUESTIONS = ARTICLES < 10_000 ? 10 : 400;
const STRETCH_MS = ARTICLES < 10_000 ? 1000 : 15_000;

/** Steps through the year so that neighbours share few days. */
const STRIDE = 157;

const KINDS: readonly (readonly [string, string])[] = [
  ['a page', ''],
  ['a frequent word', '&q=%E7%9A%84'],
  ['two characters', '&q=%E6%8D%B7%E9%81%8B'],
  ['absent text', '&q=%E9%BE%98%E9%BE%98%E9%BE%98'],
  ['a page with facets', '&facets=1'],
  ['a search with facets', '&facets=1&q=%E6%8D%B7%E9%81%8B'],
];

async function writeCorpus(path: string): Promise<void> {
  const perDay = Math.ceil(ARTICLES / DAYS);
  const options = { seed: 5, days: DAYS, endMs: END_MS, media: 60, perDay, blogs: 0 };
  const out = createWriteStream(path);
  for (const line of generateCorpus(options, readVocabulary())) {
    const record = JSON.parse(line) as { kind: string; body?: string };
    if (!['news', 'media', 'category'].includes(record.kind)) continue;
    delete record.body;
    if (!out.write(`${JSON.stringify(record)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

/** Asks one question after the other; milliseconds by kind. */
async function ask(
  url: string,
  from: number,
  until: () => boolean,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (let at = from; !until(); at++) {
    const [name, query] = KINDS[at % KINDS.length]!;
    const day = 40 + ((at * STRIDE) % (DAYS - 40 - WINDOW_DAYS));
    const untilMs = END_MS - day * DAY_MS;
    const window = `since=${isoOf(untilMs - WINDOW_DAYS * DAY_MS)}&until=${isoOf(untilMs)}`;
    const startMs = performance.now();
    const answer = await fetch(`${url}?limit=50&${window}${query}`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
    const known = times.get(name) ?? [];
    known.push(performance.now() - startMs);
    times.set(name, known);
  }
  return times;
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    await writeCorpus(corpus);
    mkdirSync(data);
    const pipeline = await Pipeline.open(data, 'warn', silentLogger);
    await pipeline.start();
    await pipeline.rebuilt();
    await ingestFile(pipeline, corpus, END_MS);
    await pipeline.tick(END_MS);
    await pipeline.tick(END_MS + HOUR_MS);
    await pipeline.snapshot();
    const { articles, articlesOnDisk } = pipeline.indices.catalog.figures;
    await pipeline.close();

    const server = await Subject.tagwire(data, `frozen:${isoOf(END_MS + HOUR_MS)}`, null);
    const [page] = server.url.split('?');
    let asked = 0;
    const cold = await ask(page!, 0, () => ++asked > QUESTIONS);
    const prober = new Prober(server.url);
    await sleep(1000);
    await prober.stretch();
    await sleep(STRETCH_MS);
    const idle = await prober.stretch();
    const endMs = performance.now() + STRETCH_MS;
    await ask(page!, QUESTIONS, () => performance.now() > endMs);
    const busy = await prober.stretch();
    await prober.stop();
    await server.stop();
    table(
      `windows of ${WINDOW_DAYS} days on disk, ${articlesOnDisk} articles there, ${articles} in memory`,
      ['', 'questions', 'p50 ms', 'p99 ms', 'worst ms'],
      [...cold].map(([name, times]) => [
        name,
        times.length,
        round(quantile(times, 0.5), 1),
        round(quantile(times, 0.99), 1),
        round(Math.max(...times), 1),
      ]),
    );
    table(
      'the front meanwhile',
      ['', 'p50 ms', 'p99 ms', 'max ms', 'answers', 'failures'],
      [
        ['idle', ...idle.figures],
        ['during such questions', ...busy.figures],
      ],
    );
    verdict('p99 of all questions, ms', quantile([...cold.values()].flat(), 0.99), 200, false);
    verdict("the front's p99 as a multiple of idle", busy.p99Ms / idle.p99Ms, 2, false);
  });
}
