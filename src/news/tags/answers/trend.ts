/**
 * The hourly counts and scores of a tag on a fixed basis, from hour columns.
 *
 * A point is a full hour; its sums cover this hour and the 23 hours before (decision 46). Counts
 * are known from the basis's `coverageFrom` on, scores and averages from its `validFrom` on; from
 * then on, an hour without articles counts as zero.
 */
import { HOUR_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { hash53 } from '../../../kernel/hash.js';
import { foldCase, tagKey } from '../../../kernel/text/tag.js';
import { contributionOf, normalizedOf, WINDOW_MS } from '../../shared/burst/formulas.js';
import type { HourColumn } from '../state/hour-columns.js';
import type { RankingBasis } from '../state/list-columns.js';

export const SUM_HOURS = WINDOW_MS / HOUR_MS;
/** Hours that are read before the first point. */
export const LEAD_HOURS = SUM_HOURS - 1;

/** A basis in the numbers of the index's media table. */
export interface NumberedBasis {
  /** Number of its media. */
  size: number;
  /** Position in the order of codes, by media number; -1 for other media. */
  placeOf: Int32Array;
  coverageFromMs: number;
  validFromMs: number;
}

/** A basis in numbers. @param codes media codes by number. */
export function numberedBasis(basis: RankingBasis, codes: readonly string[]): NumberedBasis {
  const places = new Map(basis.media.map((code, place) => [code, place]));
  return {
    size: basis.media.length,
    placeOf: Int32Array.from(codes, (code) => places.get(code) ?? -1),
    coverageFromMs: basis.coverageFromMs,
    validFromMs: basis.validFromMs,
  };
}

export interface TagPoints {
  /** Articles of the hour; -1 when unknown. */
  hourly: Int32Array;
  /** Articles of the 24 hours; -1 when unknown. */
  counts: Int32Array;
  /** Normalized scores of the 24 hours; NaN when unknown. */
  scores: Float64Array;
}

/** Keys that hour columns may have for a tag: older columns distinguish more spellings. */
export function hourKeysOf(tag: string): number[] {
  return [...new Set([tagKey(tag), foldCase(tag)])].map(hash53);
}

/**
 * The points of a tag.
 * @param keys of the tag, from `hourKeysOf`.
 * @param columns by hour, from `LEAD_HOURS` before the first point on; null for an empty hour.
 * @param firstMs hour of the first point.
 */
export function pointsOf(
  keys: readonly number[],
  columns: readonly (HourColumn | null)[],
  firstMs: number,
  basis: NumberedBasis,
): TagPoints {
  const hours = columns.length;
  const counts = new Map<number, Uint32Array>();
  columns.forEach((column, hour) => {
    const note = (media: number, count: number): void => {
      const place = basis.placeOf[media] ?? -1;
      if (place < 0) return;
      const row = getOrInsert(counts, place, () => new Uint32Array(hours));
      row[hour]! += count;
    };
    for (const key of keys) column?.each(key, note);
  });
  const places = [...counts.keys()].sort((a, b) => a - b);
  const points = emptyPoints(hours - LEAD_HOURS);
  const sums = places.map((place) =>
    counts
      .get(place)!
      .subarray(0, LEAD_HOURS)
      .reduce((sum, count) => sum + count, 0),
  );
  for (let point = 0; point < points.hourly.length; point++) {
    const hour = point + LEAD_HOURS;
    let hourly = 0;
    let count = 0;
    let score = 0;
    places.forEach((place, at) => {
      const row = counts.get(place)!;
      sums[at]! += row[hour]! - (hour < SUM_HOURS ? 0 : row[hour - SUM_HOURS]!);
      hourly += row[hour]!;
      count += sums[at]!;
      score += contributionOf(sums[at]!);
    });
    const atMs = firstMs + point * HOUR_MS;
    if (atMs < basis.coverageFromMs) continue;
    points.hourly[point] = hourly;
    points.counts[point] = count;
    if (atMs >= basis.validFromMs) points.scores[point] = normalizedOf(score, basis.size);
  }
  return points;
}

function emptyPoints(count: number): TagPoints {
  return {
    hourly: new Int32Array(count).fill(-1),
    counts: new Int32Array(count).fill(-1),
    scores: new Float64Array(count).fill(Number.NaN),
  };
}
