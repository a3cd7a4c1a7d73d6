/**
 * The tag in a path, which all endpoints of one tag read in the same way.
 */

import { normalTag } from '../../../../kernel/text/tag.js';
import type { CatalogReader } from '../../../../news/catalog/reader.js';
import { invalidQuery, notFound, quoted } from '../../../http/errors.js';
import { text } from '../../schema.js';

export const TagParameter = {
  tag: text('Tag; case and width make no difference'),
};

export const MALFORMED_TAG = 'The tag is not 1 to 40 characters long, or a parameter is malformed';

/** The normal form of a tag. @throws HttpError 400 when the text is no tag. */
export function normalTagOf(text: string): string {
  const tag = normalTag(text);
  if (tag === null)
    throw invalidQuery('tag must be a tag of 1 to 40 characters', 'tag=%E5%8F%B0%E7%81%A3');
  return tag;
}

/** @throws HttpError 404 when there is no such ranking category. */
export function checkCategory({ directory }: CatalogReader, category: string): void {
  if (directory.categoryMask(category) === null) {
    throw notFound(
      `category: there is no category ${quoted(category)}; /api/v1/categories lists them`,
    );
  }
}
