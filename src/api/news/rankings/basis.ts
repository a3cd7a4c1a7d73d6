/**
 * The basis of a ranking or a series, as every answer shows it.
 */
import Type from 'typebox';
import { isoOf } from '../../../kernel/clock.js';
import type { RankingBasis } from '../../../news/tags/codec.js';
import { DateTime } from '../schemas.js';

export const Basis = Type.Object(
  {
    id: Type.String({ description: 'Names this fixed list of media' }),
    media: Type.Array(Type.String(), { description: 'Media codes' }),
    coverageFrom: {
      ...DateTime,
      description: 'First full hour at which all of its media were collected',
    },
    validFrom: { ...DateTime, description: '24 hours later: scores and averages begin here' },
  },
  { $id: 'Basis' },
);

/** A basis in JSON. */
export function basisOf(basis: RankingBasis): Type.Static<typeof Basis> {
  const { id, media, coverageFromMs, validFromMs } = basis;
  return { id, media, coverageFrom: isoOf(coverageFromMs), validFrom: isoOf(validFromMs) };
}
