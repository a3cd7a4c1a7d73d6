/** Questions in the words of the API as the catalog takes them. */
import { columnKeysOfTag } from '../../../src/news/catalog/codec.js';
import type { ArticleFilter } from '../../../src/news/catalog/reader.js';
import type { Question } from './oracle.js';
import type { World } from './world.js';

/** The filter of a question; null when the directory does not know what it names. */
export function filterOf({ reader }: World, asked: Question): ArticleFilter | null {
  const { scope, tag, q, sinceMs, untilMs, nowMs } = asked;
  const { directory } = reader;
  let media: ArticleFilter['media'] = null;
  if (scope !== null && 'camp' in scope) media = directory.campMask(scope.camp);
  if (scope !== null && 'category' in scope) {
    media = directory.categoryMask(scope.category);
    if (media === null) return null;
  }
  if (scope !== null && 'codes' in scope) {
    const mask = directory.mediaMask(scope.codes);
    if ('unknown' in mask) return null;
    media = mask;
  }
  const needle = q === null ? null : reader.needleOf(q);
  return {
    sinceMs,
    untilMs,
    nowMs,
    media,
    needle,
    tagKeys: tag === null ? null : columnKeysOfTag(tag),
  };
}
