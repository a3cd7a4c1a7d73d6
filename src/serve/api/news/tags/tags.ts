/**
 * Data of one tag: `/api/v1/tags/{tag}/articles`, `/series`, `/status` and `/stats`.
 */

import { HOUR_MS, isoOf } from '../../../../kernel/clock.js';
import { majorTagsOf, maxTagOf } from '../../../../news/events/state/thread.js';
import { SUM_HOURS } from '../../../../news/tags/answers/trend.js';
import {
  STANDING_CATEGORY,
  type StandingAnswer,
  type TagStat,
  type TagsQuestion,
} from '../../../../news/tags/codec.js';
import type { RankingBlockView } from '../../../../news/tags/reader.js';
import type { Route } from '../../../http/route.js';
import { cachedRoute, quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { listEndMs, newestArticles, taggedFilter } from '../articles/catalog-list.js';
import { spanOf } from '../events/event-history.js';
import { checkCategory, MALFORMED_TAG, normalTagOf, TagParameter } from '../parameters.js';
import { RANKING_MS } from '../rankings/ranking.js';
import { Basis, blockOf, listOf, pointsOfTags } from '../rankings/ranking-history.js';
import { ArticleItem } from '../schemas.js';
import type { NewsSources } from '../sources.js';

const Row = Type.Object(
  Type.some(
    ArticleItem,
    'id',
    'media',
    'title',
    'url',
    'image',
    'publishedAt',
    'tags',
    'mediaTitle',
  ),
);

const ArticlesResponse = Type.named('TagArticles', {
  tag: Type.text('Normal form of the tag'),
  hours: Type.Integer(),
  articles: Type.arrayOf(Row, 'Newest first'),
});
export type TagArticlesAnswer = Type.Static<typeof ArticlesResponse>;

export function tagArticlesRoute(sources: NewsSources): Route {
  return cachedRoute(sources, {
    path: '/api/v1/tags/{tag}/articles',
    summary: 'Newest articles of a tag',
    description: 'A tag that no article carries has an empty list.',
    tag: 'tags',
    params: TagParameter,
    query: { hours: Type.within(1, 336, 48, 'Hours back'), limit: Type.within(1, 200, 60) },
    response: ArticlesResponse,
    errors: { 400: 'The tag is not 1 to 40 characters long, or a parameter is out of range' },
    ask: ({ params, query }) => ({ ...query, tag: normalTagOf(params.tag) }),
    now: () => listEndMs(sources),
    state: () => [sources.catalog.generation],
    answer: async ({ tag, hours, limit }, untilMs) => {
      const sinceMs = quantised(untilMs) - hours * HOUR_MS;
      const filter = taggedFilter(tag, sinceMs, untilMs, untilMs);
      const articles = await newestArticles(sources, filter, limit);
      return { tag, hours, articles: articles.map((article) => Type.fieldsOf(Row, article)) };
    },
  });
}

const SeriesResponse = Type.named('TagSeries', {
  tag: Type.text('Normal form of the tag'),
  category: Type.String(),
  hours: Type.Integer(),
  basis: Basis,
  points: Type.listed('One for each full hour, oldest first', {
    t: Type.DateTime,
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
export type TagSeriesAnswer = Type.Static<typeof SeriesResponse>;

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
    response: SeriesResponse,
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

/** End of the last full hour before the newest computation that is not after the clock. */
function untilOf({ tags, clock }: NewsSources): number {
  const nowMs = quantised(clock.nowMs(), RANKING_MS);
  return Math.floor(Math.min(nowMs, tags.tickMs ?? nowMs) / HOUR_MS) * HOUR_MS;
}

async function seriesOf(
  sources: NewsSources,
  { tag, category, hours }: { tag: string; category: string; hours: number },
  untilMs: number,
): Promise<object> {
  const firstMs = untilMs - hours * HOUR_MS;
  const found = await pointsOfTags(sources, category, [tag], firstMs, hours, untilMs);
  const ranks = await ranksOf(sources, tag, category, firstMs, hours);
  const { hourly, counts, scores } = found.points[0]!;
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
  return { tag, category, hours, basis: found.basis, points };
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

const Thread = Type.Object({
  id: Type.integer('Its page is `/eve/{id}/`'),
  maxTag: Type.nullable(Type.String(), 'Its strongest tag; null when there is none'),
  majorTags: Type.Array(Type.String()),
  firstTime: Type.DateTime,
  lastTime: Type.DateTime,
  hours: Type.integer('Hours in the event ranking'),
  maxScore: Type.Number(),
});

/** Maximum of threads. From the contract. */
const THREADS_MAX = 6;

const Standing = Type.described('Null when the tag is not on the news ranking', {
  category: Type.Literal(STANDING_CATEGORY),
  hourStart: Type.DateTime,
  position: Type.integer('Rank by burst'),
  rank: Type.integer('Rank by score'),
  normalized: Type.Number(),
  burst: Type.nullable(Type.Number()),
  count: Type.integer('Articles of the last 24 hours'),
  mediaCount: Type.integer('Basis media that wrote them'),
  basisMediaCount: Type.integer('Media that are counted'),
  rank24h: Type.nullable(
    Type.Integer(),
    'Place 24 hours before; null without a comparable list, or when it was not in it',
  ),
  new: Type.flag('It was not in the list 24 hours before'),
});

const TagStatusResponse = Type.named('TagStatus', {
  tag: Type.text('Normal form of the tag'),
  ranking: Type.nullable(Standing, 'Its place in the ranking of news; null when it is not in it'),
  related: Type.listedUpTo(8, 'By articles shared in the last 24 hours', {
    tag: Type.String(),
    count: Type.integer('Articles that carry both tags'),
    share: Type.share('Part of the articles of the tag that carry both, from 0 to 1'),
  }),
  threads: Type.Array(Thread, {
    maxItems: THREADS_MAX,
    description: 'News event threads of the last 72 hours, the most recent first',
  }),
  history: Type.nullable(
    Type.Object({
      level: Type.integer('3 where it was ever reached, otherwise 2'),
      firstHour: Type.DateTime,
      lastHour: Type.DateTime,
      hoursCount: Type.integer('Hours in the ranking'),
      maxHour: Type.instant('Hour with the most articles'),
      maxCount: Type.integer('Most articles of one hour'),
    }),
    'Its time in the ranking of news as a whole; null when it was never in it',
  ),
});
export type TagStatusAnswer = Type.Static<typeof TagStatusResponse>;

export function tagStatusRoute(sources: NewsSources): Route {
  const { tags, events, clock } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/tags/{tag}/status',
    summary: 'A tag at a glance',
    tag: 'tags',
    params: TagParameter,
    needs: ['tags', 'events'],
    response: TagStatusResponse,
    errors: { 400: MALFORMED_TAG },
    ask: ({ params }) => normalTagOf(params.tag),
    now: () => quantised(clock.nowMs()),
    state: () => [tags.entry, events.generation],
    answer: async (tag) => {
      const [ranking, { related, stats }] = await Promise.all([
        rankingOf(sources, tag),
        standingOf(sources, tag),
      ]);
      return { tag, ranking, related, threads: threadsOf(sources, tag), history: historyOf(stats) };
    },
    refreshMs: RANKING_MS,
  });
}

/** The tags actor's data of a tag. */
export async function standingOf(
  { ask, clock, tags }: NewsSources,
  tag: string,
): Promise<StandingAnswer> {
  const nowMs = quantised(clock.nowMs(), RANKING_MS);
  const atMs = Math.min(nowMs, tags.tickMs ?? nowMs);
  const question: TagsQuestion = { type: 'standing', tag, atMs };
  return await ask('tags', question);
}

/** Long-term stats as JSON, without their kind. */
function statOf(stat: TagStat) {
  const { level, firstHourMs, lastHourMs, hoursCount, maxHourMs, maxCount } = stat;
  return {
    level,
    firstHour: isoOf(firstHourMs),
    lastHour: isoOf(lastHourMs),
    hoursCount,
    maxHour: isoOf(maxHourMs),
    maxCount,
  };
}

async function rankingOf(sources: NewsSources, tag: string): Promise<object | null> {
  const place = sources.tags.computedBy(STANDING_CATEGORY, sources.clock.nowMs());
  if (place === null) return null;
  const list = await listOf(sources, place, false);
  const at = list.find(tag);
  if (at < 0) return null;
  const entry = list.entry(at);
  return Type.fieldsOf(Standing, entry, {
    category: STANDING_CATEGORY,
    hourStart: isoOf(place.hourMs),
    position: list.positionOf(at),
    mediaCount: entry.media.length,
    basisMediaCount: list.columns.basis.media.length,
  });
}

/** The threads of the last 72 hours that contain a tag. */
function threadsOf({ events, clock }: NewsSources, tag: string): Type.Static<typeof Thread>[] {
  return events
    .threadsOf(tag, quantised(clock.nowMs()))
    .slice(0, THREADS_MAX)
    .map((thread) => {
      const tags = { maxTag: maxTagOf(thread), majorTags: majorTagsOf(thread) };
      return Type.fieldsOf(Thread, thread, { ...tags, ...spanOf(thread) });
    });
}

/** The news stats of the highest level. */
function historyOf(stats: readonly TagStat[]): ReturnType<typeof statOf> | null {
  const news = stats.filter(({ category }) => category === STANDING_CATEGORY);
  const best = news.find(({ level }) => level === 3) ?? news[0];
  return best === undefined ? null : statOf(best);
}

const TagStatsResponse = Type.named('TagStats', {
  tag: Type.text('Normal form of the tag'),
  stats: Type.listed('One for each category and level that the tag has ever reached', {
    category: Type.String(),
    level: Type.integer(
      'Level 2: two media with two articles each; level 3: also three media, one with three. Categories of fewer than ten media ask for less',
    ),
    firstHour: Type.DateTime,
    lastHour: Type.DateTime,
    hoursCount: Type.integer('Hours at this level'),
    maxHour: Type.instant('Hour with the most articles'),
    maxCount: Type.integer('Articles of its 24 hours'),
  }),
});
export type TagStatsAnswer = Type.Static<typeof TagStatsResponse>;

/** `/api/v1/tags/{tag}/stats`: times, durations and strengths of a tag on the rankings. */
export function tagStatsRoute(sources: NewsSources): Route {
  const { tags, clock } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/tags/{tag}/stats',
    summary: 'Long-term presence of a tag',
    description: 'Counted in final hourly snapshots, over all of history.',
    tag: 'tags',
    params: TagParameter,
    needs: ['tags'],
    response: TagStatsResponse,
    errors: { 400: MALFORMED_TAG },
    ask: ({ params }) => normalTagOf(params.tag),
    now: () => quantised(clock.nowMs(), RANKING_MS),
    state: () => [tags.generation],
    answer: async (tag) => {
      const { stats } = await standingOf(sources, tag);
      const listed = stats.map((stat) => ({ category: stat.category, ...statOf(stat) }));
      listed.sort((a, b) =>
        a.category === b.category ? a.level - b.level : a.category < b.category ? -1 : 1,
      );
      return { tag, stats: listed };
    },
    refreshMs: RANKING_MS,
  });
}
