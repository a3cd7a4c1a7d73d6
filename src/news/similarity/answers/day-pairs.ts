/**
 * All pairs of a day, a bounded part at a time: what dumps are made of.
 *
 * Invariant: a pair that stays is told once, whatever comes or goes between two parts.
 */
import type { DayPairsAnswer, DayPairsQuestion } from '../codec.js';
import type { SimilarityState } from '../state.js';
import { pairAnswerOf } from './evidence.js';

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
