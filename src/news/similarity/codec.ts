/**
 * What crosses threads and what lies in snapshots: options, the delta, questions and answers, chunks.
 *
 *   media-<sequence>          media in the order of their numbers
 *   clock-<sequence>          the store's time
 *   day-<start>-<sequence>    a local day: its articles in columns, the pairs whose later article
 *                             is of the day, citations, names and labels of its articles
 *   hour-<hour>-<sequence>    unexpired bodies of an hour of publication; gone when they expire
 *
 * A name's last part is the log entry that last changed the content. Columns are little-endian
 * bytes within MessagePack.
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';

/** What chunks there are. */
export const SIMILARITY_CHUNKS = new ChunkNames({
  media: 'one',
  clock: 'one',
  day: 'keyed',
  hour: 'keyed',
});

/** Changes whenever the bytes of a chunk mean something else. */
export const SIMILARITY_VERSION = 1;
/** The oldest format that is still read: a store that was upgraded may hold no other. */
export const SIMILARITY_READS_FROM = 1;

/** A period with its bounds: from one instant, inclusive, to another, exclusive. */
export interface Period {
  fromMs: number;
  untilMs: number;
  /** Articles from this id on had not come yet; all count where it is left out. */
  beforeId?: number;
}

/** Parsed rule files. */
export interface SimilarityOptions {
  rules: { citations: unknown; bylines: unknown };
}

export interface SimilarityFigures {
  articles: number;
  pairs: number;
  /** Articles that were not compared with all that is near. */
  limitedArticles: number;
  /** Articles that cite a media. */
  citingArticles: number;
  /** Bodies in the window, their texts, and what finds them. */
  windowBodies: number;
  windowTextBytes: number;
  windowIndexBytes: number;
  columnBytes: number;
}

export interface SimilarityDelta {
  /** The log entry that last changed an answer. */
  generation: number;
  figures: SimilarityFigures;
}

/** A question about a period at a threshold. */
export interface PeriodQuestion {
  period: Period;
  threshold: number;
}

export interface GraphQuestion extends PeriodQuestion {
  type: 'graph';
}

/** Everything of the graph that follows from the index, as the inside of a JSON object. */
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

/** A media as it is shown as a source. */
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
  /** Of an origin. */
  sourceId: number | null;
  groupId: string | null;
  directPair: PairAnswer | null;
  /** Of a citation. */
  source: CitedSource | null;
}

export interface GroupAnswer {
  id: string;
  sourceId: number | null;
  articleIds: number[];
  /** Members of the group; `articleIds` lists the first ones. */
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
  /** Every article that is named above. */
  articles: ArticleAnswer[];
}

/** An article that an answer names: where it is found, and the sources that it names. */
export interface ArticleAnswer {
  id: number;
  sortMs: number;
  citations: CitedSource[];
}

/** The groups of near copies that some articles belong to. */
export interface GroupsQuestion extends PeriodQuestion {
  type: 'groups';
  articleIds: number[];
}

/** An article of a group. */
export interface GroupMember {
  id: number;
  sortMs: number;
  /** Code of its media. */
  media: string;
}

/** Groups of two articles or more, the earliest of each first. */
export interface GroupsAnswer {
  groups: GroupMember[][];
}

export interface DailyQuestion extends PeriodQuestion {
  type: 'daily';
  /** Articles from here on are not shown yet. */
  nowMs: number;
}

/** Numbers by day, as the inside of a JSON object. */
export type DailyAnswer = GraphAnswer;

export interface MatchesQuestion {
  type: 'matches';
  articleId: number;
  threshold: number;
  /** Articles from here on are not shown yet. */
  untilMs: number;
}

export interface MatchesAnswer {
  generation: number;
  /** False when there is no such article or it may not be shown. */
  isShown: boolean;
  /** It was looked at; a short body is too. */
  isIndexed: boolean;
  /** It has more near texts than it was compared with. */
  isLimited: boolean;
  /** Letters of the normal form; null when the body was not compared. */
  letters: number | null;
  /** Higher similarity first. */
  pairs: PairAnswer[];
  /** The article and those at the other ends. */
  articles: ArticleAnswer[];
}

/** A text that is compared with unexpired bodies and taken in by none. */
export interface TextQuestion {
  type: 'text';
  text: string;
  threshold: number;
  /** Articles from here on are not shown yet. */
  untilMs: number;
}

export interface TextMatch {
  articleId: number;
  score: number;
  containment: number;
  sharedShingles: number;
  identical: boolean;
  /** The longest passages in common, as the text spells them. */
  passages: string[];
}

export interface TextAnswer {
  generation: number;
  /** Letters of the normal form. */
  letters: number;
  /** It has more near texts than it was compared with. */
  isLimited: boolean;
  /** Higher similarity first. */
  matches: TextMatch[];
  articles: ArticleAnswer[];
}

/** Which sources articles name. */
export interface CitationsQuestion {
  type: 'citations';
  articleIds: number[];
}

/** Articles that may not be shown are left out. */
export interface CitationsAnswer {
  generation: number;
  articles: ArticleAnswer[];
}

/** Pairs whose later article is of a local day, or of a part of one. */
export interface DayPairsQuestion {
  type: 'day pairs';
  period: Period;
  /** The pair that was told last, by its articles; zeros for none. */
  after: { later: number; earlier: number };
  countMax: number;
}

/** By the later article's id, then by the earlier one's. */
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
  /** Unexpired bodies, and those of them that were compared with all. */
  bodies: number;
  sampled: number;
  /** Pairs that brute force found. */
  pairs: number;
  /** Pairs that the index lacks because one of the articles has too many near texts. */
  leftOut: number;
  /** Pairs by article ids that the index lacks otherwise, and that it should not have or has wrong. */
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
  /** Units of each text; negative where its units are bytes. */
  units: Uint8Array;
  texts: Uint8Array;
}
