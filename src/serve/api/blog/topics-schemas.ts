/**
 * What the topics endpoints take and answer.
 */

import { EXCLUSION_REASONS } from '../../../blogs/topics/vocabulary/noise.js';
import * as Type from '../../http/type.js';
import { DateTime } from '../news/schemas.js';
import { described, flag, instant, integer, named, nullable, text } from '../schema.js';
import { CanonicalPath, Limit } from './schemas.js';

/** From the contract. */
const HISTORY_CURSOR_MAX = 256;
/** Longer than any id in present or older form, escaped or not. */
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
  at: Type.Optional(
    instant('The window that ended at the full hour at or before this time; now by default'),
  ),
};

export const DetailQuery = {
  hours: TopicHours,
  historyCursor: Type.Optional(
    Type.String({
      minLength: 0,
      maxLength: HISTORY_CURSOR_MAX,
      description: '`history.nextCursor` of the page before, with the same topic',
    }),
  ),
};

export const TopicId = Type.String({
  maxLength: TOPIC_ID_MAX,
  description: 'Id from the ranking, escaped: `tag%3A…`; older ids are resolved',
});

export const Share = nullable(Type.Number({ minimum: 0, maximum: 1 }));
export const Count = Type.Integer({ minimum: 0 });
const CountOrNull = nullable(Count);
const Span = Type.Object({ since: DateTime, until: DateTime });
const PageUrl = Type.String({
  format: 'uri',
  description: "This service's own page of the topic; absent for punctuation",
});
export const MatchingRule = Type.Enum(['title-only', 'title-and-body']);
const MatchingReason = nullable(
  text('Why titles alone count, or why the ranking leaves the topic out'),
);
const Source = Type.Enum(['rss-category', 'tag-vocabulary']);

const Topic = named('Topic', {
  id: Type.String({
    pattern: '^tag:[0-9a-f]{64}$',
    description: '`tag:` and the SHA-256 of the normalised term; it never changes',
  }),
  label: text('The spelling that most articles of the news use'),
  source: Source,
  score: Type.Number({
    minimum: 0,
    description:
      'Sum over blogs; within a blog each article counts 2 for a title or else 1 for a body, the k-th times 0.5^k',
  }),
  posts: Type.Integer({
    minimum: 0,
    description: 'Articles that count: those with it in the title alone where the rule says so',
  }),
  blogs: Type.Integer({ minimum: 0, description: 'Blogs of these articles' }),
  titlePosts: Count,
  bodyOnlyPosts: Count,
  recentShare: Share,
  baselineShare: Share,
  lift: nullable(
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
  status: text('`ready`, or `retained` while the upstream has nothing new to offer'),
  version: nullable(Type.String()),
  asOf: nullable(DateTime),
  eligibleTerms: Count,
  activeTerms: Count,
  termLimit: Count,
  codePointLimit: Count,
  memoryBudgetBytes: Count,
  estimatedBytes: Type.Integer({ minimum: 0, description: 'Bytes that the matcher holds' }),
  inactiveReasons: Type.Record(Type.Enum(['low-frequency', 'memory-budget']), Count),
});

const FrequencyBaseline = Type.Object({
  since: DateTime,
  until: DateTime,
  totalPosts: Count,
  coveredPosts: Type.Integer({ minimum: 0, description: 'Those of them with a body' }),
  thresholdRatio: Type.Number(),
  version: Type.String(),
});

const Vocabulary = Type.Object(
  {
    status: Type.Enum(['ready', 'unavailable']),
    source: text('`observed-article-window`: terms seen in the window, no complete vocabulary'),
    version: nullable(Type.String()),
    coverage: nullable(Type.String()),
    syncedAt: nullable(DateTime),
    window: nullable(Span),
    invalidTagCount: CountOrNull,
    normalizedTagCount: CountOrNull,
    tagNormalization: nullable(Type.String()),
    upstreamSnapshotConsistent: Type.Boolean(),
    excludedTermCount: Count,
    exclusionReasons: Type.Record(Type.String(), Count),
    frequencyBaseline: nullable(FrequencyBaseline),
    totalSourceTerms: CountOrNull,
    activeSet: nullable(ActiveSet),
  },
  { $id: 'Vocabulary', description: 'The words that are looked for' },
);

const MatchingPolicy = Type.Object(
  {
    version: Type.String(),
    policyVersion: Type.String(),
    titleWeight: Type.Literal(2),
    bodyWeight: Type.Literal(1),
    sameBlogDecay: Type.Literal(0.5),
    sources: Type.Array(Type.Enum(['title', 'body'])),
    recentBackfillHours: Count,
    frequency: Type.Record(Type.String(), Type.Unknown()),
    publicationNoiseVersion: Type.String(),
    displayGate: Type.Optional(
      Type.Object({
        version: Type.String(),
        upstream: Type.String(),
        minimumSources: Count,
        minimumTwiceSources: Count,
        minimumPeakPosts: Count,
        documentFrequencyRatio: Type.Number(),
        reason: Type.String(),
        effect: Type.String(),
        background: Type.Optional(
          Type.Object({
            maximumTitleShare: Type.Number(),
            minimumBaselinePosts: Count,
            minimumNativeBlogs: Count,
            reason: Type.String(),
          }),
        ),
      }),
    ),
  },
  { $id: 'MatchingPolicy', description: 'The numbers of the rules' },
);

export const Topics = named('Topics', {
  items: Type.Array(Topic),
  nextCursor: Type.Null(),
  hours: Type.Enum(HOURS),
  vocabulary: Vocabulary,
  matchingPolicy: MatchingPolicy,
  coverage: Type.Object({
    matchedPosts: Type.Integer({
      minimum: 0,
      description: 'Articles that match a term, listed or not; body hits of frequent terms apart',
    }),
  }),
  minimumBlogs: Type.Literal(2),
  generatedAt: DateTime,
  past: nullable(
    described('Of a ranking of the past: counted again, of what had been seen by then', {
      hour: instant('The full hour that it is of'),
      keptSince: instant('No earlier hour can be asked for'),
      asToday: Type.Array(text('A field, or what it follows from'), {
        description: 'What is told as it is today, whatever it was then',
      }),
    }),
  ),
  truncated: flag('There are more topics than `limit`'),
});

export const articleFields = {
  id: Type.Integer(),
  title: Type.String(),
  url: text('Address of the original'),
  publishedAt: nullable(DateTime),
  blogSlug: Type.String(),
  blogName: Type.String(),
  blogCanonicalPath: Type.Optional(CanonicalPath),
};

const History = named('TopicHistory', {
  articles: Type.Array(
    Type.Object({
      ...articleFields,
      evidenceState: Type.Enum(['confirmed', 'pending'], {
        description: '`pending`: found in the past and not confirmed since',
      }),
      observedAt: DateTime,
    }),
  ),
  nextCursor: nullable(Type.String({ maxLength: HISTORY_CURSOR_MAX })),
  confirmed: Count,
  pending: Count,
  lastObservedAt: nullable(DateTime),
  total: Type.Integer({ minimum: 0, description: 'Distinct public articles' }),
});

export const TopicDetail = named('TopicDetail', {
  hours: Type.Enum(HOURS),
  generatedAt: DateTime,
  topic: Type.Object({
    id: Type.String(),
    label: Type.String(),
    source: Source,
    canonicalId: nullable(Type.String()),
    excludedReason: nullable(Type.Enum([...EXCLUSION_REASONS])),
    inactiveReason: nullable(Type.Enum(['low-frequency', 'memory-budget'])),
    matchingStatus: Type.Enum(['active', 'inactive', 'excluded']),
    articleCount: nullable(
      Type.Integer({ minimum: 0, description: 'News articles that carry the term' }),
    ),
    lastPublishedAt: nullable(DateTime),
    matchingRule: MatchingRule,
    matchingReason: MatchingReason,
    canonicalPath: Type.Optional(CanonicalPath),
    url: Type.Optional(PageUrl),
  }),
  vocabulary: Vocabulary,
  matchingPolicy: MatchingPolicy,
  gate: described('What the broad gate is judged by: titles and bodies, whatever the rule', {
    blogs: integer('Blogs that match'),
    twiceBlogs: integer('Those with two articles that match, or more'),
    peakPosts: integer('The most articles of one blog'),
    passed: flag('They reach what `matchingPolicy.displayGate` asks for'),
  }),
  blogs: Type.Array(
    Type.Object({
      id: Type.Integer(),
      slug: Type.String(),
      name: Type.String(),
      posts: Count,
      score: Type.Number({ minimum: 0 }),
      titlePosts: Count,
      bodyOnlyPosts: Count,
      canonicalPath: Type.Optional(CanonicalPath),
    }),
    { maxItems: RECENT_MAX, description: 'With articles that count, as in the ranking' },
  ),
  articles: Type.Array(Type.Object(articleFields), {
    maxItems: RECENT_MAX,
    description: 'The newest of these articles; what was found besides is in `history`',
  }),
  truncated: Type.Boolean(),
  history: Type.Optional(History),
});
export type TopicsBody = Type.Static<typeof Topics>;
export type TopicAnswer = Type.Static<typeof TopicDetail>;
