/**
 * Schemas that several news routes share.
 */
import Type from 'typebox';
import {
  BODY_STATUSES,
  CAMPS,
  CHECK_STATUSES,
  PORTAL_ITEM_KINDS,
  SOURCE_KINDS,
} from '../../model/records.js';
import { TAG_SOURCES } from '../../model/tag-source.js';

export const DateTime = Type.String({
  format: 'date-time',
  description: 'UTC, ISO 8601 with milliseconds and Z',
});

export const Camp = Type.Enum([...CAMPS], {
  description: 'Political camp of an outlet; `other` when it is in neither list',
});

export const SourceKind = Type.Enum([...SOURCE_KINDS], {
  description: 'A publisher, or a discovery source that finds articles of others',
});

/** A string that may be unknown. */
export function nullable<T extends Type.TSchema>(schema: T): Type.TUnion<[T, Type.TNull]> {
  return Type.Union([schema, Type.Null()]);
}

export const Publisher = Type.Object(
  {
    media: Type.String({ description: 'Media code' }),
    name: Type.String(),
    country: Type.String(),
    countryCode: Type.String({ description: '`INT` international, `ZZ` unconfirmed' }),
  },
  { $id: 'Publisher', description: 'The outlet that published an article' },
);

export const DiscoverySource = Type.Object(
  {
    media: Type.String({ description: 'Code of the discovery source, not of the publisher' }),
    title: Type.String(),
    url: Type.String({ description: 'Public page on which the article was found' }),
    discoveredAt: DateTime,
  },
  { $id: 'DiscoverySource' },
);

export const Attribution = Type.Object(
  {
    media: Type.String(),
    name: Type.String(),
    country: Type.String(),
    countryCode: Type.String(),
    evidence: Type.String({ description: 'The words that name the source' }),
    kind: Type.Literal('explicit'),
  },
  { $id: 'Attribution', description: 'A medium that the text names as its source' },
);

/** Status of an article's text as the API tells it: what is stored, or that its time is over. */
export const ContentStatus = Type.Enum([...BODY_STATUSES, 'expired']);

export const ErrorBody = Type.Object(
  { error: Type.String({ description: 'A sentence that names what was wrong' }) },
  { $id: 'Error' },
);

/** Whose tags an article carries. */
export const TagSource = Type.Optional(
  Type.Enum([...TAG_SOURCES], {
    description:
      "Present where tags were derived from title and lead: `derived` all of them, `both` those after the outlet's own",
  }),
);

/** An article as lists show it. */
export const ArticleItem = Type.Object(
  {
    id: Type.Integer(),
    media: Type.String({ description: 'Media code' }),
    mediaTitle: Type.String(),
    camp: Camp,
    title: Type.String(),
    description: nullable(Type.String({ description: 'Summary given by the outlet' })),
    url: Type.String({ description: 'Address of the original' }),
    image: nullable(Type.String()),
    publishedAt: DateTime,
    datePending: Type.Boolean({
      description:
        'True when the source gave no time and the page was not yet read: `publishedAt` is then the time of first sight',
    }),
    section: nullable(Type.String({ description: "The outlet's own section" })),
    tags: Type.Array(Type.String()),
    tagSource: TagSource,
  },
  { $id: 'Article' },
);

/** One address that a visit to a portal looked at. */
export const CheckSource = Type.Object(
  {
    url: Type.String(),
    kind: Type.Enum([...PORTAL_ITEM_KINDS]),
    items: Type.Integer({ description: 'Entries found there' }),
    pages: Type.Integer({ description: 'Pages read' }),
    error: nullable(Type.String({ description: 'Null when it went well' })),
  },
  { $id: 'CheckSource' },
);

/** Topics and features of a media, as the collection statistics show them. */
export const MediaTopics = Type.Object(
  {
    media: Type.String({ description: 'Code that the topic crawler uses' }),
    sources: Type.Array(CheckSource),
    checkedAt: nullable(DateTime),
    lastSuccessAt: nullable(DateTime),
    status: Type.Enum([...CHECK_STATUSES]),
    counts: Type.Object({ topic: Type.Integer(), feature: Type.Integer() }),
    rulesUrl: Type.String({ description: 'Where the rules of the topic crawler stand' }),
  },
  { $id: 'MediaTopics', description: 'How the portal of a media is tracked' },
);
export type MediaTopics = Type.Static<typeof MediaTopics>;
