/**
 * What the mentions index shares between its two sides: questions, answers, deltas, chunk names.
 *
 * The graph is too large to be carried to the front and changes too often to be copied there, so the writer
 * answers: each answer is the finished JSON of a response, whose buffer moves to the asker.
 * Readers hold figures only.
 */
import { ChunkNames } from '../../engine/index/chunk-name.js';
import type { AnswerOf, QuestionOf } from '../../engine/index/reader.js';
import type { BlogNode } from './state/blogs.js';

/** What chunks there are. */
export const MENTIONS_CHUNKS = new ChunkNames({
  time: 'one',
  blogs: 'one',
  hidden: 'one',
  day: 'reversed',
  links: 'reversed',
});

/** Changes whenever the bytes of a chunk mean something else. */
export const MENTIONS_VERSION = 2;
/** The oldest format that is still read: a store that was upgraded may hold no other. */
export const MENTIONS_READS_FROM = 1;
/**
 * The oldest format whose resolved links are those that this version finds; with an older one a start
 * resolves all links again. Goes up, together with the format, when an address comes to mean another
 * place (state/address.ts) or belongs to another blog (state/registry.ts).
 */
export const MENTIONS_RESOLVED_FROM = 2;

/** Windows that may be asked for, in hours: 7, 30 and 90 days. */
export const RELATION_HOURS = [168, 720, 2160] as const;
export type RelationHours = (typeof RELATION_HOURS)[number];

/** Most edges of the site-wide graph, and of one blog's. */
export const EDGES_MAX = 500;
/** Most entries of `mostMentioned` and of `mutual`. */
export const RANKING_MAX = 100;
/** Most link evidences of one blog. */
export const EVIDENCE_MAX = 20;

/** The site-wide graph as of `nowMs`. */
export interface RelationsQuestion {
  type: 'relations';
  hours: RelationHours;
  nowMs: number;
}

/** The graph around one blog; the answer is null where no such blog is shown. */
export interface ProfileQuestion {
  type: 'profile';
  slug: string;
  hours: RelationHours;
  nowMs: number;
}

/** Mentions of the articles of a local day or a part of it, behind an article. */
export interface MentionsDayQuestion {
  type: 'day';
  fromMs: number;
  untilMs: number;
  afterId: number;
  articlesMax: number;
}

/** What the numbers between two blogs are counted from; null where one of them is not shown. */
export interface EdgeNumbersQuestion {
  type: 'edge';
  source: string;
  target: string;
  hours: RelationHours;
  nowMs: number;
}

/** Posts that link to one of these addresses, at most `postsMax`. */
export interface LinkingQuestion {
  type: 'linking';
  urls: readonly string[];
  postsMax: number;
}

/** The body links of these posts. */
export interface LinksQuestion {
  type: 'links';
  ids: readonly number[];
}

/** A post with the first of its links that leads to what was asked for. */
export interface LinkingPost {
  id: number;
  sortMs: number;
  /** Places of the addresses in the question, without repeats. */
  targets: number[];
  targetUrl: string;
  anchor: string;
}

export interface LinkingAnswer {
  /** The newest first. */
  posts: LinkingPost[];
  /** There are more than are named, or than were looked at. */
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
  /** The last article that was looked at; null when there are no more. */
  nextId: number | null;
}

/** One direction between two blogs, with the newest of its articles. */
export interface Direction {
  count: number;
  /** Mentions that the source makes in all. */
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
  /** All that the source mentions, by blog, with the ids of the articles from the newest to the oldest. */
  made: { blogId: number; slug: string; count: number; articleIds: number[] }[];
  /** False where there are more mentions than are named. */
  complete: boolean;
  /** The window reaches back to days that are no longer kept whole. */
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
  /** Pairs of blogs that ever had a mention since the start of the thread. */
  readonly edges: number;
  readonly hosts: number;
  readonly heldBytes: number;
};

export interface MentionsDelta {
  figures: MentionsFigures;
}

export interface MentionsOptions {
  /** Body links in memory; beyond it the oldest days go. The usual bound unless a test asks for less. */
  linksMax?: number;
  /** Of the blog service, without a final slash. */
  publicUrl?: string;
}
