/**
 * Puts together what is stored of a run: ranks now and before, trails, and the threads of a day.
 */
import { HOUR_MS } from '../../kernel/clock.js';
import { tagKey } from '../../kernel/text/tag.js';
import type { DayThread } from './day.js';
import type { RunFindings } from './run.js';
import { type Snapshot, type SnapshotEvent, TRAIL_HOURS } from './snapshot.js';
import type { ThreadRecord } from './thread.js';

/** Part of the main tags that makes an event without its thread the same as one before. */
const SAME_MAJORS_MIN = 0.5;

/** Ranks by thread, by hour. */
type Ranks = Map<number, ReadonlyMap<number, number>>;

/** Ranks of threads in snapshots. */
function ranksOf(snapshots: readonly Snapshot[]): Ranks {
  return new Map(
    snapshots.map(({ hourMs, events }) => [
      hourMs,
      new Map(events.map(({ thread }, at) => [thread, at + 1])),
    ]),
  );
}

/** Ranks of a thread in the 24 hours up to one, oldest first; 0 where it was off the ranking. */
function trailOf(ranks: Ranks, thread: number, hourMs: number): number[] {
  return Array.from({ length: TRAIL_HOURS }, (_, at) => {
    const thenMs = hourMs - (TRAIL_HOURS - 1 - at) * HOUR_MS;
    return ranks.get(thenMs)?.get(thread) ?? 0;
  });
}

/**
 * The snapshot of a run.
 * @param threads the thread of each event; the table has seen them.
 * @param earlier snapshots of the 23 hours before, oldest first.
 * @param before the snapshot before, however long ago.
 */
export function composeSnapshot(
  hourMs: number,
  builtMs: number,
  { baseline, events }: RunFindings,
  threads: readonly ThreadRecord[],
  earlier: readonly Snapshot[],
  before: Snapshot | null,
): Snapshot {
  const ranks = ranksOf(earlier);
  ranks.set(hourMs, new Map(threads.map(({ id }, at) => [id, at + 1])));
  const now = new Set(threads.map(({ id }) => id));
  return {
    hourMs,
    builtMs,
    baseline,
    events: events.map(({ score, tags, majors, news, coverage, articles }, at): SnapshotEvent => {
      const { id, hoursMs } = threads[at]!;
      return {
        score,
        tags,
        majors,
        news,
        thread: id,
        prevRank: rankBefore(before, id, tags.slice(0, majors), now),
        hours: hoursMs.length,
        firstHourMs: hoursMs[0]!,
        trail: trailOf(ranks, id, hourMs),
        coverage,
        articles: [...articles],
      };
    }),
  };
}

/** The rank in the snapshot before of the same thread, or else of the event with its main tags. */
function rankBefore(
  before: Snapshot | null,
  thread: number,
  majors: readonly { tag: string }[],
  now: ReadonlySet<number>,
): number | null {
  if (before === null) return null;
  const at = before.events.findIndex((event) => event.thread === thread);
  if (at >= 0) return at + 1;
  const mine = new Set(majors.map(({ tag }) => tagKey(tag)));
  const twin = before.events.findIndex((event) => {
    // An event whose thread goes on is that thread's.
    if (now.has(event.thread)) return false;
    const theirs = event.tags.slice(0, event.majors).map(({ tag }) => tagKey(tag));
    const shared = theirs.filter((key) => mine.has(key)).length;
    return shared >= SAME_MAJORS_MIN * Math.max(mine.size, theirs.length);
  });
  return twin < 0 ? null : twin + 1;
}

/**
 * The threads of a day without their coverage, ascending by id.
 * @param day its snapshots, oldest first.
 */
export function threadsOfDay(day: readonly Snapshot[]): Omit<DayThread, 'coverage'>[] {
  const threads = new Map<number, Omit<DayThread, 'coverage'>>();
  for (const { hourMs, events } of day) {
    events.forEach(({ thread: id, trail, news }, at) => {
      const known = threads.get(id);
      const { bestRank, news: shown } =
        known !== undefined && known.bestRank <= at + 1 ? known : { bestRank: at + 1, news };
      threads.set(id, { id, bestRank, trailEndMs: hourMs, trail, news: shown });
    });
  }
  return [...threads.values()].sort((a, b) => a.id - b.id);
}
