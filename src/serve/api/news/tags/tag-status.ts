/**
 * `/api/v1/tags/{tag}/status`: what a tag's page shows at a glance.
 */
import { isoOf } from '../../../../kernel/clock.js';
import { majorTagsOf, maxTagOf } from '../../../../news/events/thread.js';
import {
  STANDING_CATEGORY,
  type StandingAnswer,
  type TagStat,
  type TagsQuestion,
} from '../../../../news/tags/codec.js';
import type { Route } from '../../../http/route.js';
import { quantised } from '../../caching.js';
import { cachedRoute } from '../../replies/cached-route.js';
import * as Type from '../../schema.js';
import { spanOf } from '../events/event-history.js';
import { MALFORMED_TAG, normalTagOf, TagParameter } from '../known-names.js';
import { RANKING_MS } from '../rankings/ranking.js';
import { listOf } from '../rankings/ranking-history.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';

const Thread = Type.Object({
  id: Type.integer('Its page is `/eve/{id}/`'),
  maxTag: Type.nullable(Type.String(), 'Its strongest tag; null when there is none'),
  majorTags: Type.Array(Type.String()),
  firstTime: DateTime,
  lastTime: DateTime,
  hours: Type.integer('Hours in the event ranking'),
  maxScore: Type.Number(),
});

/** Threads shown at most. From the contract. */
const THREADS_MAX = 6;

const Standing = Type.described('Null when the tag is not on the news ranking', {
  category: Type.Literal(STANDING_CATEGORY),
  hourStart: DateTime,
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
      firstHour: DateTime,
      lastHour: DateTime,
      hoursCount: Type.integer('Hours in the ranking'),
      maxHour: { ...DateTime, description: 'Hour with the most articles' },
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

/** What the tags actor knows of a tag. */
export async function standingOf(
  { ask, clock, tags }: NewsSources,
  tag: string,
): Promise<StandingAnswer> {
  const nowMs = quantised(clock.nowMs(), RANKING_MS);
  const atMs = Math.min(nowMs, tags.tickMs ?? nowMs);
  const question: TagsQuestion = { type: 'standing', tag, atMs };
  return await ask('tags', question);
}

/** Long-term stats in JSON, without what they are of. */
export function statOf(stat: TagStat) {
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
    firstHour: DateTime,
    lastHour: DateTime,
    hoursCount: Type.integer('Hours at this level'),
    maxHour: { ...DateTime, description: 'Hour with the most articles' },
    maxCount: Type.integer('Articles of its 24 hours'),
  }),
});
export type TagStatsAnswer = Type.Static<typeof TagStatsResponse>;

/** `/api/v1/tags/{tag}/stats`: when, how long and how strongly a tag was on the rankings. */
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
