/**
 * Schemas that several news routes share.
 */
import Type from 'typebox';
import { BODY_STATUSES, CAMPS } from '../../model/records.js';

export const DateTime = Type.String({
  format: 'date-time',
  description: 'UTC, ISO 8601 with milliseconds and Z',
});

export const Camp = Type.Enum([...CAMPS], {
  description: 'Political camp of an outlet; `other` when it is in neither list',
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
