/**
 * Answers who wrote in a period, and what became of it elsewhere.
 *
 * Invariants: one pass over the articles and one over the pairs; a pair between two articles of one
 * journalist counts once for him. People are ordered by articles, then by their newest one, then by name.
 */
import { isoOf } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/get-or-insert.js';
import { WINDOW_DAYS } from '../answers/graph.js';
import type { Period } from '../codec.js';
import { ARTICLE } from '../index/articles.js';
import type { SimilarityState } from '../state.js';
import type { JournalistsAnswer, JournalistsQuestion } from './codec.js';
import { names, Tally } from './tally.js';

const encoder = new TextEncoder();

/** The journalists of a period. */
export function journalistsOf(
  state: SimilarityState,
  question: JournalistsQuestion,
  generation: number,
): JournalistsAnswer {
  const { period, threshold, limit } = question;
  const totals = new Totals(state, period);
  state.eachArticle(period, (id) => totals.count(id));
  state.eachPair(period, threshold, (pair) => totals.countPair(pair));
  const { analyzed, pairs, named, credited, tallies } = totals;
  const lines = [...tallies.values()].sort(inOrder).slice(0, limit);
  const body = {
    index: { analyzed, pairs, windowDays: WINDOW_DAYS, from: isoOf(period.fromMs) },
    totals: { journalists: tallies.size, articles: named, credited },
    limit,
    journalists: lines.map((tally) => lineOf(tally, state)),
  };
  return { generation, json: encoder.encode(JSON.stringify(body).slice(1, -1)) };
}

/** Counts the articles of a period and their pairs, one after the other. */
class Totals {
  readonly tallies = new Map<string, Tally>();
  analyzed = 0;
  /** Pairs with both ends in the period. */
  pairs = 0;
  named = 0;
  credited = 0;
  readonly #state: SimilarityState;
  readonly #period: Period;

  constructor(state: SimilarityState, period: Period) {
    this.#state = state;
    this.#period = period;
  }

  count(id: number): void {
    const state = this.#state;
    const flags = state.articles.flagsOf(id);
    const isAnalyzed = (flags & ARTICLE.compared) !== 0 && state.isIndexed(id);
    if (isAnalyzed) this.analyzed += 1;
    if ((flags & ARTICLE.authors) !== 0) this.credited += 1;
    const own = names(state, id);
    if (own.length > 0) this.named += 1;
    for (const name of own) this.#tallyOf(name).add(state, id);
  }

  /**
   * Counts a pair whose later article is of the period, for those who signed an end of it that is.
   * Who signed both ends has the pair once, from the earlier one.
   */
  countPair(pair: number): void {
    const state = this.#state;
    const [earlier, later] = [state.pairs.earlierOf(pair), state.pairs.laterOf(pair)];
    const earlierNames = names(state, earlier);
    const laterNames = names(state, later);
    const isInside = state.articles.sortMsOf(earlier) >= this.#period.fromMs;
    if (isInside) {
      this.pairs += 1;
      for (const name of earlierNames) {
        this.#tallyOf(name).addPair(state, pair, earlier, laterNames.includes(name));
      }
    }
    for (const name of laterNames) {
      const isShared = earlierNames.includes(name);
      if (isShared && isInside) this.#tallyOf(name).markSimilar(later);
      else this.#tallyOf(name).addPair(state, pair, later, isShared);
    }
  }

  #tallyOf(name: string): Tally {
    return getOrInsert(this.tallies, name, () => new Tally(name));
  }
}

function inOrder(a: Tally, b: Tally): number {
  return b.articles - a.articles || b.latestMs - a.latestMs || (a.name < b.name ? -1 : 1);
}

function lineOf(tally: Tally, state: SimilarityState): object {
  const { name, articles, withBody, cited, latestMs, compared, similar } = tally;
  return {
    name,
    articles,
    media: tally.media(state),
    withBody,
    cited,
    latest: isoOf(latestMs),
    compared,
    similar,
  };
}
