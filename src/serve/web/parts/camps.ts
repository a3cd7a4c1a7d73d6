/**
 * The two poles of the place on pages: their words, and the colours in which they are drawn.
 */
import { FIRST_POLE, SECOND_POLE } from '../../../kernel/current-place.js';

type CampText = 'firstPole' | 'secondPole' | 'other';

/** Name of the text that names a camp. */
export function campText(camp: string): CampText {
  if (camp === FIRST_POLE) return 'firstPole';
  return camp === SECOND_POLE ? 'secondPole' : 'other';
}

/** Class of a camp in the style sheet. */
export function campColour(camp: string): 'blue' | 'green' | 'other' {
  if (camp === FIRST_POLE) return 'blue';
  return camp === SECOND_POLE ? 'green' : 'other';
}
