/**
 * The ranking of events as JSON: its head, and events with their news, which is joined as it stands.
 */
import { isoOf } from '../../../../kernel/clock.js';
import type { CampCoverage } from '../../../../news/events/coverage.js';
import type { SnapshotEvent } from '../../../../news/events/snapshot.js';
import { trailOf } from './event-history.js';

/** What an event says of itself beside its news. */
export function eventFields(
  { tags, majors, thread, prevRank, hours, firstHourMs, trail }: SnapshotEvent,
  rank: number,
  score: number,
  coverage: CampCoverage,
) {
  return {
    rank,
    score,
    major: tags.slice(0, majors).map(({ tag }) => tag),
    tags,
    relatedEventPk: String(thread),
    threadId: thread,
    prevRank,
    hours,
    rankTrail: trailOf(trail),
    firstTime: isoOf(firstHourMs),
    coverage,
  };
}

/** @param news a JSON array. */
export function eventJson(fields: object, news: string): string {
  return `${JSON.stringify(fields).slice(0, -1)},"news":${news}}`;
}

/** @param events each as JSON. */
export function eventsJson(head: object, events: readonly string[]): Buffer {
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"events":[${events.join(',')}]}`);
}
