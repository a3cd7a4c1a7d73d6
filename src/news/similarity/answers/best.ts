/**
 * The first few of many in an order, without sorting all of them.
 */
import { firstPlace } from '../../../kernel/binary-search.js';

/** The places below `count` of the first `most` in an order, in that order. */
export function firstOf(
  count: number,
  most: number,
  order: (at: number, otherAt: number) => number,
): number[] {
  const best: number[] = [];
  for (let at = 0; at < count; at++) {
    if (best.length >= most && order(at, best.at(-1)!) >= 0) continue;
    const place = firstPlace(0, best.length, (nth) => order(best[nth]!, at) <= 0);
    best.splice(place, 0, at);
    if (best.length > most) best.pop();
  }
  return best;
}
