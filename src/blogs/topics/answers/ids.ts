/**
 * The ids of topics: `tag:` and the SHA-256 of the term as it is compared. Older ids name the term
 * itself: `tag:<term>` and `rss:<term>`.
 */
import { createHash } from 'node:crypto';
import { foldLetters, normalTag } from '../../../kernel/text/tag.js';

export const ID_PREFIX = 'tag:';
const LEGACY_PREFIXES = [ID_PREFIX, 'rss:'];
const CANONICAL = /^tag:[0-9a-f]{64}$/;

/** The id of a term as it is compared. */
export function idOfKey(key: string): string {
  return `${ID_PREFIX}${createHash('sha256').update(key).digest('hex')}`;
}

/** The id in its present form; null for what is no id of a topic. */
export function canonicalIdOf(id: string): string | null {
  if (CANONICAL.test(id)) return id;
  const prefix = LEGACY_PREFIXES.find((candidate) => id.startsWith(candidate));
  const tag = prefix === undefined ? null : normalTag(id.slice(prefix.length));
  return tag === null ? null : idOfKey(foldLetters(tag));
}

/** The readable address of a topic's page below the public address of the service. */
export function pageUrlOf(publicUrl: string, id: string): string {
  return `${publicUrl}/topics/${encodeURIComponent(id)}/`;
}
