/**
 * The weight of each article of an outlet: less when the outlet sends far more in an hour than it
 * usually does, so that no outlet gains attention by sending much at once.
 *
 *   voice := min(1, (heard ÷ articles of the hour)³)     so more articles weigh less in sum
 *   heard := max(12, 2 × its busiest hour of 24 to 72 hours before, 2 × the usual busiest hour)
 *
 * An outlet that always sends as much has full weight; so do all outlets when all send more, as in
 * an archive whose articles have only dates. Invariant: voices follow from the known articles and
 * from the last run.
 */
import { HOUR_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import type { Camp } from '../../../kernel/model/records.js';
import type { BurstCounter } from '../../shared/burst/counter.js';
import { WINDOW_MS } from '../../shared/burst/formulas.js';
import {
  type Baseline,
  baselineOf,
  type CountedOutlet,
  type CoverageNumbers,
  coverageOf,
} from '../answers/coverage.js';
import { EVENTS_CATEGORY } from '../codec.js';

/** Heard articles of any outlet in an hour: usual outlets send up to 15. */
const HEARD_MIN = 12;
/** Factor on busiest hours, own and usual: a busy day is less than twice as busy as another. */
const GROWTH_MAX = 2;
const HALF = 0.5;
/** With 1, an outlet gained ten of thirty ranks by 500 articles; with 2, two outlets an event. */
const VOICE_POWER = 3;
const HISTORY_FROM_HOURS = 24;
const HISTORY_TO_HOURS = 72;
/** Hours since 1970 are below this; media number and hour fit in one exact number. */
const HOURS_MAX = 2 ** 24;

export class OutletVoices {
  /** Number of articles by outlet and hour. */
  readonly #articles = new Map<number, number>();
  /** Cached voices by outlet and hour, until the counts change. */
  readonly #known = new Map<number, number>();
  #usualHour = 0;

  /** The median of the busiest hours of outlets, as of the last run. */
  get usualHour(): number {
    return this.#usualHour;
  }

  restore(usualHour: number): void {
    this.#known.clear();
    this.#usualHour = usualHour;
  }

  /** Counts an added or removed article. @param media number of the outlet. */
  count(media: number, timeMs: number, change: 1 | -1): void {
    const key = keyOf(media, hourOf(timeMs));
    const articles = (this.#articles.get(key) ?? 0) + change;
    if (articles === 0) this.#articles.delete(key);
    else this.#articles.set(key, articles);
    if (this.#known.size > 0) this.#known.clear();
  }

  /** The weight of an article: above 0, at most 1. */
  of(media: number, timeMs: number): number {
    const hour = hourOf(timeMs);
    return getOrInsert(this.#known, keyOf(media, hour), () =>
      Math.min(1, (this.#heard(media, hour) / this.#articlesOf(media, hour)) ** VOICE_POWER),
    );
  }

  /** True when an article's weight is at least 0.5: it may name a story and be shown for it. */
  areHeard(media: number, timeMs: number): boolean {
    return this.of(media, timeMs) >= HALF;
  }

  /** True when the outlet has not sent more articles in this hour than are heard. */
  isHeard(media: number, timeMs: number): boolean {
    return this.#articlesOf(media, hourOf(timeMs)) <= this.#heard(media, hourOf(timeMs));
  }

  /** Computes the usual hour from the window of a run. @param outlets number of outlets. */
  settle(outlets: number, untilMs: number): void {
    const [from, until] = [hourOf(untilMs - WINDOW_MS), hourOf(untilMs)];
    const busiest: number[] = [];
    for (let media = 0; media < outlets; media++) {
      const most = this.#busiest(media, from, until);
      if (most > 0) busiest.push(most);
    }
    this.#known.clear();
    this.#usualHour = busiest.sort((a, b) => a - b)[(busiest.length - 1) >> 1] ?? 0;
  }

  #heard(media: number, hour: number): number {
    if (this.#articlesOf(media, hour) <= HEARD_MIN) return HEARD_MIN;
    const own = this.#busiest(media, hour - HISTORY_TO_HOURS, hour - HISTORY_FROM_HOURS);
    return Math.max(HEARD_MIN, GROWTH_MAX * own, GROWTH_MAX * this.#usualHour);
  }

  /** The most articles in any hour from `from` to `until`, both included. */
  #busiest(media: number, from: number, until: number): number {
    let most = 0;
    for (let hour = from; hour <= until; hour++) {
      most = Math.max(most, this.#articlesOf(media, hour));
    }
    return most;
  }

  #articlesOf(media: number, hour: number): number {
    return this.#articles.get(keyOf(media, hour)) ?? 0;
  }
}

function hourOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS);
}

function keyOf(media: number, hour: number): number {
  return media * HOURS_MAX + hour;
}

/**
 * The media of a counter for coverage, by number. Ranking media are the current basis of the
 * category and the media that will join it.
 */
export interface Newsroom {
  codes: string[];
  camps: Camp[];
  /** 1 for media whose articles count. */
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

export function coverageOfRows(...counted: Parameters<typeof outletsOfRows>): CoverageNumbers {
  return coverageOf(outletsOfRows(...counted));
}

/** The media of counted articles. */
export function outletsOfRows(
  { rows }: BurstCounter,
  newsroom: Newsroom,
  articles: readonly number[],
): CountedOutlet[] {
  const counts = new Uint32Array(newsroom.codes.length);
  for (const row of articles) counts[rows.media[row]!]! += 1;
  return outletsOf(newsroom, counts);
}

/** Rows of the counted articles from `fromMs` until before `untilMs`. */
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
