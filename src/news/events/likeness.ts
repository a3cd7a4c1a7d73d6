/**
 * Are two groups of articles one story? A calibrated decision in place of one threshold.
 *
 * The log-odds are a weighted sum of how alike the groups are, how far apart in time, and how large.
 * Small groups are judged by the likeness of their articles, large ones by that of their sums: many
 * angles of one story have little in common two by two, but their sums do. The weights come from a
 * logistic regression over the joins that were tried on the tuned samples of `bench truth` (one
 * Chinese hour, every other English day, each with and without tags); texts of pairs of letters and
 * texts of words have different ones, because their likenesses have different scales.
 */

/** Sums over a group, or between two. */
export interface Sides {
  /** Articles of each. */
  one: number;
  other: number;
  /** Likeness of texts: between the groups, and within each, all pairs and each with itself. */
  between: number;
  inOne: number;
  inOther: number;
  /** The same of titles. */
  titles: number;
  titlesInOne: number;
  titlesInOther: number;
  /** Between the two articles that are nearest in time. */
  gapDays: number;
  /** Part of the articles whose texts are pairs of letters, the mean of both groups. */
  wide: number;
}

/**
 * By feature: bias, then in the order of `logOddsOf`. The bias for words is 0.15 above that of the
 * regression: a join that is a little less likely than not still gains more pairs of articles than it
 * costs, where most stories are small. That for pairs is 0.2 below, where stories are large.
 */
const OF_WORDS = [-5.29, 16.1, -9.11, 16, 3.21, -7.54, 4.47, -7.65, -8.78, -2.06] as const;
/** Added where texts are pairs of letters. */
const OF_PAIRS = [-6.52, 1.27, -3.61, 12.65, 3.83, -0.04, 8.8, 7.99, 5.85, 2.98] as const;

/** Above 0: more likely one story than not. */
export function logOddsOf(sides: Sides): number {
  const { one, other, between, inOne, inOther, gapDays, wide } = sides;
  const { titles, titlesInOne, titlesInOther } = sides;
  const pairs = one * other;
  const mean = between / pairs;
  const sums = between / Math.sqrt(inOne * inOther);
  const meanTitle = titles / pairs;
  const bothTitles = titlesInOne * titlesInOther;
  const sumsTitle = bothTitles > 0 ? titles / Math.sqrt(bothTitles) : 0;
  const [b, m, n, s, t, u, v, g, x, y] = OF_WORDS;
  const [B, M, N, S, T, U, V, G, X, Y] = OF_PAIRS;
  return (
    b +
    wide * B +
    (m + wide * M) * Math.sqrt(mean) +
    (n + wide * N) * mean +
    (s + wide * S) * sums +
    (t + wide * T) * Math.sqrt(meanTitle) +
    (u + wide * U) * meanTitle +
    (v + wide * V) * sumsTitle +
    (g + wide * G) * gapDays +
    (x + wide * X) * Math.log(Math.min(one, other)) +
    (y + wide * Y) * Math.log(Math.max(one, other))
  );
}
