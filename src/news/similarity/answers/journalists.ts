/**
 * Answers about journalists: who wrote in a period and what became of it elsewhere, and what one of them wrote
 * and which articles of other sites resemble it.
 *
 * Invariants: one pass over the articles and one over the pairs; counts are the same in both. A pair between two
 * articles of one journalist counts and appears once, with the earlier one as his own. People are ordered by
 * articles, then by their newest one, then by name.
 */
import { isoOf, localDayStartMs, MINUTE_MS } from '../../../kernel/clock.js';
import { firstOf, getOrInsert } from '../../../kernel/collections.js';
import type { Period, PeriodQuestion } from '../codec.js';
import { ARTICLE } from '../state/articles.js';
import type { SimilarityState } from '../state/state.js';
import { articleAnswersOf } from './evidence.js';
import { WINDOW_DAYS } from './graph.js';
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

/**
 * Counts the articles of one journalist: outlets, bodies, and what their pairs come to.
 */

export class Tally {
  readonly name: string;
  articles = 0;
  withBody = 0;
  cited = 0;
  compared = 0;
  latestMs = Number.NEGATIVE_INFINITY;
  readonly #pairs = { pairs: 0, later: 0, earlier: 0, sameAuthor: 0, identical: 0 };
  /** Articles that have a pair. */
  readonly #similar = new Set<number>();
  /** Articles by number of the media. */
  readonly #media = new Map<number, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** Counts an article. */
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

  /** Counts an article as one that has a pair. */
  markSimilar(id: number): void {
    this.#similar.add(id);
  }

  /**
   * Counts a pair of an own article. Who signed both ends did not follow himself: such a pair is
   * neither later nor earlier.
   */
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

/** True for a text that is long enough, whether or not its outlet takes part in the index. */
export function isComparable(state: SimilarityState, id: number): boolean {
  const flags = state.articles.flagsOf(id);
  if ((flags & ARTICLE.compared) !== 0) return true;
  return (flags & ARTICLE.usable) !== 0 && !state.isIndexed(id);
}

/** Who signed an article. */
export function names(state: SimilarityState, id: number): readonly string[] {
  return state.names.get(id) ?? NO_NAMES;
}

const NO_NAMES: readonly string[] = [];

/** When an article was published, as far as that is known. */
interface PublishedAt {
  sortMs: number;
  /** No more than the date is known. */
  isDay: boolean;
}

/**
 * Whole minutes from `own` to `other`, and what they mean for `own`. Times less than a minute apart
 * are the same, and so are an article with a bare date and one of that day (decision 27a).
 */
export function relationOf(
  own: PublishedAt,
  other: PublishedAt,
): { minutes: number; relation: PairRelation } {
  const isTied =
    (own.isDay || other.isDay) && localDayStartMs(own.sortMs) === localDayStartMs(other.sortMs);
  const minutes = isTied ? 0 : Math.trunc((other.sortMs - own.sortMs) / MINUTE_MS);
  // Not `minutes` itself: a few seconds before give a negative zero.
  if (minutes === 0) return { minutes: 0, relation: 'same' };
  return { minutes, relation: minutes > 0 ? 'earlier' : 'later' };
}

/** When an article of the index was published. */
export function publishedAt({ articles }: SimilarityState, id: number): PublishedAt {
  const isDay = (articles.flagsOf(id) & ARTICLE.dayPrecision) !== 0;
  return { sortMs: articles.sortMsOf(id), isDay };
}
