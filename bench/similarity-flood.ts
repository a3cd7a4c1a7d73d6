/**
 * What do texts cost that are made to cost much? Articles a second that the similarity index folds of
 * each flood on one thread, the pairs and bytes that they leave, and how long the longest answer over
 * them takes the actor.
 *
 * `TAGWIRE_BENCH_ARTICLES` asks for other masses.
 */
import { readFileSync } from 'node:fs';
import { DAY_MS } from '../src/kernel/clock.js';
import { hash64, hexOf } from '../src/kernel/hash.js';
import { codePointLength } from '../src/kernel/text/text.js';
import type { SimilarityQuestion } from '../src/news/similarity/answers/dialogue.js';
import type {
  JournalistQuestion,
  JournalistsQuestion,
} from '../src/news/similarity/answers/journalists-codec.js';
import type { EvidenceQuestion, MatchesQuestion, Period } from '../src/news/similarity/codec.js';
import { SimilarityReader } from '../src/news/similarity/reader.js';
import { SimilarityWriter } from '../src/news/similarity/writer.js';
import { mediaOf, newsOf } from '../test/news/catalog/records.js';
import { median, round, table, threadMs, verdict } from './lab.js';
import { type FloodName, floodOf } from './similarity-floods.js';

const SCALE = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 10_000) / 10_000;
const SUBJECTS: [FloodName, number][] = [
  ['periodic', 2432],
  ['equal', 10_000],
  ['nearly equal', 5000],
  ['one character', 5000],
  ['one character, 200,000 times', 50],
  ['few words', 5000],
  ['a third in common', 10_000],
];
const ROUNDS = 3;
const LIMITS = { perSecond: 200, longPerSecond: 8, pairsAnArticle: 200, answerMs: 200 };

const ruleFile = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../data/${name}.json`, import.meta.url), 'utf8'));
const RULES = { citations: ruleFile('citations'), bylines: ruleFile('bylines') };

interface Outcome {
  row: (string | number)[];
  perSecond: number;
  pairsAnArticle: number;
  answerMs: number;
}

/** Questions that an actor may be asked about a period. */
function questionsOf(period: Period, needle: string): SimilarityQuestion[] {
  const asked = { period, threshold: 0.5 };
  const evidence: EvidenceQuestion = {
    ...{ type: 'evidence', ...asked, mode: 'all', node: null, edge: null },
    ...{ direction: 'all', scope: null, focus: null, needle, page: 0 },
  };
  const matches: MatchesQuestion = {
    ...{ type: 'matches', articleId: 1, threshold: 0.5, untilMs: period.untilMs },
  };
  const journalists: JournalistsQuestion = { type: 'journalists', ...asked, limit: 500 };
  const journalist: JournalistQuestion = {
    ...{ type: 'journalist', ...asked, name: '陳大文', articlesMax: 1000, pairsMax: 1000 },
  };
  return [
    { type: 'graph', ...asked },
    { type: 'daily', ...asked, nowMs: period.untilMs },
    evidence,
    { ...evidence, needle: '' },
    matches,
    journalists,
    journalist,
  ];
}

function measure(name: FloodName, count: number): Outcome {
  const writer = new SimilarityWriter(new SimilarityReader(RULES).writerOptions());
  writer.restored(0);
  const fold = (sequence: number, record: unknown, body: string | null): void =>
    writer.apply({ sequence, record, body } as never);
  for (let media = 0; media < 5; media++) fold(media + 1, mediaOf(`outlet-${media}`), null);
  const before = process.memoryUsage();
  let foldMs = 0;
  let period: Period = { fromMs: 0, untilMs: 0 };
  for (const { id, media, sortMs, body } of floodOf(name, count, 7)) {
    const facts = { bodyHash: hexOf(hash64(Buffer.from(body))), bodyChars: codePointLength(body) };
    const fields = { ...facts, bodyStatus: 'ok' as const, authors: ['記者陳大文'] };
    const record = newsOf(id, `outlet-${media}`, sortMs, fields);
    const fromMs = threadMs();
    fold(5 + id, record, body);
    foldMs += threadMs() - fromMs;
    period = { fromMs: sortMs - DAY_MS, untilMs: sortMs + 1 };
  }
  const after = process.memoryUsage();
  const { figures } = writer.takeDelta()!.value;
  const needle = '文字';
  const answerMs = questionsOf(period, needle).map((question) =>
    median(
      Array.from({ length: ROUNDS }, (_, at) => {
        // A new period each time, or the groups of the one before would be used again.
        const own = question as { period?: Period };
        if (own.period !== undefined) own.period = { ...period, fromMs: period.fromMs - at };
        const fromMs = threadMs();
        writer.ask(question);
        return threadMs() - fromMs;
      }),
    ),
  );
  const fromMs = threadMs();
  for (const chunk of writer.plan().chunks) writer.chunk(chunk);
  const snapshotMs = threadMs() - fromMs;
  const bytes = after.heapUsed + after.external - before.heapUsed - before.external;
  const perSecond = (1000 * count) / foldMs;
  return {
    row: [
      `${name}, ${count}`,
      Math.round(perSecond),
      figures.pairs,
      figures.limitedArticles,
      Math.round(bytes / 2 ** 20),
      ...answerMs.map((ms) => round(ms, 1)),
      Math.round(snapshotMs),
    ],
    perSecond,
    pairsAnArticle: figures.pairs / count,
    answerMs: Math.max(...answerMs),
  };
}

export async function run(): Promise<void> {
  const outcomes = SUBJECTS.map(([name, count]) => {
    globalThis.gc?.();
    return measure(name, Math.round(SCALE * count));
  });
  const head = ['flood', 'articles/s', 'pairs', 'limited', 'MB', 'graph', 'daily', 'with q'];
  table(
    'floods on one thread; answers and snapshot in ms',
    [...head, 'evidence', 'matches', 'people', 'one', 'snapshot'],
    outcomes.map(({ row }) => row),
  );
  const worst = (pick: (one: Outcome) => number): number => Math.max(...outcomes.map(pick));
  const short = outcomes.filter((_, at) => !SUBJECTS[at]![0].includes('200,000'));
  const long = outcomes.filter((one) => !short.includes(one));
  const slowest = (of: Outcome[]): number => Math.min(...of.map(({ perSecond }) => perSecond));
  verdict('articles a second of the slowest flood', slowest(short), LIMITS.perSecond, true);
  verdict('of bodies as long as can be', slowest(long), LIMITS.longPerSecond, true);
  verdict(
    'pairs an article',
    worst(({ pairsAnArticle }) => pairsAnArticle),
    LIMITS.pairsAnArticle,
    false,
  );
  verdict(
    'longest answer, ms of the actor',
    worst(({ answerMs }) => answerMs),
    LIMITS.answerMs,
    false,
  );
}
