/**
 * `/api/v1/similarity`: who published similar texts, who was first, who names whom, in a period.
 *
 * The actor that owns the pairs makes the graph as JSON; the front adds the question to it.
 */

import { isoOf } from '../../../../kernel/clock.js';
import type { GraphQuestion } from '../../../../news/similarity/codec.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import { arrayOf, decimal, described, flag, integer, named, nullable, text } from '../../schema.js';
import { Past, pastOf } from '../past.js';
import { DateTime } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { framed, SIMILARITY_METHOD, similarityReplies, Threshold } from './similarity-pairs.js';
import { nowOf, PeriodQuery, periodOf, seenBy } from './similarity-period.js';

const Coverage = named('SimilarityCoverage', {
  media: text('Media code'),
  name: Type.String(),
  total: integer('Articles of the period'),
  fetched: integer('Articles with a text'),
  usable: integer('Articles whose text came in time and is long enough'),
  indexed: integer('Articles that were compared'),
  withAuthors: integer('Articles with a byline'),
  missing: integer('Articles whose page gave no text'),
  pending: integer(
    'Usable articles that wait to be compared: none, each is compared as it arrives',
  ),
  enabled: flag('Its articles are collected'),
  excludedFromStatistics: flag('True for sources of syndicated content, which are not compared'),
});

const Node = named('SimilarityNode', {
  id: text('Media code'),
  name: text('Name of the outlet'),
  country: Type.String(),
  countryCode: text('`INT` international, `ZZ` unconfirmed'),
  articles: integer('Articles that were compared'),
  external: flag('Only cited; no text of it is collected'),
  similar: integer('Articles in same-story groups'),
  earliest: integer('Of those, the ones that nobody in the group preceded'),
  later: integer('Of those, the ones that somebody in the group preceded'),
  outgoing: integer('Articles that cite other media'),
  incoming: integer('Articles of other media that cite this one'),
});

const Edge = named('SimilarityEdge', {
  source: text('Media of the later or citing articles'),
  target: text('Media of the earliest articles, or the one that is cited'),
  kind: Type.Enum(['similarity', 'citation']),
  count: integer('Articles of `source` behind the edge'),
  score: nullable(
    decimal(
      'Mean similarity of those articles to the earliest one of their group; null where they are similar only through others, and for citations',
    ),
    'Average similarity; null for citations',
  ),
});

const Response = named('SimilarityGraph', {
  generatedAt: DateTime,
  past: Past,
  hours: nullable(
    integer('Null when dates were given'),
    'Length of the window; null when dates were given',
  ),
  days: nullable(
    Type.Object({
      from: Type.String({ format: 'date' }),
      to: Type.String({ format: 'date' }),
    }),
  ),
  from: DateTime,
  to: DateTime,
  threshold: Type.Number(),
  method: text('How similarity is measured'),
  coverage: arrayOf(Coverage, 'Most articles first'),
  index: described('What the index holds of this window', {
    available: integer('Usable texts, without syndicated content'),
    analyzed: integer('Texts that were compared'),
    limited: integer(
      'Of them, texts with more near copies than one text is compared with; only their nearest pairs are kept',
    ),
    pending: integer('Texts that wait to be compared'),
    pairs: integer('Pairs of the threshold or above, both ends in the period'),
    groups: integer('Same-story groups: connected components of the pairs'),
    citations: integer('Articles with a media that they name, counted by media'),
    windowDays: integer('Days before and after that are compared'),
  }),
  nodes: arrayOf(Node, 'Outlets, and sources that are only cited'),
  edges: arrayOf(Edge, 'Who follows whom'),
});
export type SimilarityBody = Type.Static<typeof Response>;

export function similarityRoute(sources: NewsSources): Route {
  const path = '/api/v1/similarity';
  const replies = similarityReplies(sources, path);
  return route({
    path,
    summary: 'Similarity and citation graph',
    description:
      'Every usable text is compared with those of all other media in the seven days before and after. Similarity edges lead from the later media to the one that published first, which is not to say that it wrote the original; citation edges lead to the media that a text names as its source.',
    tag: 'similarity',
    query: { ...PeriodQuery, threshold: Threshold },
    needs: ['similarity', 'media'],
    onCopy: 'passed on',
    response: Response,
    errors: {
      400: 'A parameter is malformed, out of range, or does not fit the others',
      404: 'It is not known what had come by `at`',
    },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query, raw }) => {
      const now = nowOf(sources, query);
      const asked = periodOf(query, now.nowMs);
      const { threshold } = query;
      const period = seenBy(asked.period, now);
      const question: GraphQuestion = { type: 'graph', period, threshold };
      const head = {
        generatedAt: isoOf(now.nowMs),
        past: pastOf(sources, now.past),
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
