/**
 * The complete ranking of a category at one moment, as columns by rank.
 *
 * The past is read from the same windows as the present: "h hours earlier" is what the articles
 * known now say of the 24 hours that ended h hours ago, for the media of the basis of now. So late
 * and hidden articles, corrected tags and new bases are the same on both sides of every difference,
 * and a past value is missing only where the basis had not yet been collected for a whole window.
 */
import { HOUR_MS } from '../../kernel/clock.js';
import { roomFor } from './columns.js';
import {
  contributionOf,
  DAY_AGO,
  fillBursts,
  HISTORY_COUNT,
  HISTORY_HOURS,
  WINDOW_COUNT,
} from './formulas.js';
import { type Level, levelOf } from './levels.js';
import type { Basis } from './media-table.js';
import { firstOf, ranksOf } from './order.js';
import { type FlatPairs, MEDIA_SPAN } from './pair-counts.js';

export interface RankedList {
  category: string;
  atMs: number;
  basis: Basis;
  /** Articles of basis media in the window, and media that have some. */
  articleCount: number;
  mediaCount: number;
  /** Of `HISTORY_HOURS`, those for which the basis was collected long enough. */
  historyHours: number[];
  /** Tag numbers by rank: the first has rank 1. */
  tags: Int32Array;
  scores: Float64Array;
  counts: Uint32Array;
  /** Raw scores in the past windows: `HISTORY_COUNT` for each tag, 0 where they are unknown. */
  history: Float64Array;
  /** Ranks 24 hours ago; 0 where there is none. */
  ranksDayAgo: Uint32Array;
  /** NaN where there is none. */
  bursts: Float64Array;
  /** The `Level` of each tag. */
  levels: Uint8Array;
  /** Order among the active tags by code points. */
  textOrder: Uint32Array;
  /** Counts by media of all active tags, in that order. */
  pairs: FlatPairs;
}

/** Scores and counts of tags in the six windows; tags by code points. */
interface Tally {
  scores: Float64Array;
  counts: Uint32Array;
  levels: Uint8Array;
}

/** The columns of a list that are as long as it. */
type RankColumns = Pick<
  RankedList,
  'tags' | 'scores' | 'counts' | 'history' | 'ranksDayAgo' | 'bursts' | 'levels' | 'textOrder'
>;

/**
 * Memory for the list of one category, used again for the next one: new columns each time would be
 * tens of megabytes a tick, and keep the collector busy.
 */
export class ListRoom {
  readonly #tally: Tally = {
    scores: new Float64Array(0),
    counts: new Uint32Array(0),
    levels: new Uint8Array(0),
  };
  readonly #list: RankColumns = {
    tags: new Int32Array(0),
    scores: new Float64Array(0),
    counts: new Uint32Array(0),
    history: new Float64Array(0),
    ranksDayAgo: new Uint32Array(0),
    bursts: new Float64Array(0),
    levels: new Uint8Array(0),
    textOrder: new Uint32Array(0),
  };

  /** Sums for so many tags, of which nothing is set. Good until the next call. */
  tally(tags: number): Tally {
    const { scores, counts, levels } = this.#tally;
    this.#tally.scores = roomFor(scores, tags * WINDOW_COUNT);
    this.#tally.counts = roomFor(counts, tags * WINDOW_COUNT);
    this.#tally.levels = roomFor(levels, tags);
    return {
      scores: this.#tally.scores.subarray(0, tags * WINDOW_COUNT),
      counts: this.#tally.counts.subarray(0, tags * WINDOW_COUNT),
      levels: this.#tally.levels.subarray(0, tags),
    };
  }

  /** Columns for so many ranks, with no history, no former rank and no burst. Good as above. */
  list(ranks: number): RankColumns {
    const list = this.#list;
    list.tags = roomFor(list.tags, ranks);
    list.scores = roomFor(list.scores, ranks);
    list.counts = roomFor(list.counts, ranks);
    list.history = roomFor(list.history, ranks * HISTORY_COUNT);
    list.ranksDayAgo = roomFor(list.ranksDayAgo, ranks);
    list.bursts = roomFor(list.bursts, ranks);
    list.levels = roomFor(list.levels, ranks);
    list.textOrder = roomFor(list.textOrder, ranks);
    return {
      tags: list.tags.subarray(0, ranks),
      scores: list.scores.subarray(0, ranks),
      counts: list.counts.subarray(0, ranks),
      history: list.history.subarray(0, ranks * HISTORY_COUNT).fill(0),
      ranksDayAgo: list.ranksDayAgo.subarray(0, ranks).fill(0),
      bursts: list.bursts.subarray(0, ranks).fill(Number.NaN),
      levels: list.levels.subarray(0, ranks),
      textOrder: list.textOrder.subarray(0, ranks),
    };
  }
}

/**
 * Ranks the tags of a category. The list's columns lie in the room: good until it is used again.
 * @param tags active tags by code points.
 * @param pairs those of these tags.
 * @param articles articles in the window by media number.
 */
export function rankTags(
  category: string,
  basis: Basis,
  atMs: number,
  tags: Int32Array,
  pairs: FlatPairs,
  articles: Uint32Array,
  room: ListRoom,
): RankedList {
  const tally = room.tally(tags.length);
  fillTally(tally, basis, pairs);
  const ranks = ranksOf(tally.scores, tally.counts, WINDOW_COUNT, 0);
  const isKnown = HISTORY_HOURS.map((hours) => basis.validFromMs <= atMs - hours * HOUR_MS);
  const list: RankedList = {
    category,
    atMs,
    basis,
    articleCount: basis.media.reduce((sum, media) => sum + (articles[media] ?? 0), 0),
    mediaCount: basis.media.filter((media) => (articles[media] ?? 0) > 0).length,
    historyHours: HISTORY_HOURS.filter((_, step) => isKnown[step]),
    ...room.list(ranks.reduce((length, rank) => Math.max(length, rank), 0)),
    pairs,
  };
  fill(list, tags, ranks, tally, isKnown);
  if (isKnown[DAY_AGO]) fillDayAgo(list, ranks, tally);
  if (isKnown.every(Boolean)) {
    fillBursts(list.bursts, list.scores, list.history, list.basis.media.length);
  }
  return list;
}

/** Places of the first tags by burst, those without one last, then by count and code points. */
export function firstByBurst({ bursts, counts, textOrder }: RankedList, most: number): Uint32Array {
  return firstOf(bursts, counts, textOrder, most);
}

/** Sums up every window of every tag over the media of a basis. */
function fillTally({ scores, counts, levels }: Tally, basis: Basis, pairs: FlatPairs): void {
  const { ends, media, counts: pairCounts } = pairs;
  const isMember = new Uint8Array(MEDIA_SPAN);
  for (const number of basis.media) isMember[number] = 1;
  for (let item = 0, pair = 0; item < ends.length; item++) {
    const end = ends[item]!;
    // Media that carry the tag now in one article or more, in two, in three.
    let once = 0;
    let twice = 0;
    let thrice = 0;
    // The six windows by name: in a loop each sum would be read and written for every pair.
    let score0 = 0;
    let score1 = 0;
    let score2 = 0;
    let score3 = 0;
    let score4 = 0;
    let score5 = 0;
    let count0 = 0;
    let count1 = 0;
    let count2 = 0;
    let count3 = 0;
    let count4 = 0;
    let count5 = 0;
    for (; pair < end; pair++) {
      if (isMember[media[pair]!] === 0) continue;
      const from = pair * WINDOW_COUNT;
      const window0 = pairCounts[from]!;
      const window1 = pairCounts[from + 1]!;
      const window2 = pairCounts[from + 2]!;
      const window3 = pairCounts[from + 3]!;
      const window4 = pairCounts[from + 4]!;
      const window5 = pairCounts[from + 5]!;
      once += window0 >= 1 ? 1 : 0;
      twice += window0 >= 2 ? 1 : 0;
      thrice += window0 >= 3 ? 1 : 0;
      score0 += contributionOf(window0);
      score1 += contributionOf(window1);
      score2 += contributionOf(window2);
      score3 += contributionOf(window3);
      score4 += contributionOf(window4);
      score5 += contributionOf(window5);
      count0 += window0;
      count1 += window1;
      count2 += window2;
      count3 += window3;
      count4 += window4;
      count5 += window5;
    }
    const at = item * WINDOW_COUNT;
    scores[at] = score0;
    scores[at + 1] = score1;
    scores[at + 2] = score2;
    scores[at + 3] = score3;
    scores[at + 4] = score4;
    scores[at + 5] = score5;
    counts[at] = count0;
    counts[at + 1] = count1;
    counts[at + 2] = count2;
    counts[at + 3] = count3;
    counts[at + 4] = count4;
    counts[at + 5] = count5;
    levels[item] = levelOf(once, twice, thrice, basis.media.length) satisfies Level;
  }
}

function fill(
  list: RankedList,
  tags: Int32Array,
  ranks: Uint32Array,
  tally: Tally,
  isKnown: readonly boolean[],
): void {
  for (let item = 0; item < ranks.length; item++) {
    const place = ranks[item]! - 1;
    if (place < 0) continue;
    const at = item * WINDOW_COUNT;
    list.tags[place] = tags[item]!;
    list.scores[place] = tally.scores[at]!;
    list.counts[place] = tally.counts[at]!;
    list.levels[place] = tally.levels[item]!;
    list.textOrder[place] = item;
    for (let step = 0; step < HISTORY_COUNT; step++) {
      if (isKnown[step]) {
        list.history[place * HISTORY_COUNT + step] = tally.scores[at + 1 + step]!;
      }
    }
  }
}

function fillDayAgo({ ranksDayAgo }: RankedList, ranks: Uint32Array, tally: Tally): void {
  const dayAgo = ranksOf(tally.scores, tally.counts, WINDOW_COUNT, 1 + DAY_AGO);
  for (let item = 0; item < ranks.length; item++) {
    if (ranks[item]! > 0) ranksDayAgo[ranks[item]! - 1] = dayAgo[item]!;
  }
}
