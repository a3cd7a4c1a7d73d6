/**
 * `/api/v1/diff`: what changed between two instants, for somebody who was away.
 *
 * Two rankings, two event rankings with the days between them, and how outlets stood at two hours: all of it is
 * history that is kept anyway, so an answer costs two decoded lists and a day of threads for each day.
 */
import {
  DAY_MS,
  HOUR_MS,
  isoOf,
  isoOrNull,
  parseInstant,
  utcHourOf,
} from '../../../../kernel/clock.js';
import { tagKey } from '../../../../kernel/text/tag.js';
import type { RankingList, RankingOrder } from '../../../../news/tags/reader.js';
import { invalidQuery } from '../../../http/errors.js';
import type { Route } from '../../../http/route.js';
import { quantised } from '../../caching.js';
import { cachedRoute } from '../../replies/cached-route.js';
import * as Type from '../../schema.js';
import { checkCategory, roleOf } from '../known-names.js';
import { mediaAt, pastStandingOf } from '../media/media-stats.js';
import { placeOf } from '../rankings/ranking.js';
import { listOf } from '../rankings/ranking-history.js';
import type { NewsSources } from '../sources.js';
import { DiffResponse, type NewsDiff } from './diff-schemas.js';
import { eventChanges } from './event-changes.js';

/** Longest time between the two: each day of it is read. */
const SPAN_HOURS_MAX = 31 * 24;
const HOURS_DEFAULT = 24;

const Query = {
  from: Type.optionalInstant(
    'The earlier instant, such as that of a last visit; instead of `hours`',
  ),
  hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: SPAN_HOURS_MAX,
      description: 'Hours before `to` instead of `from`, 24 unless said otherwise',
    }),
  ),
  to: Type.optionalInstant('The later instant, at most 31 days after `from`; now by default'),
  category: Type.String({ default: 'all', description: 'Category of the tag ranking' }),
  limit: Type.within(1, 200, 30, 'First tags of each ranking that are compared'),
};

interface Span {
  fromMs: number;
  toMs: number;
}

/** The route of what changed. */
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
      return { span: spanOf(query, quantised(clock.nowMs())), category, limit };
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
function spanOf({ from, to, hours }: Type.Static<Type.TObject<typeof Query>>, nowMs: number): Span {
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

/** A list of the first days has none: nothing can be compared yet. */
function hasBursts(list: RankingList): boolean {
  const [first] = list.first('burst', 1);
  return first !== undefined && list.burstOf(first) !== null;
}

/** The first tags of a list with their places, by key. */
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

/** Null where it is not known how outlets stood at the earlier hour. */
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
