/** The place of this process, fixed when this file is first imported: see place.ts. */
import { takePlace } from './place.js';

export const PLACE = takePlace();

/** Keys of the two poles, in order. */
export const [FIRST_POLE, SECOND_POLE] = [PLACE.poles[0].key, PLACE.poles[1].key] as const;

/** The name of the time zone, for descriptions. */
export const ZONE = PLACE.zone.en;
