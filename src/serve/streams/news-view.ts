/**
 * What the news service shows, for its changes: articles as lists show them, and media.
 */
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
