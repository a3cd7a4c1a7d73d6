/**
 * Schemas that several news routes share.
 */

import {
  BODY_STATUSES,
  CAMPS,
  CHECK_STATUSES,
  PORTAL_ITEM_KINDS,
  SOURCE_KINDS,
  TAG_SOURCES,
} from '../../../kernel/model/records.js';
import * as Type from '../../http/type.js';
import {
  arrayOf,
  decimal,
  described,
  flag,
  instant,
  integer,
  named,
  nullable,
  oneOf,
  text,
} from '../schema.js';

export const DateTime = instant('UTC, ISO 8601 with milliseconds and Z');

export const Camp = oneOf(CAMPS, 'Political camp of an outlet; `other` when it is in neither list');

export const SourceKind = oneOf(
  SOURCE_KINDS,
  'A publisher, or a discovery source that finds articles of others',
);

export const Publisher = named('Publisher', 'The outlet that published an article', {
  media: text('Media code'),
  name: Type.String(),
  country: Type.String(),
  countryCode: text('`INT` international, `ZZ` unconfirmed'),
});

export const DiscoverySource = named('DiscoverySource', {
  media: text('Code of the discovery source, not of the publisher'),
  title: text('Name of the discovery source'),
  url: text('Public page on which the article was found'),
  discoveredAt: DateTime,
});

export const Attribution = named('Attribution', 'A medium that the text names as its source', {
  media: Type.String(),
  name: Type.String(),
  country: Type.String(),
  countryCode: Type.String(),
  evidence: text('The words that name the source'),
  kind: Type.Literal('explicit'),
});

/** Status of an article's text as the API tells it: what is stored, or that its time is over. */
export const ContentStatus = Type.Enum([...BODY_STATUSES, 'expired']);

export const ErrorBody = named('Error', { error: text('A sentence that names what was wrong') });

/** Whose tags an article carries. */
export const TagSource = Type.Optional(
  oneOf(
    TAG_SOURCES,
    "Present where tags were derived from title and lead: `derived` all of them, `both` those after the outlet's own",
  ),
);

/** What an article is written in. */
export const Language = Type.Optional(
  text('Language that the article is written in, as `en`; absent where it is not known'),
);

/** What names an article wherever one is named. */
export const ARTICLE_NAME = {
  id: Type.Integer(),
  media: text('Media code'),
  mediaTitle: text('Name of the outlet'),
  title: Type.String(),
  url: text('Address of the original'),
  publishedAt: DateTime,
};

/** A near copy that is not shown by itself. */
export const SimilarArticle = named('SimilarArticle', ARTICLE_NAME);

/** What an entry of a folded list stands for. */
const Similar = described(
  'Near copies that the list would show, too; in lists with `fold=similar`',
  {
    articles: integer('Further articles'),
    outlets: integer('Further outlets that they are of'),
    named: arrayOf(SimilarArticle, 'The earliest first', 20),
  },
);

/** An article as lists show it. */
export const ArticleItem = named('Article', {
  id: Type.Integer(),
  media: text('Media code'),
  mediaTitle: Type.String(),
  camp: Camp,
  title: Type.String(),
  description: nullable(text('Summary given by the outlet')),
  url: text('Address of the original'),
  image: nullable(Type.String()),
  publishedAt: DateTime,
  datePending: flag(
    'True when the source gave no time and the page was not yet read: `publishedAt` is then the time of first sight',
  ),
  section: nullable(text("The outlet's own section")),
  tags: Type.Array(Type.String()),
  tagSource: TagSource,
  lang: Language,
  similar: Type.Optional(Similar),
  relevance: Type.Optional(decimal('Its score in a search with `order=relevance`')),
});

/** One address that a visit to a portal looked at. */
export const CheckSource = named('CheckSource', {
  url: Type.String(),
  kind: Type.Enum([...PORTAL_ITEM_KINDS]),
  items: integer('Entries found there'),
  pages: integer('Pages read'),
  error: nullable(text('Null when it went well')),
});

/** Topics and features of a media, as the collection statistics show them. */
export const MediaTopics = named('MediaTopics', 'How the portal of a media is tracked', {
  media: text('Code that the topic crawler uses'),
  sources: Type.Array(CheckSource),
  checkedAt: nullable(DateTime),
  lastSuccessAt: nullable(DateTime),
  status: Type.Enum([...CHECK_STATUSES]),
  counts: Type.Object({ topic: Type.Integer(), feature: Type.Integer() }),
  rulesUrl: text('Where the rules of the topic crawler stand'),
});
export type MediaTopics = Type.Static<typeof MediaTopics>;
