/**
 * Looks up the `meta` elements of a page by name, property or itemprop.
 */
import { withoutLeftEntities } from '../feed-text.js';
import type { Attributes } from './scan.js';

/** Metadata of one name, whatever attribute names it. */
export function metaValue(metas: readonly Attributes[], ...names: string[]): string | null {
  return metaValues(metas, ...names)[0] ?? null;
}

/** All values of these names; a name that stands earlier gives its values first. */
export function metaValues(metas: readonly Attributes[], ...names: string[]): string[] {
  return names.flatMap((name) =>
    metas.flatMap((meta) => {
      const value = (meta.content ?? meta.value ?? '').trim();
      return value !== '' && isNamed(meta, name) ? [withoutLeftEntities(value)] : [];
    }),
  );
}

function isNamed({ name, property, itemprop }: Attributes, wanted: string): boolean {
  return [name, property, itemprop].some((one) => one?.trim().toLowerCase() === wanted);
}

/** Whether a `rel` attribute has a word, in lower case. */
export function isRel(rel: string | null | undefined, word: string): boolean {
  return rel?.toLowerCase().split(/\s+/).includes(word) === true;
}
