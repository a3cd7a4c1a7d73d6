/**
 * Schemas that several blog routes share.
 */
import Type from 'typebox';
import { HTTP } from '../../kernel/limits.js';
import { FEED_TYPES } from '../../model/records.js';
import { DateTime, nullable } from '../news/schemas.js';

const Uri = Type.String({ format: 'uri' });

/** A path below which a page of ours has its readable address. */
export const CanonicalPath = Type.String({
  pattern: '^/(blogs|topics)/[^/?#]+/$',
  description: 'Relative address of a readable page; absent while there is none',
});

export const Slug = Type.String({ description: 'Blog code from the directory' });

/** Text that a title or name contains. */
export const Q = Type.Optional(
  Type.String({
    minLength: 0,
    maxLength: 100,
    description:
      'Text that the name or title contains, as it is: neither a pattern nor a list of words. Upper and lower case, full and half width are the same',
  }),
);

export const Limit = Type.Integer({ minimum: 1, maximum: 200, default: 50 });

export const Cursor = Type.Optional(
  Type.String({
    minLength: 0,
    maxLength: HTTP.cursorMax,
    description: '`nextCursor` of the page before, unmodified and with the same other parameters',
  }),
);

export const NextCursor = nullable(Type.String({ description: 'Null on the last page' }));

export const Article = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String({ description: 'Original title' }),
    url: Type.String({ format: 'uri', description: 'Address of the original' }),
    author: nullable(
      Type.String({
        description: 'Byline of the original site; equal ones may be different people',
      }),
    ),
    publishedAt: nullable(DateTime),
    updatedAt: nullable(DateTime),
    imageUrl: nullable(Uri),
    blogSlug: Type.String(),
    blogName: Type.String(),
    summary: Type.String({ maxLength: 500, description: 'Plain text' }),
    observedAt: nullable(DateTime),
    iconUrl: nullable(Uri),
    blogCanonicalPath: Type.Optional(CanonicalPath),
  },
  { $id: 'Article' },
);

const blogFields = {
  id: Type.Integer(),
  slug: Type.String({ description: 'Blog code; it never changes' }),
  name: Type.String(),
  url: Type.String({ format: 'uri', description: "This service's own page of the blog" }),
  sourceUrl: nullable(
    Type.String({ format: 'uri', description: 'Home page of the original site' }),
  ),
  category: Type.String({ description: "The source's own category, not authoritative" }),
  description: Type.String({ maxLength: 500 }),
  iconUrl: nullable(Uri),
  discoveredAt: nullable(DateTime),
  lastCrawlSuccessAt: nullable(DateTime),
  lastPublishedAt: nullable(DateTime),
  expectedIntervalHours: Type.Integer({ description: 'Expected hours between two posts' }),
  canonicalPath: Type.Optional(CanonicalPath),
};

export const Blog = Type.Object(blogFields, { $id: 'Blog' });

export const BlogDetail = Type.Object(
  {
    ...blogFields,
    feeds: Type.Array(
      Type.Object({
        url: Type.String({ description: 'Address of the feed at the original site' }),
        type: Type.Enum([...FEED_TYPES]),
      }),
    ),
  },
  { $id: 'BlogDetail' },
);

export const BlogErrorBody = Type.Object(
  {
    error: Type.String({ description: 'Stable error code' }),
    detail: Type.Optional(
      Type.String({
        description: 'For people: what was wrong, what is allowed, and an example. It may change',
      }),
    ),
  },
  { $id: 'Error' },
);
