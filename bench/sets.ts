/**
 * What does the ranking of a set of outlets cost, computed on demand?
 *
 * In one thread, with twice the real press: 20,000 articles a day of 60 media, 8 tags each, over the 96 hours that
 * windows of a day ago look back on. Limit: a set of 20 outlets at most 150 ms of this thread, from its question to
 * the bytes of its answer, the first one too. And over loopback from a server: at most 2 ms where it is asked again.
 */
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../src/kernel/clock.js';
import { CAMPS } from '../src/kernel/model/records.js';
import { TagsWriter } from '../src/news/tags/writer.js';
import { plainMedia, plainNews } from '../test/kernel/model/plain-records.js';
import { median, round, runTagwire, Subject, table, threadMs, verdict, withFolder } from './lab.js';
import { ask } from './raw-answer.js';

const PER_DAY = 20_000;
const OUTLETS = 60;
const SET_OUTLETS = 20;
const TAGS_EACH = 8;
const VOCABULARY = 60_000;
const DAYS = 4;
const SETS = 15;
const LIMIT_MS = 150;
const ASKED_AGAIN = 100;
const CACHED_MS = 2;
/** Of a set's rankings: how long ago, and with related tags or not. */
const KINDS: readonly [name: string, agoMs: number, related: boolean][] = [
  ['now', 0, false],
  ['now, with related tags', 0, true],
  ['a day ago', DAY_MS, false],
];
const END = '2026-03-31T16:00:00Z';
const START_MS = Date.UTC(2026, 0, 1);

let state = 0x9e3779b9;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 0x1_0000_0000;
}

export async function run(): Promise<void> {
  computed();
  await served();
}

function computed(): void {
  const writer = new TagsWriter();
  writer.restored(0);
  let sequence = 0;
  const apply = (record: Parameters<TagsWriter['apply']>[0]['record']): void => {
    sequence += 1;
    writer.apply({ sequence, record, body: null });
  };
  for (let number = 0; number < OUTLETS; number++) {
    const camp = CAMPS[number % CAMPS.length]!;
    apply(plainMedia(`outlet-${number}`, { camp, collectingSinceMs: START_MS - 3 * DAY_MS }));
  }
  const atMs = START_MS + DAYS * DAY_MS;
  for (let id = 1; id <= DAYS * PER_DAY; id++) {
    const sortMs = START_MS + Math.floor(((id - 1) * DAY_MS) / PER_DAY);
    const tags = new Set<string>();
    while (tags.size < TAGS_EACH) tags.add(`tag ${Math.floor(random() ** 3 * VOCABULARY)}`);
    const media = `outlet-${Math.floor(random() * OUTLETS)}`;
    apply(plainNews(id, media, sortMs, { title: `title ${id}`, tags: [...tags] }));
  }
  apply({ kind: 'tick', atMs, runs: ['ranking'] });
  writer.takeDelta();
  const ask = (first: number, agoMs: number, related: boolean): number => {
    const outlets = setOf(OUTLETS, first).map((at) => `outlet-${at}`);
    const endMs = atMs - agoMs;
    const beforeMs = threadMs();
    writer.ask({ type: 'chosen', outlets, hourMs: endMs - HOUR_MS, atMs: endMs, related });
    return threadMs() - beforeMs;
  };
  const rows = KINDS.map(([name, agoMs, related]) => {
    const timesMs = Array.from({ length: SETS }, (_, first) => ask(first, agoMs, related));
    return { name, timesMs, dearestMs: Math.max(...timesMs) };
  });
  table(
    'the ranking of a set of 20 outlets, ms of the thread',
    ['', 'first', 'median', 'dearest'],
    rows.map(({ name, timesMs, dearestMs }) => {
      return [name, round(timesMs[0]!), round(median(timesMs)), round(dearestMs)];
    }),
  );
  const dearestMs = Math.max(...rows.map((row) => row.dearestMs));
  verdict('the dearest in ms', dearestMs, LIMIT_MS, false);
}

/** Places of the outlets of a set. */
function setOf(outlets: number, first: number): number[] {
  return Array.from({ length: SET_OUTLETS }, (_, at) => (first + at) % outlets);
}

/** Over loopback: a set for the first time, and again. */
async function served(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const size = ['--days', '1', '--per-day', '2000', '--blogs', '4', '--end', END];
    runTagwire('generate', ...size, '--out', corpus);
    runTagwire('ingest', '--replay', '--data', data, corpus);
    const server = await Subject.tagwire(data, `frozen:${END}`);
    await server.whole();
    const { body } = await ask(server.at('news', '/api/v1/ranking?limit=1').url, 'identity');
    const { snapshot } = JSON.parse(body.toString()) as {
      snapshot: { basis: { media: string[] } };
    };
    const codes = snapshot.basis.media;
    const timeOf = async (first: number): Promise<number> => {
      const outlets = setOf(codes.length, first).map((at) => codes[at]!);
      const path = `/api/v1/ranking?outlets=${outlets.join()}`;
      const beforeMs = performance.now();
      await ask(server.at('news', path).url, 'identity');
      return performance.now() - beforeMs;
    };
    const cold: number[] = [];
    for (let first = 0; first < SETS; first++) cold.push(await timeOf(first));
    const again: number[] = [];
    for (let asked = 0; asked < ASKED_AGAIN; asked++) again.push(await timeOf(asked % SETS));
    await server.stop();
    table(
      'asked of a server over loopback, ms',
      ['', 'median', 'dearest'],
      [
        ['for the first time', round(median(cold)), round(Math.max(...cold))],
        ['again', round(median(again)), round(Math.max(...again))],
      ],
    );
    verdict('asked again, median in ms', median(again), CACHED_MS, false);
  });
}
