/**
 * `/api/v1/articles/histogram`: the number of articles that a search finds, by hour or day.
 */

import { DAY_MS, HOUR_MS, isoOf, localDayStartMs } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import { Turns } from '../../../../kernel/turns.js';
import type { ArticleFilter } from '../../../../news/catalog/reader.js';
import { invalidQuery, tooManyWait } from '../../../http/errors.js';
import type { Reply } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import { articlesJson } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import type { NewsSources } from '../sources.js';
import { FilterQuery, filterOf } from './article-filter.js';
import { narrowingOf, SearchText } from './article-search.js';
import { WindowQuery, windowOf } from './articles.js';
import { listEndMs, scanArticles } from './catalog-list.js';
import { parseQuery, type QueryNode, queryMatches } from './query-language.js';

/** Articles matched with a `query` for one answer: half a second on a slow machine, in turns. */
const LOOKED_AT_MAX = 100_000;
/** Such answers that are counted at once, and those that wait. */
const AT_ONCE_MAX = 1;
const WAITING_MAX = 32;

const Query = {
  query: Type.Optional(SearchText),
  ...FilterQuery,
  ...WindowQuery,
  step: Type.Enum(['hour', 'day'], {
    default: 'hour',
    description: `Length of a step; a day is one in ${ZONE}`,
  }),
};

const Response = Type.named('ArticleHistogram', {
  since: Type.DateTime,
  until: Type.DateTime,
  step: Type.oneOf(['hour', 'day'], 'Length of one step of the histogram'),
  countedSince: Type.instant(
    'From when on articles were counted: `since`, or later where one answer cannot decide on all of a `query`. Ask again with it as `until` and with the same `since` for the rest',
  ),
  total: Type.integer('Articles from `countedSince` to `until`'),
  buckets: Type.listed('Every step from `countedSince` to `until`, oldest first, empty ones too', {
    start: Type.DateTime,
    count: Type.integer('Articles of this step between `countedSince` and `until`'),
  }),
});

export type HistogramAnswer = Type.Static<typeof Response>;
type HistogramQuery = Type.Static<Type.TObject<typeof Query>>;

export function articleHistogramRoute(sources: NewsSources): Route {
  const turns = new Turns(AT_ONCE_MAX, WAITING_MAX, tooManyWait);
  return route({
    path: '/api/v1/articles/histogram',
    summary: 'Articles of a search by time',
    description:
      'Filters and window are those of `/api/v1/articles`; or `query` is that of `/api/v1/articles/search`, which takes the place of all filters.',
    tag: 'articles',
    query: Query,
    response: Response,
    errors: { 400: 'As `/api/v1/articles` and `/api/v1/articles/search`' },
    handle: async ({ query }) => {
      if (query.query === undefined) return counted(sources, query);
      const other = Object.keys(FilterQuery).find((name) => query[name as 'q'] !== undefined);
      if (other !== undefined) {
        throw invalidQuery(`${other}: not together with query; write what it says into query`);
      }
      const node = parseQuery(query.query);
      return turns.take(() => countedMatches(sources, query, node));
    },
  });
}

/** Counts by the catalog alone. */
async function counted(sources: NewsSources, query: HistogramQuery): Promise<Reply> {
  const { catalog, history } = sources;
  const nowMs = listEndMs(sources);
  const filter = filterOf(sources, query, windowOf(query, nowMs), nowMs);
  const { sinceMs, untilMs } = filter;
  const steps = stepsBetween(sinceMs, untilMs, query.step);
  const { startMs, stepMs, counts } = steps;
  if (catalog.reachesDisk(filter, null)) {
    await history.histogram(filter, startMs, stepMs, counts);
  } else catalog.histogram(filter, startMs, stepMs, counts);
  return answerOf(query, filter, sinceMs, steps);
}

async function countedMatches(
  sources: NewsSources,
  query: HistogramQuery,
  node: QueryNode,
): Promise<Reply> {
  const nowMs = listEndMs(sources);
  const { sinceMs, untilMs } = windowOf(query, nowMs);
  const filter = { sinceMs, untilMs, nowMs, ...narrowingOf(sources, node) };
  const times: number[] = [];
  const scan = { filter, from: null, lookedAtMax: LOOKED_AT_MAX };
  const { next } = await scanArticles(sources, scan, (article) => {
    if (queryMatches(node, article)) times.push(Date.parse(article.publishedAt));
    return true;
  });
  // Further articles may have the time of the last one.
  const countedMs = next === null ? sinceMs : next.timeMs + 1;
  const steps = stepsBetween(countedMs, untilMs, query.step);
  const { startMs, stepMs, counts } = steps;
  for (const timeMs of times) {
    if (timeMs >= countedMs) counts[Math.floor((timeMs - startMs) / stepMs)]! += 1;
  }
  return answerOf(query, filter, countedMs, steps);
}

/** Steps from the first counted one on, with their counts. */
interface Steps {
  startMs: number;
  stepMs: number;
  counts: Uint32Array;
}

function stepsBetween(sinceMs: number, untilMs: number, step: HistogramQuery['step']): Steps {
  const stepMs = step === 'day' ? DAY_MS : HOUR_MS;
  const startMs =
    step === 'day' ? localDayStartMs(sinceMs) : Math.floor(sinceMs / HOUR_MS) * HOUR_MS;
  return { startMs, stepMs, counts: new Uint32Array(Math.ceil((untilMs - startMs) / stepMs)) };
}

function answerOf(
  { step }: HistogramQuery,
  { sinceMs, untilMs }: ArticleFilter,
  countedMs: number,
  { startMs, stepMs, counts }: Steps,
): Reply {
  return articlesJson({
    since: isoOf(sinceMs),
    until: isoOf(untilMs),
    step,
    countedSince: isoOf(countedMs),
    total: counts.reduce((sum, count) => sum + count, 0),
    buckets: [...counts].map((count, at) => ({ start: isoOf(startMs + at * stepMs), count })),
  });
}
