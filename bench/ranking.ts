/**
 * What does a ranking tick cost, how many bytes does history take, and how fast is it found again?
 *
 * First in one thread, with ten times the real press: 100,000 articles a day of 60 media, 8 tags
 * each. Limits: a tick over all categories at most 1 s, at most 400 bytes for each article and tag of
 * the 72-hour window, at most 16 bytes for an archived entry. Then over HTTP, on a store that has
 * lived through two months and was restarted: every hour of it is asked for once, in random order;
 * p99 at most 5 ms. How fast the current ranking is answered stands in answers.ts.
 *
 * `TAGWIRE_BENCH_PER_DAY` asks for another number of articles a day in the first part.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '../src/kernel/clock.js';
import {
  CAMPS,
  type LogRecord,
  type MediaRecord,
  type NewsRecord,
} from '../src/kernel/model/records.js';
import { RankingBlockView } from '../src/news/tags/answers/ranking-block-view.js';
import { TagsReader } from '../src/news/tags/reader.js';
import { LISTS_IN_CHAIN } from '../src/news/tags/state/list-columns.js';
import { TagsWriter } from '../src/news/tags/writer.js';
import { plainMedia, plainNews } from '../test/kernel/model/plain-records.js';
import { Caller } from './caller.js';
import {
  median,
  quantile,
  round,
  runTagwire,
  Subject,
  table,
  threadMs,
  verdict,
  withFolder,
} from './lab.js';
import { packColumns } from './packed-columns.js';

const PER_DAY = Number(process.env.TAGWIRE_BENCH_PER_DAY ?? 100_000);
const OUTLETS = 60;
const TAGS_EACH = 8;
const VOCABULARY = 60_000;
/** The use of a tag falls with its rank plus this (Zipf's law after Mandelbrot). */
const HEAD = 20;
const CATEGORIES = 7;
const START_MS = Date.UTC(2026, 0, 1);
const TICK_MS = 10 * MINUTE_MS;
/** Hours that are filled with hourly ticks, then those with all of them, which are measured. */
const FILL_HOURS = 70;
const MEASURED_HOURS = 4;
const STORE_DAYS = 60;
const STORE_PER_DAY = 1000;
const END = '2026-03-31T16:00:00Z';
const PAGE = '/api/v1/ranking?limit=50';
/** A server that has just started still puts its indices in order. */
const REST_MS = 3000;
/** Days that are in memory. Asking for their hours lets the server's code be compiled, and no more. */
const WARM_DAYS = 12;

let state = 0x9e3779b9;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 0x1_0000_0000;
}

function word(): string {
  let text = '';
  const length = 2 + Math.floor(random() * 4);
  for (let at = 0; at < length; at++) {
    text += String.fromCharCode(0x4e00 + Math.floor(random() * 3000));
  }
  return text;
}

const vocabulary = Array.from({ length: VOCABULARY }, word);

function mediaRecord(number: number): MediaRecord {
  return plainMedia(`outlet-${number}`, {
    camp: CAMPS[number % 3]!,
    categories: Array.from({ length: CATEGORIES }, (_, key) => `c${key}`).filter(
      (_, key) => key === 0 || number % (key + 1) === 0,
    ),
    collectingSinceMs: START_MS - 3 * DAY_MS,
  });
}

/** Rank of a tag by use: the first stands in one article of twenty, as in a real press. */
function rank(): number {
  const span = (VOCABULARY + HEAD) / HEAD;
  return Math.min(VOCABULARY - 1, Math.floor(HEAD * span ** random() - HEAD));
}

function newsRecord(id: number, sortMs: number): NewsRecord {
  const tags = new Set<string>();
  while (tags.size < TAGS_EACH) tags.add(vocabulary[rank()]!);
  const media = `outlet-${Math.floor(random() ** 2 * OUTLETS)}`;
  const title = `${word()}${word()}${word()}`;
  return plainNews(id, media, sortMs, { title, tags: [...tags] });
}

/** The index in one thread. */
class Press {
  readonly writer = new TagsWriter();
  readonly reader = new TagsReader();
  readonly ticksMs: number[] = [];
  readonly mergesMs: number[] = [];
  #sequence = 0;
  #id = 0;
  #atMs = START_MS;

  constructor() {
    this.writer.restored(0);
    this.#cut(true);
    for (let key = 0; key < CATEGORIES; key++) {
      this.#apply({ kind: 'category', key: `c${key}`, label: '' });
    }
    for (let number = 0; number < OUTLETS; number++) this.#apply(mediaRecord(number));
  }

  /** Some time of articles, then a tick. */
  step(lengthMs: number): void {
    const articles = Math.round((PER_DAY * lengthMs) / DAY_MS);
    for (let at = 0; at < articles; at++) {
      const sortMs = this.#atMs + Math.floor((at / articles) * lengthMs);
      this.#id += 1;
      this.#apply(newsRecord(this.#id, sortMs));
    }
    this.#atMs += lengthMs;
    // As the server does between rankings: days that are over become blocks then.
    this.mergesMs.push(this.#tick(this.#atMs - MINUTE_MS, 'events'));
    this.ticksMs.push(this.#tick(this.#atMs, 'ranking'));
  }

  /** Processor time of a tick, of this thread alone. */
  #tick(atMs: number, run: 'events' | 'ranking'): number {
    const beforeMs = threadMs();
    this.#apply({ kind: 'tick', atMs, runs: [run] });
    // Snapshots are computed when readers are told of them.
    this.#cut(false);
    return threadMs() - beforeMs;
  }

  #apply(record: LogRecord): void {
    this.#sequence += 1;
    this.writer.apply({ sequence: this.#sequence, record, body: null });
  }

  #cut(fresh: boolean): void {
    const taken = this.writer.takeDelta();
    if (taken !== null) this.reader.apply(taken.value, fresh);
  }
}

function benchTicks(): void {
  const gc = (globalThis as { gc?: () => void }).gc;
  gc?.();
  const before = process.memoryUsage();
  const press = new Press();
  for (let hour = 0; hour < FILL_HOURS; hour++) press.step(HOUR_MS);
  const ticks = (MEASURED_HOURS * HOUR_MS) / TICK_MS;
  for (let tick = 0; tick < ticks; tick++) press.step(TICK_MS);
  const steady = press.ticksMs.slice(-ticks);
  gc?.();
  const after = process.memoryUsage();
  const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  const articleTags = 3 * PER_DAY * TAGS_EACH;
  table(
    `ticks with ${PER_DAY} articles a day, ${CATEGORIES + 3} categories (processor time of the thread)`,
    ['', 'ms'],
    [
      ['median', round(median(steady), 0)],
      ['worst (hour over: two snapshots, statistics)', round(Math.max(...steady), 0)],
      ['worst between rankings (block of a day)', round(Math.max(...press.mergesMs), 0)],
    ],
  );
  verdict('seconds of a tick', Math.max(...steady) / 1000, 1, false);
  if (gc === undefined) console.log('  no memory figure: run node with --expose-gc');
  else verdict('bytes for each article-tag of 72 hours', grown / articleTags, 400, false);
  benchBytes(press);
}

/** Bytes of the day blocks on disk, for each of their entries. */
function benchBytes({ writer }: Press): void {
  const names = writer.plan().cold.filter((name) => name.startsWith('sheet-'));
  const rows: (string | number)[][] = [];
  let bytes = 0;
  let entries = 0;
  for (const name of names) {
    const chunk = writer.chunk(name);
    const view = new RankingBlockView(chunk);
    const count = view.hours.reduce((sum, hour) => sum + view.list(hour)!.terms.length, 0);
    bytes += chunk.length;
    entries += count;
    rows.push([name, count, round(chunk.length / 1024, 0), round(chunk.length / count, 1)]);
  }
  table('archived days', ['', 'entries', 'KiB', 'bytes each'], rows);
  verdict('bytes of an archived entry', bytes / entries, 16, false);
  benchColumns(new RankingBlockView(writer.chunk(names.find((name) => name.endsWith('-all'))!)));
}

/** What a day of the ranking blocks takes, beside the same lists as plain columns that Brotli packs. */
function benchColumns(view: RankingBlockView): void {
  const entries = view.lists().reduce((sum, { terms }) => sum + terms.length, 0);
  const beginMs = performance.now();
  for (const hour of view.hours) view.list(hour);
  const listMs = (performance.now() - beginMs) / view.hours.length;
  const rows = [view.hours.length, LISTS_IN_CHAIN, 1].map((together) => {
    const { bytes, unpackMs } = packColumns(view, together);
    const title = `columns of ${together} lists, packed by Brotli; only unpacked`;
    return [title, round(bytes / entries, 1), round(unpackMs)];
  });
  rows.unshift(['the block; a list read', round(view.byteLength / entries, 1), round(listMs)]);
  table('a day as a block and as plain columns', ['', 'bytes each', 'ms a list'], rows);
}

/** Asks as `askHours` will, for hours that are in memory and under a name that is not asked again. */
async function warmUp(caller: Caller): Promise<void> {
  for (let limit = 48; limit <= 49; limit++) {
    for (let hour = 1; hour <= WARM_DAYS * 24; hour++) {
      const at = isoOf(Date.parse(END) - hour * HOUR_MS);
      await caller.ask(`/api/v1/ranking?limit=${limit}&at=${at}`);
    }
  }
}

/** Asks for every hour of a store that knows none of them yet; milliseconds of each. */
async function askHours(caller: Caller): Promise<number[]> {
  const endMs = Date.parse(END);
  const hours = Array.from({ length: STORE_DAYS * 24 }, (_, at) => endMs - (at + 1) * HOUR_MS);
  const order = hours.map((hourMs) => ({ hourMs, key: random() })).sort((a, b) => a.key - b.key);
  const times: number[] = [];
  for (const { hourMs } of order) {
    times.push(await caller.ask(`${PAGE}&at=${isoOf(hourMs)}`));
    const found = /"hourStart":"([^"]*)"/.exec(caller.body())?.[1] ?? '';
    if (Date.parse(found) !== hourMs) throw new Error(`${hourMs} was not found`);
  }
  return times;
}

/** Number, p50, p99 and worst of some times. */
function figuresOf(times: readonly number[]): number[] {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return [times.length, round(p50), round(p99), round(Math.max(...times))];
}

async function benchHistory(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const size = ['--days', String(STORE_DAYS), '--per-day', String(STORE_PER_DAY)];
    runTagwire('generate', ...size, '--blogs', '0', '--end', END, '--out', corpus);
    runTagwire('ingest', '--replay', '--data', data, corpus);
    const server = await Subject.tagwire(data, `frozen:${END}`, null);
    const caller = await Caller.connect(server.at('news', PAGE).url);
    // What the server puts in order after its start is not asked about here.
    await sleep(REST_MS);
    await warmUp(caller);
    const times = await askHours(caller);
    const cached: number[] = [];
    for (let left = times.length; left > 0; left--) cached.push(await caller.ask(PAGE));
    caller.close();
    await server.stop();
    table(
      `an hour of ${STORE_DAYS} days, ${STORE_PER_DAY} articles a day`,
      ['', 'questions', 'p50 ms', 'p99 ms', 'worst ms'],
      [
        ['asked for the first time', ...figuresOf(times)],
        ['the newest, which is cached: the machine itself', ...figuresOf(cached)],
      ],
    );
    verdict('p99 of a cold hour, ms', figuresOf(times)[2]!, 5, false);
  });
}

export async function run(): Promise<void> {
  await benchHistory();
  benchTicks();
}
