/**
 * `/api/v1/ranking`: tags of the last 24 hours, by burst or by score, now or at any earlier time.
 *
 * An answer depends on one snapshot, and, with trends, on the hours that the last ranking tick
 * published; so whole answers are cached by raw query until the next tick.
 */

import { HOUR_MS, isoOf, MINUTE_MS, parseInstant } from '../../../../kernel/clock.js';
import type { SnapshotPlace } from '../../../../news/tags/reader.js';
import { notFound, notYet } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import { minuteBehind, QueryReplies } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { checkCategory } from '../parameters.js';
import { ChosenQuery, chosenOf } from '../sets/chosen.js';
import { setRankings } from '../sets/on-demand.js';
import { CHOSEN_FIELDS } from '../sets/sets.js';
import type { NewsSources } from '../sources.js';
import { rankingBody, TREND_POINTS, trendColumns } from './ranking-body.js';
import { Basis, listOf } from './ranking-history.js';

/** Period of these ticks. */
export const RANKING_MS = 10 * MINUTE_MS;

const Flag = Type.Enum(['0', '1'], { default: '0' });

export const RankingQuery = {
  category: Type.String({
    default: 'all',
    description: 'Ranking category, see `/api/v1/categories`',
  }),
  order: Type.Enum(['burst', 'score'], {
    default: 'burst',
    description: 'By how steeply a tag rose, or by how much is written about it',
  }),
  limit: Type.within(1, 500, 50),
  at: Type.optionalInstant(
    'Newest snapshot whose hour starts at or before this time; now by default',
  ),
  trend: { ...Flag, description: '1 adds 49 hourly points to each entry' },
  related: { ...Flag, description: '1 adds the tags that share the most articles' },
};

const Query = { ...RankingQuery, ...ChosenQuery };

type Question = Type.Static<Type.TObject<typeof RankingQuery>>;

const RelatedTag = Type.Object({
  tag: Type.String(),
  count: Type.integer('Articles that carry both tags'),
  share: Type.share("Part of this tag's articles"),
});

const TrendPoint = Type.named('RankingTrendPoint', {
  t: Type.DateTime,
  hourlyCount: Type.nullable(Type.Integer()),
  average24h: Type.decimalOrNull('Articles of this hour and the 23 before it, divided by 24'),
  score: Type.decimalOrNull('Normalized score of the same 24 hours'),
  count: Type.integerOrNull(
    'Articles of the same 24 hours',
    'Articles of the 24 hours before; null when the history is not long enough',
  ),
});

const pastHours = (value: Type.TSchema) =>
  Type.Object({ '3': value, '6': value, '12': value, '24': value, '48': value });

const Entry = Type.named('RankingEntry', {
  rank: Type.integer('Rank by score'),
  position: Type.integer('Place in this answer, from 1'),
  tag: Type.String(),
  score: Type.decimal(
    'Each media adds 1 for its first article, ½ for the second, ¼ for the third …',
  ),
  count: Type.integer('Articles of the last 24 hours'),
  media: Type.byName(Type.Integer(), 'Articles by media code'),
  normalized: Type.decimal('Score divided by the basis media, times 50'),
  burst: Type.decimalOrNull('Weighted rise over 3, 6, 12, 24 and 48 hours ago'),
  history: pastHours(Type.decimalOrNull('Normalized score at that time')),
  rank24h: Type.integerOrNull('Rank by score 24 hours earlier'),
  new: Type.flag('Not on the list of 24 hours earlier'),
  related: Type.Optional(
    Type.arrayOf(RelatedTag, 'Tags that most often stand on the same articles', 5),
  ),
  trend: Type.Optional(
    Type.Array(TrendPoint, {
      minItems: TREND_POINTS,
      maxItems: TREND_POINTS,
      description: 'Hour by hour over 48 hours, with `trend=1`',
    }),
  ),
});

const Response = Type.named('Ranking', {
  order: Type.Enum(['burst', 'score']),
  snapshot: Type.described('The hourly list that the answer was read from', {
    id: Type.integer('0 for one that is computed on demand'),
    category: Type.text('Empty where outlets were chosen'),
    hourStart: Type.DateTime,
    computedAt: Type.DateTime,
    weight: Type.integer('Number of basis media'),
    basis: Basis,
    available: Type.flag('The basis was collected for 24 hours'),
    articleCount: Type.integerOrNull('Articles of basis media'),
    mediaCount: Type.integerOrNull('Basis media with articles'),
    historyAvailable: Type.Array(Type.Integer(), {
      description: 'Of 3, 6, 12, 24 and 48 hours ago, those that can be compared with',
    }),
  }),
  ...CHOSEN_FIELDS,
  entries: Type.arrayOf(Entry, 'The tags, in the order that was asked for'),
});
export type RankingAnswer = Type.Static<typeof Response>;

export function rankingRoute(sources: NewsSources): Route {
  const { tags, catalog, clock } = sources;
  const path = '/api/v1/ranking';
  const replies = new QueryReplies({
    part: sources.cachePart(path),
    clock,
    refreshMs: RANKING_MS,
    state: [
      () => tags.generation,
      () => Math.floor(clock.nowMs() / HOUR_MS),
      () => minuteBehind(clock.nowMs(), tags.tickMs),
      // A new directory may lack the category.
      () => catalog.directory,
    ],
  });
  const ofSets = setRankings(sources, path);
  return route({
    path,
    summary: 'Tag ranking of the last 24 hours',
    description:
      'Recomputed every ten minutes and kept as one snapshot an hour, for ever. Past values are those of the same media: `null` where one of them was not yet collected. With `outlets` or `set` the ranking of these outlets, for any hour of the last 13 days: computed on demand from the articles known now, and kept until the next ranking.',
    tag: 'tags',
    query: Query,
    needs: ['tags'],
    response: Response,
    errors: {
      400: 'A parameter is malformed',
      404: 'There is no such category or set, or no snapshot at or before that time',
      503: 'There is no snapshot yet, or the service cannot answer at the moment',
    },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query, raw }) => {
      checkCategory(sources.catalog, query.category);
      const chosen = chosenOf(sources, query);
      if (chosen !== null) {
        return ofSets(chosen, query, () => {
          return placeOf(sources, { category: 'all', at: query.at }).hourMs;
        });
      }
      const place = placeOf(sources, query);
      const { category, order, limit, trend, related } = query;
      const name = [category, place.hourMs, order, limit, trend, related].join(' ');
      return replies.reply(raw.query, name, () => bodyOf(sources, query, place));
    },
  });
}

/**
 * The snapshot of a question.
 * @throws HttpError 404 without a snapshot so early, or for a category that never has one; 503
 *   before the first snapshot.
 */
export function placeOf(
  { tags, clock }: NewsSources,
  { category, at }: { category: string; at?: string | undefined },
): SnapshotPlace {
  const nowMs = clock.nowMs();
  const atMs = at === undefined ? nowMs : parseInstant(at)!;
  const place = tags.computedBy(category, nowMs, atMs);
  if (place !== null) return place;
  const { tickMs } = tags;
  if (tickMs !== null && tags.computedBy(category, tickMs) !== null) {
    const sent = at === undefined ? '' : 'at: ';
    const when = `at or before ${isoOf(atMs)}`;
    throw notFound(`${sent}there is no snapshot of category "${category}" ${when}`);
  }
  const message = `there is no snapshot of category "${category}" yet`;
  if (tickMs === null) {
    const when = 'the first is computed within seconds of the first article';
    throw notYet(`${message}: ${when}`);
  }
  if (tags.basisOf(category) === null) {
    throw notFound(`${message}: no enabled publisher belongs to it`);
  }
  throw notYet(`${message}: it is computed within ten minutes`);
}

async function bodyOf(
  sources: NewsSources,
  { category, order, limit, trend, related }: Question,
  place: SnapshotPlace,
): Promise<Uint8Array> {
  const list = await listOf(sources, place, related === '1');
  return rankingBody(list, {
    category,
    order,
    limit,
    related: related === '1',
    columns: trend === '1' ? await trendColumns(sources, list) : null,
    media: sources.tags.media,
  });
}
