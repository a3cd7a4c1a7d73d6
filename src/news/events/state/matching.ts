/**
 * Finds the thread that an event continues, and threads that have become one (decision 20).
 *
 * Likeness is Σmin ÷ Σmax of article counts by tag, and of articles, each with weight three: a
 * continuing story keeps most articles from one run to the next, while tags alone drift to other
 * stories. When both have articles, some must be shared. A thread claims an event with sufficient
 * likeness: at least 0.25 an hour after the thread was last seen, rising to 0.5 after 24 hours,
 * because chance matches become more likely with time. Events are assigned to claimants one to one,
 * most alike first. A claimant that gets no event, and has at least half of its articles in a
 * claimed event, is merged into the thread that got this event.
 */
import { HOUR_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';

/** Threads not seen for longer are closed. Decision 20. */
export const CLOSED_AFTER_MS = 24 * HOUR_MS;
const LIKENESS_SOON = 0.25;
const LIKENESS_LATE = 0.5;
/** Part of a thread that must be in the event of another thread for a merge. */
const MERGED_MIN = 0.5;
/** Weight of a shared article, in relation to tags. */
const ARTICLE_WEIGHT = 3;

/** Tags and articles of an event, or of the last event of a thread. */
export interface Evidence {
  /** Articles by tag. */
  counts: ReadonlyMap<string, number>;
  /** Ids, ascending. An article is in at most one event of a run. */
  articles: Uint32Array;
}

/** A thread that may continue. */
export interface OpenThread extends Evidence {
  id: number;
  /** The run in which it was last seen. */
  seenMs: number;
}

interface Matches {
  /** The thread that each event continues; null for a new story. */
  threads: (number | null)[];
  /** Threads that end, with the threads into which they are merged. */
  merged: { from: number; into: number }[];
}

/** An event with sufficient likeness to a thread. */
export interface Claim {
  event: number;
  thread: OpenThread;
  likeness: number;
}

/** Finds the thread of each event, with pauses. @param open threads seen in the last 24 hours. */
export function* matchThreads(
  events: readonly Evidence[],
  open: readonly OpenThread[],
  atMs: number,
): Generator<void, Matches> {
  const claims = yield* claimsOn(events, open, atMs);
  const threads: (number | null)[] = events.map(() => null);
  const winners = new Set<number>();
  for (const { event, thread } of claims) {
    if (threads[event] !== null || winners.has(thread.id)) continue;
    threads[event] = thread.id;
    winners.add(thread.id);
  }
  const merged: Matches['merged'] = [];
  const losers = new Set<number>();
  for (const { event, thread } of claims) {
    if (winners.has(thread.id) || losers.has(thread.id)) continue;
    if (partIn(events[event]!, thread) < MERGED_MIN) continue;
    losers.add(thread.id);
    // The event has a thread: otherwise this thread would have got it.
    merged.push({ from: thread.id, into: threads[event]! });
  }
  return { threads, merged };
}

/** The likeness that an event needs to a thread that was last seen `silentMs` ago. */
export function likenessNeeded(silentMs: number): number {
  const hours = Math.max(1, silentMs / HOUR_MS);
  return LIKENESS_SOON + ((LIKENESS_LATE - LIKENESS_SOON) * (hours - 1)) / 23;
}

/** Tags and articles between pauses: about a millisecond. */
const PAUSE_EVERY = 4000;

/** Claims, most alike first; then the older thread, then the earlier event. */
export function* claimsOn(
  events: readonly Evidence[],
  open: readonly OpenThread[],
  atMs: number,
): Generator<void, Claim[]> {
  const index = new EventIndex();
  let work = 0;
  for (const [event, evidence] of events.entries()) {
    index.put(event, evidence);
    work += sizeOf(evidence);
    if (work % PAUSE_EVERY < sizeOf(evidence)) yield;
  }
  const claims: Claim[] = [];
  for (const thread of open) {
    work += sizeOf(thread);
    if (work % PAUSE_EVERY < sizeOf(thread)) yield;
    const needed = likenessNeeded(atMs - thread.seenMs);
    for (const { event, likeness } of index.likenesses(thread)) {
      if (likeness >= needed) claims.push({ event, thread, likeness });
    }
  }
  return claims.sort(
    (a, b) => b.likeness - a.likeness || a.thread.id - b.thread.id || a.event - b.event,
  );
}

/** What an event and a thread share. */
interface Shared {
  /** Σmin over tags and articles; counts are integers, so the order does not matter. */
  sum: number;
  hasArticles: boolean;
}

/** The events of a run by tag and article: most threads share nothing with most events. */
class EventIndex {
  readonly #byTag = new Map<string, { event: number; count: number }[]>();
  readonly #byArticle = new Map<number, number>();
  readonly #events: { sum: number; hasArticles: boolean }[] = [];

  /** Adds an event; events are numbered from 0. */
  put(event: number, evidence: Evidence): void {
    const { counts, articles } = evidence;
    this.#events[event] = { sum: sumOf(evidence), hasArticles: articles.length > 0 };
    for (const [tag, count] of counts) {
      getOrInsert(this.#byTag, tag, () => []).push({ event, count });
    }
    for (const article of articles) this.#byArticle.set(article, event);
  }

  /**
   * The likeness of a thread to each event with something in common: Σmin ÷ Σmax over tags and
   * articles. Leaves out events without shared articles when both have articles.
   */
  *likenesses(thread: Evidence): Generator<{ event: number; likeness: number }> {
    const sum = sumOf(thread);
    for (const [event, shared] of this.#sharedWith(thread)) {
      const one = this.#events[event]!;
      if (thread.articles.length > 0 && one.hasArticles && !shared.hasArticles) continue;
      yield { event, likeness: shared.sum / (one.sum + sum - shared.sum) };
    }
  }

  #sharedWith({ counts, articles }: Evidence): Map<number, Shared> {
    const found = new Map<number, Shared>();
    const sharedOf = (event: number): Shared =>
      getOrInsert(found, event, () => ({ sum: 0, hasArticles: false }));
    for (const [tag, count] of counts) {
      for (const holder of this.#byTag.get(tag) ?? []) {
        sharedOf(holder.event).sum += Math.min(count, holder.count);
      }
    }
    for (const article of articles) {
      const event = this.#byArticle.get(article);
      if (event === undefined) continue;
      const shared = sharedOf(event);
      shared.sum += ARTICLE_WEIGHT;
      shared.hasArticles = true;
    }
    return found;
  }
}

/** The part of a thread that is in an event. */
function partIn(event: Evidence, thread: Evidence): number {
  let sum = ARTICLE_WEIGHT * sharedBy(event.articles, thread.articles);
  for (const [tag, count] of event.counts) sum += Math.min(count, thread.counts.get(tag) ?? 0);
  return sum / sumOf(thread);
}

function sumOf({ counts, articles }: Evidence): number {
  let sum = ARTICLE_WEIGHT * articles.length;
  for (const count of counts.values()) sum += count;
  return sum;
}

function sizeOf({ counts, articles }: Evidence): number {
  return counts.size + articles.length;
}

/** The part of shared articles that makes threads related. */
const ARTICLES_MIN = 0.2;

export interface Relative {
  /** Keys of main tags. */
  majors: ReadonlySet<string>;
  /** Ids, ascending. */
  articles: Uint32Array;
}

/**
 * How strongly two threads are related (decision 20): from above 0 to 2, or 0 for unrelated
 * threads.
 *
 * Related threads share a main tag, or a fifth of the articles. The strength is the shared part of
 * main tags plus the shared part of articles, each in relation to the thread that has fewer.
 */
export function strengthOf(one: Relative, other: Relative): number {
  let majors = 0;
  for (const major of one.majors) if (other.majors.has(major)) majors += 1;
  const articles = partOf(
    sharedBy(one.articles, other.articles),
    one.articles.length,
    other.articles.length,
  );
  if (majors === 0 && articles < ARTICLES_MIN) return 0;
  return partOf(majors, one.majors.size, other.majors.size) + articles;
}

function partOf(shared: number, one: number, other: number): number {
  return shared === 0 ? 0 : shared / Math.min(one, other);
}

/** Number of common values of two ascending lists. */
function sharedBy(one: Uint32Array, other: Uint32Array): number {
  const isApart = one[0]! > other.at(-1)! || other[0]! > one.at(-1)!;
  if (isApart) return 0;
  let shared = 0;
  let at = 0;
  for (const value of one) {
    while (at < other.length && other[at]! < value) at += 1;
    if (other[at] === value) shared += 1;
  }
  return shared;
}
