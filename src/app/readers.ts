/** Puts the Google Reader API beside the blog service, and tells it of both services of this process. */
import { systemMonotonic } from '../kernel/clock.js';
import type { BlogSources } from '../serve/api/blog/sources.js';
import type { NewsSources } from '../serve/api/news/sources.js';
import type { ServiceContext } from '../serve/api/services.js';
import type { Service } from '../serve/http/service-options.js';
import { ReaderEndpoint, withReader } from '../serve/reader/endpoint.js';
import type { Backend } from '../serve/web/backend.js';

/** What both services are made of. */
export interface Sources {
  news: NewsSources;
  blogs: BlogSources;
}

/** The blog service, pages and all, with what readers of feeds ask. */
export function withReaders(
  outer: Service,
  { news, blogs }: Sources,
  backend: Backend,
  secret: Uint8Array,
  { config, logger, ready, metrics }: ServiceContext,
): Service {
  const { accounts, ask, askNews, blogsOfList } = backend;
  const endpoint = new ReaderEndpoint({
    ...{ accounts, ask, askNews, blogsOfList, news, blogs, secret, logger, ready, metrics },
    clock: blogs.clock,
    monotonic: systemMonotonic,
    publicUrl: blogs.publicUrl,
    newsUrl: news.publicUrl,
    trustedProxies: config.trustedProxies,
  });
  return withReader(outer, endpoint);
}
