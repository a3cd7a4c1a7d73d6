/**
 * `/api/v1/articles/histogram`: how many articles a search finds, hour by hour or day by day.
 */
import Type from 'typebox';
import { type Route, route } from '../../../http/route.js';
import { DAY_MS, HOUR_MS, isoOf, localDayStartMs } from '../../../kernel/clock.js';
import { ZONE } from '../../../kernel/current-place.js';
import { articlesJson } from '../../caching.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { FilterQuery, filterOf, WindowQuery, windowOf } from './articles.js';
import { listEndMs } from './list-end.js';

const Query = {
  ...FilterQuery,
  ...WindowQuery,
  step: Type.Enum(['hour', 'day'], {
    default: 'hour',
    description: `Length of a step; a day is one in ${ZONE}`,
  }),
};

const Response = Type.Object(
  {
    since: DateTime,
    until: DateTime,
    step: Type.Enum(['hour', 'day']),
    total: Type.Integer({ description: 'Articles in the window' }),
    buckets: Type.Array(
      Type.Object({
        start: DateTime,
        count: Type.Integer({ description: 'Articles of this step that lie in the window' }),
      }),
      { description: 'Every step of the window, oldest first, empty ones too' },
    ),
  },
  { $id: 'ArticleHistogram' },
);

export type HistogramAnswer = Type.Static<typeof Response>;

export function articleHistogramRoute(sources: NewsSources): Route {
  const { catalog, history } = sources;
  return route({
    path: '/api/v1/articles/histogram',
    summary: 'Articles of a search by time',
    description: 'Filters and window are those of `/api/v1/articles`.',
    tag: 'articles',
    query: Query,
    response: Response,
    errors: { 400: 'As `/api/v1/articles`' },
    handle: async ({ query }) => {
      const nowMs = listEndMs(sources);
      const filter = filterOf(sources, query, windowOf(query, nowMs), nowMs);
      const { sinceMs, untilMs } = filter;
      const stepMs = query.step === 'day' ? DAY_MS : HOUR_MS;
      const startMs =
        query.step === 'day' ? localDayStartMs(sinceMs) : Math.floor(sinceMs / HOUR_MS) * HOUR_MS;
      const counts = new Uint32Array(Math.ceil((untilMs - startMs) / stepMs));
      if (catalog.reachesDisk(filter, null)) {
        await history.histogram(filter, startMs, stepMs, counts);
      } else catalog.histogram(filter, startMs, stepMs, counts);
      return articlesJson({
        since: isoOf(sinceMs),
        until: isoOf(untilMs),
        step: query.step,
        total: counts.reduce((sum, count) => sum + count, 0),
        buckets: [...counts].map((count, at) => ({ start: isoOf(startMs + at * stepMs), count })),
      });
    },
  });
}
