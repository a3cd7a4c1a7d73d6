/**
 * What the topics' actor is told, asked and answers, and the version of its chunks.
 *
 * Everything heavy is answered by the actor; the reader holds figures and a number that changes
 * with every mask, so that handlers notice what was hidden while they waited.
 */
import type { AnswerOf, QuestionOf } from '../../engine/index/reader.js';
import type { Judgement, UnlistedReason } from './answers/ranking.js';
import type { TextLimits } from './state/matching/texts.js';
import type { ActiveLimits } from './state/vocabulary/active-set.js';
import type { NoiseRules } from './state/vocabulary/noise.js';

/** Changes whenever the bytes of a chunk mean something else. */
export const TOPICS_VERSION = 1;
/** The oldest format that is still read: a store that was upgraded may hold no other. */
export const TOPICS_READS_FROM = 1;

/** Articles of a page of history. */
export const HISTORY_PAGE = 100;

/** Options of the writer's start message. */
export interface TopicsOptions {
  rules: NoiseRules;
  limits: ActiveLimits;
  texts: TextLimits;
}

/** Where a page of history ended. */
export interface HistoryPlace {
  timeMs: number;
  id: number;
}

/** Answered by the bytes of the whole response. */
export interface RankingQuestion {
  type: 'ranking';
  hours: number;
  limit: number;
  /** End of the window, and of the answer what it says of its time. */
  nowMs: number;
  /** Only of what had been seen by `nowMs`, which has passed. */
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

/** The terms of the articles of a period, behind an article. */
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

/** What the numbers of a topic are counted from. */
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
  /** When the article was last met with the term in it. */
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

/** How a term stands towards matching. */
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
  /** To the score. */
  contribution: number;
}

/** A blog that uses the term itself. */
export interface NativeBlog {
  id: number;
  slug: string;
  /** An article of it with the label; null where its category is the term. */
  articleId: number | null;
}

export interface TopicNumbers extends TermStanding {
  id: string;
  label: string;
  judgement: Omit<Judgement, 'term'>;
  /** Place in the ranking, from 1; null when it is not listed, or further back. */
  rank: number | null;
  window: { sinceMs: number; untilMs: number; articles: number };
  baseline: {
    sinceMs: number;
    untilMs: number;
    articles: number;
    titleArticleIds: number[];
    bodyArticleIds: number[];
  } | null;
  /** Those with articles that count, the one that contributes most first. */
  blogs: BlogNumbers[];
  /** Those that have a frequent term in bodies only: they count for its frequency and the gate. */
  bodyBlogs: BlogNumbers[];
  natives: NativeBlog[];
  /** Articles of the window that are named, newest first. */
  articles: PostPlace[];
  /** False where there are more articles than are named. */
  complete: boolean;
}

export type TopicNumbersAnswer =
  | { found: 'nothing' | 'gone' }
  | { found: 'topic'; numbers: TopicNumbers };

/** A term that is matched now and stands in an article. */
export interface DayTopic extends PostPlace {
  topicId: string;
  topic: string;
  inTitle: boolean;
  inBody: boolean;
}

export interface DayTopics {
  topics: DayTopic[];
  /** The last article that was looked at; null when there are no more. */
  nextId: number | null;
}

/** A step of why a topic ranks where it does, or is not listed. */
export interface ExplainStep {
  rule: string;
  /** The measured values, in words. */
  finding: string;
  holds: boolean;
}

export interface ExplainAnswer {
  id: string | null;
  label: string | null;
  /** The end of the window that was looked at. */
  nowMs: number;
  steps: ExplainStep[];
  refusal: UnlistedReason | 'unknown' | null;
  /** Place in the ranking, from 1; null when it is not listed. */
  rank: number | null;
}

export interface TopicsDelta {
  figures: { [name: string]: number };
  /** Changes whenever something may have been hidden, shown or withdrawn. */
  masks: number;
}
