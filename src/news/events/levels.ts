/**
 * How widely a tag is written about (contract, decision 27c).
 *
 * Level 2 is two media with two articles each, level 3 that and three media, one with three. With
 * fewer than ten basis media, level 2 is one media with two articles or two media, level 3 two
 * media, one with two.
 */

/** From this number of basis media on, the strict thresholds hold. */
const STRICT_MEDIA_MIN = 10;

/** The highest level that articles by media reach; 0 for none. */
export function levelOf(mediaCounts: readonly number[], basisMedia: number): 0 | 2 | 3 {
  const media = mediaCounts.length;
  const atLeast = (articles: number): number =>
    mediaCounts.filter((count) => count >= articles).length;
  if (basisMedia < STRICT_MEDIA_MIN) {
    if (media >= 2 && atLeast(2) >= 1) return 3;
    return media >= 2 || atLeast(2) >= 1 ? 2 : 0;
  }
  if (atLeast(2) < 2) return 0;
  return media >= 3 && atLeast(3) >= 1 ? 3 : 2;
}
