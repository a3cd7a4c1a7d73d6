/**
 * What the blog service shows, for its changes: posts as lists show them, and blogs without what each
 * crawl and each post changes of them.
 */
import type { DirectoryReader } from '../../blogs/directory/reader.js';
import type { FeedView } from './change-feed.js';

/** Members of a blog that are measured, not told by its record. */
const MEASURED = new Set(['lastCrawlSuccessAt', 'lastPublishedAt', 'expectedIntervalHours']);

export function blogView(directory: DirectoryReader): FeedView {
  return {
    kind: 'post',
    itemKind: 'article',
    ownerKind: 'blog',
    sequence: () => directory.sequence,
    arrived: (afterMs, untilMs) => directory.arrived(afterMs, untilMs),
    items: async (refs, nowMs) =>
      refs.map(({ id, sortMs }) => (sortMs > nowMs ? null : directory.itemOf(id, sortMs))),
    owner: (slug) => {
      const blog = directory.blogItem(slug);
      if (blog === null) return null;
      return Object.fromEntries(Object.entries(blog).filter(([name]) => !MEASURED.has(name)));
    },
  };
}
