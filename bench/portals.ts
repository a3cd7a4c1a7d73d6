/**
 * What does the portals index cost with many outlets, years of topics and a month of articles?
 *
 * `TAGWIRE_BENCH_ARTICLES` asks for another number of articles. 100 outlets have 200 topics each,
 * whose names hold one of 20,000 tags or none; an article carries five, frequent ones more often.
 * The limits are what a slice of folding and a turn of the front may take.
 */
import { DAY_MS, HOUR_MS } from '../src/kernel/clock.js';
import type { LogRecord, NewsRecord, PortalItemRecord } from '../src/kernel/model/records.js';
import type { CoverageQuestion, PortalsDelta } from '../src/news/portals/codec.js';
import { PortalsReader } from '../src/news/portals/reader.js';
import { PortalsWriter } from '../src/news/portals/writer.js';
import { plainNews } from '../test/kernel/model/plain-records.js';
import { round, table } from './lab.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 300_000);
const DAYS = 31;
const OUTLETS = 100;
const ITEMS = 20_000;
const TAGS = 20_000;
const TAGS_EACH = 5;
const STORIES = 20;
const SLICE = 100;
const START_MS = Date.UTC(2026, 0, 1);
const NOW_MS = START_MS + DAYS * DAY_MS;
/** Topics of one answer, at most: `limit=200` of a media. */
const ASKED = 200;

/** Numbers that look random and are the same each time. */
function scattered(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32;
}

/** Two Han characters by number, the frequent ones for small numbers. */
function tagText(tag: number): string {
  return String.fromCharCode(0x4e00 + (tag % 200), 0x5e00 + Math.floor(tag / 200));
}

function newsRecord(id: number): NewsRecord {
  const sortMs = START_MS + Math.floor((id * DAYS * DAY_MS) / (ARTICLES + 1));
  const tags = Array.from({ length: TAGS_EACH }, (_, at) =>
    tagText(Math.floor(TAGS * scattered(id * TAGS_EACH + at) ** 3)),
  );
  const title = `第 ${id} 則`;
  return plainNews(id, `outlet-${id % OUTLETS}`, sortMs, { title, tags: [...new Set(tags)] });
}

function itemRecord(number: number): PortalItemRecord {
  const media = `outlet-${number % OUTLETS}`;
  const tag = tagText(Math.floor(TAGS * scattered(number) ** 2));
  const stories = Array.from({ length: STORIES }, (_, at) => {
    const article = Math.floor(ARTICLES * scattered(number * STORIES + at));
    const own = article - (article % OUTLETS) + (number % OUTLETS);
    return { url: `https://${media}.example/${own}`, title: null, dateMs: START_MS + at * HOUR_MS };
  });
  return {
    ...{ kind: 'portal-item', media, id: String(number), number, itemKind: 'auto', image: null },
    ...{ title: number % 5 === 0 ? `無題之${number}` : `焦點：${tag}風雲錄`, parentId: null },
    ...{ url: `https://${media}.example/topics/${number}`, sponsored: false, listPage: 1 },
    ...{ stories, observedMs: START_MS },
  };
}

/** Milliseconds of processor time of this process. */
function spent(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export async function run(): Promise<void> {
  const reader = new PortalsReader([]);
  let writer = new PortalsWriter(reader.writerOptions());
  let sequence = 0;
  const take = (fresh: boolean): void => {
    const delta = writer.takeDelta();
    if (delta !== null) reader.apply(structuredClone(delta.value) as PortalsDelta, fresh);
  };
  const fold = (count: number, make: (at: number) => LogRecord): number =>
    spent(() => {
      for (let at = 1; at <= count; at++) {
        writer.apply({ sequence: ++sequence, record: make(at), body: null });
        if (at % SLICE === 0) take(false);
      }
      take(false);
    });
  const making = (count: number, make: (at: number) => LogRecord): number =>
    spent(() => {
      for (let at = 1; at <= count; at++) make(at);
    });
  writer.restored(0);
  take(true);
  const itemsMs = fold(ITEMS, itemRecord) - making(ITEMS, itemRecord);
  const newsMs = fold(ARTICLES, newsRecord) - making(ARTICLES, newsRecord);
  const ask = (from: number): void => {
    const numbers = Array.from({ length: ASKED }, (_, at) => from + at * OUTLETS);
    const question: CoverageQuestion = { type: 'coverage', numbers, nowMs: NOW_MS };
    structuredClone(writer.ask(question).value);
  };
  const coverageMs = Math.min(...[1, 2, 3, 4, 5].map((from) => spent(() => ask(from))));
  const firstMs = spent(() => reader.lists(NOW_MS));
  const again = Array.from({ length: 10 }, (_, at) => {
    writer.apply({ sequence: ++sequence, record: itemRecord(at + 1), body: null });
    take(false);
    return spent(() => reader.lists(NOW_MS));
  });
  const { chunks } = writer.plan();
  const kept = chunks.map((name) => ({ name, bytes: writer.chunk(name) }));
  const bytes = kept.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
  const restoreMs = spent(() => {
    writer = new PortalsWriter(reader.writerOptions());
    for (const chunk of kept) writer.restore(chunk.name, chunk.bytes);
    writer.restored(sequence);
    take(true);
  });
  const perArticle = (1000 * newsMs) / ARTICLES;
  table(
    `${ITEMS} topics, ${ARTICLES} articles of ${DAYS} days`,
    ['', 'spent', 'at most'],
    [
      ['folding an article', `${round(perArticle)} µs`, '20 µs'],
      ['folding an item', `${round((1000 * itemsMs) / ITEMS)} µs`, '100 µs'],
      [`coverage of ${ASKED} topics`, `${round(coverageMs)} ms`, '50 ms'],
      ['lists, first time', `${round(firstMs)} ms`, '150 ms'],
      ['lists, an item changed', `${round(Math.min(...again))} ms`, '15 ms'],
      ['restoring a snapshot', `${round(restoreMs / 1000)} s`, '5 s'],
      ['its size', `${round(bytes / 1e6)} MB`, '100 MB'],
      ['columns', `${round(reader.figures.heldBytes / 1e6)} MB`, '64 MB'],
    ],
  );
}
