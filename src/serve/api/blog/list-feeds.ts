/**
 * `/feeds/topics` and `/feeds/blogs` of the blog service, as `.xml` and `.json`, with the parameters of
 * `/api/v1/topics` and `/api/v1/blogs`.
 */
import type Type from 'typebox';
import type { Route } from '../../http/route.js';
import { listFeedRoutes } from '../list-feeds.js';
import type { Blog } from './schemas.js';
import type { BlogSources } from './sources.js';
import type { Topics } from './topics-schemas.js';

type TopicList = Type.Static<typeof Topics>;
interface BlogList {
  items: Type.Static<typeof Blog>[];
}

export function blogListFeedRoutes(
  { publicUrl, hubLinks, version }: BlogSources,
  lists: { topics: Route; blogs: Route },
): Route[] {
  const host = { publicUrl, hubLinks, version, cacheControl: 'no-store' };
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
