/**
 * `/api/v1/tags/{tag}/stats`: when, how long and how strongly a tag was on the rankings.
 */

import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { cacheUntilRefresh, quantised, taggedJson } from '../../caching.js';
import { RouteReplies } from '../../replies/route-replies.js';
import { integer, listed, named, text } from '../../schema.js';
import { RANKING_MS } from '../rankings/ranking.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { MALFORMED_TAG, normalTagOf, TagParameter } from './tag-parameter.js';
import { standingOf, statOf } from './tag-status.js';

const Response = named('TagStats', {
  tag: text('Normal form of the tag'),
  stats: listed('One for each category and level that the tag has ever reached', {
    category: Type.String(),
    level: integer(
      'Level 2: two media with two articles each; level 3: also three media, one with three. Categories of fewer than ten media ask for less',
    ),
    firstHour: DateTime,
    lastHour: DateTime,
    hoursCount: integer('Hours at this level'),
    maxHour: { ...DateTime, description: 'Hour with the most articles' },
    maxCount: integer('Articles of its 24 hours'),
  }),
});

/** The answer, for those who show it. */
export type TagStatsAnswer = Type.Static<typeof Response>;

/** The route of a tag's long-term stats. */
export function tagStatsRoute(sources: NewsSources): Route {
  const { tags, clock } = sources;
  const path = '/api/v1/tags/{tag}/stats';
  const replies = new RouteReplies(sources.cachePart(path));
  return route({
    path,
    summary: 'Long-term presence of a tag',
    description: 'Counted in final hourly snapshots, over all of history.',
    tag: 'tags',
    params: TagParameter,
    response: Response,
    errors: { 400: MALFORMED_TAG },
    handle: async ({ params }) => {
      const tag = normalTagOf(params.tag);
      const state = `${tags.generation} ${quantised(clock.nowMs(), RANKING_MS)}`;
      const reply = await replies.reply(state, tag, async () => {
        const { stats } = await standingOf(sources, tag);
        const listed = stats.map((stat) => ({ category: stat.category, ...statOf(stat) }));
        listed.sort((a, b) =>
          a.category === b.category ? a.level - b.level : a.category < b.category ? -1 : 1,
        );
        return taggedJson({ tag, stats: listed });
      });
      return { ...reply, cacheControl: cacheUntilRefresh(clock.nowMs(), RANKING_MS) };
    },
  });
}
