/**
 * Parameters that several news routes parse and check in the same way: names of media, categories
 * and tags, and `at`.
 *
 * An answer about a past hour (`at`) is the answer of the service at a full hour, without items
 * that are hidden now. It is computed from current data: an article belongs to a past hour when its
 * id existed by then. Its time, tags and text are the current ones, and so is the registry of
 * media. Unknown values of a past hour are null, and `past.notKept` names them.
 */

import { isoOf, parseInstant, utcHourOf } from '../../../kernel/clock.js';
import type { MediaRecord } from '../../../kernel/model/records.js';
import { normalTag } from '../../../kernel/text/tag.js';
import type { CatalogReader } from '../../../news/catalog/reader.js';
import type { MediaRole } from '../../../news/media/reader.js';
import { type HttpError, invalidQuery, notFound, quoted } from '../../http/errors.js';
import * as Type from '../schema.js';
import type { NewsSources } from './sources.js';

/** The media in a path. @throws HttpError 404. */
export function knownMedia({ catalog }: Pick<NewsSources, 'catalog'>, code: string): MediaRecord {
  const record = catalog.directory.mediaOf(code);
  if (record === null) throw notFound(messageOf('media', code));
  return record;
}

/** 400 for an unknown media in the parameter `name`. */
export function unknownMedia(name: string, code: string): HttpError {
  return invalidQuery(messageOf(name, code));
}

function messageOf(name: string, code: string): string {
  return `${name}: there is no media ${quoted(code)}; /api/v1/media lists the codes`;
}

/** Articles that count for a media: published by a publisher, found by a discovery source. */
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

/** The normal form of a tag. @throws HttpError 400 for a text that is no tag. */
export function normalTagOf(text: string): string {
  const tag = normalTag(text);
  if (tag === null)
    throw invalidQuery('tag must be a tag of 1 to 40 characters', 'tag=%E5%8F%B0%E7%81%A3');
  return tag;
}

/** @throws HttpError 404 for an unknown ranking category. */
export function checkCategory({ directory }: CatalogReader, category: string): void {
  if (directory.categoryMask(category) === null) {
    throw notFound(
      `category: there is no category ${quoted(category)}; /api/v1/categories lists them`,
    );
  }
}

export const AtHour = Type.optionalInstant(
  'What was said at the full hour at or before this time; now by default',
);

/** Part of an answer about a past hour. */
export const Past = Type.nullable(
  Type.named('Past', {
    hour: Type.instant('The full hour that the answer is of'),
    keptSince: Type.instant('No earlier hour can be asked for'),
    notKept: Type.Array(Type.text('A field'), {
      description: 'Fields that are null because they are not kept for the past',
    }),
    asToday: Type.Array(Type.text('A field, or what it follows from'), {
      description: 'What is told as it is today, whatever it was then',
    }),
  }),
);

/** Later updates, and outlets that were registered later, are not separated. */
const AS_TODAY = ['media', 'articles that were changed since'];

/** A full hour for which the set of known articles is known. */
export interface PastHour {
  hourMs: number;
  /** Articles with this id or a higher one did not exist. */
  nextId: number;
}

/**
 * The hour of `at`; null for an answer of now, also where `at` is in the future.
 * @throws HttpError 404 when the articles of that hour are not known.
 */
export function pastHourOf(
  { media, clock }: Pick<NewsSources, 'media' | 'clock'>,
  at: string | undefined,
): PastHour | null {
  const atMs = at === undefined ? Number.POSITIVE_INFINITY : parseInstant(at)!;
  if (atMs >= clock.nowMs()) return null;
  const hourMs = utcHourOf(atMs);
  const nextId = media.nextIdAt(hourMs);
  if (nextId !== null) return { hourMs, nextId };
  const sinceMs = media.knownSinceMs;
  const known =
    sinceMs === null ? 'no hour is known yet' : `the first hour that is known is ${isoOf(sinceMs)}`;
  throw notFound(`at: it is not known what was said at ${isoOf(hourMs)}: ${known}`);
}

/** `Past` of an answer; null for an answer of now. */
export function pastOf(
  { media }: Pick<NewsSources, 'media'>,
  past: PastHour | null,
  notKept: readonly string[] = [],
  asToday: readonly string[] = AS_TODAY,
): Type.Static<typeof Past> {
  if (past === null) return null;
  const keptSince = isoOf(media.knownSinceMs ?? past.hourMs);
  return { hour: isoOf(past.hourMs), keptSince, notKept: [...notKept], asToday: [...asToday] };
}
