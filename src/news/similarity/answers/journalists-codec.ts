/**
 * The similarity actor's questions about journalists, and its answers.
 *
 * Titles, addresses, bylines and lengths are added where answers are read.
 */
import type { ArticleAnswer, PeriodQuestion } from '../codec.js';

export interface JournalistsQuestion extends PeriodQuestion {
  type: 'journalists';
  /** Maximum number of journalists. */
  limit: number;
}

export interface JournalistQuestion extends PeriodQuestion {
  type: 'journalist';
  name: string;
  /** Maximum numbers of listed articles and pairs. */
  articlesMax: number;
  pairsMax: number;
}

/** Counts of similar articles of a journalist. */
export interface SimilarCounts {
  pairs: number;
  articles: number;
  later: number;
  earlier: number;
  sameAuthor: number;
  identical: number;
}

export interface MediaCount {
  media: string;
  name: string;
  count: number;
}

/**
 * The part of the list that follows from the index, as a JSON object without its braces: thousands
 * of lines are transferred to the main thread as one buffer.
 */
export interface JournalistsAnswer {
  generation: number;
  json: Uint8Array;
}

export interface OwnArticle {
  id: number;
  coauthors: string[];
  /** Pairs with other sites. */
  matches: number;
  comparable: boolean;
  compared: boolean;
}

/** `same`: less than a minute apart, or on one date when only the date of one is known. */
export type PairRelation = 'later' | 'earlier' | 'same';

export interface JournalistPair {
  /** Ids of the two articles. */
  own: number;
  other: number;
  score: number;
  containment: number;
  sharedShingles: number;
  identical: boolean;
  evidence: string;
  /** The other article's time minus the own one's; positive when the own article is earlier. */
  minutes: number;
  relation: PairRelation;
  sameAuthor: boolean;
}

export interface JournalistAnswer {
  generation: number;
  articles: number;
  withBody: number;
  cited: number;
  compared: number;
  /** Articles whose comparison is pending. */
  pending: number;
  similar: SimilarCounts;
  media: MediaCount[];
  /** Newest first. */
  own: OwnArticle[];
  /** Most similar first. */
  pairs: JournalistPair[];
  /** Every article in `own` and `pairs`, once. */
  articlesNamed: ArticleAnswer[];
}
