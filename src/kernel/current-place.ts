/**
 * The place of this process. It is fixed when this file is imported first: see place.ts.
 */
import { takePlace } from './place.js';

export const PLACE = takePlace();

/** Keys of the two poles, in order. */
export const [FIRST_POLE, SECOND_POLE] = [PLACE.poles[0].key, PLACE.poles[1].key] as const;

/** Whose time it is, in descriptions. */
export const ZONE = PLACE.zone.en;
