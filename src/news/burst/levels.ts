/**
 * How firmly a tag is on a ranking, by the articles of each media (decision 27c).
 *
 * With at least ten basis media, level 2 is two media with two articles each, and level 3 that and
 * three media, one with three. With fewer, level 2 is one media with two articles or two media with
 * one, and level 3 two media, one with two.
 */

/** 0: on no level. Level 3 implies level 2. */
export type Level = 0 | 2 | 3;

/** From this number of basis media on, the strict thresholds hold. */
const STRICT_MEDIA_MIN = 10;

/**
 * The highest level of a tag.
 * @param media media that carry it, `twice` of which in two articles or more, `thrice` in three.
 */
export function levelOf(media: number, twice: number, thrice: number, basisMedia: number): Level {
  if (basisMedia < STRICT_MEDIA_MIN) {
    if (media >= 2 && twice >= 1) return 3;
    return media >= 2 || twice >= 1 ? 2 : 0;
  }
  if (twice < 2) return 0;
  return media >= 3 && thrice >= 1 ? 3 : 2;
}
