/**
 * What the blog handlers get: readers, the clock, and access to actors and history.
 */
import type { DirectoryReader } from '../../../blogs/directory/reader.js';
import type { MentionsDialogue } from '../../../blogs/mentions/codec.js';
import type { MentionsReader } from '../../../blogs/mentions/reader.js';
import type { TopicsDialogue } from '../../../blogs/topics/codec.js';
import type { TopicsReader } from '../../../blogs/topics/reader.js';
import type { Ask } from '../../../engine/index/reader.js';
import { SECOND_MS } from '../../../kernel/clock.js';
import type { CatalogHistory } from '../../../news/catalog/answers/history.js';
import type { CatalogReader } from '../../../news/catalog/reader.js';
import type { KeyAuthenticator } from '../../http/service-options.js';
import type { ArticleLookup, ArticlePlace } from '../news/articles/article-lookup.js';
import type { ServiceSources } from '../sources.js';

/** Indices whose threads answer questions. */
export type BlogDialogues = {
  mentions: MentionsDialogue;
  topics: TopicsDialogue;
};

/** Articles as the news service, in the same process, shows them. */
interface NewsSide {
  catalog: CatalogReader;
  history: CatalogHistory;
  articles: ArticleLookup;
}

export interface BlogSources extends ServiceSources {
  directory: DirectoryReader;
  mentions: MentionsReader;
  topics: TopicsReader;
  news: NewsSide;
  /** Places of articles by canonical address; null for unknown and erased articles. */
  newsPlaces(urls: readonly string[]): Promise<(ArticlePlace | null)[]>;
  keys: KeyAuthenticator;
  readonly ask: Ask<BlogDialogues>;
  /** Whether the store can be read and written; may be slow or reject. */
  isAvailable(): Promise<boolean>;
}

/** The end of the current second, so that equal questions have equal answers. */
export function windowNowMs(nowMs: number): number {
  return Math.ceil(nowMs / SECOND_MS) * SECOND_MS;
}
