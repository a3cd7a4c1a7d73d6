/**
 * Schemas that several blog routes share.
 */

import { HTTP } from '../../../kernel/limits.js';
import { FEED_TYPES } from '../../../kernel/model/records.js';
import * as Type from '../../http/type.js';
import { DateTime } from '../news/schemas.js';
import { freeText, integer, listed, named, nullable, oneOf, text, within } from '../schema.js';

const Uri = Type.String({ format: 'uri' });

/** A path below which a page of ours has its readable address. */
export const CanonicalPath = Type.String({
  pattern: '^/(blogs|topics)/[^/?#]+/$',
  description: 'Relative address of a readable page; absent while there is none',
});

export const Slug = text('Blog code from the directory');

/** Text that a title or name contains. */
export const Q = freeText(
  100,
  'Text that the name or title contains, as it is: neither a pattern nor a list of words. Upper and lower case, full and half width are the same',
);

export const Limit = within(1, 200, 50);

export const Cursor = freeText(
  HTTP.cursorMax,
  '`nextCursor` of the page before, unmodified and with the same other parameters',
);

export const NextCursor = nullable(text('Null on the last page'));

export const Article = named('Article', {
  id: Type.Integer(),
  title: text('Original title'),
  url: Type.String({ format: 'uri', description: 'Address of the original' }),
  author: nullable(text('Byline of the original site; equal ones may be different people')),
  publishedAt: nullable(DateTime),
  updatedAt: nullable(DateTime),
  imageUrl: nullable(Uri, 'Address of its picture; null when it has none'),
  blogSlug: Type.String(),
  blogName: Type.String(),
  summary: Type.String({ maxLength: 500, description: 'Plain text' }),
  observedAt: nullable(DateTime, 'When the article was first seen; null when that is not known'),
  iconUrl: nullable(Uri),
  blogCanonicalPath: Type.Optional(CanonicalPath),
});

const blogFields = {
  id: Type.Integer(),
  slug: text('Blog code; it never changes'),
  name: Type.String(),
  url: Type.String({ format: 'uri', description: "This service's own page of the blog" }),
  sourceUrl: nullable(
    Type.String({ format: 'uri', description: 'Home page of the original site' }),
  ),
  category: text("The source's own category, not authoritative"),
  description: Type.String({ maxLength: 500 }),
  iconUrl: nullable(Uri),
  discoveredAt: nullable(DateTime, 'When the blog was found; null when that is not known'),
  lastCrawlSuccessAt: nullable(DateTime, 'Last successful crawl; null when there was none'),
  lastPublishedAt: nullable(DateTime),
  expectedIntervalHours: integer('Expected hours between two posts'),
  canonicalPath: Type.Optional(CanonicalPath),
};

export const Blog = named('Blog', blogFields);

export const BlogDetail = named('BlogDetail', {
  ...blogFields,
  feeds: listed('Feeds of the original', {
    url: text('Address of the feed at the original site'),
    type: oneOf(FEED_TYPES, 'Format of the feed'),
  }),
});

export const BlogErrorBody = named('Error', {
  error: text('Stable error code'),
  detail: Type.Optional(
    text('For people: what was wrong, what is allowed, and an example. It may change'),
  ),
});
