/**
 * What the tags index's writer and readers share: deltas, questions, names of chunks.
 *
 *   ranking tick ─► lists of every category ─► block of the hour under way     `current`
 *                                   hour over ─► block of the hour, final       `final`
 *                                    day over ─► one block of a category's day  `day`, and `sheet`
 *                                                                               for ever on disk
 *                ─► hours that changed ─► columns by tag and media              `hours`, and `column`
 *                                                                               for ever on disk
 *
 * Nothing changes for readers between two ranking ticks. Ranking blocks (ranking-block.ts) and hour columns
 * (hour-columns.ts) lie in shared memory: one copy serves writer and readers.
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';
import type { AnswerOf, QuestionOf } from '../../engine/index/reader.js';
import { DAY_MS, HOUR_MS, utcDayOf } from '../../kernel/clock.js';
import type { RankingBasis } from './state/list-columns.js';
import type { TagStat } from './state/stats.js';

export type { RankingBasis } from './state/list-columns.js';
export type { TagStat } from './state/stats.js';

/** What chunks there are. */
export const TAGS_CHUNKS = new ChunkNames({
  state: 'one',
  rows: 'keyed',
  titles: 'keyed',
  stats: 'keyed',
  hours: 'keyed',
  current: 'one',
  // By hour or day; the category stands in the place of the revision.
  final: 'keyed',
  day: 'keyed',
  // The ranking block of a day; the name stands on disk.
  sheet: 'keyed',
  column: 'fixed',
});

/** Changes whenever the bytes of any chunk mean something else. */
export const TAGS_VERSION = 3;
/** The oldest format that is still read: a store that was upgraded may hold no other. */
export const TAGS_READS_FROM = 3;

/** Snapshots and hour columns of this long stay in memory. From the contract: 336 hours of series. */
export const IN_MEMORY_MS = 14 * DAY_MS;
/** The first point of a series sums up 23 hours before it, and whole days go. */
export const HOURS_IN_MEMORY_MS = IN_MEMORY_MS + 2 * DAY_MS;
/** Columns of hours are made of articles: those of `HOURS_IN_MEMORY_MS`, and a day because UTC days go. */
export const ARTICLES_RETENTION_MS = HOURS_IN_MEMORY_MS + DAY_MS;

/** Rankings of chosen outlets are made as of so long ago at most: their windows look back on 72 hours more. */
export const CHOSEN_MS = IN_MEMORY_MS - DAY_MS;

/** A column of an hour; null when no article of it is left. */
export interface HourBytes {
  hourMs: number;
  bytes: Uint8Array | null;
}

/** Which hours of a day a category has snapshots of: bit 0 is the first hour. */
export type DayHours = [category: string, dayMs: number, hours: number];

export interface TagsDelta {
  /** The last log entry that is folded in: questions are answered as of it. */
  sequence: number;
  /** What a ranking tick has changed; null where there was none since the delta before. */
  tick: TickDelta | null;
}

export interface TickDelta {
  /** The ranking tick that everything is as of; null before the first. */
  tickMs: number | null;
  /** Media codes by number. */
  media: string[];
  bases: [category: string, basis: RankingBasis][];
  /** Blocks of the hour under way, all of them. */
  current: Uint8Array[];
  /** Blocks of hours that are over. */
  finals: Uint8Array[];
  /** Blocks of days that are over; they take the place of the day's final ones. */
  days: Uint8Array[];
  hours: HourBytes[];
  /** Final hours that are new in the calendar. */
  calendar: DayHours[];
  /** Days whose hour columns went to disk. */
  coldHourDays: number[];
  figures: { articles: number; tags: number; heldBytes: number };
}

/** The tag in any spelling. */
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

/** The ranking of chosen outlets for an hour, as of `atMs`. */
export interface ChosenQuestion {
  type: 'chosen';
  /** Media codes. */
  outlets: string[];
  hourMs: number;
  atMs: number;
  /** Whether related tags are to be found; without, entries have none. */
  related: boolean;
}

export type TagsDialogue = {
  /** A ranking block; null where none of the outlets ranks. */
  chosen: { question: ChosenQuestion; answer: Uint8Array | null };
  standing: { question: StandingQuestion; answer: StandingAnswer };
  keywords: { question: KeywordsQuestion; answer: KeywordAnswer };
};

export type TagsQuestion = QuestionOf<TagsDialogue>;
export type TagsAnswer = AnswerOf<TagsDialogue>;

/** What the writer knows of a tag beyond the lists. */
export interface StandingAnswer {
  /** By articles of news media shared in the 24 hours before `atMs`. */
  related: { tag: string; count: number; share: number }[];
  stats: TagStat[];
}

export interface KeywordAnswer {
  sampledArticles: number;
  /** There were more articles than are looked at. */
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
