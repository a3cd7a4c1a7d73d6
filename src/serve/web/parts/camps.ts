/**
 * The two poles of the place on pages: their words, and the colours in which they are drawn.
 */
import { PLACE } from '../../../kernel/current-place.js';
import type { PoleColour } from '../../../kernel/place.js';

type CampText = 'firstPole' | 'secondPole' | 'other';

/** Name of the text that names a camp. */
export function campText(camp: string): CampText {
  return (['firstPole', 'secondPole'] as const)[placeOf(camp)] ?? 'other';
}

/** Class of a camp in the style sheet. */
export function campColour(camp: string): PoleColour | 'other' {
  return PLACE.poles[placeOf(camp)]?.colour ?? 'other';
}

function placeOf(camp: string): number {
  return PLACE.poles.findIndex(({ key }) => key === camp);
}
