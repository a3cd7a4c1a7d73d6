/**
 * What the endpoints of the similarity index have in common: the threshold, the method's name and
 * the days that are compared.
 */

import { DAY_MS } from '../../../../kernel/clock.js';
import { NEWS } from '../../../../kernel/limits.js';
import * as Type from '../../../http/type.js';

/** Lowest score of a pair where a question names none. */
export const THRESHOLD_DEFAULT = 0.65;

export const Threshold = Type.Number({
  minimum: 0.5,
  maximum: 1,
  default: THRESHOLD_DEFAULT,
  description: 'Lowest Dice similarity of a pair',
});

/** How similarity is measured: decision 23. */
export const SIMILARITY_METHOD = 'dice-5-character-shingles';

/** Days on either side of publication in which articles are compared: as long as bodies last. */
export const WINDOW_DAYS = NEWS.bodyRetentionMs / DAY_MS;
