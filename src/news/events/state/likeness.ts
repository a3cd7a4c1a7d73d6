/**
 * From which likeness on two groups of articles are one story.
 *
 * Likeness is the mean cosine of all pairs of articles (average link): it does not know how large the
 * groups are. How high it is among reports of one story depends on what there is to compare: few words
 * of a headline that several outlets choose for themselves, or a lead as well; words, or pairs of letters.
 * So the least likeness grows as a power of the number of terms, until a text is long enough to tell all;
 * the numbers of each kind of writing are fitted by `npm run bench -- story-links`.
 */

/** Fewer than in the shortest headlines of the labelled articles. */
const TERMS_MIN = 10;

/**
 * Natural logarithm of the least likeness of an article to others of its story; two groups need the
 * mean over their articles. @param isWide its terms are pairs of letters.
 */
export function leastLnOf(
  terms: number,
  isWide: boolean,
  { words, pairs }: Weights = WEIGHTS,
): number {
  const { atFull, power, full } = isWide ? pairs : words;
  return Math.log(atFull) + power * Math.log(Math.min(full, Math.max(TERMS_MIN, terms)) / full);
}

/** The numbers of likeness.ts. `TAGWIRE_WRITE=1 npm run bench -- story-links` writes this file. */

/** The least likeness of texts of `full` terms and more, and the power of the part of them that a shorter one has. */
interface LeastLikeness {
  atFull: number;
  power: number;
  full: number;
}

export interface Weights {
  words: LeastLikeness;
  pairs: LeastLikeness;
}

export const WEIGHTS: Weights = {
  words: { atFull: 0.18, power: 1.2, full: 44 },
  pairs: { atFull: 0.07, power: 0.34, full: 128 },
};
