/**
 * What the news handlers are given: readers, the clock, and the way to stored items.
 */
import type { Ask } from '../../../engine/index/reader.js';
import type { LogRecord, NewsRecord } from '../../../kernel/model/records.js';
import type { CatalogHistory } from '../../../news/catalog/history.js';
import type { CatalogReader } from '../../../news/catalog/reader.js';
import type { EventsDialogue } from '../../../news/events/questions.js';
import type { EventsReader } from '../../../news/events/reader.js';
import type { MediaReader } from '../../../news/media/reader.js';
import type { PortalsDialogue } from '../../../news/portals/codec.js';
import type { PortalsReader } from '../../../news/portals/reader.js';
import type { SimilarityDialogue } from '../../../news/similarity/dialogue.js';
import type { SimilarityReader } from '../../../news/similarity/reader.js';
import type { TagsDialogue } from '../../../news/tags/codec.js';
import type { TagsReader } from '../../../news/tags/reader.js';
import type { BlogSide } from '../across.js';
import type { ServiceSources } from '../sources.js';
import type { ArticleLookup } from './articles/article-lookup.js';
import type { LegacyPaths } from './legacy.js';
import type { MediaTopics } from './schemas.js';
import type { OutletSets } from './sets/outlet-sets.js';

/** The newest record of an article, and whether the store still has its text. */
export interface StoredArticle {
  record: NewsRecord;
  hasBody: boolean;
}

/** What rule files in `data/` say to handlers. */
export interface NewsRules {
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
export interface CrawlHealth {
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
