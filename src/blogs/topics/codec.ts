/**
 * Options, questions and answers of the topics' actor, and the version of its chunks.
 *
 * The actor answers all questions; the reader has figures and a number that changes with every mask, so
 * that handlers notice posts that were hidden while they waited.
 */
import type { AnswerOf, QuestionOf } from '../../engine/index/reader.js';
import type { Judgement, UnlistedReason } from './answers/ranking.js';
import type { TextLimits } from './state/matching/texts.js';
import type { ActiveLimits } from './state/vocabulary/active-set.js';
import type { NoiseRules } from './state/vocabulary/noise.js';

/** Changes whenever the bytes of a chunk change their meaning. */
export const TOPICS_VERSION = 1;
/** The oldest format that is read: a store that was upgraded may have no other. */
export const TOPICS_READS_FROM = 1;

/** Articles of a page of history. */
export const HISTORY_PAGE = 100;

export interface TopicsOptions {
  rules: NoiseRules;
  limits: ActiveLimits;
  texts: TextLimits;
}

/** The end of a page of history. */
export interface HistoryPlace {
  timeMs: number;
  id: number;
}

/** The answer is the bytes of the whole response. */
export interface RankingQuestion {
  type: 'ranking';
  hours: number;
  limit: number;
  /** End of the window, and the time of the answer. */
  nowMs: number;
  /** Count only posts that had been seen by `nowMs`, which is in the past. */
  isPast?: boolean;
  publicUrl: string;
}

export interface DetailQuestion {
  type: 'detail';
  id: string;
  hours: number;
  nowMs: number;
  publicUrl: string;
  after: HistoryPlace | null;
}

/** Asks for the terms of the articles of a period, after the article `afterId`. */
export interface TopicsDayQuestion {
  type: 'day';
  fromMs: number;
  untilMs: number;
  afterId: number;
  articlesMax: number;
}

export interface ExplainQuestion {
  type: 'explain';
  id: string;
  hours: number;
  /** Null: as of the store's last tick. */
  nowMs: number | null;
}

/** Asks for the articles that the numbers of a topic count. */
export interface TopicNumbersQuestion {
  type: 'numbers';
  id: string;
  hours: number;
  nowMs: number;
}

export type TopicsDialogue = {
  ranking: { question: RankingQuestion; answer: Uint8Array };
  detail: { question: DetailQuestion; answer: DetailAnswer };
  day: { question: TopicsDayQuestion; answer: DayTopics };
  explain: { question: ExplainQuestion; answer: ExplainAnswer };
  numbers: { question: TopicNumbersQuestion; answer: TopicNumbersAnswer };
};

export type TopicsQuestion = QuestionOf<TopicsDialogue>;
export type TopicsAnswer = AnswerOf<TopicsDialogue>;

/** An article by its place in the directory. */
export interface PostPlace {
  id: number;
  sortMs: number;
}

export interface HistoryEntry extends PostPlace {
  evidenceState: 'confirmed' | 'pending';
  /** When the article was last seen with the term in it. */
  observedMs: number;
}

export interface TopicHistory {
  entries: HistoryEntry[];
  /** The last entry when more follow. */
  next: HistoryPlace | null;
  confirmed: number;
  pending: number;
  total: number;
  lastObservedMs: number | null;
}

export type DetailAnswer =
  | { found: 'nothing' }
  /** All accumulated evidence was withdrawn. */
  | { found: 'gone' }
  | {
      found: 'topic';
      /** JSON of the answer without `articles` and `history`. */
      frame: string;
      articles: PostPlace[];
      history: TopicHistory;
    };

/** Whether a term is matched, and the reason if not. */
export interface TermStanding {
  matchingStatus: 'active' | 'inactive' | 'excluded';
  excludedReason: string | null;
  inactiveReason: 'low-frequency' | 'memory-budget' | null;
}

/** A blog of the window, with the ids of its articles from the newest to the oldest. */
export interface BlogNumbers {
  id: number;
  slug: string;
  name: string;
  titleArticleIds: number[];
  bodyArticleIds: number[];
  /** Contribution to the score. */
  contribution: number;
}

/** A blog that has the term as a label or as its category. */
export interface NativeBlog {
  id: number;
  slug: string;
  /** An article of it with the label; null when its category is the term. */
  articleId: number | null;
}

export interface TopicNumbers extends TermStanding {
  id: string;
  label: string;
  judgement: Omit<Judgement, 'term'>;
  /** Rank from 1; null when the topic is not listed, or beyond the first `LIMIT_MAX`. */
  rank: number | null;
  window: { sinceMs: number; untilMs: number; articles: number };
  baseline: {
    sinceMs: number;
    untilMs: number;
    articles: number;
    titleArticleIds: number[];
    bodyArticleIds: number[];
  } | null;
  /** Blogs with articles that count, by descending contribution. */
  blogs: BlogNumbers[];
  /** Blogs that have a frequent term in bodies only: they count for its frequency and the gate. */
  bodyBlogs: BlogNumbers[];
  natives: NativeBlog[];
  /** Articles of the window, newest first. */
  articles: PostPlace[];
  /** False when there are more articles than the answer lists. */
  complete: boolean;
}

export type TopicNumbersAnswer =
  | { found: 'nothing' | 'gone' }
  | { found: 'topic'; numbers: TopicNumbers };

/** An active term in an article. */
export interface DayTopic extends PostPlace {
  topicId: string;
  topic: string;
  inTitle: boolean;
  inBody: boolean;
}

export interface DayTopics {
  topics: DayTopic[];
  /** The last article of this part; null when there are no more. */
  nextId: number | null;
}

/** A step that explains why a topic has its rank or is not listed. */
export interface ExplainStep {
  rule: string;
  /** The measured values, in words. */
  finding: string;
  holds: boolean;
}

export interface ExplainAnswer {
  id: string | null;
  label: string | null;
  nowMs: number;
  steps: ExplainStep[];
  refusal: UnlistedReason | 'unknown' | null;
  /** Rank from 1; null when the topic is not listed. */
  rank: number | null;
}

export interface TopicsDelta {
  figures: { [name: string]: number };
  /** Changes whenever a post or a topic may have been hidden, shown or withdrawn. */
  masks: number;
}
