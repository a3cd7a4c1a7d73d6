/**
 * What each service reads of the other one. Both run in one process; what either shows of the other is joined
 * from the other's readers, so it is what the other shows itself.
 *
 * Not here: questions (news/blogs, blog/reading.ts). It names readers and no handlers, so neither service's
 * sources depend on those of the other.
 */
import type { DirectoryReader } from '../../blogs/directory/reader.js';
import type { MentionsDialogue } from '../../blogs/mentions/codec.js';
import type { MentionsReader } from '../../blogs/mentions/reader.js';
import type { TopicsDialogue } from '../../blogs/topics/codec.js';
import type { Ask } from '../../engine/index/reader.js';
import type { CatalogHistory } from '../../news/catalog/history.js';
import type { CatalogReader } from '../../news/catalog/reader.js';
import type { ArticleLookup } from './news/articles/article-lookup.js';

/** Who links to articles, and posts as the blog service shows them. */
export interface BlogSide {
  directory: DirectoryReader;
  mentions: MentionsReader;
  readonly ask: Ask<{ mentions: MentionsDialogue; topics: TopicsDialogue }>;
}

/** Articles as the news service shows them. */
export interface NewsSide {
  catalog: CatalogReader;
  history: CatalogHistory;
  articles: ArticleLookup;
}
