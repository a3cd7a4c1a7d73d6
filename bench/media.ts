/**
 * What do the media index's counts and lists cost the front, with years of articles?
 *
 * `TAGWIRE_BENCH_ARTICLES` asks for another number of articles.
 *
 * Articles come in the order of their time, 10,000 a day, one in ten late by up to three days, one
 * in twenty found by a discovery source. The limits are for how long the front may be blocked.
 */
import { DAY_MS, HOUR_MS } from '../src/kernel/clock.js';
import type { NewsRecord } from '../src/kernel/model/records.js';
import type { MediaDelta } from '../src/news/media/codec.js';
import { MediaReader } from '../src/news/media/reader.js';
import { MediaWriter } from '../src/news/media/writer.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 1_000_000);
const PER_DAY = 10_000;
const OUTLETS = 100;
const SLICE = 500;
const LATE_EVERY = 10;
const FOUND_EVERY = 20;
/** Writes once in a long while: its list is the longest way to go. */
const RARE = 'outlet-99';
const RARE_EVERY = 97_003;
const START_MS = Date.UTC(2025, 0, 1);

function newsRecord(id: number): NewsRecord {
  const inOrderMs = START_MS + Math.floor((id * DAY_MS) / PER_DAY);
  const sortMs = id % LATE_EVERY === 0 ? inOrderMs - ((id * 7919) % (72 * HOUR_MS)) : inOrderMs;
  const media = id % RARE_EVERY === 0 ? RARE : `outlet-${(id * 31) % (OUTLETS - 1)}`;
  const discovery = { media: 'finder', title: null, url: '', discoveredMs: inOrderMs };
  return {
    kind: 'news',
    id,
    media,
    url: '',
    title: '',
    description: null,
    publishedMs: sortMs,
    precision: 'second',
    observedMs: inOrderMs,
    section: null,
    image: null,
    authors: [],
    tags: id % 5 === 0 ? [] : ['tag'],
    bodyStatus: 'ok',
    bodyChars: 0,
    bodyHash: '',
    bodySource: null,
    fetchedMs: null,
    discoveries: id % FOUND_EVERY === 0 ? [discovery] : [],
    sortMs,
    datePending: false,
    previousSortMs: null,
    ownTags: null,
    tagMethod: null,
    goneMs: null,
    replaced: null,
    lang: null,
  };
}

const writer = new MediaWriter();
const reader = new MediaReader();
const rows: [what: string, spent: string, limit: string][] = [];

function timed<T>(work: () => T): { value: T; ms: number } {
  const fromMs = performance.now();
  const value = work();
  return { value, ms: performance.now() - fromMs };
}

/** The best of a few times: the others were disturbed. */
function best(times: number, work: (at: number) => unknown): number {
  const all = Array.from({ length: times }, (_, at) => timed(() => work(at)).ms);
  return Math.min(...all);
}

function foldAll(): void {
  let foldMs = 0;
  let applyMs = 0;
  for (let id = 1; id <= ARTICLES; ) {
    const slice = Array.from({ length: Math.min(SLICE, ARTICLES - id + 1) }, () =>
      newsRecord(id++),
    );
    const folded = timed(() => {
      for (const record of slice) writer.apply({ sequence: record.id, record, body: null });
      return writer.takeDelta()!;
    });
    foldMs += folded.ms;
    applyMs += timed(() => reader.apply(folded.value.value, false)).ms;
  }
  const micros = (ms: number): string => `${((1000 * ms) / ARTICLES).toFixed(2)} µs an article`;
  rows.push(['folding', micros(foldMs), '3 µs an article']);
  rows.push(['taking deltas', micros(applyMs), '1 µs an article']);
}

function measure(): void {
  const nowMs = START_MS + (ARTICLES * DAY_MS) / PER_DAY;
  const bytes = reader.figures.heldBytes / ARTICLES;
  rows.push(['memory of the front', `${bytes.toFixed(1)} bytes an article`, '12 bytes an article']);
  const count = (atMs: number): unknown => reader.figuresOf('outlet-1', 'published', atMs);
  const slices: number[] = [];
  for (let isMore = true; isMore; ) {
    const slice = timed(() => reader.settle(nowMs));
    isMore = slice.value;
    slices.push(slice.ms);
  }
  const first = timed(() => count(nowMs)).ms;
  const later = best(9, (at) => count(nowMs + (at + 1) * 60_000));
  const again = best(9, () => count(nowMs + 9 * 60_000));
  const list = (media: string, role: 'published' | 'found', beforeId: number): number =>
    best(99, () => reader.list({ media, role, beforeId, window: null, nowMs }, 41));
  const ms = (value: number): string => `${value.toFixed(3)} ms`;
  const longest = Math.max(...slices);
  rows.push(['settling after a start', `${ms(longest)}, ${slices.length} times`, '10 ms']);
  rows.push(['all counts, first time', ms(first), '50 ms']);
  rows.push(['all counts, next minute', ms(later), '5 ms']);
  rows.push(['counts of one media, same minute', ms(again), '0.01 ms']);
  rows.push(['page of a frequent media', ms(list('outlet-1', 'published', ARTICLES)), '0.1 ms']);
  rows.push(['page of a rare media', ms(list(RARE, 'published', ARTICLES)), '1 ms']);
  rows.push(['page of a discovery source', ms(list('finder', 'found', ARTICLES)), '0.5 ms']);
  writer.restored(ARTICLES);
  const whole = writer.takeDelta()!.value as MediaDelta;
  rows.push(['taking the whole state', ms(timed(() => reader.apply(whole, true)).ms), '50 ms']);
}

export async function run(): Promise<void> {
  writer.restored(0);
  reader.apply(writer.takeDelta()!.value, true);
  foldAll();
  measure();
  console.log(`${ARTICLES} articles`);
  for (const [what, spent, limit] of rows) {
    console.log(`${what.padEnd(34)} ${spent.padEnd(24)} at most ${limit}`);
  }
}
