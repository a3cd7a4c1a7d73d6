/**
 * The complete ranking of a category at one moment, as columns by rank.
 *
 * Past values come from the articles that are known now: "h hours earlier" counts the 24 hours that
 * ended h hours ago, for the current basis. So late and hidden articles, corrected tags and a new
 * basis affect both sides of every difference. A past value is missing only when the basis had not
 * been collected for the whole window.
 */
import { HOUR_MS } from '../../../kernel/clock.js';
import {
  DAY_AGO,
  fillBursts,
  HISTORY_COUNT,
  HISTORY_HOURS,
  type Level,
  levelOf,
  WINDOW_COUNT,
} from './formulas.js';
import type { Basis } from './media-table.js';
import { firstOf, ranksOf } from './order.js';
import { type FlatPairs, MARK_COUNT, type TallyKernel } from './tally-kernel.js';

export interface RankedList {
  category: string;
  atMs: number;
  basis: Basis;
  /** Articles of basis media in the window of now, and the number of their media. */
  articleCount: number;
  mediaCount: number;
  /** The `HISTORY_HOURS` whose windows the basis covers. */
  historyHours: number[];
  /** Tag numbers by rank; index 0 has rank 1. */
  tags: Int32Array;
  scores: Float64Array;
  counts: Uint32Array;
  /** Raw scores in the past windows: `HISTORY_COUNT` for each tag, 0 for unknown scores. */
  history: Float64Array;
  /** Ranks 24 hours ago; 0 for no rank. */
  ranksDayAgo: Uint32Array;
  /** NaN for tags without a burst. */
  bursts: Float64Array;
  levels: Uint8Array;
  /** Position among the active tags by code points. */
  textOrder: Uint32Array;
  /** Counts by media of all active tags, in the order of code points. */
  pairs: FlatPairs;
}

/** The columns of a list with `ranks` ranks: no history, no former ranks, no bursts. */
function newColumns(
  ranks: number,
): Pick<
  RankedList,
  'tags' | 'scores' | 'counts' | 'history' | 'ranksDayAgo' | 'bursts' | 'levels' | 'textOrder'
> {
  return {
    tags: new Int32Array(ranks),
    scores: new Float64Array(ranks),
    counts: new Uint32Array(ranks),
    history: new Float64Array(ranks * HISTORY_COUNT),
    ranksDayAgo: new Uint32Array(ranks),
    bursts: new Float64Array(ranks).fill(Number.NaN),
    levels: new Uint8Array(ranks),
    textOrder: new Uint32Array(ranks),
  };
}

/**
 * Ranks the tags of a category, with pauses.
 * @param tags active tags by code points.
 * @param kernel holds the pairs of these tags.
 * @param articles number of articles in the window of now, by media number.
 * @param unranked tags without a rank, now and in the past windows.
 */
export function* rankTags(
  category: string,
  basis: Basis,
  atMs: number,
  tags: Int32Array,
  kernel: TallyKernel,
  articles: Uint32Array,
  unranked: ReadonlySet<number>,
): Generator<void, RankedList> {
  kernel.tally(tags.length, basis.media);
  clearCounts(kernel, tags, unranked);
  yield;
  const sums = kernel.sums.subarray(0, tags.length * WINDOW_COUNT);
  const ranks = ranksOf(kernel.scores, sums, WINDOW_COUNT, 0);
  yield;
  const isKnown = HISTORY_HOURS.map((hours) => basis.validFromMs <= atMs - hours * HOUR_MS);
  const list: RankedList = {
    category,
    atMs,
    basis,
    articleCount: basis.media.reduce((sum, media) => sum + (articles[media] ?? 0), 0),
    mediaCount: basis.media.filter((media) => (articles[media] ?? 0) > 0).length,
    historyHours: HISTORY_HOURS.filter((_, step) => isKnown[step]),
    ...newColumns(ranks.reduce((length, rank) => Math.max(length, rank), 0)),
    pairs: kernel,
  };
  fill(list, tags, ranks, kernel, isKnown);
  yield;
  if (isKnown[DAY_AGO]) {
    const dayAgo = ranksOf(kernel.scores, sums, WINDOW_COUNT, 1 + DAY_AGO);
    fillDayAgo(list, ranks, dayAgo);
    yield;
  }
  if (isKnown.every(Boolean)) {
    fillBursts(list.bursts, list.scores, list.history, list.basis.media.length);
  }
  return list;
}

/** Tags without articles in any window have no rank, so the counts of `unranked` are set to 0. */
function clearCounts(
  { scores, sums }: TallyKernel,
  tags: Int32Array,
  unranked: ReadonlySet<number>,
): void {
  if (unranked.size === 0) return;
  for (let item = 0; item < tags.length; item++) {
    if (!unranked.has(tags[item]!)) continue;
    scores.fill(0, item * WINDOW_COUNT, (item + 1) * WINDOW_COUNT);
    sums.fill(0, item * WINDOW_COUNT, (item + 1) * WINDOW_COUNT);
  }
}

/** Positions of the first tags by burst (tags without a burst last), then count and code points. */
export function firstByBurst({ bursts, counts, textOrder }: RankedList, most: number): Uint32Array {
  return firstOf(bursts, counts, textOrder, most);
}

function fill(
  list: RankedList,
  tags: Int32Array,
  ranks: Uint32Array,
  { scores, sums, marks }: TallyKernel,
  isKnown: readonly boolean[],
): void {
  const basisMedia = list.basis.media.length;
  for (let item = 0; item < ranks.length; item++) {
    const place = ranks[item]! - 1;
    if (place < 0) continue;
    const at = item * WINDOW_COUNT;
    list.tags[place] = tags[item]!;
    list.scores[place] = scores[at]!;
    list.counts[place] = sums[at]!;
    const from = item * MARK_COUNT;
    const level: Level = levelOf(marks[from]!, marks[from + 1]!, marks[from + 2]!, basisMedia);
    list.levels[place] = level;
    list.textOrder[place] = item;
    for (let step = 0; step < HISTORY_COUNT; step++) {
      if (isKnown[step]) {
        list.history[place * HISTORY_COUNT + step] = scores[at + 1 + step]!;
      }
    }
  }
}

function fillDayAgo({ ranksDayAgo }: RankedList, ranks: Uint32Array, dayAgo: Uint32Array): void {
  for (let item = 0; item < ranks.length; item++) {
    if (ranks[item]! > 0) ranksDayAgo[ranks[item]! - 1] = dayAgo[item]!;
  }
}
