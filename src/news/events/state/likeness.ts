/**
 * The likeness from which on two groups of articles are one story.
 *
 * Likeness is the mean cosine of all pairs of articles (average link): it does not depend on the
 * sizes of the groups. Among reports of one story, it depends on the texts: few words of a headline
 * that several outlets choose for themselves, or a lead as well; words, or pairs of letters. So the
 * least likeness grows as a power of the number of terms, up to a full text. The numbers of each
 * kind of writing are fitted by `npm run bench -- story-links`.
 */

/** Fewer terms than the shortest headlines of the labelled articles have. */
const TERMS_MIN = 10;

/**
 * Natural logarithm of the least likeness of an article to others of its story; two groups need the
 * mean over their articles. @param isWide the terms are pairs of letters.
 */
export function leastLnOf(
  terms: number,
  isWide: boolean,
  { words, pairs }: Weights = WEIGHTS,
): number {
  const { atFull, power, full } = isWide ? pairs : words;
  return Math.log(atFull) + power * Math.log(Math.min(full, Math.max(TERMS_MIN, terms)) / full);
}

/** The least likeness of texts with `full` terms and more, and the exponent for shorter texts. */
interface LeastLikeness {
  atFull: number;
  power: number;
  full: number;
}

export interface Weights {
  words: LeastLikeness;
  pairs: LeastLikeness;
}

/** `TAGWIRE_WRITE=1 npm run bench -- story-links` replaces the two lines of numbers. */
export const WEIGHTS: Weights = {
  words: { atFull: 0.18, power: 1.2, full: 44 },
  pairs: { atFull: 0.07, power: 0.34, full: 128 },
};
