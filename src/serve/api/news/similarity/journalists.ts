/**
 * `/api/v1/journalists`: who is named in the bylines of a period, and what the similarity index
 * says of their articles.
 *
 * The actor that owns the pairs answers with a list that is JSON already: thousands of people cost
 * the front one copy.
 */

import { HOUR_MS, isoOf } from '../../../../kernel/clock.js';
import type { JournalistsQuestion } from '../../../../news/similarity/journalists/codec.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { quantised } from '../../caching.js';
import { integer, listed, named, text } from '../../schema.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { framed, similarityReplies } from './similarity-replies.js';
import { SIMILARITY_METHOD, Threshold } from './similarity-terms.js';

export const SimilarCounts = named('SimilarCounts', {
  pairs: integer('Pairs with an article of this journalist on one end'),
  articles: integer('Own articles that have a pair'),
  later: integer('Pairs whose own article is at least one minute later, other authors only'),
  earlier: integer('Pairs whose own article is at least one minute earlier, other authors only'),
  sameAuthor: integer('Pairs whose other article carries the same name'),
  identical: integer('Pairs of bodies that are equal once normalised'),
});

export const MediaCounts = listed('Most articles first', {
  media: text('Media code'),
  name: Type.String(),
  count: Type.Integer(),
});

const Response = named('Journalists', {
  generatedAt: DateTime,
  hours: Type.Integer(),
  threshold: Type.Number(),
  method: text('How similarity is measured'),
  index: Type.Object({
    analyzed: integer('Articles of the period that were compared'),
    pairs: integer('Pairs with both ends in the period'),
    windowDays: integer('Days before and after that are compared'),
    from: DateTime,
  }),
  totals: Type.Object({
    journalists: integer('People named'),
    articles: integer('Articles with a named byline'),
    credited: integer('Articles with any byline'),
  }),
  limit: Type.Integer(),
  journalists: listed('Most articles first', {
    name: Type.String(),
    articles: Type.Integer(),
    media: MediaCounts,
    withBody: integer('Articles whose text can be compared'),
    cited: integer('Articles that name another medium as source'),
    latest: DateTime,
    compared: integer('Articles that were compared'),
    similar: SimilarCounts,
  }),
});

/** The answer, for those who show it. */
export type JournalistsBody = Type.Static<typeof Response>;

/** The route of the list of journalists. */
export function journalistsRoute(sources: NewsSources): Route {
  const { clock } = sources;
  const path = '/api/v1/journalists';
  const replies = similarityReplies(sources, path);
  return route({
    path,
    summary: 'Named journalists',
    description:
      'People named in the bylines of a period; media, desks, agencies, titles, places and responsible editors are left out. Different people of one name are not told apart. A later publication is a clue for reading on, not a judgement.',
    tag: 'journalists',
    query: {
      hours: Type.Integer({ minimum: 1, maximum: 168, default: 48, description: 'Hours back' }),
      threshold: Threshold,
      limit: Type.Integer({
        minimum: 1,
        maximum: 3000,
        default: 500,
        description: 'People, ordered by their number of articles',
      }),
    },
    response: Response,
    errors: { 400: 'A parameter is malformed or out of range' },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query: { hours, threshold, limit }, raw }) => {
      const nowMs = quantised(clock.nowMs());
      const question: JournalistsQuestion = {
        type: 'journalists',
        period: { fromMs: nowMs - hours * HOUR_MS, untilMs: nowMs },
        threshold,
        limit,
      };
      const head = { generatedAt: isoOf(nowMs), hours, threshold, method: SIMILARITY_METHOD };
      return replies.reply(raw.query, `${hours} ${threshold} ${limit}`, async () =>
        framed(head, await sources.ask('similarity', question)),
      );
    },
  });
}
