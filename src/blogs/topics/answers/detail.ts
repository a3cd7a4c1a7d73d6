/**
 * The page of one topic: its description, the blogs that write about it now, and all its evidence.
 *
 * Evidence is *confirmed* while the article is unchanged since it was matched and the term is active; it
 * is *pending* when the article has changed since, waits for its body, or the term has left the set.
 * Invariants: an article is in the history once, as confirmed if it has confirmed evidence; numbers are
 * of public articles only.
 */

import { isoOf } from '../../../kernel/clock.js';
import { firstPlace } from '../../../kernel/collections.js';
import {
  type DetailAnswer,
  type DetailQuestion,
  HISTORY_PAGE,
  type HistoryEntry,
  type HistoryPlace,
  type PostPlace,
  type TermStanding,
  type TopicHistory,
} from '../codec.js';
import type { TopicBlogs } from '../state/blogs.js';
import { IN_TITLE } from '../state/matching/evidence.js';
import type { Findings } from '../state/matching/findings.js';
import { IN_WINDOW } from '../state/matching/posts.js';
import { ARTICLES_MIN } from '../state/vocabulary/active-set.js';
import { isPunctuation } from '../state/vocabulary/noise.js';
import { pageUrlOf } from '../state/vocabulary/term-table.js';
import { BACKGROUND, FREQUENT_REASON, matchingPolicy, vocabularyAnswer } from './policy.js';
import { countingOf, isBroad, Judge, type Judgement } from './ranking.js';
import { TopicsView } from './view.js';

/** The most blogs and articles of the recent part. From the contract. */
const RECENT_MAX = 100;

export type DetailRequest = Omit<DetailQuestion, 'type'>;

export function standingOf({ vocabulary }: Findings, term: number): TermStanding {
  const excludedReason = vocabulary.exclusionOf(term);
  if (excludedReason !== null) {
    return { matchingStatus: 'excluded', excludedReason, inactiveReason: null };
  }
  if (vocabulary.isActive(term)) {
    return { matchingStatus: 'active', excludedReason: null, inactiveReason: null };
  }
  const isRare = vocabulary.countOf(term) < ARTICLES_MIN;
  const inactiveReason = isRare ? 'low-frequency' : 'memory-budget';
  return { matchingStatus: 'inactive', excludedReason: null, inactiveReason };
}

type FoundTopic =
  | { found: 'nothing' | 'gone' }
  | { found: 'topic'; term: number; judge: Judge; history: TopicHistory };

/** The topic of an id, if it has a page. */
export function findTopic(
  findings: Findings,
  blogs: TopicBlogs,
  request: Pick<DetailRequest, 'id' | 'hours' | 'nowMs' | 'after'>,
): FoundTopic {
  const { vocabulary } = findings;
  const term = vocabulary.resolve(request.id);
  if (term < 0) return { found: 'nothing' };
  const { left, revoked, history } = gather(findings, blogs, term, request);
  if (left === 0 && (revoked > 0 || findings.wasWithdrawn(term))) return { found: 'gone' };
  const view = new TopicsView(findings.posts, blogs, request.hours, request.nowMs);
  const judge = new Judge(findings, blogs, view);
  const isKnown = vocabulary.countOf(term) > 0 || history.total > 0;
  if (!isKnown && judge.nativeBlogs(term) === 0) return { found: 'nothing' };
  return { found: 'topic', term, judge, history };
}

export function detailOf(
  findings: Findings,
  blogs: TopicBlogs,
  request: DetailRequest,
): DetailAnswer {
  const topic = findTopic(findings, blogs, request);
  if (topic.found !== 'topic') return { found: topic.found };
  const { vocabulary } = findings;
  const { term, judge, history } = topic;
  const { view } = judge;
  const judgement = judge.judge(term);
  const recentBlogs = blogsOf(judge, blogs, judgement);
  const recent = recentOf(findings, view, judgement);
  const answer = {
    hours: request.hours,
    generatedAt: isoOf(request.nowMs),
    topic: topicOf(findings, term, judgement, request.publicUrl),
    vocabulary: vocabularyAnswer(vocabulary.facts, vocabulary.limits, view.baseline),
    matchingPolicy: matchingPolicy(vocabulary.noise.version),
    gate: gateOf(judgement),
    blogs: recentBlogs.slice(0, RECENT_MAX),
    truncated: recentBlogs.length > RECENT_MAX || recent.length > RECENT_MAX,
  };
  return {
    found: 'topic',
    frame: JSON.stringify(answer),
    articles: recent.slice(0, RECENT_MAX),
    history,
  };
}

function topicOf(
  findings: Findings,
  term: number,
  judgement: Judgement,
  publicUrl: string,
): object {
  const { vocabulary } = findings;
  const id = vocabulary.idOf(term);
  const articles = vocabulary.countOf(term);
  const seconds = vocabulary.lastSecondsOf(term);
  const key = vocabulary.terms.textOf(term);
  const isTag = articles > 0 || findings.evidence.countOf(term) > 0;
  return {
    id,
    label: vocabulary.labelOf(term),
    source: isTag ? 'tag-vocabulary' : 'rss-category',
    canonicalId: id,
    ...standingOf(findings, term),
    articleCount: articles > 0 ? articles : null,
    lastPublishedAt: seconds > 0 ? isoOf(seconds * 1000) : null,
    matchingRule: judgement.isFrequent ? 'title-only' : 'title-and-body',
    matchingReason: reasonOf(judgement),
    ...(isPunctuation(key) ? {} : { url: pageUrlOf(publicUrl, id) }),
  };
}

/** The reason of a topic that is matched or listed by other than the default rule. */
export function reasonOf({ isFrequent, refusal }: Judgement): string | null {
  if (isFrequent) return FREQUENT_REASON;
  return refusal === 'background' ? BACKGROUND.reason : null;
}

/** The broad gate, for which bodies count with any matching rule. */
function gateOf(judgement: Judgement): object {
  const { gateBlogs, twiceBlogs, peakPosts } = judgement;
  return { blogs: gateBlogs, twiceBlogs, peakPosts, passed: isBroad(judgement) };
}

/** Blogs of the window with articles that count, by descending contribution. */
function blogsOf(judge: Judge, blogs: TopicBlogs, { isFrequent }: Judgement): object[] {
  const rows = Array.from(judge.touched.subarray(0, judge.touchedCount), (blog) => {
    const { id, slug, name } = blogs.byId(blog)!;
    const titlePosts = judge.titles[blog]!;
    const counting = countingOf(titlePosts, judge.bodies[blog]!, isFrequent);
    const { posts, score, bodies: bodyOnlyPosts } = counting;
    return { id, slug, name, posts, score, titlePosts, bodyOnlyPosts };
  });
  return rows
    .filter(({ posts }) => posts > 0)
    .sort((a, b) => b.score - a.score || b.posts - a.posts || a.id - b.id);
}

/** Articles of the window that count, newest first; one more than are listed when there are more. */
function recentOf(
  { evidence, posts, vocabulary }: Findings,
  view: TopicsView,
  { term, isFrequent }: Judgement,
): PostPlace[] {
  const newest = new Newest(RECENT_MAX + 1, null);
  if (!vocabulary.isActive(term)) return [];
  evidence.each(term, (version, bits, fresh) => {
    const isMatch = fresh && view.states[version] === IN_WINDOW;
    if (isMatch && (!isFrequent || (bits & IN_TITLE) !== 0))
      newest.offer(posts.times[posts.postOf[version]!]!, posts.postOf[version]!, version);
  });
  return newest.entries.map(({ id, timeMs }) => ({ id, sortMs: timeMs }));
}

interface Gathered {
  history: TopicHistory;
  /** Rows of evidence that were not withdrawn, public or not, and rows that were withdrawn. */
  left: number;
  revoked: number;
}

/** Counts all evidence of a term, and collects a page of it. */
function gather(
  { evidence, posts, vocabulary }: Findings,
  blogs: TopicBlogs,
  term: number,
  { after, nowMs }: Pick<DetailRequest, 'after' | 'nowMs'>,
): Gathered {
  const isActive = vocabulary.isActive(term);
  const isConfirmed = new Uint8Array(posts.idsEnd);
  const isShown = Uint8Array.from({ length: blogs.idsEnd }, (_, id) => (blogs.isShown(id) ? 1 : 0));
  const newest = new Newest(HISTORY_PAGE + 1, after);
  const counts = {
    confirmed: 0,
    pending: 0,
    left: 0,
    revoked: 0,
    lastMs: Number.NEGATIVE_INFINITY,
  };
  evidence.each(term, (version, _, fresh) => {
    if (isActive && fresh && posts.isLive(version)) isConfirmed[posts.postOf[version]!] = 1;
  });
  /** The newest version of pending articles, so that each article counts once. */
  const seenAs = new Map<number, number>();
  evidence.each(term, (version, _, fresh) => {
    const id = posts.postOf[version]!;
    if (posts.isErased(id)) return;
    if (posts.isRevoked(id)) {
      counts.revoked += 1;
      return;
    }
    counts.left += 1;
    const isPublic =
      posts.isPublic(id) && posts.times[id]! <= nowMs && isShown[posts.blogs[id]!] === 1;
    if (!isPublic) return;
    const confirms = isConfirmed[id] === 1;
    if (confirms && !(fresh && posts.isLive(version))) return;
    if (!confirms && (seenAs.get(id) ?? -1) >= version) return;
    const isNew = confirms || !seenAs.has(id);
    if (!confirms) seenAs.set(id, version);
    if (isNew) counts[confirms ? 'confirmed' : 'pending'] += 1;
    counts.lastMs = Math.max(counts.lastMs, posts.seen[version]!);
    newest.offer(posts.times[id]!, id, version);
  });
  const page = newest.entries.slice(0, HISTORY_PAGE);
  const entries = page.map(
    ({ id, timeMs, version }): HistoryEntry => ({
      id,
      sortMs: timeMs,
      evidenceState: isConfirmed[id] === 1 ? 'confirmed' : 'pending',
      observedMs: posts.seen[version]!,
    }),
  );
  const last = page.at(-1);
  const hasMore = newest.entries.length > HISTORY_PAGE && last !== undefined;
  const { confirmed, pending, left, revoked, lastMs } = counts;
  const total = confirmed + pending;
  const history = {
    entries,
    next: hasMore ? { timeMs: last.timeMs, id: last.id } : null,
    confirmed,
    pending,
    total,
    lastObservedMs: total === 0 ? null : lastMs,
  };
  return { history, left, revoked };
}

interface Candidate {
  timeMs: number;
  id: number;
  version: number;
}

/** The newest of many articles after a place, in order; a second offer of an article replaces the first. */
class Newest {
  readonly entries: Candidate[] = [];
  readonly #max: number;
  readonly #after: HistoryPlace | null;

  constructor(max: number, after: HistoryPlace | null) {
    this.#max = max;
    this.#after = after;
  }

  offer(timeMs: number, id: number, version: number): void {
    const isFull = this.entries.length === this.#max;
    const last = this.entries[this.entries.length - 1];
    // Most articles are older than those already in the list.
    if (isFull && last !== undefined && timeMs < last.timeMs) return;
    const candidate = { timeMs, id, version };
    if (this.#after !== null && order(candidate, { ...this.#after, version }) <= 0) return;
    if (isFull && last !== undefined && order(candidate, last) > 0) return;
    const { entries } = this;
    const place = firstPlace(0, entries.length, (at) => order(entries[at]!, candidate) < 0);
    if (entries[place]?.id === id) {
      entries[place] = candidate;
      return;
    }
    entries.splice(place, 0, candidate);
    if (this.entries.length > this.#max) this.entries.pop();
  }
}

/** By descending time, then by descending id. */
function order(a: Candidate, b: Candidate): number {
  return a.timeMs === b.timeMs ? b.id - a.id : b.timeMs - a.timeMs;
}
