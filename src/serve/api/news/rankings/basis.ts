/**
 * The basis of a ranking or a series, as every answer shows it.
 */

import { DAY_MS, isoOf } from '../../../../kernel/clock.js';
import type { RankingBasis } from '../../../../news/tags/codec.js';
import * as Type from '../../../http/type.js';
import { named, text } from '../../schema.js';
import { DateTime } from '../schemas.js';

/** The id of a basis without media: the hash of nothing. */
const NO_MEDIA_ID = 'e3b0c44298fc';

export const Basis = named('Basis', {
  id: text('Names this fixed list of media'),
  media: Type.Array(Type.String(), { description: 'Media codes' }),
  coverageFrom: {
    ...DateTime,
    description: 'First full hour at which all of its media were collected',
  },
  validFrom: { ...DateTime, description: '24 hours later: scores and averages begin here' },
});

/** A basis in JSON. */
export function basisOf(basis: RankingBasis): Type.Static<typeof Basis> {
  const { id, media, coverageFromMs, validFromMs } = basis;
  return { id, media, coverageFrom: isoOf(coverageFromMs), validFrom: isoOf(validFromMs) };
}

/** The basis of a category without media: nothing was ever collected for it. */
export function noBasis(untilMs: number): RankingBasis {
  return { id: NO_MEDIA_ID, media: [], coverageFromMs: untilMs, validFromMs: untilMs + DAY_MS };
}
