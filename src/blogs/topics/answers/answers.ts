/**
 * The ranking in answers of the API. It is counted again whenever a row, a mask or the second of the
 * question changes; in between, equal questions get the same bytes.
 */
import { isoOf } from '../../../kernel/clock.js';
import type { RankingQuestion } from '../codec.js';
import type { TopicBlogs } from '../state/blogs.js';
import type { Findings } from '../state/matching/findings.js';
import { isPunctuation } from '../state/vocabulary/noise.js';
import { pageUrlOf } from '../state/vocabulary/term-table.js';
import { FREQUENT_REASON, MINIMUM_BLOGS, matchingPolicy, vocabularyAnswer } from './policy.js';
import { Judge, type Judgement, type Ranking } from './ranking.js';
import { TopicsView } from './view.js';

const encoder = new TextEncoder();

/** The highest `limit` of a question. From the contract. */
export const LIMIT_MAX = 200;

/** Parts of a past ranking that are those of today: terms are chosen each day, and posts may have changed. */
const AS_TODAY = ['vocabulary', 'matchingPolicy', 'articles that were changed since'];

export type RankingRequest = Omit<RankingQuestion, 'type'>;

export class Rankings {
  readonly #findings: Findings;
  readonly #blogs: TopicBlogs;
  /** Rankings as of `#revision` and an instant, by hours. */
  readonly #known = new Map<number, { nowMs: number; view: TopicsView; ranking: Ranking }>();
  #revision = -1;

  constructor(findings: Findings, blogs: TopicBlogs) {
    this.#findings = findings;
    this.#blogs = blogs;
  }

  /** Bytes of the whole response, in a buffer of their own; empty when no post had been seen at that time. */
  answer({ hours, limit, nowMs, publicUrl, isPast = false }: RankingRequest): Uint8Array {
    const { vocabulary, posts } = this.#findings;
    const sinceMs = posts.seenSinceMs;
    if (isPast && !(sinceMs <= nowMs)) return new Uint8Array(0);
    const { view, ranking } = isPast ? this.#pastOf(hours, nowMs) : this.#rankingOf(hours, nowMs);
    const { listed, matchedPosts } = ranking;
    const hour = isoOf(nowMs);
    const answer = {
      items: listed.slice(0, limit).map((judgement) => this.#itemOf(judgement, publicUrl)),
      nextCursor: null,
      hours,
      vocabulary: vocabularyAnswer(vocabulary.facts, vocabulary.limits, view.baseline),
      matchingPolicy: matchingPolicy(vocabulary.noise.version),
      coverage: { matchedPosts },
      minimumBlogs: MINIMUM_BLOGS,
      generatedAt: hour,
      past: isPast ? { hour, keptSince: isoOf(sinceMs), asToday: AS_TODAY } : null,
      truncated: listed.length > limit,
    };
    return encoder.encode(JSON.stringify(answer));
  }

  /** Rank of a term, from 1; null when it is not among the first `LIMIT_MAX`. */
  rankOf(term: number, hours: number, nowMs: number): number | null {
    const { listed } = this.#rankingOf(hours, nowMs).ranking;
    const place = listed.findIndex((judgement) => judgement.term === term);
    return place < 0 || place >= LIMIT_MAX ? null : place + 1;
  }

  /** Past rankings are not cached here, because callers cache the answers. */
  #pastOf(hours: number, nowMs: number): { view: TopicsView; ranking: Ranking } {
    const seenMs = this.#findings.posts.firstSeenMs();
    const view = new TopicsView(this.#findings.posts, this.#blogs, hours, nowMs, seenMs);
    return { view, ranking: new Judge(this.#findings, this.#blogs, view).rank(LIMIT_MAX) };
  }

  #rankingOf(hours: number, nowMs: number): { view: TopicsView; ranking: Ranking } {
    const { revision } = this.#findings;
    if (revision !== this.#revision) this.#known.clear();
    this.#revision = revision;
    const known = this.#known.get(hours);
    if (known !== undefined && known.nowMs === nowMs) return known;
    const view = new TopicsView(this.#findings.posts, this.#blogs, hours, nowMs);
    const ranking = new Judge(this.#findings, this.#blogs, view).rank(LIMIT_MAX);
    this.#known.set(hours, { nowMs, view, ranking });
    return { view, ranking };
  }

  #itemOf(judgement: Judgement, publicUrl: string): object {
    const { vocabulary } = this.#findings;
    const { term, isFrequent, posts, blogs, titlePosts } = judgement;
    const id = vocabulary.idOf(term);
    const key = vocabulary.terms.textOf(term);
    return {
      id,
      label: vocabulary.labelOf(term),
      source: 'tag-vocabulary',
      score: judgement.score,
      posts,
      blogs,
      titlePosts,
      bodyOnlyPosts: posts - titlePosts,
      recentShare: judgement.recentShare,
      baselineShare: judgement.baselineShare,
      lift: judgement.lift,
      matchingRule: isFrequent ? 'title-only' : 'title-and-body',
      matchingReason: isFrequent ? FREQUENT_REASON : null,
      ...(isPunctuation(key) ? {} : { url: pageUrlOf(publicUrl, id) }),
    };
  }
}
