/**
 * What does a question about similarity cost, cold and cached, and what does it do to the front?
 *
 * First in one thread, on an index that is filled with articles and pairs directly: 10,000 articles
 * a day from 100 outlets, with stories of two to forty articles. Then over HTTP, on a generated
 * store: cached answers against a bare handler that sends the same bytes, and the front's p99 on
 * article pages while another client asks for ever new periods of 31 days at threshold 0.5.
 * `TAGWIRE_BENCH_ARTICLES` asks for another number of articles in 7 days.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../src/kernel/clock.js';
import { wakePunctually } from '../src/kernel/runtime/thread-priority.js';
import { dailyJson } from '../src/news/similarity/answers/daily.js';
import { EvidenceSearch } from '../src/news/similarity/answers/evidence.js';
import { graphJson } from '../src/news/similarity/answers/graph.js';
import { Stories } from '../src/news/similarity/answers/stories.js';
import type { EvidenceQuestion, Period } from '../src/news/similarity/codec.js';
import { ARTICLE } from '../src/news/similarity/state/articles.js';
import { SimilarityState } from '../src/news/similarity/state/state.js';
import {
  hasWrk,
  load,
  median,
  round,
  runTagwire,
  Subject,
  table,
  verdict,
  withFolder,
} from './lab.js';
import { ask } from './raw-answer.js';
import { Random } from './similarity-corpus.js';

const ARTICLES_A_WEEK = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 70_000);
const PAIRS_AN_ARTICLE = 100 / 70;
const DAYS = 31;
const OUTLETS = 100;
const START_MS = Date.UTC(2026, 0, 4, 16);
const END = '2026-03-31T16:00:00Z';
const ROUNDS = 5;
const SECONDS = 3;
/** Beside a busy front a question takes a second and more. */
const ASKED_SECONDS = 10;
/** Questions that nobody measures. */
const WARMING = 20;

const LIMITS = { coldMs: 50, ofBare: 0.85, p99: 2 };

/** An index of 31 days. */
function filledState(): SimilarityState {
  const state = new SimilarityState();
  const random = new Random(17);
  for (let outlet = 0; outlet < OUTLETS; outlet++) state.media.numberOf(`outlet-${outlet}`);
  const perDay = ARTICLES_A_WEEK / 7;
  const count = Math.round(perDay * DAYS);
  for (let id = 1; id <= count; id++) {
    const sortMs = START_MS + Math.floor((id / perDay) * DAY_MS);
    const flags = ARTICLE.fetched | ARTICLE.usable | ARTICLE.compared;
    state.articles.put(id, { sortMs, media: random.below(OUTLETS), flags });
    if (random.next() < 0.01) {
      const evidence = '據某社報導';
      state.citations.set(id, [{ media: random.below(OUTLETS), evidence }]);
    }
  }
  for (let left = count * PAIRS_AN_ARTICLE; left > 0; ) {
    left -= addStory(state, random, 1 + random.below(count - 2000));
  }
  return state;
}

/** A story whose articles are each similar to some of those before; returns its pairs. */
function addStory(state: SimilarityState, random: Random, first: number): number {
  const size = 2 + Math.floor(38 * random.next() ** 4);
  const members = [first];
  let pairs = 0;
  for (let id = first, at = 1; at < size; at++) {
    id += 1 + random.below(40);
    for (const earlier of members) {
      const isNear = earlier === members.at(-1) || random.next() < 0.5;
      if (!isNear || state.articles.mediaOf(earlier) === state.articles.mediaOf(id)) continue;
      const shared = 400 + random.below(400);
      const sizes = { earlierSize: 800, laterSize: 800 };
      const passage = `段落 ${first} ${random.below(3)}`.padEnd(100, '文');
      state.pairs.add({ earlier, later: id, ...sizes, shared, identical: shared === 800, passage });
      pairs += 1;
    }
    members.push(id);
  }
  return Math.max(1, pairs);
}

function timed(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const fromMs = performance.now();
    work();
    return performance.now() - fromMs;
  });
  return median(times);
}

function questionOf(period: Period, threshold: number, needle: string): EvidenceQuestion {
  return {
    ...{ type: 'evidence', period, threshold, mode: 'all', node: null, edge: null },
    ...{ direction: 'all', scope: null, focus: null, needle, page: 0 },
  };
}

/** Cold answers in one thread. */
function runInThread(): void {
  // As an actor's thread does.
  wakePunctually();
  const state = filledState();
  const endMs = START_MS + DAYS * DAY_MS;
  const week = { fromMs: endMs - 7 * DAY_MS, untilMs: endMs };
  const month = { fromMs: START_MS, untilMs: endMs };
  const rows: (string | number)[][] = [];
  const answer = (name: string, period: Period, threshold: number): number => {
    const stories = new Stories(state, period, threshold);
    let articles = 0;
    state.eachArticle(period, () => {
      articles += 1;
    });
    const graphMs = timed(() => {
      graphJson(state, period, new Stories(state, period, threshold));
    });
    const evidenceMs = timed(() => {
      new EvidenceSearch(state, stories, questionOf(period, threshold, '')).answer(0);
    });
    const searchMs = timed(() => {
      new EvidenceSearch(state, stories, questionOf(period, threshold, '段落 7')).answer(0);
    });
    const times = [graphMs, evidenceMs, searchMs].map((ms) => round(ms, 1));
    rows.push([name, articles, stories.pairCount, stories.groupCount, ...times]);
    return graphMs;
  };
  const weekMs = answer('hours=168, threshold 0.65', week, 0.65);
  answer('hours=168, threshold 0.5', week, 0.5);
  answer('31 days, threshold 0.5', month, 0.5);
  table(
    'cold answers on the actor, ms',
    ['', 'articles', 'pairs', 'groups', 'graph', 'evidence', 'with q'],
    rows,
  );
  const dailyMs = timed(() => {
    dailyJson(state, month, 0.5, endMs);
  });
  console.log(`  daily numbers of 31 days: ${round(dailyMs, 1)} ms`);
  const { articles, pairs } = state;
  console.log(
    `  columns: ${round((articles.byteLength + pairs.byteLength) / articles.count, 0)} bytes an article with its pairs`,
  );
  verdict('graph of a week, ms', weekMs, LIMITS.coldMs, false);
}

/** Cached answers, and the front while an actor is kept busy. */
async function runServed(folder: string): Promise<void> {
  const corpus = join(folder, 'corpus.ndjson');
  const data = join(folder, 'store');
  const perDay = String(Math.max(50, Math.round(ARTICLES_A_WEEK / 35)));
  runTagwire('generate', '--days', '31', '--per-day', perDay, '--end', END, '--out', corpus);
  runTagwire('ingest', '--replay', '--data', data, corpus);
  const ours = await Subject.tagwire(data, `frozen:${END}`);
  await ours.whole();
  const base = ours.url.slice(0, ours.url.indexOf('/api'));
  const path = '/api/v1/similarity?hours=168';
  const script = join(folder, 'graph.lua');
  writeFileSync(script, `wrk.path = "${path}"\n`);
  const bare = await Subject.bareLike(base + path, folder);
  const { body } = await ask(base + path, 'identity');
  const shares: number[] = [];
  for (let at = 0; at < ROUNDS; at++) {
    const limit = await load(bare, SECONDS);
    const cached = await load(ours, SECONDS, 64, script);
    shares.push(cached.requestsPerSecond / limit.requestsPerSecond);
  }
  await bare.stop();
  verdict(
    `cached graph (${body.length} bytes), share of bare`,
    median(shares),
    LIMITS.ofBare,
    true,
  );
  // The code that answers is compiled while the first ones wait.
  for (let at = 0; at < WARMING; at++) await askMonth(base, 0.9 + at / 1000);
  const idle = await load(ours, ASKED_SECONDS, 8);
  const asking = { done: false, asked: 0 };
  const questions = keepAsking(base, asking);
  const busy = await load(ours, ASKED_SECONDS, 8);
  asking.done = true;
  await questions;
  await ours.stop();
  table(
    'article pages while periods of 31 days at threshold 0.5 are asked for, one after the other',
    ['', 'requests/s', 'p50 ms', 'p99 ms'],
    [
      ['idle', round(idle.requestsPerSecond, 0), round(idle.p50Ms), round(idle.p99Ms)],
      ['asked', round(busy.requestsPerSecond, 0), round(busy.p50Ms), round(busy.p99Ms)],
    ],
  );
  console.log(`  ${asking.asked} such questions were answered meanwhile`);
  verdict("the front's p99 as a multiple of idle", busy.p99Ms / idle.p99Ms, LIMITS.p99, false);
}

/** Asks for 31 days at thresholds that nobody asked for before. */
async function keepAsking(base: string, state: { done: boolean; asked: number }): Promise<void> {
  while (!state.done) {
    await askMonth(base, 0.5 + (state.asked % 1000) / 10_000);
    state.asked += 1;
  }
}

async function askMonth(base: string, threshold: number): Promise<void> {
  const query = `from=2026-03-01&to=2026-03-31&threshold=${Number(threshold.toFixed(4))}`;
  await (await fetch(`${base}/api/v1/similarity?${query}`)).arrayBuffer();
}

export async function run(): Promise<void> {
  runInThread();
  if (hasWrk()) await withFolder(runServed);
}
