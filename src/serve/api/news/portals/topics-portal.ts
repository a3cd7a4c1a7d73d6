/**
 * Portals of media as answers show them: checks, counts, links, and what the statistics say.
 */
import type Type from 'typebox';
import { isoOf, isoOrNull } from '../../../../kernel/clock.js';
import type { MediaRecord } from '../../../../kernel/model/records.js';
import type { CatalogReader } from '../../../../news/catalog/reader.js';
import { isStale, type PortalsReader } from '../../../../news/portals/reader.js';
import type { TopicLists } from '../../../../news/portals/topic-lists.js';
import { rulesUrlOf } from '../media/media-rules.js';
import type { TrackedTopics } from '../sources.js';
import type { Check, Counts } from './topics-schemas.js';

/** Media whose portal is tracked: it is known, or something of it is. */
export function isTracked(portals: PortalsReader, { media, portal }: MediaRecord): boolean {
  return portal !== null || portals.tracks(media);
}

export function checkOf(
  portals: PortalsReader,
  media: string,
  nowMs: number,
): Type.Static<typeof Check> {
  const standing = portals.standingOf(media);
  const stale = isStale(standing, nowMs);
  if (standing === null) {
    const never = { checkedAt: null, lastSuccessAt: null, status: 'pending' as const };
    return { ...never, fetched: 0, stale, sources: [], error: null };
  }
  const { checkedMs, lastSuccessMs, status, fetched, sources, error } = standing;
  return {
    checkedAt: isoOf(checkedMs),
    lastSuccessAt: isoOrNull(lastSuccessMs),
    status,
    fetched,
    stale,
    sources: [...sources],
    error,
  };
}

/** Items of a media, sub-topics and ended ones among them. */
export function countsOf(lists: TopicLists, media: string): Type.Static<typeof Counts> {
  const { topic, feature } = lists.of(media);
  return { topic: topic.length, feature: feature.length };
}

/** The page that lists a media's topics, or the best that is known instead. */
export function portalLinkOf(
  portals: PortalsReader,
  { media, portal, homepage }: MediaRecord,
  publicUrl: string,
): string {
  const checked = portals.standingOf(media)?.sources[0]?.url;
  const listed = portal?.link ?? portal?.sources[0]?.url ?? checked;
  return listed ?? homepage ?? rulesUrlOf(publicUrl, media);
}

/** What the collection statistics show of portals. */
export function trackedTopics(
  { catalog, portals }: { catalog: CatalogReader; portals: PortalsReader },
  publicUrl: string,
): TrackedTopics {
  return {
    get generation() {
      return portals.listsGeneration;
    },
    topicsOf: (media, nowMs) => {
      const record = catalog.directory.mediaOf(media);
      if (record === null || !isTracked(portals, record)) return null;
      const { sources, checkedAt, lastSuccessAt, status } = checkOf(portals, media, nowMs);
      const rulesUrl = record.portal?.rulesUrl ?? rulesUrlOf(publicUrl, media);
      const counts = countsOf(portals.lists(nowMs), media);
      return { media, sources, checkedAt, lastSuccessAt, status, counts, rulesUrl };
    },
  };
}
