/**
 * What the news handlers are given: readers, the clock, and the way to stored items.
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

/** What rule files in `data/` say to handlers. */
interface NewsRules {
  legacyPaths: LegacyPaths;
  /** Months that the traffic comparison keeps although they are long gone. */
  referenceMonths: readonly number[];
  /** Keys of words that are no keywords of a media. */
  keywordNoise: ReadonlySet<string>;
}

/** What is tracked of the portals of media, as the collection statistics show it. */
export interface TrackedTopics {
  /** Changes whenever an answer may. */
  readonly generation: number;
  /** Null for a media without tracked topics. */
  topicsOf(media: string, nowMs: number): MediaTopics | null;
}

/** How the crawler's sources are doing, as the collection statistics show it. */
interface CrawlHealth {
  /** Changes whenever an answer may. */
  readonly generation: number;
  /** Null for a media that the crawler does not read. */
  healthOf(media: string): { state: string; message: string } | null;
}

/** Indices that answer in their threads. */
export type NewsDialogues = {
  tags: TagsDialogue;
  portals: PortalsDialogue;
  similarity: SimilarityDialogue;
  events: EventsDialogue;
};

/** A set with the name that `set=` takes. */
export interface NamedSet {
  /** Null for one that was found by its secret address. */
  name: string | null;
  set: OutletSet;
  /** Tells this state of the set from any other of any set. */
  revision: string;
}

export interface OutletSets {
  /** Changes whenever a set may have. */
  readonly generation: number | string;
  /** Those that everybody may see, those of the configuration first. */
  listed(): NamedSet[];
  /**
   * The set of a public name or a secret address; null for neither.
   * @throws HttpError 503 where people's sets are not known for the moment.
   */
  find(text: string): NamedSet | null;
}

/**
 * What is read of the blog service, which runs in the same process: who links to articles, and posts as the blog
 * service shows them.
 */
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
  /** The catalog with the days that lie on disk. */
  history: CatalogHistory;
  readonly ask: Ask<NewsDialogues>;
  /** Articles by id and sort time, wherever they lie. */
  articles: ArticleLookup;
  /** The newest record of an article with its body, from the store; texts that updates replaced only if asked for. */
  article(
    id: number,
    withEarlier?: boolean,
  ): Promise<{
    record: LogRecord;
    body: string | null;
    earlier?: ReadonlyMap<number, string>;
  } | null>;
  /**
   * The newest records of at most 256 articles, from the store; null for what there is not. Without
   * `tellBodies`, which more than doubles the work, no text is taken to be there.
   */
  articlesById(ids: readonly number[], tellBodies: boolean): Promise<(StoredArticle | null)[]>;
  rules: NewsRules;
  /** What is read of the blogs: who links to articles, and posts as their service shows them. */
  blogs: BlogSide;
  /** Sets of outlets that have a name. */
  sets: OutletSets;
  /** Absent where no portal is tracked at all. */
  mediaTopics?: TrackedTopics;
  /** Knows nothing where no crawler runs in this process. */
  crawlHealth?: CrawlHealth;
}
