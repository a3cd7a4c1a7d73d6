/**
 * What the news handlers get: readers, the clock, and access to stored items.
 */

import type { DirectoryReader } from '../../../blogs/directory/reader.js';
import type { MentionsDialogue } from '../../../blogs/mentions/codec.js';
import type { MentionsReader } from '../../../blogs/mentions/reader.js';
import type { TopicsDialogue } from '../../../blogs/topics/codec.js';
import type { Ask } from '../../../engine/index/reader.js';
import type { LogRecord, NewsRecord } from '../../../kernel/model/records.js';
import type { OutletSet } from '../../../kernel/outlet-set.js';
import type { CatalogHistory } from '../../../news/catalog/answers/history.js';
import type { CatalogReader } from '../../../news/catalog/reader.js';
import type { EventsDialogue } from '../../../news/events/answers/questions.js';
import type { EventsReader } from '../../../news/events/reader.js';
import type { MediaReader } from '../../../news/media/reader.js';
import type { PortalsDialogue } from '../../../news/portals/codec.js';
import type { PortalsReader } from '../../../news/portals/reader.js';
import type { SimilarityDialogue } from '../../../news/similarity/answers/dialogue.js';
import type { SimilarityReader } from '../../../news/similarity/reader.js';
import type { TagsDialogue } from '../../../news/tags/codec.js';
import type { TagsReader } from '../../../news/tags/reader.js';
import type { ServiceSources } from '../sources.js';
import type { ArticleLookup } from './articles/article-lookup.js';
import type { LegacyPaths } from './legacy.js';
import type { MediaTopics } from './schemas.js';

/** The newest record of an article, and whether the store still has its text. */
export interface StoredArticle {
  record: NewsRecord;
  hasBody: boolean;
}

/** Content of rule files in `data/` for handlers. */
interface NewsRules {
  legacyPaths: LegacyPaths;
  /** Old months that the traffic comparison still shows. */
  referenceMonths: readonly number[];
  /** Keys of words that are no keywords of a media. */
  keywordNoise: ReadonlySet<string>;
}

/** Tracked portals of media, for the collection statistics. */
export interface TrackedTopics {
  /** Changes whenever an answer may change. */
  readonly generation: number;
  /** Null for a media without tracked topics. */
  topicsOf(media: string, nowMs: number): MediaTopics | null;
}

/** State of the crawler's sources, for the collection statistics. */
interface CrawlHealth {
  /** Changes whenever an answer may change. */
  readonly generation: number;
  /** Null for a media that the crawler does not read. */
  healthOf(media: string): { state: string; message: string } | null;
}

/** Indices whose threads answer questions. */
export type NewsDialogues = {
  tags: TagsDialogue;
  portals: PortalsDialogue;
  similarity: SimilarityDialogue;
  events: EventsDialogue;
};

/** A set with its name in `set=`. */
export interface NamedSet {
  /** Null for a set that was found by its secret address. */
  name: string | null;
  set: OutletSet;
  /** Identifies this state among all states of all sets. */
  revision: string;
}

export interface OutletSets {
  /** Changes whenever a set may change. */
  readonly generation: number | string;
  /** Public sets, those of the configuration first. */
  listed(): NamedSet[];
  /**
   * The set of a public name or a secret address; null for neither.
   * @throws HttpError 503 while users' sets are not known.
   */
  find(text: string): NamedSet | null;
}

/** The blog service, in the same process: links to articles, and posts as it shows them. */
interface BlogSide {
  directory: DirectoryReader;
  mentions: MentionsReader;
  readonly ask: Ask<{ mentions: MentionsDialogue; topics: TopicsDialogue }>;
}

export interface NewsSources extends ServiceSources {
  catalog: CatalogReader;
  media: MediaReader;
  portals: PortalsReader;
  similarity: SimilarityReader;
  tags: TagsReader;
  events: EventsReader;
  /** The catalog with the days on disk. */
  history: CatalogHistory;
  readonly ask: Ask<NewsDialogues>;
  /** Articles by id and sort time, in memory or on disk. */
  articles: ArticleLookup;
  /** The newest record of an article with its body, from the store; replaced texts on request. */
  article(
    id: number,
    withEarlier?: boolean,
  ): Promise<{
    record: LogRecord;
    body: string | null;
    earlier?: ReadonlyMap<number, string>;
  } | null>;
  /**
   * The newest records of at most 256 articles, from the store; null for unknown ids. Without
   * `tellBodies`, which more than doubles the work, texts count as absent.
   */
  articlesById(ids: readonly number[], tellBodies: boolean): Promise<(StoredArticle | null)[]>;
  rules: NewsRules;
  blogs: BlogSide;
  sets: OutletSets;
  /** Absent where no portal is tracked. */
  mediaTopics?: TrackedTopics;
  /** Empty where no crawler runs in this process. */
  crawlHealth?: CrawlHealth;
}
