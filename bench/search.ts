/**
 * How fast is text found in a million articles, what does the index cost, and how fast is it made?
 *
 * Limits, with titles alone and with titles, summaries and tags: first 50 hits of needles of one
 * to six units, rare, frequent and absent alike, in at most 0.6 ms at p99, on titles in at most
 * 10 µs at p50; postings at most 1.1 times the text; a million titles indexed a second; the newest
 * thousand articles found as soon as they are folded. Beside it, in the same run, a native scan of
 * the same text. Once with the bare index in segments of 65,536 rows, once through the catalog, by
 * day and up to the page of 50 slices.
 * `TAGWIRE_BENCH_ARTICLES` asks for another number of articles.
 */

import { generateCorpus } from '../demo/corpus.js';
import { readVocabulary } from '../demo/read-vocabulary.js';
import { BigramBuffers, BigramIndexBuilder } from '../src/engine/search/bigram-builder.js';
import { BigramIndex, type TextColumn } from '../src/engine/search/bigram-index.js';
import { NO_ROW, ROWS_MAX } from '../src/engine/search/posting-lists.js';
import type { Entry, MediaRecord, NewsRecord } from '../src/kernel/model/records.js';
import { searchForm } from '../src/kernel/text/tag.js';
import { CatalogReader } from '../src/news/catalog/reader.js';
import { CatalogWriter } from '../src/news/catalog/writer.js';
import { plainMedia, plainNews } from '../test/kernel/model/plain-records.js';
import { median, quantile, round, table, threadMs, verdict } from './lab.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 1_000_000);
const DAYS = 31;
const END_MS = Date.parse('2026-03-31T16:00:00Z');
const HITS = 50;
/** Needles of each length and kind, and how often each is asked. */
const NEEDLES = 60;
const ROUNDS = 5;
const LENGTH_MAX = 6;
/** A needle with fewer hits than fill a page is rare. */
const RARE_HITS = HITS - 1;
const SLICE = 150;
/** Work of a piece while an index is made, as the catalog's thread does it. */
const PIECE_UNITS = 256 * 1024;

interface Article {
  sortMs: number;
  title: string;
  description: string | null;
  tags: string[];
}

let state = 0x2545f491;
function random(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

/** The newest record of each article, newest article first. */
function makeCorpus(): Article[] {
  const perDay = Math.ceil(ARTICLES / DAYS);
  const options = { seed: 3, days: DAYS, endMs: END_MS, media: 100, perDay, blogs: 0 };
  const articles = new Map<string, Article>();
  for (const line of generateCorpus(options, readVocabulary())) {
    const record = JSON.parse(line) as Partial<NewsRecord> & { publishedAt?: string };
    if (record.kind !== 'news') continue;
    const known = articles.get(record.url!);
    articles.set(record.url!, {
      sortMs: known?.sortMs ?? Date.parse(record.publishedAt ?? ''),
      title: record.title ?? known?.title ?? '',
      description: record.description ?? known?.description ?? null,
      tags: record.tags ?? known?.tags ?? [],
    });
  }
  const dated = [...articles.values()].filter(({ sortMs }) => !Number.isNaN(sortMs));
  return dated.sort((a, b) => b.sortMs - a.sortMs);
}

interface Segment {
  column: TextColumn;
  index: BigramIndex;
  bytes: Buffer;
}

function columnOf(texts: readonly string[]): TextColumn {
  const joined = Buffer.from(texts.join(''), 'utf16le');
  const text = new Uint16Array(new SharedArrayBuffer(joined.length));
  new Uint8Array(text.buffer).set(joined);
  const ends = new Uint32Array(texts.length);
  let end = 0;
  texts.forEach((own, at) => {
    end += own.length;
    ends[at] = end;
  });
  return { text, ends };
}

interface Bare {
  segments: Segment[];
  textBytes: number;
  indexBytes: number;
  /** Processor time of the thread to make them, whose code has been compiled before. */
  buildMs: number;
}

/** Segments of the bare index, newest first, and what making them took. */
function buildBare(texts: readonly string[]): Bare {
  const columns: TextColumn[] = [];
  for (let from = 0; from < texts.length; from += ROWS_MAX) {
    columns.push(columnOf(texts.slice(from, from + ROWS_MAX)));
  }
  const buffers = new BigramBuffers();
  const indices = columns.map((column) => buildIndex(column, buffers));
  const segments = columns.map((column, at): Segment => {
    const { buffer, byteOffset, byteLength } = column.text;
    const bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
    return { column, index: new BigramIndex(indices[at]!, 0), bytes };
  });
  return {
    segments,
    textBytes: columns.reduce((sum, { text }) => sum + text.byteLength, 0),
    indexBytes: indices.reduce((sum, { byteLength }) => sum + byteLength, 0),
    buildMs: columns.reduce((sum, column) => sum + buildMsOf(column, buffers), 0),
  };
}

/** Processor time of the thread to build an index once more: the median of some rounds. */
function buildMsOf(column: TextColumn, buffers: BigramBuffers): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const beforeMs = threadMs();
    buildIndex(column, buffers);
    return threadMs() - beforeMs;
  });
  return median(rounds);
}

function buildIndex(column: TextColumn, buffers: BigramBuffers): SharedArrayBuffer {
  const builder = new BigramIndexBuilder(column, 0, column.ends.length, buffers);
  while (!builder.advance(PIECE_UNITS));
  const memory = new SharedArrayBuffer(builder.byteLength);
  builder.writeTo(memory, 0);
  return memory;
}

/** The newest rows that hold a needle, by the index. */
function search(segments: readonly Segment[], needle: Uint16Array, most: number): number[] {
  const rows: number[] = [];
  let base = 0;
  for (const { index, column } of segments) {
    const walk = index.walk(needle, column, 0);
    let row = walk?.next(0) ?? NO_ROW;
    for (; row < NO_ROW; row = walk!.next(row + 1)) {
      rows.push(base + row);
      if (rows.length === most) return rows;
    }
    base += column.ends.length;
  }
  return rows;
}

/** The same by native search over the text. */
function scan(segments: readonly Segment[], needle: Buffer, most: number): number[] {
  const rows: number[] = [];
  let base = 0;
  for (const { bytes, column } of segments) {
    const { ends } = column;
    let row = 0;
    for (let at = 0; ; at = 2 * ends[row++]!) {
      at = bytes.indexOf(needle, at, 'utf16le');
      if (at < 0) break;
      while (ends[row]! <= at / 2) row += 1;
      rows.push(base + row);
      if (rows.length === most) return rows;
    }
    base += ends.length;
  }
  return rows;
}

const KINDS = ['frequent', 'rare', 'absent'] as const;
type Kind = (typeof KINDS)[number];

interface Asked {
  kind: Kind;
  text: string;
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

/**
 * Needles cut from the corpus at random places, and, as absent ones, two halves of such needles
 * joined, whose parts are as frequent as any.
 */
function chooseNeedles(texts: readonly string[], segments: readonly Segment[]): Asked[] {
  const asked: Asked[] = [];
  const cut = (length: number): string => {
    const text = texts[random(texts.length)]!;
    const from = random(Math.max(1, text.length - length));
    return text.slice(from, from + length);
  };
  for (let length = 1; length <= LENGTH_MAX; length++) {
    const left = { frequent: NEEDLES, rare: NEEDLES, absent: NEEDLES };
    for (let tries = 0; tries < 100 * NEEDLES; tries++) {
      const half = Math.ceil(length / 2);
      const joined = cut(half) + cut(length - half);
      const stray = String.fromCharCode(0x4e00 + random(0x5000));
      const text = tries % 3 === 0 ? cut(length) : length === 1 ? stray : joined;
      if (text.length !== length || text.includes('\0')) continue;
      const hits = search(segments, unitsOf(text), HITS).length;
      const kind = hits === 0 ? 'absent' : hits <= RARE_HITS ? 'rare' : 'frequent';
      if (left[kind] === 0) continue;
      left[kind] -= 1;
      asked.push({ kind, text });
    }
  }
  return asked;
}

/**
 * Microseconds that each question takes, by kind: the median of some rounds, so that what else the
 * machine does is not counted. The first round only warms up.
 */
function timeEach(asked: readonly Asked[], rounds: number, ask: (text: string) => void): Times {
  const micros: number[][] = asked.map(() => []);
  for (let turn = 0; turn <= rounds; turn++) {
    asked.forEach(({ text }, at) => {
      const startMs = performance.now();
      ask(text);
      if (turn > 0) micros[at]!.push(1000 * (performance.now() - startMs));
    });
  }
  const times: Times = { all: [], frequent: [], rare: [], absent: [] };
  asked.forEach(({ kind }, at) => {
    times.all.push(median(micros[at]!));
    times[kind].push(median(micros[at]!));
  });
  return times;
}

type Times = Record<Kind | 'all', number[]>;

function rowsOfTimes(name: string, times: Times): (string | number)[][] {
  return (['all', ...KINDS] as const).map((kind) => [
    `${name}, ${kind}`,
    round(quantile(times[kind], 0.5), 1),
    round(quantile(times[kind], 0.99), 1),
    round(Math.max(...times[kind]), 0),
    times[kind].length,
  ]);
}

function media(): MediaRecord {
  return plainMedia('m', { title: 'M' });
}

function newsOf({ sortMs, title, description, tags }: Article, id: number): NewsRecord {
  return plainNews(id, 'm', sortMs, { title, description, tags });
}

/** A catalog with the actor runtime played by hand. */
class Catalog {
  readonly reader = new CatalogReader();
  readonly #writer = new CatalogWriter(this.reader.writerOptions());
  #sequence = 0;
  #deltas = 0;
  writerMs = 0;

  constructor() {
    this.#writer.restored(0);
    this.#cut(true);
    this.fold([media()]);
  }

  fold(records: Entry['record'][]): void {
    const startMs = performance.now();
    this.#writer.acknowledge(this.#deltas);
    for (const record of records) {
      this.#sequence += 1;
      this.#writer.apply({ sequence: this.#sequence, record, body: null });
    }
    this.#cut(false);
    this.writerMs += performance.now() - startMs;
  }

  settle(): void {
    while (this.#writer.canCompact) {
      this.#writer.acknowledge(this.#deltas);
      this.#writer.compact();
      this.#cut(false);
    }
  }

  #cut(fresh: boolean): void {
    const taken = this.#writer.takeDelta();
    if (taken === null) return;
    this.#deltas += 1;
    this.reader.apply(taken.value, fresh);
  }

  find(text: string, limit: number): number {
    const needle = this.reader.needleOf(text);
    const window = { sinceMs: 0, untilMs: 2 * END_MS, nowMs: 2 * END_MS };
    const filter = { ...window, media: null, tagKeys: null, needle };
    return this.reader.page(filter, null, limit).count;
  }
}

/** Folds the corpus, oldest first, but for the newest thousand, which come at the end at once. */
function fillCatalog(articles: readonly Article[]): Catalog {
  const catalog = new Catalog();
  const fresh = Math.min(1000, articles.length >>> 1);
  let id = 1;
  for (let from = articles.length; from > fresh; from -= SLICE) {
    const slice = articles.slice(Math.max(fresh, from - SLICE), from).reverse();
    catalog.fold(slice.map((article) => newsOf(article, id++)));
  }
  catalog.settle();
  const marked = { ...articles[0]!, title: '嶄新一則' };
  const startMs = performance.now();
  const newest = [...articles.slice(1, fresh).reverse(), marked];
  catalog.fold(newest.map((article) => newsOf(article, id++)));
  const found = catalog.find('嶄新一則', HITS);
  console.log(
    `  the newest ${fresh}: ${found} of 1 found ${round(performance.now() - startMs, 1)} ms after they came`,
  );
  return catalog;
}

function measure(name: string, texts: readonly string[], articles: readonly Article[]): void {
  const bare = buildBare(texts);
  const { segments } = bare;
  const asked = chooseNeedles(texts, segments);
  const sample = asked.filter((_, at) => at % 16 === 0);
  let wrong = 0;
  for (const { text } of sample) {
    const wanted = scan(segments, Buffer.from(text, 'utf16le'), HITS);
    if (String(search(segments, unitsOf(text), HITS)) !== String(wanted)) wrong += 1;
  }
  const scanned = timeEach(sample, 2, (text) => scan(segments, Buffer.from(text, 'utf16le'), HITS));
  const indexed = timeEach(asked, ROUNDS, (text) => search(segments, unitsOf(text), HITS));
  const catalog = fillCatalog(articles);
  const fresh = timeEach(asked, ROUNDS, (text) => catalog.find(text, HITS));
  catalog.settle();
  const paged = timeEach(asked, ROUNDS, (text) => catalog.find(text, HITS));
  table(
    `${name}: first ${HITS} hits in ${texts.length} articles; ${wrong} of ${sample.length} differ from the scan`,
    ['', 'p50 µs', 'p99 µs', 'most µs', 'asked'],
    [
      ...rowsOfTimes('native scan', scanned),
      ...rowsOfTimes('index', indexed),
      ...rowsOfTimes('catalog, a thousand not indexed', fresh),
      ...rowsOfTimes('catalog at rest', paged),
    ],
  );
  const perSecond = (1000 * texts.length) / bare.buildMs;
  console.log(
    `  text ${round(bare.textBytes / 2 ** 20, 1)} MiB, index ${round(bare.indexBytes / 2 ** 20, 1)} MiB; ${round(catalog.writerMs / ARTICLES, 4)} ms of the writer for each article`,
  );
  verdict('index as a multiple of the text', bare.indexBytes / bare.textBytes, 1.1, false);
  const isTitles = name === 'titles';
  if (isTitles) verdict('titles indexed in a second', perSecond, 1_000_000, true);
  else console.log(`  ${round(perSecond, 0)} articles indexed in a second`);
  if (isTitles) verdict('index, p50 in µs', quantile(indexed.all, 0.5), 10, false);
  verdict('index, p99 in µs', quantile(indexed.all, 0.99), 600, false);
  verdict('catalog at rest with its page, p99 in µs', quantile(paged.all, 0.99), 600, false);
}

export async function run(): Promise<void> {
  const articles = makeCorpus();
  const titles = articles.map(({ title }) => `${searchForm(title)}\0`);
  const bare = articles.map((article) => ({ ...article, description: null, tags: [] }));
  measure('titles', titles, bare);
  const whole = articles.map(({ description }, at) =>
    description === null ? titles[at]! : `${titles[at]}${searchForm(description)}\0`,
  );
  measure('titles, summaries and tags', whole, articles);
}
