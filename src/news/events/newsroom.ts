/**
 * Counts who wrote what: articles by outlet, of everything and of stories.
 *
 * Only ranking media of the news count, as of now: those of the category's basis and those that
 * will join it.
 */
import type { Camp } from '../../kernel/model/records.js';
import type { BurstCounter } from '../burst/counter.js';
import { EVENTS_CATEGORY } from './codec.js';
import {
  type Baseline,
  baselineOf,
  type CountedOutlet,
  type CoverageNumbers,
  coverageOf,
} from './coverage.js';

/** The media of a counter as coverage counts them, by number. */
export interface Newsroom {
  codes: string[];
  camps: Camp[];
  /** 1 for those whose articles count. */
  isRanking: Uint8Array;
}

export function newsroomOf({ media }: BurstCounter): Newsroom {
  const entries = media.state.media;
  return {
    codes: entries.map(({ code }) => code),
    camps: entries.map(({ record }) => record?.camp ?? 'other'),
    isRanking: Uint8Array.from(entries, (_, number) =>
      Number(media.ranks(number, EVENTS_CATEGORY)),
    ),
  };
}

/** The baseline of the articles from `fromMs` until before `untilMs`. */
export function baselineOfWindow(...window: Parameters<typeof outletsOfWindow>): Baseline {
  return baselineOf(outletsOfWindow(...window));
}

/** The media with articles from `fromMs` until before `untilMs`. */
export function outletsOfWindow(
  counter: BurstCounter,
  newsroom: Newsroom,
  fromMs: number,
  untilMs: number,
): CountedOutlet[] {
  const counts = new Uint32Array(newsroom.codes.length);
  counter.rows.inRange(fromMs, untilMs, (row) => {
    if (isOfNews(counter, newsroom, row)) counts[counter.rows.media[row]!]! += 1;
  });
  return outletsOf(newsroom, counts);
}

/** The coverage by articles that count. */
export function coverageOfRows(...counted: Parameters<typeof outletsOfRows>): CoverageNumbers {
  return coverageOf(outletsOfRows(...counted));
}

/** The media of articles that count. */
export function outletsOfRows(
  { rows }: BurstCounter,
  newsroom: Newsroom,
  articles: readonly number[],
): CountedOutlet[] {
  const counts = new Uint32Array(newsroom.codes.length);
  for (const row of articles) counts[rows.media[row]!]! += 1;
  return outletsOf(newsroom, counts);
}

/** Rows of those articles that count and are from `fromMs` until before `untilMs`. */
export function countedRows(
  counter: BurstCounter,
  newsroom: Newsroom,
  articles: Iterable<number>,
  fromMs: number,
  untilMs: number,
): number[] {
  const counted: number[] = [];
  for (const id of articles) {
    const row = counter.rows.find(id);
    if (row < 0 || !isOfNews(counter, newsroom, row)) continue;
    const timeMs = counter.rows.times[row]!;
    if (timeMs >= fromMs && timeMs < untilMs) counted.push(row);
  }
  return counted;
}

function isOfNews(counter: BurstCounter, { isRanking }: Newsroom, row: number): boolean {
  return isRanking[counter.rows.media[row]!] === 1 && counter.isCounted(row);
}

/** Media with articles. */
function outletsOf({ codes, camps }: Newsroom, counts: Uint32Array): CountedOutlet[] {
  const outlets: CountedOutlet[] = [];
  counts.forEach((articles, media) => {
    if (articles > 0) outlets.push({ media: codes[media]!, camp: camps[media]!, articles });
  });
  return outlets;
}
