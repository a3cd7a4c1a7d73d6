/**
 * Formulas of the ranking (decisions 15 and 17), and the level of a tag.
 *
 * Invariant: equal inputs give equal bits. A score is a sum over media in the order of their codes,
 * because sums of floating-point numbers depend on their order.
 */
import { HOUR_MS } from '../../../kernel/clock.js';

export const WINDOW_MS = 24 * HOUR_MS;

/** Hours before "now" at which the past windows end. */
export const HISTORY_HOURS = [3, 6, 12, 24, 48] as const;
/** Weights of the past windows in `burst`. */
export const WEIGHTS = [5, 4, 3, 2, 1] as const;
const WEIGHT_SUM = 15;
export const HISTORY_COUNT = HISTORY_HOURS.length;
/** Position of the 24-hour comparison in `HISTORY_HOURS`. */
export const DAY_AGO = 3;

/** The window of now, and one for each of `HISTORY_HOURS`. */
export const WINDOW_COUNT = 1 + HISTORY_COUNT;
/** Time from the end of each window to "now". */
export const WINDOW_SHIFTS_MS = [0, ...HISTORY_HOURS.map((hours) => hours * HOUR_MS)] as const;
/** Age of the oldest article in the oldest window. */
export const REACH_MS = 72 * HOUR_MS;

/** A normalized score is 2 × 50 when every basis media has very many articles. */
const NORMAL = 50;

/** For more articles, 1 − 0.5ⁿ is 1 in double precision. */
const EXACT_ARTICLES_MAX = 64;
const CONTRIBUTIONS = Float64Array.from({ length: EXACT_ARTICLES_MAX + 1 }, (_, count) => {
  return 2 * (1 - 0.5 ** count);
});

/** What `articles` of one media add to a score: 1 + ½ + ¼ + …; also for fractions. */
export function contributionOf(articles: number): number {
  return CONTRIBUTIONS[Math.min(articles, EXACT_ARTICLES_MAX)] ?? 2 * (1 - 0.5 ** articles);
}

/** The score in relation to the number of basis media. */
export function normalizedOf(score: number, basisMedia: number): number {
  return (score / basisMedia) * NORMAL;
}

/**
 * The weighted rise of a normalized score over past scores; NaN when a value is missing.
 * @param history normalized scores in the order of `HISTORY_HOURS`, from `at` on.
 */
export function burstOf(now: number, history: Float64Array, at: number): number {
  let sum = 0;
  for (let step = 0; step < HISTORY_COUNT; step++) {
    sum += WEIGHTS[step]! * (now - history[at + step]!);
  }
  return sum / WEIGHT_SUM;
}

/**
 * Computes the burst of each entry of a list.
 * @param scores raw scores; `history` has `HISTORY_COUNT` raw scores for each entry.
 */
export function fillBursts(
  bursts: Float64Array,
  scores: Float64Array,
  history: Float64Array,
  basisMedia: number,
): void {
  const past = new Float64Array(HISTORY_COUNT);
  for (let entry = 0; entry < bursts.length; entry++) {
    for (let step = 0; step < HISTORY_COUNT; step++) {
      past[step] = normalizedOf(history[entry * HISTORY_COUNT + step]!, basisMedia);
    }
    bursts[entry] = burstOf(normalizedOf(scores[entry]!, basisMedia), past, 0);
  }
}

/** 0: no level. Level 3 implies level 2. */
export type Level = 0 | 2 | 3;

/** With at least this number of basis media, the strict thresholds hold. */
const STRICT_MEDIA_MIN = 10;

/**
 * The highest level of a tag (decision 27c), from its articles by media.
 *
 * With at least ten basis media, level 2 needs two media with two articles each; level 3 needs also
 * a third media, and three articles of one. With fewer basis media, level 2 needs one media with
 * two articles or two media with one; level 3 needs two media, one of them with two articles.
 * @param media number of media with the tag; `twice` of them have at least two articles with it,
 *   `thrice` at least three.
 */
export function levelOf(media: number, twice: number, thrice: number, basisMedia: number): Level {
  if (basisMedia < STRICT_MEDIA_MIN) {
    if (media >= 2 && twice >= 1) return 3;
    return media >= 2 || twice >= 1 ? 2 : 0;
  }
  if (twice < 2) return 0;
  return media >= 3 && thrice >= 1 ? 3 : 2;
}
