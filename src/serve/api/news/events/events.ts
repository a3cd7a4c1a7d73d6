/**
 * `/api/v1/events`: the events of now, or of any earlier hour.
 *
 * Numbers are as computed then; titles and visibility are joined when they are read.
 */

import { isoOf, isoOrNull, localDayStartMs } from '../../../../kernel/clock.js';
import { campCoverageOf } from '../../../../news/events/answers/coverage.js';
import { decodeSnapshot, type Snapshot } from '../../../../news/events/chunks.js';
import { EVENTS_CATEGORY } from '../../../../news/events/codec.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../schema.js';
import { ChosenQuery, chosenOf } from '../sets/chosen.js';
import { type EventsHead, MissedEvents, SetEvents } from '../sets/on-demand.js';
import { CHOSEN_FIELDS, SetBaseline, SetCoverage } from '../sets/sets.js';
import type { NewsSources } from '../sources.js';
import { dayFields, dayOf, hourBy, hourOf, isStale } from './event-history.js';
import {
  CampCoverage,
  DayHours,
  DayStats,
  EventsBaseline,
  eventFields,
  eventJson,
  eventReplies,
  eventsJson,
  NewsItem,
  NewsJoin,
  RankTrail,
} from './event-json.js';

const Query = {
  limit: Type.within(1, 30, 30),
  at: Type.optionalInstant('Newest hour that starts at or before this time; now by default'),
  ...ChosenQuery,
};

const Event = Type.named('Event', {
  rank: Type.integer('Place in this list'),
  score: Type.decimal('Score of the event: what its list is ordered by'),
  major: Type.arrayOf(Type.String(), 'Main tags', 6),
  tags: Type.listed('Tags of the event with their bursts', {
    tag: Type.String(),
    burst: Type.Number(),
  }),
  news: Type.Array(NewsItem, { maxItems: 6 }),
  relatedEventPk: Type.textOrNull('`threadId` for old clients'),
  threadId: Type.nullable(
    Type.Integer(),
    'Number of the thread, for `/api/v1/events/threads/{id}`; null without one',
  ),
  prevRank: Type.integerOrNull('Rank in the snapshot before; null when newly ranked'),
  hours: Type.integerOrNull(
    'Hours of the thread up to this one',
    'Hours that the thread was in the lists; null without a thread',
  ),
  rankTrail: Type.nullable(RankTrail),
  firstTime: Type.nullable(Type.DateTime, 'First hour of the thread; null without a thread'),
  coverage: CampCoverage,
  rankOfAll: Type.optionalInteger(
    'With `outlets` or `set`: its rank among the events of all outlets',
  ),
  setCoverage: Type.Optional(SetCoverage),
});

const Response = Type.named('Events', {
  hour: Type.DateTime,
  builtAt: Type.DateTime,
  stale: Type.flag('The newest snapshot is older than three hours'),
  prev: Type.nullable(Type.DateTime, 'The list before, for `at`; null when there is none'),
  next: Type.nullable(Type.DateTime, 'The list after, for `at`; null for the newest'),
  dayHours: DayHours,
  dayStats: DayStats,
  baseline: EventsBaseline,
  available: Type.flag('Tags can burst: the media were collected for 24 hours, see `validFrom`'),
  validFrom: Type.nullable(
    Type.DateTime,
    'From when on answers are complete; null while that is not known',
  ),
  ...CHOSEN_FIELDS,
  setBaseline: Type.Optional(SetBaseline),
  missed: Type.Optional(MissedEvents),
  events: Type.arrayOf(Event, 'The events, strongest first', 30),
});
export type EventsBody = Type.Static<typeof Response>;

export function eventsRoute(sources: NewsSources): Route {
  const path = '/api/v1/events';
  const replies = eventReplies(sources, path);
  const join = new NewsJoin(sources);
  const ofSets = new SetEvents(sources, path, join);
  return route({
    path,
    summary: 'Event ranking',
    description:
      'Stories made of tags that burst together, recomputed at :04 and :34. Coverage and baseline are those of the 24 hours before. Walk through earlier hours with `prev`, `next` and `dayHours`. With `outlets` or `set` the same stories as these outlets have them, for any hour of the last six days: ranked by the burst of their articles, with their headlines and `setCoverage` by the camps of the set; `missed` names stories that none of them has. `prevRank`, `hours`, `rankTrail` and main tags stay those of all outlets. Computed on demand from the articles known now.',
    tag: 'events',
    query: Query,
    needs: ['events'],
    response: Response,
    errors: {
      400: 'A parameter is malformed',
      404: 'There is no snapshot at or before that time, or no such set',
      503: 'There is no snapshot yet, or the service cannot answer at the moment',
    },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query, raw }) => {
      const { at, limit } = query;
      const chosen = chosenOf(sources, query);
      const hourMs = await hourOf(sources, at);
      if (chosen !== null) {
        return ofSets.reply(chosen, hourMs, limit, () => snapshotOf(sources, hourMs));
      }
      return replies.reply(raw.query, `${hourMs} ${limit}`, () =>
        bodyOf(sources, join, hourMs, limit),
      );
    },
  });
}

/** The snapshot of an hour, and the fields of its answer before the events. */
async function snapshotOf(
  sources: NewsSources,
  hourMs: number,
): Promise<{ snapshot: Snapshot; head: EventsHead }> {
  const { events, clock } = sources;
  const day = await dayOf(sources, localDayStartMs(hourMs));
  const snapshot = decodeSnapshot(day.hours.get(hourMs)!.bytes);
  const prev = events.newest(hourMs - 1);
  const lastMs = (await hourBy(sources, Number.POSITIVE_INFINITY)) ?? hourMs;
  const next = events.next(hourMs);
  const head = {
    hour: isoOf(hourMs),
    builtAt: isoOf(snapshot.builtMs),
    stale: isStale(events, clock.nowMs()),
    prev: isoOrNull(prev),
    next: next === null || next > lastMs ? null : isoOf(next),
    ...dayFields(day, lastMs),
    baseline: snapshot.baseline,
    ...validityOf(sources, snapshot.builtMs),
  };
  return { snapshot, head };
}

async function bodyOf(
  sources: NewsSources,
  join: NewsJoin,
  hourMs: number,
  limit: number,
): Promise<Buffer> {
  const { snapshot, head } = await snapshotOf(sources, hourMs);
  const shown = snapshot.events.slice(0, limit);
  const news = await join.listsOf(shown.map((event) => event.news));
  const items = shown.map((event, at) => {
    const coverage = campCoverageOf(event.coverage, snapshot.baseline);
    return eventJson(eventFields(event, at + 1, event.score, coverage), news[at]!);
  });
  return eventsJson(head, items);
}

/** Events depend on bursts, which need data of all media for a day. */
function validityOf(
  { tags }: NewsSources,
  builtMs: number,
): { available: boolean; validFrom: string | null } {
  const basis = tags.basisOf(EVENTS_CATEGORY);
  if (basis === null) return { available: false, validFrom: null };
  return { available: basis.validFromMs <= builtMs, validFrom: isoOf(basis.validFromMs) };
}
