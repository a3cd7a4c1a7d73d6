/** What the endpoint for readers gets. */
import type { Clock, Monotonic } from '../../kernel/clock.js';
import type { Accounts } from '../../store/accounts/accounts.js';
import type { BlogSources } from '../api/blog/sources.js';
import type { NewsSources } from '../api/news/sources.js';
import type { InnerAnswer } from '../http/service-options.js';

export interface ReaderSources {
  accounts: Accounts;
  clock: Clock;
  monotonic: Monotonic;
  news: NewsSources;
  blogs: BlogSources;
  /** The store's secret, the same on every node. */
  secret: Uint8Array;
  /** Base addresses of the blog service, which has this endpoint, and of the news service. */
  publicUrl: string;
  newsUrl: string;
  /** Call the APIs of the blog service and of the news service. */
  ask(target: string): Promise<InnerAnswer>;
  askNews(target: string): Promise<InnerAnswer>;
  blogsOfList(text: string): Promise<{ blogs: string[]; unknown: number }>;
}
