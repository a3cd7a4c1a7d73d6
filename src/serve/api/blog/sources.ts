/**
 * What the blog handlers are given: readers, the clock, and the way to actors and history.
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

/** Indices that answer in their threads. */
export type BlogDialogues = {
  mentions: MentionsDialogue;
  topics: TopicsDialogue;
};

/** Articles as the news service, which runs in the same process, shows them. */
interface NewsSide {
  catalog: CatalogReader;
  history: CatalogHistory;
  articles: ArticleLookup;
}

export interface BlogSources extends ServiceSources {
  directory: DirectoryReader;
  mentions: MentionsReader;
  topics: TopicsReader;
  /** What is read of the news: articles as their service shows them. */
  news: NewsSide;
  /** Where articles lie, by canonical address; null for what was never seen or is gone. */
  newsPlaces(urls: readonly string[]): Promise<(ArticlePlace | null)[]>;
  /** Decides on API keys. */
  keys: KeyAuthenticator;
  readonly ask: Ask<BlogDialogues>;
  /** Whether the store answers and can be written; may take its time or fail. */
  isAvailable(): Promise<boolean>;
}

/** The end of the running second, so that equal questions are equal. */
export function windowNowMs(nowMs: number): number {
  return Math.ceil(nowMs / SECOND_MS) * SECOND_MS;
}
