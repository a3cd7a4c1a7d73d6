/**
 * `/api/v1/diff`: changes between two instants, for a reader who was away.
 *
 * Compares two rankings, two event rankings with the days between them, and the status of outlets
 * at two hours. All of it is stored history: an answer costs two decoded lists and the threads of
 * each day.
 */

import {
  DAY_MS,
  HOUR_MS,
  isoOf,
  isoOrNull,
  localDayStartMs,
  parseInstant,
  utcHourOf,
} from '../../../../kernel/clock.js';
import { tagKey } from '../../../../kernel/text/tag.js';
import {
  type DayThread,
  decodeDayThreads,
  type HistoryArticle,
  type Snapshot,
} from '../../../../news/events/chunks.js';
import { majorTagsOf, type ThreadRecord, threadBy } from '../../../../news/events/state/thread.js';
import type { RankingList, RankingOrder } from '../../../../news/tags/reader.js';
import { invalidQuery } from '../../../http/errors.js';
import type { Route } from '../../../http/route.js';
import { cachedRoute, quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import {
  dayOf,
  hourOf,
  mainTagsOf,
  snapshotsOf,
  spanOf,
  threadsOf,
} from '../events/event-history.js';
import { NewsItem, NewsJoin } from '../events/event-json.js';
import { mediaAt, pastStandingOf } from '../media/media-stats.js';
import { checkCategory, roleOf } from '../parameters.js';
import { placeOf } from '../rankings/ranking.js';
import { listOf } from '../rankings/ranking-history.js';
import type { NewsSources } from '../sources.js';

const TagChange = Type.named('DiffTag', {
  tag: Type.text('As the later of the two lists has it that name it'),
  position: Type.integerOrNull('Place among the tags of `to`; null where it is not among them'),
  positionBefore: Type.integerOrNull('Place among those of `from`'),
  count: Type.integer('Articles of the 24 hours up to `to`; 0 where none of its list has it'),
  countBefore: Type.integer('Articles of the 24 hours up to `from`'),
  burst: Type.decimalOrNull('Where it stands at `to`, or stood at `from`'),
});

const Size = {
  rank: Type.integer('Rank in that hour'),
  articles: Type.integer('Articles of the 24 hours up to it'),
  outlets: Type.integer('Outlets that wrote them'),
};

const EventChange = Type.named('DiffEvent', {
  threadId: Type.Integer(),
  majorTags: Type.Array(Type.String(), { maxItems: 6 }),
  firstTime: Type.instant('Its first hour on the ranking'),
  lastTime: Type.instant('Its last hour on the ranking up to `to`'),
  hours: Type.integer('Hours on the ranking up to `to`'),
  bestRank: Type.integer('Best rank of the days in between'),
  now: Type.describedOrNull('At `to`; null where it is off the ranking', Size),
  before: Type.describedOrNull('At `from`; null where it was off the ranking', Size),
  mergedInto: Type.integerOrNull('The thread that it is part of now'),
  news: Type.arrayOf(NewsItem, 'From an hour of its best rank', 6),
});

const OutletChange = Type.named('DiffOutlet', {
  media: Type.text('Media code'),
  title: Type.String(),
  status: Type.text('As in `/api/v1/media-stats` at `to`'),
  statusBefore: Type.text('The same at `from`'),
  lastArticle: Type.instantOrNull('Its newest article by `to`'),
});

const Events = Type.described('Threads, those of the best rank first; at most 60 of each list', {
  fromHour: Type.instant('Hour of the event ranking that `from` names'),
  toHour: Type.instant('Hour of the event ranking that `to` names'),
  new: Type.arrayOf(EventChange, 'On the ranking at `to`, and begun since `from`'),
  grown: Type.Array(EventChange, {
    description: 'On the ranking at both, with more articles than at `from`; by growth',
  }),
  back: Type.Array(EventChange, {
    description: 'On the ranking at `to`, begun before `from`, and off the ranking at `from`',
  }),
  merged: Type.arrayOf(EventChange, 'Became part of another that went on'),
  ended: Type.Array(EventChange, {
    description: 'On the ranking at `from` or since, off the ranking at `to`, and not merged',
  }),
  others: Type.integer('On the ranking at both, without more articles'),
});

const DiffResponse = Type.named('NewsDiff', {
  from: Type.instant('As it was asked for'),
  to: Type.instant('As it was asked for, or now'),
  tags: Type.described('The first tags of the ranking by burst, or by score where nothing bursts', {
    category: Type.String(),
    order: Type.text('`burst`, or `score` where one of the two hours has no bursts yet'),
    fromHour: Type.instant('Hour of the ranking that `from` names'),
    toHour: Type.instant('Hour of the ranking that `to` names'),
    came: Type.arrayOf(TagChange, 'Among them at `to` and not at `from`, in order'),
    went: Type.arrayOf(TagChange, 'Among them at `from` and not at `to`, in order'),
    stayed: Type.integer('Among them at both'),
  }),
  events: Events,
  outlets: Type.describedOrNull('Null where it is not known how outlets stood at `from`', {
    fromHour: Type.instant('Full hour at or before `from`'),
    toHour: Type.instant('Full hour at or before `to`'),
    silent: Type.arrayOf(OutletChange, 'Outlets that were `ok` at `from` and are not at `to`'),
    resumed: Type.arrayOf(OutletChange, 'Outlets that are `ok` at `to` and were not at `from`'),
  }),
  outletsKeptSince: Type.instantOrNull(
    'The first hour of which it is known how outlets stood',
    'The first hour of which it is known how outlets stood; null before there is one',
  ),
});

export type NewsDiff = Type.Static<typeof DiffResponse>;

/** Longest time between the two instants: each of its days is read. */
const SPAN_HOURS_MAX = 31 * 24;
const HOURS_DEFAULT = 24;

const Query = {
  from: Type.optionalInstant(
    'The earlier instant, such as that of a last visit; instead of `hours`',
  ),
  hours: Type.optionalWithin(
    1,
    SPAN_HOURS_MAX,
    'Hours before `to` instead of `from`, 24 unless said otherwise',
  ),
  to: Type.optionalInstant('The later instant, at most 31 days after `from`; now by default'),
  category: Type.String({ default: 'all', description: 'Category of the tag ranking' }),
  limit: Type.within(1, 200, 30, 'First tags of each ranking that are compared'),
};

type Asked = Type.Static<Type.TObject<typeof Query>>;

interface Span {
  fromMs: number;
  toMs: number;
}

export function diffRoute(sources: NewsSources): Route {
  const { clock, catalog, events, tags, media } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/diff',
    summary: 'What changed between two instants',
    description:
      'Tags that came and went in the ranking, events that are new, have grown, were merged or have ended, and outlets that fell silent. Rankings are those of the hours that hold the two instants, outlets are compared at full hours.',
    tag: 'events',
    query: Query,
    needs: ['tags', 'events', 'media'],
    response: DiffResponse,
    errors: {
      400: 'A parameter is malformed, `from` is not before `to`, or they are more than 31 days apart',
      404: 'There is no such category, or no snapshot at or before `from`',
      503: 'There is no snapshot yet, or the service cannot answer at the moment',
    },
    ask: ({ query }) => {
      checkCategory(catalog, query.category);
      const { category, limit } = query;
      return { span: askedSpan(query, quantised(clock.nowMs())), category, limit };
    },
    now: () => quantised(clock.nowMs()),
    state: () => [tags, events, catalog, media].map(({ generation }) => generation),
    answer: async ({ span, category, limit }): Promise<NewsDiff> => ({
      from: isoOf(span.fromMs),
      to: isoOf(span.toMs),
      tags: await tagChanges(sources, span, category, limit),
      events: await eventChanges(sources, span),
      outlets: await outletChanges(sources, span),
      outletsKeptSince: isoOrNull(media.knownSinceMs),
    }),
  });
}

/** @throws HttpError 400. */
function askedSpan({ from, to, hours }: Asked, nowMs: number): Span {
  const toMs = to === undefined ? nowMs : Math.min(parseInstant(to)!, nowMs);
  if (from === undefined) return { fromMs: toMs - (hours ?? HOURS_DEFAULT) * HOUR_MS, toMs };
  if (hours !== undefined) throw invalidQuery('hours must not be given with from', 'hours=24');
  const fromMs = parseInstant(from)!;
  if (fromMs >= toMs) {
    const example = `from=${isoOf(toMs - DAY_MS)}`;
    throw invalidQuery(`from must be before to, which is ${isoOf(toMs)}`, example);
  }
  if (toMs - fromMs > SPAN_HOURS_MAX * HOUR_MS) {
    const example = `from=${isoOf(toMs - SPAN_HOURS_MAX * HOUR_MS)}`;
    throw invalidQuery('from and to must be at most 31 days apart', example);
  }
  return { fromMs, toMs };
}

async function tagChanges(
  sources: NewsSources,
  { fromMs, toMs }: Span,
  category: string,
  limit: number,
): Promise<NewsDiff['tags']> {
  const listAt = (atMs: number): Promise<RankingList> =>
    listOf(sources, placeOf(sources, { category, at: isoOf(atMs) }), false);
  const before = await listAt(fromMs);
  const now = await listAt(toMs);
  const order: RankingOrder = [before, now].every(hasBursts) ? 'burst' : 'score';
  const [then, today] = [placesIn(before, order, limit), placesIn(now, order, limit)];
  const rowOf = (key: string): NewsDiff['tags']['came'][number] => {
    const [old, fresh] = [then.get(key), today.get(key)];
    const tag = (fresh ?? old)!.tag;
    const [oldEntry, entry] = [before.find(tag), now.find(tag)];
    const burst = entry >= 0 ? now.burstOf(entry) : before.burstOf(oldEntry);
    return {
      tag,
      position: fresh?.position ?? null,
      positionBefore: old?.position ?? null,
      count: entry < 0 ? 0 : now.countOf(entry),
      countBefore: oldEntry < 0 ? 0 : before.countOf(oldEntry),
      burst,
    };
  };
  return {
    category,
    order,
    fromHour: isoOf(before.columns.hourMs),
    toHour: isoOf(now.columns.hourMs),
    came: [...today.keys()].filter((key) => !then.has(key)).map(rowOf),
    went: [...then.keys()].filter((key) => !today.has(key)).map(rowOf),
    stayed: [...today.keys()].filter((key) => then.has(key)).length,
  };
}

/** Lists of the first days have no bursts to compare. */
function hasBursts(list: RankingList): boolean {
  const [first] = list.first('burst', 1);
  return first !== undefined && list.burstOf(first) !== null;
}

/** The first tags of a list with their positions, by key. */
function placesIn(
  list: RankingList,
  order: RankingOrder,
  limit: number,
): Map<string, { tag: string; position: number }> {
  const places = new Map<string, { tag: string; position: number }>();
  list.first(order, limit).forEach((entry, at) => {
    const tag = list.tagOf(entry);
    places.set(tagKey(tag), { tag, position: at + 1 });
  });
  return places;
}

/** Outlets that fell silent or resumed; null where the status at the earlier hour is unknown. */
async function outletChanges(
  sources: NewsSources,
  { fromMs, toMs }: Span,
): Promise<NewsDiff['outlets']> {
  const { media, catalog } = sources;
  const [thenMs, nowMs] = [utcHourOf(fromMs), utcHourOf(toMs)];
  if (media.nextIdAt(thenMs) === null || media.nextIdAt(nowMs) === null) return null;
  const [then, now] = [await mediaAt(sources, thenMs), await mediaAt(sources, nowMs)];
  const changes = [...catalog.directory.media()].flatMap((record) => {
    const statusBefore = pastStandingOf(sources, then, record, thenMs);
    const status = pastStandingOf(sources, now, record, nowMs);
    if (status === statusBefore || record.sourceKind !== 'publisher') return [];
    const { lastMs } = now.figuresOf(record.media, roleOf(record));
    const { media: code, title } = record;
    return [{ media: code, title, status, statusBefore, lastArticle: isoOrNull(lastMs) }];
  });
  return {
    fromHour: isoOf(thenMs),
    toHour: isoOf(nowMs),
    silent: changes.filter(({ statusBefore }) => statusBefore === 'ok'),
    resumed: changes.filter(({ status }) => status === 'ok'),
  };
}

type Change = NewsDiff['events']['new'][number];
const LISTS = ['new', 'grown', 'back', 'merged', 'ended'] as const;
type Lists = (typeof LISTS)[number];

/** Maximum of threads in each list. */
const LISTED_MAX = 60;

interface Told {
  record: ThreadRecord;
  change: Omit<Change, 'news'>;
  news: readonly HistoryArticle[];
}

/** Changes between the hours of two instants. @throws HttpError 404, 503. */
async function eventChanges(
  sources: NewsSources,
  { fromMs, toMs }: Span,
): Promise<NewsDiff['events']> {
  const thenMs = await hourOf(sources, isoOf(fromMs));
  const nowMs = await hourOf(sources, isoOf(toMs));
  const [then, now] = await snapshotsOf(sources, [thenMs, nowMs]);
  const byId = await threadsBetween(sources, thenMs, nowMs);
  const whole = await threadsOf(sources, [...byId.keys()]);
  const lists: { [L in Lists]: Told[] } = { new: [], grown: [], back: [], merged: [], ended: [] };
  let others = 0;
  for (const record of whole.flatMap((thread) => threadBy(thread, nowMs) ?? [])) {
    // A day's list also has threads of its earlier hours.
    if (record.hoursMs.at(-1)! < thenMs) continue;
    const told = toldOf(record, byId.get(record.id)!, then!, now!);
    told.change.mergedInto = await targetOf(sources, record, nowMs);
    const list = changeListOf(told, thenMs);
    if (list === null) others += 1;
    else lists[list].push(told);
  }
  const byRank = (a: Told, b: Told): number =>
    a.change.bestRank - b.change.bestRank || b.record.maxScore - a.record.maxScore;
  for (const list of Object.values(lists)) list.sort(byRank);
  lists.grown.sort((a, b) => growthOf(b) - growthOf(a));
  const changes = {} as { [L in Lists]: Change[] };
  for (const list of LISTS) changes[list] = await shown(sources, lists[list]);
  return { fromHour: isoOf(thenMs), toHour: isoOf(nowMs), ...changes, others };
}

/** Threads of the days between two hours, each from the day with its best rank. */
async function threadsBetween(
  sources: NewsSources,
  thenMs: number,
  nowMs: number,
): Promise<Map<number, DayThread>> {
  const best = new Map<number, DayThread>();
  for (let dayMs = localDayStartMs(thenMs); dayMs <= nowMs; dayMs += DAY_MS) {
    if (sources.events.hoursOf(dayMs).length === 0) continue;
    const { threads } = decodeDayThreads((await dayOf(sources, dayMs)).threads);
    for (const thread of threads) {
      const known = best.get(thread.id);
      if (known === undefined || thread.bestRank <= known.bestRank) best.set(thread.id, thread);
    }
  }
  return best;
}

function toldOf(record: ThreadRecord, day: DayThread, then: Snapshot, now: Snapshot): Told {
  const event = now.events.find(({ thread }) => thread === record.id);
  return {
    record,
    news: event?.news ?? day.news,
    change: {
      threadId: record.id,
      majorTags: event === undefined ? majorTagsOf(record) : mainTagsOf(event),
      ...spanOf(record),
      bestRank: day.bestRank,
      now: sizeIn(now, record.id),
      before: sizeIn(then, record.id),
      mergedInto: null,
    },
  };
}

function sizeIn({ events }: Snapshot, thread: number): Change['now'] {
  const at = events.findIndex((event) => event.thread === thread);
  if (at < 0) return null;
  const { articles, outlets } = events[at]!.coverage;
  return { rank: at + 1, articles, outlets: outlets.length };
}

/** The thread that this one was merged into; null where none continued after it by the hour. */
async function targetOf(
  sources: NewsSources,
  { combinedTo, hoursMs }: ThreadRecord,
  nowMs: number,
): Promise<number | null> {
  const lastMs = hoursMs.at(-1)!;
  const goesOn = (target: ThreadRecord): boolean =>
    target.hoursMs.some((hourMs) => hourMs > lastMs && hourMs <= nowMs);
  return (await threadsOf(sources, combinedTo)).find(goesOn)?.id ?? null;
}

/** The list in which a thread is shown; null for an unchanged thread. */
function changeListOf({ record, change }: Told, thenMs: number): Lists | null {
  if (change.now === null) return change.mergedInto === null ? 'ended' : 'merged';
  if (record.hoursMs[0]! > thenMs) return 'new';
  if (change.before === null) return 'back';
  return growthOf({ change }) > 0 ? 'grown' : null;
}

function growthOf({ change: { now, before } }: Pick<Told, 'change'>): number {
  return (now?.articles ?? 0) - (before?.articles ?? 0);
}

async function shown(sources: NewsSources, told: readonly Told[]): Promise<Change[]> {
  const some = told.slice(0, LISTED_MAX);
  const news = await new NewsJoin(sources).listsOf(some.map((one) => one.news));
  return some.map(({ change }, at) => ({ ...change, news: JSON.parse(news[at]!) }));
}
