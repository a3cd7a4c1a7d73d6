/**
 * `/api/v1/events/threads/{id}`: one story through its hours.
 */

import { HOUR_MS, isoOf, ZONE_OFFSET_MS } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import type { Snapshot, SnapshotEvent } from '../../../../news/events/chunks.js';
import { EVENTS_CATEGORY } from '../../../../news/events/codec.js';
import { majorTagsOf, maxTagOf, type ThreadRecord } from '../../../../news/events/state/thread.js';
import type { Route } from '../../../http/route.js';
import { cachedRoute, minuteBehind, REVALIDATE, taggedReply } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import type { NewsSources } from '../sources.js';
import { mainTagsOf, snapshotsOf, spanOf, threadOf, threadsOf } from './event-history.js';
import { eventJson, NewsItem, NewsJoin, THREAD_ERRORS, ThreadIdParameter } from './event-json.js';

/** Maximum of hours in a thread's history, newest first. From the contract. */
const HOURS_MAX = 72;

const Thread = Type.named('EventThreadRecord', {
  id: Type.Integer(),
  category: Type.String(),
  firstTime: Type.DateTime,
  lastTime: Type.DateTime,
  hours: Type.integer('Hours in the event ranking'),
  allTags: Type.arrayOf(Type.String(), 'Every tag that it ever had'),
  majorTags: Type.Array(Type.String(), { maxItems: 6 }),
  maxTag: Type.nullable(Type.String(), 'The tag with the highest score; null when there is none'),
  maxScore: Type.Number(),
  history: Type.byName(
    Type.Record(Type.String(), Type.Number()),
    `Bursts by tag, by ${ZONE} time \`YYYY-MM-DD HH:00:00\`, of the same hours`,
  ),
  combinedFrom: Type.arrayOf(Type.Integer(), 'Threads merged into this one'),
  combinedTo: Type.arrayOf(Type.Integer(), 'Threads that this one merged into'),
  splitFrom: Type.Array(Type.Integer(), {
    description: 'Threads that go on, from which most articles of its first hour came',
  }),
  splitInto: Type.Array(Type.Integer(), {
    description: 'Threads that began with articles of this one, within the hours below',
  }),
  hoursTotal: Type.integerOrNull('Hours of this thread or of one that was merged into it'),
  equalFirstTime: Type.nullable(
    Type.DateTime,
    'First hour in which its tags were equal to these; null when none was',
  ),
  equalLastTime: Type.nullable(
    Type.DateTime,
    'Last hour in which its tags were equal to these; null when none was',
  ),
});

/** A tuple in JSON Schema 2020, as OpenAPI 3.1 requires. */
const TagBurst = Type.Unsafe<[string, number]>({
  type: 'array',
  prefixItems: [{ type: 'string' }, { type: 'number' }],
  minItems: 2,
  maxItems: 2,
});

const Hour = Type.named('EventThreadHour', {
  hourStart: Type.DateTime,
  rank: Type.integer('Place in the list of that hour'),
  score: Type.decimal('Score in the list of that hour'),
  major: Type.arrayOf(Type.String(), 'The main tags'),
  tags: Type.arrayOf(TagBurst, 'Pairs of tag and burst'),
  news: Type.Array(NewsItem, { maxItems: 6 }),
});

const Kin = Type.named('EventThreadKin', {
  id: Type.integer('Thread'),
  majorTags: Type.arrayOf(Type.String(), 'Its main tags', 6),
  firstTime: Type.DateTime,
  lastTime: Type.DateTime,
  hours: Type.integer('Hours that it was on the ranking'),
});

const Response = Type.named('EventThread', {
  thread: Thread,
  related: Type.Array(Type.Integer(), {
    maxItems: 10,
    description: 'Threads that share a main tag or a fifth of the articles, strongest first',
  }),
  kin: Type.arrayOf(Kin, 'What every thread is that is named by id above'),
  hours: Type.arrayOf(Hour, 'Newest first', HOURS_MAX),
});
export type ThreadAnswer = Type.Static<typeof Response>;

/** A thread in one hour. */
interface Appearance {
  hourMs: number;
  rank: number;
  event: SnapshotEvent;
}

export function eventThreadRoute(sources: NewsSources): Route {
  const { events, catalog, clock } = sources;
  const join = new NewsJoin(sources);
  return cachedRoute(sources, {
    path: '/api/v1/events/threads/{id}',
    summary: 'One thread',
    description: 'A story with the hours in which it was on the ranking, at most 72.',
    tag: 'events',
    params: ThreadIdParameter,
    needs: ['events'],
    response: Response,
    errors: THREAD_ERRORS,
    ask: ({ params: { id } }) => id,
    now: () => minuteBehind(clock.nowMs(), events.tickMs),
    state: () => [events.generation, catalog.generation],
    answer: (id) => bodyOf(sources, join, id),
    send: (body) => taggedReply(Buffer.from(body), { cacheControl: REVALIDATE, vary: true }),
  });
}

async function bodyOf(sources: NewsSources, join: NewsJoin, id: number): Promise<string> {
  const thread = await threadOf(sources, id);
  const snapshots = await snapshotsOf(sources, thread.hoursMs.slice(-HOURS_MAX));
  const appearances = snapshots.map((snapshot) => appearanceIn(snapshot, id)).reverse();
  const news = await join.listsOf(appearances.map(({ event }) => event.news));
  const hours = appearances.map((one, at) => eventJson(hourOf(one), news[at]!));
  const relatedIds = thread.related.map((other) => other.id);
  const splits = await splitsOf(sources, thread, snapshots);
  const { combinedFrom, combinedTo } = thread;
  const named = [...combinedFrom, ...combinedTo, ...splits.splitFrom, ...splits.splitInto];
  const kin = await threadsOf(sources, [...new Set([...named, ...relatedIds])]);
  // Threads that begin later than now are not shown.
  const known = new Set(kin.map((other) => other.id));
  const head = JSON.stringify({
    thread: threadFields(thread, appearances, splits),
    related: relatedIds.filter((other) => known.has(other)),
    kin: kin.map((other) => ({
      ...{ id: other.id, majorTags: majorTagsOf(other) },
      ...spanOf(other),
    })),
  });
  return `${head.slice(0, -1)},"hours":[${hours.join(',')}]}`;
}

interface Splits {
  splitFrom: number[];
  splitInto: number[];
}

async function splitsOf(
  sources: NewsSources,
  { id, hoursMs }: ThreadRecord,
  snapshots: readonly Snapshot[],
): Promise<Splits> {
  const firstMs = hoursMs[0]!;
  const beforeMs = firstMs - HOUR_MS;
  const isThere = sources.events.newest(beforeMs) === beforeMs;
  const first = isThere ? await snapshotsOf(sources, [beforeMs, firstMs]) : [];
  return { splitFrom: splitFrom(id, first), splitInto: splitInto(id, snapshots) };
}

function appearanceIn({ hourMs, events }: Snapshot, id: number): Appearance {
  const at = events.findIndex(({ thread }) => thread === id);
  return { hourMs, rank: at + 1, event: events[at]! };
}

function threadFields(
  thread: ThreadRecord,
  appearances: readonly Appearance[],
  splits: Splits,
): object {
  const { id, tags, maxScore, combinedFrom, combinedTo, equalHoursMs } = thread;
  return {
    id,
    category: EVENTS_CATEGORY,
    ...spanOf(thread),
    allTags: tags.map(({ tag }) => tag),
    majorTags: majorTagsOf(thread),
    maxTag: maxTagOf(thread),
    maxScore,
    history: Object.fromEntries(
      appearances
        .toReversed()
        .map(({ hourMs, event }) => [
          localHourOf(hourMs),
          Object.fromEntries(event.tags.map(({ tag, burst }) => [tag, burst])),
        ]),
    ),
    combinedFrom,
    combinedTo,
    ...splits,
    hoursTotal: equalHoursMs.length,
    equalFirstTime: isoOf(equalHoursMs[0]!),
    equalLastTime: isoOf(equalHoursMs.at(-1)!),
  };
}

function hourOf({ hourMs, rank, event }: Appearance): object {
  const { score, tags } = event;
  return {
    hourStart: isoOf(hourMs),
    rank,
    score,
    major: mainTagsOf(event),
    tags: tags.map(({ tag, burst }) => [tag, burst]),
  };
}

/** `YYYY-MM-DD HH:00:00` in local time. */
function localHourOf(hourMs: number): string {
  return isoOf(hourMs + ZONE_OFFSET_MS)
    .slice(0, 19)
    .replace('T', ' ');
}

/** Part of a new thread's articles that must come from the other thread. */
const SPLIT_MIN = 0.5;

/**
 * Threads that `id` split from. @param snapshots ascending, with its first hour and the hour
 * before.
 *
 * A thread has split from another one when at least half of its articles, in its first hour, were
 * in an event of the other an hour before, and the other continues. This is the reverse of the rule
 * that merges threads (decision 20). Snapshots of the older format contain no articles, so their
 * splits are unknown.
 */
export function splitFrom(id: number, snapshots: readonly Snapshot[]): number[] {
  return splitsIn(snapshots).flatMap(({ child, parent }) => (child === id ? [parent] : []));
}

/** Threads that split from `id`. @param snapshots ascending, of its hours. */
export function splitInto(id: number, snapshots: readonly Snapshot[]): number[] {
  return splitsIn(snapshots).flatMap(({ child, parent }) => (parent === id ? [child] : []));
}

/** All splits between consecutive snapshots. */
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
