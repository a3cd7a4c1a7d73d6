/**
 * Which articles count for a media: what a publisher published, what a discovery source found.
 */
import type { MediaRecord } from '../../../../kernel/model/records.js';
import type { MediaRole } from '../../../../news/media/reader.js';

export function roleOf({ sourceKind }: MediaRecord): MediaRole {
  return sourceKind === 'discovery' ? 'found' : 'published';
}
