/**
 * The numbers of the rules for scoring and listing topics, and their form in answers.
 *
 * Every number of the contract is here, with its rule.
 * Not here: the rules themselves (ranking.ts), the vocabulary's own numbers
 * (blogs/topics/state/vocabulary/vocabulary.ts).
 */
import { DAY_MS, HOUR_MS, isoOf } from '../../../kernel/clock.js';
import { BLOGS } from '../../../kernel/limits.js';
import type { ActiveLimits } from '../state/vocabulary/active-set.js';
import { POOL_DAYS } from '../state/vocabulary/pool.js';
import type { VocabularyFacts } from '../state/vocabulary/vocabulary.js';

/** Weights of an article with a term in its title, and of one with the term in its body only. Rule 2. */
export const TITLE_WEIGHT = 2;
export const BODY_WEIGHT = 1;
/** The weight of each further article of one blog, relative to the one before. Rule 2. */
export const SAME_BLOG_DECAY = 0.5;
/** The least number of blogs that write about a listed topic. Rule 8. */
export const MINIMUM_BLOGS = 2;

/** The broad gate. Rule 4. */
export const GATE = { sources: 3, twiceSources: 2, peakPosts: 3 } as const;
/** Above this share of the public articles, only titles count. Rule 5. */
export const DOCUMENT_FREQUENCY = 0.02;
export const FREQUENT_REASON = 'high-window-document-frequency-title-only';
/** The background rule. Rule 6. */
export const BACKGROUND = {
  titleShare: 1 / 3,
  baselinePosts: 3,
  nativeBlogs: 2,
  reason: 'body-dominant-without-native-label-consensus',
} as const;
/** The longest and the shortest long-term baseline before the window. Decision 34. */
export const BASELINE_MS_MAX = 90 * DAY_MS;
export const BASELINE_MS_MIN = 7 * DAY_MS;

/** Changes with the rules of matching, and with those of scoring and listing. */
const MATCHER_VERSION = '1';
const POLICY_VERSION = '2';

export function matchingPolicy(noiseVersion: string): object {
  return {
    version: MATCHER_VERSION,
    policyVersion: POLICY_VERSION,
    titleWeight: TITLE_WEIGHT,
    bodyWeight: BODY_WEIGHT,
    sameBlogDecay: SAME_BLOG_DECAY,
    sources: ['title', 'body'],
    recentBackfillHours: BLOGS.bodyRetentionMs / HOUR_MS,
    frequency: {
      documentFrequencyRatio: DOCUMENT_FREQUENCY,
      baselineDaysMax: BASELINE_MS_MAX / DAY_MS,
      baselineDaysMin: BASELINE_MS_MIN / DAY_MS,
      effect: 'title-only',
    },
    publicationNoiseVersion: noiseVersion,
    displayGate: {
      version: POLICY_VERSION,
      upstream: 'news-tag-pool',
      minimumSources: GATE.sources,
      minimumTwiceSources: GATE.twiceSources,
      minimumPeakPosts: GATE.peakPosts,
      documentFrequencyRatio: DOCUMENT_FREQUENCY,
      reason: FREQUENT_REASON,
      effect: 'title-only',
      background: {
        maximumTitleShare: BACKGROUND.titleShare,
        minimumBaselinePosts: BACKGROUND.baselinePosts,
        minimumNativeBlogs: BACKGROUND.nativeBlogs,
        reason: BACKGROUND.reason,
      },
    },
  };
}

/** The long-term baseline of a query's window. */
export interface TopicBaseline {
  sinceMs: number;
  untilMs: number;
  /** Public articles in it, and those of them that have a body. */
  posts: number;
  covered: number;
}

/** The vocabulary in answers; `facts` is null before the first set. */
export function vocabularyAnswer(
  facts: VocabularyFacts | null,
  limits: ActiveLimits,
  baseline: TopicBaseline | null,
): object {
  const isReady = facts?.isReady ?? false;
  const excluded = facts?.excluded ?? {};
  return {
    status: isReady ? 'ready' : 'unavailable',
    source: 'observed-article-window',
    version: facts?.version ?? null,
    coverage: facts === null ? null : `${facts.days} of ${POOL_DAYS} days with articles`,
    syncedAt: facts === null ? null : isoOf(facts.atMs),
    window: facts === null ? null : { since: isoOf(facts.sinceMs), until: isoOf(facts.untilMs) },
    invalidTagCount: facts === null ? null : (excluded['invalid-label'] ?? 0),
    normalizedTagCount: facts?.terms ?? null,
    tagNormalization: facts === null ? null : 'NFKC, case folded',
    upstreamSnapshotConsistent: isReady,
    excludedTermCount: Object.values(excluded).reduce((sum, count) => sum + count, 0),
    exclusionReasons: excluded,
    frequencyBaseline:
      baseline === null
        ? null
        : {
            since: isoOf(baseline.sinceMs),
            until: isoOf(baseline.untilMs),
            totalPosts: baseline.posts,
            coveredPosts: baseline.covered,
            thresholdRatio: DOCUMENT_FREQUENCY,
            version: POLICY_VERSION,
          },
    totalSourceTerms: facts?.spellings ?? null,
    activeSet: facts === null ? null : activeSetAnswer(facts, limits),
  };
}

function activeSetAnswer(facts: VocabularyFacts, limits: ActiveLimits): object {
  return {
    status: facts.isReady ? 'ready' : 'retained',
    version: facts.version,
    asOf: isoOf(facts.untilMs),
    eligibleTerms: facts.eligible,
    activeTerms: facts.active,
    termLimit: limits.termLimit,
    codePointLimit: limits.codePointLimit,
    memoryBudgetBytes: limits.memoryBudgetBytes,
    estimatedBytes: facts.matcherBytes,
    inactiveReasons: { 'low-frequency': facts.lowFrequency, 'memory-budget': facts.overBudget },
  };
}

/** Contribution of a blog with `titles` articles by title and `bodies` by body. Rule 2. */
export function blogScore(titles: number, bodies: number): number {
  const afterTitles = SAME_BLOG_DECAY ** titles;
  const sum = (from: number, count: number): number =>
    (from * (1 - SAME_BLOG_DECAY ** count)) / (1 - SAME_BLOG_DECAY);
  return TITLE_WEIGHT * sum(1, titles) + BODY_WEIGHT * sum(afterTitles, bodies);
}
