/**
 * What does an events run cost, how many bytes does its history take, and how fast is any hour of it
 * found? Whether its events are stories is told by `bench truth`.
 *
 * An invented press of 60 media writes 100,000 articles a day about stories that come and go. Limits:
 * a run over 200 candidate tags and a full window at most 300 ms of one thread, over nothing 1 ms; a
 * year of history at most 500 MB; any hour found and decoded at most 5 ms at p99. An article costs at
 * most 200 µs as it comes to the index and 1.5 KB of its texts, and 150 µs where its tags are derived.
 *
 * `TAGWIRE_BENCH_PER_DAY` asks for another number of articles a day.
 */
import { DAY_MS, HOUR_MS } from '../src/kernel/clock.js';
import {
  CAMPS,
  type LogRecord,
  type MediaRecord,
  type NewsRecord,
} from '../src/kernel/model/records.js';
import { decodeDay } from '../src/news/events/day.js';
import { EventsReader } from '../src/news/events/reader.js';
import { decodeSnapshot } from '../src/news/events/snapshot.js';
import { Texts } from '../src/news/events/texts.js';
import { EventsWriter } from '../src/news/events/writer.js';
import { TagWords } from '../src/store/log/tag-words.js';
import { WordText } from '../src/store/log/words/word-text.js';
import { plainMedia, plainNews } from '../test/kernel/model/plain-records.js';
import { median, round, table, verdict } from './lab.js';

const PER_DAY = Number(process.env.TAGWIRE_BENCH_PER_DAY ?? 100_000);
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
  /** Every second run. */
  readonly runsMs: number[] = [];
  /** The longest stretch without a pause of each other run: to ask for the time at each takes long. */
  readonly stretchesMs: number[] = [];
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
    if (this.runsMs.length <= this.stretchesMs.length) {
      this.runsMs.push(microsOf(1, () => [...steps]) / 1000);
      return;
    }
    let [longest, isDone] = [0, false];
    while (!isDone) {
      longest = Math.max(
        longest,
        microsOf(1, () => {
          isDone = steps.next().done === true;
        }) / 1000,
      );
    }
    this.stretchesMs.push(longest);
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

function benchRuns(press: Press): void {
  for (let run = 0; run < RUNS; run++) press.step();
  const steady = press.runsMs.slice(-MEASURED_RUNS);
  table(
    `runs with ${PER_DAY} articles in 24 hours (processor time)`,
    ['', 'ms'],
    [
      ['median', round(median(steady), 0)],
      ['worst', round(Math.max(...steady), 0)],
      ['longest stretch, median', round(median(press.stretchesMs.slice(-MEASURED_RUNS)), 1)],
    ],
  );
  verdict('ms of a run', median(steady), 300, false);
}

function benchHistory({ writer, reader }: Press): void {
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
  benchLooks(chunk, hours);
}

/** Finding and decoding an hour of a day that comes from disk as bytes. */
function benchLooks(chunk: Uint8Array, hours: readonly number[]): void {
  const micros: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const hourMs = hours[below(hours.length)]!;
    micros.push(microsOf(1, () => decodeSnapshot(decodeDay(chunk).hours.get(hourMs)!.bytes)));
  }
  micros.sort((a, b) => a - b);
  const at = (share: number): number => round(micros[Math.floor(share * LOOKS)]!, 0);
  table(
    'an hour of a cold day',
    ['', 'µs of processor time'],
    [
      ['p50', at(0.5)],
      ['p99', at(0.99)],
    ],
  );
  verdict('p99 in ms', at(0.99) / 1000, 5, false);
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
  const textBytes = textBytesOf(pieces);
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
    ],
  );
  verdict('µs to fold', foldMicros, 200, false);
  verdict('µs to derive tags', deriveMicros, 150, false);
  verdict('bytes of texts', textBytes, 1536, false);
}

/** Beside the counts of all terms, which take as much for one article. */
function textBytesOf(pieces: readonly Piece[]): number {
  const texts = new Texts();
  texts.put(pieces[0]!.record, pieces[0]!.body, 0);
  const before = memoryBytes();
  pieces.forEach(({ record, body }, at) => {
    texts.put(record, body, at);
  });
  const taken = memoryBytes() - before;
  return taken / texts.size;
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
  benchRuns(press);
  benchHistory(press);
}
