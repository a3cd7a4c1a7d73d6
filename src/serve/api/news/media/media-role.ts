/**
 * Which articles count for a media: what a publisher published, what a discovery source found.
 */
import type { MediaRecord } from '../../../../kernel/model/records.js';
import type { Role } from '../../../../news/media/reader.js';

export function roleOf({ sourceKind }: MediaRecord): Role {
  return sourceKind === 'discovery' ? 'found' : 'published';
}
