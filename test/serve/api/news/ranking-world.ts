/**
 * Five days of a small press for a server and for the oracle: both are told the same, tick by tick.
 */
import { HOUR_MS, MINUTE_MS } from '../../../../src/kernel/clock.js';
import type { LogRecord } from '../../../../src/kernel/model/records.js';
import { categoryOf, mediaOf, newsMaskOf, newsOf } from '../../../news/catalog/records.js';
import { Oracle, type OracleList } from '../../../news/shared/burst/oracle.js';
import { type Harness, linesOf, startServer } from '../harness.js';

export const START_MS = Date.UTC(2026, 2, 5, 3, 30);
export const HOURS = 120;
export const END_MS = START_MS + HOURS * HOUR_MS;
const TICK_MS = 10 * MINUTE_MS;

const TAGS = [
  '颱風',
  '選舉',
  'AI',
  'ai',
  '半導體',
  '中央/氣象署',
  '100%',
  '台灣 電力',
  '🦠',
  '捷運',
];

interface Fact {
  atMs: number;
  /** As it is ingested, and as the log would write it. */
  line: object;
  record: LogRecord;
}

interface Owner {
  teardown(work: () => Promise<void> | void): void;
}

interface RankingWorld {
  server: Harness;
  /** What is known at the end. */
  oracle: Oracle;
  /** Final snapshots by `category hourMs`, and those of the hour under way by `category`. */
  lists: Map<string, OracleList>;
}

let shared: Promise<RankingWorld> | null = null;

/**
 * A server that has lived through it all, and what it should answer: one for all tests of a process, of
 * which those that change something come last.
 */
export function rankingWorld(owner: Owner): Promise<RankingWorld> {
  shared ??= startRankingWorld(owner);
  return shared;
}

async function startRankingWorld(owner: Owner): Promise<RankingWorld> {
  const server = await startServer(owner, { ticksByHand: true, now: iso(START_MS) });
  const oracle = new Oracle();
  const lists = new Map<string, OracleList>();
  const told = facts();
  const { pipeline } = server.app;
  const preface = told.filter(({ atMs }) => atMs <= START_MS);
  const later = told.filter(({ atMs }) => atMs > START_MS);
  await pipeline.ingest([linesOf(preface.map(({ line }) => line))], true, START_MS);
  await pipeline.ingest([linesOf(later.map(({ line }) => line))], true, START_MS);
  await pipeline.advance(END_MS);
  server.clock.set(END_MS);
  for (const { record } of preface) oracle.apply(record);
  let next = 0;
  for (let tickMs = START_MS + TICK_MS; tickMs <= END_MS; tickMs += TICK_MS) {
    while (next < later.length && later[next]!.atMs < tickMs) oracle.apply(later[next++]!.record);
    oracle.apply({ kind: 'tick', atMs: tickMs, runs: ['ranking'] });
    const isFinal = tickMs % HOUR_MS === 0;
    if (!isFinal && tickMs + TICK_MS <= END_MS) continue;
    for (const category of oracle.categories) {
      const list = oracle.list(category, tickMs);
      if (list === null) continue;
      if (isFinal) lists.set(`${category} ${tickMs - HOUR_MS}`, list);
      else lists.set(category, list);
    }
  }
  for (; next < later.length; next++) oracle.apply(later[next]!.record);
  return { server, oracle, lists };
}

/** Everything that happens, by the time at which it becomes known. */
function facts(): Fact[] {
  const all: Fact[] = [];
  const put = (record: LogRecord, atMs: number, line: object): void => {
    all.push({ record, atMs, line });
  };
  for (const [key, label] of [
    ['news', '新聞'],
    ['tv', '電視台'],
    ['empty', '空'],
  ] as const) {
    put(categoryOf(key, label), START_MS, { kind: 'category', key, label });
  }
  const since = new Date(START_MS - 20 * HOUR_MS).toISOString();
  for (const [media, camp, categories] of OUTLETS) {
    const fields = { camp, categories: [...categories], collectingSinceMs: Date.parse(since) };
    // Ten words are the tags of everything here: that they are on most articles takes nothing from them.
    const tagging = 'own';
    const names = { kind: 'media', media, title: media, tagging };
    const line = { ...names, camp, categories, collectingSince: since };
    put(mediaOf(media, fields), START_MS, line);
  }
  let random = 7;
  const below = (bound: number): number => {
    random = (Math.imul(random, 1103515245) + 12345) >>> 0;
    return Math.floor((random / 2 ** 32) * bound);
  };
  for (let id = 1; id <= 700; id++) {
    const observedMs = START_MS + Math.floor((id / 700) * (HOURS * HOUR_MS - MINUTE_MS));
    const lateMs = below(8) === 0 ? below(40) * HOUR_MS : below(5) * MINUTE_MS;
    const [media] = OUTLETS[below(OUTLETS.length)]!;
    const tags = [...new Set(Array.from({ length: below(5) }, () => TAGS[below(below(10) + 1)]!))];
    const sortMs = observedMs - lateMs;
    const record = newsOf(id, media, sortMs, { tags: withoutTwins(tags), observedMs });
    const url = `https://${media}.example/${id}`;
    const times = { publishedAt: iso(sortMs), observedAt: iso(observedMs) };
    const line = { kind: 'news', media, url, title: `標題 ${id}`, ...times };
    put(record, observedMs, { ...line, tags: record.tags });
    if (below(25) === 0) put(newsMaskOf('hide', record), observedMs, maskLine('hide', url));
  }
  return all;
}

/** Two spellings of one tag in one article are one tag to the log. */
function withoutTwins(tags: string[]): string[] {
  return tags.filter((tag, at) => tags.findIndex((one) => same(one, tag)) === at);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function maskLine(kind: string, key: string): object {
  return { kind, target: 'news', key };
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

const OUTLETS = [
  ['sunrise', 'blue', ['news']],
  ['harbour', 'green', ['news', 'tv']],
  ['plain', 'other', ['news']],
  ['delta', 'green', []],
] as const;
