/**
 * What each service shows, for its changes: articles and posts as lists show them, media, and blogs without
 * what each crawl and each post changes of them.
 */
import type { DirectoryReader } from '../../blogs/directory/reader.js';
import { localDayStartMs } from '../../kernel/clock.js';
import type { CatalogHistory } from '../../news/catalog/history.js';
import type { CatalogReader } from '../../news/catalog/reader.js';
import type { FeedView, ItemRef } from './change-feed.js';

export function newsView(catalog: CatalogReader, history: CatalogHistory): FeedView {
  const isOnDisk = ({ sortMs }: ItemRef): boolean =>
    catalog.coldDay(localDayStartMs(sortMs)) !== null;
  return {
    kind: 'news',
    itemKind: 'article',
    ownerKind: 'media',
    sequence: () => catalog.sequence,
    arrived: (afterMs, untilMs) => catalog.arrived(afterMs, untilMs),
    items: async (refs, nowMs) => {
      if (refs.some(isOnDisk)) return history.find(refs, nowMs);
      return catalog.findAll(refs, nowMs);
    },
    owner: (code) => {
      const found = catalog.directory.mediaOf(code);
      if (found === null) return null;
      const { media, title, icon, camp, categories, sourceKind, country, countryCode } = found;
      const { enabled, external, syndicated } = found;
      return {
        ...{ media, title, icon, camp, categories, sourceKind, country, countryCode },
        ...{ enabled, external, syndicated },
      };
    },
  };
}

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
