/**
 * The questions about journalists that the similarity actor answers, and its answers.
 *
 * Titles, addresses, bylines and lengths are not here: they are joined where the answer is read.
 */
import type { ArticleAnswer, PeriodQuestion } from '../codec.js';

export interface JournalistsQuestion extends PeriodQuestion {
  type: 'journalists';
  /** Journalists listed at most. */
  limit: number;
}

export interface JournalistQuestion extends PeriodQuestion {
  type: 'journalist';
  name: string;
  /** Articles and pairs listed at most. */
  articlesMax: number;
  pairsMax: number;
}

/** What the similar articles of a journalist come to. */
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
 * Everything of the list that follows from the index, as the inside of a JSON object: thousands of
 * lines cross to the front's thread as one buffer.
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
  /** Its text can be compared. */
  comparable: boolean;
  compared: boolean;
}

/** Neither article counts as earlier within a minute, or where one has only the same date. */
export type PairRelation = 'later' | 'earlier' | 'same';

export interface JournalistPair {
  /** Articles by id. */
  own: number;
  other: number;
  score: number;
  containment: number;
  sharedShingles: number;
  identical: boolean;
  evidence: string;
  /** The other's time minus the own one; positive means that the own article is earlier. */
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
  /** Articles whose text waits to be compared. */
  pending: number;
  similar: SimilarCounts;
  media: MediaCount[];
  /** Newest first. */
  own: OwnArticle[];
  /** The most similar first. */
  pairs: JournalistPair[];
  /** Every article that is named above, once. */
  articlesNamed: ArticleAnswer[];
}
