/**
 * `/api/v1/journalists`: who is named in the bylines of a period, and what the similarity index
 * says of their articles.
 *
 * The actor that owns the pairs answers with a list that is JSON already: thousands of people cost
 * the front one copy.
 */
import Type from 'typebox';
import { type Route, route } from '../../../http/route.js';
import { HOUR_MS, isoOf } from '../../../kernel/clock.js';
import type { JournalistsQuestion } from '../../../news/similarity/journalists/codec.js';
import { quantised } from '../../caching.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { framed, similarityReplies } from './similarity-replies.js';
import { SIMILARITY_METHOD, Threshold } from './similarity-terms.js';

export const SimilarCounts = Type.Object(
  {
    pairs: Type.Integer({ description: 'Pairs with an article of this journalist on one end' }),
    articles: Type.Integer({ description: 'Own articles that have a pair' }),
    later: Type.Integer({
      description: 'Pairs whose own article is at least one minute later, other authors only',
    }),
    earlier: Type.Integer({
      description: 'Pairs whose own article is at least one minute earlier, other authors only',
    }),
    sameAuthor: Type.Integer({ description: 'Pairs whose other article carries the same name' }),
    identical: Type.Integer({ description: 'Pairs of bodies that are equal once normalised' }),
  },
  { $id: 'SimilarCounts' },
);

export const MediaCounts = Type.Array(
  Type.Object({
    media: Type.String({ description: 'Media code' }),
    name: Type.String(),
    count: Type.Integer(),
  }),
  { description: 'Most articles first' },
);

const Response = Type.Object(
  {
    generatedAt: DateTime,
    hours: Type.Integer(),
    threshold: Type.Number(),
    method: Type.String({ description: 'How similarity is measured' }),
    index: Type.Object({
      analyzed: Type.Integer({ description: 'Articles of the period that were compared' }),
      pairs: Type.Integer({ description: 'Pairs with both ends in the period' }),
      windowDays: Type.Integer({ description: 'Days before and after that are compared' }),
      from: DateTime,
    }),
    totals: Type.Object({
      journalists: Type.Integer({ description: 'People named' }),
      articles: Type.Integer({ description: 'Articles with a named byline' }),
      credited: Type.Integer({ description: 'Articles with any byline' }),
    }),
    limit: Type.Integer(),
    journalists: Type.Array(
      Type.Object({
        name: Type.String(),
        articles: Type.Integer(),
        media: MediaCounts,
        withBody: Type.Integer({ description: 'Articles whose text can be compared' }),
        cited: Type.Integer({ description: 'Articles that name another medium as source' }),
        latest: DateTime,
        compared: Type.Integer({ description: 'Articles that were compared' }),
        similar: SimilarCounts,
      }),
      { description: 'Most articles first' },
    ),
  },
  { $id: 'Journalists' },
);

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
