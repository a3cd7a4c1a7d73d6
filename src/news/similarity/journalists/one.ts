/**
 * Answers what one journalist wrote in a period, and which articles of other sites resemble it.
 *
 * Invariants: counts are those of the list for the same period; a pair between two articles of the
 * journalist appears once, with the earlier one as his own.
 */
import { firstOf } from '../answers/best.js';
import { articleAnswersOf } from '../answers/evidence.js';
import type { PeriodQuestion } from '../codec.js';
import { ARTICLE } from '../index/articles.js';
import type { SimilarityState } from '../state.js';
import type { JournalistAnswer, JournalistPair, JournalistQuestion } from './codec.js';
import { publishedAt, relationOf } from './relation.js';
import { isComparable, names, Tally } from './tally.js';

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
