/**
 * Shared by writer and readers of the tags index: deltas, questions, names of chunks.
 *
 *   ranking tick ─► lists of every category ─► block of the hour under way     `current`
 *                                   hour over ─► block of the hour, final       `final`
 *                                    day over ─► one block of a category's day  `day`, and `sheet`
 *                                                                               for ever on disk
 *                ─► hours that changed ─► columns by tag and media              `hours`, and `column`
 *                                                                               for ever on disk
 *
 * Between two ranking ticks, nothing changes for readers. Ranking blocks (state/ranking-block.ts)
 * and hour columns (state/hour-columns.ts) are in shared memory: writer and readers use the same copy.
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';
import type { AnswerOf, QuestionOf } from '../../engine/index/reader.js';
import { DAY_MS, HOUR_MS, utcDayOf } from '../../kernel/clock.js';
import type { RankingBasis } from './state/list-columns.js';
import type { TagStat } from './state/stats.js';

export type { RankingBasis } from './state/list-columns.js';
export type { TagStat } from './state/stats.js';

export const TAGS_CHUNKS = new ChunkNames({
  state: 'one',
  rows: 'keyed',
  titles: 'keyed',
  stats: 'keyed',
  hours: 'keyed',
  current: 'one',
  // By hour or day; the revision is the category.
  final: 'keyed',
  day: 'keyed',
  // The ranking block of a day; the name is part of the stored format.
  sheet: 'keyed',
  column: 'fixed',
});

/** Changes with the meaning of any chunk's bytes. */
export const TAGS_VERSION = 3;
/** The oldest format that is still read: a store may hold no newer snapshot when it is upgraded. */
export const TAGS_READS_FROM = 3;

/** Time for which rankings stay in memory. From the contract: 336 hours of series. */
export const IN_MEMORY_MS = 14 * DAY_MS;
/** The first point of a series sums 23 hours before it, and whole days are removed. */
export const HOURS_IN_MEMORY_MS = IN_MEMORY_MS + 2 * DAY_MS;
/** Hour columns are made from articles: `HOURS_IN_MEMORY_MS`, and a day for whole UTC days. */
export const ARTICLES_RETENTION_MS = HOURS_IN_MEMORY_MS + DAY_MS;

/** Age limit of rankings of chosen outlets: their windows reach back 72 hours more. */
export const CHOSEN_MS = IN_MEMORY_MS - DAY_MS;

/** The column of an hour; null when no counted article of the hour is left. */
export interface HourBytes {
  hourMs: number;
  bytes: Uint8Array | null;
}

/** Hours of a day with snapshots of a category: bit 0 is the first hour. */
export type DayHours = [category: string, dayMs: number, hours: number];

export interface TagsDelta {
  /** The last log entry that is folded in: the index answers questions as of this entry. */
  sequence: number;
  /** Changes of a ranking tick; null when there was none after the last delta. */
  tick: TickDelta | null;
}

export interface TickDelta {
  /** The last ranking tick; null before the first. */
  tickMs: number | null;
  /** Media codes by number. */
  media: string[];
  bases: [category: string, basis: RankingBasis][];
  /** All blocks of the hour under way. */
  current: Uint8Array[];
  /** Blocks of hours that are over. */
  finals: Uint8Array[];
  /** Blocks of days that are over; they replace the final blocks of the day. */
  days: Uint8Array[];
  hours: HourBytes[];
  /** New final hours of the calendar. */
  calendar: DayHours[];
  /** Days whose hour columns went to disk. */
  coldHourDays: number[];
  figures: { articles: number; tags: number; heldBytes: number };
}

/** Asks for the standing of a tag in any spelling. */
export interface StandingQuestion {
  type: 'standing';
  tag: string;
  atMs: number;
}

export interface KeywordsQuestion {
  type: 'keywords';
  media: string;
  fromMs: number;
  toMs: number;
}

/** Asks for the ranking of chosen outlets for an hour, as of `atMs`. */
export interface ChosenQuestion {
  type: 'chosen';
  /** Media codes. */
  outlets: string[];
  hourMs: number;
  atMs: number;
  /** Whether related tags are computed; without these, entries have none. */
  related: boolean;
}

export type TagsDialogue = {
  /** A ranking block; null when none of the outlets ranks. */
  chosen: { question: ChosenQuestion; answer: Uint8Array | null };
  standing: { question: StandingQuestion; answer: StandingAnswer };
  keywords: { question: KeywordsQuestion; answer: KeywordAnswer };
};

export type TagsQuestion = QuestionOf<TagsDialogue>;
export type TagsAnswer = AnswerOf<TagsDialogue>;

/** The writer's part of a tag's page. */
export interface StandingAnswer {
  /** By shared articles of news media in the 24 hours before `atMs`. */
  related: { tag: string; count: number; share: number }[];
  stats: TagStat[];
}

export interface KeywordAnswer {
  sampledArticles: number;
  /** There were more articles than the sample takes. */
  capped: boolean;
  /** From the most articles to the fewest, then by code points. */
  terms: { label: string; count: number }[];
}

/** Related tags of a tag's page. From the contract. */
export const STANDING_RELATED_MAX = 8;
/** The category whose ranking a tag's page shows. From the contract. */
export const STANDING_CATEGORY = 'news';

/** Cold chunk of a category's snapshots of a UTC day. */
export function dayBlockChunk(category: string, dayMs: number): string {
  return TAGS_CHUNKS.format('sheet', dayMs, category);
}

/** Cold chunk of a UTC day's hour columns. */
export function columnChunk(dayMs: number): string {
  return TAGS_CHUNKS.format('column', dayMs);
}

/** Bit of an hour within its UTC day. */
export function hourBit(hourMs: number): number {
  return 1 << ((hourMs - utcDayOf(hourMs)) / HOUR_MS);
}
