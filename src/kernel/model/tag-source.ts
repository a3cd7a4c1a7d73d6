/** Whose tags an article shows. */
import type { NewsRecord } from './records.js';

export const TAG_SOURCES = ['derived', 'both'] as const;

/** A member of answers: absent where all tags are the outlet's own. */
export function tagSourceOf({ ownTags, tagMethod }: NewsRecord): {
  tagSource?: (typeof TAG_SOURCES)[number];
} {
  if (tagMethod === null) return {};
  return { tagSource: ownTags === null || ownTags.length === 0 ? 'derived' : 'both' };
}
