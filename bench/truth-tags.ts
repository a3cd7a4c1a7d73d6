/**
 * Are derived tags those that an editor would give, and what do they cost? Figures against tags that were
 * removed.
 *
 * Each set is told to the log's tagging as it comes: Chinese with no outlet giving tags and with half of
 * them, English titles alone. The first tags of rankings are printed, to be read: pieces of words and
 * general ones are faults that no label shows. Goals stand beside the figures. The cost is that of the
 * log's thread, with the same articles and the same tags, given or derived. Needs TAGWIRE_TEST_DATA.
 */
import { DAY_MS } from '../src/kernel/clock.js';
import { round, table } from './lab.js';
import { type TruthArticle, truthSets } from './truth-sets.js';
import { costOf } from './truth-tags/cost.js';
import { articlesOf, type Derived, derive, halfOf } from './truth-tags/deriving.js';
import { eventFiguresOf, rankingsOf, ranksAfterAnHour, sameOrder } from './truth-tags/rankings.js';

const SHOWN = 100;
/** Part of the articles that have a tag, given or derived, for both to be of one matter. */
const ALIKE_MIN = 0.8;
/** Days before the last whose rankings are printed. */
const DAYS_AGO = [2, 5, 8];

export async function run(): Promise<void> {
  const folder = process.env.TAGWIRE_TEST_DATA;
  if (folder === undefined) {
    console.log('\nskipped: derived tags (TAGWIRE_TEST_DATA is not set)');
    return;
  }
  const set = truthSets(folder)[0]!;
  const chinese = set.articles;
  const other = articlesOf(folder, 'zh-referendum', 'news.ndjson.gz');
  const titles = articlesOf(folder, 'en-stories', 'uci-news.ndjson');
  const bare = await derive('Chinese, no outlet gives tags', chinese, () => true);
  const english = await derive('English titles', titles, () => true);
  const all = [
    bare,
    await derive('Chinese, half of the outlets', chinese, halfOf(chinese)),
    await derive('another Chinese set, none', other, () => true),
    await derive('the same, half of the outlets', other, halfOf(other)),
    english,
  ];
  table(
    'derived tags against those that were removed',
    ['', 'articles', 'with 1', 'with 2', 'each', 'precision', 'recall', 'F1', 'MB', 'no place'],
    all.map(lineOf),
  );
  console.log('  goals: with 2 at least 0.85, F1 0.60; half: 0.75 and 0.75; English: with 1 0.80');
  const days = DAYS_AGO.map((ago) => lastMsOf(chinese) - ago * DAY_MS);
  const ordersOf = (alikeMin: number): string =>
    days.map((atMs) => round(sameOrder(chinese, bare.tagged, atMs, alikeMin))).join(' ');
  const [own, derived] = [set, { ...set, articles: bare.tagged }].map(eventFiguresOf);
  table(
    'what is made of them',
    ['', 'given', 'derived', 'goal'],
    [
      ['pairs of the ten largest bursts in the same order, three days', '', ordersOf(0), ''],
      ['the same, of tags that stand on the same articles', '', ordersOf(ALIKE_MIN), 1],
      ['events against labels, F1', round(own!.f1), round(derived!.f1), 'within 0.03'],
      ['English titles: ranks an hour after the first', '', ranksAfterAnHour(english.tagged), 1],
    ],
  );
  table(
    'the log thread, µs of an article',
    ['', 'tags given', 'derived', 'more', 'of given', 'of 50 µs'],
    [await costOf('Chinese with texts', bare.tagged), await costOf('titles', english.tagged)],
  );
  console.log('  goal: 0.15 of 50 µs, which is 20,000 articles a second');
  print('Chinese, the first by rank', bare, days);
  print('English titles, the first by rank', english, [lastMsOf(titles)]);
}

function print(name: string, { tagged }: Derived, instants: readonly number[]): void {
  for (const ranking of rankingsOf(tagged, instants)) {
    console.log(`\n${name}: ${ranking.shown.slice(0, SHOWN).join(', ')}`);
  }
}

function lastMsOf(articles: readonly TruthArticle[]): number {
  return articles.reduce((last, { record }) => Math.max(last, record.observedMs), 0);
}

function lineOf(figures: Derived): (string | number)[] {
  const { name, articles, withOne, withTwo, derived, removed, right, bytes, dropped } = figures;
  const part = (one: number, of: number): number | string => (of === 0 ? '' : round(one / of));
  return [
    ...[name, articles, part(withOne, articles), part(withTwo, articles)],
    ...[round(derived / articles, 1), removed === 0 ? '' : part(right, derived)],
    ...[part(right, removed), removed === 0 ? '' : part(2 * right, derived + removed)],
    ...[round(bytes / 1e6, 0), dropped],
  ];
}
