/**
 * `/feeds/articles.xml` and `.json` of the blog service: articles, of all blogs or of one blog.
 */

import { DAY_MS } from '../../../kernel/clock.js';
import { notFound } from '../../http/errors.js';
import type { Route } from '../../http/route.js';
import { FEED_LIMIT, feedRoutes, listFeedRoutes } from '../feeds.js';
import * as Type from '../schema.js';
import { type Blog, newestPosts, Q } from './schemas.js';
import { type BlogSources, windowNowMs } from './sources.js';
import type { Topics } from './topics-schemas.js';

/** The longest window of lists. */
const WINDOW_MS = 90 * DAY_MS;

const DECLARED = {
  summary: 'Articles as a feed',
  tag: 'articles',
  query: {
    q: Q,
    blog: Type.optionalText('Blog code: only articles of this blog'),
    limit: Type.within(1, 200, FEED_LIMIT),
  },
  errors: { 400: '`invalid_query`', 404: '`not_found`: there is no such blog' },
};

export function blogFeedRoutes(sources: BlogSources): Route[] {
  const { directory, clock } = sources;
  const host = { ...sources, cacheControl: 'no-store' };
  return feedRoutes(host, 'articles', DECLARED, async ({ query: { q, blog, limit } }) => {
    const known = blog === undefined ? null : directory.bySlug(blog);
    if (blog !== undefined && known === null) throw notFound('there is no such blog');
    const untilMs = windowNowMs(clock.nowMs()) + 1;
    const filter = {
      ...{ sinceMs: untilMs - WINDOW_MS, untilMs },
      blog: known?.id ?? null,
      needle: q ? directory.needleOf(q) : null,
    };
    const { posts } = newestPosts(directory, filter, limit);
    const entries = posts.map((post) => ({
      ...{ title: post.title, url: post.url, publishedAt: post.publishedAt },
      ...{ summary: post.summary === '' ? null : post.summary, image: post.imageUrl },
      author: post.author ?? post.blogName,
      tags: [],
    }));
    return { title: known === null ? 'Tagwire: blogs' : `Tagwire: ${known.name}`, entries };
  });
}

/**
 * `/feeds/topics` and `/feeds/blogs` of the blog service, as `.xml` and `.json`, with the parameters of
 * `/api/v1/topics` and `/api/v1/blogs`.
 */
type TopicList = Type.Static<typeof Topics>;
interface BlogList {
  items: Type.Static<typeof Blog>[];
}

export function blogListFeedRoutes(
  sources: BlogSources,
  lists: { topics: Route; blogs: Route },
): Route[] {
  const host = { ...sources, cacheControl: 'no-store' };
  return [
    ...listFeedRoutes(host, {
      name: 'topics',
      title: 'Tagwire: topics of blogs',
      list: lists.topics,
      entries: ({ items, generatedAt }: TopicList) =>
        items.flatMap(({ label, url, blogs, posts }) => {
          if (url === undefined) return [];
          const summary = `${posts} articles of ${blogs} blogs`;
          const nothing = { image: null, author: null };
          return [
            { title: label, url, publishedAt: generatedAt, summary, ...nothing, tags: [label] },
          ];
        }),
    }),
    ...listFeedRoutes(host, {
      name: 'blogs',
      title: 'Tagwire: blogs',
      list: lists.blogs,
      entries: ({ items }: BlogList) =>
        items.map(({ name, url, discoveredAt, description, category, iconUrl }) => ({
          title: name,
          url,
          publishedAt: discoveredAt,
          summary: description === '' ? null : description,
          image: iconUrl,
          author: name,
          tags: category === '' ? [] : [category],
        })),
    }),
  ];
}
