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
/** Of both so much may be missing: an outlet that sends a little more than usual is still one. */
export const UNHEARD_MAX = 0.25;

/** A tag is an event's from so many of its articles on; fewer are chance. */
export const TAG_SHARED_MIN = 2;
/** And of this part of them: what few of them carry is a side of the story. */
export const TAG_CARRIED_MIN = 0.3;
/** A story needs a name of whose articles this part is the story's: others tell of other things. */
export const TAG_OF_STORY_MIN = 0.4;
/** Shared articles ÷ √(the tag's · the event's), below which a tag is not the event's. Decision 19. */
export const TAG_FIT_MIN = 0.25;
/** Shared articles ÷ what chance would share; keeps broad tags from naming all. Decision 19. */
export const TAG_LIFT_MIN = 3;
/** Or this part of the tag's articles is the event's. */
export const TAG_OWN_MIN = 0.75;

/**
 * Where no such tag bursts, one names a story that more than this part of the story's articles carry,
 * if the same part of the tag's articles is the story's: no other story has as much of it.
 */
export const TAG_HALF = 0.5;
/**
 * Of the articles that hold the rarest word of a phrase, this part is the story's: words that stand in
 * headlines of all kinds name none.
 */
export const PHRASE_OWN_MIN = 0.25;
/** Names of a story that come from what its articles share. */
export const SHARED_NAMES_MAX = 3;

/** Events of a snapshot. From the contract. */
export const EVENTS_MAX = 30;
/** Main tags of an event. Decision 19. */
export const MAJOR_MAX = 6;
/** A main tag has at least this part of the top burst. Decision 19. */
export const MAJOR_SHARE = 0.5;
/** Representative news of an event. From the contract. */
export const NEWS_MAX = 6;
