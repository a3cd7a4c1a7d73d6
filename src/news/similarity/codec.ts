/**
 * Types that threads exchange and that snapshots hold: options, delta, questions, answers, chunks.
 *
 *   media-<sequence>          media in the order of their numbers
 *   clock-<sequence>          the time of the last tick
 *   day-<start>-<sequence>    a local day: its articles in columns, the pairs whose later article
 *                             is of the day, citations, names and labels of its articles
 *   hour-<hour>-<sequence>    unexpired bodies of an hour of publication; gone when they expire
 *
 * The last part of a name is the log entry that last changed the content. Columns are little-endian
 * bytes within MessagePack.
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';

export const SIMILARITY_CHUNKS = new ChunkNames({
  media: 'one',
  clock: 'one',
  day: 'keyed',
  hour: 'keyed',
});

/** Changes with the meaning of a chunk's bytes. */
export const SIMILARITY_VERSION = 1;
/** The oldest format that is still read: a store may hold no newer snapshot when it is upgraded. */
export const SIMILARITY_READS_FROM = 1;

/** A period from `fromMs` until before `untilMs`. */
export interface Period {
  fromMs: number;
  untilMs: number;
  /** Only articles with lower ids count, as those with higher ids had not come yet. */
  beforeId?: number;
}

/** Parsed rule files. */
export interface SimilarityOptions {
  rules: { citations: unknown; bylines: unknown };
}

export interface SimilarityFigures {
  articles: number;
  pairs: number;
  /** Articles that were not compared with all near texts. */
  limitedArticles: number;
  citingArticles: number;
  /** Bodies in the window, bytes of their texts, and bytes of the index over them. */
  windowBodies: number;
  windowTextBytes: number;
  windowIndexBytes: number;
  columnBytes: number;
}

export interface SimilarityDelta {
  /** The last log entry that changed an answer. */
  generation: number;
  figures: SimilarityFigures;
}

/** A question about pairs of a period with at least the threshold's score. */
export interface PeriodQuestion {
  period: Period;
  threshold: number;
}

export interface GraphQuestion extends PeriodQuestion {
  type: 'graph';
}

/** The part of the graph that follows from the index: a JSON object without its braces. */
export interface GraphAnswer {
  generation: number;
  json: Uint8Array;
}

export type EvidenceMode = 'all' | 'similarity' | 'citation';
export type EvidenceDirection = 'all' | 'outgoing' | 'incoming';

export interface EvidenceQuestion extends PeriodQuestion {
  type: 'evidence';
  mode: EvidenceMode;
  node: string | null;
  edge: { kind: 'similarity' | 'citation'; source: string; target: string } | null;
  direction: EvidenceDirection;
  scope: string[] | null;
  focus: string[] | null;
  /** In search form; empty for no search. */
  needle: string;
  page: number;
}

/** A cited media in the form of answers. */
export interface CitedSource {
  media: string;
  name: string;
  country: string;
  countryCode: string;
  evidence: string;
}

export interface PairAnswer {
  a: number;
  b: number;
  score: number;
  containment: number;
  sharedShingles: number;
  identical: boolean;
  evidence: string;
}

export interface EvidenceItem {
  kind: 'origin' | 'citation';
  articleId: number;
  sortMs: number;
  /** For an origin. */
  sourceId: number | null;
  groupId: string | null;
  directPair: PairAnswer | null;
  /** For a citation. */
  source: CitedSource | null;
}

export interface GroupAnswer {
  id: string;
  sourceId: number | null;
  articleIds: number[];
  /** Number of members; `articleIds` lists the first ones. */
  articleCount: number;
  tiedFirst: number;
  pairCount: number;
  pairs: PairAnswer[];
}

export interface EvidenceAnswer {
  generation: number;
  total: number;
  hiddenSources: number;
  items: EvidenceItem[];
  groups: GroupAnswer[];
  /** Every article that is named in `items` and `groups`. */
  articles: ArticleAnswer[];
}

/** An article of an answer with the sources that it cites. */
export interface ArticleAnswer {
  id: number;
  sortMs: number;
  citations: CitedSource[];
}

/** Asks for the groups of near copies that contain some articles. */
export interface GroupsQuestion extends PeriodQuestion {
  type: 'groups';
  articleIds: number[];
}

export interface GroupMember {
  id: number;
  sortMs: number;
  /** Code of its media. */
  media: string;
}

/** Groups of at least two articles, each with the earliest article first. */
export interface GroupsAnswer {
  groups: GroupMember[][];
}

export interface DailyQuestion extends PeriodQuestion {
  type: 'daily';
  /** Articles at or after this time are not shown yet. */
  nowMs: number;
}

/** Counts by day: a JSON object without its braces. */
export type DailyAnswer = GraphAnswer;

export interface MatchesQuestion {
  type: 'matches';
  articleId: number;
  threshold: number;
  /** Articles at or after this time are not shown yet. */
  untilMs: number;
}

export interface MatchesAnswer {
  generation: number;
  /** False when the article is missing or may not be shown. */
  isShown: boolean;
  /** The body was read, even if it was too short. */
  isIndexed: boolean;
  /** The article has more near texts than it was compared with. */
  isLimited: boolean;
  /** Letters of the normal form; null when the body was not compared. */
  letters: number | null;
  /** Most similar first. */
  pairs: PairAnswer[];
  /** The article, and the other articles of the pairs. */
  articles: ArticleAnswer[];
}

/** A text that is compared with unexpired bodies and not stored. */
export interface TextQuestion {
  type: 'text';
  text: string;
  threshold: number;
  /** Articles at or after this time are not shown yet. */
  untilMs: number;
}

export interface TextMatch {
  articleId: number;
  score: number;
  containment: number;
  sharedShingles: number;
  identical: boolean;
  /** The longest common passages in the spelling of the text. */
  passages: string[];
}

export interface TextAnswer {
  generation: number;
  /** Letters of the normal form. */
  letters: number;
  /** The text has more near texts than it was compared with. */
  isLimited: boolean;
  /** Most similar first. */
  matches: TextMatch[];
  articles: ArticleAnswer[];
}

/** Asks for the sources that articles cite. */
export interface CitationsQuestion {
  type: 'citations';
  articleIds: number[];
}

/** Articles that may not be shown are left out. */
export interface CitationsAnswer {
  generation: number;
  articles: ArticleAnswer[];
}

/** Asks for pairs whose later article is in a local day, or in a part of one. */
export interface DayPairsQuestion {
  type: 'day pairs';
  period: Period;
  /** The last pair of the answer before, by its articles; zeros for the first question. */
  after: { later: number; earlier: number };
  countMax: number;
}

/** Sorted by the later article's id, then by the earlier one's. */
export interface DayPairsAnswer {
  pairs: (PairAnswer & { aMs: number; bMs: number })[];
  isLast: boolean;
}

/** Checks the index against brute force over unexpired bodies. */
export interface AuditQuestion {
  type: 'audit';
  /** Bodies that are compared with all others. */
  sample: number;
}

export interface AuditAnswer {
  generation: number;
  /** Unexpired bodies, and the number of them that were compared with all. */
  bodies: number;
  sampled: number;
  /** Pairs that brute force found. */
  pairs: number;
  /** Pairs that the index lacks because an article has too many near texts. */
  leftOut: number;
  /** By article ids: other pairs that the index lacks, and its wrong pairs. */
  missing: [number, number][];
  wrong: [number, number][];
}

/** A day's articles, pairs and texts, in ascending order of ids. */
export interface DayChunk {
  startMs: number;
  ids: Uint8Array;
  sortMs: Uint8Array;
  letters: Uint8Array;
  media: Uint8Array;
  flags: Uint8Array;
  /** Six numbers for each pair: ends, sizes, shared shingles, and 2 × passage + identical. */
  pairs: Uint8Array;
  passages: string[];
  citations: [articleId: number, media: number, evidence: string][];
  names: [articleId: number, names: readonly string[]][];
  labels: [articleId: number, label: string][];
}

/** The unexpired bodies of an hour, in ascending order of ids. */
export interface HourChunk {
  ids: Uint8Array;
  sortMs: Uint8Array;
  media: Uint8Array;
  textHashes: Uint8Array;
  /** Units of each text; negative when each unit is one byte. */
  units: Uint8Array;
  texts: Uint8Array;
}
