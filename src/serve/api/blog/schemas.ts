/**
 * Schemas that several blog routes share.
 */

import type { DirectoryReader, PostFilter } from '../../../blogs/directory/reader.js';
import { HTTP } from '../../../kernel/limits.js';
import { FEED_TYPES } from '../../../kernel/model/records.js';
import { type HttpError, notFound } from '../../http/errors.js';
import * as Type from '../schema.js';

const Uri = Type.String({ format: 'uri' });

/** A path below which our pages have their readable addresses. */
export const CanonicalPath = Type.String({
  pattern: '^/(blogs|topics)/[^/?#]+/$',
  description: 'Relative address of a readable page; absent while there is none',
});

export const Slug = Type.text('Blog code from the directory');

export const Q = Type.freeText(
  100,
  'Text that the name or title contains, as it is: neither a pattern nor a list of words. Upper and lower case, full and half width are the same',
);

export const Limit = Type.within(1, 200, 50);

export const Cursor = Type.freeText(
  HTTP.cursorMax,
  '`nextCursor` of the page before, unmodified and with the same other parameters',
);

export const NextCursor = Type.textOrNull('Null on the last page');

export const Article = Type.named('Article', {
  id: Type.Integer(),
  title: Type.text('Original title'),
  url: Type.String({ format: 'uri', description: 'Address of the original' }),
  author: Type.textOrNull('Byline of the original site; equal ones may be different people'),
  publishedAt: Type.nullable(Type.DateTime),
  updatedAt: Type.nullable(Type.DateTime),
  imageUrl: Type.nullable(Uri, 'Address of its picture; null when it has none'),
  blogSlug: Type.String(),
  blogName: Type.String(),
  summary: Type.String({ maxLength: 500, description: 'Plain text' }),
  observedAt: Type.nullable(
    Type.DateTime,
    'When the article was first seen; null when that is not known',
  ),
  iconUrl: Type.nullable(Uri),
  blogCanonicalPath: Type.Optional(CanonicalPath),
});

const blogFields = {
  id: Type.Integer(),
  slug: Type.text('Blog code; it never changes'),
  name: Type.String(),
  url: Type.String({ format: 'uri', description: "This service's own page of the blog" }),
  sourceUrl: Type.nullable(
    Type.String({ format: 'uri', description: 'Home page of the original site' }),
  ),
  category: Type.text("The source's own category, not authoritative"),
  description: Type.String({ maxLength: 500 }),
  iconUrl: Type.nullable(Uri),
  discoveredAt: Type.nullable(
    Type.DateTime,
    'When the blog was found; null when that is not known',
  ),
  lastCrawlSuccessAt: Type.nullable(
    Type.DateTime,
    'Last successful crawl; null when there was none',
  ),
  lastPublishedAt: Type.nullable(Type.DateTime),
  expectedIntervalHours: Type.integer('Expected hours between two posts'),
  canonicalPath: Type.Optional(CanonicalPath),
};

export const Blog = Type.named('Blog', blogFields);

export const BlogDetail = Type.named('BlogDetail', {
  ...blogFields,
  feeds: Type.listed('Feeds of the original', {
    url: Type.text('Address of the feed at the original site'),
    type: Type.oneOf(FEED_TYPES, 'Format of the feed'),
  }),
});

export const BlogErrorBody = Type.named('Error', {
  error: Type.text('Stable error code'),
  detail: Type.optionalText(
    'For people: what was wrong, what is allowed, and an example. It may change',
  ),
});

const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');

/** The newest posts of a filter as values, and whether these are all. */
export function newestPosts(
  directory: DirectoryReader,
  filter: PostFilter,
  limit: number,
): { posts: Type.Static<typeof Article>[]; isLast: boolean } {
  const { slices, next } = directory.posts(filter, null, limit);
  const bytes = directory.frame(OPEN, slices, CLOSE).render();
  return { posts: JSON.parse(Buffer.from(bytes).toString()), isLast: next === null };
}

export function noSuchBlog(): HttpError {
  return notFound('there is no such blog; /api/v1/blogs lists them');
}
