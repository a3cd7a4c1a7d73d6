/**
 * The constants of events, each with its reason. Decision 19 gives those of scores and main tags;
 * those of likeness are in likeness.ts.
 */

/** Maximum of tags that may name events, by descending burst. Decision 19. */
export const CANDIDATES_MAX = 200;
/** Minimum level of a candidate: several outlets write about it. Decision 19. */
export const CANDIDATE_LEVEL = 2;
/** So many outlets suffice as well: small outlets have one article each. */
export const CANDIDATE_MEDIA_MIN = 3;

/** Minima of an event: articles, and outlets. */
export const ARTICLES_MIN = 3;
export const OUTLETS_MIN = 2;
/** Tolerance of both: an outlet that sends a little more than usual still counts as one. */
export const UNHEARD_MAX = 0.25;

/** Minimum of an event's articles with a tag; fewer are chance. */
export const TAG_SHARED_MIN = 2;
/** And minimum part of its articles: a tag of few of them is only an aspect of the story. */
export const TAG_CARRIED_MIN = 0.3;
/** A story needs a name of whose articles at least this part are the story's. */
export const TAG_OF_STORY_MIN = 0.4;
/** Minimum of shared articles ÷ √(the tag's · the event's). Decision 19. */
export const TAG_FIT_MIN = 0.25;
/** Minimum of shared articles ÷ number by chance, against broad tags. Decision 19. */
export const TAG_LIFT_MIN = 3;
/** Or the event has this part of the tag's articles. */
export const TAG_OWN_MIN = 0.75;

/**
 * Without such a tag, a tag names a story when more than this part of the story's articles have it
 * and the story has more than this part of the tag's articles: no other story has as much of it.
 */
export const TAG_HALF = 0.5;
/**
 * The story must have this part of the articles with the rarest word of a phrase: words of
 * headlines of all kinds name no story.
 */
export const PHRASE_OWN_MIN = 0.25;
/** Maximum of names of a story that come from what its articles share. */
export const SHARED_NAMES_MAX = 3;

/** Maximum of events in a snapshot. From the contract. */
export const EVENTS_MAX = 30;
/** Maximum of main tags of an event. Decision 19. */
export const MAJOR_MAX = 6;
/** A main tag has at least this part of the top burst. Decision 19. */
export const MAJOR_SHARE = 0.5;
/** Maximum of headlines of an event. From the contract. */
export const NEWS_MAX = 6;
