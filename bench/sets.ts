/**
 * What does the ranking of a set of outlets cost, computed on demand?
 *
 * In one thread, with twice the real press: 20,000 articles a day of 60 media, 8 tags each, over the 72 hours that
 * windows look back on. Limit: a set of 20 outlets at most 150 ms of this thread, from its question to the bytes
 * of its answer. What is asked again is given from the cache of answers, as every ranking is (answers.ts).
 */
import { DAY_MS, HOUR_MS } from '../src/kernel/clock.js';
import { CAMPS } from '../src/kernel/model/records.js';
import { TagsWriter } from '../src/news/tags/writer.js';
import { plainMedia, plainNews } from '../test/kernel/model/plain-records.js';
import { median, round, table, threadMs, verdict } from './lab.js';

const PER_DAY = 20_000;
const OUTLETS = 60;
const SET_OUTLETS = 20;
const TAGS_EACH = 8;
const VOCABULARY = 60_000;
const DAYS = 3;
const SETS = 15;
const LIMIT_MS = 150;
const START_MS = Date.UTC(2026, 0, 1);

let state = 0x9e3779b9;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 0x1_0000_0000;
}

export async function run(): Promise<void> {
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
  const timesMs = Array.from({ length: SETS }, (_, first) => {
    const outlets = Array.from(
      { length: SET_OUTLETS },
      (_, at) => `outlet-${(first + at) % OUTLETS}`,
    );
    const beforeMs = threadMs();
    writer.ask({ type: 'chosen', outlets, hourMs: atMs - HOUR_MS, atMs });
    return threadMs() - beforeMs;
  });
  const [first = 0, ...later] = timesMs;
  table(
    'the ranking of a set of 20 outlets',
    ['', 'ms'],
    [
      ['the first one', round(first)],
      ['median of those after it', round(median(later))],
      ['dearest', round(Math.max(...timesMs))],
    ],
  );
  verdict('the dearest in ms', Math.max(...timesMs), LIMIT_MS, false);
}
