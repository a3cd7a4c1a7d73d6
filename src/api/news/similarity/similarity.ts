/**
 * `/api/v1/similarity`: who published similar texts, who was first, who names whom, in a period.
 *
 * The actor that owns the pairs makes the graph as JSON; the front adds the question to it.
 */
import Type from 'typebox';
import { type Route, route } from '../../../http/route.js';
import { isoOf } from '../../../kernel/clock.js';
import type { GraphQuestion } from '../../../news/similarity/codec.js';
import { quantised } from '../../caching.js';
import { DateTime, nullable } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { PeriodQuery, periodOf } from './similarity-period.js';
import { framed, similarityReplies } from './similarity-replies.js';
import { SIMILARITY_METHOD, Threshold } from './similarity-terms.js';

const Coverage = Type.Object(
  {
    media: Type.String({ description: 'Media code' }),
    name: Type.String(),
    total: Type.Integer({ description: 'Articles of the period' }),
    fetched: Type.Integer({ description: 'Articles with a text' }),
    usable: Type.Integer({ description: 'Articles whose text came in time and is long enough' }),
    indexed: Type.Integer({ description: 'Articles that were compared' }),
    withAuthors: Type.Integer({ description: 'Articles with a byline' }),
    missing: Type.Integer({ description: 'Articles whose page gave no text' }),
    pending: Type.Integer({
      description: 'Usable articles that wait to be compared: none, each is compared as it arrives',
    }),
    enabled: Type.Boolean(),
    excludedFromStatistics: Type.Boolean({
      description: 'True for sources of syndicated content, which are not compared',
    }),
  },
  { $id: 'SimilarityCoverage' },
);

const Node = Type.Object(
  {
    id: Type.String({ description: 'Media code' }),
    name: Type.String(),
    country: Type.String(),
    countryCode: Type.String({ description: '`INT` international, `ZZ` unconfirmed' }),
    articles: Type.Integer({ description: 'Articles that were compared' }),
    external: Type.Boolean({ description: 'Only cited; no text of it is collected' }),
    similar: Type.Integer({ description: 'Articles in same-story groups' }),
    earliest: Type.Integer({ description: 'Of those, the ones that nobody in the group preceded' }),
    later: Type.Integer({ description: 'Of those, the ones that somebody in the group preceded' }),
    outgoing: Type.Integer({ description: 'Articles that cite other media' }),
    incoming: Type.Integer({ description: 'Articles of other media that cite this one' }),
  },
  { $id: 'SimilarityNode' },
);

const Edge = Type.Object(
  {
    source: Type.String({ description: 'Media of the later or citing articles' }),
    target: Type.String({
      description: 'Media of the earliest articles, or the one that is cited',
    }),
    kind: Type.Enum(['similarity', 'citation']),
    count: Type.Integer({ description: 'Articles of `source` behind the edge' }),
    score: nullable(
      Type.Number({
        description:
          'Mean similarity of those articles to the earliest one of their group; null where they are similar only through others, and for citations',
      }),
    ),
  },
  { $id: 'SimilarityEdge' },
);

const Response = Type.Object(
  {
    generatedAt: DateTime,
    hours: nullable(Type.Integer({ description: 'Null when dates were given' })),
    days: nullable(
      Type.Object({
        from: Type.String({ format: 'date' }),
        to: Type.String({ format: 'date' }),
      }),
    ),
    from: DateTime,
    to: DateTime,
    threshold: Type.Number(),
    method: Type.String({ description: 'How similarity is measured' }),
    coverage: Type.Array(Coverage, { description: 'Most articles first' }),
    index: Type.Object({
      available: Type.Integer({ description: 'Usable texts, without syndicated content' }),
      analyzed: Type.Integer({ description: 'Texts that were compared' }),
      limited: Type.Integer({
        description:
          'Of them, texts with more near copies than one text is compared with; only their nearest pairs are kept',
      }),
      pending: Type.Integer({ description: 'Texts that wait to be compared' }),
      pairs: Type.Integer({
        description: 'Pairs of the threshold or above, both ends in the period',
      }),
      groups: Type.Integer({ description: 'Same-story groups: connected components of the pairs' }),
      citations: Type.Integer({
        description: 'Articles with a media that they name, counted by media',
      }),
      windowDays: Type.Integer({ description: 'Days before and after that are compared' }),
    }),
    nodes: Type.Array(Node),
    edges: Type.Array(Edge),
  },
  { $id: 'SimilarityGraph' },
);

/** The answer, for those who show it. */
export type SimilarityAnswer = Type.Static<typeof Response>;

/** The route of the graph. */
export function similarityRoute(sources: NewsSources): Route {
  const { clock } = sources;
  const path = '/api/v1/similarity';
  const replies = similarityReplies(sources, path);
  return route({
    path,
    summary: 'Similarity and citation graph',
    description:
      'Every usable text is compared with those of all other media in the seven days before and after. Similarity edges lead from the later media to the one that published first, which is not to say that it wrote the original; citation edges lead to the media that a text names as its source.',
    tag: 'similarity',
    query: { ...PeriodQuery, threshold: Threshold },
    response: Response,
    errors: { 400: 'A parameter is malformed, out of range, or does not fit the others' },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query, raw }) => {
      const nowMs = quantised(clock.nowMs());
      const asked = periodOf(query, nowMs);
      const { threshold } = query;
      const question: GraphQuestion = { type: 'graph', period: asked.period, threshold };
      const head = {
        generatedAt: isoOf(nowMs),
        hours: asked.hours,
        days: asked.days,
        from: isoOf(asked.fromMs),
        to: isoOf(asked.toMs),
        threshold,
        method: SIMILARITY_METHOD,
      };
      return replies.reply(raw.query, JSON.stringify(head), async () =>
        framed(head, await sources.ask('similarity', question)),
      );
    },
  });
}
