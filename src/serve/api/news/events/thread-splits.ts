/**
 * Which thread a thread split from, and which ones split from it: read off the snapshots, which hold
 * the articles of every event.
 *
 * A thread has split from another one when at least half of its articles, in its first hour, were in
 * an event of the other an hour before, and the other goes on beside it. That is the rule by which
 * threads are merged (decision 20), the other way round. Snapshots of the format before hold no
 * articles, so nothing is known of splits then.
 */
import { HOUR_MS } from '../../../../kernel/clock.js';
import type { Snapshot, SnapshotEvent } from '../../../../news/events/snapshot.js';

/** Part of a new thread's articles that must come from another one. */
const SPLIT_MIN = 0.5;

/** Threads that `id` split from. @param snapshots ascending, with its first hour and the one before. */
export function splitFrom(id: number, snapshots: readonly Snapshot[]): number[] {
  return splitsIn(snapshots).flatMap(({ child, parent }) => (child === id ? [parent] : []));
}

/** Threads that split from `id`. @param snapshots ascending, of its hours. */
export function splitInto(id: number, snapshots: readonly Snapshot[]): number[] {
  return splitsIn(snapshots).flatMap(({ child, parent }) => (parent === id ? [child] : []));
}

/** Every split between snapshots that follow one another. */
function splitsIn(snapshots: readonly Snapshot[]): { child: number; parent: number }[] {
  return snapshots.flatMap((now, at) => {
    const before = snapshots[at - 1];
    if (before === undefined || now.hourMs - before.hourMs !== HOUR_MS) return [];
    const going = new Set(now.events.map(({ thread }) => thread));
    const others = before.events.filter(({ thread }) => going.has(thread));
    return now.events
      .filter(({ firstHourMs }) => firstHourMs === now.hourMs)
      .flatMap((event) =>
        others
          .filter((other) => other.thread !== event.thread && isOf(event, other))
          .map((other) => ({ child: event.thread, parent: other.thread })),
      );
  });
}

function isOf({ articles }: SnapshotEvent, other: SnapshotEvent): boolean {
  const known = new Set(other.articles);
  const shared = articles.filter((id) => known.has(id)).length;
  return shared > 0 && shared >= SPLIT_MIN * articles.length;
}
