/**
 * The numbers of events, each with its reason.
 *
 * Decision 19 gives those of scores and main tags. How articles become stories stands in
 * likeness.ts.
 */

/** Tags that may name events, the most bursting first. Decision 19. */
export const CANDIDATES_MAX = 200;
/** Level that a candidate reaches: several outlets write of it. Decision 19. */
export const CANDIDATE_LEVEL = 2;
/** So many outlets are enough as well: small ones have one article each. */
export const CANDIDATE_MEDIA_MIN = 3;

/** Articles of an event, and their outlets. */
export const ARTICLES_MIN = 3;
export const OUTLETS_MIN = 2;

/** A tag is an event's from so many of its articles on; fewer are chance. */
export const TAG_SHARED_MIN = 2;
/** Shared articles ÷ √(the tag's · the event's), below which a tag is not the event's. Decision 19. */
export const TAG_FIT_MIN = 0.25;
/** Shared articles ÷ what chance would share; keeps broad tags from naming all. Decision 19. */
export const TAG_LIFT_MIN = 3;
/** Or this part of the tag's articles is the event's. */
export const TAG_OWN_MIN = 0.75;

/** Events of a snapshot. From the contract. */
export const EVENTS_MAX = 30;
/** Main tags of an event. Decision 19. */
export const MAJOR_MAX = 6;
/** A main tag has at least this part of the top burst. Decision 19. */
export const MAJOR_SHARE = 0.5;
/** The second burst of an event counts half, each further one half as much again. Decision 19. */
export const SCORE_SHARE = 0.5;
/** Representative news of an event. From the contract. */
export const NEWS_MAX = 6;
