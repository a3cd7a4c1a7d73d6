/**
 * The tag in a path, which all endpoints of one tag read in the same way.
 */
import Type from 'typebox';
import { invalidQuery, notFound } from '../../http/errors.js';
import { normalTag } from '../../model/tag.js';
import type { CatalogReader } from '../../news/catalog/reader.js';

export const TagParameter = {
  tag: Type.String({ description: 'Tag; case and width make no difference' }),
};

export const MALFORMED_TAG = 'The tag is not 1 to 40 characters long, or a parameter is malformed';

/** The normal form of a tag. @throws HttpError 400 when the text is no tag. */
export function normalTagOf(text: string): string {
  const tag = normalTag(text);
  if (tag === null) throw invalidQuery('tag must be a tag of 1 to 40 characters');
  return tag;
}

/** @throws HttpError 404 when there is no such ranking category. */
export function checkCategory({ directory }: CatalogReader, category: string): void {
  if (directory.categoryMask(category) === null) {
    throw notFound(`category: there is no category "${category.slice(0, CATEGORY_SHOWN_MAX)}"`);
  }
}

/** Keys are at most this long; a longer one from outside need not be repeated. */
const CATEGORY_SHOWN_MAX = 64;
