/**
 * Articles as they stand in pairs, and the sources that texts name: facts of the similarity index
 * joined with what the catalog shows.
 */

import type { MediaRecord } from '../../../../kernel/model/records.js';
import type { CitedSource } from '../../../../news/similarity/codec.js';
import * as Type from '../../../http/type.js';
import { integer, text } from '../../schema.js';
import { Attribution, DateTime } from '../schemas.js';
import type { Article } from './article-lookup.js';

export const ArticleRef = Type.Object(
  {
    id: Type.Integer(),
    media: text('Media code'),
    mediaTitle: Type.String(),
    country: Type.String(),
    countryCode: text('`INT` international, `ZZ` unconfirmed'),
    title: Type.String(),
    url: text('Address of the original'),
    publishedAt: DateTime,
    authors: Type.Array(Type.String(), { description: 'Bylines as the outlet gives them' }),
    bodyLength: integer('Code points of the text, also when it expired'),
    attributions: Type.Array(Attribution),
  },
  { $id: 'ArticleRef', description: 'An article at one end of a pair' },
);

/** What the store and the index know of an article beside what lists show. */
interface ArticleFacts {
  readonly authors: readonly string[];
  readonly bodyChars: number;
  readonly citations: readonly CitedSource[];
}

/** An article with what is known of it. */
export function articleRefOf(
  directory: { mediaOf(code: string): MediaRecord | null },
  { id, media: code, mediaTitle, title, url, publishedAt }: Article,
  { authors, bodyChars, citations }: ArticleFacts,
): Type.Static<typeof ArticleRef> {
  const media = directory.mediaOf(code);
  return {
    id,
    media: code,
    mediaTitle,
    country: media?.country ?? '',
    countryCode: media?.countryCode ?? '',
    title,
    url,
    publishedAt,
    authors: [...authors],
    bodyLength: bodyChars,
    attributions: attributionsOf(citations),
  };
}

/** The media that a text names as its sources. */
export function attributionsOf(
  citations: readonly CitedSource[],
): Type.Static<typeof Attribution>[] {
  return citations.map((source) => ({ ...source, kind: 'explicit' }));
}
