/**
 * The numbers of the ranking, each by its formula (decisions 15 and 17). And how firmly a tag is on a
 * ranking.
 *
 * Invariant: the same inputs give the same bits. A score is a sum over media in the
 * order of their codes, because sums of floating-point numbers depend on their order.
 */
import { HOUR_MS } from '../../../kernel/clock.js';

/** What a ranking looks back on. */
export const WINDOW_MS = 24 * HOUR_MS;

/** Hours before "now" at which a tag is compared with itself. */
export const HISTORY_HOURS = [3, 6, 12, 24, 48] as const;
/** How much each of them weighs in `burst`. */
export const WEIGHTS = [5, 4, 3, 2, 1] as const;
const WEIGHT_SUM = 15;
export const HISTORY_COUNT = HISTORY_HOURS.length;
/** Place of the 24-hour comparison in `HISTORY_HOURS`. */
export const DAY_AGO = 3;

/** The window now, then one for each of `HISTORY_HOURS`. */
export const WINDOW_COUNT = 1 + HISTORY_COUNT;
/** How far before "now" each window ends. */
export const WINDOW_SHIFTS_MS = [0, ...HISTORY_HOURS.map((hours) => hours * HOUR_MS)] as const;
/** The oldest article of the oldest window. */
export const REACH_MS = 72 * HOUR_MS;

/** What a normalized score would be if every basis media had very many articles: 2 × 50. */
const NORMAL = 50;

/** Beyond this, 1 − 0.5ⁿ is 1 in double precision. */
const EXACT_ARTICLES_MAX = 64;
const CONTRIBUTIONS = Float64Array.from({ length: EXACT_ARTICLES_MAX + 1 }, (_, count) => {
  return 2 * (1 - 0.5 ** count);
});

/** What a media with that many articles adds to a score: 1 + ½ + ¼ + …; in between where some count less. */
export function contributionOf(articles: number): number {
  return CONTRIBUTIONS[Math.min(articles, EXACT_ARTICLES_MAX)] ?? 2 * (1 - 0.5 ** articles);
}

/** The score relative to the number of basis media. */
export function normalizedOf(score: number, basisMedia: number): number {
  return (score / basisMedia) * NORMAL;
}

/**
 * The weighted rise of a normalized score over what it was; NaN when a value is missing.
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
 * Fills in the burst of each entry of a list.
 * @param scores raw, as are those of `history`: `HISTORY_COUNT` for each entry.
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

/** 0: on no level. Level 3 implies level 2. */
export type Level = 0 | 2 | 3;

/** From this number of basis media on, the strict thresholds hold. */
const STRICT_MEDIA_MIN = 10;

/**
 * How firmly a tag is on a ranking, by the articles of each media (decision 27c).
 *
 * With at least ten basis media, level 2 is two media with two articles each, and level 3 that and
 * three media, one with three. With fewer, level 2 is one media with two articles or two media with
 * one, and level 3 two media, one with two.
 *
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
