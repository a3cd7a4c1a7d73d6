/**
 * Descriptions of properties that have the same meaning in all documents of a service.
 *
 * Keys are a property's name, `parent.name`, or `Schema.name`; the longest fitting key is used. A
 * description in the schema itself wins. Not here: how documents use them (http/openapi.ts).
 */
import { FIRST_POLE, SECOND_POLE } from '../../kernel/current-place.js';

const SHARED_TEXTS: { readonly [key: string]: string } = {
  version: 'Version of the software',
  path: 'Path of the endpoint, with `{name}` for its parameters',
  summary: 'What the endpoint answers',
  endpoints: 'What there is to ask',
  openapi: 'Version of the OpenAPI format',
  info: 'Title, version and terms of this interface',
  paths: 'Operations by path',
  components: 'Schemas that operations share',
  id: 'Number of the item; it never changes',
  title: 'Title as the outlet gives it',
  name: 'Name for people',
  label: 'Name for people',
  limit: 'Most entries of one answer',
  hours: 'Length of the window in hours',
  'changes.article': 'The article as lists show it',
  canonicalUrl: 'The address in its canonical form; null where it is none',
  'results.article': 'The article as lists show it; null when it is not there',
  kind: 'Which kind it is',
  count: 'How many there are',
  share: 'Part of the whole, from 0 to 1',
  category: 'Ranking category, see `/api/v1/categories`',
  publishedAt: 'When the outlet published it; null while that is not known',
  items: 'The entries of this page',
  articles: 'Articles, newest first',
  url: 'Address of the original',
  description: 'Summary given by the source; null when it gives none',
  threshold: 'Least similarity that counts, from 0.5 to 1',
  status: 'How it is at the moment',
  updatedAt: 'Last change that is known; null when none is',
};

/** Blogs, their articles, mentions between them. */
const BLOGS = {
  iconUrl: "Address of the blog's icon; null when it has none",
  blogSlug: 'Code of the blog, for `/api/v1/blogs/{slug}`',
  blogName: 'Name of the blog',
  slug: 'Code of the blog; it never changes',
  lastPublishedAt: 'Newest article; null when there is none',
  blog: 'The blog',
  'Blog.description': 'What the blog says of itself',
  'BlogDetail.description': 'What the blog says of itself',
  blogId: 'Number of the blog',
  sourceBlogId: 'Number of the blog that mentions',
  targetBlogId: 'Number of the blog that is mentioned',
  firstMentionAt: 'First mention of the window; null when its time is not known',
  lastMentionAt: 'Last mention of the window; null when its time is not known',
  days: 'Length of the window in days',
  postId: 'Number of the article that mentions',
  postTitle: 'Title of the article that mentions',
  anchor: 'Text of the link',
  coverage: 'What the answer is counted from',
  'ExplainedRelation.source': 'The blog that mentions',
  'ExplainedRelation.target': 'The blog that is mentioned',
} as const;

/** Topics, their vocabulary and the rules of matching. */
const TOPICS = {
  source: 'Where the term comes from',
  posts: 'Articles that write about it',
  titlePosts: 'Articles that name it in the title',
  bodyOnlyPosts: 'Articles that name it in the text alone',
  recentShare: 'Part of the articles of the window, from 0 to 1; null when it cannot be said',
  baselineShare: 'Part of the articles before the window, from 0 to 1; null when it cannot be said',
  matchingRule: 'Rule by which articles are matched',
  matchingStatus: 'Whether articles are being matched with it',
  'low-frequency': 'They are too rare',
  'memory-budget': 'There is no more memory for them',
  'activeSet.version': 'Version of this choice; null while there is none',
  'frequencyBaseline.version': 'Version of the counting',
  sources: 'Where terms come from',
  reason: 'Why this rule',
  topic: 'The topic',
  history: 'All articles that ever wrote about it',
  score: 'What the blog counts for the topic',
  'Topics.nextCursor': 'Always null: the ranking is one page',
} as const;

/** Articles that blogs link to, and news about a topic. */
const NEWS = {
  'ReadLink.article': 'The article as the news service shows it',
} as const;

/** Descriptions by key. */
export const BLOG_TEXTS: { readonly [key: string]: string } = {
  ...SHARED_TEXTS,
  ...BLOGS,
  ...TOPICS,
  ...NEWS,
};

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

/** Chosen outlets, the past, and posts of blogs. */
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
