/**
 * The first few of many in an order, without sorting all of them.
 */

/** The places below `count` of the first `most` in an order, in that order. */
export function firstOf(
  count: number,
  most: number,
  order: (at: number, otherAt: number) => number,
): number[] {
  const best: number[] = [];
  for (let at = 0; at < count; at++) {
    if (best.length >= most && order(at, best.at(-1)!) >= 0) continue;
    let low = 0;
    let high = best.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (order(best[middle]!, at) <= 0) low = middle + 1;
      else high = middle;
    }
    best.splice(low, 0, at);
    if (best.length > most) best.pop();
  }
  return best;
}
