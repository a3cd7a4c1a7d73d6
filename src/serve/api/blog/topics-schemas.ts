/**
 * Parameters and answers of the topics endpoints.
 */

import { EXCLUSION_REASONS } from '../../../blogs/topics/state/vocabulary/noise.js';
import * as Type from '../schema.js';
import { CanonicalPath, Limit } from './schemas.js';

/** From the contract. */
const HISTORY_CURSOR_MAX = 256;
/** Longer than any id in the present or an older form, escaped or not. */
const TOPIC_ID_MAX = 512;
const HOURS = [168, 720, 2160];
const RECENT_MAX = 100;

export const TopicHours = Type.Enum(HOURS, {
  default: 720,
  description: 'Length of the window before now: 7, 30 or 90 days',
});

export const RankingQuery = {
  hours: TopicHours,
  limit: Limit,
  at: Type.optionalInstant(
    'The window that ended at the full hour at or before this time; now by default',
  ),
};

export const DetailQuery = {
  hours: TopicHours,
  historyCursor: Type.freeText(
    HISTORY_CURSOR_MAX,
    '`history.nextCursor` of the page before, with the same topic',
  ),
};

export const TopicId = Type.String({
  maxLength: TOPIC_ID_MAX,
  description: 'Id from the ranking, escaped: `tag%3A…`; older ids are resolved',
});

export const Share = Type.nullable(Type.Number({ minimum: 0, maximum: 1 }));
export const Count = Type.Integer({ minimum: 0 });
const Span = Type.Object({ since: Type.DateTime, until: Type.DateTime });
const PageUrl = Type.String({
  format: 'uri',
  description: "This service's own page of the topic; absent for punctuation",
});
export const MatchingRule = Type.Enum(['title-only', 'title-and-body']);
const MatchingReason = Type.textOrNull(
  'Why titles alone count, or why the ranking leaves the topic out',
);
const Source = Type.Enum(['rss-category', 'tag-vocabulary']);

const Topic = Type.named('Topic', {
  id: Type.String({
    pattern: '^tag:[0-9a-f]{64}$',
    description: '`tag:` and the SHA-256 of the normalised term; it never changes',
  }),
  label: Type.text('The spelling that most articles of the news use'),
  source: Source,
  score: Type.Number({
    minimum: 0,
    description:
      'Sum over blogs; within a blog each article counts 2 for a title or else 1 for a body, the k-th times 0.5^k',
  }),
  posts: Type.howMany(
    'Articles that count: those with it in the title alone where the rule says so',
  ),
  blogs: Type.howMany('Blogs of these articles'),
  titlePosts: Count,
  bodyOnlyPosts: Count,
  recentShare: Share,
  baselineShare: Share,
  lift: Type.nullable(
    Type.Number({
      minimum: 0,
      description: '`recentShare` divided by `baselineShare`; null without a baseline, not zero',
    }),
  ),
  matchingRule: MatchingRule,
  matchingReason: MatchingReason,
  canonicalPath: Type.Optional(CanonicalPath),
  url: Type.Optional(PageUrl),
});

const ActiveSet = Type.Object({
  status: Type.text('`ready`, or `retained` while the upstream has nothing new to offer'),
  version: Type.nullable(Type.String()),
  asOf: Type.nullable(Type.DateTime, 'When these terms were chosen; null while they were not'),
  eligibleTerms: Type.howMany('Terms that may be chosen'),
  activeTerms: Type.howMany('Terms that are chosen'),
  termLimit: Type.howMany('Most terms that are chosen'),
  codePointLimit: Type.howMany('Most letters of all of them'),
  memoryBudgetBytes: Type.howMany('Memory that they may take'),
  estimatedBytes: Type.howMany('Bytes that the matcher holds'),
  inactiveReasons: Type.Record(Type.Enum(['low-frequency', 'memory-budget']), Count, {
    description: 'Terms that are not chosen, by reason',
  }),
});

const FrequencyBaseline = Type.Object({
  since: Type.DateTime,
  until: Type.DateTime,
  totalPosts: Type.howMany('Articles that were counted'),
  coveredPosts: Type.howMany('Those of them with a body'),
  thresholdRatio: Type.decimal('A term in more than this part of them says nothing'),
  version: Type.String(),
});

const Vocabulary = Type.named('Vocabulary', 'The words that are looked for', {
  status: Type.oneOf(['ready', 'unavailable'], 'Whether the terms are current'),
  source: Type.text('`observed-article-window`: terms seen in the window, no complete vocabulary'),
  version: Type.nullable(Type.String(), 'Version of the terms; null while there are none'),
  coverage: Type.nullable(Type.String(), 'What the terms cover; null while there are none'),
  syncedAt: Type.nullable(
    Type.DateTime,
    'When the terms were taken over; null when they never were',
  ),
  window: Type.nullable(Span, 'The time from which the terms come; null while there are none'),
  invalidTagCount: Type.nullable(Count, 'Tags that are no usable terms; null while there are none'),
  normalizedTagCount: Type.nullable(
    Count,
    'Tags that had to be brought into normal form; null while there are none',
  ),
  tagNormalization: Type.nullable(
    Type.String(),
    'How tags are brought into normal form; null while there are none',
  ),
  upstreamSnapshotConsistent: Type.flag('All terms come from one state of the news service'),
  excludedTermCount: Type.howMany('Terms that are left out'),
  exclusionReasons: Type.byName(Count, 'Terms that are left out, by reason'),
  frequencyBaseline: Type.nullable(
    FrequencyBaseline,
    'How often terms stand in all articles; null while that was not counted',
  ),
  totalSourceTerms: Type.nullable(
    Count,
    'Terms before any are left out; null while there are none',
  ),
  activeSet: Type.nullable(
    ActiveSet,
    'The terms that are matched at the moment; null while there are none',
  ),
});

const MatchingPolicy = Type.named('MatchingPolicy', 'The numbers of the rules', {
  version: Type.text('Version of the rules'),
  policyVersion: Type.text('Version of these rules'),
  titleWeight: Type.Literal(2, { description: 'Weight of a title that names the term' }),
  bodyWeight: Type.Literal(1, { description: 'Weight of a text that names it' }),
  sameBlogDecay: Type.Literal(0.5, {
    description: 'What each further article of one blog counts, of the one before',
  }),
  sources: Type.Array(Type.Enum(['title', 'body'])),
  recentBackfillHours: Type.howMany('Hours of articles that a new term is matched with'),
  frequency: Type.byName(Type.Unknown(), 'Which terms are too common'),
  publicationNoiseVersion: Type.text('Version of the list of words that mean nothing'),
  displayGate: Type.Optional(
    Type.described('When a topic is shown', {
      version: Type.text('Version of this rule'),
      upstream: Type.text('Which ranking a term must come from'),
      minimumSources: Type.howMany('Outlets that must name it'),
      minimumTwiceSources: Type.howMany('Outlets that must name it twice'),
      minimumPeakPosts: Type.howMany('Articles of its strongest outlet'),
      documentFrequencyRatio: Type.decimal('Part of all articles above which a term is too common'),
      reason: Type.String(),
      effect: Type.text('What the rule does'),
      background: Type.Optional(
        Type.described('When a term counts as one of every day', {
          maximumTitleShare: Type.decimal('Part of titles above which it does'),
          minimumBaselinePosts: Type.howMany('Articles that are needed to say so'),
          minimumNativeBlogs: Type.howMany('Blogs of its own that keep it from that'),
          reason: Type.String(),
        }),
      ),
    }),
  ),
});

export const Topics = Type.named('Topics', {
  items: Type.Array(Topic),
  nextCursor: Type.Null(),
  hours: Type.Enum(HOURS),
  vocabulary: Vocabulary,
  matchingPolicy: MatchingPolicy,
  coverage: Type.Object({
    matchedPosts: Type.howMany(
      'Articles that match a term, listed or not; body hits of frequent terms apart',
    ),
  }),
  minimumBlogs: Type.Literal(2, { description: 'Blogs that must write about a topic' }),
  generatedAt: Type.DateTime,
  past: Type.describedOrNull(
    'Of a ranking of the past: counted again, of what had been seen by then',
    {
      hour: Type.instant('The full hour that it is of'),
      keptSince: Type.instant('No earlier hour can be asked for'),
      asToday: Type.Array(Type.text('A field, or what it follows from'), {
        description: 'What is told as it is today, whatever it was then',
      }),
    },
  ),
  truncated: Type.flag('There are more topics than `limit`'),
});

export const articleFields = {
  id: Type.Integer(),
  title: Type.String(),
  url: Type.text('Address of the original'),
  publishedAt: Type.nullable(Type.DateTime),
  blogSlug: Type.String(),
  blogName: Type.String(),
  blogCanonicalPath: Type.Optional(CanonicalPath),
};

const History = Type.named('TopicHistory', {
  articles: Type.Array(
    Type.Object({
      ...articleFields,
      evidenceState: Type.oneOf(
        ['confirmed', 'pending'],
        '`pending`: found in the past and not confirmed since',
      ),
      observedAt: Type.DateTime,
    }),
  ),
  nextCursor: Type.nullable(
    Type.String({ maxLength: HISTORY_CURSOR_MAX }),
    'Send it as `cursor` for the next page; null on the last one',
  ),
  confirmed: Type.howMany('Articles that were matched'),
  pending: Type.howMany('Articles that are still to be matched'),
  lastObservedAt: Type.nullable(
    Type.DateTime,
    'Newest article of the topic; null when there is none',
  ),
  total: Type.howMany('Distinct public articles'),
});

export const TopicDetail = Type.named('TopicDetail', {
  hours: Type.Enum(HOURS),
  generatedAt: Type.DateTime,
  topic: Type.Object({
    id: Type.text('Id of the topic'),
    label: Type.text('The term, as it is shown'),
    source: Source,
    canonicalId: Type.nullable(
      Type.String(),
      'The id that it is known by now; null when that is this one',
    ),
    excludedReason: Type.nullable(
      Type.Enum([...EXCLUSION_REASONS]),
      'Why it is left out of rankings; null when it is not',
    ),
    inactiveReason: Type.nullable(
      Type.Enum(['low-frequency', 'memory-budget']),
      'Why it is not matched at the moment; null when it is',
    ),
    matchingStatus: Type.Enum(['active', 'inactive', 'excluded']),
    articleCount: Type.nullable(Type.howMany('News articles that carry the term')),
    lastPublishedAt: Type.nullable(Type.DateTime),
    matchingRule: MatchingRule,
    matchingReason: MatchingReason,
    canonicalPath: Type.Optional(CanonicalPath),
    url: Type.Optional(PageUrl),
  }),
  vocabulary: Vocabulary,
  matchingPolicy: MatchingPolicy,
  gate: Type.described('What the broad gate is judged by: titles and bodies, whatever the rule', {
    blogs: Type.integer('Blogs that match'),
    twiceBlogs: Type.integer('Those with two articles that match, or more'),
    peakPosts: Type.integer('The most articles of one blog'),
    passed: Type.flag('They reach what `matchingPolicy.displayGate` asks for'),
  }),
  blogs: Type.listedUpTo(RECENT_MAX, 'With articles that count, as in the ranking', {
    id: Type.Integer(),
    slug: Type.String(),
    name: Type.String(),
    posts: Count,
    score: Type.Number({ minimum: 0 }),
    titlePosts: Count,
    bodyOnlyPosts: Count,
    canonicalPath: Type.Optional(CanonicalPath),
  }),
  articles: Type.Array(Type.Object(articleFields), {
    maxItems: RECENT_MAX,
    description: 'The newest of these articles; what was found besides is in `history`',
  }),
  truncated: Type.flag('There are more than are shown'),
  history: Type.Optional(History),
});
export type TopicsBody = Type.Static<typeof Topics>;
export type TopicAnswer = Type.Static<typeof TopicDetail>;
