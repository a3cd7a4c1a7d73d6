/**
 * The questions, answers, deltas and chunk names that writer and reader of the mentions index share.
 *
 * The graph is too large to move to the main thread and changes too often to be copied there, so the
 * writer answers: each answer is the finished JSON of a response, in a transferred buffer. Readers have
 * figures only.
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';
import type { AnswerOf, QuestionOf } from '../../engine/index/reader.js';
import type { BlogNode } from './state/blogs.js';

export const MENTIONS_CHUNKS = new ChunkNames({
  time: 'one',
  blogs: 'one',
  hidden: 'one',
  day: 'reversed',
  links: 'reversed',
});

/** Changes whenever the bytes of a chunk change their meaning. */
export const MENTIONS_VERSION = 2;
/** The oldest format that is read: a store that was upgraded may have no other. */
export const MENTIONS_READS_FROM = 1;
/**
 * The oldest format with the resolved links of this version; with an older one a start resolves all links
 * again. It rises, together with the format, when an address gets another compared form
 * (state/address.ts) or another owner (state/registry.ts).
 */
export const MENTIONS_RESOLVED_FROM = 2;

/** Windows that a question may name, in hours: 7, 30 and 90 days. */
export const RELATION_HOURS = [168, 720, 2160] as const;
export type RelationHours = (typeof RELATION_HOURS)[number];

/** The most edges of the site-wide graph, and of one blog's graph. */
export const EDGES_MAX = 500;
/** The most entries of `mostMentioned` and of `mutual`. */
export const RANKING_MAX = 100;
/** The most link evidences of one blog. */
export const EVIDENCE_MAX = 20;

/** Asks for the site-wide graph as of `nowMs`. */
export interface RelationsQuestion {
  type: 'relations';
  hours: RelationHours;
  nowMs: number;
}

/** Asks for the graph around one blog; the answer is null when no such blog is shown. */
export interface ProfileQuestion {
  type: 'profile';
  slug: string;
  hours: RelationHours;
  nowMs: number;
}

/** Asks for the mentions in articles of a local day or a part of it, after the article `afterId`. */
export interface MentionsDayQuestion {
  type: 'day';
  fromMs: number;
  untilMs: number;
  afterId: number;
  articlesMax: number;
}

/** Asks for the articles behind the numbers of two blogs; null when one of them is not shown. */
export interface EdgeNumbersQuestion {
  type: 'edge';
  source: string;
  target: string;
  hours: RelationHours;
  nowMs: number;
}

/** Asks for posts that link to one of these addresses, at most `postsMax`. */
export interface LinkingQuestion {
  type: 'linking';
  urls: readonly string[];
  postsMax: number;
}

/** Asks for the body links of these posts. */
export interface LinksQuestion {
  type: 'links';
  ids: readonly number[];
}

/** A post with the first of its links to one of the addresses. */
export interface LinkingPost {
  id: number;
  sortMs: number;
  /** Positions of the addresses in the question, without repeats. */
  targets: number[];
  targetUrl: string;
  anchor: string;
}

export interface LinkingAnswer {
  /** The newest first. */
  posts: LinkingPost[];
  /** There are more posts than the answer lists, or more links than were compared. */
  limited: boolean;
}

/** A body link of the post `id`. */
export interface OutwardLink {
  id: number;
  targetUrl: string;
  anchor: string;
}

/** Answers to `relations` and `profile` are the JSON of a response, UTF-8. */
export type MentionsDialogue = {
  relations: { question: RelationsQuestion; answer: Uint8Array };
  profile: { question: ProfileQuestion; answer: Uint8Array | null };
  day: { question: MentionsDayQuestion; answer: DayMentions };
  edge: { question: EdgeNumbersQuestion; answer: EdgeNumbers | null };
  linking: { question: LinkingQuestion; answer: LinkingAnswer };
  links: { question: LinksQuestion; answer: OutwardLink[] };
};

export type MentionsQuestion = QuestionOf<MentionsDialogue>;
export type MentionsAnswer = AnswerOf<MentionsDialogue>;

/** An article's first link to a blog. */
export interface DayMention {
  articleId: number;
  articleTitle: string;
  articleUrl: string;
  publishedAt: string | null;
  blog: string;
  mentionedBlog: string;
  targetUrl: string;
  anchor: string;
}

export interface DayMentions {
  mentions: DayMention[];
  /** The last article of this part; null when there are no more. */
  nextId: number | null;
}

/** One direction between two blogs, with its newest articles. */
export interface Direction {
  count: number;
  /** All mentions by the source. */
  made: number;
  firstMs: number | null;
  lastMs: number | null;
  /** The newest first. */
  mentions: DayMention[];
}

export interface EdgeNumbers {
  source: BlogNode;
  target: BlogNode;
  sinceMs: number;
  untilMs: number;
  forward: Direction;
  reverse: Direction;
  /** All blogs that the source mentions, with the ids of the articles from the newest to the oldest. */
  made: { blogId: number; slug: string; count: number; articleIds: number[] }[];
  /** False when there are more mentions than the answer lists. */
  complete: boolean;
  /** The window includes days that are no longer in memory as a whole. */
  reachesBack: boolean;
}

/** Counts and bytes for the metrics page. */
export type MentionsFigures = {
  readonly blogs: number;
  readonly posts: number;
  /** Body links, to known and unknown hosts. */
  readonly links: number;
  /** Pairs of an article and a blog that it mentions. */
  readonly mentions: number;
  /** Pairs of blogs with a mention at any time since the start of the thread. */
  readonly edges: number;
  readonly hosts: number;
  readonly heldBytes: number;
};

export interface MentionsDelta {
  figures: MentionsFigures;
}

export interface MentionsOptions {
  /** Body links in memory; beyond this number the oldest days are dropped. Tests set a smaller one. */
  linksMax?: number;
  /** Address of the blog service, without a final slash. */
  publicUrl?: string;
}
