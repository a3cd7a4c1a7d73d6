/**
 * Names in questions (media, categories, tags), which all routes read and refuse in the same way.
 */
import type { MediaRecord } from '../../../kernel/model/records.js';
import { normalTag } from '../../../kernel/text/tag.js';
import type { CatalogReader } from '../../../news/catalog/reader.js';
import type { MediaRole } from '../../../news/media/reader.js';
import { type HttpError, invalidQuery, notFound, quoted } from '../../http/errors.js';
import * as Type from '../schema.js';
import type { NewsSources } from './sources.js';

/** The media that a path names. @throws HttpError 404. */
export function knownMedia({ catalog }: Pick<NewsSources, 'catalog'>, code: string): MediaRecord {
  const record = catalog.directory.mediaOf(code);
  if (record === null) throw notFound(messageOf('media', code));
  return record;
}

/** 400 where the parameter `name` does. */
export function unknownMedia(name: string, code: string): HttpError {
  return invalidQuery(messageOf(name, code));
}

function messageOf(name: string, code: string): string {
  return `${name}: there is no media ${quoted(code)}; /api/v1/media lists the codes`;
}

/** Which articles count for a media: what a publisher published, what a discovery source found. */
export function roleOf({ sourceKind }: MediaRecord): MediaRole {
  return sourceKind === 'discovery' ? 'found' : 'published';
}

export const ArticleParameter = {
  id: Type.Integer({ minimum: 1, description: 'Article id' }),
};
export const ARTICLE_ERRORS = {
  400: 'The id is not a positive integer',
  404: 'There is no such article',
};

export const TagParameter = {
  tag: Type.text('Tag; case and width make no difference'),
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
