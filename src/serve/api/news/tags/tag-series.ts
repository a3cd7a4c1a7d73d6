/**
 * `/api/v1/tags/{tag}/series`: the hourly life of a tag on the basis of a category.
 *
 * Counts are those of the articles known at the last ranking tick; ranks are those of the snapshots
 * as they were computed.
 */

import { HOUR_MS, isoOf } from '../../../../kernel/clock.js';
import type { RankingBlockView } from '../../../../news/tags/reader.js';
import {
  hourKeysOf,
  LEAD_HOURS,
  numberedBasis,
  pointsOf,
  SUM_HOURS,
} from '../../../../news/tags/trend.js';
import type { Route } from '../../../http/route.js';
import { quantised } from '../../caching.js';
import { cachedRoute } from '../../replies/cached-route.js';
import * as Type from '../../schema.js';
import { checkCategory, MALFORMED_TAG, normalTagOf, TagParameter } from '../known-names.js';
import { RANKING_MS } from '../rankings/ranking.js';
import { Basis, basisOf, blockOf, columnsOf, noBasis } from '../rankings/ranking-history.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';

const Response = Type.named('TagSeries', {
  tag: Type.text('Normal form of the tag'),
  category: Type.String(),
  hours: Type.Integer(),
  basis: Basis,
  points: Type.listed('One for each full hour, oldest first', {
    t: DateTime,
    score: Type.decimalOrNull('Normalized score of the last 24 hours'),
    count: Type.integerOrNull(
      'Articles of the last 24 hours',
      'Articles of the 24 hours before; null when the history is not long enough',
    ),
    rank: Type.integerOrNull('Rank by score in the snapshot of that hour'),
    hourlyCount: Type.nullable(Type.Integer()),
    average24h: Type.decimalOrNull('Articles of this hour and the 23 before it, divided by 24'),
  }),
});
export type TagSeriesAnswer = Type.Static<typeof Response>;

export function tagSeriesRoute(sources: NewsSources): Route {
  return cachedRoute(sources, {
    path: '/api/v1/tags/{tag}/series',
    summary: 'Hourly series of a tag',
    description:
      'Full hours up to the last ranking run. Counts before `basis.coverageFrom` are null, scores and averages before `basis.validFrom`. A tag that nobody used has zeros.',
    tag: 'tags',
    params: TagParameter,
    query: {
      category: Type.String({ default: 'all', description: 'Ranking category' }),
      hours: Type.within(1, 336, 72, 'Hours back'),
    },
    needs: ['tags'],
    response: Response,
    errors: { 400: MALFORMED_TAG, 404: 'There is no such category' },
    ask: ({ params, query }) => {
      const tag = normalTagOf(params.tag);
      checkCategory(sources.catalog, query.category);
      return { ...query, tag };
    },
    now: () => untilOf(sources),
    state: () => [sources.tags.generation],
    answer: (question, untilMs) => seriesOf(sources, question, untilMs),
    refreshMs: RANKING_MS,
  });
}

/** End of the last full hour before the computation that the front's clock has reached. */
function untilOf({ tags, clock }: NewsSources): number {
  const nowMs = quantised(clock.nowMs(), RANKING_MS);
  return Math.floor(Math.min(nowMs, tags.tickMs ?? nowMs) / HOUR_MS) * HOUR_MS;
}

async function seriesOf(
  sources: NewsSources,
  { tag, category, hours }: { tag: string; category: string; hours: number },
  untilMs: number,
): Promise<object> {
  const basis = sources.tags.basisOf(category) ?? noBasis(untilMs);
  const firstMs = untilMs - hours * HOUR_MS;
  const leadMs = firstMs - LEAD_HOURS * HOUR_MS;
  const columns = await columnsOf(sources, leadMs, hours + LEAD_HOURS);
  const ranks = await ranksOf(sources, tag, category, firstMs, hours);
  const numbered = numberedBasis(basis, sources.tags.media);
  const { hourly, counts, scores } = pointsOf(hourKeysOf(tag), columns, firstMs, numbered);
  const points = ranks.map((rank, at) => {
    const count = counts[at]!;
    const score = scores[at]!;
    const isValid = !Number.isNaN(score);
    return {
      t: isoOf(firstMs + at * HOUR_MS),
      score: isValid ? score : null,
      count: count < 0 ? null : count,
      rank,
      hourlyCount: count < 0 ? null : hourly[at]!,
      average24h: isValid ? count / SUM_HOURS : null,
    };
  });
  return { tag, category, hours, basis: basisOf(basis), points };
}

/** Ranks of a tag in the snapshots of consecutive hours. */
async function ranksOf(
  sources: NewsSources,
  tag: string,
  category: string,
  firstMs: number,
  hours: number,
): Promise<(number | null)[]> {
  const opened = new Map<string | RankingBlockView, { block: RankingBlockView; terms: number[] }>();
  const ranks: (number | null)[] = [];
  for (let hour = 0; hour < hours; hour++) {
    const hourMs = firstMs + hour * HOUR_MS;
    const place = sources.tags.at(category, hourMs);
    if (place === null) {
      ranks.push(null);
      continue;
    }
    const key = place.chunk ?? place.block;
    let open = opened.get(key);
    if (open === undefined) {
      const block = await blockOf(sources, place);
      open = { block, terms: block.termsOf(tag) };
      opened.set(key, open);
    }
    ranks.push(open.block.rankOf(hourMs, open.terms));
  }
  return ranks;
}
