/**
 * Similarity by local day, as JSON: compared articles, pairs, copied and copying articles, citing
 * and cited media.
 *
 * Invariants (decision 43): a pair counts once in the totals and once at each of its media, on the
 * day of its later article, whatever the day of the earlier one. An article counts once as copied
 * and once as copying, on its own day; a pair without an earlier article counts as neither.
 */
import { DAY_MS, localDateOf, localDayStartMs } from '../../../kernel/clock.js';
import { NEWS } from '../../../kernel/limits.js';
import type { DayPairsAnswer, DayPairsQuestion, Period } from '../codec.js';
import { ARTICLE } from '../state/articles.js';
import type { SimilarityState } from '../state/state.js';
import { pairAnswerOf } from './evidence.js';

const COLUMNS = ['articles', 'pairs', 'copied', 'copying', 'citing', 'cited'] as const;
type Column = (typeof COLUMNS)[number];
type Row = Record<Column, Uint32Array>;

/** Days, totals and media of a period of whole days: a JSON object without its braces. */
export function dailyJson(
  state: SimilarityState,
  period: Period,
  threshold: number,
  nowMs: number,
): string {
  const daily = new Daily(state, period, nowMs);
  daily.count(threshold);
  return JSON.stringify({
    days: daily.days(),
    totals: daily.totals(),
    media: daily.rows(),
  }).slice(1, -1);
}

class Daily {
  readonly #state: SimilarityState;
  readonly #period: Period;
  readonly #nowMs: number;
  readonly #dayCount: number;
  readonly #rows: Row[];
  readonly #pairs: Uint32Array;
  readonly #identical: Uint32Array;

  constructor(state: SimilarityState, period: Period, nowMs: number) {
    this.#state = state;
    this.#period = period;
    this.#nowMs = nowMs;
    this.#dayCount = Math.round((period.untilMs - period.fromMs) / DAY_MS);
    const zeros = (): Uint32Array => new Uint32Array(this.#dayCount);
    this.#rows = state.media
      .facts()
      .map(() => Object.fromEntries(COLUMNS.map((column) => [column, zeros()])) as Row);
    this.#pairs = zeros();
    this.#identical = zeros();
  }

  count(threshold: number): void {
    this.#countArticles();
    this.#countPairs(threshold);
  }

  days(): string[] {
    const { fromMs } = this.#period;
    return Array.from({ length: this.#dayCount }, (_, day) => localDateOf(fromMs + day * DAY_MS));
  }

  totals(): object {
    const sumOf = (column: Column): number[] =>
      Array.from({ length: this.#dayCount }, (_, day) =>
        this.#rows.reduce((sum, row) => sum + row[column][day]!, 0),
      );
    return {
      articles: sumOf('articles'),
      pairs: [...this.#pairs],
      identical: [...this.#identical],
      citations: sumOf('citing'),
    };
  }

  /** Media with a count above 0, by code. */
  rows(): object[] {
    const rows = this.#state.media.facts().flatMap(({ media, title, hidden }, number) => {
      const row = this.#rows[number]!;
      if (hidden || COLUMNS.every((column) => row[column].every((count) => count === 0))) return [];
      const lists = Object.fromEntries(COLUMNS.map((column) => [column, [...row[column]]]));
      return [{ media, name: title, ...lists }];
    });
    return rows.sort((a, b) => (a.media < b.media ? -1 : 1));
  }

  #countArticles(): void {
    const { articles } = this.#state;
    const untilMs = Math.min(this.#period.untilMs, this.#nowMs);
    this.#state.eachArticle({ ...this.#period, untilMs }, (id) => {
      if (!this.#state.isIndexed(id)) return;
      const day = this.#dayOf(articles.sortMsOf(id));
      const row = this.#rows[articles.mediaOf(id)]!;
      if ((articles.flagsOf(id) & ARTICLE.compared) !== 0) row.articles[day]! += 1;
      for (const { media } of this.#state.citedBy(id)) {
        row.citing[day]! += 1;
        this.#rows[media]!.cited[day]! += 1;
      }
    });
  }

  #countPairs(threshold: number): void {
    const { articles, pairs } = this.#state;
    const { untilMs } = this.#period;
    const copied = new Set<number>();
    const copying = new Set<number>();
    // The later article of a pair may be of a day after the period.
    const reachMs = Math.min(untilMs + NEWS.bodyRetentionMs, this.#nowMs);
    this.#state.eachPair({ ...this.#period, untilMs: reachMs }, threshold, (pair) => {
      const [earlier, later] = [pairs.earlierOf(pair), pairs.laterOf(pair)];
      if (articles.sortMsOf(later) < untilMs) {
        const day = this.#dayOf(articles.sortMsOf(later));
        this.#pairs[day]! += 1;
        if (pairs.isIdentical(pair)) this.#identical[day]! += 1;
        this.#rows[articles.mediaOf(earlier)]!.pairs[day]! += 1;
        this.#rows[articles.mediaOf(later)]!.pairs[day]! += 1;
      }
      if (!this.#state.isEarlier(earlier, later)) return;
      copied.add(earlier);
      copying.add(later);
    });
    this.#countEach(copied, 'copied');
    this.#countEach(copying, 'copying');
  }

  #countEach(ids: Iterable<number>, column: Column): void {
    const { articles } = this.#state;
    const { fromMs, untilMs } = this.#period;
    for (const id of ids) {
      const sortMs = articles.sortMsOf(id);
      if (sortMs < fromMs || sortMs >= untilMs) continue;
      this.#rows[articles.mediaOf(id)]![column][this.#dayOf(sortMs)]! += 1;
    }
  }

  #dayOf(sortMs: number): number {
    return (localDayStartMs(sortMs) - this.#period.fromMs) / DAY_MS;
  }
}

/**
 * The pairs of a period, a bounded part for each question: rows of dumps.
 *
 * Invariant: a pair that stays is in exactly one part, even when other pairs change meanwhile.
 */
export function dayPairsOf(
  state: SimilarityState,
  { period, after, countMax }: DayPairsQuestion,
): DayPairsAnswer {
  const { articles, pairs } = state;
  const found: number[] = [];
  state.eachPair(period, 0, (pair) => {
    const [later, earlier] = [pairs.laterOf(pair), pairs.earlierOf(pair)];
    if (later > after.later || (later === after.later && earlier > after.earlier)) found.push(pair);
  });
  found.sort(
    (a, b) => pairs.laterOf(a) - pairs.laterOf(b) || pairs.earlierOf(a) - pairs.earlierOf(b),
  );
  const told = found.slice(0, countMax).map((pair) => ({
    ...pairAnswerOf(state, pair),
    aMs: articles.sortMsOf(pairs.earlierOf(pair)),
    bMs: articles.sortMsOf(pairs.laterOf(pair)),
  }));
  return { pairs: told, isLast: found.length <= countMax };
}
