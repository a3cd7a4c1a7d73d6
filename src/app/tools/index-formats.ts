/**
 * The formats of every index's snapshots that this version reads, for commands that look at a store without
 * opening its indices.
 */
import { DIRECTORY_READS_FROM, DIRECTORY_VERSION } from '../../blogs/directory/codec.js';
import { MENTIONS_READS_FROM, MENTIONS_VERSION } from '../../blogs/mentions/codec.js';
import { TOPICS_READS_FROM, TOPICS_VERSION } from '../../blogs/topics/codec.js';
import { CATALOG_READS_FROM, CATALOG_VERSION } from '../../news/catalog/codec.js';
import { EVENTS_READS_FROM, EVENTS_VERSION } from '../../news/events/codec.js';
import { MEDIA_READS_FROM, MEDIA_VERSION } from '../../news/media/codec.js';
import { PORTALS_READS_FROM, PORTALS_VERSION } from '../../news/portals/codec.js';
import { SIMILARITY_READS_FROM, SIMILARITY_VERSION } from '../../news/similarity/codec.js';
import { TAGS_READS_FROM, TAGS_VERSION } from '../../news/tags/codec.js';
import type { ReadFormats } from '../../store/repair/snapshot-check.js';
import type { IndexName } from '../indices.js';

const VERSIONS: { readonly [N in IndexName]: readonly [number, number] } = {
  catalog: [CATALOG_READS_FROM, CATALOG_VERSION],
  media: [MEDIA_READS_FROM, MEDIA_VERSION],
  tags: [TAGS_READS_FROM, TAGS_VERSION],
  events: [EVENTS_READS_FROM, EVENTS_VERSION],
  portals: [PORTALS_READS_FROM, PORTALS_VERSION],
  similarity: [SIMILARITY_READS_FROM, SIMILARITY_VERSION],
  directory: [DIRECTORY_READS_FROM, DIRECTORY_VERSION],
  mentions: [MENTIONS_READS_FROM, MENTIONS_VERSION],
  topics: [TOPICS_READS_FROM, TOPICS_VERSION],
};

/** Indices that need bodies, as their writers say (`bodies`). */
const NEEDING_BODIES: ReadonlySet<string> = new Set(['similarity', 'directory', 'topics']);

export const INDEX_FORMATS: readonly ReadFormats[] = Object.entries(VERSIONS).map(
  ([actor, [readsFrom, version]]) => ({
    actor,
    readsFrom,
    version,
    needsBodies: NEEDING_BODIES.has(actor),
  }),
);
