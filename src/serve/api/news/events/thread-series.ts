/**
 * `/api/v1/events/threads/{id}/series`: the hourly trend of a story's main tags.
 *
 * Scores are those of the news basis as of the last ranking tick; articles are counted over all
 * media.
 */

import { HOUR_MS, isoOf, utcHourOf } from '../../../../kernel/clock.js';
import { CAMPS, type Camp } from '../../../../kernel/model/records.js';
import { EVENTS_CATEGORY } from '../../../../news/events/codec.js';
import { majorTagsOf } from '../../../../news/events/thread.js';
import { hourKeysOf, LEAD_HOURS, numberedBasis, pointsOf } from '../../../../news/tags/trend.js';
import type { Route } from '../../../http/route.js';
import { quantised } from '../../caching.js';
import { cachedRoute } from '../../replies/cached-route.js';
import * as Type from '../../schema.js';
import { RANKING_MS } from '../rankings/ranking.js';
import { Basis, basisOf, columnsOf, noBasis } from '../rankings/ranking-history.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { threadOf } from './event-history.js';
import { THREAD_ERRORS, ThreadIdParameter } from './event-schemas.js';
import { articlesOfTags, STORY_MS_MAX } from './thread-articles.js';

/** Hours drawn before and after the thread. From the contract. */
const PADDING_MS = 12 * HOUR_MS;

const Response = Type.named('EventThreadSeries', {
  threadId: Type.Integer(),
  basis: Basis,
  tags: Type.Array(Type.String(), { maxItems: 6, description: 'The main tags' }),
  from: DateTime,
  to: DateTime,
  points: Type.listed('Completed hours, oldest first', {
    t: DateTime,
    ...Object.fromEntries(
      CAMPS.map((camp) => [camp, Type.integer(`Articles of that hour by media of \`${camp}\``)]),
    ),
    tags: Type.nullable(
      Type.byName(
        Type.Object({
          score: Type.decimalOrNull('Normalized score of the 24 hours that end with it'),
          rank: Type.integerOrNull('Always null: no ranking has a thread', 'Always null'),
        }),
        'Null where the history does not suffice',
      ),
      'Score of each main tag in that hour; null before that is known',
    ),
  }),
});
export type ThreadSeriesAnswer = Type.Static<typeof Response>;

export function threadSeriesRoute(sources: NewsSources): Route {
  const { events, catalog, tags, clock } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/events/threads/{id}/series',
    summary: 'Hourly trend of a thread',
    description:
      'The main tags of the thread on the basis of the news, from twelve hours before it to twelve hours after; of a story longer than 31 days the last 31.',
    tag: 'events',
    params: ThreadIdParameter,
    needs: ['events', 'tags'],
    response: Response,
    errors: THREAD_ERRORS,
    ask: ({ params: { id } }) => id,
    now: () => quantised(clock.nowMs(), RANKING_MS),
    state: () => [events, catalog, tags].map(({ generation }) => generation),
    answer: (id) =>
      seriesOf(sources, id, utcHourOf(Math.min(clock.nowMs(), tags.tickMs ?? clock.nowMs()))),
  });
}

/** @param untilMs end of the last completed hour. */
async function seriesOf(
  sources: NewsSources,
  id: number,
  untilMs: number,
): Promise<Type.Static<typeof Response>> {
  const thread = await threadOf(sources, id);
  const majors = majorTagsOf(thread);
  const firstHourMs = thread.hoursMs[0]!;
  const endMs = Math.min(thread.hoursMs.at(-1)! + PADDING_MS + HOUR_MS, untilMs);
  const fromMs = Math.min(Math.max(firstHourMs - PADDING_MS, endMs - STORY_MS_MAX), endMs);
  const count = (endMs - fromMs) / HOUR_MS;
  const basis = sources.tags.basisOf(EVENTS_CATEGORY) ?? noBasis(untilMs);
  const columns = await columnsOf(sources, fromMs - LEAD_HOURS * HOUR_MS, count + LEAD_HOURS);
  const numbered = numberedBasis(basis, sources.tags.media);
  const scores = majors.map((tag) => pointsOf(hourKeysOf(tag), columns, fromMs, numbered).scores);
  const camps = await campsOf(sources, majors, fromMs, count);
  const points = camps.map((byCamp, at) => {
    const isKnown = scores.some((mine) => !Number.isNaN(mine[at]!));
    const entries = majors.map((tag, major): [string, { score: number | null; rank: null }] => {
      const score = scores[major]![at]!;
      return [tag, { score: Number.isNaN(score) ? null : score, rank: null }];
    });
    const tags = isKnown ? Object.fromEntries(entries) : null;
    return { t: isoOf(fromMs + at * HOUR_MS), ...byCamp, tags };
  });
  const to = isoOf(Math.max(fromMs, endMs - HOUR_MS));
  return { threadId: id, basis: basisOf(basis), tags: majors, from: isoOf(fromMs), to, points };
}

/** Articles with a main tag by hour and camp, over all media. */
async function campsOf(
  sources: NewsSources,
  majors: readonly string[],
  fromMs: number,
  count: number,
): Promise<Record<Camp, number>[]> {
  const hours = Array.from({ length: count }, () =>
    Object.fromEntries(CAMPS.map((camp) => [camp, 0])),
  );
  const untilMs = fromMs + count * HOUR_MS;
  for (const { article, publishedMs } of await articlesOfTags(sources, majors, fromMs, untilMs)) {
    hours[Math.floor((publishedMs - fromMs) / HOUR_MS)]![article.camp]! += 1;
  }
  return hours;
}
