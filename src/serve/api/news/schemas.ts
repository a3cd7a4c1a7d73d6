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
import * as Type from '../schema.js';

export const Camp = Type.oneOf(
  CAMPS,
  'Political camp of an outlet; `other` when it is in neither list',
);

export const SourceKind = Type.oneOf(
  SOURCE_KINDS,
  'A publisher, or a discovery source that finds articles of others',
);

export const Publisher = Type.named('Publisher', 'The outlet that published an article', {
  media: Type.text('Media code'),
  name: Type.String(),
  country: Type.String(),
  countryCode: Type.text('`INT` international, `ZZ` unconfirmed'),
});

export const DiscoverySource = Type.named('DiscoverySource', {
  media: Type.text('Code of the discovery source, not of the publisher'),
  title: Type.text('Name of the discovery source'),
  url: Type.text('Public page on which the article was found'),
  discoveredAt: Type.DateTime,
});

export const Attribution = Type.named('Attribution', 'A medium that the text names as its source', {
  media: Type.String(),
  name: Type.String(),
  country: Type.String(),
  countryCode: Type.String(),
  evidence: Type.text('The words that name the source'),
  kind: Type.Literal('explicit'),
});

/** Status of an article's text in the API: that of the store, or `expired`. */
export const ContentStatus = Type.Enum([...BODY_STATUSES, 'expired']);

export const ErrorBody = Type.named('Error', {
  error: Type.text('A sentence that names what was wrong'),
});

/** Origin of an article's tags. */
export const TagSource = Type.Optional(
  Type.oneOf(
    TAG_SOURCES,
    "Present where tags were derived from title and lead: `derived` all of them, `both` those after the outlet's own",
  ),
);

export const Language = Type.optionalText(
  'Language that the article is written in, as `en`; absent where it is not known',
);

/** The fields that identify an article in every answer. */
export const ARTICLE_NAME = {
  id: Type.Integer(),
  media: Type.text('Media code'),
  mediaTitle: Type.text('Name of the outlet'),
  title: Type.String(),
  url: Type.text('Address of the original'),
  publishedAt: Type.DateTime,
};

/** A near copy, folded into another entry. */
export const SimilarArticle = Type.named('SimilarArticle', ARTICLE_NAME);

/** Near copies of an entry in a folded list. */
const Similar = Type.described(
  'Near copies that the list would show, too; in lists with `fold=similar`',
  {
    articles: Type.integer('Further articles'),
    outlets: Type.integer('Further outlets that they are of'),
    named: Type.arrayOf(SimilarArticle, 'The earliest first', 20),
  },
);

export const ArticleItem = Type.named('Article', {
  id: Type.Integer(),
  media: Type.text('Media code'),
  mediaTitle: Type.text('Name of the outlet'),
  camp: Camp,
  title: Type.String(),
  description: Type.textOrNull('Summary given by the outlet'),
  url: Type.text('Address of the original'),
  image: Type.nullable(Type.String()),
  publishedAt: Type.DateTime,
  datePending: Type.flag(
    'True when the source gave no time and the page was not yet read: `publishedAt` is then the time of first sight',
  ),
  section: Type.textOrNull("The outlet's own section"),
  tags: Type.Array(Type.String()),
  tagSource: TagSource,
  lang: Language,
  similar: Type.Optional(Similar),
  relevance: Type.Optional(Type.decimal('Its score in a search with `order=relevance`')),
});

/** One address of a visit to a portal. */
export const CheckSource = Type.named('CheckSource', {
  url: Type.String(),
  kind: Type.Enum([...PORTAL_ITEM_KINDS]),
  items: Type.integer('Entries found there'),
  pages: Type.integer('Pages read'),
  error: Type.textOrNull('Null when it went well'),
});

/** Topics and features of a media in the collection statistics. */
export const MediaTopics = Type.named('MediaTopics', 'How the portal of a media is tracked', {
  media: Type.text('Code that the topic crawler uses'),
  sources: Type.Array(CheckSource),
  checkedAt: Type.nullable(Type.DateTime),
  lastSuccessAt: Type.nullable(Type.DateTime),
  status: Type.Enum([...CHECK_STATUSES]),
  counts: Type.Object({ topic: Type.Integer(), feature: Type.Integer() }),
  rulesUrl: Type.text('Where the rules of the topic crawler stand'),
});
export type MediaTopics = Type.Static<typeof MediaTopics>;
