/**
 * Counts who wrote what: articles by outlet, of everything and of the carriers of certain tags.
 *
 * One pass over a stretch of time serves the baseline and the coverage of any number of stories.
 * Only ranking media of the news count, as of now: those of the category's basis and those that
 * will join it.
 */
import type { Camp, MediaRecord } from '../../model/records.js';
import type { BurstCounter } from '../burst/counter.js';
import { EVENTS_CATEGORY } from './codec.js';
import {
  type Baseline,
  baselineOf,
  type CountedOutlet,
  type CoverageNumbers,
  coverageOf,
} from './coverage.js';

/** The media of a counter as the census sees them, by number. */
export interface Newsroom {
  codes: string[];
  camps: Camp[];
  /** 1 for those whose articles count. */
  isRanking: Uint8Array;
}

export interface Census {
  baseline: Baseline;
  /** By story. */
  coverages: CoverageNumbers[];
}

export function newsroomOf({ media }: BurstCounter): Newsroom {
  const entries = media.state.media;
  return {
    codes: entries.map(({ code }) => code),
    camps: entries.map(({ record }) => record?.camp ?? 'other'),
    isRanking: Uint8Array.from(entries, ({ record, hidden }) =>
      record !== null && !hidden && isRankingNews(record) ? 1 : 0,
    ),
  };
}

/** Decision 14, of the category whose bursts make events. */
function isRankingNews(record: MediaRecord): boolean {
  const { enabled, sourceKind, syndicated, external, categories } = record;
  const isRanking = enabled && sourceKind === 'publisher' && !syndicated && !external;
  return isRanking && categories.includes(EVENTS_CATEGORY);
}

/**
 * The census of the articles from `fromMs` until before `untilMs`.
 * @param stories tag numbers of each story: an article counts that carries any of them.
 */
export function censusOf(
  counter: BurstCounter,
  newsroom: Newsroom,
  stories: readonly (readonly number[])[],
  fromMs: number,
  untilMs: number,
): Census {
  const storiesOf = storiesByTag(counter.tags.length, stories);
  const mediaCount = newsroom.codes.length;
  const all = new Uint32Array(mediaCount);
  const by = stories.map(() => new Uint32Array(mediaCount));
  const lastRow = new Int32Array(stories.length).fill(-1);
  const { rows, tags } = counter;
  rows.inRange(fromMs, untilMs, (row) => {
    const media = rows.media[row]!;
    if (newsroom.isRanking[media] !== 1 || !counter.isCounted(row)) return;
    all[media]! += 1;
    const start = rows.tagStarts[row]!;
    const end = start + rows.tagCounts[row]!;
    for (let at = start; at < end; at++) {
      const mine = storiesOf[tags.tagOf(rows.tags[at]!)];
      if (mine === undefined) continue;
      for (const story of mine) {
        // An article that carries two of the tags counts once.
        if (lastRow[story] !== row) by[story]![media]! += 1;
        lastRow[story] = row;
      }
    }
  });
  return {
    baseline: baselineOf(outletsOf(newsroom, all)),
    coverages: by.map((counts) => coverageOf(outletsOf(newsroom, counts))),
  };
}

/** Media with articles. */
function outletsOf({ codes, camps }: Newsroom, counts: Uint32Array): CountedOutlet[] {
  const outlets: CountedOutlet[] = [];
  counts.forEach((articles, media) => {
    if (articles > 0) outlets.push({ media: codes[media]!, camp: camps[media]!, articles });
  });
  return outlets;
}

/** Stories by tag number; most tags have none. */
function storiesByTag(
  tags: number,
  stories: readonly (readonly number[])[],
): (readonly number[] | undefined)[] {
  const byTag = new Array<number[] | undefined>(tags);
  stories.forEach((mine, story) => {
    for (const tag of mine) {
      const known = byTag[tag];
      if (known === undefined) byTag[tag] = [story];
      else known.push(story);
    }
  });
  return byTag;
}
