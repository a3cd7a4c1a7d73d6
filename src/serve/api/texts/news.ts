/**
 * Descriptions of properties of the news service; how keys are read stands in shared.ts.
 */
import { FIRST_POLE, SECOND_POLE } from '../../../kernel/current-place.js';
import { SHARED_TEXTS } from './shared.js';

/** Tags, rankings and their series. */
const TAGS = {
  tag: 'The tag, in its normal form',
  tags: 'Tags that the article carries',
  burst:
    'How much more there is of it than hours ago: a weighted difference against the same media. Null without comparable data',
  score: 'Normalised score; null when the history is not long enough',
  normalized: 'Raw score divided by the number of media that are counted, times 50',
  order: 'What the entries are ordered by',
  basis: 'The media that are counted, and since when',
  hourlyCount: 'Articles of that hour; null before collection began',
  history: 'Normalised score some hours ago',
  'history.3': 'Normalised score 3 hours before; null without comparable data',
  'history.6': 'Normalised score 6 hours before; null without comparable data',
  'history.12': 'Normalised score 12 hours before; null without comparable data',
  'history.24': 'Normalised score 24 hours before; null without comparable data',
  'history.48': 'Normalised score 48 hours before; null without comparable data',
} as const;

/** Chosen outlets, the past, and what blogs write. */
const JOINED = {
  set: 'The chosen outlets, as `set` or `outlets` names them',
  setCoverage: 'Coverage by the camps of the set, with `set` or `outlets`',
  setBaseline: 'Articles of the set in the window by camp, with `set` or `outlets`',
  past: 'What an answer about a past hour says of itself; null for an answer of now',
  blogName: 'Name of the blog',
  'ArticleMention.post': 'The post as the blog service shows it',
  'EventBlogPost.post': 'The post as the blog service shows it',
} as const;

/** Events and their threads. */
const EVENTS = {
  majorTags: 'The main tags',
  maxScore: 'Highest score so far',
  threadId: 'Number of the thread, for `/api/v1/events/threads/{id}`',
  news: 'Articles that stand for it, at most six',
  outlets: 'How many outlets',
  'EventsBaseline.outlets': 'Outlets by camp',
  'EventsBaseline.articles': 'Articles by camp',
  'CampCoverage.camps': 'Outlets by camp',
  coverage: 'Which outlets and camps write about it',
  'EventThreadCoverage.camps': 'What each camp wrote',
  'EventThreadCoverage.articles':
    'Articles that carry a main tag, and those of the event without one',
  'EventThreadCoverage.event': 'The same counts over articles of the event alone',
  'EventThreadCoverage.lastHour':
    'Figures of the last hour on the ranking, as the list of events shows them',
  'EventThreadOwnCoverage.articles': 'Articles of the event',
  'EventThreadOwnCoverage.camps': 'What each camp wrote of the event',
  'EventThreadCoverage.byOutlet.title': 'Name of the outlet',
  'byOutlet.articles.title': 'Title of the article',
  [FIRST_POLE]: `Of the camp \`${FIRST_POLE}\``,
  [SECOND_POLE]: `Of the camp \`${SECOND_POLE}\``,
  other: 'Of all others',
  thread: 'The thread itself',
} as const;

/** Similarity, citations, journalists. */
const SIMILARITY = {
  sharedShingles: 'Passages of five letters that both have',
  days: 'The dates that were asked for; null with `hours`',
  from: 'First day',
  to: 'Last day, inclusive',
  key: 'Names this piece of evidence',
  articleId: 'Number of the article',
  source: 'Outlet that the text names as its source',
  totals: 'Sums over all of them',
  article: 'The article',
  similar: 'How many of the articles resemble others, and in which role',
  attributions: 'Outlets that the text names as its source',
  country: 'Country or region of the outlet',
  countryCode: 'Its code: ISO 3166, `INT` international, `ZZ` unconfirmed',
  bodyStatus: 'Whether the text could be read',
} as const;

/** Articles, media, topics. */
const MEDIA = {
  media: 'Media code',
  mediaTitle: 'Name of the outlet',
  icon: 'Address of its icon; null when it has none',
  image: 'Address of its picture; null when it has none',
  content: 'The text, with how it was read',
  query: 'The question as it was understood',
  facets: 'Counts over the whole query, with `facets=1`',
  'MediaContent.articles.title': 'Title as the outlet gives it',
  crawler: 'How it is collected',
  last24h: 'Articles of the last 24 hours',
  lastArticle: 'Newest article; null when there is none',
  topics: 'Topics and features of the portal',
  topic: 'How many topics',
  feature: 'How many features',
  counts: 'How many of each kind',
  sources: 'Addresses that were read',
  checkedAt: 'Last visit of the portal; null when there was none',
  lastSuccessAt: 'Last visit that went well; null when none did',
} as const;

/** Descriptions by key. */
export const NEWS_TEXTS: { readonly [key: string]: string } = {
  ...SHARED_TEXTS,
  ...TAGS,
  ...EVENTS,
  ...JOINED,
  ...SIMILARITY,
  ...MEDIA,
  mode: 'What the evidence is of',
};
