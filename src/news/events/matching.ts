/**
 * Which thread an event continues, and which threads have become one (decision 20).
 *
 * Likeness is Σmin ÷ Σmax of article counts by tag, articles themselves among them: a story that goes
 * on keeps most of its articles from one run to the next, while tags alone drift to other stories.
 * Where both are known by articles, some must be shared. A thread claims an event that is alike enough:
 * at least 0.25 an hour after it was last seen, rising to 0.5 after 24, because a coincidence grows
 * more likely with time. Events go to claimants one to one, the most alike first. A claimant that
 * loses all its events, and has at least half of its articles in one of them, is merged into the
 * thread which got it.
 */
import { HOUR_MS } from '../../kernel/clock.js';
import { getOrInsert } from '../../kernel/get-or-insert.js';

/** Threads not seen for longer are closed. Decision 20. */
export const CLOSED_AFTER_MS = 24 * HOUR_MS;
const LIKENESS_SOON = 0.25;
const LIKENESS_LATE = 0.5;
/** Part of a thread's articles that must be in the event of another for the two to be one. */
const MERGED_MIN = 0.5;

/** How much an article counts that both hold, beside its tags. */
export const ARTICLE_WEIGHT = 3;
/** No tag begins with a control character. */
const ARTICLE_MARK = '\0';

/** An article among tags. */
export function articleKey(id: number): string {
  return `${ARTICLE_MARK}${id}`;
}

/** Articles by tag, and the articles themselves. */
export type TagCounts = ReadonlyMap<string, number>;

/** A thread that may go on. */
export interface OpenThread {
  id: number;
  /** Run in which it was last seen. */
  seenMs: number;
  counts: TagCounts;
}

export interface Matches {
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
  events: readonly TagCounts[],
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
    // The part of the thread that is in the event.
    const part = sharedBy(events[event]!, thread.counts) / sumOf(thread.counts);
    if (part < MERGED_MIN) continue;
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
  events: readonly TagCounts[],
  open: readonly OpenThread[],
  atMs: number,
): Generator<void, Claim[]> {
  const index = new EventIndex();
  let work = 0;
  for (const [event, counts] of events.entries()) {
    index.put(event, counts);
    work += counts.size;
    if (work % PAUSE_EVERY < counts.size) yield;
  }
  const claims: Claim[] = [];
  for (const thread of open) {
    work += thread.counts.size;
    if (work % PAUSE_EVERY < thread.counts.size) yield;
    const needed = likenessNeeded(atMs - thread.seenMs);
    for (const { event, likeness } of index.likenesses(thread.counts)) {
      if (likeness >= needed) claims.push({ event, thread, likeness });
    }
  }
  return claims.sort(
    (a, b) => b.likeness - a.likeness || a.thread.id - b.thread.id || a.event - b.event,
  );
}

interface Holder {
  event: number;
  count: number;
}

/** What an event shares with a thread. */
interface Shared {
  /** Σmin over what both hold; counts are whole numbers, so their order does not matter. */
  sum: number;
  hasArticles: boolean;
}

/** The events of a run by what they hold: most threads share nothing with most events. */
class EventIndex {
  readonly #holders = new Map<string, Holder[]>();
  readonly #sums: number[] = [];
  readonly #haveArticles: boolean[] = [];

  /** Takes in the events, from 0. */
  put(event: number, counts: TagCounts): void {
    this.#sums[event] = sumOf(counts);
    this.#haveArticles[event] = holdsArticles(counts);
    for (const [key, count] of counts) {
      getOrInsert(this.#holders, key, () => []).push({ event, count });
    }
  }

  /**
   * How alike a thread is to each event that it shares something with: Σmin ÷ Σmax over all that either
   * holds. Events of other articles are left out where both are known by articles.
   */
  *likenesses(thread: TagCounts): Generator<{ event: number; likeness: number }> {
    const hasArticles = holdsArticles(thread);
    const sum = sumOf(thread);
    for (const [event, shared] of this.#sharedWith(thread)) {
      if (hasArticles && this.#haveArticles[event]! && !shared.hasArticles) continue;
      yield { event, likeness: shared.sum / (this.#sums[event]! + sum - shared.sum) };
    }
  }

  #sharedWith(thread: TagCounts): Map<number, Shared> {
    const found = new Map<number, Shared>();
    for (const [key, count] of thread) {
      for (const holder of this.#holders.get(key) ?? []) {
        const least = Math.min(count, holder.count);
        const isArticle = key.startsWith(ARTICLE_MARK);
        const shared = getOrInsert(found, holder.event, () => ({ sum: 0, hasArticles: false }));
        shared.sum += least;
        shared.hasArticles ||= isArticle;
      }
    }
    return found;
  }
}

function holdsArticles(counts: TagCounts): boolean {
  for (const key of counts.keys()) if (key.startsWith(ARTICLE_MARK)) return true;
  return false;
}

function sharedBy(one: TagCounts, other: TagCounts): number {
  let sum = 0;
  for (const [tag, count] of one) sum += Math.min(count, other.get(tag) ?? 0);
  return sum;
}

function sumOf(counts: TagCounts): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}
