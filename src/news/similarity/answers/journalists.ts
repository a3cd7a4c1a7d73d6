/**
 * Answers about journalists: the list of a period with counts of similar articles, and the articles
 * of one journalist with similar articles of other sites.
 *
 * Invariants: one pass over the articles and one over the pairs; both answers have the same counts.
 * A pair between two articles of one journalist counts and appears once, with the earlier article
 * as own. Journalists are ordered by articles, then by their newest article, then by name.
 */

import { isoOf, localDayStartMs, MINUTE_MS } from '../../../kernel/clock.js';
import { firstOf, getOrInsert } from '../../../kernel/collections.js';
import type { Period, PeriodQuestion } from '../codec.js';
import { ARTICLE } from '../state/articles.js';
import type { SimilarityState } from '../state/state.js';
import { articleAnswersOf } from './evidence.js';
import { PENDING, WINDOW_DAYS } from './graph.js';
import type {
  JournalistAnswer,
  JournalistPair,
  JournalistQuestion,
  JournalistsAnswer,
  JournalistsQuestion,
  MediaCount,
  PairRelation,
  SimilarCounts,
} from './journalists-codec.js';

const encoder = new TextEncoder();

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

/** Counts the articles of a period, and then their pairs. */
class Totals {
  readonly tallies = new Map<string, Tally>();
  analyzed = 0;
  /** Pairs whose articles are both in the period. */
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
   * Counts a pair whose later article is in the period, for the authors of each of its articles in
   * the period. An author of both articles has the pair once, from the earlier article.
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

/** The answer about a journalist; null when no article of the period has the name in its byline. */
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

/** Articles with the name in their bylines, newest first. */
function articlesOf(state: SimilarityState, { name, period }: JournalistQuestion): number[] {
  const { articles } = state;
  const own: number[] = [];
  state.eachArticle(period, (id) => {
    if (names(state, id).includes(name)) own.push(id);
  });
  return own.sort((a, b) => articles.sortMsOf(b) - articles.sortMsOf(a) || b - a);
}

/** A pair, with the article from which the answer sees it. */
interface Found {
  pair: number;
  own: number;
}

/** The distinct pairs, and the number of pairs of each article. */
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

/** Most similar first, then by newest articles; ids make the order unique. */
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
 * Pairs of an article with at least the threshold's score, whose other article counts in the index
 * and is before the end of the period.
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
 * True for a pair that is also found from its earlier article, because that is in the period too. A
 * pair within one journalist's articles counts there only.
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

/** Counts the articles of one journalist: outlets, bodies and pairs. */
class Tally {
  readonly name: string;
  articles = 0;
  withBody = 0;
  cited = 0;
  compared = 0;
  latestMs = Number.NEGATIVE_INFINITY;
  readonly #pairs = { pairs: 0, later: 0, earlier: 0, sameAuthor: 0, identical: 0 };
  /** Articles with a pair. */
  readonly #similar = new Set<number>();
  /** Number of articles by media number. */
  readonly #media = new Map<number, number>();

  constructor(name: string) {
    this.name = name;
  }

  add(state: SimilarityState, id: number): void {
    const { articles } = state;
    const flags = articles.flagsOf(id);
    this.articles += 1;
    if (isComparable(state, id)) this.withBody += 1;
    if ((flags & ARTICLE.compared) !== 0) this.compared += 1;
    if (state.citedBy(id).length > 0) this.cited += 1;
    this.latestMs = Math.max(this.latestMs, articles.sortMsOf(id));
    const media = articles.mediaOf(id);
    this.#media.set(media, (this.#media.get(media) ?? 0) + 1);
  }

  markSimilar(id: number): void {
    this.#similar.add(id);
  }

  /** Counts a pair of an own article. Between articles of one author, none is later or earlier. */
  addPair(state: SimilarityState, pair: number, own: number, isSameAuthor: boolean): void {
    const counts = this.#pairs;
    this.markSimilar(own);
    counts.pairs += 1;
    if (state.pairs.isIdentical(pair)) counts.identical += 1;
    if (isSameAuthor) {
      counts.sameAuthor += 1;
      return;
    }
    const other = state.pairs.otherOf(pair, own);
    const { relation } = relationOf(publishedAt(state, own), publishedAt(state, other));
    if (relation === 'later') counts.later += 1;
    else if (relation === 'earlier') counts.earlier += 1;
  }

  get similar(): SimilarCounts {
    const { pairs, later, earlier, sameAuthor, identical } = this.#pairs;
    return { pairs, articles: this.#similar.size, later, earlier, sameAuthor, identical };
  }

  /** Outlets, most articles first. */
  media({ media: table }: SimilarityState): MediaCount[] {
    return [...this.#media]
      .map(([number, count]) => {
        const { media, title } = table.at(number);
        return { media, name: title, count };
      })
      .sort((a, b) => b.count - a.count || (a.media < b.media ? -1 : 1));
  }
}

/** True for a text of sufficient length, also when its outlet does not count in the index. */
function isComparable(state: SimilarityState, id: number): boolean {
  const flags = state.articles.flagsOf(id);
  if ((flags & ARTICLE.compared) !== 0) return true;
  return (flags & ARTICLE.usable) !== 0 && !state.isIndexed(id);
}

/** Names in an article's bylines. */
export function names(state: SimilarityState, id: number): readonly string[] {
  return state.names.get(id) ?? NO_NAMES;
}

const NO_NAMES: readonly string[] = [];

/** The time of publication, in its known precision. */
interface PublishedAt {
  sortMs: number;
  /** Only the date is known. */
  isDay: boolean;
}

/**
 * Whole minutes from `own` to `other`, and the relation of `own`. Times less than a minute apart
 * are the same, and so are a bare date and any time of that day (decision 27a).
 */
export function relationOf(
  own: PublishedAt,
  other: PublishedAt,
): { minutes: number; relation: PairRelation } {
  const isTied =
    (own.isDay || other.isDay) && localDayStartMs(own.sortMs) === localDayStartMs(other.sortMs);
  const minutes = isTied ? 0 : Math.trunc((other.sortMs - own.sortMs) / MINUTE_MS);
  // Not `minutes`: -0 results when `other` is a few seconds earlier.
  if (minutes === 0) return { minutes: 0, relation: 'same' };
  return { minutes, relation: minutes > 0 ? 'earlier' : 'later' };
}

function publishedAt({ articles }: SimilarityState, id: number): PublishedAt {
  const isDay = (articles.flagsOf(id) & ARTICLE.dayPrecision) !== 0;
  return { sortMs: articles.sortMsOf(id), isDay };
}
