/**
 * Which thread an event continues, and which threads have become one (decision 20).
 *
 * Likeness is Σmin ÷ Σmax of article counts by tag, and of the articles themselves, each of which counts three: a
 * story that goes on keeps most of its articles from one run to the next, while tags alone drift to other stories.
 * Where both are known by articles, some must be shared. A thread claims an event that is alike enough:
 * at least 0.25 an hour after it was last seen, rising to 0.5 after 24, because a coincidence grows
 * more likely with time. Events go to claimants one to one, the most alike first. A claimant that
 * loses all its events, and has at least half of its articles in one of them, is merged into the
 * thread which got it.
 */
import { HOUR_MS } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';

/** Threads not seen for longer are closed. Decision 20. */
export const CLOSED_AFTER_MS = 24 * HOUR_MS;
const LIKENESS_SOON = 0.25;
const LIKENESS_LATE = 0.5;
/** Part of a thread's articles that must be in the event of another for the two to be one. */
const MERGED_MIN = 0.5;
/** How much an article counts that both hold, beside its tags. */
const ARTICLE_WEIGHT = 3;

/** What an event is known by, or a thread by its last event. */
export interface Evidence {
  /** Articles by tag. */
  counts: ReadonlyMap<string, number>;
  /** Ids, ascending. An article is in one event of a run at most. */
  articles: Uint32Array;
}

/** A thread that may go on. */
export interface OpenThread extends Evidence {
  id: number;
  /** Run in which it was last seen. */
  seenMs: number;
}

interface Matches {
  /** The thread that each event continues; null for a new story. */
  threads: (number | null)[];
  /** Threads that end, and those which they are part of from now on. */
  merged: { from: number; into: number }[];
}

/** A thread that an event is alike enough to. */
export interface Claim {
  event: number;
  thread: OpenThread;
  likeness: number;
}

/** Finds the thread of each event, with pauses. @param open threads seen within the last 24 hours. */
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
    // The event of a loser is taken, or the loser would have got it.
    merged.push({ from: thread.id, into: threads[event]! });
  }
  return { threads, merged };
}

/** How alike an event must be to a thread that was last seen this long ago. */
export function likenessNeeded(silentMs: number): number {
  const hours = Math.max(1, silentMs / HOUR_MS);
  return LIKENESS_SOON + ((LIKENESS_LATE - LIKENESS_SOON) * (hours - 1)) / 23;
}

/** A pause after so much of tags and articles: about a millisecond. */
const PAUSE_EVERY = 4000;

/** Claims, the most alike first; then the older thread, then the earlier event. */
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

/** What an event shares with a thread. */
interface Shared {
  /** Σmin over what both hold; counts are whole numbers, so their order does not matter. */
  sum: number;
  hasArticles: boolean;
}

/** The events of a run by what they hold: most threads share nothing with most events. */
class EventIndex {
  readonly #byTag = new Map<string, { event: number; count: number }[]>();
  readonly #byArticle = new Map<number, number>();
  readonly #events: { sum: number; hasArticles: boolean }[] = [];

  /** Takes in the events, from 0. */
  put(event: number, evidence: Evidence): void {
    const { counts, articles } = evidence;
    this.#events[event] = { sum: sumOf(evidence), hasArticles: articles.length > 0 };
    for (const [tag, count] of counts) {
      getOrInsert(this.#byTag, tag, () => []).push({ event, count });
    }
    for (const article of articles) this.#byArticle.set(article, event);
  }

  /**
   * How alike a thread is to each event that it shares something with: Σmin ÷ Σmax over all that either
   * holds. Events of other articles are left out where both are known by articles.
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

/** Part of the articles that makes threads related. */
const ARTICLES_MIN = 0.2;

export interface Relative {
  /** Keys of main tags. */
  majors: ReadonlySet<string>;
  /** Ids, ascending. */
  articles: Uint32Array;
}

/**
 * Which threads are related (decision 20): those that share a main tag, or a fifth of the articles.
 *
 * How strongly is the part of main tags that they share plus the part of articles, each of the
 * thread that has fewer.
 *
 * From above 0 to 2; 0 for threads that are not related.
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

/** How many values two ascending lists share. */
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
