/**
 * From which likeness on two groups of articles are one story.
 *
 * Likeness is the mean cosine of all pairs of articles (average link): it does not know how large the
 * groups are. How high it is among reports of one story depends on what there is to compare: few words
 * of a headline that several outlets choose for themselves, or a lead as well; words, or pairs of letters.
 * So the least likeness is a power of the number of terms, one for each kind of writing. The four numbers
 * are fitted by `npm run bench -- story-links`.
 */
import { WEIGHTS, type Weights } from './likeness-weights.js';

/** Terms of an article with a lead. */
const USUAL_TERMS = 64;
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
  const { atUsual, power } = isWide ? pairs : words;
  return Math.log(atUsual) + power * Math.log(Math.max(TERMS_MIN, terms) / USUAL_TERMS);
}
