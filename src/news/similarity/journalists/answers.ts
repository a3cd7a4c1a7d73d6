/**
 * Answers about journalists: who wrote in a period and what became of it elsewhere, and what one of them wrote
 * and which articles of other sites resemble it.
 *
 * Invariants: one pass over the articles and one over the pairs; counts are the same in both. A pair between two
 * articles of one journalist counts and appears once, with the earlier one as his own. People are ordered by
 * articles, then by their newest one, then by name.
 */

import { isoOf } from '../../../kernel/clock.js';
import { firstOf, getOrInsert } from '../../../kernel/collections.js';
import { articleAnswersOf } from '../answers/evidence.js';
import { WINDOW_DAYS } from '../answers/graph.js';
import type { Period, PeriodQuestion } from '../codec.js';
import { ARTICLE } from '../index/articles.js';
import type { SimilarityState } from '../state.js';
import type {
  JournalistAnswer,
  JournalistPair,
  JournalistQuestion,
  JournalistsAnswer,
  JournalistsQuestion,
} from './codec.js';
import { isComparable, names, publishedAt, relationOf, Tally } from './tally.js';

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

/** Articles that wait to be compared: the writer compares each before it counts as folded. */
const PENDING = 0;

/** What is known of a journalist; null when no article of the period carries the name. */
export function journalistOf(
  state: SimilarityState,
  question: JournalistQuestion,
  generation: number,
): JournalistAnswer | null {
  const { name, articlesMax, pairsMax } = question;
  const own = articlesOf(state, question);
  if (own.length === 0) return null;
  const tally = new Tally(name);
  for (const id of own) tally.add(state, id);
  const { matches, found } = pairsOf(state, question, own, tally);
  const listed = own.slice(0, articlesMax);
  const best = firstOf(found.length, pairsMax, (at, otherAt) =>
    bySimilarity(state, found[at]!, found[otherAt]!),
  );
  const pairs = best.map((at) => pairOf(state, name, found[at]!));
  const { articles, withBody, cited, compared, similar } = tally;
  const ends = pairs.flatMap(({ own: one, other }) => [one, other]);
  return {
    ...{ generation, articles, withBody, cited, compared, similar },
    pending: PENDING,
    media: tally.media(state),
    own: listed.map((id) => ({
      id,
      coauthors: names(state, id).filter((other) => other !== name),
      matches: matches.get(id)!,
      comparable: isComparable(state, id),
      compared: (state.articles.flagsOf(id) & ARTICLE.compared) !== 0,
    })),
    pairs,
    articlesNamed: articleAnswersOf(state, new Set([...listed, ...ends])),
  };
}

/** Articles that carry the name, newest first. */
function articlesOf(state: SimilarityState, { name, period }: JournalistQuestion): number[] {
  const { articles } = state;
  const own: number[] = [];
  state.eachArticle(period, (id) => {
    if (names(state, id).includes(name)) own.push(id);
  });
  return own.sort((a, b) => articles.sortMsOf(b) - articles.sortMsOf(a) || b - a);
}

/** A pair, and from which article it is seen. */
interface Found {
  pair: number;
  own: number;
}

/** Every pair once, and how many each article has. */
function pairsOf(
  state: SimilarityState,
  question: JournalistQuestion,
  own: readonly number[],
  tally: Tally,
): { matches: Map<number, number>; found: Found[] } {
  const matches = new Map<number, number>();
  const found: Found[] = [];
  for (const id of own) {
    const pairs = shownPairsOf(state, id, question);
    matches.set(id, pairs.length);
    if (pairs.length > 0) tally.markSimilar(id);
    for (const pair of pairs) {
      const isShared = names(state, state.pairs.otherOf(pair, id)).includes(question.name);
      if (isShared && isMetEarlier(state, pair, id, question)) continue;
      tally.addPair(state, pair, id, isShared);
      found.push({ pair, own: id });
    }
  }
  return { matches, found };
}

/** The most similar first, then that of the newest article, so that the order is one. */
function bySimilarity({ articles, pairs }: SimilarityState, a: Found, b: Found): number {
  const otherA = pairs.otherOf(a.pair, a.own);
  const otherB = pairs.otherOf(b.pair, b.own);
  return (
    pairs.scoreOf(b.pair) - pairs.scoreOf(a.pair) ||
    articles.sortMsOf(b.own) - articles.sortMsOf(a.own) ||
    articles.sortMsOf(otherB) - articles.sortMsOf(otherA) ||
    b.own - a.own ||
    otherB - otherA
  );
}

function pairOf(state: SimilarityState, name: string, { pair, own }: Found): JournalistPair {
  const { pairs } = state;
  const other = pairs.otherOf(pair, own);
  return {
    own,
    other,
    score: pairs.scoreOf(pair),
    containment: pairs.containmentOf(pair),
    sharedShingles: pairs.sharedOf(pair),
    identical: pairs.isIdentical(pair),
    evidence: pairs.passageOf(pair),
    ...relationOf(publishedAt(state, own), publishedAt(state, other)),
    sameAuthor: names(state, other).includes(name),
  };
}

/**
 * The pairs of an article, at least as similar as asked, whose other end may be shown; articles from
 * the end of the period on are still to come.
 */
function shownPairsOf(
  state: SimilarityState,
  id: number,
  { threshold, period }: PeriodQuestion,
): number[] {
  const { articles, pairs } = state;
  if (!state.isIndexed(id)) return [];
  return pairs.of(id).filter((pair) => {
    if (pairs.scoreOf(pair) < threshold) return false;
    const other = pairs.otherOf(pair, id);
    return articles.sortMsOf(other) < period.untilMs && state.isIndexed(other);
  });
}

/**
 * True for a pair that a question also meets from its other end, the earlier one, which is of the
 * period too: where the pair is to count once, it counts there.
 */
function isMetEarlier(
  { articles, pairs }: SimilarityState,
  pair: number,
  id: number,
  { period }: PeriodQuestion,
): boolean {
  const earlier = pairs.earlierOf(pair);
  return earlier !== id && articles.sortMsOf(earlier) >= period.fromMs;
}
