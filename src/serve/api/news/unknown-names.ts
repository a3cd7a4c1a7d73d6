/**
 * Media that callers name, and errors about those that there are not, in one wording.
 */

import type { MediaRecord } from '../../../kernel/model/records.js';
import { type HttpError, invalidQuery, notFound, quoted } from '../../http/errors.js';
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
