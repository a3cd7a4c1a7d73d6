/**
 * What does an events run cost, how many bytes does its history take, and how fast is any hour of it
 * found? Whether its events are stories is told by `bench truth`.
 *
 * An invented press of 60 media writes 20,000 articles a day about stories that come and go. Limits:
 * a run over 200 candidate tags and a full window at most 300 ms of its thread, in stretches of 5 ms, over
 * nothing 1 ms; a year of history at most 500 MB; any hour found and decoded at most 5 ms at p99. An article
 * costs at most 1 ms as it comes to the index, 200 bytes for each of its terms, and 150 µs where its tags are
 * derived.
 *
 * `TAGWIRE_BENCH_PER_DAY` asks for another number of articles a day. Stretches are those of the thread's own
 * work: what the collection of garbage adds is told beside them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../src/kernel/clock.js';
import {
  CAMPS,
  type LogRecord,
  type MediaRecord,
  type NewsRecord,
} from '../src/kernel/model/records.js';
import { decodeDay } from '../src/news/events/chunks.js';
import { EventsReader } from '../src/news/events/reader.js';
import { Texts } from '../src/news/events/state/texts.js';
import { EventsWriter } from '../src/news/events/writer.js';
import { TagWords } from '../src/store/log/tag-words.js';
import { WordText } from '../src/store/log/words/word-text.js';
import { plainMedia, plainNews } from '../test/kernel/model/plain-records.js';
import { median, quantile, round, runScript, table, threadMs, verdict, withFolder } from './lab.js';

const PER_DAY = Number(process.env.TAGWIRE_BENCH_PER_DAY ?? 20_000);
const OUTLETS = 60;
const START_MS = Date.UTC(2026, 0, 1);
const RUN_MS = HOUR_MS / 2;
/** A day and a bit, so that one day is over and its threads are counted. */
const RUNS = 66;
const MEASURED_RUNS = 8;
/** Stories at a time, each with its tags, among them one that others have too. */
const STORIES = 150;
const STORY_TAGS = 5;
const STORY_HOURS = 10;
const BROAD_TAGS = 40;
const RARE_TAGS = 20_000;
const LOOKS = 5000;
const DAYS_OF_YEAR = 365;
const MEGABYTE = 1e6;
const PIECES = 20_000;
/** A lead of some 600 letters. */
const LEAD_WORDS = 200;
/** Of the lead, where tags are derived (log/tagging). */
const LEAD_UNITS = 200;
const QUIET_RUNS = 2000;

let state = 0x9e3779b9;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 0x1_0000_0000;
}

function below(count: number): number {
  return Math.floor(random() * count);
}

function word(): string {
  const letter = (): string => String.fromCharCode(0x4e00 + below(3000));
  return Array.from({ length: 2 + below(3) }, letter).join('');
}

function mediaRecord(number: number): MediaRecord {
  return plainMedia(`outlet-${number}`, {
    camp: CAMPS[number % 3]!,
    categories: ['news'],
    collectingSinceMs: START_MS - 10 * DAY_MS,
  });
}

/** Tags that articles draw from; stories give way to others after some hours. */
class Newsroom {
  readonly #broad = Array.from({ length: BROAD_TAGS }, word);
  readonly #rare = Array.from({ length: RARE_TAGS }, word);
  readonly #stories = Array.from({ length: STORIES }, () => ({ tags: this.#newTags(), ends: 0 }));

  /** Tags of an article written in an hour: half of them tell a story. */
  tags(hour: number): string[] {
    const others = [this.#broad[below(BROAD_TAGS)]!, this.#rare[below(RARE_TAGS)]!];
    if (random() < 0.5) return [...new Set([...others, this.#rare[below(RARE_TAGS)]!])];
    const story = this.#stories[Math.floor(STORIES * random() ** 2)]!;
    if (hour >= story.ends) {
      story.tags = this.#newTags();
      story.ends = hour + 1 + below(2 * STORY_HOURS);
    }
    const left = below(STORY_TAGS);
    return [...new Set([...story.tags.filter((_, at) => at !== left), ...others])];
  }

  #newTags(): string[] {
    return Array.from({ length: STORY_TAGS }, word);
  }
}

function newsOf(id: number, media: string, sortMs: number, tags: string[]): NewsRecord {
  const title = `${tags[0]}${word()}${tags[1]}${word()}${word()}`;
  return plainNews(id, media, sortMs, { title, tags });
}

/** The index in one thread. */
class Press {
  readonly writer = new EventsWriter();
  readonly reader = new EventsReader();
  readonly runs: MeasuredRun[] = [];
  readonly #newsroom = new Newsroom();
  #sequence = 0;
  #id = 0;
  #atMs = START_MS;

  constructor() {
    this.writer.restored(0);
    this.#cut(true);
    this.#apply({ kind: 'category', key: 'news', label: 'News' });
    for (let number = 0; number < OUTLETS; number++) this.#apply(mediaRecord(number));
  }

  /** Half an hour of articles, then a run. */
  step(): void {
    const articles = Math.round((PER_DAY * RUN_MS) / DAY_MS);
    for (let at = 0; at < articles; at++) {
      this.#apply(this.#article(this.#atMs + Math.floor((at / articles) * RUN_MS)));
    }
    this.#atMs += RUN_MS;
    this.#run();
    this.#cut(false);
  }

  #run(): void {
    this.#sequence += 1;
    const record: LogRecord = { kind: 'tick', atMs: this.#atMs, runs: ['events'] };
    const steps = this.writer.applyInSteps({ sequence: this.#sequence, record, body: null })!;
    const stretches: Span[] = [];
    const before = threadMs();
    for (let isDone = false; !isDone; ) {
      const startMs = performance.now();
      isDone = steps.next().done === true;
      stretches.push({ startMs, ms: performance.now() - startMs });
    }
    this.runs.push({ ms: threadMs() - before, stretches });
  }

  #article(sortMs: number): NewsRecord {
    const tags = this.#newsroom.tags(Math.floor(sortMs / HOUR_MS));
    const media = `outlet-${Math.floor(random() ** 2 * OUTLETS)}`;
    this.#id += 1;
    return newsOf(this.#id, media, sortMs, tags);
  }

  #apply(record: LogRecord): void {
    this.#sequence += 1;
    this.writer.apply({ sequence: this.#sequence, record, body: null });
  }

  #cut(fresh: boolean): void {
    const taken = this.writer.takeDelta();
    if (taken !== null) this.reader.apply(structuredClone(taken.value), fresh);
  }
}

async function benchRuns(press: Press): Promise<void> {
  const collections: Span[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      collections.push({ startMs: startTime, ms: duration });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  for (let run = 0; run < RUNS; run++) {
    press.step();
    await setImmediate();
  }
  observer.disconnect();
  const steady = press.runs.slice(-MEASURED_RUNS);
  const within = ({ startMs, ms }: Span): number =>
    sumOf(collections.filter((one) => one.startMs >= startMs && one.startMs < startMs + ms));
  const runsMs = steady.map(({ ms }) => ms);
  const longestMs = steady.map((run) =>
    Math.max(...run.stretches.map((one) => one.ms - within(one))),
  );
  const garbageMs = steady.map((run) => run.stretches.reduce((sum, one) => sum + within(one), 0));
  table(
    `runs with ${PER_DAY} articles in 24 hours`,
    ['', 'ms of the thread'],
    [
      ['median', round(median(runsMs), 0)],
      ['best', round(Math.min(...runsMs), 0)],
      ['worst', round(Math.max(...runsMs), 0)],
      ['collection of garbage, median', round(median(garbageMs), 0)],
      ['longest stretch without it, median', round(median(longestMs), 1)],
    ],
  );
  verdict('ms of a run', median(runsMs), 300, false);
  verdict('ms of a stretch', median(longestMs), 5, false);
}

function sumOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { ms }) => sum + ms, 0);
}

async function benchHistory({ writer, reader }: Press): Promise<void> {
  const name = writer.plan().cold.find((one) => one.startsWith('events-'))!;
  const chunk = writer.chunk(name);
  const dayMs = Number(name.split('-')[1]);
  const hours = reader.hoursOf(dayMs);
  const { hours: entries, threads } = decodeDay(chunk);
  const events = [...entries.values()].reduce((sum, { count }) => sum + count, 0);
  // The first day may be short; threads lie in blocks of their own beside it.
  const dayBytes = (chunk.length * 24) / hours.length;
  const blocks = writer.plan().chunks.filter((one) => one.startsWith('block-'));
  const blockBytes = blocks.reduce((sum, one) => sum + writer.chunk(one).length, 0);
  const days = reader.days.length;
  table(
    'history',
    ['', 'KiB a day'],
    [
      [
        `snapshots and threads of a day (${round(events / hours.length, 1)} events an hour)`,
        round(dayBytes / 1024, 0),
      ],
      ['of which threads', round(threads.length / 1024, 0)],
      ['records of threads', round(blockBytes / days / 1024, 0)],
    ],
  );
  const year = DAYS_OF_YEAR * (dayBytes + blockBytes / days);
  verdict('MB of a year', year / MEGABYTE, 500, false);
  await benchLooks(chunk);
}

/** Finding and decoding an hour of a day that comes from disk as bytes. */
async function benchLooks(day: Uint8Array): Promise<void> {
  const times = await withFolder(async (folder) => {
    const file = join(folder, 'day');
    writeFileSync(file, day);
    return JSON.parse(runScript('event-looks', file, String(LOOKS))) as number[];
  });
  table(
    'an hour of a cold day',
    ['', 'ms'],
    [
      ['p50', round(quantile(times, 0.5))],
      ['p99', round(quantile(times, 0.99))],
    ],
  );
  verdict('p99 in ms', quantile(times, 0.99), 5, false);
}

/** By `performance.now()`. */
interface Span {
  startMs: number;
  ms: number;
}

interface MeasuredRun {
  /** Processor time of the thread. */
  ms: number;
  /** Between two pauses, as long as they took. */
  stretches: Span[];
}

interface Piece {
  record: NewsRecord;
  body: string;
}

/** What an article costs as it comes: articles with a headline and a lead of made-up words. */
function benchArticles(): void {
  const newsroom = new Newsroom();
  const pieces = Array.from({ length: PIECES }, (_, at): Piece => {
    const tags = newsroom.tags(0);
    const filled = Array.from({ length: LEAD_WORDS }, word);
    const record = newsOf(at + 1, `outlet-${at % OUTLETS}`, START_MS + at, tags);
    return { record, body: [...tags, ...filled].join('') };
  });
  const { bytes: textBytes, terms } = textSizeOf(pieces);
  const writer = new EventsWriter();
  writer.restored(0);
  const foldMicros = microsOf(pieces.length, (at) => {
    writer.apply({ sequence: at + 1, ...pieces[at]! });
  });
  const deriveMicros = derivingMicros(pieces);
  table(
    'an article',
    ['', ''],
    [
      ['µs to fold', round(foldMicros, 0)],
      ['µs to derive tags', round(deriveMicros, 0)],
      ['bytes of texts', round(textBytes, 0)],
      ['bytes of a term', round(textBytes / terms, 1)],
    ],
  );
  verdict('µs to fold', foldMicros, 1000, false);
  verdict('µs to derive tags', deriveMicros, 150, false);
  verdict('bytes of a term', textBytes / terms, 200, false);
}

/** Of an article: bytes beside the counts of all terms, which take as much for one article, and terms. */
function textSizeOf(pieces: readonly Piece[]): { bytes: number; terms: number } {
  const texts = new Texts();
  texts.put(pieces[0]!.record, pieces[0]!.body, 0);
  const before = memoryBytes();
  pieces.forEach(({ record, body }, at) => {
    texts.put(record, body, at);
  });
  const taken = memoryBytes() - before;
  const terms = pieces.reduce((sum, { record }) => sum + texts.byId(record.id)!.terms.length, 0);
  return { bytes: taken / texts.size, terms: terms / texts.size };
}

/** Every second outlet gives tags, and the others get those. */
function derivingMicros(pieces: readonly Piece[]): number {
  const words = new TagWords(new Set());
  const [title, text] = [new WordText(), new WordText()];
  pieces.forEach(({ record: { media, tags } }, at) => {
    if (at % 2 === 0) for (const tag of tags) words.put(tag, media);
  });
  return microsOf(pieces.length / 2, (at) => {
    const { record, body } = pieces[2 * at + 1]!;
    title.read(record.title);
    text.read(body.slice(0, LEAD_UNITS));
    words.find(title, text, pieces.length, () => false);
  });
}

/** A replay goes through years without news. */
function benchNothing(): void {
  const writer = new EventsWriter();
  writer.restored(0);
  const micros = microsOf(QUIET_RUNS, (at) => {
    const atMs = START_MS + at * RUN_MS;
    writer.apply({
      sequence: at + 1,
      record: { kind: 'tick', atMs, runs: ['events'] },
      body: null,
    });
  });
  verdict('ms of a run over nothing', micros / 1000, 1, false);
}

/** Processor time of each of so many, in microseconds. */
function microsOf(count: number, work: (at: number) => void): number {
  const before = process.cpuUsage();
  for (let at = 0; at < count; at++) work(at);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

function memoryBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export async function run(): Promise<void> {
  benchArticles();
  benchNothing();
  const press = new Press();
  await benchRuns(press);
  await benchHistory(press);
}
